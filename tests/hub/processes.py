"""Real processes for end-to-end tests: a hub, tables with their pages, virtual boards, and a wire that can be cut.

Every wait is for something to become true, with a limit far beyond what it takes. Only processes started here are
ended here, each by its own handle.
"""

import contextlib
import json
import queue
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from clockd.hub.socket import ask as ask_hub
from clockd.hub.store import FILE_NAME as COPIES
from clockd.journal import FILE_NAME as JOURNAL
from clockd.journal import Journal
from clockd.table.socket import ask as ask_table

WITHIN_S = 60.0
LOOK_EVERY_S = 0.05

TABLE_TOML = """\
[table]
number = {number}
state = "s{number}"
[board]
driver = "dgt"
port = "{folder}/board{number}"
[buttons]
driver = "pipe"
path = "b{number}"
[web]
listen = "127.0.0.1:{port}"
[hub]
url = "http://127.0.0.1:{hub_port}"
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def eventually(what: str, look: Callable[[], Any]) -> Any:
    """What `look` answers once it is true."""
    end = time.monotonic() + WITHIN_S
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(LOOK_EVERY_S)
    raise AssertionError(f"within {WITHIN_S:.0f} s: {what}")


class Wire:
    """A TCP line to the hub, one exchange after another; `cut_after` and `drop_reply` each disturb the next one."""

    def __init__(self, hub_port: int) -> None:
        self.hub_port = hub_port
        self.cut_after: int | None = None  # bytes of the next request that get through
        self.drop_reply = False
        self.cuts = self.drops = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        to_hub = ("127.0.0.1", self.hub_port)
        with contextlib.suppress(OSError), client, socket.create_connection(to_hub) as hub:
            threading.Thread(target=self._back, args=(hub, client), daemon=True).start()
            self._forth(client, hub)

    def _forth(self, client: socket.socket, hub: socket.socket) -> None:
        while data := client.recv(65536):
            if self.cut_after is not None and b'"seq"' in data:
                hub.sendall(data[: self.cut_after])
                self.cut_after, self.cuts = None, self.cuts + 1
                return
            hub.sendall(data)

    def _back(self, hub: socket.socket, client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := hub.recv(65536):
                if self.drop_reply and b"HTTP/1.1 200" in data:
                    self.drop_reply, self.drops = False, self.drops + 1
                    client.shutdown(socket.SHUT_RDWR)
                    return
                client.sendall(data)


class Hall:
    """Everything that runs for one event, in a folder of its own."""

    def __init__(self, event: Callable[[Path], Path]) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hall"))  # short: sockets have short paths
        self.event = event(self.folder)
        self.data = self.folder / "hub"
        self.hub_port = free_port()
        self.wire = Wire(self.hub_port)
        self._running: dict[str, subprocess.Popen[str]] = {}
        self._logs = (self.folder / "log").open("w")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for name in list(self._running):
            self.kill(name)
        self.wire.close()
        self._logs.close()
        if error is not None:
            print((self.folder / "log").read_text()[-5000:])
            for number in (1, 2):
                print(json.dumps([json.loads(body) for _, _, body in self.journal(number)][-6:]))
        shutil.rmtree(self.folder, ignore_errors=True)

    # -- processes --------------------------------------------------------------------------------

    def start(self, name: str, *arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "clockd", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE if name.startswith("board") else self._logs,
            stderr=self._logs,
            text=True,
        )
        self._running[name] = process
        return process

    def kill(self, name: str, how: signal.Signals = signal.SIGKILL) -> int:
        """End one process without warning; its exit status."""
        process = self._running.pop(name)
        process.send_signal(how)
        return process.wait(WITHIN_S)

    def start_hub(self) -> None:
        listen = f"127.0.0.1:{self.hub_port}"
        self.start(
            "hub",
            "hub",
            f"--event={self.event}",
            f"--data={self.data}",
            "--listen",
            listen,
            "--pause=0",
        )
        eventually("the hub answers", lambda: self.snapshot(quietly=True))

    def start_table(self, number: int) -> None:
        self.start(f"table{number}", "table", "--config", str(self.config(number)))
        eventually("the table answers", lambda: self.table(number, quietly=True))

    def start_web(self, number: int) -> None:
        self.start(f"web{number}", "web", "--config", str(self.config(number)))

    def config(self, number: int) -> Path:
        path = self.folder / f"t{number}.toml"
        if not path.exists():
            path.write_text(
                TABLE_TOML.format(
                    number=number,
                    folder=self.folder,
                    port=free_port(),
                    hub_port=self.wire.port,
                )
            )
        return path

    # -- looking ----------------------------------------------------------------------------------

    def snapshot(self, quietly: bool = False) -> dict[str, Any]:
        return _asked(lambda: ask_hub(self.data, {"get": "snapshot"}), quietly)

    def table(self, number: int, quietly: bool = False) -> dict[str, Any]:
        state = self.folder / f"s{number}"
        return _asked(lambda: ask_table(state, {"get": "snapshot"}), quietly)

    def journal(self, number: int) -> list[tuple[int, str, str]]:
        """A table's own records."""
        journal = Journal(self.folder / f"s{number}" / JOURNAL, read_only=True)
        found = [(kept.seq, kept.hash, kept.body) for kept in journal.verified()]
        journal.close()
        return found

    def copy(self, number: int) -> list[tuple[int, str, str]]:
        """The hub's copy of it."""
        base = sqlite3.connect(self.data / COPIES)
        rows = base.execute(
            "SELECT c.seq, c.hash, c.body FROM copies c JOIN journals j USING (journal) "
            "WHERE j.tbl = ? ORDER BY c.seq",
            (str(number),),
        ).fetchall()
        base.close()
        return [(int(seq), str(its_hash), str(body)) for seq, its_hash, body in rows]

    def is_copied(self, number: int) -> bool:
        """Record by record."""
        return self.copy(number) == self.journal(number)

    def facts(self, kind: str) -> list[dict[str, Any]]:
        """Facts of one kind in the event's journal."""
        journal = Journal(self.data / JOURNAL, read_only=True)
        contents = [json.loads(kept.body) for kept in journal.verified()]
        journal.close()
        return [fact for each in contents for fact in each["facts"] if fact["type"] == kind]


