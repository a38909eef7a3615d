"""Finding back: which one of the last settled moves must have been another for the board to be as it is.

A settled move is never withdrawn, so a wrong one leaves squares that nothing later explains. This looks for the legal
move that, put in its place, makes every later move legal and every square right. Only a single answer counts: with
two the board does not say, and the arbiter does. Pure questions about positions; when to ask is decided in
recognise.py. Source: recognition fact sheet section 6 (what was left undone).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import chess

from clockd.game.plays import Play
from clockd.game.positions import Position
from clockd.game.readings import Reading

PAST_KEPT = (
    10  # settled moves that may still be put right: by then the alert has stood for several moves
)


@dataclass(frozen=True, slots=True)
class Correction:
    """The settled move that was another one, what it was, and the position that follows."""

    words: str  # "3... was g8f6, not g8h6"
    position: Position  # after all settled moves, put right
    tail: tuple[chess.Move, ...]  # moves not settled yet that the board shows as well


def correction(
    past: Sequence[tuple[Position, Play]], reading: Reading, letters: list[str]
) -> Correction | None:
    """The only single correction that explains the whole board; None when there is none, or more than one.

    `reading` is the best one after the settled moves: its open squares are what the right move explains.
    """
    found: dict[str, Correction] = {}
    for one in _corrections(past, reading, letters):
        found.setdefault(one.position.board.fen(), one)
        if len(found) > 1:
            return None
    return next(iter(found.values()), None)


def _corrections(
    past: Sequence[tuple[Position, Play]], reading: Reading, letters: list[str]
) -> Iterator[Correction]:
    tail = [play.move for play in reading.plays]
    for number in range(len(past) - 1, -1, -1):
        position, play = past[number]
        after = [later.move for _, later in past[number + 1 :]]
        for move in position.board.generate_legal_moves():
            touches = {move.from_square, move.to_square} & reading.differs
            if move == play.move or not touches:
                continue
            settled = _played(position, (move, *after))
            if settled is None:
                continue
            shown = _shown(settled, tail, letters)
            if shown is not None:
                yield Correction(_words(position, play, move), settled, shown)


def _words(position: Position, play: Play, move: chess.Move) -> str:
    board = position.board
    dots = "." if position.white_to_move else "..."
    return f"{board.fullmove_number}{dots} was {board.uci(move)}, not {play.uci}"


def _played(position: Position, moves: Sequence[chess.Move]) -> Position | None:
    for move in moves:
        if not position.is_legal(move):
            return None
        position = position.after(move)
    return position


def _shown(
    position: Position, tail: Sequence[chess.Move], letters: list[str]
) -> tuple[chess.Move, ...] | None:
    """How much of the tail must be played for the board to show the position exactly."""
    for count in range(len(tail) + 1):
        if position.letters == letters:
            return tuple(tail[:count])
        if count == len(tail) or not position.is_legal(tail[count]):
            return None
        position = position.after(tail[count])
    return None
