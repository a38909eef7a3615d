"""What a tournament is told of its playoff: drawings made elsewhere, and the arbiter's choices and rulings.

Players are places in the entry list. Results come as for any other round.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DrawPlayoffLots:
    """A drawing for the stage to be played; `order[0]` has won it. `choices`: (winner, "white" or "black")."""

    at_ns: int
    tournament: str
    stage: str
    order: tuple[int, ...]
    how: str
    choices: tuple[tuple[int, str], ...] = ()
    author: str = ""


@dataclass(frozen=True, slots=True)
class ChoosePlayoffFormat:
    """The arbiter says what is played where the rules leave it to him."""

    at_ns: int
    tournament: str
    stage: str
    author: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RulePlayoff:
    """The arbiter gives the order of those who are still in the playoff."""

    at_ns: int
    tournament: str
    order: tuple[int, ...]
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class RestartPlayoff:
    """The arbiter sets the playoff aside; those tied for first now, if any, begin anew."""

    at_ns: int
    tournament: str
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class LetPlayoffStand:
    """The arbiter lets a playoff go on although a ruling has changed what it stands on."""

    at_ns: int
    tournament: str
    author: str
    reason: str


PlayoffInput = (
    DrawPlayoffLots | ChoosePlayoffFormat | RulePlayoff | RestartPlayoff | LetPlayoffStand
)
