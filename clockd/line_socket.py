"""JSON lines on a Unix socket: one question a connection, one answer or a stream of them.

Used by a table and by the hub for the programs of their own machine; who may connect is the socket file's mode.
Each client has a thread of its own; a slow one waits alone. Every byte from a client is hostile until read.
"""

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from clockd.errors import BadInput, ClockdError, DeviceError

MOST_CLIENTS = 32  # pages, shells and one reporter; more is somebody's mistake
LONGEST_REQUEST = 64 * 1024  # a pairing with long names is a few hundred bytes
CLIENT_TIMEOUT_S = 10.0  # a client that does not take its bytes is let go
SOCKET_MODE = 0o660

Line = dict[str, Any]
Answer = Callable[[Line], Iterator[Line]]


class LineSocket:
    """Listens on a path and answers until closed; `answer` may raise ClockdError for a bad question."""

    def __init__(self, path: Path, answer: Answer) -> None:
        self._path, self._answer = path, answer
        self._clients = threading.BoundedSemaphore(MOST_CLIENTS)
        self._closing = False
        self._listener = _listen(path)
        threading.Thread(target=self._accept, name=f"socket {path.name}", daemon=True).start()

    @property
    def closing(self) -> bool:
        """A stream of answers ends when this is true."""
        return self._closing

    def close(self) -> None:
        self._closing = True
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._path.unlink(missing_ok=True)

    def _accept(self) -> None:
        while not self._closing:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if not self._clients.acquire(blocking=False):
                client.close()
                continue
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            client.settimeout(CLIENT_TIMEOUT_S)
            with client, client.makefile("rwb") as lines:
                for line in self._answers(lines.readline(LONGEST_REQUEST)):
                    lines.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
                    lines.flush()
        except OSError:
            return  # the client has gone, or does not listen
        finally:
            self._clients.release()

    def _answers(self, request: bytes) -> Iterator[Line]:
        try:
            yield from self._answer(_object(request))
        except (ClockdError, RecursionError) as error:
            kind = {"bad_input": True} if isinstance(error, BadInput) else {}
            yield {"ok": False, "error": str(error), **kind}


def _object(request: bytes) -> Line:
    try:
        asked = json.loads(request)
    except ValueError as error:  # no JSON, no text, or a number of 5,000 digits
        raise BadInput(str(error)) from None
    if not isinstance(asked, dict):
        raise BadInput("expected a JSON object")
    return asked


def _listen(path: Path) -> socket.socket:
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(path))
    except OSError as error:
        listener.close()
        why = error.strerror or str(error)
        raise DeviceError(f"{path}: {why}, expected room for a socket") from None
    path.chmod(SOCKET_MODE)
    listener.listen(MOST_CLIENTS)
    return listener


def ask(path: Path, request: Line, whom: str, timeout_s: float = 6.0) -> Line:
    """One question and its first answer; DeviceError when nobody answers. `whom` names who should."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(timeout_s)
        try:
            client.connect(str(path))
            client.sendall(json.dumps(request).encode() + b"\n")
            with client.makefile("rb") as lines:
                answer = lines.readline()
        except OSError as error:
            why = error.strerror or str(error)
            raise DeviceError(f"{path}: {why}, expected {whom}") from None
    if not answer:
        raise DeviceError(f"{path}: the line was closed, expected {whom}")
    line: Line = json.loads(answer)
    return line
