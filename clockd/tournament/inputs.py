"""What a tournament is told: by an arbiter, by a table, by the event file. Each names its tournament.

`tournament` is the id within the event ("" for the only one); `player` is the place in the entry list, from 1, which
never changes; numbers drawn by lot are another thing. `at_ns` is the instant of this process's clock, as everywhere.
What rolls dice or reads files is elsewhere: a drawing and an entry list are handed in.
"""

from dataclasses import dataclass, field

from clockd.tournament.awards import Honours
from clockd.tournament.board_numbers import Span
from clockd.tournament.event_rules import Entries, Format, SwissTerms
from clockd.tournament.playoff_inputs import PlayoffInput
from clockd.tournament.playoff_rules import Playoff


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the entry list. `number` is the drawn one where the file has it, 0 where lots are still to be drawn."""

    name: str
    rating: int = 0
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    sex: str = ""
    zone: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """The event file and the values of its rulebook, read once. `rounds` 0: as the format says.

    `playoff` is None where a tie for first is left to the tie-breaks. `title` tells the tournaments of one event apart;
    `boards` are the hall's (first, how many), None for a tournament that has the hall to itself.
    """

    at_ns: int
    tournament: str
    name: str
    rules: str
    formats: tuple[Format, ...]
    entries: tuple[Entry, ...]
    tie_breaks: tuple[str, ...]
    edition: int
    eligible: Entries = field(default_factory=Entries)
    rounds: int = 0
    swap_last_two: bool = True
    site: str = ""
    dates: str = ""
    arbiters: tuple[str, ...] = ()
    playoff: Playoff | None = None
    honours: Honours = field(default_factory=Honours)
    title: str = ""
    boards: Span | None = None
    swiss: SwissTerms = field(default_factory=SwissTerms)
    forbidden: tuple[tuple[int, int], ...] = ()  # players who are not to meet in a Swiss


@dataclass(frozen=True, slots=True)
class DrawLots:
    """A drawing made elsewhere: `numbers[0]` is the first player's number. `how` tells people how it was made."""

    at_ns: int
    tournament: str
    numbers: tuple[int, ...]
    how: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class DrawColour:
    """The drawing of the initial colour of a Swiss, made elsewhere: "white" or "black" for the odd numbers."""

    at_ns: int
    tournament: str
    colour: str
    how: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class PairRound:
    """Pair the next round. `pairs` (White, Black) and `bye` are given where the system is not Berger's."""

    at_ns: int
    tournament: str
    round: int
    pairs: tuple[tuple[int, int], ...] = ()
    bye: int | None = None
    publish: bool = True
    author: str = ""


@dataclass(frozen=True, slots=True)
class PublishRound:
    """Let everybody see a round that was paired without being published."""

    at_ns: int
    tournament: str
    round: int
    author: str = ""


@dataclass(frozen=True, slots=True)
class MeetingRuled:
    """Two players of a Swiss are not to meet, or `allowed` are to be paired like any others again."""

    at_ns: int
    tournament: str
    players: tuple[int, int]
    allowed: bool
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class UnpublishRound:
    """Take back that a round was published: nobody has played in it."""

    at_ns: int
    tournament: str
    round: int
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class UnpairRound:
    """Set a round's pairing aside, so that it is paired anew: nobody has played in it."""

    at_ns: int
    tournament: str
    round: int
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class TableClaimed:
    """A table asks for the game of a board. With an author it is the arbiter who puts the board on that table."""

    at_ns: int
    tournament: str
    round: int
    board: int
    table: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class ResultReported:
    """A game ended at a table; may come again, and late. `stage` "" where the table was not told of one."""

    at_ns: int
    tournament: str
    round: int
    board: int
    result: str
    table: str
    forfeit: bool = False
    termination: str = ""
    game_id: str = ""
    stage: str = ""
    game: int = 1


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """An arbiter types the result of a board that has none."""

    at_ns: int
    tournament: str
    round: int
    board: int
    result: str
    author: str
    forfeit: bool = False
    termination: str = ""


@dataclass(frozen=True, slots=True)
class ResultRuled:
    """The arbiter's decision over a result that stands, or over two that differ. "*" takes the result back."""

    at_ns: int
    tournament: str
    round: int
    board: int
    result: str
    author: str
    reason: str
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class ByeRequested:
    """A player asks not to be paired: `kind` "half" or "zero"."""

    at_ns: int
    tournament: str
    round: int
    player: int
    kind: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player withdraws from the event."""

    at_ns: int
    tournament: str
    player: int
    reason: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class PlayerAdded:
    """A late entry. His `number` is not asked: strength gives it.

    `missed` is what he has for each round before: "zero", or by a ruling with its reason "half".
    """

    at_ns: int
    tournament: str
    entry: Entry
    author: str = ""
    missed: str = "zero"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player who had left is here again, or never meant to leave."""

    at_ns: int
    tournament: str
    player: int
    reason: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class ByeTakenBack:
    """A player who had asked for a bye wants to be paired after all."""

    at_ns: int
    tournament: str
    round: int
    player: int
    author: str = ""


@dataclass(frozen=True, slots=True)
class PlanRuled:
    """The arbiter changes how the event is played; `rounds` 0 and no `tie_breaks` leave them as they are."""

    at_ns: int
    tournament: str
    reason: str
    rounds: int = 0
    tie_breaks: tuple[str, ...] = ()
    author: str = ""


@dataclass(frozen=True, slots=True)
class CloseRound:
    """The round is over: what a table still says of it is an alert from now on."""

    at_ns: int
    tournament: str
    round: int
    author: str = ""


@dataclass(frozen=True, slots=True)
class FinishEvent:
    """All rounds are played and settled: the order is final."""

    at_ns: int
    tournament: str
    author: str = ""


Input = (
    OpenEvent
    | DrawLots
    | DrawColour
    | PairRound
    | PublishRound
    | MeetingRuled
    | UnpublishRound
    | UnpairRound
    | TableClaimed
    | ResultReported
    | ResultEntered
    | ResultRuled
    | ByeRequested
    | PlayerLeft
    | PlayerAdded
    | PlayerReturned
    | ByeTakenBack
    | PlanRuled
    | CloseRound
    | FinishEvent
    | PlayoffInput
)
INPUT_TYPES: tuple[type, ...] = Input.__args__
