"""The table's Unix socket: JSON lines for the pages, the shell and the reporter.

A client asks with one line: {"get":"snapshot"}, {"get":"watch"} (a snapshot on every change and at least each half
second), {"get":"records","after":N,"limit":M} (committed records only), or {"command":{...}}, which is answered
when its record is on the disk. Each client has a thread of its own; a slow one waits alone.
"""

import contextlib
import json
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from clockd.errors import BadInput, ClockdError, DeviceError
from clockd.game.inputs import CommandGiven, PairingLoaded
from clockd.table.requests import command_of

SOCKET_NAME = "table.sock"
HEARTBEAT_S = 0.5  # a page that has heard nothing for 2 s says so
MOST_CLIENTS = 32  # pages, shells and one reporter; more is somebody's mistake
LONGEST_REQUEST = 64 * 1024  # a pairing with long names is a few hundred bytes
CLIENT_TIMEOUT_S = 10.0  # a client that does not take its bytes is let go
ANSWER_WITHIN_S = 5.0  # a command whose record has not reached the disk by then is answered so
RECORDS_MOST = 1000

Command = CommandGiven | PairingLoaded
Line = dict[str, Any]


class Services:
    """What the socket needs of the daemon; functions, so that a test can stand in for it."""

    def __init__(
        self,
        snapshot: Callable[[], Line],
        wait: Callable[[int, float], int],
        records: Callable[[int, int], Line],
        submit: Callable[[Command, "queue.SimpleQueue[Line]"], None],
    ) -> None:
        self.snapshot, self.wait = snapshot, wait
        self.records, self.submit = records, submit


class TableSocket:
    """Listens on a path; serves until closed."""

    def __init__(self, path: Path, services: Services) -> None:
        self._path, self._services = path, services
        self._clients = threading.BoundedSemaphore(MOST_CLIENTS)
        self._closing = False
        self._listener = _listen(path)
        threading.Thread(target=self._accept, name="socket", daemon=True).start()

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
                request = lines.readline(LONGEST_REQUEST)
                for line in self._answers(request):
                    lines.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
                    lines.flush()
        except (OSError, ValueError):
            return  # the client has gone, or does not listen
        finally:
            self._clients.release()

    def _answers(self, request: bytes) -> Iterator[Line]:
        try:
            asked = json.loads(request)
            if not isinstance(asked, dict):
                raise BadInput("expected a JSON object")
            yield from self._answer(asked)
        except (ClockdError, json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
            yield {"ok": False, "error": str(error)}

    def _answer(self, asked: Line) -> Iterator[Line]:
        if "command" in asked:
            yield self._command(asked["command"])
        elif asked.get("get") == "snapshot":
            yield self._services.snapshot()
        elif asked.get("get") == "watch":
            yield from self._watch()
        elif asked.get("get") == "records":
            after, limit = (_count(asked.get(key, 0), key) for key in ("after", "limit"))
            yield self._services.records(after, min(limit or RECORDS_MOST, RECORDS_MOST))
        else:
            raise BadInput('expected {"get":"snapshot"|"watch"|"records"} or {"command":{...}}')

    def _watch(self) -> Iterator[Line]:
        number = 0
        while not self._closing:
            number = self._services.wait(number, HEARTBEAT_S)
            yield self._services.snapshot()

    def _command(self, body: Any) -> Line:
        answers: queue.SimpleQueue[Line] = queue.SimpleQueue()
        self._services.submit(command_of(body, time.monotonic_ns(), time.time()), answers)
        try:
            return answers.get(timeout=ANSWER_WITHIN_S)
        except queue.Empty:
            return {"ok": False, "error": "taken, but its record is not on the disk yet"}


def _count(value: Any, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
        raise BadInput(f"{key}: {value!r}, expected a whole number")
    return value


def _listen(path: Path) -> socket.socket:
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(path))
    except OSError as error:
        listener.close()
        raise DeviceError(
            f"{path}: {error.strerror or error}, expected room for a socket"
        ) from None
    path.chmod(0o660)
    listener.listen(MOST_CLIENTS)
    return listener


def ask(path: Path, request: Line, timeout_s: float = ANSWER_WITHIN_S + 1) -> Line:
    """One question to a running table; DeviceError when there is none."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(timeout_s)
        try:
            client.connect(str(path))
            client.sendall(json.dumps(request).encode() + b"\n")
            with client.makefile("rb") as lines:
                answer = lines.readline()
        except OSError as error:
            why = error.strerror or str(error)
            raise DeviceError(f"{path}: {why}, expected a running table (clockd table)") from None
    if not answer:
        raise DeviceError(f"{path}: the table closed the line, expected an answer")
    line: Line = json.loads(answer)
    return line
