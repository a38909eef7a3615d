"""Presses and moves: two witnesses, kept apart (Laws 6.2.1, 6.2.2, 7.5; design.md section 4)."""

import pytest

from clockd.game.evidence import MoveSettled
from clockd.game.facts import ClockHandedOver, MoveCompleted, MovePlayed, PressedWithoutMove
from clockd.ports import BLACK, WHITE, Side
from clockd.units import milliseconds, minutes, seconds
from tests.game.referee import Referee, quiet_moves, refused

START_NS = minutes(90) + seconds(30)


def test_the_press_moves_the_clock_at_once_and_the_move_is_settled_later() -> None:
    """Design 4: a press is never held back for the board."""
    referee = Referee()
    facts = referee.press(WHITE, seconds(20))
    assert [type(fact) for fact in facts] == [ClockHandedOver]
    assert referee.game.clock.running is BLACK
    assert referee.game.completed(WHITE) == 0
    referee.wait(milliseconds(300))
    facts = referee.settle("e4")
    assert [type(fact) for fact in facts] == [MovePlayed, MoveCompleted]
    ply = referee.game.plies[0]
    assert (ply.spent_ns, ply.clock_ns) == (seconds(20), START_NS + seconds(10))
    assert referee.game.completed(WHITE) == 1


def test_two_presses_may_wait_for_their_moves() -> None:
    """Blitz: both moves were pressed before the board told of the first."""
    referee = Referee("180+2")
    referee.press(WHITE, milliseconds(400))
    referee.press(BLACK, milliseconds(200))
    referee.press(WHITE, milliseconds(300))
    for san in ("e4", "e5", "Nf3"):
        referee.settle(san)
    spent = [ply.spent_ns for ply in referee.game.plies]
    assert spent == [milliseconds(400), milliseconds(200), milliseconds(300)]
    assert (referee.game.presses, referee.game.counted_presses) == ((2, 1), ())


def test_the_bonus_of_move_40_is_in_its_reading_although_the_press_came_first() -> None:
    """2019 U.S. Senior, reg. 4: 30 s with the press, 30 minutes when the board has told."""
    referee = Referee()
    for number, san in enumerate(quiet_moves()[:78]):
        referee.play(san, 0 if number % 2 else minutes(2))
    assert referee.game.clock.white.remaining_ns == START_NS - 39 * seconds(90)
    referee.press(WHITE, minutes(2))
    before_ns = referee.game.clock.white.remaining_ns
    referee.wait(milliseconds(300))
    referee.settle(quiet_moves()[78])
    assert referee.game.clock.white.remaining_ns == before_ns + minutes(30)
    assert referee.game.plies[78].clock_ns == START_NS - 40 * seconds(90) + minutes(30)
    assert (referee.game.clock.white.period, referee.game.clock.black.period) == (1, 0)


# -- a missed press ---------------------------------------------------------------------------------


def test_a_missed_press_costs_its_own_player_and_is_marked() -> None:
    """6.2.2, field scenario 2: the reply's time is the forgetful player's; his 30 s are not credited."""
    referee = Referee()
    referee.wait(seconds(10))
    referee.settle("e4", pressed=False)
    referee.doubt("missed-press", WHITE)
    referee.wait(seconds(20))
    assert referee.press(BLACK) == []  # White's clock runs: Black's press is none
    referee.settle("e5", pressed=False)
    assert referee.game.completed(WHITE) == 0  # White's next move will complete it
    referee.press(WHITE, seconds(5))
    referee.settle("Nf3")
    marks = [(ply.san, ply.completed, ply.pressed) for ply in referee.game.plies]
    assert marks == [("e4", True, False), ("e5", False, False), ("Nf3", True, True)]
    assert (referee.game.presses, referee.game.completed(WHITE)) == ((1, 0), 2)
    assert referee.left_ns(WHITE) == START_NS - seconds(35) + seconds(30)
    assert sum(ply.spent_ns or 0 for ply in referee.game.plies) == seconds(35)
    referee.press(BLACK, seconds(7))
    referee.settle("Nc6")
    pressed = [(ply.san, ply.pressed) for ply in referee.game.plies]
    assert pressed == [("e4", False), ("e5", False), ("Nf3", True), ("Nc6", True)]
    assert (referee.game.presses, referee.game.plies[3].spent_ns) == ((1, 1), seconds(7))
    assert referee.alerts() == ["missed-press"]


