"""Two tournaments in one event, side by side: boards across, each with rounds, standings and an end of its own.

Source: interfaces.md section 7.
"""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from clockd.errors import BadInput, JournalError, NotAllowed
from clockd.hub.arbiter import Asked, carry_out
from clockd.hub.event_file import load_event, stamped
from clockd.hub.event_log import EventLog
from clockd.hub.hub import Hub
from clockd.hub.state import Event, decide, replay
from clockd.machine import Stamps
from clockd.ports import WHITE
from clockd.tournament.event_rules import Format
from clockd.tournament.inputs import Entry, OpenEvent, PlayerAdded
from tests.hub.events import write_event, write_two
from tests.hub.tables import TestedTable

OPEN, WOMEN = range(1, 4), range(4, 6)


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    opened = reopened(tmp_path)
    yield opened
    opened.close()


def reopened(folder: Path) -> Hub:
    path = folder / "EVENT.toml"
    event = load_event(path if path.exists() else write_two(folder))
    return Hub(folder / "data", event, rng=random.Random(1), pause_ns=0)


def tell(hub: Hub, line: str, reason: str = "") -> str:
    name, *pairs = line.split()
    arguments = dict(pair.split("=", 1) for pair in pairs)
    return carry_out(Asked(hub, name, arguments, "Anna", reason, f"id-{len(line)}"))


def enter(hub: Hub, boards: range, result: str = "1-0") -> None:
    for board in boards:
        tell(hub, f"result board={board} result={result}")


def where(hub: Hub) -> dict[str, tuple[int, str]]:
    """Each tournament's round and phase."""
    return {p["id"]: (p["round"], p["phase"]) for p in hub.snapshot()["tournaments"]}


def test_boards_are_numbered_across(hub: Hub) -> None:
    boards = hub.snapshot()["boards"]
    assert [(b["board"], b["tournament"], b["table"]) for b in boards] == [
        (1, "open", "1"),
        (2, "open", "2"),
        (3, "open", "3"),
        (4, "women", "4"),
        (5, "women", "5"),
    ]


def test_each_goes_on_when_its_own_round_is_over(hub: Hub) -> None:
    """Women play three rounds, six players five: neither waits for the other."""
    enter(hub, WOMEN)
    assert where(hub) == {"open": (1, "playing"), "women": (2, "playing")}
    enter(hub, WOMEN)
    enter(hub, WOMEN)
    assert where(hub) == {"open": (1, "playing"), "women": (3, "finished")}
    snapshot = hub.snapshot()
    assert snapshot["phase"] == "playing"
    assert [b["board"] for b in snapshot["boards"]] == [1, 2, 3, 4, 5]
    women = snapshot["tournaments"][1]
    assert women["title"] == "Women" and women["rounds"] == 3
    assert sum(float(row["points"]) for row in women["standings"]) == 6
    assert snapshot["standings"][0]["points"] == "0"
    for _ in range(5):
        enter(hub, OPEN, "1/2-1/2")
    assert hub.snapshot()["phase"] == "finished"


def test_a_table_reports_to_the_tournament_of_its_board(hub: Hub) -> None:
    """The game at table 4 is round 1, board 4, of the women; its name stands in the pairing."""
    table = TestedTable(hub, 4)
    table.sync()
    pairing = table.virtual.game.pairing
    assert pairing is not None
    assert (pairing.event, pairing.round, pairing.board) == ("Festival, Women", 1, 4)
    table.win(WHITE)
    table.sync()
    women, others = hub.event.tournaments["women"], hub.event.tournaments["open"]
    assert [board.result for board in women.rounds[0].boards] == ["1-0", "*"]
    assert {board.result for board in others.rounds[0].boards} == {"*"}


def test_a_restart_finds_both_where_they_were(tmp_path: Path) -> None:
    first = reopened(tmp_path)
    enter(first, WOMEN)
    before = dict(first.event.tournaments)
    first.close()
    again = reopened(tmp_path)
    assert dict(again.event.tournaments) == before
    assert again.notices == []
    again.close()


