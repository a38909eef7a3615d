"""Flag fall: Laws 6.4, 6.8 and 6.9, design.md sections 3 and 4."""

import pytest

from clockd.game.decide import next_deadline
from clockd.game.evidence import MoveSettled
from clockd.game.facts import FlagFell, GameEnded, MovePlayed, ResultLeftOpen
from clockd.game.inputs import TimePassed
from clockd.ports import BLACK, WHITE, ClockPressed
from clockd.units import milliseconds, minutes, seconds
from tests.game.referee import Referee, quiet_moves

FOOLS_MATE_BUT_ONE = "f3 e5 g4"


def test_the_flag_is_told_at_its_own_instant_however_late_the_loop_hears() -> None:
    referee = Referee("300")
    start_ns = referee.now_ns
    facts = referee.machine.feed(TimePassed(start_ns + minutes(5) + milliseconds(80)))
    flag = next(fact for fact in facts if isinstance(fact, FlagFell))
    assert (flag.at_ns, flag.side) == (start_ns + minutes(5), WHITE)
    assert referee.game.clock.flag_at_ns == start_ns + minutes(5)
    assert referee.alerts() == ["flag"]


def test_the_flag_loses_a_second_later() -> None:
    """6.9; the wait is the doubt, a scan and the stand of a final move (design 4)."""
    referee = Referee("300")
    flag_ns = referee.now_ns + minutes(5)
    assert next_deadline(referee.game) == flag_ns
    referee.wait(minutes(5) + milliseconds(999))
    assert (referee.game.phase, referee.game.result) == ("running", "*")
    referee.wait(milliseconds(1))
    assert (referee.game.result, referee.game.termination) == ("0-1", "time-forfeit")
    assert referee.of(GameEnded)[0].at_ns == flag_ns + seconds(1)
    assert next_deadline(referee.game) is None


def test_a_press_in_the_same_instant_as_zero_is_late() -> None:
    """Interfaces 1: exactly 0 left has lost the flag at that instant."""
    referee = Referee("300")
    referee.press(WHITE, minutes(5))
    assert (referee.game.clock.flag, referee.game.presses) == (WHITE, (0, 0))


def test_a_press_one_nanosecond_before_zero_is_in_time() -> None:
    referee = Referee("300")
    referee.press(WHITE, minutes(5) - 1)
    assert (referee.game.clock.flag, referee.game.presses) == (None, (1, 0))
    assert referee.game.clock.white.remaining_ns == 1


def test_only_the_first_flag_falls() -> None:
    """C.02 (2017) 5.4.1: the other clock stops and keeps its display."""
    referee = Referee("300")
    referee.play("e4", seconds(10))
    referee.wait(minutes(30))
    assert [fact.side for fact in referee.of(FlagFell)] == [BLACK]
    assert referee.game.clock.white.remaining_ns == seconds(290)
    assert referee.game.result == "1-0"


def test_nothing_but_the_arbiter_counts_behind_the_flag() -> None:
    """Presses, offers, claims and resignation come too late: the flag came first."""
    referee = Referee("300")
    referee.play("e4 e5")
    referee.wait(seconds(299))
    referee.press(WHITE)
    referee.offer(BLACK)
    referee.resign(BLACK)
    referee.kings("0-1")
    referee.settle("Nf3", pressed=False)
    assert (referee.game.phase, len(referee.game.plies), referee.game.offers) == ("running", 2, ())
    referee.wait(seconds(1))
    assert (referee.game.result, referee.game.termination) == ("0-1", "time-forfeit")


@pytest.mark.parametrize(
    ("fen", "result", "termination"),
    [
        ("8/8/8/4k3/8/8/4P3/3K4 w - - 0 1", "1/2-1/2", "time-draw"),  # bare king
        ("8/8/8/3k1n2/8/8/4Q3/3K4 w - - 0 1", "1/2-1/2", "time-draw"),  # K+N v K+Q
        ("8/8/8/3k1n2/8/8/4R3/3K4 w - - 0 1", "0-1", "time-forfeit"),  # K+N v K+R: a helpmate
        ("8/8/8/3k1b2/8/8/4R3/3K4 w - - 0 1", "1/2-1/2", "time-draw"),  # K+B v K+R
        ("8/8/8/4kb2/8/8/4N3/3K4 w - - 0 1", "0-1", "time-forfeit"),  # K+B v K+N
        ("8/8/8/4kb2/8/8/4B3/3K4 w - - 0 1", "1/2-1/2", "time-draw"),  # both on light squares
        ("8/8/8/4kb2/8/4B3/8/3K4 w - - 0 1", "0-1", "time-forfeit"),  # light against dark
        ("8/8/8/3nkn2/8/8/8/3K4 w - - 0 1", "0-1", "time-forfeit"),  # K+NN v K
    ],
)
def test_the_flag_is_a_draw_when_the_opponent_cannot_mate(
    fen: str, result: str, termination: str
) -> None:
    """6.9; rules sheet 1.7: White's flag falls, Black's material decides."""
    referee = Referee("300", start_fen=fen)
    referee.wait(minutes(6))
    assert (referee.game.result, referee.game.termination) == (result, termination)


