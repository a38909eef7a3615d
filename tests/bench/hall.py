"""A full hall: two hundred tables at two updates a second, fifty open walls, and one that does not read.

The hub is a process of its own; tables and walls are tasks here, on connections that are kept, and share the machine
with it. A table posts its snapshot with each update and a record with every tenth; each update has a clock time of its
own, by which it is known again when it comes out of a wall's stream: from the post's first byte to the event's last.
Then a browser opens the wall: bytes on the wire and the first paint. Times are real; say what else the machine did.
"""

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from clockd.journal import GENESIS, link
from tests.bench.hub import _cpu_s, _memory_mib
from tests.hub.events import write_swiss
from tests.web.fake_table import IMMORTAL, RUNNING, game_of

TABLES, WALLS = 200, 50
PER_S, SECONDS = 2, 20
RECORD_EVERY = 10
WATCHED = 5  # walls whose events are read word for word; the others only take the bytes
FIRST_MS, LAST_MS = 1_000_000, 9_000_000  # the clock times that are marks
ROUND_WITHIN_S = 90.0  # four hundred players are paired in ten seconds on a quiet machine
READ_AT_ONCE = 1 << 20
_MARK = re.compile(rb'"white_ms":(\d{7})\b')


def bench() -> None:
    """Prints the figures of one hall."""
    folder = Path(tempfile.mkdtemp(prefix="hall"))
    try:
        with _hub(folder) as (port, pid):
            asyncio.run(_Hall(port, pid).run())
            _browser(f"http://127.0.0.1:{port}/")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _hub(folder: Path) -> Iterator[tuple[int, int]]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    event = write_swiss(folder, 2 * TABLES, 9, 'initial_colour = "white"')
    options = (f"--data={folder / 'hub'}", f"--listen=127.0.0.1:{port}")
    process = subprocess.Popen(
        [sys.executable, "-m", "clockd", "hub", f"--event={event}", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


@dataclass
class _Table:
    """One of the tables: its connection, its journal so far, and when it said what."""

    number: int
    board: int = 0
    seq: int = 0
    hash: str = GENESIS
    took_ms: list[float] = field(default_factory=list)

    async def open(self, port: int) -> None:
        """A connection; the hub closes one that says nothing for five seconds."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port)

    async def post(self, snapshot: dict[str, Any], *, record: bool) -> None:
        """One exchange."""
        body = json.dumps(self._body(snapshot, record=record)).encode()
        head = (
            "POST /api/table/sync HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        begun_s = time.monotonic()
        self._writer.write(head.encode() + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 200"), answer
        found = re.search(rb"content-length: (\d+)", answer.lower())
        assert found is not None
        said = json.loads(await self._reader.readexactly(int(found[1])))
        self.seq, self.hash = said["seq"], said["hash"]
        self.took_ms.append((time.monotonic() - begun_s) * 1000)

    async def play(self, start_s: float, walls: "_Walls") -> None:
        """So many updates a second, each when it is due."""
        count = PER_S * SECONDS
        for number in range(count):
            due_s = start_s + (number + self.number / TABLES) / PER_S
            await asyncio.sleep(max(0.0, due_s - time.monotonic()))
            mark = FIRST_MS + self.board * 10_000 + number
            walls.waiting[mark] = time.monotonic()
            plies = 1 + (number // 4 + self.number) % len(IMMORTAL)
            pressed = (number + self.number) % RECORD_EVERY == 0
            await self.post(self._snapshot(plies, mark), record=pressed)

    def _snapshot(self, plies: int, mark: int) -> dict[str, Any]:
        game = {**RUNNING, **_GAMES[plies - 1]}
        here = {"table": self.number, "board": self.board, "round": 1, "white_ms": mark}
        return {**game, **here, "running": game["to_move"], "alerts": [], "durable_seq": self.seq}

    def _body(self, snapshot: dict[str, Any], *, record: bool) -> dict[str, Any]:
        records = []
        if record:
            body = json.dumps({"cause": {"type": "ClockPressed"}, "facts": [], "pad": "x" * 900})
            made = link(self.hash, self.seq + 1, body)
            records = [{"seq": self.seq + 1, "hash": made, "body": body}]
        return {
            "table": self.number,
            "journal": f"{self.number:016x}",
            "after": [self.seq, self.hash],
            "records": records,
            "snapshot": snapshot or None,
        }


_GAMES = [game_of(IMMORTAL[:plies]) for plies in range(1, len(IMMORTAL) + 1)]


class _Walls:
    """Open streams of the wall. `waiting` has the marks that no watched wall has shown yet."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.waiting: dict[int, float] = {}
        self.late_ms: list[float] = []
        self.bytes = self.events = 0

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self._port, limit=4 * READ_AT_ONCE
        )
        writer.write(b"GET /events HTTP/1.1\r\nHost: hub\r\nAccept-Encoding: gzip\r\n\r\n")
        return reader, writer

    async def take(self) -> None:
        """A wall whose bytes are taken and thrown away."""
        reader, _ = await self.open()
        while data := await reader.read(READ_AT_ONCE):
            self.bytes += len(data)

    async def watch(self) -> None:
        """A wall that is read: which of the marks are on it now, and since when."""
        reader, _ = await self.open()
        shown: set[int] = set()
        while True:
            text = await reader.readuntil(b"\n\n")
            now_s = time.monotonic()
            self.events += 1
            marks = {int(found) for found in _MARK.findall(text)}
            for mark in marks - shown:
                sent_s = self.waiting.get(mark)
                if sent_s is not None:
                    self.late_ms.append((now_s - sent_s) * 1000)
            shown = marks


class _Hall:
    def __init__(self, port: int, pid: int) -> None:
        self._port, self._pid = port, pid
        self._tables = [_Table(number) for number in range(1, TABLES + 1)]
        self._walls = _Walls(port)

    async def run(self) -> None:
        """Open everything, let it run, say what was seen."""
        for table in self._tables:
            await table.open(self._port)
            await table.post({}, record=True)
        await self._seat()
        for table in self._tables:
            await table.open(self._port)
            table.took_ms.clear()
        print(f"load average before: {os.getloadavg()[0]:.1f}; {os.cpu_count()} cores")
        quiet_mib = _resident_mib(self._pid)
        tasks = [asyncio.create_task(self._walls.watch()) for _ in range(WATCHED)]
        tasks += [asyncio.create_task(self._walls.take()) for _ in range(WALLS - WATCHED)]
        _, slow = await self._walls.open()  # and is never read
        await asyncio.sleep(1.0)
        begun_s, cpu_s = time.monotonic(), _cpu_s(self._pid)
        own_s = time.process_time()
        await asyncio.gather(
            *(table.play(time.monotonic() + 0.5, self._walls) for table in self._tables)
        )
        took_s = time.monotonic() - begun_s
        self._say(took_s, _cpu_s(self._pid) - cpu_s, time.process_time() - own_s, quiet_mib)
        slow.close()
        for task in tasks:
            task.cancel()

    def _say(self, took_s: float, cpu_s: float, own_s: float, quiet_mib: int) -> None:
        posts = sorted(ms for table in self._tables for ms in table.took_ms)
        offered = TABLES * PER_S
        print(
            f"{TABLES} tables at {PER_S}/s, {WALLS} walls: {offered * SECONDS / took_s:.0f}/s of {offered}/s"
        )
        print(f"  board to screen: {_spread(sorted(self._walls.late_ms))}")
        print(f"  a table's call: {_spread(posts)}")
        walls = self._walls
        print(
            f"  hub: {cpu_s / took_s:.2f} cores, {_resident_mib(self._pid)} MiB ({quiet_mib} before the walls opened, "
            f"{_memory_mib(self._pid)} at most, one wall never reads); this bench {own_s / took_s:.2f} cores"
        )
        print(
            f"  a wall: {walls.events / WATCHED / took_s:.1f} events/s, "
            f"{walls.bytes / (WALLS - WATCHED) / took_s / 1024:.0f} KiB/s"
        )

    async def _seat(self) -> None:
        """Which board each table has been given."""
        end_s = time.monotonic() + ROUND_WITHIN_S
        while time.monotonic() < end_s:
            boards = await asyncio.to_thread(_boards, self._port)
            at = {int(each["table"]): int(each["board"]) for each in boards if each["table"]}
            if len(at) == TABLES:
                for table in self._tables:
                    table.board = at[table.number]
                return
            await asyncio.sleep(0.5)
        raise AssertionError(f"no round for {TABLES} tables within {ROUND_WITHIN_S:.0f} s")


def _boards(port: int) -> list[dict[str, Any]]:
    with urlopen(f"http://127.0.0.1:{port}/api/v1/boards", timeout=30) as answer:
        found: list[dict[str, Any]] = json.load(answer)
        return found


def _spread(ordered: list[float]) -> str:
    if not ordered:
        return "nothing came"
    middle, late = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return f"{len(ordered)} times, median {middle:.0f} ms, p99 {late:.0f} ms, worst {ordered[-1]:.0f} ms"


def _resident_mib(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS"))


# -- the page ---------------------------------------------------------------------------------------

_WEIGHT = """() => ({
  paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  bytes: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .reduce((sum, each) => sum + each.transferSize, 0),
  files: 1 + performance.getEntriesByType("resource").length,
})"""


def _browser(url: str) -> None:
    """The wall of all boards and one board, each in a browser that has been nowhere before."""
    program = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        program = None
    if program is None:
        print("pages: no chromium or no playwright here")
        return
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for path in ("", "board/1", "standings"):
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            page = context.new_page()
            page.goto(url + path, wait_until="load")
            page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
            seen = page.evaluate(_WEIGHT)
            print(
                f"  page /{path}: {seen['bytes'] / 1024:.0f} KiB in {seen['files']} files, "
                f"first contentful paint after {seen['paint']:.0f} ms"
            )
            context.close()
        browser.close()
