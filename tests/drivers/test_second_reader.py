"""Our simulator and the recordings through a reader that shares nothing with our driver; both must agree.

No public driver of this board is to be had as a package where these tests run, so this one stands for the strangers.
"""

import chess
import pytest

from clockd.ports import START_PLACEMENT
from clockd.units import seconds
from drivers.dgt_frames import (
    SEND_BOARD,
    SEND_SERIAL,
    SEND_TRADEMARK,
    SEND_VERSION,
    UPDATES,
    FrameReader,
)
from drivers.dgt_messages import Unknown
from drivers.dgt_simulator import VirtualBoard
from tests.drivers.second_reader import messages, squares
from tests.shared import shared_file

RECORDINGS = ("blitz_3p2_game_a", "blitz_5p5_game_c")


def named(placement: str) -> dict[str, str]:
    return {chess.square_name(s): man for s, man in enumerate(placement) if man != "."}


def played(moves: str) -> tuple[VirtualBoard, bytes]:
    """A virtual board asked for everything, then a game of lifts and puts; what it sent."""
    board, said, now_ns = VirtualBoard(START_PLACEMENT), b"", seconds(1)
    position = chess.Board()
    for command in (SEND_VERSION, SEND_SERIAL, SEND_TRADEMARK, UPDATES, SEND_BOARD):
        board.receive(command, now_ns)
        now_ns += seconds(1)
        said += board.take(now_ns)
    for san in moves.split():
        move = position.push_san(san)
        man = position.piece_at(move.to_square)
        assert man is not None
        board.lift(move.from_square, now_ns)
        now_ns += seconds(1)
        board.put(move.to_square, man.symbol(), now_ns)
        now_ns += seconds(1)
        said += board.take(now_ns)
    return board, said


def test_the_simulator_is_understood_by_the_second_reader() -> None:
    board, said = played("e4 d5 exd5 Qxd5 Nc3 Qa5")
    assert squares(said) == named(board.placement)
    assert len(named(board.placement)) == 30
    assert {6, 14, 17, 18, 19} <= {identity for identity, _ in messages(said)}


def test_both_readers_see_the_same_messages() -> None:
    _, said = played("e4 e5 Nf3")
    ours = FrameReader().feed(said)
    assert len(ours) == len(list(messages(said)))
    assert not any(isinstance(message, Unknown) for message in ours)


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recording_has_as_many_messages_for_both(name: str) -> None:
    data = shared_file(f"captures/{name}.bin").read_bytes()
    assert len(FrameReader().feed(data)) == len(list(messages(data)))
