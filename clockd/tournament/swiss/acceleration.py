"""Virtual points of the Baku acceleration: who is given how many for the pairing of which rounds.

The upper half by number (rounded up to a whole number of pairs in each quarter) plays the first half of the rounds as
if it were ahead. Source: FIDE C.04.7; rules sheet 6.4.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from clockd.tournament.crosstable import CLASSICAL, Scoring


def baku(
    numbers: Iterable[int], rounds: int, scoring: Scoring = CLASSICAL
) -> Mapping[int, tuple[Fraction, ...]]:
    """Virtual points in rounds 1, 2, ... of the players of group A: a win's, later a draw's."""
    listed = sorted(numbers)
    group_a = listed[: 2 * -(-len(listed) // 4)]
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    points = (scoring.win,) * full + (scoring.draw,) * (accelerated - full)
    return dict.fromkeys(group_a, points)
