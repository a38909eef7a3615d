"""A fake table in a thread and `clockd web` in a process: what a browser looks at in the end-to-end tests."""

import asyncio
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.web.fake_table import RUNNING, FakeTable

READY_WITHIN_S = 30.0  # a slow machine under load; what takes longer hangs
STOPS_WITHIN_S = 10.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


class LiveTable:
    """The fake table on an event loop of its own; its methods may be called from the test."""

    def __init__(self, folder: Path) -> None:
        self.config = folder / "table.toml"
        self.port = free_port()
        (folder / "state").mkdir()
        self.config.write_text(
            f'[table]\nnumber = 3\nstate = "state"\n[web]\nlisten = "127.0.0.1:{self.port}"\n'
        )
        self.table = FakeTable(folder / "state" / "table.sock", RUNNING)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.start()

    def start(self) -> None:
        asyncio.run_coroutine_threadsafe(self.table.start(), self._loop).result(READY_WITHIN_S)

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self.table.stop(), self._loop).result(READY_WITHIN_S)

    def say(self, snapshot: Mapping[str, Any]) -> None:
        self._loop.call_soon_threadsafe(self.table.say, snapshot)

    def close(self) -> None:
        self.stop()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(STOPS_WITHIN_S)


class WebProcess:
    """`clockd web` as a process."""

    def __init__(self, table: LiveTable) -> None:
        self.url = f"http://127.0.0.1:{table.port}"
        self._command = [sys.executable, "-m", "clockd", "web", "--config", str(table.config)]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        deadline = time.monotonic() + READY_WITHIN_S
        while not self.answers():
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether the table is live behind the pages."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=1) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def stop(self) -> tuple[int, str, str]:
        """Exit status, stdout and stderr after SIGTERM."""
        self.process.terminate()
        out, error = self.process.communicate(timeout=STOPS_WITHIN_S)
        return self.process.returncode, out, error
