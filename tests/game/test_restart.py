"""A pulled plug and what is found afterwards (design.md section 3: instants die with the boot)."""

from dataclasses import replace

from clockd.game import clock as clocks
from clockd.game.clock import Clock
from clockd.game.facts import ClockRestored
from clockd.game.inputs import TableStopping
from clockd.ports import BLACK, WHITE
from clockd.units import milliseconds, minutes, seconds
from tests.game.referee import Referee, refused, replayed

BOOT_NS = seconds(3)  # the new boot's clock began anew: before every instant of the old one


def reading_of(referee: Referee) -> Clock:
    """The reading that the table would have written now."""
    reached = clocks.advance(referee.game.timing, referee.game.clock, referee.now_ns)
    return replace(reached, since_ns=None)


def running() -> Referee:
    """White has pressed after 10 s; Black has thought for 7 s."""
    referee = Referee()
    referee.play("e4", seconds(10))
    referee.wait(seconds(7))
    return referee


def test_without_a_reading_the_clocks_stand_at_the_last_press() -> None:
    referee = running()
    referee.restart()
    game = referee.game
    assert (game.phase, game.clock.running, game.clock.to_run) == ("paused", None, BLACK)
    assert game.clock.black.remaining_ns == minutes(90) + seconds(30)
    assert game.clock.white.remaining_ns == minutes(90) + seconds(50)
    assert [ply.san for ply in game.plies] == ["e4"]
    assert (game.stopped_why, referee.alerts()) == ("Restored after a restart", ["clock-restored"])
    assert "the last press" in referee.alert("clock-restored").detail


def test_with_a_reading_the_running_side_has_lost_what_it_says() -> None:
    referee = running()
    reading = reading_of(referee)
    referee.wait(milliseconds(900))  # not on the disk any more
    referee.restart(reading)
    assert referee.game.clock.black.remaining_ns == minutes(90) + seconds(23)
    assert "its last reading" in referee.alert("clock-restored").detail
    assert referee.of(ClockRestored)[0].at_ns == BOOT_NS


def test_hours_without_power_cost_nobody_anything() -> None:
    """Whatever the new boot's clock says, it is never compared with the old one's."""
    for at_ns in (1, BOOT_NS, minutes(600)):
        referee = running()
        referee.restart(at_ns=at_ns)
        assert referee.game.clock.flag is None
        assert referee.game.clock.black.remaining_ns == minutes(90) + seconds(30)


def test_the_arbiter_resumes_and_the_move_goes_on() -> None:
    referee = running()
    referee.restart(reading_of(referee))
    referee.wait(minutes(4))
    referee.command("resume")
    referee.play("e5", seconds(3))
    assert referee.game.plies[1].spent_ns == seconds(10)
    assert referee.game.clock.black.remaining_ns == minutes(90) + seconds(50)


def test_a_pause_is_found_as_it_was() -> None:
    referee = running()
    referee.command("pause")
    before = referee.game
    referee.restart(reading_of(referee))
    assert referee.game == before
    assert referee.alerts() == []


def test_a_waiting_and_an_ended_game_are_found_as_they_were() -> None:
    waiting = Referee(start=False)
    waiting.restart()
    assert waiting.game.phase == "waiting"
    ended = running()
    ended.resign(BLACK)
    ended.restart()
    assert (ended.game.phase, ended.game.result) == ("ended", "1-0")
    assert ended.alerts() == []


def test_a_flag_before_the_cut_is_a_flag_after_it() -> None:
    referee = Referee("300")
    referee.wait(minutes(5) + milliseconds(10))
    referee.restart()
    assert (referee.game.result, referee.game.termination) == ("0-1", "time-forfeit")


def test_a_flag_that_was_left_to_the_arbiter_is_still_his() -> None:
    referee = Referee("300")
    referee.play("f3 e5 g4")
    referee.wait(referee.game.clock.black.remaining_ns + milliseconds(900))
    referee.settle("Qh4#", pressed=False, landed_ns=referee.now_ns - milliseconds(900))
    referee.restart()
    referee.wait(minutes(9))
    assert (referee.game.result, referee.game.result_left_open) == ("*", True)
    assert "flag is down" in refused(referee.command("resume"))


def test_a_press_whose_squares_were_not_settled_yet_keeps_its_move() -> None:
    """The cut came between press and settlement; the board shows the move afterwards."""
    referee = running()
    referee.press(BLACK)
    referee.restart()
    assert referee.game.clock.to_run is WHITE
    referee.settle("e5", pressed=False)
    ply = referee.game.plies[1]
    assert (ply.pressed, ply.completed, ply.spent_ns) == (True, True, seconds(7))


def test_two_cuts_in_a_row_cost_nothing_more() -> None:
    referee = running()
    referee.restart(reading_of(referee))
    once = referee.game
    referee.restart()
    assert referee.game == once


def test_a_shutdown_in_good_order_loses_no_time_at_all() -> None:
    """Interfaces 6: SIGTERM ends the process with everything kept."""
    referee = running()
    referee.feed(TableStopping(referee.now_ns))
    assert (referee.game.phase, referee.game.stopped_why) == (
        "paused", "Stopped: the table was shut down"
    )  # fmt: skip
    referee.restart()
    assert referee.game.clock.black.remaining_ns == minutes(90) + seconds(23)
    assert referee.alerts() == []


def test_the_draw_offer_and_the_alerts_survive() -> None:
    referee = running()
    referee.offer(WHITE)
    referee.doubt("ambiguous", WHITE)
    referee.restart()
    assert referee.game.offer is not None
    assert referee.alerts() == ["ambiguous", "clock-restored"]
    assert replayed(referee.records) == referee.game
