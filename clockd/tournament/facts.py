"""What became true in a tournament, in the past tense. The hub's journal holds these; all else follows from them.

Players are named by their place in the entry list, from 1; boards by round and board number. A refusal is a fact
too: it says what was asked and why it was not done, and changes nothing.
"""

from dataclasses import dataclass, field

from clockd.tournament.awards import Honours
from clockd.tournament.board_numbers import Span
from clockd.tournament.crosstable import System
from clockd.tournament.event_rules import Entries, SwissTerms
from clockd.tournament.playoff_facts import PlayoffFact
from clockd.tournament.playoff_rules import Playoff


@dataclass(frozen=True, slots=True)
class EventOpened:
    """The entry list was taken; system and rounds are what the rules give for so many players."""

    at_ns: int
    tournament: str
    name: str
    rules: str
    system: System
    rounds: int
    cycles: int
    swap_last_two: bool
    tie_breaks: tuple[str, ...]
    edition: int
    site: str = ""
    dates: str = ""
    arbiters: tuple[str, ...] = ()
    playoff: Playoff | None = None
    eligible: Entries = field(default_factory=Entries)
    honours: Honours = field(default_factory=Honours)
    title: str = ""
    boards: Span | None = None
    swiss: SwissTerms = field(default_factory=SwissTerms)
    forbidden: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerEntered:
    """`player` is his place in the list from now on."""

    at_ns: int
    tournament: str
    player: int
    name: str
    rating: int = 0
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    sex: str = ""
    zone: str = ""
    missed: str = "zero"


@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """`numbers[0]` is the number of player 1."""

    at_ns: int
    tournament: str
    numbers: tuple[int, ...]
    how: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class ColourDrawn:
    """The initial colour: that of the odd numbers in round 1 of a Swiss."""

    at_ns: int
    tournament: str
    colour: str
    how: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class BoardsAdded:
    """More boards of the hall, beyond everybody else's, because there are more players now."""

    at_ns: int
    tournament: str
    boards: Span


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """(White, Black) in board order. `bye` rests in a round robin, and has the pairing's bye in a Swiss."""

    at_ns: int
    tournament: str
    round: int
    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None
    author: str = ""


@dataclass(frozen=True, slots=True)
class RoundPublished:
    at_ns: int
    tournament: str
    round: int
    author: str = ""


@dataclass(frozen=True, slots=True)
class MeetingForbidden:
    at_ns: int
    tournament: str
    players: tuple[int, int]
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class MeetingAllowed:
    at_ns: int
    tournament: str
    players: tuple[int, int]
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class RoundUnpublished:
    at_ns: int
    tournament: str
    round: int
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class RoundUnpaired:
    """The pairing of the latest round counts for nothing; the next one has its number."""

    at_ns: int
    tournament: str
    round: int
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class GameHandedToTable:
    """The board's game is played at this table; `instead_of` is the table that had it before."""

    at_ns: int
    tournament: str
    round: int
    board: int
    table: str
    instead_of: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True)
class ResultRecorded:
    """The first result of a board. `source` is a table, an arbiter or a rule."""

    at_ns: int
    tournament: str
    round: int
    board: int
    result: str
    forfeit: bool
    source: str
    termination: str = ""
    game_id: str = ""


@dataclass(frozen=True, slots=True)
class ResultDisputed:
    """A table says something else than what stands, or says it too late: an alert, never an edit."""

    at_ns: int
    tournament: str
    round: int
    board: int
    stands: str
    reported: str
    forfeit: bool
    table: str
    detail: str
    game_id: str = ""


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A ruling replaced the result, or confirmed it against a table; disputes of that board are settled."""

    at_ns: int
    tournament: str
    round: int
    board: int
    was: str
    was_forfeit: bool
    result: str
    forfeit: bool
    reason: str
    author: str


@dataclass(frozen=True, slots=True)
class ByeGiven:
    at_ns: int
    tournament: str
    round: int
    player: int
    kind: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class PlayerWithdrew:
    """`annulled`: he had played fewer than half of his games of a round robin, so they count for nobody."""

    at_ns: int
    tournament: str
    player: int
    annulled: bool
    reason: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class PlayerCameBack:
    at_ns: int
    tournament: str
    player: int
    reason: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class ByeCancelled:
    at_ns: int
    tournament: str
    round: int
    player: int
    author: str = ""


@dataclass(frozen=True, slots=True)
class PlanChanged:
    """Rounds and tie-breaks as they are from now on, and as they were."""

    at_ns: int
    tournament: str
    rounds: int
    was_rounds: int
    tie_breaks: tuple[str, ...]
    was_tie_breaks: tuple[str, ...]
    reason: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class RoundClosed:
    at_ns: int
    tournament: str
    round: int
    author: str = ""


@dataclass(frozen=True, slots=True)
class EventFinished:
    at_ns: int
    tournament: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """`asked` is the input's name; `reason` is one line for the one who asked."""

    at_ns: int
    tournament: str
    asked: str
    reason: str
    author: str = ""


Fact = (
    EventOpened
    | PlayerEntered
    | LotsDrawn
    | ColourDrawn
    | BoardsAdded
    | RoundPaired
    | RoundPublished
    | MeetingForbidden
    | MeetingAllowed
    | RoundUnpublished
    | RoundUnpaired
    | GameHandedToTable
    | ResultRecorded
    | ResultDisputed
    | ResultCorrected
    | ByeGiven
    | PlayerWithdrew
    | PlayerCameBack
    | ByeCancelled
    | PlanChanged
    | RoundClosed
    | EventFinished
    | Refused
    | PlayoffFact
)
FACT_TYPES: tuple[type, ...] = Fact.__args__