# -- a game-ending move beside the flag (design 4) --------------------------------------------------


def beside_the_flag(landed_after_flag_ns: int) -> Referee:
    """Black mates on the board without pressing, so long after (before) his flag fell."""
    referee = Referee("300")
    referee.play(FOOLS_MATE_BUT_ONE)
    flag_ns = referee.now_ns + minutes(5) - seconds(1)
    referee.wait(flag_ns + milliseconds(900) - referee.now_ns)
    assert referee.game.clock.flag is BLACK
    referee.settle("Qh4#", pressed=False, landed_ns=flag_ns + landed_after_flag_ns)
    referee.wait(seconds(30))
    return referee


@pytest.mark.parametrize("landed_ms", [-500, -1, 0, 1, 500])
def test_mate_within_500_ms_of_the_flag_is_the_arbiter_s(landed_ms: int) -> None:
    referee = beside_the_flag(milliseconds(landed_ms))
    assert (referee.game.result, referee.game.phase) == ("*", "running")
    assert referee.alerts() == ["flag", "flag"]
    when = "before" if landed_ms <= 0 else "after"
    assert f"{abs(landed_ms)} ms {when} the flag" in referee.game.alerts[-1].detail
    assert "Qh4#" in referee.game.alerts[-1].detail
    assert next_deadline(referee.game) is None


def test_mate_more_than_500_ms_before_the_flag_is_mate() -> None:
    referee = beside_the_flag(-milliseconds(501))
    assert (referee.game.result, referee.game.termination) == ("0-1", "checkmate")
    assert referee.game.completed(BLACK) == 2  # 6.2.1: the end completed it


def test_mate_more_than_500_ms_after_the_flag_is_nothing() -> None:
    referee = beside_the_flag(milliseconds(501))
    assert (referee.game.result, referee.game.termination) == ("1-0", "time-forfeit")
    assert len(referee.game.plies) == 3


def test_a_quiet_move_beside_the_flag_is_nothing() -> None:
    referee = Referee("300")
    referee.play("e4", seconds(1))
    flag_ns = referee.now_ns + minutes(5)
    referee.wait(minutes(5) + milliseconds(400))
    referee.settle("e5", pressed=False, landed_ns=flag_ns - milliseconds(10))
    assert referee.of(MovePlayed)[-1].san == "e4"
    referee.wait(seconds(1))
    assert referee.game.result == "1-0"


def test_a_fifth_occurrence_beside_the_flag_is_the_arbiter_s() -> None:
    """9.6.1 ends a game as mate does."""
    referee = Referee("300")
    referee.play("Nf3 Nf6 Ng1 Ng8 " * 3 + "Nf3 Nf6 Ng1", seconds(1))
    left_ns = referee.game.clock.black.remaining_ns
    referee.wait(left_ns + milliseconds(300))
    referee.settle("Ng8", pressed=False, landed_ns=referee.now_ns - milliseconds(100))
    assert len(referee.of(ResultLeftOpen)) == 1


def test_the_doubt_is_told_once() -> None:
    """The recogniser may say the same move again; the arbiter has heard it."""
    referee = beside_the_flag(0)
    referee.wait(seconds(1))
    flag_ns = referee.game.clock.flag_at_ns or 0
    referee.feed(MoveSettled(referee.now_ns, "d8h4", flag_ns, False))
    assert len(referee.of(ResultLeftOpen)) == 1


def test_a_mate_that_was_pressed_before_the_opponent_s_flag_wins() -> None:
    """White mates and presses; Black's last 50 ms run out before the board has told of the mate."""
    referee = Referee("W300-B60")
    referee.play("e4", seconds(1))
    referee.play("e5", seconds(60) - milliseconds(350))
    referee.play("Bc4 Nc6 Qh5 Nf6", milliseconds(100))
    assert referee.game.clock.black.remaining_ns == milliseconds(150)
    referee.press(WHITE, milliseconds(100))
    referee.wait(milliseconds(300))
    assert referee.game.clock.flag is BLACK
    referee.settle("Qxf7#")
    assert (referee.game.result, referee.game.termination) == ("1-0", "checkmate")


