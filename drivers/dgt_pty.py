"""A virtual DGT board on a pseudo-terminal: the file that a driver opens like a serial port.

One thread moves bytes between a `VirtualBoard` and the terminal, at the board's own pace, behind a symbolic link of a
stable name. Whoever opens and closes the link does not disturb it; `unplug` makes the terminal vanish under its reader
as a pulled USB cable does, `plug` brings it back under the same link. All else about the board is in `dgt_simulator`.
"""

import contextlib
import errno
import os
import pty
import select
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from clockd.errors import DeviceError
from clockd.units import SECOND_NS
from drivers.dgt_simulator import VirtualBoard

READ_SIZE = 4096
STOP_WAIT_S = 5.0  # the thread wakes at once; this bounds a machine that is out of breath


class PtyServer:
    """Serves one board; `at(...)` is the only way to its men while it runs."""

    def __init__(
        self, board: VirtualBoard, link: Path, clock: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self.link = link
        self._board = board
        self._clock = clock
        self._lock = threading.Lock()
        self._master = self._slave = -1
        self._wake_read, self._wake_write = os.pipe()
        self._stopping = False
        self._thread = threading.Thread(target=self._serve, name="virtual board", daemon=True)

    def start(self) -> None:
        """Make the terminal and its link, and begin to serve."""
        self._attach()
        self._thread.start()

    def close(self) -> None:
        """Stop serving and take the link away; bounded in time."""
        self._stopping = True
        self._wake()
        if self._thread.ident is not None:
            self._thread.join(STOP_WAIT_S)
        with self._lock:
            self._detach()
        os.close(self._wake_read)
        os.close(self._wake_write)

    @contextmanager
    def at(self) -> Iterator[tuple[VirtualBoard, int]]:
        """The board and this instant, while nobody else touches it."""
        with self._lock:
            yield self._board, self._clock()
        self._wake()

    def say(self, data: bytes) -> None:
        """Bytes on the line that are not the board's: noise."""
        with self._lock:
            os.write(self._master, data)

    @property
    def plugged(self) -> bool:
        return self._master >= 0

    def unplug(self) -> None:
        """The cable is pulled: link and terminal are gone, and the board's power with them."""
        with self._lock:
            self._detach()
        self._wake()

    def plug(self) -> None:
        """The cable is back: power, and a new terminal under the old link."""
        with self._lock:
            if not self.plugged:
                self._board.power_up(self._clock())
                self._attach()
        self._wake()

    def _attach(self) -> None:
        # We keep the slave's end open: a reader that closes its own leaves the terminal as it was.
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        try:
            _link(self.link, os.ttyname(self._slave))
        except OSError as error:
            self._detach()
            raise DeviceError(
                f"{self.link}: cannot make the board's link: {error.strerror}"
            ) from error

    def _detach(self) -> None:
        if not self.plugged:
            return
        if self.link.is_symlink() and str(self.link.readlink()) == os.ttyname(self._slave):
            self.link.unlink()
        os.close(self._master)
        os.close(self._slave)
        self._master = self._slave = -1

    def _serve(self) -> None:
        while not self._stopping:
            self._wait()
            with self._lock:
                if self.plugged:
                    self._exchange(self._clock())

    def _wait(self) -> None:
        with self._lock:
            master, deadline_ns = self._master, self._board.next_deadline_ns
        readable = [self._wake_read] if master < 0 else [self._wake_read, master]
        timeout = None
        if deadline_ns is not None and master >= 0:
            timeout = max(0, deadline_ns - self._clock()) / SECOND_NS
        # The terminal may be closed by another thread before select looks at it: then there is a wake byte too.
        with contextlib.suppress(OSError):
            ready, _, _ = select.select(readable, [], [], timeout)
            if self._wake_read in ready:
                os.read(self._wake_read, READ_SIZE)

    def _exchange(self, now_ns: int) -> None:
        with contextlib.suppress(BlockingIOError):
            self._board.receive(os.read(self._master, READ_SIZE), now_ns)
        if data := self._board.take(now_ns):
            with contextlib.suppress(
                BlockingIOError
            ):  # nobody reads: the bytes are lost, as on a real line
                os.write(self._master, data)

    def _wake(self) -> None:
        os.write(self._wake_write, b"!")


def _link(link: Path, terminal: str) -> None:
    """Point the link at the terminal, in one step; only a link is ever replaced, never somebody's file."""
    if os.path.lexists(link) and not link.is_symlink():
        raise FileExistsError(errno.EEXIST, "there is something that is no link")
    fresh = link.with_name(f".{link.name}.{os.getpid()}")
    fresh.symlink_to(terminal)
    try:
        fresh.replace(link)
    except OSError:
        fresh.unlink()
        raise