def test_a_late_press_completes_the_move_it_was_for() -> None:
    """6.2.2: a player may always press after his move, even when the opponent has replied."""
    referee = Referee()
    referee.wait(seconds(10))
    referee.settle("e4", pressed=False)
    referee.settle("e5", pressed=False)
    facts = referee.press(WHITE, seconds(4))
    assert [type(fact) for fact in facts] == [ClockHandedOver, MoveCompleted]
    assert referee.game.plies[0].pressed
    assert referee.game.plies[0].spent_ns == seconds(14)
    referee.press(BLACK, seconds(1))
    assert (referee.game.completed(WHITE), referee.game.completed(BLACK)) == (1, 1)
    referee.play("Nf3", seconds(3))
    assert [ply.pressed for ply in referee.game.plies] == [True, True, True]
    assert referee.game.plies[2].spent_ns == seconds(3)


def test_scenario_2_move_40_is_in_time_by_the_moves_on_the_board() -> None:
    """Ply 57 is not pressed: 40 moves are completed, 39 presses given, and the 30 minutes come at move 40."""
    referee = Referee()
    for number, san in enumerate(quiet_moves()[:80], 1):
        if number in (57, 58):  # White forgets, so Black's press does nothing either
            referee.wait(seconds(60))
            referee.settle(san, pressed=False)
        else:
            referee.play(san, seconds(60))
    assert referee.game.presses == (39, 39)
    assert [referee.game.completed(side) for side in (WHITE, BLACK)] == [40, 40]
    assert [ply.pressed for ply in referee.game.plies].count(False) == 2
    assert not referee.game.plies[56].pressed
    assert referee.game.clock.white.period == 1
    # 41 credits less the one that was not given, 40 minutes and Black's one minute spent
    expected_ns = minutes(90) + 40 * seconds(30) - minutes(41) + minutes(30)
    assert referee.game.clock.white.remaining_ns == expected_ns


def test_an_unpressed_move_is_completed_by_the_next_one_although_nobody_presses_at_all() -> None:
    """6.2.1: "unless ... the player has made his next move"."""
    referee = Referee()
    for san in ("e4", "e5", "Nf3", "Nc6"):
        referee.wait(seconds(10))
        referee.settle(san, pressed=False)
    assert [referee.game.completed(side) for side in (WHITE, BLACK)] == [1, 1]
    referee.resign(WHITE)  # the end of the game completes the answered move too
    assert [referee.game.completed(side) for side in (WHITE, BLACK)] == [2, 2]


def test_the_time_of_several_unpressed_moves_is_counted_once() -> None:
    """White's clock ran through all of it: 10 s and 20 s unpressed, 5 s more and his press: 35 s in all."""
    referee = Referee()
    for san, span_ns in (("e4", 10), ("e5", 0), ("Nf3", 20), ("Nc6", 0)):
        referee.wait(seconds(span_ns))
        referee.settle(san, pressed=False)
    referee.press(WHITE, seconds(5))
    referee.settle("Bb5")
    spent = [ply.spent_ns for ply in referee.game.plies if ply.side is WHITE]
    assert sum(each or 0 for each in spent) == seconds(35)
    assert [ply.pressed for ply in referee.game.plies if ply.side is WHITE] == [False, False, True]
    referee.play("a6", seconds(3))
    assert referee.game.plies[5].spent_ns == seconds(3)


def test_a_move_is_pressed_only_when_a_press_was_counted() -> None:
    """Whatever the board's reader believes: presses and marks are the referee's own count."""
    referee = Referee()
    referee.settle("e4", pressed=True)
    assert (referee.game.plies[0].pressed, referee.game.plies[0].completed) == (False, False)
    assert (referee.game.presses, referee.game.clock.running) == ((0, 0), WHITE)


# -- a press without a move -------------------------------------------------------------------------


def test_scenario_1_the_period_follows_the_moves_not_the_presses() -> None:
    """P1 and P2 press before any move, then 40 real moves: presses 41, moves 40, the bonus at move 40."""
    referee = Referee()
    for side in (WHITE, BLACK):
        referee.press(side, seconds(1))
        referee.wait(milliseconds(500))
        referee.doubt("no-move", side, f"{side} pressed without a move")
    assert referee.alerts() == ["no-move", "no-move"]
    for number, san in enumerate(quiet_moves()[:78], 1):
        referee.play(san, seconds(10))
        assert referee.game.plies[-1].spent_ns == seconds(10) + (
            milliseconds(500) if number == 1 else 0
        )
    assert referee.game.presses == (40, 40)
    assert [referee.game.completed(side) for side in (WHITE, BLACK)] == [39, 39]
    assert (referee.game.clock.white.period, referee.game.clock.black.period) == (0, 0)
    referee.play(quiet_moves()[78])
    assert referee.game.clock.white.period == 1


