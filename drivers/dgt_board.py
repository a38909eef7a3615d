"""The DGT board driver: a thread between the serial port and the table.

A thin shell: it opens the port, carries bytes to and from `dgt_link.Line`, stamps them with the monotonic clock as they
are read, and hands the table what the line makes of them. A lost port is an input, never an end: it is closed, and
opened again for ever with growing waits. Source: fact sheet "DGT e-board and clock", section 16; design, sections 3
and 4.
"""

import contextlib
import os
import select
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import serial

from clockd.errors import BadConfig, DeviceError
from clockd.ports import Board, BoardLink, Put
from clockd.units import SECOND_NS
from drivers.dgt_link import Effects, Line
from drivers.dgt_log import Way, WireLog
from drivers.dgt_mirror import Mirror, Orientation
from drivers.dgt_phases import Phase, back_off_ns
from drivers.dgt_ports import PortBusy, PortGone, board_ports, open_port
from drivers.dgt_search import AUTO, Finding, Search

READ_SIZE = 4096
WAIT_MOST_S = 1.0  # an idle thread looks up this often; everything urgent wakes it
LOOK_EVERY_S = 0.5  # for a port that comes back while we wait to try again
CLOSE_WAIT_S = 3.0  # longer than one blocked write
ORIENTATIONS: tuple[Orientation, ...] = ("auto", "normal", "rotated")
KEYS = ("driver", "port", "serial", "orientation", "log")

_Step = Callable[[Line, int], Effects]


def make(config: Mapping[str, Any]) -> Board:
    """The board of a `[board]` section: keys port, serial, orientation, log."""
    for key in config:
        if key not in KEYS:
            raise BadConfig(f"[board] {key}: unknown key, expected one of {', '.join(KEYS)}")
    port = _text(config, "port", AUTO)
    number = _text(config, "serial", "")
    if number and not number.isdigit():
        raise BadConfig(
            f'[board] serial = {number!r}, expected the digits under the board: "13116"'
        )
    orientation = config.get("orientation", "auto")
    if orientation not in ORIENTATIONS:
        raise BadConfig(
            f"[board] orientation = {orientation!r}, expected {', '.join(ORIENTATIONS)}"
        )
    return DgtBoard(port, number, orientation, _log_file(_text(config, "log", "")))


def _log_file(written: str) -> Path | None:
    if not written:
        return None
    path = Path(written)
    if path.exists() and not path.is_file():
        raise BadConfig(f"[board] log = {written!r}, expected a file to write to")
    if not path.parent.is_dir():
        raise BadConfig(f"[board] log = {written!r}, expected a folder that exists: {path.parent}")
    return path


def _text(config: Mapping[str, Any], key: str, default: str) -> str:
    value = config.get(key, default)
    if not isinstance(value, str) or (key in config and not value.strip()):
        raise BadConfig(f"[board] {key} = {value!r}, expected a text in quotes")
    return value


