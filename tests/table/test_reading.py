"""The clock's last reading: two slots, and a power cut at any byte of either."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.game.clock import Clock, Hand
from clockd.ports import BLACK, WHITE
from clockd.table.reading import SLOT_BYTES, SLOTS, Reading, ReadingFile
from clockd.units import SECOND_NS


def clock(seconds_left: int) -> Clock:
    return Clock(Hand(seconds_left * SECOND_NS, 5, 6, 7, 1), Hand(9), to_run=BLACK)


def written(path: Path, count: int) -> bytes:
    """The file after so many readings; reading n has n seconds left."""
    file = ReadingFile(path)
    for number in range(1, count + 1):
        file.write("journal", 40 + number, clock(number))
    file.close()
    return path.read_bytes()


def latest(path: Path, content: bytes) -> Reading | None:
    path.write_bytes(content)
    file = ReadingFile(path)
    found = file.latest()
    file.close()
    return found


def test_a_new_file_has_no_reading_and_its_full_size(tmp_path: Path) -> None:
    path = tmp_path / "clock.reading"
    assert latest(path, b"") is None
    assert path.stat().st_size == SLOTS * SLOT_BYTES


def test_the_newest_reading_comes_back_whole(tmp_path: Path) -> None:
    path = tmp_path / "clock.reading"
    for count in (1, 2, 3, 10):
        path.unlink(missing_ok=True)
        assert latest(path, written(path, count)) == Reading(
            "journal", 40 + count, count, clock(count)
        )
        assert path.stat().st_size == SLOTS * SLOT_BYTES


def test_a_write_torn_at_any_byte_leaves_the_older_slot(tmp_path: Path) -> None:
    """The last write is cut after each number of bytes; never a reading that was not written."""
    path = tmp_path / "clock.reading"
    before, after = written(path, 5), written(path, 1)
    file = ReadingFile(path)
    file.close()
    begin = (
        next(at for at in range(len(before)) if before[at] != after[at]) // SLOT_BYTES * SLOT_BYTES
    )
    older, newer = latest(path, before), latest(path, after)
    assert older is not None and newer is not None
    assert newer.number == older.number + 1
    for cut in range(SLOT_BYTES + 1):
        torn = before[:begin] + after[begin : begin + cut] + before[begin + cut :]
        assert latest(path, torn) == (newer if torn == after else older)


def test_after_a_torn_write_the_next_one_takes_the_spoilt_slot(tmp_path: Path) -> None:
    path = tmp_path / "clock.reading"
    content = bytearray(written(path, 4))
    newest = 4 % SLOTS * SLOT_BYTES
    content[newest + 100] ^= 1
    found = latest(path, bytes(content))
    assert found is not None and found.number == 3
    file = ReadingFile(path)
    file.write("journal", 99, clock(77))
    file.close()
    again = latest(path, path.read_bytes())
    assert again is not None and (again.number, again.seq) == (4, 99)
    assert (
        path.read_bytes()[SLOT_BYTES:] == bytes(content)[SLOT_BYTES:]
    )  # the good one is untouched


@given(st.binary(max_size=300), st.integers(0, 2 * SLOT_BYTES - 300))
def test_rubbish_is_never_a_reading(
    tmp_path_factory: pytest.TempPathFactory, noise: bytes, at: int
) -> None:
    path = tmp_path_factory.getbasetemp() / f"rubbish-{os.getpid()}"
    content = (b"{}" * SLOT_BYTES * SLOTS)[: SLOTS * SLOT_BYTES]
    assert latest(path, content[:at] + noise + content[at + len(noise) :]) is None


@given(
    left=st.integers(0, 10**15), delay=st.integers(0, 10**12), moves=st.integers(0, 10**4),
    seq=st.integers(0, 2**53), side=st.sampled_from([WHITE, BLACK]),
)  # fmt: skip
def test_the_largest_clock_fits_its_slot(
    tmp_path_factory: pytest.TempPathFactory,
    left: int,
    delay: int,
    moves: int,
    seq: int,
    side: object,
) -> None:
    path = tmp_path_factory.getbasetemp() / f"large-{os.getpid()}"
    path.unlink(missing_ok=True)
    hand = Hand(left, delay, left, moves, 9)
    whole = Clock(hand, hand, to_run=WHITE if side is WHITE else BLACK)
    file = ReadingFile(path)
    file.write("0123456789abcdef", seq, whole)
    found = file.latest()
    file.close()
    assert found == Reading("0123456789abcdef", seq, 1, whole)
