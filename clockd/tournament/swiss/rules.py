"""What a Swiss round is paired by, and what comes out: the event's rules, the round, one record per bracket.

Values only. A player is known by his pairing number (TPN). Points are `Fraction`s. Sources: FIDE C.04.3 (1 February
2026) articles 1 to 5; C.04.7 (acceleration); rules sheet section 6.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from clockd.errors import ClockdError
from clockd.ports import WHITE, Side

EDITIONS = (2026, 2017)


class NoLegalPairing(ClockdError):
    """The round cannot be paired under the absolute criteria; the text says what stands in the way."""


class PairingStopped(ClockdError):
    """Whoever asked for the pairing has called it off."""


@dataclass(frozen=True, slots=True)
class SwissRules:
    """How the event is paired.

    `rounds` is the whole event's number, 0 where nobody has said: then no round is the last. `forbidden` are pairs that
    may not meet. `virtual_points` holds, for a number, what he is given in round 1, 2, ... for pairing only.
    `parity_of_numbers` takes article 5.2.5 by its letter; otherwise, as the pairing programs do, the parity is that
    of the place among those who have ever taken part.
    """

    rounds: int = 0
    edition: int = EDITIONS[0]
    initial: Side = WHITE
    forbidden: frozenset[tuple[int, int]] = frozenset()
    virtual_points: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)
    parity_of_numbers: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair, White first, and which article of 5.2 gave the colours."""

    white: int
    black: int
    colours_by: str


@dataclass(frozen=True, slots=True)
class Measure:
    """How well a bracket meets one criterion: 0 is perfect, smaller is better.

    `score` tells apart the fields of a criterion that is asked for each score, highest first.
    """

    criterion: str
    value: int
    score: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Objection:
    """What speaks against a candidate: two who may not meet, or a criterion and its value against the best one.

    The criterion "event" is a pair that the event forbids.
    """

    criterion: str
    pair: tuple[int, int] | None = None
    value: int | None = None
    best: int | None = None
    score: Fraction | None = None


@dataclass(frozen=True, slots=True)
class BracketRecord:
    """One bracket as it was paired: who came down, who lives here, the pairs, who goes down, how well each criterion.

    Pairs hold the higher ranked player first. `first` is the candidate that comes before all others of as many pairs,
    `objections` why it was not taken.
    """

    score: Fraction
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    measures: tuple[Measure, ...] = ()
    first: tuple[tuple[int, int], ...] = ()
    objections: tuple[Objection, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A paired round: boards in order, the bye, and how each bracket came out."""

    round: int
    pairs: tuple[Pair, ...]
    bye: int | None = None
    brackets: tuple[BracketRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the pairing has come: players settled out of all who are to be paired."""

    settled: int
    players: int


# Asked between two steps of the search; False calls the pairing off.
GoOn = Callable[[Progress], bool]


def always(_: Progress) -> bool:
    """Nobody calls it off."""
    return True
