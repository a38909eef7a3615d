"""Results: a table's word once, another word an alert, only a ruling changes anything."""

import pytest

from clockd.ports import BLACK
from clockd.tournament import facts as f
from clockd.tournament import inputs as i
from clockd.tournament.crosstable import Kind
from clockd.tournament.tournament import crosstable_of
from tests.tournament.events import Event, four_players


def result_of(event: Event, number: int, board: int) -> tuple[str, bool]:
    found = event.state.board(number, board)
    assert found is not None
    return found.result, found.forfeit


def test_the_same_result_again_changes_nothing() -> None:
    """Replication is at least once (design.md section 2)."""
    event = four_players()
    first = event.report(1, 1, "1-0")
    assert first == [f.ResultRecorded(0, "", 1, 1, "1-0", False, "table 1")]
    assert event.report(1, 1, "1-0") == []


def test_a_second_different_result_is_an_alert_and_no_edit() -> None:
    event = four_players()
    event.report(1, 1, "1-0")
    told = event.report(1, 1, "0-1")
    assert isinstance(told[0], f.ResultDisputed)
    assert told[0].detail == "table 1 reports 0-1, 1-0 stands (from table 1)"
    assert result_of(event, 1, 1) == ("1-0", False)
    assert event.report(1, 1, "0-1") == []  # said again, alerted once
    assert len(event.state.disputes) == 1


def test_after_the_round_is_closed_a_late_word_is_an_alert() -> None:
    """design.md section 8: a table's late fact is an alert, never an edit; a ruling settles it."""
    event = four_players()
    event.report(1, 1, "1-0")
    event.report(1, 2, "1-0")
    event.pair(2)
    event.report(1, 2, "1/2-1/2")
    assert event.state.disputes[0].detail.endswith("stands (from table 2) and the round is closed")
    event.rule(1, 2, "1/2-1/2")
    assert result_of(event, 1, 2) == ("1/2-1/2", False)
    assert event.state.disputes == ()


def test_a_ruling_may_confirm_what_stands_and_the_table_is_not_heard_again() -> None:
    event = four_players()
    event.report(1, 1, "1-0")
    event.report(1, 1, "0-1")
    ruled = event.rule(1, 1, "1-0")
    assert ruled == [
        f.ResultCorrected(
            0, "", 1, 1, "1-0", False, "1-0", False, "as the scoresheets say", "arbiter"
        )
    ]
    assert event.report(1, 1, "0-1") == []
    assert event.state.disputes == ()
    assert event.rule(1, 1, "1-0") == []


@pytest.mark.parametrize(
    ("result", "forfeit", "white", "black"),
    [
        ("1/2-0", False, "1/2", "0"),
        ("0-0", False, "0", "0"),
        ("0-0", True, "0", "0"),
        ("0-1", True, "0", "1"),
    ],
)
def test_a_ruling_need_not_sum_to_one(result: str, forfeit: bool, white: str, black: str) -> None:
    """Laws 12.9; interfaces.md section 0."""
    event = four_players()
    event.report(1, 1, "1-0")
    event.rule(1, 1, result, forfeit=forfeit)
    table = crosstable_of(event.state)
    assert (str(table.score(1)), str(table.score(4))) == (white, black)
    kind = Kind.FORFEIT_LOSS if forfeit else Kind.PLAYED
    assert table.row(1)[0].kind is kind


def test_a_ruling_needs_a_reason_and_a_result() -> None:
    event = four_players()
    asked = i.ResultRuled(0, "", 1, 1, "1-0", "arbiter", "  ")
    assert event.refused(asked) == "a ruling without a reason"
    odd = i.ResultRuled(0, "", 1, 1, "1/2-1/2", "arbiter", "why", forfeit=True)
    assert event.refused(odd).startswith("result '1/2-1/2' by forfeit, expected 0-0, 0-1, 1-0")


def test_a_ruling_may_take_a_result_back_while_the_round_is_open() -> None:
    event = four_players()
    event.report(1, 1, "1-0")
    event.rule(1, 1, "*")
    assert result_of(event, 1, 1) == ("*", False)
    event.feed(i.ResultReported(0, "", 1, 1, "1-0", "1", game_id="replayed"))
    assert result_of(event, 1, 1) == ("1-0", False)
    event.report(1, 2, "1-0")
    event.pair(2)
    assert event.refused(i.ResultRuled(0, "", 1, 1, "*", "arbiter", "why")) == (
        "round 1 is closed, expected a result"
    )


def test_an_arbiter_types_a_result_where_there_is_none() -> None:
    event = four_players()
    typed = i.ResultEntered(0, "", 1, 2, "1-0", "arbiter")
    event.feed(typed)
    assert event.feed(typed) == []
    other = i.ResultEntered(0, "", 1, 2, "0-1", "arbiter")
    assert event.refused(other) == (
        "board 2 (Berg - Cole) has 1-0 from arbiter, a change is a ruling with a reason"
    )


@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        (i.ResultReported(0, "", 4, 1, "1-0", "1"), "round 4 has not been paired"),
        (
            i.ResultReported(0, "", 1, 3, "1-0", "1"),
            "round 1 board 3, expected a board from 1 to 2",
        ),
        (
            i.ResultReported(0, "", 1, 0, "1-0", "1"),
            "round 1 board 0, expected a board from 1 to 2",
        ),
        (i.ResultReported(0, "", 1, 1, "*", "1"), "result '*', expected 1-0, 0-1, 1/2-1/2"),
        (i.ResultEntered(0, "", 1, 1, "2-0", "arbiter"), "result '2-0', expected 1-0, 0-1"),
    ],
)
def test_what_is_no_result_is_refused(seen: i.Input, reason: str) -> None:
    assert four_players().refused(seen).startswith(reason)


def test_a_board_goes_to_the_first_table_that_asks() -> None:
    """Issue of the hub: a table that claims a board already taken gets one clear line."""
    event = four_players()
    handed = event.feed(i.TableClaimed(0, "", 1, 1, "7"))
    assert handed == [f.GameHandedToTable(0, "", 1, 1, "7")]
    assert event.feed(i.TableClaimed(0, "", 1, 1, "7")) == []
    assert event.refused(i.TableClaimed(0, "", 1, 1, "8")) == (
        "board 1 (Ahn - Dahl) is played at table 7"
    )
    assert event.refused(i.TableClaimed(0, "", 1, 2, "7")) == "table 7 plays board 1 (Ahn - Dahl)"
    moved = event.feed(i.TableClaimed(0, "", 1, 1, "8", author="arbiter"))
    assert moved == [f.GameHandedToTable(0, "", 1, 1, "8", instead_of="7", author="arbiter")]


def test_a_word_from_another_table_is_an_alert() -> None:
    event = four_players()
    event.feed(i.TableClaimed(0, "", 1, 1, "7"))
    event.report(1, 1, "1-0", table="8")
    assert result_of(event, 1, 1) == ("*", False)
    assert event.state.disputes[0].detail == "table 8 reports 1-0, the game is at table 7"
    event.report(1, 1, "1-0", table="7")
    assert result_of(event, 1, 1) == ("1-0", False)


def test_a_game_at_a_table_counts_with_its_colour() -> None:
    event = four_players()
    event.report(1, 1, "0-1")
    row = crosstable_of(event.state).row(4)
    assert [(cell.side, str(cell.points)) for cell in row] == [(BLACK, "1")]
