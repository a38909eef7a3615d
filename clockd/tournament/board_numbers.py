"""Which boards of the hall a tournament plays on: several tournaments of one event share one row of numbers.

Spans of numbers, in the order in which a round's pairings take them; a tournament without spans has the hall to itself
and its boards are 1, 2, 3 and so on. A late entry may bring a span of its own, beyond everybody else's numbers.
Source: interfaces.md section 7 (several tournaments in one event).
"""

from collections.abc import Iterable, Sequence
from itertools import chain, groupby

Span = tuple[int, int]  # the first number, and how many


def numbers_of(spans: Sequence[Span], boards: int) -> tuple[int, ...]:
    """The numbers of a round's first so many boards."""
    if not spans:
        return tuple(range(1, boards + 1))
    known = tuple(chain.from_iterable(range(first, first + count) for first, count in spans))
    assert len(known) >= boards, f"{boards} boards on {spans}"
    return known[:boards]


def holds(spans: Sequence[Span], board: int) -> bool:
    """Whether this number is one of theirs."""
    return not spans or any(first <= board < first + count for first, count in spans)


def last_of(spans: Sequence[Span]) -> int:
    """The highest number; 0 where there is none."""
    return max((first + count - 1 for first, count in spans), default=0)


def room_of(spans: Sequence[Span]) -> int:
    """How many boards there are in all."""
    return sum(count for _, count in spans)


def in_words(boards: Iterable[int]) -> str:
    """Numbers as one says them: "1 to 5", "21 to 26, 40"."""
    said = []
    for _, run in groupby(enumerate(sorted(boards)), lambda placed: placed[1] - placed[0]):
        numbers = [number for _, number in run]
        said.append(f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0]))
    return ", ".join(said)
