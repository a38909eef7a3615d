"""Illegal moves (Laws 7.5): the arbiter's one key, the time for the opponent, the second that loses."""

from typing import Any

import pytest

from clockd.game.inputs import CommandGiven
from clockd.game.ruling_facts import IllegalMoveRuled
from clockd.ports import BLACK, WHITE
from clockd.units import minutes, seconds
from tests.game.referee import Referee, refused


def pressed_illegally(control: str = "40/5400+30:1800+30", **others: Any) -> Referee:
    """1. e4, then Black presses something that is no legal move."""
    referee = Referee(control, **others)
    referee.play("e4", seconds(10))
    referee.press(BLACK, seconds(20))
    referee.doubt("illegal-move", BLACK, "e4 p unexpected; e7 empty, p expected")
    return referee


@pytest.mark.parametrize(
    ("control", "added_ns"),
    [
        ("40/5400+30:1800+30", minutes(2)),  # 7.5.5
        ("600d2", minutes(1)),  # 12 minutes for 60 moves: rapid (A.3)
        ("180d2", minutes(1)),  # blitz
        ("W300-B240", minutes(1)),
    ],
)
def test_the_first_one_gives_the_opponent_time(control: str, added_ns: int) -> None:
    referee = pressed_illegally(control)
    before_ns = referee.left_ns(WHITE)
    referee.command("illegal-move", side="black")
    assert referee.left_ns(WHITE) == before_ns + added_ns
    assert referee.game.illegal_by(BLACK) == 1
    assert (referee.game.result, referee.game.phase) == ("*", "paused")


def test_the_alert_names_the_player_so_no_side_is_needed() -> None:
    referee = pressed_illegally()
    referee.command("illegal-move")
    ruled = referee.of(IllegalMoveRuled)[0]
    assert (ruled.side, ruled.number, ruled.added_ns) == (BLACK, 1, minutes(2))
    assert "illegal-move" not in referee.alerts()


def test_the_position_before_it_is_to_be_restored_and_he_moves_again() -> None:
    """7.5.1: back to the position before it; his clock runs for the move he makes instead."""
    referee = pressed_illegally()
    assert referee.game.clock.running is WHITE
    left_ns = referee.left_ns(BLACK)
    referee.command("illegal-move")
    assert referee.game.restoring
    assert referee.game.clock.to_run is BLACK
    assert referee.left_ns(BLACK) == left_ns - seconds(30)  # that press had credited an increment
    referee.command("resume", "one man is missing")
    assert referee.game.clock.running is BLACK
    referee.play("e5", seconds(5))
    assert [ply.san for ply in referee.game.plies] == ["e4", "e5"]


def test_the_second_by_the_same_player_loses() -> None:
    referee = pressed_illegally()
    referee.command("illegal-move", side="black")
    referee.command("illegal-move", side="white")
    assert referee.game.phase != "ended"  # one each
    referee.command("illegal-move", side="black")
    assert (referee.game.result, referee.game.termination) == ("1-0", "illegal-moves")


def test_it_is_a_draw_when_the_opponent_cannot_mate() -> None:
    """7.5.5, last sentence: White has the bare king."""
    referee = Referee(start_fen="4k3/8/8/8/8/8/q7/4K3 b - - 0 1")
    referee.command("illegal-move", side="black")
    referee.command("illegal-move", side="black")
    assert (referee.game.result, referee.game.termination) == ("1/2-1/2", "illegal-moves")


def test_under_the_laws_of_2009_the_third_loses() -> None:
    referee = Referee(illegal_moves_lose=3)
    for count in (1, 2):
        referee.command("illegal-move", side="white")
        assert referee.game.illegal_by(WHITE) == count
    assert referee.game.phase != "ended"
    referee.command("illegal-move", side="white")
    assert referee.game.result == "0-1"


def test_a_draw_of_an_armageddon_by_it_is_blacks_match() -> None:
    referee = Referee("W300-B240", start_fen="4k3/8/8/8/8/8/q7/4K3 b - - 0 1", draw_odds=BLACK)
    for _ in range(2):
        referee.command("illegal-move", side="black")
    assert (referee.game.result, referee.game.match_winner) == ("1/2-1/2", BLACK)


def test_it_is_taken_back_by_another_ruling() -> None:
    referee = pressed_illegally()
    before_ns = referee.left_ns(WHITE)
    referee.command("illegal-move")
    referee.command("set-aside", what="illegal-move", side="black")
    assert referee.game.illegal_by(BLACK) == 0
    assert referee.left_ns(WHITE) == before_ns
    assert "no confirmed" in refused(
        referee.command("set-aside", what="illegal-move", side="black")
    )


def test_moves_made_after_it_are_taken_back_with_it() -> None:
    """7.5.1: to the position immediately before the irregularity, found two plies later."""
    referee = Referee()
    referee.play("e4 e5 Nf3 Nc6", seconds(5))
    referee.command("illegal-move", side="black", **{"take-back": "3"})
    assert [ply.san for ply in referee.game.plies] == ["e4"]
    assert referee.game.to_move is BLACK
    assert referee.game.completed(WHITE) == 1