class DgtBoard:
    """A DGT board on a serial port, wherever it comes and goes."""

    def __init__(
        self,
        port: str,
        number: str = "",
        orientation: Orientation = "auto",
        log_file: Path | None = None,
    ) -> None:
        self._search = Search(port, board_ports, number)
        self._number = number
        self._orientation = orientation
        self._stop = threading.Event()
        self._asked = threading.Event()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._thread: threading.Thread | None = None
        self._log_file = log_file
        self._log: WireLog | None = None

    def start(self, put: Put, expected: Callable[[], str]) -> None:
        """Begin reading on a thread of its own."""
        line = Line(Mirror(self._orientation, expected), self._number)
        if self._log_file is not None:
            self._log = WireLog(self._log_file, time.time_ns)
        self._thread = threading.Thread(
            target=self._run, args=(line, put), name="dgt board", daemon=True
        )
        self._thread.start()

    def ask(self) -> None:
        """Ask for a full dump soon; returns at once and is harmless on a lost line."""
        if not self._stop.is_set():
            self._asked.set()
            self._wake()

    def close(self) -> None:
        """Stop and free the port, within three seconds."""
        if self._stop.is_set():
            return
        self._stop.set()
        self._wake()
        if self._thread is not None:
            self._thread.join(CLOSE_WAIT_S)
            if self._thread.is_alive():
                return  # it ends with its write; what it still uses is left to it
        os.close(self._wake_read)
        os.close(self._wake_write)
        if self._log is not None:
            self._log.close()

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):  # full of wakes already
            os.write(self._wake_write, b"!")

    def _run(self, line: Line, put: Put) -> None:
        failures = 0
        try:
            while not self._stop.is_set():
                failures = 0 if self._session(line, put) else failures + 1
                self._pause(back_off_ns(failures // max(1, self._search.size)))
        finally:
            if not self._stop.is_set():
                # Our own mistake: the traceback goes to the log, this to the arbiter.
                broke = "the board driver broke: restart clockd"
                put(BoardLink(time.monotonic_ns(), "lost", broke))

    def _session(self, line: Line, put: Put) -> bool:
        """One life of the port, from opening it to its loss; whether the board was read meanwhile."""
        path = self._search.next(time.monotonic_ns())
        if path is None:
            self._close(line, put)
            return False
        try:
            port = open_port(path)
        except DeviceError as error:
            busy, none = isinstance(error, PortBusy), isinstance(error, PortGone)
            finding = Finding("lost", str(error), busy=busy, gone=none)
            self._search.found(path, finding, time.monotonic_ns())
            self._close(line, put)
            return False
        with contextlib.closing(port):
            self._serve(line, port, path, put)
        was_read = line.phase is Phase.READING
        if was_read:
            self._search.prove(path)
        self._close(line, put)
        return was_read

    def _close(self, line: Line, put: Put) -> None:
        self._tell(put, line.closed(self._search.verdict(), time.monotonic_ns()))

    def _serve(self, line: Line, port: serial.Serial, path: str, put: Put) -> None:
        """Carry bytes until the port is lost, or the line or the search wants another."""
        try:
            effects = line.opened(path, time.monotonic_ns())
            self._note("#", b"a port is open")
            while not self._stop.is_set():
                self._tell(put, effects)
                if effects.finding is not None:
                    self._search.found(path, effects.finding, time.monotonic_ns())
                    if self._search.size > 1:
                        return
                    self._tell(put, line.judged(self._search.verdict(), time.monotonic_ns()))
                if effects.reopen:
                    return
                if effects.send:
                    port.write(effects.send)
                    self._note("tx", effects.send)
                effects = self._next(line, port)
        except OSError as error:  # SerialException is one too; which of them depends on the moment
            reason = f" ({error.strerror})" if error.strerror else ""
            gone = Finding("lost", f"{path} was unplugged or switched off{reason}", gone=True)
            self._search.found(path, gone, time.monotonic_ns())
            if line.phase is Phase.READING:  # said at once, wherever else the board may be
                self._tell(put, line.judged(gone, time.monotonic_ns()))

    def _next(self, line: Line, port: serial.Serial) -> Effects:
        """Wait for whatever comes first: bytes, a wish for a dump, the line's own deadline."""
        deadline_ns = line.next_deadline_ns
        wait_s = WAIT_MOST_S
        if deadline_ns is not None:
            wait_s = min(wait_s, max(0, deadline_ns - time.monotonic_ns()) / SECOND_NS)
        ready, _, _ = select.select([port.fileno(), self._wake_read], [], [], wait_s)
        if self._wake_read in ready:
            os.read(self._wake_read, READ_SIZE)
        if self._asked.is_set():
            self._asked.clear()
            return line.ask(time.monotonic_ns())
        data = port.read(READ_SIZE) if port.fileno() in ready else b""
        self._note("rx", data)
        return line.received(data, time.monotonic_ns())

    def _note(self, way: Way, data: bytes) -> None:
        if self._log is not None:
            self._log.note(way, data, time.monotonic_ns())

    def _tell(self, put: Put, effects: Effects) -> None:
        for seen in effects.inputs:
            put(seen)

    def _pause(self, wait_ns: int) -> None:
        """Wait before the next try, but no longer once a port has come or gone."""
        end_ns = time.monotonic_ns() + wait_ns
        while (left_ns := end_ns - time.monotonic_ns()) > 0 and not self._stop.is_set():
            self._stop.wait(min(LOOK_EVERY_S, left_ns / SECOND_NS))
            if self._search.news():
                return
