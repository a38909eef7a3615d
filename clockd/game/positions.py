"""A legal position with what the recogniser asks of it again and again, kept: letters, legality, children.

Readings of one game share these nodes, so a legality test is paid for once however many readings ask. Squares are
0..63 counted a1, b1, ... h8, men are FEN letters and "." is an empty square, as in clockd.ports.
"""

import chess

from clockd.ports import EMPTY

IS_WHITE = {letter: letter.isupper() for letter in "PNBRQKpnbrqk"}  # absent: an empty square
PROMOTED = {"N": chess.KNIGHT, "B": chess.BISHOP, "R": chess.ROOK, "Q": chess.QUEEN}
_SYMBOLS = {
    (kind, colour): chess.Piece(kind, colour).symbol()
    for kind in chess.PIECE_TYPES
    for colour in chess.COLORS
}

Changes = tuple[tuple[int, str], ...]


def letters_of(board: chess.Board) -> list[str]:
    """The 64 letters of a board in square order."""
    letters = [EMPTY] * 64
    for square, piece in board.piece_map().items():
        letters[square] = piece.symbol()
    return letters


class Position:
    """One legal position; its children are made once, when a reading first plays into them."""

    __slots__ = ("_castlings", "_children", "_ended", "_legal", "board", "letters", "white_to_move")

    def __init__(self, board: chess.Board, letters: list[str]) -> None:
        self.board = board
        self.letters = letters
        self.white_to_move = board.turn
        self._legal: dict[chess.Move, bool] = {}
        self._children: dict[chess.Move, tuple[Position, Changes]] = {}
        self._castlings: list[tuple[chess.Move, Changes]] | None = None
        self._ended: bool | None = None

    def is_legal(self, move: chess.Move) -> bool:
        """Whether the move is legal here."""
        known = self._legal.get(move)
        if known is None:
            known = self._legal[move] = self.board.is_legal(move)
        return known

    def changes(self, move: chess.Move) -> Changes:
        """The squares that a legal move changes, each with the letter it then shows."""
        return self._child(move)[1]

    def after(self, move: chess.Move) -> "Position":
        """The position after a legal move."""
        return self._child(move)[0]

    def castlings(self) -> list[tuple[chess.Move, Changes]]:
        """The legal castling moves here with the squares they change."""
        if self._castlings is None:
            self._castlings = [
                (move, self.changes(move))
                for move in self.board.generate_castling_moves()
                if self.is_legal(move)
            ]
        return self._castlings

    @property
    def ended(self) -> bool:
        """Whether no game goes on from here: checkmate, stalemate, insufficient material."""
        if self._ended is None:
            board = self.board
            no_move = next(iter(board.generate_legal_moves()), None) is None
            self._ended = no_move or board.is_insufficient_material()
        return self._ended

    def _child(self, move: chess.Move) -> "tuple[Position, Changes]":
        known = self._children.get(move)
        if known is None:
            changes = _changes(self.board, self.letters, move)
            board = self.board.copy(stack=False)
            board.push(move)
            board.clear_stack()
            letters = self.letters.copy()
            for square, letter in changes:
                letters[square] = letter
            known = self._children[move] = (Position(board, letters), changes)
        return known


def position_of(board: chess.Board) -> Position:
    """The node of a board; the board is copied and its move stack left behind."""
    return Position(board.copy(stack=False), letters_of(board))


def _changes(board: chess.Board, letters: list[str], move: chess.Move) -> Changes:
    if board.is_castling(move):
        return _castling_changes(board, letters, move)
    man = letters[move.from_square]
    if move.promotion:
        man = _SYMBOLS[move.promotion, board.turn]
    changes: Changes = ((move.from_square, EMPTY), (move.to_square, man))
    if board.is_en_passant(move):
        victim = move.to_square + (-8 if board.turn else 8)
        changes += ((victim, EMPTY),)
    return changes


def _castling_changes(board: chess.Board, letters: list[str], move: chess.Move) -> Changes:
    king_from = move.from_square
    rank = king_from & 56
    kingside = board.is_kingside_castling(move)
    # Chess960 writes castling as the king taking his own rook; otherwise the rook comes from its corner.
    own_rook = board.rooks & board.occupied_co[board.turn] & chess.BB_SQUARES[move.to_square]
    rook_from = move.to_square if own_rook else rank + (7 if kingside else 0)
    king_to, rook_to = rank + (6 if kingside else 2), rank + (5 if kingside else 3)
    after = {king_from: EMPTY, rook_from: EMPTY}
    after[king_to], after[rook_to] = letters[king_from], letters[rook_from]
    return tuple((square, letter) for square, letter in after.items() if letters[square] != letter)