# -- the press before the flag, the squares after it ------------------------------------------------

LAST_MOVE = "2/60:300"  # two moves in a minute, then five minutes; nothing is added


def pressed_at_the_last_moment(bonus_at: str = "moves") -> Referee:
    """White presses move 2 with 50 ms left, Black answers and presses at once, White's minute ends."""
    referee = Referee(LAST_MOVE, bonus_at=bonus_at)
    referee.play("e4 e5", seconds(30))
    referee.press(WHITE, seconds(30) - milliseconds(50))
    referee.press(BLACK, milliseconds(100))
    return referee


@pytest.mark.parametrize("bonus_at", ["moves", "zero"])
def test_a_control_made_by_the_press_holds_although_the_board_told_later(bonus_at: str) -> None:
    """6.4: the flag says nothing to a player who has completed his moves. The clock ran on all the while."""
    referee = pressed_at_the_last_moment(bonus_at)
    flag_ns = referee.now_ns + milliseconds(50)
    referee.wait(milliseconds(250))
    assert referee.game.clock.flag is WHITE
    referee.settle("Nf3")
    assert referee.game.clock.running is WHITE
    assert referee.left_ns(WHITE) == minutes(5) - (referee.now_ns - flag_ns)
    referee.settle("Nc6")
    assert referee.alerts() == []
    referee.wait(seconds(10))
    referee.play("Bb5", 0)
    assert referee.game.clock.white.remaining_ns == minutes(5) - seconds(10) - milliseconds(200)
    assert (referee.game.phase, referee.game.completed(WHITE)) == ("running", 3)


def test_a_press_that_no_move_followed_leaves_the_control_to_the_arbiter() -> None:
    referee = pressed_at_the_last_moment()
    referee.wait(seconds(5))
    assert (referee.game.result, referee.game.result_left_open) == ("*", True)
    assert "pressed before the flag" in referee.game.alerts[-1].detail


def test_a_press_with_no_move_makes_no_control() -> None:
    """7.5.3: the press was nothing, so move 2 was not made and the flag stands."""
    referee = pressed_at_the_last_moment()
    referee.wait(milliseconds(450))
    referee.doubt("no-move", WHITE)
    referee.wait(seconds(1))
    assert (referee.game.result, referee.game.termination) == ("0-1", "time-forfeit")


def test_a_pressed_move_that_was_not_the_last_of_its_period_saves_nothing() -> None:
    referee = Referee("3/60:300")
    referee.play("e4 e5", seconds(30))
    referee.press(WHITE, seconds(30) - milliseconds(50))
    referee.press(BLACK, milliseconds(100))
    referee.wait(milliseconds(250))
    referee.settle("Nf3")
    assert referee.game.clock.flag is WHITE
    referee.settle("Nc6")
    referee.wait(seconds(1))
    assert (referee.game.result, referee.game.termination) == ("0-1", "time-forfeit")
    assert [ply.san for ply in referee.game.plies] == ["e4", "e5", "Nf3", "Nc6"]


# -- periods ----------------------------------------------------------------------------------------


def test_a_period_that_arrives_at_zero_keeps_nobody_awake() -> None:
    """With the bonus at zero the next wake is the flag itself, hours away; no loop spins at the zero."""
    referee = Referee("2/60:300", bonus_at="zero")
    referee.play("e4 e5 Nf3 Nc6", seconds(10))
    assert next_deadline(referee.game) == referee.now_ns + seconds(40) + minutes(5)
    referee.wait(seconds(50))
    assert referee.left_ns(WHITE) == minutes(5) - seconds(10)
    referee.wait(minutes(5))
    assert (referee.game.result, referee.game.clock.flag) == ("0-1", WHITE)


def test_the_flag_in_the_first_period_falls_with_39_moves() -> None:
    """F3: 165 s for each of 39 moves leave 165,000; move 40 comes a nanosecond too late."""
    referee = Referee()
    for number, move in enumerate(quiet_moves()[:78]):
        referee.play(move, 0 if number % 2 else milliseconds(165_000))
    assert referee.game.clock.white.remaining_ns == milliseconds(165_000)
    referee.feed(ClockPressed(referee.now_ns + milliseconds(165_000), WHITE))
    referee.wait(seconds(1))
    assert (referee.game.result, referee.game.completed(WHITE)) == ("0-1", 39)
