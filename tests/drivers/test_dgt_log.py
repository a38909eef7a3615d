"""The record of a board's line: one line a piece, two files at most, and no waiting for a disk."""

from pathlib import Path

import pytest

from clockd.errors import BadInput
from drivers.dgt_log import HEADER, WAITING_MOST, Entry, WireLog, entry_of, line_of

UTC_NS = 1_764_547_200_123_456_789  # 2025-12-01T00:00:00.123Z
E2_EMPTY = bytes.fromhex("8e00053400")


def log_to(path: Path, **options: int) -> WireLog:
    return WireLog(path, lambda: UTC_NS, **options)


def test_a_line_and_back() -> None:
    line = line_of(5_000_000_007, UTC_NS, "rx", E2_EMPTY)
    assert line == "2025-12-01T00:00:00.123Z 5000000007 rx 8e00053400"
    assert entry_of(line) == Entry(5_000_000_007, "rx", E2_EMPTY)
    assert entry_of(line_of(1, UTC_NS, "#", b"a port is open")) is None
    assert entry_of(HEADER) is None and entry_of("\n") is None


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "2025-12-01T00:00:00.123Z x rx 8e",
        "2025-12-01T00:00:00.123Z 1 rx 8",
        "2025-12-01T00:00:00.123Z 1 both 8e",
        "2025-12-01T00:00:00.123Z " + "9" * 5000 + " rx 8e",
    ],
)
def test_a_line_that_is_none_is_one_clear_message(line: str) -> None:
    with pytest.raises(
        BadInput, match="expected a line of a board log: UTC, instant, rx or tx, bytes"
    ):
        entry_of(line)


def test_what_was_noted_is_in_the_file(tmp_path: Path) -> None:
    log = log_to(tmp_path / "log")
    log.note("tx", b"\x44", 1)
    log.note("rx", b"", 2)
    log.note("rx", E2_EMPTY, 3)
    log.close()
    written = (tmp_path / "log").read_text().splitlines()
    assert written[0] == HEADER
    assert [entry_of(line) for line in written[1:]] == [
        Entry(1, "tx", b"\x44"),
        Entry(3, "rx", E2_EMPTY),
    ]
    assert (tmp_path / "log").stat().st_mode & 0o777 & ~0o640 == 0


def test_two_files_at_most_and_both_are_bounded(tmp_path: Path) -> None:
    """500 pieces of 52 bytes each: the older file is let go."""
    log = log_to(tmp_path / "log", most_bytes=5000)
    for at_ns in range(500):
        log.note("rx", E2_EMPTY, at_ns)
    log.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log", "log.1"]
    assert all(path.stat().st_size <= 5000 for path in tmp_path.iterdir())
    both = (tmp_path / "log.1").read_text() + (tmp_path / "log").read_text()
    instants = [entry.at_ns for line in both.splitlines() if (entry := entry_of(line))]
    assert instants == list(range(instants[0], 500)) and len(instants) > 100


def test_a_folder_that_went_loses_pieces_and_says_so_later(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    log = log_to(folder / "log")
    log.note("rx", E2_EMPTY, 1)
    log.note("rx", E2_EMPTY, 2)
    while not log._waiting.empty():
        pass
    folder.mkdir()
    log.note("rx", E2_EMPTY, 3)
    log.close()
    written = (folder / "log").read_text()
    assert "# 2 pieces were lost here" in written or "# 1 pieces were lost here" in written


def test_a_disk_that_does_not_follow_stops_nobody(tmp_path: Path) -> None:
    """The queue is bounded: what does not fit is counted, and the caller goes on."""
    log = log_to(tmp_path / "log")
    for at_ns in range(20 * WAITING_MOST):
        log.note("rx", E2_EMPTY, at_ns)
    log.close()
    written = (tmp_path / "log").read_text().splitlines()
    lost = sum(int(line.split()[1]) for line in written if "were lost here" in line)
    kept = sum(entry_of(line) is not None for line in written)
    assert kept + lost + log._lost >= 20 * WAITING_MOST - WAITING_MOST - 1
