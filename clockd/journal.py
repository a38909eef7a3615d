"""The journal: an append-only chain of records in SQLite. Knows records, not chess.

A record is a sequence number, a body (JSON text: cause, facts, and when) and a hash over the one before it. The file
is WAL with synchronous=FULL: what `append` has returned from is on the disk. One writer; readers may look on at any
time. `journal_id` is random and made with the file, so a spare table is another journal.
"""

import hashlib
import json
import secrets
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clockd.errors import JournalError

FILE_NAME = "journal.sqlite3"
FORM = "1"  # the form of the bodies; a reader that does not know it must not guess
GENESIS = "0" * 64
ROOM_TO_OPEN = 1 << 20  # bytes: SQLite needs some (its WAL and the index) before it reads a record
BUSY_MS = 2000  # another reader may hold the file for a moment

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS records (
    seq INTEGER PRIMARY KEY, hash TEXT NOT NULL, body TEXT NOT NULL
);
"""


@dataclass(frozen=True, slots=True)
class Record:
    """One input and what came of it. `body` holds "cause", "facts", "mono_ns", "wall" and "boot"."""

    seq: int
    body: str

    @property
    def content(self) -> dict[str, Any]:
        content: dict[str, Any] = json.loads(self.body)
        return content


@dataclass(frozen=True, slots=True)
class Kept:
    """A record as the journal holds it, with its link in the chain."""

    seq: int
    hash: str
    body: str


def make_record(seq: int, cause: Any, facts: list[Any], stamps: dict[str, Any]) -> Record:
    """A record of a cause and its facts (JSON values), in one canonical text that UTF-8 can hold."""
    content = {"cause": cause, "facts": facts, **stamps}
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    try:
        body.encode()
    except UnicodeEncodeError:  # half a surrogate pair, from a device's path or a client: escaped
        body = json.dumps(content, separators=(",", ":"))
    return Record(seq, body)


def link(previous_hash: str, seq: int, body: str) -> str:
    """The hash that binds a record to all before it."""
    return hashlib.sha256(f"{previous_hash}\n{seq}\n{body}".encode()).hexdigest()


class Journal:
    """A journal file, opened for writing (made when absent) or for looking on."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        try:
            self._base = _open(path, read_only)
            form = self._meta("form")
            if form != FORM:
                raise JournalError(f"{path}: a journal of form {form}, expected form {FORM}")
            self.journal_id = self._meta("journal_id")
            self.last_seq, self.last_hash = self._tail()
        except sqlite3.Error as error:
            raise JournalError(f"{path}: {error}, expected {_expected(path, error)}") from None

    def _meta(self, key: str) -> str:
        row = self._base.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        if row is None:
            raise JournalError(f"{self.path}: no {key}, expected a clockd journal")
        return str(row[0])

    def _tail(self) -> tuple[int, str]:
        row = self._base.execute(
            "SELECT seq, hash FROM records ORDER BY seq DESC LIMIT 1"
        ).fetchone()
        return (int(row[0]), str(row[1])) if row else (0, GENESIS)

    def append(self, records: Iterable[Record]) -> int:
        """Commit these records in order, all or none; the last sequence number now durable."""
        seq, previous = self.last_seq, self.last_hash
        rows = []
        for record in records:
            assert record.seq == seq + 1, f"record {record.seq} after {seq}: a hole in the journal"
            seq, previous = record.seq, link(previous, record.seq, record.body)
            rows.append((seq, previous, record.body))
        with self._base:
            self._base.executemany("INSERT INTO records VALUES (?, ?, ?)", rows)
        self.last_seq, self.last_hash = seq, previous
        return seq

    def read(self, after: int = 0, limit: int | None = None) -> Iterator[Kept]:
        """Records with a sequence number above `after`, in order, as they are now."""
        query = "SELECT seq, hash, body FROM records WHERE seq > ? ORDER BY seq LIMIT ?"
        try:
            for seq, kept_hash, body in self._base.execute(
                query, (after, -1 if limit is None else limit)
            ):
                yield Kept(int(seq), str(kept_hash), str(body))
        except sqlite3.Error as error:
            raise JournalError(f"{self.path}: {error}, expected a whole journal") from None

    def verified(self) -> Iterator[Kept]:
        """Every record from the first, each checked against the chain; JournalError at a break."""
        seq, previous = 0, GENESIS
        for kept in self.read():
            seq, previous = seq + 1, link(previous, kept.seq, kept.body)
            if kept.seq != seq or kept.hash != previous:
                raise JournalError(
                    f"{self.path}: record {kept.seq} breaks the chain after {seq - 1}"
                )
            yield kept

    def close(self) -> None:
        self._base.close()


def _expected(path: Path, error: sqlite3.Error) -> str:
    """What would help: SQLite says "disk I/O error" where the disk is merely full."""
    failed = isinstance(error, sqlite3.OperationalError) and path.parent.is_dir()
    if failed and shutil.disk_usage(path.parent).free < ROOM_TO_OPEN:
        return f"{ROOM_TO_OPEN >> 20} MB of free space on the disk"
    return "a clockd journal"


def _open(path: Path, read_only: bool) -> sqlite3.Connection:
    if read_only:
        if not path.is_file():
            raise JournalError(f"{path}: no such file, expected a clockd journal")
        return sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=2, check_same_thread=False
        )
    base = sqlite3.connect(path, check_same_thread=False, timeout=BUSY_MS / 1000)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    with base:
        base.executescript(_SCHEMA)
        base.execute("INSERT OR IGNORE INTO meta VALUES ('form', ?)", (FORM,))
        base.execute("INSERT OR IGNORE INTO meta VALUES ('journal_id', ?)", (secrets.token_hex(8),))
    return base
