"""A sample of the mutated streams of `python -m tests.bench fuzz`."""

import random

from tests.bench.fuzz import on_the_line, one
from tests.drivers.test_dgt_frames import ROWS
from tests.drivers.virtual_line import live_line


def test_mutated_streams_neither_break_nor_stop_the_reader() -> None:
    """Fact sheet section 17: whatever stands before it, the next good message is read."""
    dice, rows = random.Random(5), [row[1] for row in ROWS]
    for _ in range(1500):
        one(dice, rows)


def test_mutated_streams_on_a_line_leave_no_trace() -> None:
    """Whatever was on the line, once it is over the board is read and its squares are right."""
    dice, rows, line = random.Random(6), [row[1] for row in ROWS], live_line()
    for _ in range(20):
        on_the_line(dice, rows, line, 5)
