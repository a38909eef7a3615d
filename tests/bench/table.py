"""What one table costs and how fast it answers, with real processes: memory, processor, start, restart, press to lamp.

The lamp is the console display on a terminal, the path of every display: from the write of a press into the buttons'
pipe to the line that shows the other clock running. Under load too, with the real-time policy where this user may have
it, as in the unit.
"""

import json
import multiprocessing
import os
import pty
import select
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.hall import Hall, eventually

PRESSES = 200
WATCH_S = 10.0
TICKS = os.sysconf("SC_CLK_TCK")


def bench() -> None:
    """Print the figures of one table under a game."""
    with tempfile.TemporaryDirectory(prefix="bench") as name:
        hall = Hall(Path(name))
        try:
            _measure(hall)
        finally:
            hall.end_all()


def _measure(hall: Hall) -> None:
    hall.start_board()
    began = time.perf_counter()
    terminal = _start(hall)
    eventually("the first answer", lambda: _shown(hall) is not None)
    print(f"  start -> clock ready: {time.perf_counter() - began:.2f} s")
    eventually("the board", lambda: hall.status()["board_link"] == "live")
    process = hall.process("table")
    hall.push(arbiter="start")
    before, began = _spent_s(process), time.perf_counter()
    time.sleep(WATCH_S)
    share = 100 * (_spent_s(process) - before) / (time.perf_counter() - began)
    print(f"  a clock runs: {share:.1f} % of a core, {_memory_mb(process):.0f} MiB")
    print(f"  press -> lamp, idle: {_lamp(hall, terminal)}")
    policy = "real-time policy" if _real_time(process) else "no right to the real-time policy"
    with _load():
        print(f"  press -> lamp, two busy processes a core, {policy}: {_lamp(hall, terminal)}")
    print(f"  after {2 * PRESSES} presses: {_memory_mb(process):.0f} MiB")
    began = time.perf_counter()
    hall.kill("table")
    _start(hall)
    eventually("the game again", lambda: (_shown(hall) or {}).get("state") == "paused")
    print(f"  kill -9 -> the game shown, paused: {time.perf_counter() - began:.2f} s")


def _shown(hall: Hall) -> dict[str, object] | None:
    try:
        return hall.status()
    except (OSError, ValueError):
        return None


def _start(hall: Hall) -> int:
    """Start the table with its console on a terminal; our end of it."""
    ours, its = pty.openpty()
    config = hall.config.read_text()
    if "[display]" not in config:
        hall.config.write_text(f'{config}[display]\ndrivers = ["console"]\n')
    more = ("--config", hall.config, "--pairing", hall.pairing)
    hall.start("table", "table", *more, stdout=its)
    os.close(its)
    return ours


def _lamp(hall: Hall, terminal: int) -> str:
    """Median and p99 of so many presses, each by the side whose clock runs."""
    times_ms: list[float] = []
    running = str(hall.status()["running"])
    with socket.socket(socket.AF_UNIX) as buttons:
        buttons.connect(str(hall.pipe))
        for _ in range(PRESSES):
            _drain(terminal)
            began = time.perf_counter()
            buttons.sendall(json.dumps({"press": running}).encode() + b"\n")
            running = "black" if running == "white" else "white"
            mark = b"White *" if running == "white" else b"White  "
            while mark not in os.read(terminal, 4096):
                pass
            times_ms.append((time.perf_counter() - began) * 1000)
            time.sleep(0.03)
    ordered = sorted(times_ms)
    return f"median {ordered[len(ordered) // 2]:.1f} ms, p99 {ordered[int(len(ordered) * 0.99)]:.1f} ms"


def _drain(terminal: int) -> None:
    while select.select([terminal], [], [], 0)[0]:
        os.read(terminal, 4096)


def _real_time(process: int) -> bool:
    try:
        for thread in Path(f"/proc/{process}/task").iterdir():
            os.sched_setscheduler(int(thread.name), os.SCHED_FIFO, os.sched_param(20))
    except OSError:
        return False
    return True


@contextmanager
def _load() -> Iterator[None]:
    busy = [
        multiprocessing.Process(target=_spin, daemon=True) for _ in range(2 * (os.cpu_count() or 1))
    ]
    for each in busy:
        each.start()
    try:
        yield
    finally:
        for each in busy:
            each.kill()
            each.join()


def _spin() -> None:
    while True:
        pass


def _spent_s(process: int) -> float:
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICKS


def _memory_mb(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0
