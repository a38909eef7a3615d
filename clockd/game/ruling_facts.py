"""What an arbiter's ruling, repair or look at a scoresheet made true, in the past tense; the rest is in facts.py.

`at_ns` is evidence within one boot. A ruling that touches the clock carries the whole clock as it stood afterwards.
"""

from dataclasses import dataclass

from clockd.game.clock import Clock
from clockd.game.sheet_check import Finding
from clockd.game.state import ClaimKind, Ply
from clockd.ports import Side


@dataclass(frozen=True, slots=True)
class MovesRuled:
    """The arbiter changed the record: its first `keep` plies stand, then come `plies`."""

    at_ns: int
    keep: int
    plies: tuple[Ply, ...]
    clock: Clock
    what: str


@dataclass(frozen=True, slots=True)
class PositionRuled:
    """The arbiter set the position by hand; the moves so far stand on the record before it."""

    at_ns: int
    fen: str
    clock: Clock


@dataclass(frozen=True, slots=True)
class RecordPutBack:
    """The arbiter's last ruling on moves or position was set aside: the record is as it was before it."""

    at_ns: int
    plies: tuple[Ply, ...]
    ruled_positions: tuple[tuple[int, str], ...]
    clock: Clock


@dataclass(frozen=True, slots=True)
class PressedWhileRestoring:
    """A press while the men are being put back: it completes nothing (the first of each side is kept)."""

    at_ns: int
    side: Side


@dataclass(frozen=True, slots=True)
class RestoreOrdered:
    """The men are to be put as the record has them; nothing on the board is a move until they stand."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class PositionRestored:
    """The board shows the position of the record again."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class IllegalMoveRuled:
    """The arbiter confirmed `side`'s illegal move, its `number`-th; the opponent got `added_ns` (7.5.5)."""

    at_ns: int
    side: Side
    number: int
    added_ns: int
    clock: Clock


@dataclass(frozen=True, slots=True)
class IllegalMoveLifted:
    """A ruling on an illegal move was taken back, with the time that it gave."""

    at_ns: int
    side: Side
    clock: Clock


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """A draw was claimed (9.2, 9.3); `move` is the intended one (UCI), `correct` what clockd finds.

    `waits`: the opponent's move was pressed but not seen yet; it is checked, with the move `said`, when it is.
    """

    at_ns: int
    side: Side
    kind: ClaimKind
    move: str | None
    correct: bool
    detail: str
    waits: bool = False
    said: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimRejected:
    """The claim was wrong: `added_ns` for the opponent, and an intended move must be played (9.5.3)."""

    at_ns: int
    side: Side
    added_ns: int
    clock: Clock
    must_play: str | None


@dataclass(frozen=True, slots=True)
class ClaimRejectionLifted:
    """The ruling on `side`'s claim was taken back, with the time that it gave; the claim is open again or gone."""

    at_ns: int
    side: Side
    clock: Clock
    reopened: bool


@dataclass(frozen=True, slots=True)
class NotationSeen:
    """The arbiter saw a scoresheet: it stands at `plies` plies; how many it is behind by 8.1.3."""

    at_ns: int
    side: Side
    plies: int
    behind: int


@dataclass(frozen=True, slots=True)
class SheetChecked:
    """After the game a scoresheet was laid beside the record: what differs, and how many plies it is short of."""

    at_ns: int
    side: Side
    findings: tuple[Finding, ...]
    behind: int
    detail: str


@dataclass(frozen=True, slots=True)
class SheetSigned:
    """After the game: a player's scoresheet is signed (8.7)."""

    at_ns: int
    side: Side
    detail: str


RulingFact = (
    MovesRuled
    | PositionRuled
    | RecordPutBack
    | PressedWhileRestoring
    | RestoreOrdered
    | PositionRestored
    | IllegalMoveRuled
    | IllegalMoveLifted
    | ClaimMade
    | ClaimRejected
    | ClaimRejectionLifted
    | NotationSeen
    | SheetChecked
    | SheetSigned
)
