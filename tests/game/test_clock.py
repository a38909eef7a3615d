"""The clock against the arithmetic of the rules sheet, section 3.3, to the nanosecond, and against a real event."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from clockd.game import clock as clocks
from clockd.game.clock import Clock, Timing
from clockd.game.control_text import parse_control
from clockd.game.pairing import BonusAt
from clockd.ports import BLACK, WHITE, Side
from clockd.units import milliseconds as ms
from clockd.units import minutes, seconds, to_ms
from tests.shared import shared_file

CLASSICAL = "90/40+30+30"


class Play:
    """A clock in use: the side to move thinks so long, then presses, and its move counts."""

    def __init__(self, control: str, bonus_at: BonusAt = "moves") -> None:
        self.timing = Timing(parse_control(control), bonus_at)
        self.now_ns = seconds(7)
        self.clock = clocks.start(clocks.set_up(self.timing), self.now_ns)

    def think(self, span_ns: int) -> "Play":
        self.now_ns += span_ns
        self.clock = clocks.advance(self.timing, self.clock, self.now_ns)
        return self

    def move(self, span_ns: int) -> int:
        """The milliseconds that the mover has after his press."""
        self.think(span_ns)
        side = self.clock.to_run
        self.clock = clocks.press(self.timing, self.clock, self.now_ns)
        if self.clock.flag is None:
            self.clock = clocks.complete_move(self.timing, self.clock, side)
        return self.left_ms(side)

    def moves(self, *spans_ns: int) -> list[int]:
        """White's readings after so many moves; Black answers at once."""
        readings = []
        for span_ns in spans_ns:
            readings.append(self.move(span_ns))
            self.move(0)
        return readings

    def left_ms(self, side: Side) -> int:
        return to_ms(self.clock.hand(side).remaining_ns)


# -- 90/40+30+30: F0 to F4 -------------------------------------------------------------------------


def test_f0_the_first_increment_stands_on_the_clock_before_move_one() -> None:
    """5,400,000 + 30,000 = 5,430,000 each."""
    clock = clocks.set_up(Timing(parse_control(CLASSICAL)))
    assert (clock.white.remaining_ns, clock.black.remaining_ns) == (ms(5_430_000), ms(5_430_000))


@pytest.mark.parametrize(("bonus_at", "fortieth"), [("moves", 6_030_000), ("zero", 4_230_000)])
def test_f1_a_minute_for_every_move(bonus_at: BonusAt, fortieth: int) -> None:
    """5,430,000 - 30,000 k; the fortieth press brings 30 minutes (M) or nothing yet (Z)."""
    play = Play(CLASSICAL, bonus_at)
    after = play.moves(*[minutes(1)] * 41)
    assert after[:39] == [5_430_000 - 30_000 * k for k in range(1, 40)]
    assert (after[0], after[38], after[39]) == (5_400_000, 4_260_000, fortieth)
    assert after[40] == fortieth - 30_000


def test_f1_before_the_fortieth_press_seventy_minutes_stand() -> None:
    play = Play(CLASSICAL)
    play.moves(*[minutes(1)] * 39)
    assert play.think(minutes(1)).left_ms(WHITE) == 4_200_000


@pytest.mark.parametrize(("bonus_at", "fortieth"), [("moves", 1_870_000), ("zero", 70_000)])
def test_f2_both_ways_agree_once_both_have_been_given(bonus_at: BonusAt, fortieth: int) -> None:
    """164 s a move: 5,430,000 - 134,000 k; after move 41 (100 s) both stand at 1,800,000."""
    play = Play(CLASSICAL, bonus_at)
    after = play.moves(*[ms(164_000)] * 39)
    assert (after[0], after[38]) == (5_296_000, 204_000)
    assert play.think(ms(164_000)).left_ms(WHITE) == 40_000
    assert play.moves(0) == [fortieth]
    assert play.moves(ms(100_000)) == [1_800_000]
    assert play.think(ms(20_000)).left_ms(WHITE) == 1_780_000
    assert play.moves(0) == [1_810_000]
    assert (play.clock.white.period, play.clock.flag) == (1, None)


def test_f2_the_second_period_arrives_at_zero_in_mid_move() -> None:
    """Z: 70,000 are used up, +1,800,000, and 30,000 more are used: 1,770,000 before the press."""
    play = Play(CLASSICAL, "zero")
    play.moves(*[ms(164_000)] * 40)
    assert (play.think(ms(69_999)).left_ms(WHITE), play.clock.white.period) == (1, 0)
    assert (play.think(ms(1)).left_ms(WHITE), play.clock.white.period) == (1_800_000, 1)
    assert play.think(ms(30_000)).left_ms(WHITE) == 1_770_000