@pytest.mark.parametrize("alert", ["no-move", "illegal-move"])
def test_a_press_that_was_nothing_lends_its_reading_to_no_other_move(alert: str) -> None:
    """7.5.1, 7.5.3: the clock went over, but no move of the record has that press."""
    referee = Referee()
    referee.press(WHITE, seconds(10))
    referee.wait(milliseconds(500))
    facts = referee.doubt(alert, WHITE)  # type: ignore[arg-type]
    assert isinstance(facts[0], PressedWithoutMove)
    assert referee.game.counted_presses == ()
    referee.press(BLACK, seconds(2))
    referee.doubt("no-move", BLACK)
    referee.play("e4", seconds(33))
    assert referee.game.plies[0].spent_ns == seconds(33)
    assert referee.game.presses == (2, 1)


def test_the_same_doubt_twice_drops_both_presses() -> None:
    """The alert is open already; the second press is nothing all the same."""
    referee = Referee()
    for _ in range(2):
        for side in (WHITE, BLACK):
            referee.press(side, seconds(1))
            referee.doubt("no-move", side)
    assert referee.game.counted_presses == ()
    assert len(referee.of(PressedWithoutMove)) == 4
    assert referee.alerts() == ["no-move", "no-move"]


def test_a_late_press_is_no_press_without_a_move() -> None:
    """6.2.2: the board shows no new move at the late press of the last one; nothing is wrong."""
    referee = Referee()
    referee.settle("e4", pressed=False)
    referee.settle("e5", pressed=False)
    referee.press(WHITE, seconds(4))
    assert referee.doubt("no-move", WHITE) == []


def test_a_doubt_about_a_side_that_did_not_press_drops_nothing() -> None:
    referee = Referee()
    referee.press(WHITE, seconds(1))
    referee.doubt("no-move", BLACK)
    referee.doubt("position-differs", None)
    assert len(referee.game.counted_presses) == 1


def test_a_press_by_the_side_whose_clock_stands_is_no_press() -> None:
    """Field scenario 10: bounces of the press itself find the clock gone already."""
    referee = Referee()
    referee.press(WHITE, seconds(10))
    for bounce_ms in (3, 9, 69):
        assert referee.press(WHITE, milliseconds(bounce_ms)) == []
    referee.press(BLACK, milliseconds(9))
    assert referee.game.presses == (1, 1)


@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_a_press_while_the_arbiter_has_stopped_the_clocks_is_none(side: Side) -> None:
    referee = Referee()
    referee.play("e4")
    referee.command("pause")
    assert referee.press(side, seconds(1)) == []


def test_a_move_that_does_not_fit_the_record_is_told_not_taken() -> None:
    referee = Referee()
    referee.feed(MoveSettled(referee.now_ns, "e2e5", referee.now_ns, True))
    assert (referee.game.plies, referee.alerts()) == ((), ["position-differs"])
    assert "e2e5" in referee.game.alerts[0].detail


# -- the split that the arbiter is offered ------------------------------------------------------------


def missed() -> Referee:
    """White thinks 10 s over 1. e4 and forgets to press; Black replies 7 s later."""
    referee = Referee()
    referee.wait(seconds(10))
    referee.settle("e4", pressed=False)
    referee.wait(seconds(7))
    referee.settle("e5", pressed=False)
    return referee


def test_a_missed_press_changes_nothing_by_itself_and_its_split_is_offered() -> None:
    """6.2.2; design 8: the reply's time to the replying side, the uncredited increments to both."""
    referee = missed()
    assert referee.left_ns(WHITE) == minutes(90) + seconds(30 - 17)
    split = referee.game.split
    assert split is not None
    assert (split.side, split.ply) == (WHITE, 1)
    assert (split.white_adds_ns, split.black_adds_ns) == (seconds(7 + 30), seconds(30 - 7))


def test_the_split_is_one_key_with_the_clocks_stopped() -> None:
    referee = missed()
    assert "pause it first" in refused(referee.command("split"))
    referee.command("pause")
    referee.command("split", "White's button was stuck")
    assert referee.left_ns(WHITE) == minutes(90) + seconds(30 - 10 + 30)  # as if he had pressed
    assert referee.left_ns(BLACK) == minutes(90) + seconds(30 - 7 + 30)
    assert "no missed press" in refused(referee.command("split"))


def test_a_pressed_move_offers_no_split() -> None:
    referee = Referee()
    referee.play("e4 e5", seconds(4))
    assert referee.game.split is None


def test_a_late_press_ends_the_offer_of_a_split() -> None:
    """It has credited the increment that was missing; applying the split too would give it twice."""
    referee = missed()
    referee.press(WHITE, seconds(2))
    assert referee.game.split is None


def test_moves_taken_back_take_their_split_with_them() -> None:
    referee = missed()
    referee.command("pause")
    referee.command("set-moves", **{"take-back": "2"})
    assert "no missed press" in refused(referee.command("split"))
