"""What became true in a playoff of a tournament, and the record that is folded from it.

Players are places in the entry list. The games of a playoff are rounds of the event, numbered on from its last one,
with the name of their stage; their results are recorded, disputed and ruled on like any other. Source: design.md
section 8.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayoffStarted:
    """Two or more are tied for first; `tied` is in the order of the standings."""

    at_ns: int
    tournament: str
    tied: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayoffLotsDrawn:
    """`order[0]` has won the lot; `choices` are (winner, colour) of those who did not leave it at White."""

    at_ns: int
    tournament: str
    stage: str
    order: tuple[int, ...]
    how: str
    choices: tuple[tuple[int, str], ...] = ()
    author: str = ""


@dataclass(frozen=True, slots=True)
class PlayoffFormatChosen:
    """The arbiter's choice where the rules leave the format to him."""

    at_ns: int
    tournament: str
    stage: str
    author: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayoffGamesPaired:
    """A round of a stage, published as it is paired: (White, Black) in board order; `game` 1, 2 of a match."""

    at_ns: int
    tournament: str
    round: int
    stage: str
    round_in_stage: int
    game: int
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PlayoffStageDecided:
    """The stage is over: its players in order, equals together; more than one in front play on."""

    at_ns: int
    tournament: str
    stage: str
    order: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayoffOrderRuled:
    """The arbiter gave the order of those who were still in the playoff."""

    at_ns: int
    tournament: str
    order: tuple[int, ...]
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlayoffDecided:
    """All the tied, the winner first, each with his place among them (equals share it) and why."""

    at_ns: int
    tournament: str
    ranking: tuple[int, ...]
    ranks: tuple[int, ...]
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayoffQuestioned:
    """A ruling has changed what the playoff stands on: an alert; the arbiter restarts it, rules on it or lets it be.

    `detail` "": another ruling has taken the doubt away.
    """

    at_ns: int
    tournament: str
    detail: str


@dataclass(frozen=True, slots=True)
class PlayoffSetAside:
    """The playoff so far counts for nothing."""

    at_ns: int
    tournament: str
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlayoffLetStand:
    """The playoff goes on regardless of `doubt`: its players stay the tied, and what was paired stays paired."""

    at_ns: int
    tournament: str
    doubt: str
    author: str
    reason: str


PlayoffFact = (
    PlayoffStarted
    | PlayoffLotsDrawn
    | PlayoffFormatChosen
    | PlayoffGamesPaired
    | PlayoffStageDecided
    | PlayoffOrderRuled
    | PlayoffDecided
    | PlayoffQuestioned
    | PlayoffSetAside
    | PlayoffLetStand
)
# What moves a playoff on, in the order in which it came.
PlayoffStep = PlayoffLotsDrawn | PlayoffFormatChosen | PlayoffGamesPaired | PlayoffOrderRuled


@dataclass(frozen=True, slots=True)
class PlayoffRecord:
    """A playoff under way or decided. `told` counts the stages whose end is a fact; `questioned` "" or the alert.

    `settled` are the results, (round, board, result), by which its latest games were paired or it was decided;
    `overruled` is the doubt that the arbiter lets be, and `kept` the results that count in spite of it.
    """

    tied: tuple[int, ...]
    steps: tuple[PlayoffStep, ...] = ()
    told: int = 0
    decided: PlayoffDecided | None = None
    questioned: str = ""
    settled: tuple[tuple[int, int, str], ...] = ()
    overruled: str = ""
    kept: tuple[tuple[int, int, str], ...] = ()