def _asked(ask: Callable[[], dict[str, Any]], quietly: bool) -> dict[str, Any]:
    try:
        return ask()
    except (OSError, ValueError):
        if quietly:
            return {}
        raise


class Buttons:
    """A table's buttons, pushed from here; joined again when the table was killed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._line: socket.socket | None = None

    def push(self, **what: str) -> bool:
        """Whether the line took it; a table that is down has no buttons."""
        data = json.dumps(what).encode() + b"\n"
        try:
            if self._line is None:
                self._line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                self._line.connect(str(self._path))
            self._line.sendall(data)
        except OSError:
            self.close()
            return False
        return True

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


class VirtualBoard:
    """`clockd board-sim` with hands that do what is typed."""

    def __init__(self, hall: Hall, number: int) -> None:
        self._process = hall.start(
            f"board{number}",
            "board-sim",
            f"--link={hall.folder}/board{number}",
            f"--buttons={hall.folder}/b{number}",
        )
        self._said: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.wait_for("the board is at")

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._said.put(line.strip())

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def wait_for(self, text: str) -> None:
        end = time.monotonic() + WITHIN_S
        heard: list[str] = []
        while time.monotonic() < end:
            with contextlib.suppress(queue.Empty):
                heard.append(self._said.get(timeout=0.5))
                if text in heard[-1]:
                    return
        raise AssertionError(f"the board said {heard}, expected {text!r}")

    def play(self, *moves: str) -> None:
        """Make these moves with hands, each pressed before the next begins."""
        for move in moves:
            self.type(move)
            self.wait_for(move)
