"""The recordings of two real games read as exactly their moves, however their bytes are cut or the board lies."""

import json
from random import Random
from typing import Any

import chess
import pytest

from clockd.cli._board_input import ByteInput, Facing
from clockd.game.evidence import BoardAlert, Evidence, KingsSeen, MoveSettled
from clockd.game.recognise import Recogniser
from clockd.units import seconds
from drivers.dgt_frames import FrameReader, encode
from drivers.dgt_messages import BoardDump, ClockTime, FieldUpdate
from tests.shared import shared_file

NAMES = ["blitz_3p2_game_a", "blitz_5p5_game_c"]


def manifest(name: str) -> dict[str, Any]:
    captures = json.loads(shared_file("captures/manifest.json").read_text())["captures"]
    entry: dict[str, Any] = next(one for one in captures if one["file"] == f"{name}.bin")
    return entry


def read(pieces: list[bytes]) -> tuple[list[Evidence], Recogniser]:
    """What these pieces of a stream give, a quiet while after them included."""
    board = chess.Board()
    source, recogniser = ByteInput(Facing("auto", board)), Recogniser(board)
    evidence: list[Evidence] = []
    last_ns = 0
    for piece in pieces:
        for seen in source.feed(piece):
            last_ns = seen.at_ns
            evidence += recogniser.feed(seen)
    return evidence + recogniser.finish(last_ns + seconds(4)), recogniser


def assert_reads(pieces: list[bytes], wanted: dict[str, Any]) -> None:
    evidence, recogniser = read(pieces)
    moves = [one.uci for one in evidence if isinstance(one, MoveSettled)]
    assert moves == wanted["expected_moves"]
    assert [one for one in evidence if isinstance(one, BoardAlert)] == []
    kings = [one.result for one in evidence if isinstance(one, KingsSeen)]
    assert kings == ([] if wanted["result"] == "*" else [wanted["result"]])
    assert recogniser.position.board_fen() == wanted["board_after_moves"]


def cut_at_random(data: bytes, seed: int) -> list[bytes]:
    rng = Random(seed)
    pieces = []
    while data:
        size = rng.randint(1, 40)
        pieces.append(data[:size])
        data = data[size:]
    return pieces


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_whole_byte_by_byte_and_in_random_cuts(name: str) -> None:
    data = shared_file(f"captures/{name}.bin").read_bytes()
    wanted = manifest(name)
    assert_reads([data], wanted)
    assert_reads([bytes([byte]) for byte in data], wanted)
    assert_reads(cut_at_random(data, 7), wanted)


def turned(data: bytes) -> bytes:
    """The same game on a board lying the other way: fields, and with them the sides of the clock, change over."""
    stream = b""
    for message in FrameReader().feed(data):
        if isinstance(message, BoardDump):
            stream += encode(0x06, message.codes[::-1])
        elif isinstance(message, FieldUpdate):
            stream += encode(0x0E, bytes((63 - message.field, message.code)))
        elif isinstance(message, ClockTime):
            stream += encode(0x0D, bytes((0, 1, 0, 0, 1, 0, message.status ^ 0x1A)))
    return stream


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_on_a_turned_board(name: str) -> None:
    data = shared_file(f"captures/{name}.bin").read_bytes()
    assert_reads([turned(data)], manifest(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_with_garbage_between_its_messages(name: str) -> None:
    data = shared_file(f"captures/{name}.bin").read_bytes()
    assert_reads([b"\x00\x55\x7f", data, b"\x8e\x00"], manifest(name))
