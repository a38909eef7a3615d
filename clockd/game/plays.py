"""One move as a reading believes it, and one square that a man stood on without it being a move.

Only values and two questions about a landing: where, and when. Instants are integer nanoseconds.
"""

from dataclasses import dataclass

import chess

from clockd.game import costs
from clockd.game.positions import IS_WHITE, Position
from clockd.game.squares import Squares
from clockd.ports import EMPTY


@dataclass(frozen=True, slots=True)
class Play:
    """One move of a reading. `landed_ns` is the last man's landing; of an unseen one, the event that told it."""

    move: chess.Move
    uci: str
    ply: int  # counted from the recogniser's first position
    white: bool
    man: str
    square: int  # where the man lands; of castling, the king's
    landed_ns: int
    seen: bool
    lifted_ns: int | None = None  # when its man was seen to leave; None when it never was
    timed: bool = True  # the landing's instant is known: it was seen, and by a scan
    bridged: bool = False


@dataclass(frozen=True, slots=True)
class Tried:
    """A man stood on a square and left it: a try, or one stop of a slide if the move confirms it."""

    man: str
    square: int
    since_ns: int
    left_ns: int
    charged: float

    def just_before(self, play: Play) -> bool:
        """Whether it was the same hand's last stop: the same man, or another put on the same square."""
        piece_for_pawn = self.square == play.square and IS_WHITE[self.man] == play.white
        return (
            self.man == play.man or piece_for_pawn
        ) and 0 <= play.landed_ns - self.left_ns <= costs.SLIDE_WINDOW_NS


def landing_square(
    move: chess.Move, changes: tuple[tuple[int, str], ...], position: Position
) -> tuple[int, str]:
    """Where the moved man comes to stand and what it then is; of castling, the king."""
    man = position.letters[move.from_square]
    if move.promotion or len(changes) <= 3:
        return next(((s, m) for s, m in changes if s == move.to_square), (move.to_square, man))
    return next(((s, m) for s, m in changes if m == man), (move.from_square, man))


def landing(
    move: chess.Move, changes: tuple[tuple[int, str], ...], squares: Squares, now_ns: int
) -> int:
    """When the last man of a move was seen in place, or had been before it went on."""
    landed = [
        squares.since[square]
        for square, letter in changes
        if letter != EMPTY and squares.letters[square] == letter
    ]
    if landed:
        return max(landed)
    left = [d for d in squares.departures if d.square == move.to_square]
    return left[-1].landed_ns if left else now_ns


def known_instant(square: int, man: str, squares: Squares) -> bool:
    """Whether the landing's instant is known: a full board, or an echo, tells of a man but not since when."""
    if squares.by_dump >> square & 1:
        return False
    return squares.letters[square] == man or any(
        left.square == square and left.man == man for left in squares.departures
    )
