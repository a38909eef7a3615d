"""The seam between drivers and the table: what is seen, and what a driver must offer. Types only.

Inputs say what was seen, never what it means. `at_ns` is the instant in the process's one clock,
`time.monotonic_ns()` (CLOCK_MONOTONIC), stamped once at the edge: by the kernel for buttons, on reading for the
board. Squares are 0..63 counted a1, b1, ... h8; a man is its FEN letter; a placement is 64 characters in
square order with "." for an empty square.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, Protocol


class Side(StrEnum):
    """A player's colour, written as on the wire."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Side":
        return Side.BLACK if self is Side.WHITE else Side.WHITE


WHITE, BLACK = Side.WHITE, Side.BLACK
SIDES = (WHITE, BLACK)

LinkState = Literal["live", "asking", "lost", "wrong-device"]
EMPTY = "."
START_PLACEMENT = "RNBQKBNR" + "P" * 8 + EMPTY * 32 + "p" * 8 + "rnbqkbnr"


@dataclass(frozen=True, slots=True)
class SquareChanged:
    """The board reports one square: the man now on it, or None when it reads empty."""

    at_ns: int
    square: int
    piece: str | None


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """A full dump of the board."""

    at_ns: int
    placement: str


@dataclass(frozen=True, slots=True)
class BoardLink:
    """The state of the line to the board changed; `detail` is a sentence for the arbiter."""

    at_ns: int
    state: LinkState
    detail: str = ""


@dataclass(frozen=True, slots=True)
class BoardReport:
    """What a board tells of itself and what its line has been through; empty where it has told nothing."""

    port: str = ""
    serial: str = ""
    long_serial: str = ""
    version: str = ""
    trademark: str = ""
    battery_percent: int | None = None
    charging: bool = False
    rotated: bool | None = None  # None while it is open which way round the board lies
    foreign: tuple[int, ...] = ()  # squares with something on them that is no chessman
    counts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class BoardTold:
    """The board's report changed; no evidence of a game, so never journaled."""

    at_ns: int
    report: BoardReport


@dataclass(frozen=True, slots=True)
class ButtonsTold:
    """How often the buttons went wrong so far: bounces, late stamps, sticking; never journaled."""

    at_ns: int
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class ClockPressed:
    """A player pressed his clock button."""

    at_ns: int
    side: Side


@dataclass(frozen=True, slots=True)
class DrawPressed:
    """A player pressed his draw button: an offer, or the answer to one."""

    at_ns: int
    side: Side


@dataclass(frozen=True, slots=True)
class ResignPressed:
    """A player resigned at his device."""

    at_ns: int
    side: Side


@dataclass(frozen=True, slots=True)
class ArbiterPressed:
    """The arbiter's button at the table; "toggle" is a single button that does what fits."""

    at_ns: int
    what: Literal["start", "pause", "resume", "toggle"]


@dataclass(frozen=True, slots=True)
class PlayerArrived:
    """A player registered at the table."""

    at_ns: int
    side: Side


@dataclass(frozen=True, slots=True)
class ArbiterCalled:
    """A player asked for the arbiter."""

    at_ns: int
    side: Side


@dataclass(frozen=True, slots=True)
class DrawClaimed:
    """A player claims a draw (Laws 9.2, 9.3); `move` is the intended move in SAN, if any.

    `unsettled` are the moves (UCI) that then stood on the board beyond the record: the table adds them.
    """

    at_ns: int
    side: Side
    kind: Literal["threefold", "fifty-moves"]
    move: str | None = None
    unsettled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ButtonFault:
    """A button sticks or chatters; `detail` is a sentence for the arbiter."""

    at_ns: int
    side: Side
    detail: str


BoardInput = SquareChanged | BoardSeen | BoardLink | BoardTold
ButtonInput = (
    ClockPressed
    | DrawPressed
    | ResignPressed
    | ArbiterPressed
    | PlayerArrived
    | ArbiterCalled
    | DrawClaimed
    | ButtonFault
    | ButtonsTold
)
Put = Callable[[BoardInput | ButtonInput], None]


class Board(Protocol):
    """An e-board. Runs on its own thread, stamps, hands over, and never gives up on a lost line."""

    def start(self, put: Put, expected: Callable[[], str]) -> None:
        """Begin reading; `expected()` is the placement of the game, to tell which way the board lies."""

    def ask(self) -> None:
        """Ask for a full dump soon; returns at once and is harmless on a lost line."""

    def close(self) -> None:
        """Stop and free the port; bounded in time."""


class Buttons(Protocol):
    """The players' and the arbiter's buttons."""

    def start(self, put: Put) -> None:
        """Begin listening."""

    def close(self) -> None:
        """Stop and free what was taken; bounded in time."""


class Display(Protocol):
    """Something that shows the clock. Only the latest snapshot matters; a slow one skips."""

    def show(self, snapshot: Mapping[str, Any]) -> None:
        """Show this snapshot (interfaces.md section 6); called on the display's own thread."""

    def close(self) -> None:
        """Blank and free the device."""
