"""Buttons that speak JSON lines on a Unix stream socket: other button boxes, and people without a Pi.

One thread listens, stamps what it receives and hands it over; it never waits for a client and answers only errors.
What a line means is decided in `button_lines`. The socket file is the table's own: an old one is removed at the start,
mode 0660, and removed again at the end. Source: interfaces.md section 6.
"""

import contextlib
import selectors
import socket
import stat
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clockd.errors import BadConfig, DeviceError
from clockd.ports import Buttons, ButtonsTold, Put
from clockd.units import SECOND_NS
from drivers.button_lines import LineReader

CLIENTS_MOST = 16  # a table has two players, an arbiter and a few boxes; more is a fault that must not eat us up
BACKLOG = 2 * CLIENTS_MOST  # beyond it a connection is refused by the kernel
READ_SIZE = 4096
TELL_EVERY_NS = (
    SECOND_NS  # the counts, at most: a client that sends rubbish must not fill the inbox
)
MODE = 0o660
CLOSE_WAIT_S = 2.0
FULL = b'{"error": "too many clients at this table, expected at most %d"}\n' % CLIENTS_MOST


def make(config: Mapping[str, Any]) -> Buttons:
    """The buttons of a `[buttons]` section: key path, the socket to listen on."""
    for key in config:
        if key not in ("driver", "path"):
            raise BadConfig(f"[buttons] {key}: unknown key, expected driver, path")
    path = config.get("path")
    if not isinstance(path, str) or not path.strip():
        found = "is missing" if path is None else f"= {path!r}"
        raise BadConfig(f"[buttons] path {found}, expected the path of a socket to listen on")
    return PipeButtons(Path(path))


@dataclass(slots=True)
class _Client:
    connection: socket.socket
    reader: LineReader = field(default_factory=LineReader)


class PipeButtons:
    """Listens for button boxes on one socket."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._listener: socket.socket | None = None
        self._selector = selectors.DefaultSelector()
        self._wake_read, self._wake_write = socket.socketpair()
        self._thread: threading.Thread | None = None
        self._clients = 0
        self.unstamped = 0  # stamps that clients sent and that were not believed
        self.refused = 0  # lines that were answered with an error
        self._told = self.counts
        self._tell_from_ns = 0
        self._put: Put | None = None

    def start(self, put: Put) -> None:
        """Make the socket and listen; DeviceError says why it cannot be made."""
        self._put = put
        self._listener = _listen(self._path)
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._wake_read, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._serve, name="pipe buttons", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hang up on all clients and remove the socket; bounded in time."""
        if self._thread is None:
            return
        self._wake_write.send(b"!")
        self._thread.join(CLOSE_WAIT_S)
        self._thread = None
        with contextlib.suppress(FileNotFoundError):
            self._path.unlink()

    @property
    def counts(self) -> dict[str, int]:
        """For the status page: stamps that were not believed, and lines that were refused."""
        return {"unstamped": self.unstamped, "refused": self.refused}

    def _serve(self) -> None:
        stopping = False
        while not stopping:
            for key, _ in self._selector.select():
                if key.fileobj is self._wake_read:
                    stopping = True
                elif key.fileobj is self._listener:
                    self._accept()
                else:
                    self._read(key.data)
        self._hang_up()

    def _accept(self) -> None:
        assert self._listener
        with contextlib.suppress(OSError):  # it hung up before we came to it
            connection, _ = self._listener.accept()
            connection.setblocking(False)
            if self._clients == CLIENTS_MOST:
                connection.send(FULL)
                connection.close()
                return
            self._clients += 1
            self._selector.register(connection, selectors.EVENT_READ, _Client(connection))

    def _read(self, client: _Client) -> None:
        assert self._put
        data = b""
        with contextlib.suppress(OSError):  # a client that died mid-line
            data = client.connection.recv(READ_SIZE)
        now_ns = time.monotonic_ns()
        if not data:
            self._drop(client)
            return
        unstamped, refused = client.reader.unstamped, client.reader.refused
        seen, answers = client.reader.feed(data, now_ns)
        self.unstamped += client.reader.unstamped - unstamped
        self.refused += client.reader.refused - refused
        for each in seen:
            self._put(each)
        self._tell_counts(now_ns)
        if answers:
            with contextlib.suppress(
                OSError
            ):  # a client that does not read its errors does not get them
                client.connection.send(answers)

    def _tell_counts(self, now_ns: int) -> None:
        if self._told != self.counts and now_ns >= self._tell_from_ns:
            self._told, self._tell_from_ns = self.counts, now_ns + TELL_EVERY_NS
            assert self._put
            self._put(ButtonsTold(now_ns, tuple(self._told.items())))

    def _drop(self, client: _Client) -> None:
        self._selector.unregister(client.connection)
        client.connection.close()
        self._clients -= 1

    def _hang_up(self) -> None:
        for key in list(self._selector.get_map().values()):
            if isinstance(key.fileobj, socket.socket):
                key.fileobj.close()
        self._selector.close()
        self._wake_write.close()


def _listen(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _remove_old(path)
        listener.bind(str(path))
        path.chmod(MODE)  # before it listens: until then nobody can connect
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        reason = error.strerror or str(error)
        raise DeviceError(
            f"[buttons] path = {str(path)!r}: cannot listen there: {reason}"
        ) from error
    listener.setblocking(False)
    return listener


def _remove_old(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise FileExistsError(17, "there is a file that is no socket")
        path.unlink()
