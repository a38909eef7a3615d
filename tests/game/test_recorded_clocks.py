"""Clock times of real games: every recorded sequence is one that our clock can show, arbiters' adjustments apart.

A reading is what a player had left after his press, cut to seconds. From one to the next the clock allows any think
time from zero to what was there; more time than increment and next period bring is somebody's hand on the clock.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from clockd.game.clock import Timing, complete_move, press, set_up, start, with_hand
from clockd.game.control_text import parse_control
from clockd.ports import SIDES, Side
from clockd.units import SECOND_NS
from tests.shared import shared_file

CLK = re.compile(r"\[%clk (\d+):(\d\d):(\d\d)\]")
CUT_S = 1  # readings are cut to seconds: two of them may differ by one more than the clock did


@dataclass(frozen=True)
class Adjusted:
    """A reading that no think time explains: the side's move number and how many seconds came (+) or went (-)."""

    side: Side
    move: int
    seconds: int


def adjustments(control: str, readings: list[int]) -> Iterator[Adjusted]:
    """The readings of a game (White first) that our clock could not have shown, each listed with what it takes."""
    timing = Timing(parse_control(control))
    for side, own in zip(SIDES, (readings[::2], readings[1::2]), strict=True):
        clock = set_up(timing)
        for move, left_s in enumerate(own, start=1):
            running = start(type(clock)(clock.white, clock.black, side), 0)
            at_once = complete_move(timing, press(timing, running, 0), side)  # no time to think
            most_s = at_once.hand(side).remaining_ns // SECOND_NS
            given = most_s - clock.hand(side).remaining_ns // SECOND_NS
            if left_s > most_s + CUT_S:
                yield Adjusted(side, move, left_s - most_s)
            elif left_s < given - CUT_S:
                yield Adjusted(side, move, left_s - given)  # he would have lost on time
            hand = at_once.hand(side)
            kept = type(hand)(left_s * SECOND_NS, hand.delay_left_ns, 0, hand.moves, hand.period)
            clock = with_hand(clock, side, kept)


def games(path: Path, control: str | None) -> Iterator[tuple[str, list[int]]]:
    """(control, readings) of each game; the control is the file's tag where none is given."""
    for text in path.read_text(encoding="utf-8").split("[Event ")[1:]:
        tags = dict(re.findall(r'\[(\w+) "([^"]*)"\]', text))
        readings = [
            (int(hours) * 60 + int(minutes)) * 60 + int(seconds)
            for hours, minutes, seconds in CLK.findall(text)
        ]
        yield control or tags["TimeControl"], readings


@pytest.mark.parametrize(
    ("name", "control", "games_there", "readings_there", "listed"),
    [
        # European Club Cup 2018: every jump of its second period comes at move 40, and nobody's hand is on a clock.
        ("club_cup_2018_clocks.pgn", "40/5400+30:1800+30", 20, 1609, []),
        # In one online game of 15 minutes White has an hour more from his first move on: somebody gave it.
        ("online_blitz_clocks.pgn", None, 6, 641, [Adjusted(Side.WHITE, 1, 3553)]),
    ],
)
def test_recorded_sequences_are_accepted_but_for_the_adjustments(
    name: str, control: str | None, games_there: int, readings_there: int, listed: list[Adjusted]
) -> None:
    found: list[Adjusted] = []
    counted = []
    for played, readings in games(shared_file(f"games/{name}"), control):
        found += adjustments(played, readings)
        counted.append(len(readings))
    assert (len(counted), sum(counted)) == (games_there, readings_there)
    assert found == listed


@pytest.mark.parametrize(
    ("readings", "expected"),
    [
        ([5430, 5430, 5460, 5400], []),
        ([5430, 5430, 5580, 5400], [Adjusted(Side.WHITE, 2, 120)]),  # two minutes for a penalty
        (
            [5430, 5430, 0, 5400],
            [Adjusted(Side.WHITE, 2, -30)],
        ),  # after a press 30 s at least stand
    ],
)
def test_a_hand_on_the_clock_is_seen(readings: list[int], expected: list[Adjusted]) -> None:
    assert list(adjustments("40/5400+30:1800+30", readings)) == expected