@pytest.mark.parametrize("bonus_at", ["moves", "zero"])
def test_f3_the_fortieth_move_that_ends_at_exactly_zero_is_late(bonus_at: BonusAt) -> None:
    """165 s a move: 165,000 before move 40, used up in the very instant of the press."""
    play = Play(CLASSICAL, bonus_at)
    assert play.moves(*[ms(165_000)] * 39)[-1] == 165_000
    play.move(ms(165_000))
    assert (play.clock.flag, play.clock.flag_at_ns) == (WHITE, play.now_ns)
    assert (play.left_ms(WHITE), play.clock.white.moves, play.clock.white.period) == (0, 39, 0)


def test_f3_one_nanosecond_earlier_is_in_time() -> None:
    play = Play(CLASSICAL)
    play.moves(*[ms(165_000)] * 39)
    assert play.move(ms(165_000) - 1) == 1_830_000
    assert play.clock.white.remaining_ns == ms(1_830_000) + 1


@pytest.mark.parametrize("bonus_at", ["moves", "zero"])
def test_f4_after_the_last_flag_nothing_is_added_and_the_other_side_stands(
    bonus_at: BonusAt,
) -> None:
    play = Play(CLASSICAL, bonus_at)
    play.moves(*[minutes(2)] * 40)
    black_ms = play.left_ms(BLACK)
    play.think(minutes(120))
    fell = play.clock
    assert (fell.flag, fell.white.remaining_ns, fell.running) == (WHITE, 0, None)
    play.move(seconds(1))  # a press behind the flag
    play.think(minutes(1))
    assert play.clock == fell
    assert play.left_ms(BLACK) == black_ms


# -- delays: D1, D2, D4, D5 --------------------------------------------------------------------------

D1_SPANS = [ms(u) for u in (1_500, 2_000, 2_001, 10_000, 0, 120_000, 450_000, 15_000)]
D1_AFTER = [600_000, 600_000, 599_999, 591_999, 591_999, 473_999, 25_999, 12_999]


def test_d1_the_us_delay_is_used_up_before_main_time() -> None:
    assert Play("G/10 +2 delay").moves(*D1_SPANS) == D1_AFTER


def test_d2_bronstein_shows_two_seconds_more_at_every_press() -> None:
    play = Play("600b2")
    assert play.left_ms(WHITE) == 602_000
    assert play.moves(*D1_SPANS) == [each + 2_000 for each in D1_AFTER]


@pytest.mark.parametrize("control", ["600d2", "600b2"])
def test_d2_both_flag_at_the_same_instant(control: str) -> None:
    """At 12,999 of main time both flag 14,999 after the press."""
    play = Play(control)
    play.moves(*D1_SPANS)
    assert clocks.flag_falls_at_ns(play.timing, play.clock) == play.now_ns + ms(14_999)
    assert play.think(ms(14_998)).clock.flag is None
    assert play.think(ms(1)).clock.flag is WHITE


def test_d4_three_minutes_with_two_seconds() -> None:
    spans = [ms(u) for u in (900, 2_500, 1_999, 31_000, 8_000)]
    us = [180_000, 179_500, 179_500, 150_500, 144_500]
    assert Play("G/3 d2").moves(*spans) == us
    assert Play("180b2").moves(*spans) == [each + 2_000 for each in us]


@pytest.mark.parametrize(
    ("control", "before_ms", "after_ms"),
    [("600d2", 600_000, 599_900), ("600b2", 600_800, 600_000 - 100)],
)
def test_d5_a_pause_keeps_the_part_of_the_delay_already_used(
    control: str, before_ms: int, after_ms: int
) -> None:
    """Paused after 1,200 of 2,000; 800 are left, so 900 more cost 100 of main time."""
    play = Play(control).think(ms(1_200))
    play.clock = clocks.pause(play.timing, play.clock, play.now_ns)
    assert (play.clock.running, play.clock.white.delay_left_ns) == (None, ms(800))
    play.think(minutes(10))
    play.clock = clocks.start(play.clock, play.now_ns)
    assert play.left_ms(WHITE) == before_ms
    play.think(ms(900))
    assert play.left_ms(WHITE) == after_ms


# -- Armageddon, penalties ---------------------------------------------------------------------------


