"""What the game decider is fed, beside the button inputs of ports and the recogniser's evidence."""

from dataclasses import dataclass

from clockd.game.clock import Clock
from clockd.game.evidence import BoardAlert, KingsSeen, MoveSettled
from clockd.game.mating import Verdict
from clockd.game.pairing import Pairing
from clockd.ports import (
    ArbiterCalled,
    ArbiterPressed,
    ButtonFault,
    ClockPressed,
    DrawClaimed,
    PlayerArrived,
    ResignPressed,
    Side,
)


@dataclass(frozen=True, slots=True)
class TimePassed:
    """The instant that `next_deadline` named has come."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class PairingLoaded:
    """A game was assigned to this table; with an `id` it is a command that wants its answer."""

    at_ns: int
    pairing: Pairing
    id: str = ""
    author: str = ""
    expired: bool = False


@dataclass(frozen=True, slots=True)
class DrawProposed:
    """A player's draw button: an offer, or the answer to one.

    `plies_on_board` counts the plies that stand on the board, settled or not: an offer may come before the
    press of the move it goes with (Laws 9.1.2.1).
    """

    at_ns: int
    side: Side
    plies_on_board: int


@dataclass(frozen=True, slots=True)
class CommandGiven:
    """An arbiter's command (interfaces.md section 6), from the shell, a page or the hub.

    `arguments` are (key, value) texts; `expired` is decided by the shell, which knows the wall time.
    """

    at_ns: int
    id: str
    name: str
    author: str
    arguments: tuple[tuple[str, str], ...] = ()
    reason: str = ""
    expired: bool = False

    def get(self, key: str) -> str | None:
        return dict(self.arguments).get(key)


@dataclass(frozen=True, slots=True)
class TableRestarted:
    """The process began anew over an open journal.

    `reading` is the last good clock reading that runs on from the last record, if there is one.
    """

    at_ns: int
    reading: Clock | None = None


@dataclass(frozen=True, slots=True)
class TableStopping:
    """The process was told to end; the clocks stop at this very instant."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class DeviceTrouble:
    """Something of the table itself needs a hand: the alert's name and a sentence, or its end."""

    at_ns: int
    alert: str
    detail: str
    over: bool = False


@dataclass(frozen=True, slots=True)
class MatingJudged:
    """The search has ended: whether `side` can still mate from the position `fen` (6.9)."""

    at_ns: int
    fen: str
    side: Side
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class BoardRestored:
    """The board shows the position of the record, as the arbiter ordered."""

    at_ns: int


Input = (
    TimePassed
    | PairingLoaded
    | DrawProposed
    | CommandGiven
    | TableRestarted
    | TableStopping
    | DeviceTrouble
    | BoardRestored
    | MatingJudged
    | ClockPressed
    | ResignPressed
    | ArbiterPressed
    | PlayerArrived
    | ArbiterCalled
    | DrawClaimed
    | ButtonFault
    | MoveSettled
    | BoardAlert
    | KingsSeen
)
