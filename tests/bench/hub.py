"""The hub's figures: a result to new standings with five tables, and a thousand records a second from fifty.

Five tables with real hosts, reporters and HTTP share this process with their hub, so the first figure is worse than
in a hall where each has its own machine. The fifty tables of the second are threads here that post ready records to
a hub process of its own: first a thousand records a second, of which what counts is how far behind the hub is at the
end (the last record is due in the last moment, so records over time can never be the thousand that were offered), then
more than it can take. Figures are for the machine that prints them; times are real.
"""

import json
import queue
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from clockd.cli._hub_server import address, listener, serving
from clockd.hub.event_file import load_event
from clockd.hub.hub import Hub
from clockd.hub.request import RECORDS_MAX
from clockd.hub.store import FILE_NAME
from clockd.journal import GENESIS, link
from clockd.ports import ArbiterPressed, ResignPressed, Side
from clockd.table.host import Host
from clockd.table.socket import SOCKET_NAME
from clockd.web.hub_line import HubLine
from clockd.web.reporter import Reporter
from tests.hub.events import write_event

PLAYERS, ROUNDS, BOARDS = 10, 9, 5
TABLES, SECONDS = 50, 10
OFFERED, TOO_MANY = 20, 100  # records a second of each table
BODY_BYTES = 900  # of a press with its clock, as tables write it
TURN_S = 0.002  # the bench looks round at its five tables so often


def bench() -> None:
    """Both figures."""
    _say("result at a table -> standings (five tables)", _results())
    _ingest(OFFERED)
    _ingest(TOO_MANY)


def _say(what: str, times_ms: list[float]) -> None:
    ordered = sorted(times_ms)
    middle, late = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    print(f"{what}: {len(ordered)} times, median {middle:.0f} ms, p99 {late:.0f} ms")


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="bench"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# -- a result to the standings --------------------------------------------------------------------


class _Table:
    """A host that is driven from here; commands of the hub come through its own socket."""

    def __init__(self, folder: Path, number: int, hub_url: str) -> None:
        self.inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.host = Host(folder / f"t{number}", number, self.inbox.put, lambda: None)
        self.reporter = Reporter(self.host.folder / SOCKET_NAME, hub_url)
        self.reporter.start()

    def turn(self) -> None:
        while not self.inbox.empty():
            self.host.feed(self.inbox.get())
        self.host.publish()

    def ready(self, round_number: int) -> bool:
        pairing = self.host.table.game.pairing
        return pairing is not None and pairing.round == round_number

    def win(self, winner: Side) -> None:
        """Start and resign; committed when this returns."""
        self.host.feed(ArbiterPressed(time.monotonic_ns(), "start"))
        self.host.feed(ResignPressed(time.monotonic_ns(), winner.other))
        self.host.publish()
        while self.host.writer.durable_seq < self.host.table.machine.seq:
            time.sleep(0.0005)

    def close(self) -> None:
        self.reporter.close()
        self.host.close()


def _results() -> list[float]:
    names = [f"Player {number}" for number in range(1, PLAYERS + 1)]
    with _folder() as folder, ExitStack() as stack:
        hub = Hub(folder / "hub", load_event(write_event(folder, names)), pause_ns=0)
        stack.callback(hub.close)
        listening = stack.enter_context(listener("127.0.0.1", 0))
        stack.enter_context(serving(hub, listening))
        url = address(listening).rstrip("/")
        tables = [_Table(folder, number, url) for number in range(1, BOARDS + 1)]
        for table in tables:
            stack.callback(table.close)
        rng = random.Random(1)
        return [ms for number in range(1, ROUNDS + 1) for ms in _round(hub, tables, number, rng)]


def _round(hub: Hub, tables: list[_Table], number: int, rng: random.Random) -> Iterator[float]:
    while not all(table.ready(number) for table in tables):
        _turn(tables)
    for board, table in enumerate(tables, start=1):
        time.sleep(rng.uniform(0, 0.1))
        table.win(rng.choice(list(Side)))
        begun, version = time.monotonic(), 0
        while not _stands(hub, number, board):
            version = hub.wait(version, TURN_S)
        yield (time.monotonic() - begun) * 1000
        _turn(tables)