def test_a_command_says_which_tournament(hub: Hub) -> None:
    with pytest.raises(
        BadInput, match="close: tournament= is missing, expected one of open, women"
    ):
        tell(hub, "close")
    with pytest.raises(BadInput, match="close: tournament=men, expected open, women"):
        tell(hub, "close tournament=men")
    with pytest.raises(BadInput, match="result: board=6, expected a board of open, women"):
        tell(hub, "result board=6 result=1-0")
    waits = r"round 1 waits for board 4 \(Alpha - Delta\), board 5 \(Beta - Gamma\)"
    with pytest.raises(NotAllowed, match=waits):
        tell(hub, "close tournament=women")
    assert tell(hub, "withdraw tournament=women player=4", "ill").startswith("Delta, Dot has left")
    assert hub.event.tournaments["open"].withdrawn == ()


def test_a_board_of_the_other_tournament_is_refused(hub: Hub) -> None:
    with pytest.raises(NotAllowed, match="round 1 board 4, expected a board from 1 to 3"):
        tell(hub, "result tournament=open board=4 result=1-0")


def test_one_start_for_the_boards_of_one_tournament(hub: Hub) -> None:
    for number in range(1, 6):
        TestedTable(hub, number).sync()
    assert tell(hub, "start table=all tournament=women") == "start: given to table 4, 5"
    assert tell(hub, "pause table=all") == "pause: given to table 1, 2, 3, 4, 5"


def test_a_dispute_holds_its_own_tournament_only(hub: Hub) -> None:
    table = TestedTable(hub, 4)
    table.sync()
    tell(hub, "result board=4 result=0-1")
    table.win(WHITE)
    table.sync()
    tell(hub, "result board=5 result=1-0")
    enter(hub, OPEN)
    assert where(hub) == {"open": (2, "playing"), "women": (1, "between")}
    (alert,) = [each for each in hub.snapshot()["alerts"] if each["alert"] == "disputed"]
    assert (alert["board"], alert["round"]) == (4, 1)


def opening(name: str, boards: tuple[int, int]) -> OpenEvent:
    return OpenEvent(
        0,
        name,
        name="Festival",
        rules="made",
        formats=(Format(2, None, "swiss", 3),),
        entries=tuple(Entry(f"{name} {n}", 2000 - n) for n in range(2 * boards[1])),
        tie_breaks=("BH",),
        edition=2026,
        title=name,
        boards=boards,
    )


def test_a_late_entry_gets_a_board_beyond_all_others() -> None:
    """Boards 1 and 2, and 3 and 4, are taken: the fifth pair of a late sixth player sits at board 5."""
    event = Event()
    late = [PlayerAdded(1, "a", Entry(name)) for name in ("Late", "Later")]
    for seen in (opening("a", (1, 2)), opening("b", (3, 2)), *late):
        event = replay(event, decide(event, seen))
    assert event.tournaments["a"].spans == ((1, 2), (5, 1))
    assert event.owner_of(5).id == "a" and event.owner_of(4).id == "b"


def test_an_unknown_tournament_is_refused(hub: Hub) -> None:
    with pytest.raises(NotAllowed, match="tournament 'x', expected one of open, women"):
        hub.tell(PlayerAdded(1, "x", Entry("Nobody")))


def test_an_opening_cut_in_the_middle_is_ended_by_the_same_file(tmp_path: Path) -> None:
    """The power went between the two tournaments: the second follows at the next start, from that file only."""
    path = write_two(tmp_path)
    (rules, first), (other_rules, _) = stamped(load_event(path), 1)
    (tmp_path / "data").mkdir()
    log = EventLog(tmp_path / "data", Stamps("test", lambda: "then"))
    for seen in (rules, other_rules, first):
        log.feed(seen)
    assert log.close()
    text = path.read_text()
    path.write_text(text + "# another\n")
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    with pytest.raises(JournalError, match="cut short, expected the same event file"):
        Hub(tmp_path / "copy", load_event(path), pause_ns=0)
    path.write_text(text)
    hub = Hub(tmp_path / "data", load_event(path), rng=random.Random(1), pause_ns=0)
    assert list(hub.event.tournaments) == ["open", "women"] and hub.notices == []
    hub.close()


def test_a_single_tournament_keeps_its_form(tmp_path: Path) -> None:
    """A page of one tournament reads what it always read; there are no parts."""
    single = Hub(tmp_path / "one", load_event(write_event(tmp_path)), rng=random.Random(1))
    snapshot = single.snapshot()
    single.close()
    assert snapshot["tournaments"] == []
    assert {"round", "pairings", "standings", "crosstable", "champion"} <= snapshot.keys()
