"""Recordings of real boards through the driver's whole line: the same squares however their bytes are cut."""

import json
from random import Random

import chess
import pytest

from clockd.ports import BoardSeen, SquareChanged
from tests.drivers.second_reader import squares
from tests.drivers.virtual_line import live_line
from tests.shared import shared_file

NAMES = ("blitz_3p2_game_a", "blitz_5p5_game_c")


def told(pieces: list[bytes]) -> tuple[list[SquareChanged | BoardSeen], str]:
    """What a live line hands the table for these bytes, all at one instant, and what then stands on the board."""
    line = live_line()
    line.board = None
    line.seen.clear()
    for piece in pieces:
        line.hear(piece)
    assert line.line.counts["dropped"] == line.line.counts["stalled"] == 0
    handed = [seen for seen in line.seen if isinstance(seen, SquareChanged | BoardSeen)]
    return handed, line.believed


def cuts(data: bytes) -> list[list[bytes]]:
    """Byte by byte, as 1 + 4 bytes over and over, and in random pieces of three kinds."""
    kinds = [[1], [1, 4], list(range(1, 9)), list(range(1, 41)), list(range(100, 400))]
    found = []
    for kind, sizes in enumerate(kinds):
        dice, place = Random(kind), 0
        pieces: list[bytes] = []
        while place < len(data):
            size = sizes[len(pieces) % 2] if len(sizes) == 2 else dice.choice(sizes)
            pieces.append(data[place : place + size])
            place += size
        found.append(pieces)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_through_the_line(name: str) -> None:
    """Every cut hands over the same squares, and leaves the men where the second reader has them."""
    data = shared_file(f"captures/{name}.bin").read_bytes()
    captures = json.loads(shared_file("captures/manifest.json").read_text())["captures"]
    (entry,) = (one for one in captures if one["file"] == f"{name}.bin")
    whole, standing = told([data])
    assert len(whole) > 2 * len(entry["expected_moves"])
    named = {chess.square_name(square): man for square, man in enumerate(standing) if man != "."}
    assert named == squares(data)
    for pieces in cuts(data):
        assert told(pieces) == (whole, standing)
