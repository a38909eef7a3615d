"""What the arbiter is told when board and position disagree: square by square, in his words.

"h1 empty, R expected; f1 R unexpected". Only texts and the choice between two names of one alert live here.
"""

import chess

from clockd.game.evidence import BoardAlertName
from clockd.game.positions import IS_WHITE
from clockd.game.readings import Reading
from clockd.game.squares import Squares
from clockd.ports import EMPTY, Side

SQUARES_NAMED = 8  # more than this is no longer read at a table: the rest is counted


def difference_text(letters: list[str], expected: list[str]) -> str:
    """Every square that differs, in words; at most eight of them."""
    parts = [
        _square_text(square, shown, wanted)
        for square, (shown, wanted) in enumerate(zip(letters, expected, strict=True))
        if shown != wanted
    ]
    more = len(parts) - SQUARES_NAMED
    if more > 0:
        parts = [*parts[:SQUARES_NAMED], f"and {more} squares more"]
    return "; ".join(parts)


def _square_text(square: int, shown: str, wanted: str) -> str:
    name = chess.square_name(square)
    if shown == EMPTY:
        return f"{name} empty, {wanted} expected"
    return f"{name} {shown} unexpected" + ("" if wanted == EMPTY else f", {wanted} expected")


def unfinished(reading: Reading, squares: Squares, white: bool) -> bool:
    """Whether a legal move of this side is under way: every square that differs shows a stage of it.

    A rook still in the hand, a king not followed by its rook, a victim not yet taken off.
    """
    position = reading.position
    if position.white_to_move is not white or not reading.differs:
        return False
    origins = sum(1 << square for square in reading.gone)
    return any(
        reading.differs <= dict(changes).keys()
        and all(
            squares.letters[square] in (position.letters[square], EMPTY, after)
            for square, after in changes
        )
        for move in position.board.generate_legal_moves(from_mask=origins)
        for changes in (position.changes(move),)
    )


def press_alert(reading: Reading, letters: list[str], side: Side) -> tuple[BoardAlertName, str]:
    """Name and detail of the alert for a press without a move."""
    detail = difference_text(letters, reading.position.letters)
    white = side == "white"
    stands = any(IS_WHITE[letters[square]] == white for square in reading.stands)
    if stands:
        return "illegal-move", detail
    return "no-move", f"{side} pressed without a move" + (f": {detail}" if detail else "")