def test_a1_the_armageddon_of_reg_7() -> None:
    """2019 U.S. Senior, reg. 7: 300,000 and 240,000, nothing added."""
    play = Play("W300-B240")
    spans = [(2_350, 1_900), (11_000, 640), (45_210, 30_005), (0, 15)]
    after = [(play.move(ms(white)), play.move(ms(black))) for white, black in spans]
    assert after == [(297_650, 238_100), (286_650, 237_460), (241_440, 207_455), (241_440, 207_440)]


@pytest.mark.parametrize("control", ["600d2", "600b2", "600"])
def test_p1_penalty_time_is_added_to_main_time_and_not_capped(control: str) -> None:
    """120,000 (rapid: 60,000) for the opponent, whatever the delay rule gives back."""
    play, plain = Play(control), Play(control)
    play.clock = clocks.add_time(play.clock, BLACK, ms(120_000))
    for one in (play, plain):
        one.move(seconds(5))
        one.move(seconds(1))
    assert play.left_ms(BLACK) == plain.left_ms(BLACK) + 120_000
    assert play.left_ms(WHITE) == plain.left_ms(WHITE)


def test_p1_in_zero_mode_the_penalty_belongs_to_the_current_period() -> None:
    play = Play(CLASSICAL, "zero")
    play.moves(*[ms(164_000)] * 40)  # 70,000 left, 40 moves made
    play.clock = clocks.add_time(play.clock, WHITE, ms(120_000))
    assert (play.think(ms(189_999)).left_ms(WHITE), play.clock.white.period) == (1, 0)
    assert (play.think(ms(1)).left_ms(WHITE), play.clock.white.period) == (1_800_000, 1)


# -- field scenarios 4 to 8 --------------------------------------------------------------------------


@pytest.mark.parametrize("control", ["600d2", "600b2"])
def test_scenario_4_the_delay_is_honoured_on_top_of_the_time_that_was_set(control: str) -> None:
    """One second set after 500 ms of the delay: 1,500 of it are left, the flag falls 2,500 later."""
    play = Play(control).think(ms(500))
    play.clock = clocks.set_main_time(play.timing, play.clock, WHITE, seconds(1))
    assert clocks.flag_falls_at_ns(play.timing, play.clock) == play.now_ns + ms(2_500)
    play.move(ms(1_500))
    assert play.left_ms(WHITE) == (1_000 if control == "600d2" else 3_000)


def test_scenario_5_two_periods_with_a_delay_run() -> None:
    """40/110, SD/30 with d10: eleven seconds a move cost one each; move 40 brings 30 minutes."""
    play = Play("40/110,SD/30 with d10")
    after = play.moves(*[seconds(11)] * 41)
    assert (after[0], after[38], after[39], after[40]) == (
        6_599_000,
        6_561_000,
        6_600_000 - 40_000 + 1_800_000,
        6_600_000 - 41_000 + 1_800_000,
    )


def test_scenario_6_both_sides_have_had_as_many_credits() -> None:
    """1'+5": one on the clock at the start, one for each press."""
    play = Play("60+5")
    assert (play.left_ms(WHITE), play.left_ms(BLACK)) == (65_000, 65_000)
    assert (play.move(0), play.move(0)) == (70_000, 70_000)


def test_scenario_7_each_stage_brings_its_own_time_once() -> None:
    """10 moves in 20', 5 in 10', the rest in 5': +10' at move 10, +5' at move 15, no more."""
    play = Play("10/1200:5/600:300")
    after = [1_200_000, *play.moves(*[0] * 40)]
    jumps = {k: after[k] - after[k - 1] for k in range(1, 41) if after[k] != after[k - 1]}
    assert jumps == {10: 600_000, 15: 300_000}


@pytest.mark.parametrize("bonus_at", ["moves", "zero"])
def test_scenario_8_the_increment_comes_in_the_last_period_only(bonus_at: BonusAt) -> None:
    """40/120', 20/60', SD/15' +30": the increment of move 61 comes with the last base."""
    play = Play("40/7200:20/3600:900+30", bonus_at)
    after = play.moves(*[0] * 61)
    if bonus_at == "moves":
        jumps = {
            k: after[k - 1] - after[k - 2] for k in range(2, 62) if after[k - 1] != after[k - 2]
        }
        assert jumps == {40: 3_600_000, 60: 930_000, 61: 30_000}
    else:
        assert set(after) == {7_200_000}
        play.think(ms(7_200_000) + ms(3_600_000))
        assert (play.left_ms(WHITE), play.clock.white.period) == (930_000, 2)


