"""Which legal moves a written move can mean in a position (Laws appendix C.8 to C.11).

A written "x" or "+" that does not fit is no other move: signs are optional and are not weighed.
"""

from collections import defaultdict

import chess

from clockd.game.sheet_words import Move


class Legal:
    """The legal moves of one position, ready to be asked for by the words of a sheet."""

    def __init__(self, board: chess.Board) -> None:
        self._by_arrival: dict[tuple[int, int], list[chess.Move]] = defaultdict(list)
        self._pawns: dict[tuple[int, int], list[chess.Move]] = defaultdict(list)
        self._castling: dict[bool, list[chess.Move]] = defaultdict(list)
        for move in board.legal_moves:
            piece = board.piece_type_at(move.from_square)
            assert piece is not None, "a legal move moves a man"
            if board.is_castling(move):
                self._castling[board.is_queenside_castling(move)].append(move)
                self._by_arrival[piece, _castled_to(board, move)].append(move)
                continue
            self._by_arrival[piece, move.to_square].append(move)
            if piece == chess.PAWN and chess.square_file(move.from_square) != chess.square_file(
                move.to_square
            ):
                files = chess.square_file(move.from_square), chess.square_file(move.to_square)
                self._pawns[files].append(move)

    def meant(self, reading: Move | None) -> list[chess.Move]:
        """The legal moves that a written move can mean; none when it is impossible here."""
        if reading is None:
            return []
        if reading.long_castling is not None:
            return self._castling.get(reading.long_castling, [])
        if reading.to is None:
            assert reading.from_file is not None and reading.to_file is not None
            return self._pawns.get((reading.from_file, reading.to_file), [])
        pieces = chess.PIECE_TYPES if reading.piece is None else (reading.piece,)
        arriving = (self._by_arrival.get((piece, reading.to), ()) for piece in pieces)
        return [move for moves in arriving for move in moves if _fits(reading, move)]


def _castled_to(board: chess.Board, move: chess.Move) -> chess.Square:
    """Where the king stands after castling, also in Chess960: some write "Kg1" or "e1g1"."""
    rank = chess.square_rank(move.from_square)
    return chess.square(2 if board.is_queenside_castling(move) else 6, rank)


def _fits(reading: Move, move: chess.Move) -> bool:
    return (
        reading.from_file in (None, chess.square_file(move.from_square))
        and reading.from_rank in (None, chess.square_rank(move.from_square))
        and reading.promotion in (None, move.promotion)
        and not (reading.promotion is not None and move.promotion is None)
    )
