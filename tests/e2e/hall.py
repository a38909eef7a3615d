"""Real processes for end-to-end tests: a table, its pages, a virtual board and a pair of buttons."""

import contextlib
import json
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

START_WITHIN_S = 30.0  # a loaded machine takes its time to import
CLOCKD = [sys.executable, "-m", "clockd"]


def eventually(what: str, check: Callable[[], Any], within_s: float = START_WITHIN_S) -> Any:
    """The first true answer of `check`; fails with the last one when none comes in time."""
    end = time.monotonic() + within_s
    while True:
        answer = check()
        if answer:
            return answer
        assert time.monotonic() < end, f"{what} did not come to pass: {answer!r}"
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Hall:
    """A folder with one table's files and the processes that run on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.board, self.pipe = folder / "board", folder / "buttons"
        self.web_port = free_port()
        self._running: dict[str, subprocess.Popen[str]] = {}
        self.config = self._write(
            "table.toml",
            f'[table]\nnumber = 3\nstate = "state"\n[board]\ndriver = "dgt"\nport = "{self.board}"\n'
            f'[buttons]\ndriver = "pipe"\npath = "{self.pipe}"\n'
            f'[web]\nlisten = "127.0.0.1:{self.web_port}"\n',
        )
        self.pairing = self.pair(1)

    def _write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text)
        return path

    def pair(self, round_number: int, control: str = "G/10;+2") -> Path:
        return self._write(
            f"pairing{round_number}.toml",
            f'rules = "us-senior-2019"\nevent = "End to end"\nround = {round_number}\nboard = 3\n'
            f'white = "Weiß, Ann <b>"\nblack = \'Black "B", Bo\'\ncontrol = "{control}"\n',
        )

    def start(
        self, name: str, *arguments: str | Path, stdout: int | None = None
    ) -> subprocess.Popen[str]:
        """Start a clockd process; its output goes to NAME.log, or to a terminal."""
        log = (self.folder / f"{name}.log").open("a")
        process = subprocess.Popen(
            [*CLOCKD, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=log if stdout is None else stdout,
            stderr=log,
            text=True,
            cwd=self.folder,
        )
        log.close()
        self._running[name] = process
        return process

    def start_table(self, *more: str | Path) -> None:
        self.start("table", "table", "--config", self.config, "--pairing", self.pairing, *more)
        eventually("the table's socket", (self.folder / "state" / "table.sock").exists)
        eventually("the buttons' socket", self.pipe.exists)

    def start_board(self, *more: str) -> None:
        self.start("board", "board-sim", "--link", self.board, *more)
        eventually("the board's link", self.board.exists)

    def process(self, name: str) -> int:
        """Its process id."""
        return self._running[name].pid

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def kill(self, name: str) -> None:
        """Without warning, as a power cut."""
        process = self._running.pop(name)
        process.kill()
        process.wait()

    def end(self, name: str) -> int:
        """In good order; the exit status."""
        process = self._running.pop(name)
        process.send_signal(signal.SIGTERM)
        return process.wait(20)

    def end_all(self) -> None:
        for process in self._running.values():
            process.kill()
            process.wait()

    def run(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """One clockd command to its end."""
        return subprocess.run(
            [*CLOCKD, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False
        )

    # -- what a person at the table does ----------------------------------------------------------

    def push(self, **button: str) -> None:
        """Push a button through the pipe."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.connect(str(self.pipe))
            line.sendall(json.dumps(button).encode() + b"\n")

    def say(self, command: str) -> None:
        """Type a line at the virtual board."""
        stdin = self._running["board"].stdin
        assert stdin is not None
        stdin.write(command + "\n")
        stdin.flush()

    def status(self) -> dict[str, Any]:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.connect(str(self.folder / "state" / "table.sock"))
            line.sendall(b'{"get":"snapshot"}\n')
            with line.makefile() as lines:
                snapshot: dict[str, Any] = json.loads(lines.readline())
                return snapshot

    def alerts(self) -> list[str]:
        """Names of the open alerts; how fast this machine's disk is at the moment is not what we test."""
        return [alert["alert"] for alert in self.status()["alerts"] if alert["alert"] != "disk"]

    def page(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.web_port}{path}", timeout=10) as page:
            text: str = page.read().decode()
            return text


@contextlib.contextmanager
def hall(folder: Path) -> Iterator[Hall]:
    """A hall whose processes end with the test, whatever happens."""
    opened = Hall(folder)
    try:
        yield opened
    finally:
        opened.end_all()


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000
