"""A game at a table, as a value: everything that the facts so far make true.

`board` is never changed in place. A press is kept until the move it belongs to is settled, because the board's
news comes later than the button's. Sources: design.md sections 1 and 4; style.md section 4 (names).
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import chess

from clockd.game.clock import Clock, Timing, set_up
from clockd.game.control_text import parse_control
from clockd.game.pairing import Pairing
from clockd.game.sheet_check import Finding
from clockd.ports import SIDES, WHITE, Side

Phase = Literal["waiting", "running", "paused", "ended"]
ClaimKind = Literal["threefold", "fifty-moves"]
PositionKey = tuple[int | bool | None, ...]

_NOTHING_SET = Timing(parse_control("5400+30"))  # shown until a pairing says what is played
_CLOCK_BEFORE = set_up(_NOTHING_SET)


@dataclass(frozen=True, slots=True)
class Ply:
    """One half-move on the scoresheet; times are None until the move is completed (Laws 6.2.1)."""

    side: Side
    uci: str
    san: str
    completed: bool = False
    pressed: bool = False
    clock_ns: int | None = None
    spent_ns: int | None = None


@dataclass(frozen=True, slots=True)
class CountedPress:
    """A press that handed the clock over; its move is not settled yet.

    `clock_ns` is what the presser then had, the next move's increment included.
    """

    side: Side
    clock_ns: int
    spent_ns: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw offer, allowed or refused; `ply` is the offering side's last move, 0 before its first."""

    side: Side
    ply: int
    refused: bool
    plies_on_board: int = 0


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that waits for the arbiter."""

    id: int
    alert: str
    side: Side | None
    ply: int
    detail: str
    going: str = ""  # the arbiter who is on his way


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that waits for the arbiter; `move` (UCI) is the intended one, `correct` what clockd finds.

    `waits`: for the squares of the opponent's move; then the intended one is still as it was `said`.
    """

    side: Side
    kind: ClaimKind
    move: str | None
    correct: bool
    waits: bool = False
    said: str | None = None


@dataclass(frozen=True, slots=True)
class RejectedClaim:
    """A claim that the arbiter found wrong, the opponent's time for it, and how many plies stood then."""

    claim: Claim
    added_ns: int
    plies: int


@dataclass(frozen=True, slots=True)
class Split:
    """What would put a missed press right: what each side's clock lacks (or has too much)."""

    side: Side
    ply: int
    white_adds_ns: int
    black_adds_ns: int


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss that is a draw when the opponent cannot mate; it waits for that."""

    side: Side
    termination: str
    detail: str


@dataclass(frozen=True, slots=True)
class Penalty:
    """A confirmed illegal move and the time that the opponent got for it."""

    side: Side
    added_ns: int


@dataclass(frozen=True, slots=True)
class EarlierRecord:
    """The record before a ruling changed it, and how many plies stood just after."""

    plies: tuple[Ply, ...]
    ruled_positions: tuple[tuple[int, str], ...]
    plies_after: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """How far a scoresheet stood when the arbiter looked: plies written, plies behind, plies made then."""

    side: Side
    plies: int
    behind: int
    at_ply: int


@dataclass(frozen=True, slots=True)
class CheckedSheet:
    """A scoresheet laid beside the record after the game, and what differs (8.7)."""

    side: Side
    findings: tuple[Finding, ...]
    behind: int


@dataclass(
    frozen=True
)  # no slots: a dict of some fifty values is copied in one step, and a fold does little else
class Game:
    """The state that `decide` reads and `evolve` builds. Before a pairing there is nothing to play."""

    pairing: Pairing | None = None
    game_id: str = ""
    phase: Phase = "waiting"
    board: chess.Board = field(default_factory=chess.Board)
    timing: Timing = _NOTHING_SET
    clock: Clock = _CLOCK_BEFORE
    plies: tuple[Ply, ...] = ()
    positions: tuple[PositionKey, ...] = ()
    presses: tuple[int, int] = (0, 0)
    counted_presses: tuple[CountedPress, ...] = ()
    arrived: frozenset[Side] = frozenset()
    offer: Offer | None = None
    offers: tuple[Offer, ...] = ()
    alerts: tuple[Alert, ...] = ()
    alerts_raised: int = 0
    stopped_why: str | None = None
    result: str = "*"
    termination: str | None = None
    forfeit: bool = False
    match_winner: Side | None = None
    result_left_open: bool = False
    ruled_positions: tuple[tuple[int, str], ...] = ()  # (plies made, FEN set by the arbiter)
    restoring: bool = False
    pressed_restoring: frozenset[Side] = frozenset()
    earlier_records: tuple[EarlierRecord, ...] = ()
    illegal_moves: tuple[Penalty, ...] = ()
    claim: Claim | None = None
    must_play: tuple[Side, str] | None = None
    rejected_claims: tuple[RejectedClaim, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    checked_sheets: tuple[CheckedSheet, ...] = ()
    signed: frozenset[Side] = frozenset()
    landed_ns: int | None = None  # when the last move stood on the board; None in another boot
    split: Split | None = None
    mating: str | None = None  # whether the opponent of who is losing can mate; None until known
    losing: Loss | None = None  # the loss that waits for that
    late_told: bool = False  # the default time has passed and the arbiter was told
    commands: tuple[str, ...] = ()
    played: tuple[tuple[str, int, int, str | None, int], ...] = ()

    def made(self, side: Side) -> int:
        """Moves that stand on the board for good, completed or not."""
        return sum(ply.side is side for ply in self.plies)

    def completed(self, side: Side) -> int:
        """Moves completed (6.2.1): periods and "before move 30" count these."""
        return self.clock.hand(side).moves

    def pressed_or_completed(self, side: Side) -> int:
        """Moves completed, those included whose press is known but whose squares still come in."""
        return self.completed(side) + sum(press.side is side for press in self.counted_presses)

    def illegal_by(self, side: Side) -> int:
        """Illegal moves of this side that the arbiter confirmed."""
        return sum(penalty.side is side for penalty in self.illegal_moves)

    @property
    def first_side(self) -> Side:
        """The side whose move is ply 1."""
        return self.plies[0].side if self.plies else self.to_move

    @property
    def to_move(self) -> Side:
        """The side to move in the settled position."""
        return WHITE if self.board.turn else Side.BLACK

    @property
    def open(self) -> bool:
        """A game has begun and not ended."""
        return self.phase in ("running", "paused")


if TYPE_CHECKING:
    from dataclasses import replace

    changed = replace  # as mypy sees it: each change is checked against its field
else:

    def changed(game: Game, **changes: Any) -> Game:
        """`dataclasses.replace` of a game, many times as fast: it fills in what changed and runs no `__init__`."""
        made = object.__new__(Game)
        made.__dict__.update(game.__dict__, **changes)
        return made


def position_key(board: chess.Board) -> PositionKey:
    """What makes two positions the same (Laws 9.2.3): men, side to move, castling, real en passant."""
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.turn,
        board.clean_castling_rights(),
        board.ep_square if board.has_legal_en_passant() else None,
    )


def starting_board(pairing: Pairing) -> chess.Board:
    """The board before move one."""
    if pairing.start_fen is None:
        return chess.Board()
    return chess.Board(pairing.start_fen, chess960=pairing.chess960)


def side_of(board: chess.Board) -> Side:
    """The side to move."""
    return SIDES[0] if board.turn else SIDES[1]
