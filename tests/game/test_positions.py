"""Position nodes say what a move changes: the squares that the recogniser waits for."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.game.positions import letters_of, position_of


@pytest.mark.parametrize(
    ("fen", "uci", "changes"),
    [
        (chess.STARTING_FEN, "e2e4", {"e2": ".", "e4": "P"}),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", {"e5": ".", "d6": "P", "d5": "."}),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", {"e1": ".", "g1": "K", "h1": ".", "f1": "R"}),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", {"e8": ".", "c8": "k", "a8": ".", "d8": "r"}),
        ("4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", "a2b1n", {"a2": ".", "b1": "n"}),
    ],
)
def test_the_squares_a_move_changes(fen: str, uci: str, changes: dict[str, str]) -> None:
    node = position_of(chess.Board(fen))
    found = node.changes(chess.Move.from_uci(uci))
    assert {chess.square_name(square): man for square, man in found} == changes


@given(st.lists(st.integers(0, 200), max_size=60), st.integers(0, 959))
def test_children_agree_with_the_board_also_in_chess960(picks: list[int], number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    node = position_of(board)
    for pick in picks:
        moves = list(board.legal_moves)
        if not moves:
            break
        move = moves[pick % len(moves)]
        node = node.after(move)
        board.push(move)
        assert node.letters == letters_of(board)
        assert node.board.fen() == board.fen()


def test_the_three_ends_that_need_no_press() -> None:
    mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"
    stalemate = "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1"
    dead = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    assert [position_of(chess.Board(fen)).ended for fen in (mate, stalemate, dead)] == [True] * 3
    assert not position_of(chess.Board()).ended
