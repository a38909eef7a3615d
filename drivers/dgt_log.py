"""A record of every byte on a board's line, for support: bounded, off unless asked for, readable by `clockd recognise`.

One line of text for each piece of bytes: UTC, the monotonic instant in nanoseconds, `rx` (from the board) or `tx`, the
bytes in hexadecimal; `#` begins a remark. A thread of its own writes: the driver never waits for a disk, and what comes
while the disk does not follow is left out and counted in a remark. Two files at most, the older one with `.1` added.
Source: fact sheet "DGT e-board and clock", section 16 (raw bytes with monotonic and UTC stamps).
"""

import contextlib
import os
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from clockd.errors import BadInput
from clockd.units import SECOND_NS

HEADER = "# clockd board log 1"
MOST_BYTES = 4_000_000  # of each file: a day of play is about a third
WAITING_MOST = 1000  # pieces that the disk may be behind
CLOSE_WAIT_S = 1.0
MODE = 0o640

Way = Literal["rx", "tx", "#"]


@dataclass(frozen=True, slots=True)
class Entry:
    """Bytes that went one way at one instant."""

    at_ns: int
    way: Literal["rx", "tx"]
    data: bytes


def line_of(at_ns: int, utc_ns: int, way: Way, data: bytes) -> str:
    """One line of the file; a remark carries its text as bytes."""
    utc = datetime.fromtimestamp(utc_ns // SECOND_NS, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    stamp = f"{utc}.{utc_ns % SECOND_NS // 1_000_000:03}Z {at_ns}"
    return f"# {stamp} {data.decode()}" if way == "#" else f"{stamp} {way} {data.hex()}"


def entry_of(line: str) -> Entry | None:
    """What a line of the file says; None for a remark or an empty line, BadInput for anything else."""
    words = line.split()
    if not words or words[0].startswith("#"):
        return None
    try:
        _, at_ns, way, *data = words
        if way == "rx":
            return Entry(int(at_ns), "rx", bytes.fromhex("".join(data)))
        if way == "tx":
            return Entry(int(at_ns), "tx", bytes.fromhex("".join(data)))
    except ValueError:
        pass
    raise BadInput(
        f"{line.strip()[:60]!r}, expected a line of a board log: UTC, instant, rx or tx, bytes"
    )


class WireLog:
    """Writes the files; `note` may be called from the driver's thread and never waits."""

    def __init__(self, path: Path, utc_ns: Callable[[], int], most_bytes: int = MOST_BYTES) -> None:
        self._path, self._utc_ns, self._most_bytes = path, utc_ns, most_bytes
        self._waiting: queue.Queue[str | None] = queue.Queue(WAITING_MOST)
        self._lost = 0
        self._thread = threading.Thread(target=self._write, name="board log", daemon=True)
        self._thread.start()

    def note(self, way: Way, data: bytes, at_ns: int) -> None:
        """Have these bytes written down."""
        if not data:
            return
        try:
            self._waiting.put_nowait(line_of(at_ns, self._utc_ns(), way, data))
        except queue.Full:
            self._lost += 1

    def close(self) -> None:
        """Write what waits, for a second at most."""
        with contextlib.suppress(queue.Full):
            self._waiting.put(None, timeout=CLOSE_WAIT_S)
        self._thread.join(CLOSE_WAIT_S)

    def _write(self) -> None:
        while (line := self._waiting.get()) is not None:
            try:
                self._append(self._with_losses(line))
            except OSError:  # a full disk, a folder that went: the game goes on without its log
                self._lost += 1

    def _with_losses(self, line: str) -> str:
        lost, self._lost = self._lost, 0
        return f"# {lost} pieces were lost here\n{line}\n" if lost else f"{line}\n"

    def _append(self, text: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            if self._path.stat().st_size + len(text) > self._most_bytes:
                self._path.replace(self._path.with_name(f"{self._path.name}.1"))
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, MODE)
        with os.fdopen(file, "w", encoding="ascii") as out:
            if os.fstat(file).st_size == 0:
                out.write(f"{HEADER}\n")
            out.write(text)
