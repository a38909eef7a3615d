"""Default time: 2019 U.S. Senior reg. 3 (30 minutes), World Senior 2011 (zero), Laws 6.7; design.md 4, 8."""

from typing import Any

import pytest

from clockd.game.facts import GameEnded
from clockd.ports import BLACK, WHITE, PlayerArrived
from clockd.units import minutes, seconds
from tests.game.referee import Referee


def started(**others: Any) -> Referee:
    return Referee(default_time_ns=minutes(30), arrival_registration=True, **others)


def test_at_thirty_minutes_to_the_nanosecond_he_is_in_time() -> None:
    """Reg. 3: more than 30 minutes after the start forfeits."""
    referee = started()
    referee.feed(PlayerArrived(referee.now_ns, BLACK))
    referee.wait(minutes(30))
    assert referee.game.phase == "running"
    referee.feed(PlayerArrived(referee.now_ns, WHITE))
    referee.wait(minutes(20))
    assert referee.game.phase == "running"


def test_a_nanosecond_later_he_forfeits() -> None:
    referee = started()
    referee.feed(PlayerArrived(referee.now_ns, BLACK))
    referee.wait(minutes(30) + 1)
    ended = referee.of(GameEnded)[0]
    assert (ended.result, ended.termination, ended.forfeit) == ("0-1", "default-time", True)
    assert ended.at_ns == seconds(100) + minutes(30) + 1


def test_both_absent_is_nought_nought() -> None:
    referee = started()
    referee.wait(minutes(31))
    assert (referee.game.result, referee.game.forfeit) == ("0-0", True)


def test_white_moves_and_black_does_not_come() -> None:
    """The time since the start is White's first move and Black's clock together."""
    referee = started()
    referee.play("e4", minutes(12))
    referee.wait(minutes(18))
    assert referee.game.phase == "running"
    referee.wait(1)
    assert (referee.game.result, referee.game.termination) == ("1-0", "default-time")


def test_a_move_is_a_sign_of_life() -> None:
    referee = started()
    referee.play("e4", minutes(10))
    referee.play("e5", minutes(19))
    referee.wait(minutes(40))
    assert referee.game.phase == "running" and referee.alerts() == []


def test_a_pause_is_the_arbiters_time() -> None:
    referee = started()
    referee.wait(minutes(10))
    referee.command("pause")
    referee.wait(minutes(60))
    referee.command("resume")
    referee.wait(minutes(20))
    assert referee.game.result == "*"
    referee.wait(1)
    assert referee.game.result == "0-0"


def test_after_a_restart_the_default_time_goes_on() -> None:
    referee = started()
    referee.play("e4", minutes(12))
    referee.command("pause")
    referee.restart()
    referee.command("resume")
    referee.wait(minutes(18))
    assert referee.game.phase == "running"
    referee.wait(1)
    assert referee.game.result == "1-0"


def test_without_registration_the_arbiter_is_told_once_and_decides() -> None:
    """Design 4: an automatic forfeit needs arrival registration and no sign of life."""
    referee = Referee(default_time_ns=minutes(30))
    referee.play("e4", minutes(5))
    referee.wait(minutes(40))
    assert referee.game.phase == "running" and referee.alerts() == ["late"]
    late = referee.alert("late")
    assert late.side is BLACK and "forfeit side=black" in late.detail
    referee.command("acknowledge")
    referee.wait(minutes(10))
    assert referee.alerts() == []
    referee.command("forfeit", side="black")
    assert referee.game.result == "1-0"


@pytest.mark.parametrize("registration", [True, False])
def test_zero_tolerance_is_never_automatic(registration: bool) -> None:
    """World Senior 2011: absent at the start loses; the forfeit is one key away (design 4, 8)."""
    referee = Referee(default_time_ns=0, arrival_registration=registration)
    referee.wait(1)
    assert referee.alerts() == ["late", "late"] and referee.game.phase == "running"
    referee.command("forfeit", side="both")
    assert referee.game.result == "0-0"


def test_a_press_before_the_start_is_a_sign_of_life() -> None:
    referee = Referee(default_time_ns=0, start=False)
    referee.press(BLACK)
    referee.press(WHITE)
    referee.command("start")
    referee.wait(seconds(5))
    assert referee.alerts() == []


def test_a_forfeit_by_the_clock_is_set_aside_like_any_other() -> None:
    referee = started()
    referee.wait(minutes(31))
    referee.command("set-aside")
    referee.command("arrived", side="white")
    referee.command("arrived", side="black")
    referee.command("resume")
    referee.wait(minutes(5))
    assert (referee.game.result, referee.game.phase) == ("*", "running")
