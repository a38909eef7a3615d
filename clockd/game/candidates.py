"""Which moves a reading may believe in next: those whose every changed square shows its result.

Three kinds: a move that stands on the board; one whose man was seen in place a moment ago and has gone on; and a
chain of captures on one square of which the board only shows the last. Never a move by wishful thinking: each is
legal, and each is explained by men that are missing where they were. Source: recognition fact sheet section 3.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import chess

from clockd.game import costs
from clockd.game.positions import IS_WHITE, PROMOTED, Position
from clockd.game.readings import Reading
from clockd.game.squares import UNKNOWN, Squares
from clockd.ports import EMPTY

_LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8
ALL_SQUARES = chess.BB_ALL


@dataclass(frozen=True, slots=True)
class Candidate:
    """Moves to believe in together; all but the last are landings that nobody saw."""

    moves: tuple[chess.Move, ...]
    extra: float = 0.0


def candidates(
    reading: Reading,
    squares: Squares,
    touched: int,
    now_ns: int,
    *,
    just_made: bool,
    late: bool = False,
) -> Iterator[Candidate]:
    """What may have been played next in this reading, given the squares just touched (a bitboard).

    `late`: the news is of a lost message (a full board, an echo), so more of the past counts.
    """
    if not reading.gone:
        return
    position = reading.position
    own = [s for s in reading.gone if IS_WHITE[position.letters[s]] == position.white_to_move]
    if own:
        yield from _standing(reading, squares, own, touched)
        if just_made or late:
            fresh_ns = costs.RECENT_NS if late else costs.GONE_AGAIN_NS
            yield from _gone_again(position, squares, own, now_ns - fresh_ns)
    if len(reading.gone) > len(own) > 0:
        yield from _chains(reading, squares, own, touched)


# --- a move that stands on the board -------------------------------------------------------------------------------


def _standing(
    reading: Reading, squares: Squares, own: list[int], touched: int
) -> Iterator[Candidate]:
    position, shown = reading.position, squares.letters
    white = position.white_to_move
    for landing in reading.stands:
        man = shown[landing]
        if IS_WHITE[man] != white:
            continue
        for origin in own:
            move = _move(position.letters[origin], man, origin, landing)
            if move is not None and _shows(position, move, shown, touched):
                yield Candidate((move,))
    if position.board.chess960:
        for move, changes in position.castlings():
            if any(touched >> s & 1 for s, _ in changes) and all(shown[s] == m for s, m in changes):
                yield Candidate((move,))


def _move(own: str, man: str, origin: int, landing: int) -> chess.Move | None:
    """The move that takes `own` from its square to stand as `man` there, by kind of man alone."""
    if own not in "Pp":
        return chess.Move(origin, landing) if own == man else None
    if 1 << landing & _LAST_RANKS:
        kind = PROMOTED.get(man.upper())
        return chess.Move(origin, landing, kind) if kind else None
    return chess.Move(origin, landing) if own == man else None


def _shows(position: Position, move: chess.Move, shown: list[str], touched: int) -> bool:
    if shown[move.from_square] != EMPTY or not position.is_legal(move):
        return False
    changes = position.changes(move)
    of_this_event = any(touched >> square & 1 for square, _ in changes)
    return of_this_event and all(shown[square] == letter for square, letter in changes)


# --- a man that was there a moment ago -----------------------------------------------------------------------------


def _gone_again(
    position: Position, squares: Squares, own: list[int], since_ns: int
) -> Iterator[Candidate]:
    for left in squares.departures:
        if left.landed_ns < since_ns or left.square in own:
            continue
        unknown = left.man == UNKNOWN
        if not unknown and IS_WHITE[left.man] != position.white_to_move:
            continue
        if squares.letters[left.square] == left.man:
            continue
        for origin in own:
            man = position.letters[origin] if unknown else left.man
            move = _move(position.letters[origin], man, origin, left.square)
            if move and squares.letters[origin] == EMPTY and position.is_legal(move):
                yield Candidate((move,), costs.UNSEEN_LANDING if unknown else costs.GONE_AGAIN)


# --- taken before it was seen --------------------------------------------------------------------------------------


def _chains(
    reading: Reading, squares: Squares, own: list[int], touched: int
) -> Iterator[Candidate]:
    """Two or three captures on one square by men that are off the board, the last of which stands there now."""
    position = reading.position
    others = [s for s in reading.gone if s not in own and squares.letters[s] == EMPTY]
    off_board = [s for s in own if squares.letters[s] == EMPTY]
    for taker in others:
        for square in _shown_with(position.letters[taker], taker, reading, squares, touched):
            yield from _two_on(square, taker, off_board, position)
    for taker in off_board:
        for square in _shown_with(position.letters[taker], taker, reading, squares, touched):
            for first in off_board:
                if first != taker:
                    yield from _three_on(square, (first, taker), others, position)


def _shown_with(
    man: str, origin: int, reading: Reading, squares: Squares, touched: int
) -> Iterator[int]:
    """Squares on which a chain may have ended with this man; one square of the chain must be of this event."""
    of_this_event = touched >> origin & 1
    for square, shown in enumerate(squares.letters):
        if square == origin or not _may_show(man, shown, square):
            continue
        if of_this_event or touched >> square & 1 or touched & _mask(reading.gone):
            yield square


def _may_show(man: str, shown: str, square: int) -> bool:
    if man in "Pp" and 1 << square & _LAST_RANKS:
        return shown != EMPTY and shown.upper() in PROMOTED and IS_WHITE[shown] == IS_WHITE[man]
    return shown == man


def _mask(squares: dict[int, int]) -> int:
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def _two_on(square: int, taker: int, firsts: list[int], position: Position) -> Iterator[Candidate]:
    for origin in firsts:
        for first, extra in _unseen(position, origin, square):
            after = position.after(first)
            last = _capture(after, taker, square)
            if last is not None:
                yield Candidate((first, last), costs.UNSEEN_LANDING + extra)


def _three_on(
    square: int, mine: tuple[int, int], others: list[int], position: Position
) -> Iterator[Candidate]:
    first_origin, last_origin = mine
    for first, extra in _unseen(position, first_origin, square):
        after = position.after(first)
        for origin in others:
            for second, more in _unseen(after, origin, square):
                last = _capture(after.after(second), last_origin, square)
                if last is not None:
                    cost = 2 * costs.UNSEEN_LANDING + extra + more
                    yield Candidate((first, second, last), cost)


def _unseen(position: Position, origin: int, square: int) -> Iterator[tuple[chess.Move, float]]:
    """The legal moves from origin to square, an unseen promotion as all four pieces, the queen first."""
    if position.letters[origin] in "Pp" and 1 << square & _LAST_RANKS:
        for kind in (chess.QUEEN, chess.KNIGHT, chess.ROOK, chess.BISHOP):
            move = chess.Move(origin, square, kind)
            if position.is_legal(move):
                yield move, 0.0 if kind == chess.QUEEN else costs.UNDER_PROMOTION_UNSEEN
        return
    move = chess.Move(origin, square)
    if _reaches(position, origin, square) and position.is_legal(move):
        yield move, 0.0


def _capture(position: Position, origin: int, square: int) -> chess.Move | None:
    """The capture from origin on square; a capture with promotion is read as a queen here."""
    pawn_ends = position.letters[origin] in "Pp" and 1 << square & _LAST_RANKS
    move = chess.Move(origin, square, chess.QUEEN if pawn_ends else None)
    return move if _reaches(position, origin, square) and position.is_legal(move) else None


def _reaches(position: Position, origin: int, square: int) -> bool:
    """Whether the man on origin bears on square at all: a table look-up before the full test of legality."""
    board = position.board
    if board.attacks_mask(origin) >> square & 1:
        return True
    return position.letters[origin] in "Pp" and origin & 7 == square & 7
