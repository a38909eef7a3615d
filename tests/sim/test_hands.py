"""The model of hands: what it does is physical, repeatable, and ends with the move on the board."""

from random import Random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.game.positions import letters_of
from clockd.ports import EMPTY, BoardSeen, ClockPressed, SquareChanged
from clockd.sim.hand_levels import CLUB, HOSTILE, LEVELS, SCRAMBLE
from clockd.sim.hands import hand_actions
from clockd.sim.scans import DUMP_AFTER_NS, LINE_NS, play_game
from clockd.units import milliseconds

KINDS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4"),
    ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e4d5"),
    ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "e5d6"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"),
    ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n"),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
]


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize(("fen", "uci"), KINDS)
def test_a_move_ends_with_the_position_after_it(name: str, fen: str, uci: str) -> None:
    for seed in range(40):
        board = chess.Board(fen)
        move = chess.Move.from_uci(uci)
        letters = letters_of(board)
        hand = hand_actions(board, move, Random(seed), LEVELS[name])
        for action in hand.actions:
            letters[action.square] = action.piece or EMPTY
        board.push(move)
        assert letters == letters_of(board)
        assert [one.offset_ns for one in hand.actions] == sorted(
            one.offset_ns for one in hand.actions
        )


def test_chess960_castling_where_king_and_rook_change_places() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
    move = chess.Move.from_uci("f1g1")
    letters = letters_of(board)
    for action in hand_actions(board, move, Random(1)).actions:
        letters[action.square] = action.piece or EMPTY
    board.push(move)
    assert letters == letters_of(board)


@given(st.integers(0, 1000))
def test_the_same_seed_gives_the_same_hands(seed: int) -> None:
    move = chess.Move.from_uci("g1f3")
    first = hand_actions(chess.Board(), move, Random(seed), SCRAMBLE)
    assert hand_actions(chess.Board(), move, Random(seed), SCRAMBLE) == first


def test_a_scan_reports_each_square_once_and_in_time() -> None:
    moves = [chess.Move.from_uci(uci) for uci in ("e2e4", "e7e5", "g1f3", "b8c6")]
    played = play_game(chess.Board(), moves, Random(3), CLUB)
    assert isinstance(played.seen[0], BoardSeen)
    instants = [one.at_ns for one in played.seen]
    assert instants == sorted(instants)
    board: dict[int, str | None] = {}
    for seen in played.seen:
        if isinstance(seen, SquareChanged):
            assert board.get(seen.square, "?") != seen.piece
            board[seen.square] = seen.piece
    presses = [one for one in played.seen if isinstance(one, ClockPressed)]
    assert [one.side for one in presses] == ["white", "black", "white", "black"]
    for move, landed_ns in zip(moves, played.landed_ns, strict=True):
        shown = [
            one.at_ns
            for one in played.seen
            if isinstance(one, SquareChanged) and one.square == move.to_square and one.piece
        ]
        assert any(0 <= at - landed_ns <= milliseconds(200) + LINE_NS for at in shown)


def test_a_hostile_board_is_asked_for_a_dump_after_each_press() -> None:
    played = play_game(chess.Board(), [chess.Move.from_uci("e2e4")], Random(5), HOSTILE)
    presses = [one.at_ns for one in played.seen if isinstance(one, ClockPressed)]
    dumps = [one.at_ns for one in played.seen if isinstance(one, BoardSeen)][1:]
    assert len(dumps) == len(presses)
    for press, dump in zip(presses, dumps, strict=True):
        assert dump == press + DUMP_AFTER_NS + LINE_NS
