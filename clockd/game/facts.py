"""What became true at a table, in the past tense. The journal holds these; everything else follows from them.

`at_ns` is evidence within one boot and is never subtracted by a fold: a fact that touches the clock carries the
whole clock as it stood afterwards. Plies count from 1.
"""

from dataclasses import dataclass

from clockd.game.clock import Clock
from clockd.game.pairing import Pairing
from clockd.game.ruling_facts import RulingFact
from clockd.ports import Side


@dataclass(frozen=True, slots=True)
class GamePaired:
    """A game was loaded; the board and the clock are set up for it."""

    at_ns: int
    game_id: str
    pairing: Pairing


@dataclass(frozen=True, slots=True)
class PlayerCame:
    at_ns: int
    side: Side


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """The clock of `clock.to_run` runs: the start of the game, or the end of a pause."""

    at_ns: int
    clock: Clock
    by: str


@dataclass(frozen=True, slots=True)
class ClockStopped:
    """Both clocks were stopped; `why` is a sentence for everybody at the board."""

    at_ns: int
    clock: Clock
    why: str


@dataclass(frozen=True, slots=True)
class ClockHandedOver:
    """`side` pressed; `spent_ns` is what the move took."""

    at_ns: int
    side: Side
    spent_ns: int
    clock: Clock


@dataclass(frozen=True, slots=True)
class ClockEdited:
    """The arbiter changed a time, a period or a count."""

    at_ns: int
    clock: Clock
    what: str


@dataclass(frozen=True, slots=True)
class ClockRestored:
    """After a restart the clock stands, at the last reading that is known."""

    at_ns: int
    clock: Clock
    detail: str


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move was made on the board (Laws 4); it may still lack its press."""

    at_ns: int
    ply: int
    side: Side
    uci: str
    san: str
    landed_ns: int


@dataclass(frozen=True, slots=True)
class MoveCompleted:
    """A move was completed (Laws 6.2.1) by its press, the player's next move, or the end of the game.

    `clock_ns` is what the mover had left after it, `spent_ns` what it took.
    """

    at_ns: int
    ply: int
    side: Side
    pressed: bool
    clock_ns: int
    spent_ns: int
    clock: Clock


@dataclass(frozen=True, slots=True)
class SplitWorkedOut:
    """`side` did not press before the reply: the reply took `reply_ns` of his clock; each lacks his increment.

    Nothing is changed by itself (6.2.2): for a defective button the arbiter may have it applied.
    """

    at_ns: int
    side: Side
    ply: int
    reply_ns: int
    white_adds_ns: int
    black_adds_ns: int


@dataclass(frozen=True, slots=True)
class PressedWithoutMove:
    """The oldest open press of this side had no legal move on the board (7.5.1, 7.5.3)."""

    at_ns: int
    side: Side


@dataclass(frozen=True, slots=True)
class PressGivenBack:
    """The press that ply `ply` was completed by belongs to the move after it; the ply had none.

    `clock_ns` and `spent_ns` are that press's, for the move that it goes to.
    """

    at_ns: int
    ply: int
    side: Side
    clock_ns: int
    spent_ns: int


@dataclass(frozen=True, slots=True)
class FlagFell:
    """`at_ns` is the true instant, however late the loop heard of it."""

    at_ns: int
    side: Side
    clock: Clock


@dataclass(frozen=True, slots=True)
class MatingAsked:
    """`loser`'s loss waits for whether the opponent can mate by any series of legal moves (6.9, 7.5.5)."""

    at_ns: int
    loser: Side
    termination: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class MatingFound:
    """The answer: possible, impossible, or undecided within the search's budget."""

    at_ns: int
    side: Side
    verdict: str


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """`ply` is the offering side's last move on the board, 0 before its first."""

    at_ns: int
    side: Side
    ply: int
    plies_on_board: int


@dataclass(frozen=True, slots=True)
class DrawRefused:
    """An offer or an agreement that the event's rules do not allow; recorded like any offer."""

    at_ns: int
    side: Side
    ply: int
    reason: str


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """The standing offer ended because `side` moved instead of accepting it."""

    at_ns: int
    side: Side


@dataclass(frozen=True, slots=True)
class AlertRaised:
    """Something for the arbiter; `ply` is how many plies stood when it came."""

    at_ns: int
    id: int
    alert: str
    side: Side | None
    ply: int
    detail: str


@dataclass(frozen=True, slots=True)
class AlertAcknowledged:
    at_ns: int
    id: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """`result` as in interfaces.md section 0; `match_winner` where a draw does not mean a tie."""

    at_ns: int
    result: str
    termination: str
    match_winner: Side | None
    clock: Clock
    detail: str = ""
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class ResultLeftOpen:
    """A flag fell so near to a game-ending move that the arbiter decides (6.9)."""

    at_ns: int
    detail: str


@dataclass(frozen=True, slots=True)
class ResultSetAside:
    """The arbiter took back how the game ended; it stands paused."""

    at_ns: int
    clock: Clock


@dataclass(frozen=True, slots=True)
class CommandAccepted:
    """A command was carried out; the facts beside it say what came of it."""

    at_ns: int
    id: str
    name: str
    author: str
    reason: str


@dataclass(frozen=True, slots=True)
class CommandRefused:
    at_ns: int
    id: str
    name: str
    author: str
    why: str


@dataclass(frozen=True, slots=True)
class AlertTaken:
    """An arbiter is on his way to an alert."""

    at_ns: int
    id: int
    by: str


Fact = (
    GamePaired
    | PlayerCame
    | ClockStarted
    | ClockStopped
    | ClockHandedOver
    | ClockEdited
    | ClockRestored
    | MovePlayed
    | MoveCompleted
    | SplitWorkedOut
    | PressedWithoutMove
    | PressGivenBack
    | FlagFell
    | MatingAsked
    | MatingFound
    | DrawOffered
    | DrawRefused
    | DrawDeclined
    | AlertRaised
    | AlertAcknowledged
    | GameEnded
    | ResultLeftOpen
    | ResultSetAside
    | AlertTaken
    | RulingFact
    | CommandAccepted
    | CommandRefused
)
