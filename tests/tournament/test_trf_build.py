"""A tournament as a report, and the same tournament read back from it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from clockd.ports import BLACK
from clockd.tournament import inputs as i
from clockd.tournament.crosstable import FORFEIT_RESULTS, RESULT_MARKS
from clockd.tournament.event_rules import Entries
from clockd.tournament.standings import standings
from clockd.tournament.standings_view import as_json
from clockd.tournament.tie_breaks import Rules
from clockd.tournament.tournament import Tournament, crosstable_of, standings_of
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_build import build_trf
from clockd.tournament.trf_heads import Version
from clockd.tournament.trf_read import read_trf
from clockd.tournament.trf_swiss import swiss_rules
from clockd.tournament.trf_table import (
    absent_in,
    criteria_of,
    crosstable,
    differing_totals,
    planned_rounds,
    schedule_of,
    system_of,
)
from clockd.tournament.trf_write import write_trf
from tests.tournament.events import Event, four_players, opening, senior, swiss

RESULTS = [(result, False) for result in sorted(RESULT_MARKS)]
FORFEITS = [(result, True) for result in sorted(FORFEIT_RESULTS)]


def written(tournament: Tournament, version: Version = 26) -> TrfFile:
    """The report written and read again."""
    return read_trf("a.trf", write_trf(build_trf(tournament, version=version)).encode())


@settings(deadline=None, max_examples=30)
@given(st.integers(3, 6), st.integers(1, 2), st.data())
def test_a_report_holds_the_whole_tournament(
    players: int, cycles: int, data: st.DataObject
) -> None:
    """Any results, finished or not: the same crosstable, order and tie-breaks come out of the file."""
    event = Event()
    event.feed(opening(senior(players, cycles=cycles), players=players))
    event.draw(tuple(data.draw(st.permutations(range(1, players + 1)))))
    assert event.state.plan is not None
    for number in range(1, data.draw(st.integers(1, event.state.plan.rounds)) + 1):
        for board in event.pair(number):
            result, forfeit = data.draw(st.sampled_from(RESULTS + FORFEITS))
            event.report(number, board.board, result, forfeit=forfeit)
    file = written(event.state)
    assert system_of(file) == "round-robin"
    assert (schedule_of(file).cycles, planned_rounds(file)) == (cycles, event.state.plan.rounds)
    table = crosstable(file, "round-robin")
    mine = crosstable_of(event.state)
    assert [table.row(n) for n in mine.cells] == [mine.row(n) for n in mine.cells]
    again = standings(table, criteria_of(file, Rules(event.state.plan.edition)))
    assert as_json(again) == as_json(standings_of(event.state))
    assert list(differing_totals(file, table)) == []


def test_the_records_of_each_version() -> None:
    """TRF26 adds 142, 192 and 202 to what TRF16 has."""
    event = four_players()
    later = ("142", "192", "202")
    assert [record.code for record in written(event.state, 26).records(*later)] == list(later)
    assert list(written(event.state, 16).records(*later)) == []
    heads = {record.code: record.value for record in written(event.state, 16).records("012", "062")}
    assert heads == {"012": "An event", "062": "4"}


def test_the_chief_arbiter_and_the_others() -> None:
    event = Event()
    event.feed(opening(senior(3), players=3, arbiters=("A. Chief", "B. Deputy", "C. Deputy")))
    event.draw((1, 2, 3))
    found = [record.text for record in written(event.state).records("102", "112")]
    assert found == ["102 A. Chief", "112 B. Deputy", "112 C. Deputy"]


def test_a_ruling_leaves_a_trace() -> None:
    event = four_players()
    event.report(1, 1, "1-0")
    event.rule(1, 1, "0-1", forfeit=True)
    comments = [record.text for record in written(event.state).records("###")]
    assert comments == ["### ruling: round 1 board 1, 1-4: 0-1 by forfeit (arbiter)"]
    assert written(event.state).players[0].rounds[0].code == "-"
    assert list(written(event.state, 16).records("###")) == []


def test_an_annulled_player_keeps_his_games_and_has_no_rank() -> None:
    event = four_players()
    event.report(1, 1, "0-1")
    event.report(1, 2, "1-0")
    event.feed(i.PlayerLeft(0, "", 4, "ill", "arbiter"))
    players = written(event.state).players
    assert players[3].rank is None
    assert (players[3].rounds[0].opponent, players[3].rounds[0].code) == (1, "1")
    assert players[1].rank == 1


def test_byes_of_a_swiss() -> None:
    """H for the half point asked for, U for the pairing's bye."""
    event = Event()
    event.feed(opening(swiss(3), players=4))
    event.draw((1, 2, 3, 4))
    event.feed(i.ByeRequested(0, "", 1, 4, "half"))
    event.feed(i.PairRound(0, "", 1, ((1, 2),), 3))
    event.report(1, 1, "1-0")
    codes = [player.rounds[0].code for player in written(event.state).players]
    assert codes == ["1", "0", "U", "H"]