def test_a_period_of_another_kind_holds_from_the_first_move_made_in_it() -> None:
    """2/60+10:60d5: 70 s; move 1 (+10), move 2 brings 60 s and takes back the 10 that are not due."""
    play = Play("2/60+10:60d5")
    assert play.moves(seconds(4), seconds(4)) == [76_000, 132_000]
    assert play.clock.white.delay_left_ns == seconds(5)
    assert play.moves(seconds(5), seconds(6)) == [132_000, 131_000]


# -- the hourglass, and what is not a press ----------------------------------------------------------


def test_the_sand_runs_to_the_other_side() -> None:
    play = Play("*180")
    assert play.move(seconds(10)) == 170_000
    assert play.left_ms(BLACK) == 190_000
    assert play.think(seconds(190)).clock.flag is BLACK
    assert (play.left_ms(WHITE), play.left_ms(BLACK)) == (360_000, 0)


def test_nothing_runs_before_the_start() -> None:
    timing = Timing(parse_control("300"))
    clock = clocks.set_up(timing)
    assert clocks.advance(timing, clock, minutes(99)) == clock
    assert clocks.press(timing, clock, minutes(99)) == clock
    assert clocks.flag_falls_at_ns(timing, clock) is None


def test_a_clock_is_never_asked_about_the_past() -> None:
    play = Play("300")
    with pytest.raises(AssertionError, match="before its last reading"):
        clocks.advance(play.timing, play.clock, play.now_ns - 1)


def test_periods_count_the_moves_from_the_start_of_the_game() -> None:
    """40 moves, then 20 more: after 45 moves 15 are to go."""
    play = Play("40/7200:20/3600:900+30")
    play.moves(*[0] * 45)
    assert clocks.moves_to_go(play.timing, WHITE, play.clock.white) == 15
    play.moves(*[0] * 15)
    assert clocks.moves_to_go(play.timing, WHITE, play.clock.white) is None


def test_a_started_clock_is_not_started_twice() -> None:
    play = Play("300")
    with pytest.raises(AssertionError):
        clocks.start(play.clock, play.now_ns)
    with pytest.raises(AssertionError):
        clocks.start(replace(play.clock, since_ns=None, flag=WHITE), play.now_ns)


# -- a real event at exactly this control ------------------------------------------------------------


def readings(game: str) -> list[list[int]]:
    """White's and Black's [%clk] readings of a game, in seconds."""
    found = re.findall(r"\[%clk (\d+):(\d\d):(\d\d)\]", game)
    left = [int(h) * 3600 + int(m) * 60 + int(s) for h, m, s in found]
    return [left[0::2], left[1::2]]


def think_times(left: list[int], bonus_move: int) -> list[int]:
    """Seconds used for each move, from the readings after it (the second period's at `bonus_move`)."""
    after = [5_430, *left]
    return [
        before + 30 + (1_800 if number == bonus_move else 0) - now
        for number, (before, now) in enumerate(pairwise(after), 1)
    ]


def test_the_clocks_of_a_real_event_are_reproduced() -> None:
    """European Club Cup 2018, 90/40+30+30: thinking as they did, our clock shows what theirs showed."""
    text = shared_file("games/club_cup_2018_clocks.pgn").read_text(encoding="utf-8")
    played = compared = 0
    for game in text.split("[Event ")[1:]:
        for left in readings(game):
            spans = think_times(left, bonus_move=40)
            if not left or min(spans) < 0:
                continue  # the board's own slips, or the bonus came elsewhere: nothing to compare
            play = Play(CLASSICAL)
            assert play.moves(*map(seconds, spans)) == [each * 1000 for each in left]
            played, compared = played + 1, compared + len(left)
    assert played >= 40
    assert compared >= 1500


def test_their_thirty_minutes_came_at_the_fortieth_move() -> None:
    """Design 8: bonus at "moves"; every jump of over ten minutes in these games is at move 40."""
    text = shared_file("games/club_cup_2018_clocks.pgn").read_text(encoding="utf-8")
    jumps = [
        number
        for game in text.split("[Event ")[1:]
        for left in readings(game)
        for number, (before, now) in enumerate(pairwise([5_430, *left]), 1)
        if now - before > 600
    ]
    assert len(jumps) >= 10
    assert jumps.count(40) / len(jumps) > 0.9


def test_clock_values_compare_and_hash() -> None:
    """Clocks ride in facts: equal values are equal facts."""
    one, two = Play("300").clock, Play("300").clock
    assert one == two
    assert isinstance(one, Clock)
    assert hash(one) == hash(two)