def _turn(tables: list[_Table]) -> None:
    for table in tables:
        table.turn()
    time.sleep(TURN_S)


def _stands(hub: Hub, number: int, board: int) -> bool:
    """Whether the result is in the pairings, and with it in the standings of the same snapshot."""
    rounds = hub.snapshot()["pairings"]
    return bool(rounds[number - 1]["boards"][board - 1]["result"] != "*")


# -- many records ---------------------------------------------------------------------------------


class _Sender:
    """One of fifty tables: so many records a second, sent with whatever waits when the last call is back."""

    def __init__(self, number: int, url: str, start_s: float, per_s: int) -> None:
        self.number, self.journal, self.per_s = number, f"{number:016x}", per_s
        self._line, self._start_s = HubLine(url), start_s
        self.records = list(_records(per_s * SECONDS))
        self.times_ms: list[float] = []
        self.ended_s = 0.0
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        sent, after = 0, [0, GENESIS]
        time.sleep(self.number / TABLES / self.per_s)
        while sent < len(self.records):
            due = min(len(self.records), int((time.monotonic() - self._start_s) * self.per_s))
            due = min(due, sent + RECORDS_MAX)
            if due <= sent:
                time.sleep(max(0.0, self._start_s + (sent + 1) / self.per_s - time.monotonic()))
                continue
            begun = time.monotonic()
            reply = self._line.post(
                {
                    "table": self.number,
                    "journal": self.journal,
                    "after": after,
                    "records": self.records[sent:due],
                    "snapshot": None,
                }
            )
            self.times_ms.append((time.monotonic() - begun) * 1000)
            assert reply.status == 200, reply
            sent, after = reply.body["seq"], [reply.body["seq"], reply.body["hash"]]
        self.ended_s = time.monotonic()


def _records(count: int) -> Iterator[dict[str, Any]]:
    previous = GENESIS
    for seq in range(1, count + 1):
        fact = {"type": "ClockHandedOver", "at_ns": seq, "padding": "x" * BODY_BYTES}
        body = json.dumps({"cause": {"type": "ClockPressed"}, "facts": [fact]})
        previous = link(previous, seq, body)
        yield {"seq": seq, "hash": previous, "body": body}


def _ingest(per_s: int) -> None:
    with _folder() as folder, _hub_process(folder) as (url, pid):
        start_s = time.monotonic() + 1.0
        senders = [_Sender(number, url, start_s, per_s) for number in range(1, TABLES + 1)]
        for sender in senders:
            sender.thread.start()
        for sender in senders:
            sender.thread.join()
        sent = sum(len(sender.records) for sender in senders)
        took_s = max(sender.ended_s for sender in senders) - start_s
        offered = f"{TABLES * per_s}/s offered for {SECONDS} s"
        behind_ms = (took_s - SECONDS) * 1000
        print(
            f"ingest from {TABLES} tables, {offered}: {sent} records in {took_s:.1f} s, {sent / took_s:.0f}/s, "
            f"{behind_ms:.0f} ms behind at the end"
        )
        _say("a call", [ms for sender in senders for ms in sender.times_ms])
        print(f"records lost: {sent - _held(folder)}")
        print(f"hub process: {_memory_mib(pid)} MiB at most, {_cpu_s(pid):.1f} s of CPU")


@contextmanager
def _hub_process(folder: Path) -> Iterator[tuple[str, int]]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    event = write_event(folder)
    options = (f"--data={folder / 'hub'}", f"--listen=127.0.0.1:{port}")
    process = subprocess.Popen(
        [sys.executable, "-m", "clockd", "hub", f"--event={event}", *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def _held(folder: Path) -> int:
    base = sqlite3.connect(folder / "hub" / FILE_NAME)
    (count,) = base.execute("SELECT count(*) FROM copies").fetchone()
    base.close()
    return int(count)


def _memory_mib(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100
