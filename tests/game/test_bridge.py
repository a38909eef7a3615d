"""Moves made while nobody looked: taken over only when one legal sequence explains the board."""

import chess
import pytest

from clockd.game.bridge import BRIDGE_NODES, BRIDGE_PLIES, bridges
from clockd.game.positions import letters_of, position_of


def ways(position: str, *moves: str) -> list[list[str]]:
    """The bridges from a position to the board after these moves."""
    board = chess.Board(position)
    start = position_of(board)
    for uci in moves:
        board.push_uci(uci)
    found = bridges(start, "".join(letters_of(board)))
    return [[move.uci() for move in one] for one in found]


@pytest.mark.parametrize(
    "moves",
    [
        ["e2e4"],
        ["e2e4", "e7e5"],
        ["g1f3", "d7d5", "f3e5"],
        ["e2e4", "d7d5", "e4d5", "d8d5"],
    ],
)
def test_the_only_sequence_is_found(moves: list[str]) -> None:
    assert ways(chess.STARTING_FEN, *moves) == [moves]


def test_castling_changes_four_squares_in_one_half_move() -> None:
    assert ways("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e8c8") == [["e1g1", "e8c8"]]


def test_two_orders_are_two_answers() -> None:
    """White's two pawn moves may have come in either order: the board does not say."""
    assert len(ways(chess.STARTING_FEN, "e2e4", "e7e5", "d2d4")) == 2


def test_a_board_out_of_reach_has_no_answer() -> None:
    assert bridges(position_of(chess.Board()), "." * 64) == []
    men = "".join(letters_of(chess.Board())).replace("Q", ".")
    assert bridges(position_of(chess.Board()), men) == []


def test_the_search_is_bounded() -> None:
    assert (BRIDGE_PLIES, BRIDGE_NODES) == (4, 3000)
