"""A sample of the mutated streams of `python -m tests.bench fuzz`."""

import random

from tests.bench.fuzz import one
from tests.drivers.test_dgt_frames import ROWS


def test_mutated_streams_neither_break_nor_stop_the_reader() -> None:
    """Fact sheet section 17: whatever stands before it, the next good message is read."""
    dice, rows = random.Random(5), [row[1] for row in ROWS]
    for _ in range(1500):
        one(dice, rows)
