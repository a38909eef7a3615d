"""A button box at the other end of a table's pipe: JSON lines to a socket that may not be there yet.

What is pushed waits, in order and bounded, until the table listens; each line carries the instant of its push. Errors
that the table answers are handed to whoever watches. Source: interfaces.md section 6.
"""

import contextlib
import json
import socket
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clockd.units import milliseconds

TRY_AGAIN_NS = milliseconds(250)  # a table that starts up is found within this
WAITING_MOST = (
    64  # pushes kept for a table that is not there; older ones are lost, as on a dead box
)
READ_SIZE = 4096


class ButtonLine:
    """Sends pushes; call `flush` now and then, at the latest at `next_deadline_ns`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._socket: socket.socket | None = None
        self._waiting: deque[bytes] = deque(maxlen=WAITING_MOST)
        self._try_ns = 0

    def push(self, written: Mapping[str, Any], at_ns: int) -> None:
        """Queue one push that happened at this instant."""
        line = json.dumps({**written, "at_monotonic_ns": at_ns})
        self._waiting.append(line.encode() + b"\n")

    def flush(self, now_ns: int) -> list[str]:
        """Send what waits if the table listens; the lines that the table answered."""
        if self._socket is None and now_ns >= self._try_ns:
            self._connect(now_ns)
        answers = self._read() if self._socket is not None else []
        while self._socket is not None and self._waiting:
            if not self._send(self._waiting[0]):
                break
            self._waiting.popleft()
        return answers

    @property
    def connected(self) -> bool:
        return self._socket is not None

    @property
    def next_deadline_ns(self) -> int | None:
        """When to flush again; None while there is nothing to do but hear answers."""
        return self._try_ns if self._socket is None else None

    def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _connect(self, now_ns: int) -> None:
        self._try_ns = now_ns + TRY_AGAIN_NS
        fresh = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            fresh.connect(str(self.path))
        except OSError:
            fresh.close()  # no table yet: its absence is no error here
            return
        fresh.setblocking(False)
        self._socket = fresh

    def _send(self, line: bytes) -> bool:
        assert self._socket is not None
        try:
            return self._socket.send(line) == len(line)
        except OSError:
            self.close()
            return False

    def _read(self) -> list[str]:
        assert self._socket is not None
        with contextlib.suppress(BlockingIOError):
            try:
                data = self._socket.recv(READ_SIZE)
            except ConnectionError:
                data = b""
            if not data:
                self.close()
            return data.decode("utf-8", "replace").splitlines()
        return []
