"""The copies of all tables' journals, in one SQLite file: WAL, synchronous=FULL, one writer that commits in groups.

A batch's future is done when its records are on the disk and have been taken in; what waits at the same moment goes
in one commit, so fifty tables cost one flush. Checking, committing and telling `on_stored` are one thread's work, in
order. Knows records, not chess. Sources: design.md sections 2 and 3a.
"""

import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from clockd.errors import JournalError
from clockd.hub.chain import Batch, Fork, Head, new_records
from clockd.journal import BUSY_MS, Kept

FILE_NAME = "copies.sqlite3"
GROUP_MAX = 256  # batches in one commit: a table that waits for it waits at most for these
CLOSE_WITHIN_S = 3.0  # SIGTERM has five seconds in all

_SCHEMA = """
CREATE TABLE IF NOT EXISTS copies (
    journal TEXT NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (journal, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS arrivals (
    journal TEXT NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (journal, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS journals (
    journal TEXT PRIMARY KEY, tbl TEXT NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Copy:
    """One journal that the hub holds a copy of: the table it speaks for, and how far it reaches."""

    journal: str
    table: str
    head: Head


@dataclass(frozen=True, slots=True)
class _Waiting:
    table: str
    batch: Batch
    done: "Future[Head]"


Stored = Callable[[str, str, Sequence[Kept]], None]


class Store:
    """Takes batches from any thread. `on_stored(table, journal, new records)` is called once they are durable."""

    def __init__(
        self, path: Path, on_stored: Stored, wall_s: Callable[[], float] = time.time
    ) -> None:
        self._wall_s = wall_s
        try:
            self._base = _open(path)
            self._reader = sqlite3.connect(path, check_same_thread=False, timeout=BUSY_MS / 1000)
        except sqlite3.Error as error:
            raise JournalError(f"{path}: {error}, expected a hub's copies of journals") from None
        self._reader_lock = threading.Lock()
        self._on_stored = on_stored
        self._copies = {copy.journal: copy for copy in _copies(self._base)}
        self._inbox: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="copies", daemon=True)
        self._thread.start()

    def copies(self) -> list[Copy]:
        """Every journal held, as far as it is durable."""
        return list(self._copies.values())

    def head(self, journal: str) -> Head:
        """How far the copy of this journal reaches."""
        copy = self._copies.get(journal)
        return copy.head if copy else Head()

    def submit(self, table: str, batch: Batch) -> "Future[Head]":
        """Store what is new; the future gives the head then, or raises Fork or sqlite3.Error."""
        waiting = _Waiting(table, batch, Future())
        self._inbox.put(waiting)
        return waiting.done

    def read(self, journal: str, after: int = 0) -> Iterator[Kept]:
        """Records of a copy above `after`, in order."""
        query = "SELECT seq, hash, body FROM copies WHERE journal = ? AND seq > ? ORDER BY seq"
        with self._reader_lock:
            rows = self._reader.execute(query, (journal, after)).fetchall()
        return (Kept(int(seq), str(kept_hash), str(body)) for seq, kept_hash, body in rows)

    def reached(self, journal: str, before_s: float) -> int:
        """The last record of a copy that had arrived by this wall time; 0 for none.

        Copies of a version that noted no arrivals count from the next one.
        """
        query = "SELECT max(seq) FROM arrivals WHERE journal = ? AND at <= ?"
        with self._reader_lock:
            row = self._reader.execute(query, (journal, before_s)).fetchone()
        return int(row[0] or 0)

    def close(self) -> None:
        """Store what waits, and let go of the file."""
        self._inbox.put(None)
        self._thread.join(CLOSE_WITHIN_S)
        self._reader.close()

    # -- the writer's thread ----------------------------------------------------------------------

    def _run(self) -> None:
        closing = False
        while not closing:
            group, closing = self._group()
            if group:
                self._store(group)
        self._base.close()

    def _group(self) -> tuple[list[_Waiting], bool]:
        """Whatever waits now, or the first to come; True when it is the last."""
        taken = self._inbox.get()
        group: list[_Waiting] = []
        while taken is not None:
            group.append(taken)
            if len(group) == GROUP_MAX or self._inbox.empty():
                return group, False
            taken = self._inbox.get()
        return group, True

    def _store(self, group: list[_Waiting]) -> None:
        """Check and write each batch in turn, commit them together, then tell."""
        before, joined = dict(self._copies), []
        try:
            with self._base:
                joined = [
                    (each, fresh) for each in group if (fresh := self._join(each)) is not None
                ]
        except (sqlite3.Error, OSError) as error:
            self._copies = before
            for waiting in group:
                if not waiting.done.done():
                    waiting.done.set_exception(error)
            return
        for waiting, fresh in joined:
            self._tell(waiting, fresh)

    def _join(self, waiting: _Waiting) -> Sequence[Kept] | None:
        """The new records of a batch, written but not committed; None when it was refused."""
        batch = waiting.batch
        try:
            head = self.head(batch.journal)
            fresh = new_records(head, batch, lambda seq: self._hash_of(batch.journal, seq))
        except Fork as fork:
            waiting.done.set_exception(fork)
            return None
        if fresh:
            self._write(
                Copy(batch.journal, waiting.table, Head(fresh[-1].seq, fresh[-1].hash)), fresh
            )
        return fresh

    def _hash_of(self, journal: str, seq: int) -> str:
        row = self._base.execute(
            "SELECT hash FROM copies WHERE journal = ? AND seq = ?", (journal, seq)
        ).fetchone()
        if row is None:
            raise JournalError(f"{FILE_NAME}: journal {journal} has no record {seq}")
        return str(row[0])

    def _write(self, copy: Copy, fresh: Sequence[Kept]) -> None:
        self._base.executemany(
            "INSERT INTO copies VALUES (?, ?, ?, ?)",
            [(copy.journal, record.seq, record.hash, record.body) for record in fresh],
        )
        self._base.execute(
            "INSERT INTO arrivals VALUES (?, ?, ?)",
            (copy.journal, copy.head.seq, self._wall_s()),
        )
        self._base.execute(
            "INSERT OR REPLACE INTO journals VALUES (?, ?, ?, ?)",
            (copy.journal, copy.table, copy.head.seq, copy.head.hash),
        )
        self._copies[copy.journal] = copy

    def _tell(self, waiting: _Waiting, fresh: Sequence[Kept]) -> None:
        try:
            if fresh:
                self._on_stored(waiting.table, waiting.batch.journal, fresh)
        except BaseException as error:
            waiting.done.set_exception(error)
            raise  # our own mistake: die, and let a restart fold the copies anew
        waiting.done.set_result(self.head(waiting.batch.journal))


def _open(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, check_same_thread=False, timeout=BUSY_MS / 1000)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    base.executescript(_SCHEMA)
    return base


def _copies(base: sqlite3.Connection) -> Iterator[Copy]:
    for journal, table, seq, its_hash in base.execute("SELECT * FROM journals ORDER BY journal"):
        yield Copy(str(journal), str(table), Head(int(seq), str(its_hash)))