def test_absences_of_rounds_to_come_stand_in_their_columns() -> None:
    """A pairing program must leave them out: H and Z as asked for, Z to the end for who has left (C.07 art. 16.1.1)."""
    event = Event()
    event.feed(opening(swiss(4), players=4))
    event.draw((1, 2, 3, 4))
    event.feed(i.PairRound(0, "", 1, ((1, 2), (3, 4))))
    event.report(1, 1, "1-0")
    event.report(1, 2, "1-0")
    event.feed(i.ByeRequested(0, "", 3, 1, "half"))
    event.feed(i.PlayerLeft(0, "", 4, "ill", "arbiter"))
    file = written(event.state)
    rows = [[each.code for each in player.rounds] for player in file.players]
    assert rows == [["1", "", "H"], ["0"], ["1"], ["0", "Z", "Z", "Z"]]
    assert [absent_in(file, number) for number in (2, 3)] == [{4}, {1, 4}]
    table = crosstable(file, "swiss")
    assert table.rounds == 1
    assert list(differing_totals(file, table)) == []


def test_control_colour_and_system_of_a_swiss() -> None:
    """Records 122, 152, 192 and 222."""
    event = Event()
    event.feed(opening(swiss(3), players=4))
    file = build_trf(event.state, control="40/5400+30:1800+30", initial=BLACK)
    assert [record.text for record in file.records("122", "152", "192", "222")] == [
        "122 40/5400+30:1800+30",
        "152 B",
        "192 FIDE_DUTCH_2026",
        "222 40/5400+30:1800+30",
    ]


def test_who_is_kept_apart_stands_in_the_report_by_the_numbers_of_today() -> None:
    """TRF26, record 260: what a pairing program must know; a late entry gives the players other numbers."""
    event = Event()
    event.feed(opening(swiss(3), players=4, eligible=Entries()))
    event.feed(i.PairRound(0, "", 1, pairs=((1, 3), (2, 4))))
    event.report(1, 1, "1-0")
    event.report(1, 2, "1-0")
    event.feed(i.MeetingRuled(0, "", (4, 1), False, "arbiter", "one family"))
    event.feed(i.PlayerAdded(0, "", i.Entry("Eng, Eli", 2499), "arbiter"))
    numbers = sorted(event.state.number(player) for player in (1, 4))
    file = written(event.state)
    assert [record.text for record in file.records("260")] == [
        f"260 001 003 {numbers[0]:04} {numbers[1]:04}"
    ]
    assert numbers == [1, 5]
    assert swiss_rules(file, 2, edition=2026).forbidden == {(1, 5)}
    assert list(written(event.state, 16).records("260")) == []


def test_every_change_after_the_start_leaves_a_trace() -> None:
    """Issue 6, point 8: who was kept apart, who left and who came back, each with its reason."""
    event = Event()
    event.feed(opening(swiss(3), players=4, eligible=Entries()))
    event.feed(i.MeetingRuled(0, "", (1, 2), False, "arbiter", "one family"))
    event.feed(i.MeetingRuled(0, "", (1, 2), True, "arbiter", "they agree"))
    event.feed(i.PlayerLeft(0, "", 4, "ill", "arbiter"))
    event.feed(i.PlayerReturned(0, "", 4, "well again", "arbiter"))
    one, other, last = (event.state.name(player) for player in (1, 2, 4))
    assert [record.text for record in written(event.state).records("###")] == [
        f"### ruling: {one} and {other} are kept apart: one family (arbiter)",
        f"### ruling: {one} and {other} may meet: they agree (arbiter)",
        f"### ruling: {last} has left the event: ill (arbiter)",
        f"### ruling: {last} is back: well again (arbiter)",
    ]
