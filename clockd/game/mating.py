"""Whether a side can still mate "by any possible series of legal moves" (Laws 5.2.2, 6.9, 7.5.5).

Exact where provable: first the material, then a search for a help mate in which both sides do their best to bring it
about. It looks at promising positions first, and has proved that there is none when it runs out of positions. What it
has not decided within its budget is undecided: the arbiter's. Budgets are positions looked at, never seconds, so the
answer is the same on every machine. Not for the clock's own loop.
"""

import heapq
from dataclasses import dataclass
from itertools import count
from typing import Literal

import chess

from clockd.game.state import PositionKey, position_key
from clockd.ports import WHITE, Side

Verdict = Literal["possible", "impossible", "undecided"]

BUDGET = 6_000  # positions for each order: some seconds in all; ordinary ones need some dozens

PAWN_STEP = 8  # without a queen or a rook a pawn has to promote


@dataclass(frozen=True, slots=True)
class _Order:
    """What brings a help mate nearer, as weights; it only decides what is looked at first."""

    flight: int  # squares that the king can still go to
    corner: int  # steps of that king to the nearest corner
    king: int  # steps between the kings beyond two
    man: int  # men of the side to be mated that are in the way
    block: int  # how many of them stand beside their king, where they take its flights


_ORDERS = (  # what one misses another finds
    _Order(flight=3, corner=2, king=2, man=4, block=0),
    _Order(flight=5, corner=4, king=4, man=0, block=12),
    _Order(flight=2, corner=8, king=6, man=0, block=10),
    _Order(flight=2, corner=6, king=4, man=0, block=4),
)


def can_mate_by_material(board: chess.Board, side: Side) -> bool:
    """False when the material alone proves that this side can never mate (rules.md 1.7)."""
    return not board.has_insufficient_material(side is WHITE)


def can_mate(board: chess.Board, side: Side, budget: int = BUDGET) -> Verdict:
    """Whether a series of legal moves from this position ends in a mate by `side`."""
    if not can_mate_by_material(board, side):
        return "impossible"
    if board.is_checkmate():
        return "possible" if (board.turn == chess.BLACK) == (side is WHITE) else "impossible"
    for order in _ORDERS:
        verdict = _search(board.copy(stack=False), side, order, budget)
        if verdict != "undecided":
            return verdict
    return "undecided"


def _search(root: chess.Board, side: Side, order: _Order, budget: int) -> Verdict:
    winner, turn = side is WHITE, count()
    waiting = [(0, next(turn), root)]
    known: set[PositionKey] = {position_key(root)}
    for _ in range(budget):
        if not waiting:
            return "impossible"
        position = heapq.heappop(waiting)[2]
        for move in position.legal_moves:
            after = position.copy(stack=False)
            after.push(move)
            key = position_key(after)
            if key in known:
                continue
            known.add(key)
            if after.turn != winner and after.is_checkmate():
                return "possible"
            if can_mate_by_material(after, side):
                heapq.heappush(waiting, (_distance(after, winner, order), next(turn), after))
    return "undecided" if waiting else "impossible"


def _distance(board: chess.Board, winner: chess.Color, order: _Order) -> int:
    """How far a help mate seems to be."""
    loser = not winner
    king, own = board.king(loser), board.king(winner)
    assert king is not None and own is not None, "both kings are on the board"
    heavy = board.occupied_co[winner] & (board.queens | board.rooks)
    corners = (chess.A1, chess.A8, chess.H1, chess.H8)
    around = chess.SquareSet(chess.BB_KING_ATTACKS[king] & ~board.occupied_co[loser])
    flights = sum(not board.attackers_mask(winner, square) for square in around)
    return (
        (0 if heavy else PAWN_STEP * _promotion_steps(board, winner))
        + order.corner * min(chess.square_distance(king, each) for each in corners)
        + order.king * max(0, chess.square_distance(king, own) - 2)
        + order.flight * flights
        + order.man * board.occupied_co[loser].bit_count()
        - order.block * (chess.BB_KING_ATTACKS[king] & board.occupied_co[loser]).bit_count()
    )


def _promotion_steps(board: chess.Board, winner: chess.Color) -> int:
    """Steps of the foremost pawn to its last rank; a blocked one counts two more. No pawn: none."""
    ahead = 8 if winner else -8
    steps = [
        (7 - chess.square_rank(square) if winner else chess.square_rank(square))
        + (2 if board.occupied & chess.BB_SQUARES[square + ahead] else 0)
        for square in board.pieces(chess.PAWN, winner)
    ]
    return min(steps, default=0)
