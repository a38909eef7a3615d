"""The one thread that writes: records to the journal in order, and the clock's last reading.

The clock never waits for it (design.md section 3a): `put` returns at once, what is waiting goes in one commit, and
`durable_seq` says how far the disk has followed. An I/O error or a long wait is told through `on_trouble`, and the
records are kept in memory and tried again.
"""

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable

from clockd.journal import Journal, Record
from clockd.units import SECOND_NS, milliseconds

BEHIND_NS = milliseconds(250)  # a healthy card commits in a few milliseconds
RETRY_S = 0.5  # a full or sick disk is asked again, not hammered
CLOSE_WITHIN_S = 3.0  # SIGTERM has five seconds in all

Trouble = Callable[[str | None], None]


class Writer:
    """Takes records from one thread and commits them on its own."""

    def __init__(
        self, journal: Journal, on_trouble: Trouble, on_durable: Callable[[int], None]
    ) -> None:
        self.journal = journal
        self.durable_seq = journal.last_seq
        self._on_trouble, self._on_durable = on_trouble, on_durable
        self._waiting: deque[tuple[int, Record]] = deque()
        self._aside: Callable[[], None] | None = None
        self._wake = threading.Condition()
        self._closing = False
        self._in_trouble = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def put(self, record: Record) -> None:
        """Hand over one record; never waits for the disk."""
        with self._wake:
            self._waiting.append((time.monotonic_ns(), record))
            self._wake.notify()

    @property
    def backlog(self) -> int:
        """Records that wait for the disk."""
        return len(self._waiting)

    def aside(self, task: Callable[[], None]) -> None:
        """Run a small disk task after the records waiting now; only the latest one counts."""
        with self._wake:
            self._aside = task
            self._wake.notify()

    def watch(self, now_ns: int) -> None:
        """Called by the owner now and then: tells when the disk is too far behind."""
        with self._wake:
            oldest = self._waiting[0][0] if self._waiting else now_ns
        if now_ns - oldest > BEHIND_NS:
            self._tell(f"The disk is {(now_ns - oldest) / SECOND_NS:.1f} s behind")

    def close(self) -> bool:
        """Commit what waits and stop; True when everything is on the disk."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join(CLOSE_WITHIN_S)
        return not self._waiting

    def _run(self) -> None:
        while True:
            with self._wake:
                while not (self._waiting or self._aside or self._closing):
                    self._wake.wait()
                batch, task = list(self._waiting), self._aside
                self._aside = None
                if self._closing and not batch:
                    return
            if self._commit([record for _, record in batch]) and task is not None:
                self._try_aside(task)

    def _commit(self, records: list[Record]) -> bool:
        if not records:
            return True
        try:
            self.durable_seq = self.journal.append(records)
        except (sqlite3.Error, OSError) as error:
            self._tell(f"The journal cannot be written: {error}")
            time.sleep(RETRY_S)
            return False
        with self._wake:
            for _ in records:
                self._waiting.popleft()
        self._tell(None)
        self._on_durable(self.durable_seq)
        return True

    def _try_aside(self, task: Callable[[], None]) -> None:
        try:
            task()
        except OSError as error:
            self._tell(f"The clock reading cannot be written: {error}")

    def _tell(self, trouble: str | None) -> None:
        """Tell a trouble once, and once that it is over."""
        if (trouble is None) != (not self._in_trouble):
            self._in_trouble = trouble is not None
            self._on_trouble(trouble)