def test_a_pawn_left_on_the_last_rank_becomes_a_queen() -> None:
    """7.5.2: an illegal move, but it stands with a queen; the opponent has time and the move."""
    referee = Referee(start_fen="7k/4P3/8/8/8/8/8/4K3 w - - 0 1")
    referee.press(WHITE, seconds(10))
    referee.doubt("illegal-move", WHITE, "e7 empty, P expected; e8 P unexpected")
    black_ns, white_ns = referee.left_ns(BLACK), referee.left_ns(WHITE)
    referee.command("illegal-move", queen="e8")
    assert referee.game.board.fen().split()[0] == "4Q2k/8/8/8/8/8/8/4K3"
    assert [(ply.san, ply.completed) for ply in referee.game.plies] == [("e8=Q+", True)]
    assert referee.game.clock.to_run is BLACK and referee.game.restoring
    assert (referee.left_ns(BLACK), referee.left_ns(WHITE)) == (black_ns + minutes(2), white_ns)
    assert (referee.game.illegal_by(WHITE), referee.game.completed(WHITE)) == (1, 1)


def test_that_queen_may_give_mate() -> None:
    referee = Referee(start_fen="7k/4P3/6K1/8/8/8/8/8 w - - 0 1")
    referee.press(WHITE, seconds(10))
    referee.doubt("illegal-move", WHITE)
    referee.command("illegal-move", queen="e8")
    assert (referee.game.result, referee.game.termination) == ("1-0", "checkmate")


def test_a_queen_that_no_pawn_can_be_is_refused_and_nothing_is_counted() -> None:
    referee = pressed_illegally()
    assert "expected a legal move there" in refused(referee.command("illegal-move", queen="e8"))
    assert referee.game.illegal_by(BLACK) == 0
    assert "white is not to move" in refused(
        referee.command("illegal-move", side="white", queen="e8")
    )


@pytest.mark.parametrize(("alert", "says"), [("illegal-move", True), ("position-differs", False)])
def test_the_rulebook_may_have_the_clocks_stop(alert: Any, says: bool) -> None:
    """Design 8: they go on until somebody pauses, unless the rulebook's switch stops them."""
    assert pressed_illegally().game.clock.running is WHITE
    referee = Referee(illegal_moves_stop=True)
    referee.play("e4", seconds(10))
    referee.press(BLACK, seconds(20))
    referee.doubt(alert, BLACK)
    assert (referee.game.phase == "paused") is says
    assert referee.game.stopped_why == ("Stopped by an illegal move" if says else None)


def test_the_rulebooks_seconds_and_number_decide() -> None:
    """A.6: an event that counts three and gives 30 seconds."""
    referee = pressed_illegally("180d2", illegal_moves_lose=3, illegal_move_adds_ns=seconds(30))
    before_ns = referee.left_ns(WHITE)
    referee.command("illegal-move")
    assert referee.left_ns(WHITE) == before_ns + seconds(30)


def test_without_an_alert_the_side_must_be_named() -> None:
    assert "side=white" in refused(Referee().command("illegal-move"))


def test_a_restart_knows_them_all() -> None:
    referee = pressed_illegally()
    referee.command("illegal-move")
    game = referee.game
    referee.restart()
    assert referee.game == game


WALL = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"


def test_before_a_wall_the_second_one_is_a_draw() -> None:
    """7.5.5: the material would allow a mate, no series of legal moves does."""
    referee = Referee(start_fen=WALL)
    for _ in range(2):
        referee.command("illegal-move", side="white")
    assert (referee.game.result, referee.game.termination) == ("1/2-1/2", "illegal-moves")


def undecided(monkeypatch: pytest.MonkeyPatch) -> Referee:
    monkeypatch.setattr("tests.game.referee.can_mate", lambda board, side: "undecided")
    referee = Referee()
    for _ in range(2):
        referee.command("illegal-move", side="white")
    return referee


def test_what_the_search_does_not_decide_is_the_arbiters(monkeypatch: pytest.MonkeyPatch) -> None:
    referee = undecided(monkeypatch)
    assert (referee.game.result, referee.game.phase) == ("*", "paused")
    assert "the arbiter decides" in referee.alert("illegal-move").detail
    referee.command("result", result="0-1", termination="illegal-moves")
    assert referee.game.result == "0-1"


def test_an_arbiter_who_resumes_lets_the_game_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later flag is judged like any other."""
    referee = undecided(monkeypatch)
    monkeypatch.undo()
    referee.command("resume", "a last warning")
    referee.wait(minutes(200))
    assert (referee.game.result, referee.game.termination) == ("0-1", "time-forfeit")


def test_a_loss_that_waits_for_the_search_survives_a_restart() -> None:
    referee = Referee()
    referee.command("illegal-move", side="white")
    referee.machine.feed(
        CommandGiven(referee.now_ns, "second", "illegal-move", "arbiter", (("side", "white"),))
    )
    assert referee.game.losing is not None and referee.game.result == "*"
    referee.restart()
    assert referee.game.result == "0-1"
