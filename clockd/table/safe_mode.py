"""Safe mode: after starts that failed one after another, a table keeps time with what cannot fail.

Clock, buttons and journal alone: no displays but the console, and the board is asked for later, so that a broken
driver or a device that ends the process costs a display or the board, never the clock. Source: issue "On the Pi",
design.md section 3a (what the clock may wait for).
"""

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from clockd.ports import Board, BoardLink, Put
from clockd.units import SECOND_NS

FILE_NAME = "failed-starts"
FAILED_MOST = 3  # so many in a row, and the next start is a safe one
WENT_WELL_NS = 60 * SECOND_NS  # who has run for so long has started
BOARD_AFTER_S = 20.0  # the clock is ready long before
BOARD_AGAIN_S = 60.0
SAFE_DISPLAYS = ("console",)


class Starts:
    """How many starts of this boot in a row came to nothing, kept in the state folder: a pulled plug is no failure.

    A disk that cannot be written keeps no count: then there is no safe mode, and a table that starts.
    """

    def __init__(self, folder: Path, boot: str) -> None:
        self._file, self._boot = folder / FILE_NAME, boot
        self._began_ns: int | None = None

    def begin(self, now_ns: int) -> bool:
        """Count this start; True when it is to be a safe one."""
        failed = 0
        with contextlib.suppress(OSError, ValueError):
            boot, count = self._file.read_text(encoding="ascii").split()
            failed = int(count) if boot == self._boot else 0
        with contextlib.suppress(OSError):
            self._file.write_text(f"{self._boot} {failed + 1}\n", encoding="ascii")
        self._began_ns = now_ns
        return failed >= FAILED_MOST

    def running(self, now_ns: int) -> None:
        """The loop goes round; after a while the start has gone well."""
        if self._began_ns is not None and now_ns - self._began_ns >= WENT_WELL_NS:
            self.went_well()

    def went_well(self) -> None:
        """Told to end, or running for long enough: the count is over."""
        self._began_ns = None
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)


class LateBoard:
    """A board that is made and started a while after the clock, again and again while that fails."""

    def __init__(self, make: Callable[[], Board], after_s: float = BOARD_AFTER_S) -> None:
        self._make, self._after_s = make, after_s
        self._board: Board | None = None
        self._closing = threading.Event()
        self._lock = threading.Lock()  # between being started and being closed

    def start(self, put: Put, expected: Callable[[], str]) -> None:
        """Begin later, on a thread of its own."""
        put(BoardLink(time.monotonic_ns(), "lost", "safe mode: the board is asked for later"))
        args = (put, expected)
        threading.Thread(
            target=self._start_later, args=args, name="late board", daemon=True
        ).start()

    def ask(self) -> None:
        """Passed on once there is a board."""
        if self._board is not None:
            self._board.ask()

    def close(self) -> None:
        """Close the board, or never start it."""
        self._closing.set()
        with self._lock:
            if self._board is not None:
                self._board.close()

    def _start_later(self, put: Put, expected: Callable[[], str]) -> None:
        wait_s = self._after_s
        while not self._closing.wait(wait_s):
            wait_s = max(self._after_s, BOARD_AGAIN_S)
            with self._lock:
                if self._closing.is_set():
                    return
                try:
                    board = self._make()
                    board.start(put, expected)
                except Exception as error:  # whatever a broken driver does, the clock runs
                    detail = f"safe mode: no board ({error})"
                    print(f"clockd: {detail}", file=sys.stderr)
                    put(BoardLink(time.monotonic_ns(), "lost", detail))
                else:
                    self._board = board
                    return
