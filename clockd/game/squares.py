"""The board as it was last seen: 64 letters, when each last changed, and who left where a moment ago.

Knows nothing of chess: what is seen may be no position at all. Instants are integer nanoseconds.
"""

from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

from clockd.game.costs import RECENT_NS
from clockd.ports import EMPTY

UNKNOWN = "?"  # a man that left a square where nobody saw it


class Change(NamedTuple):
    """One square showed something new."""

    at_ns: int
    square: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Departure:
    """A man was seen on a square from `landed_ns` and is not there since `left_ns`."""

    left_ns: int
    square: int
    man: str
    landed_ns: int


class Squares:
    """What the board shows, square by square, and since when."""

    __slots__ = ("by_dump", "departures", "letters", "since")

    def __init__(self, letters: list[str], at_ns: int) -> None:
        self.letters = letters
        self.since = [at_ns] * 64
        self.by_dump = 0  # squares whose last change only a full board brought
        self.departures: deque[Departure] = deque()

    def change(self, at_ns: int, square: int, new: str, *, by_dump: bool = False) -> Change | None:
        """Take in one square; None when it shows what it showed before."""
        old = self.letters[square]
        if old == new:
            return None
        if old != EMPTY:
            self.departures.append(Departure(at_ns, square, old, self.since[square]))
        while self.departures and self.departures[0].left_ns < at_ns - RECENT_NS:
            self.departures.popleft()
        self.letters[square] = new
        self.since[square] = at_ns
        bit = 1 << square
        self.by_dump = self.by_dump | bit if by_dump else self.by_dump & ~bit
        return Change(at_ns, square, old, new)

    def echo(self, at_ns: int, square: int) -> None:
        """A square reads empty that was empty: the news of whatever stood there meanwhile was lost."""
        self.departures.append(Departure(at_ns, square, UNKNOWN, at_ns))
        self.since[square] = at_ns

    def differences(self, placement: str) -> list[int]:
        """The squares on which a full board differs from what was seen so far."""
        if len(placement) != 64:
            raise AssertionError(f"a placement has 64 squares, got {len(placement)}")
        return [square for square in range(64) if placement[square] != self.letters[square]]

    @property
    def placement(self) -> str:
        return "".join(self.letters)
