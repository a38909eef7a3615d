"""`clockd recognise --format dgt` reads a board's log too: the same moves, at the instants of the wire."""

import random
from typing import Any

import pytest

from drivers.dgt_frames import START_CODES, encode
from drivers.dgt_log import HEADER, line_of
from tests.cli.test_recognise import recognise  # noqa: F401
from tests.shared import shared_file

UTC_NS = 1_764_547_200_000_000_000
MS = 1_000_000
BOOT_NS = 77_000_000_000  # the first instant of a log is whatever the machine's clock showed


def log(*pieces: tuple[int, str, bytes]) -> bytes:
    lines = [line_of(BOOT_NS + at_ms * MS, UTC_NS, way, data) for at_ms, way, data in pieces]  # type: ignore[arg-type]
    return "\n".join([HEADER, *lines, ""]).encode()


PLAYED = (
    (0, "#", b"a port is open"),
    (0, "rx", encode(0x86, START_CODES)),
    (900, "tx", b"\x42"),
    (1000, "rx", bytes.fromhex("8e00053400")),
    (1300, "rx", bytes.fromhex("8e")),
    (1310, "rx", bytes.fromhex("00052401")),
    (9000, "rx", bytes.fromhex("8e00050c00")),
    (9200, "rx", bytes.fromhex("8e00051c07")),
    (20000, "rx", encode(0x86, START_CODES)[:10]),
)


def test_a_log_is_replayed_at_its_own_instants(recognise: Any) -> None:  # noqa: F811
    status, rows, _ = recognise(log(*PLAYED), "--format", "dgt")
    assert status == 0
    assert (rows[0]["san"], rows[0]["landed_ms"]) == ("e4", 1310)
    assert rows[-1]["pending"] == "e7e5"


def test_two_rotated_files_one_after_the_other(recognise: Any) -> None:  # noqa: F811
    older, newer = log(*PLAYED[:5]), log(*PLAYED[5:])
    _, rows, _ = recognise(older + newer, "--format", "dgt")
    assert rows[0]["san"] == "e4" and rows[-1]["pending"] == "e7e5"


def test_a_line_that_is_none_is_named_by_its_number(recognise: Any) -> None:  # noqa: F811
    status, _, said = recognise(log(*PLAYED[:3]) + b"half a li", "--format", "dgt")
    assert status == 2
    assert said.startswith("clockd: <stdin>:5: 'half a li', expected a line of a board log")


@pytest.mark.parametrize("name", ["blitz_3p2_game_a", "blitz_5p5_game_c"])
def test_a_recording_as_a_log_gives_the_same_moves(recognise: Any, name: str) -> None:  # noqa: F811
    """Cut at random and stamped at a steady 9600 baud; every move of the raw stream comes out."""
    data, dice = shared_file(f"captures/{name}.bin").read_bytes(), random.Random(4)
    pieces, at = [], 0
    while at < len(data):
        size = dice.randint(1, 40)
        pieces.append((at * 8, "rx", data[at : at + size]))  # clock messages leave 80 ms a second
        at += size
    _, raw, _ = recognise(data, "--format", "dgt")
    _, logged, _ = recognise(log(*pieces), "--format", "dgt")
    assert [row["san"] for row in raw if "san" in row] == [
        row["san"] for row in logged if "san" in row
    ]
