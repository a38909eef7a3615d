"""Moves of players who only shuffle: to see the repetitions and the counted moves that real games seldom reach.

Neither takes anything nor moves a pawn; `back` goes to and fro (9.2, 9.6.1), else the men walk about (9.3, 9.6.2).
"""

from random import Random

import chess


def shuffled(
    board: chess.Board, own_last: str | None, back: bool, dice: Random
) -> chess.Move | None:
    """The next move of such a player, whose own last move was `own_last`; None when there is none."""
    quiet = [move for move in board.legal_moves if not board.is_irreversible(move)]
    if not quiet:
        return None
    if back and own_last is not None:
        last = chess.Move.from_uci(own_last)
        returns = chess.Move(last.to_square, last.from_square)
        if returns in quiet:
            return returns
    return dice.choice(quiet)
