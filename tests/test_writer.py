"""The one thread that writes: in order, never waited for, patient with a sick disk (design.md section 3a)."""

import sqlite3
import threading
from collections.abc import Iterable
from typing import Any, cast

import pytest

from clockd import writer as writers
from clockd.journal import Journal, Record, make_record
from clockd.units import SECOND_NS, milliseconds
from clockd.writer import Writer

PATIENCE_S = 10.0


class Disk:
    """A journal in memory whose disk can fail, or stand still."""

    def __init__(self, failures: int = 0, error: Exception | None = None) -> None:
        self.last_seq = 0
        self.failures = failures
        self.error = error or sqlite3.OperationalError("database or disk is full")
        self.batches: list[list[int]] = []
        self.held = threading.Event()
        self.held.set()

    def append(self, records: Iterable[Record]) -> int:
        assert self.held.wait(PATIENCE_S)
        if self.failures:
            self.failures -= 1
            raise self.error
        batch = [record.seq for record in records]
        self.batches.append(batch)
        self.last_seq = batch[-1]
        return self.last_seq


class Onlooker:
    """Hears what the writer tells, and waits for it without sleeping."""

    def __init__(self, disk: Disk) -> None:
        self.troubles: list[str | None] = []
        self.durable: list[int] = []
        self._news = threading.Condition()
        self.writer = Writer(cast(Journal, disk), self._trouble, self._durable)

    def _trouble(self, trouble: str | None) -> None:
        with self._news:
            self.troubles.append(trouble)
            self._news.notify_all()

    def _durable(self, seq: int) -> None:
        with self._news:
            self.durable.append(seq)
            self._news.notify_all()

    def wait(self, until: Any) -> None:
        with self._news:
            assert self._news.wait_for(until, PATIENCE_S)

    def wait_durable(self, seq: int) -> None:
        self.wait(lambda: self.durable[-1:] == [seq])


@pytest.fixture(autouse=True)
def quick_retry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "RETRY_S", 0.001)


def record(seq: int) -> Record:
    return make_record(seq, {}, [], {})


def test_records_are_committed_in_order() -> None:
    disk = Disk()
    seen = Onlooker(disk)
    for seq in range(1, 101):
        seen.writer.put(record(seq))
    seen.wait_durable(100)
    assert [seq for batch in disk.batches for seq in batch] == list(range(1, 101))
    assert (seen.writer.durable_seq, seen.troubles) == (100, [])
    assert seen.writer.close()


def test_what_waits_goes_in_one_commit() -> None:
    disk = Disk()
    disk.held.clear()
    seen = Onlooker(disk)
    for seq in range(1, 8):
        seen.writer.put(record(seq))  # returns at once, although the disk stands still
    assert seen.writer.durable_seq == 0
    disk.held.set()
    seen.wait_durable(7)
    assert len(disk.batches) <= 2
    assert seen.writer.close()


@pytest.mark.parametrize(
    "error",
    [
        sqlite3.OperationalError("disk I/O error"),
        sqlite3.OperationalError("database or disk is full"),
        sqlite3.OperationalError("attempt to write a readonly database"),
        OSError(5, "I/O"),
        OSError(28, "No space left on device"),
        OSError(30, "Read-only file system"),
    ],
)
def test_a_disk_that_fails_and_comes_back_loses_nothing(error: Exception) -> None:
    disk = Disk(failures=3, error=error)
    seen = Onlooker(disk)
    seen.writer.put(record(1))
    seen.writer.put(record(2))
    seen.wait_durable(2)
    assert [seq for batch in disk.batches for seq in batch] == [1, 2]
    told = [trouble for trouble in seen.troubles if trouble is not None]
    assert len(told) == 1  # told once, however often it was tried again
    assert told[0].startswith("The journal cannot be written")
    assert seen.troubles[-1] is None  # and once that it is over
    assert seen.writer.close()


def test_a_disk_more_than_250_ms_behind_is_told() -> None:
    """Design 3a: more than 250 ms behind raises the alert `disk`."""
    disk = Disk()
    disk.held.clear()
    seen = Onlooker(disk)
    seen.writer.put(record(1))
    put_ns = seen.writer._waiting[0][0]
    seen.writer.watch(put_ns + milliseconds(250))
    assert seen.troubles == []
    seen.writer.watch(put_ns + milliseconds(251))
    seen.writer.watch(put_ns + SECOND_NS)
    assert seen.troubles == ["The disk is 0.3 s behind"]
    disk.held.set()
    seen.wait_durable(1)
    assert seen.troubles[-1] is None
    assert seen.writer.close()


def test_a_reading_is_written_after_the_records_before_it() -> None:
    disk = Disk()
    disk.held.clear()
    seen = Onlooker(disk)
    written: list[int] = []
    done = threading.Event()
    seen.writer.put(record(1))
    seen.writer.aside(lambda: written.append(-1))  # overtaken by the next: only the latest counts

    def latest() -> None:
        written.append(disk.last_seq)
        done.set()

    seen.writer.aside(latest)
    disk.held.set()
    assert done.wait(PATIENCE_S)
    assert written[-1] == 1
    assert seen.writer.close()


def test_a_reading_that_cannot_be_written_is_told() -> None:
    seen = Onlooker(Disk())

    def sick() -> None:
        raise OSError(28, "No space left on device")

    seen.writer.aside(sick)
    seen.wait(lambda: seen.troubles)
    assert str(seen.troubles[0]).startswith("The clock reading cannot be written")
    assert seen.writer.close()


def test_closing_says_when_something_is_not_on_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "CLOSE_WITHIN_S", 0.05)
    disk = Disk()
    disk.held.clear()
    seen = Onlooker(disk)
    seen.writer.put(record(1))
    assert not seen.writer.close()
    disk.held.set()
    seen.wait_durable(1)
