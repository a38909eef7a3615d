"""Moves made while nobody looked: the legal sequence that leads from a position to a full board.

The shortest sequence counts; if two of that length fit, the board does not say which was played and the answer is
both, for the arbiter. At most BRIDGE_PLIES half-moves: beyond that orders multiply and uniqueness is luck.
"""

from dataclasses import replace

import chess

from clockd.game import costs
from clockd.game.positions import IS_WHITE, Position
from clockd.game.readings import Reading
from clockd.game.squares import Squares
from clockd.ports import EMPTY, Side

BRIDGE_PLIES = 4
BRIDGE_NODES = 3000  # positions looked at before giving up: under a second here, some seconds on the smallest Pi
BRIDGE_SQUARES = 16  # four half-moves of castling change no more
_ENOUGH = 2  # two answers already say that it is not unique

Moves = tuple[chess.Move, ...]


def bridges(position: Position, placement: str) -> list[Moves]:
    """The shortest legal sequences from the position to the board, at most two; empty when there is none."""
    target = list(placement)
    if sum(a != b for a, b in zip(position.letters, target, strict=True)) > BRIDGE_SQUARES:
        return []
    search = _Search(target)
    for plies in range(1, BRIDGE_PLIES + 1):
        found = search.reach(position, plies)
        if search.nodes > BRIDGE_NODES:
            return []
        if found:
            return found
    return []


def bridged(
    reading: Reading,
    move: chess.Move,
    squares: Squares,
    at_ns: int,
    presses: list[tuple[Side, int]],
) -> Reading:
    """The reading with a move that only a full board showed; it takes the first press of its side."""
    white = reading.position.white_to_move
    reading.waiting.pop(white, None)
    child = reading.play(move, squares, at_ns, seen=False)
    play = replace(child.plays[-1], bridged=True)
    child.plays = (*reading.plays, play)
    child.cost += costs.BRIDGED
    child.owed[white] = reading.owed[white]
    side = Side.WHITE if white else Side.BLACK
    pressed = next((press for press in presses if press[0] is side), None)
    if pressed is None:
        child.owe(play)
    else:
        presses.remove(pressed)
        child.paid[play.ply] = pressed[1]
    return child


class _Search:
    def __init__(self, target: list[str]) -> None:
        self.target = target
        self.nodes = 0

    def reach(self, position: Position, plies: int) -> list[Moves]:
        """Sequences of exactly so many half-moves, at most two."""
        if plies == 0:
            return [()] if position.letters == self.target else []
        found: list[Moves] = []
        for move in self._useful(position, plies):
            self.nodes += 1
            if self.nodes > BRIDGE_NODES:
                break
            for rest in self.reach(position.after(move), plies - 1):
                found.append((move, *rest))
                if len(found) >= _ENOUGH:
                    return found
        return found

    def _useful(self, position: Position, plies: int) -> list[chess.Move]:
        differs = _differences(position, self.target)
        if not differs or not self._within_reach(position, differs, plies):
            return []
        board = position.board
        leaving = board.generate_legal_moves(from_mask=differs)
        arriving = board.generate_legal_moves(from_mask=~differs & chess.BB_ALL, to_mask=differs)
        return [*leaving, *arriving]

    def _within_reach(self, position: Position, differs: int, plies: int) -> bool:
        """A half-move brings one man to its place and frees one square (castling: two): too much left is too far."""
        mine, theirs = (plies + 1) // 2, plies // 2
        arriving = {True: 0, False: 0}
        castles = {True: 0, False: 0}
        for square in chess.scan_forward(differs):
            man = self.target[square]
            if man != EMPTY:
                arriving[IS_WHITE[man]] += 1
                if man in "Kk":
                    castles[IS_WHITE[man]] = 1
        white = position.white_to_move
        return (
            differs.bit_count() <= 2 * (plies + castles[True] + castles[False]) + 1
            and arriving[white] <= mine + castles[white]
            and arriving[not white] <= theirs + castles[not white]
        )


def _differences(position: Position, target: list[str]) -> int:
    mask = 0
    for square, (now, then) in enumerate(zip(position.letters, target, strict=True)):
        if now != then:
            mask |= 1 << square
    return mask
