"""A whole event at once: a hub, virtual tables with byte-level boards, and real games, at any speed.

Ten invented players meet under the rules of the 2019 U.S. Senior Championship, playoffs included. Open the address
that is printed. The same seed gives the same games, times and standings at any speed.

With --event world-senior-2011 it is a Swiss of two players a board, from ten boards on with the women's round robin.

example:
  clockd demo
  clockd demo --event world-senior-2011 --boards 8
  clockd demo --speed max --until-end --seed 3
"""

import argparse
import contextlib
import json
import resource
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

from clockd.cli._hub_server import address, listener, serving, wanted_address
from clockd.config import parse_listen
from clockd.errors import BadInput, DeviceError
from clockd.hub.event_file import EventFile, load_event
from clockd.sim.conductor import Conductor
from clockd.sim.demo_events import US_SENIOR, WORLD_SENIOR, event_text
from clockd.table.socket import SOCKET_NAME
from clockd.web.reporter import Reporter

HELP = "a whole event with virtual tables and real games"
DEFAULT_SPEED = 15.0  # a round of a quarter of an hour in a minute
DEFAULT_LISTEN = "127.0.0.1:8080"
SPEED_MOST = 100_000.0
REPORT_GAP_S = 0.1  # minutes pass in it: records of a demo travel in batches
THREADS_TURN_S = 0.0005  # a step of the clock waits for no page longer than this


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--event",
        default=US_SENIOR,
        metavar="NAME|EVENT.toml",
        help=f"{US_SENIOR} (default), {WORLD_SENIOR}, or an event file with players",
    )
    parser.add_argument("--boards", type=int, metavar="N", help="virtual tables (default: enough)")
    parser.add_argument(
        "--speed", default=str(DEFAULT_SPEED), metavar="X|max", help="times real time (default 15)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=10,
        metavar="S",
        help="which event it becomes (default 10: a tie for first, played off)",
    )
    parser.add_argument(
        "--listen",
        metavar="ADDR",
        help=f"where to serve (default {DEFAULT_LISTEN}, or a free port)",
    )
    parser.add_argument(
        "--until-end", action="store_true", help="print the final standings and end"
    )
    parser.add_argument("--json", action="store_true", help="the final standings as JSON")


def run(options: argparse.Namespace) -> int:
    speed = _speed(options.speed)
    sys.setswitchinterval(THREADS_TURN_S)
    stop = _Stop()
    with _event_path(options.event, options.boards) as path, contextlib.ExitStack() as stack:
        event = load_event(path)
        tables = _tables(options.boards, event)
        listening = stack.enter_context(_listener(options.listen))
        stop.listen()
        folder = Path(tempfile.mkdtemp(prefix="clockd-demo-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        conductor = Conductor(folder, event, tables, speed, options.seed, _tell, stop.told)
        stack.callback(conductor.close)
        serve = serving(conductor.hub, listening, required=True)
        server = stack.enter_context(serve)
        _tell(_welcome(event, tables, options.speed, address(listening)))
        for state in conductor.folders:
            url = address(listening).rstrip("/")
            reporter = Reporter(state / SOCKET_NAME, url, gap_s=REPORT_GAP_S)
            reporter.start()
            stack.callback(reporter.close)
        conductor.enrol()
        conductor.run()
        _print_standings(conductor, as_json=options.json)
        if not options.until_end:
            _tell("The event is over; the pages stay until Ctrl-C.")
            server.wait(stop.told)
    return 0


class _Stop:
    """Told by a signal to stop: heeded between two steps, where nothing is half open; told twice, at once.

    An interrupt at a moment of its own choosing could fall into the opening of a table and leave its files behind.
    """

    def __init__(self) -> None:
        self._told = False

    def told(self) -> bool:
        return self._told

    def listen(self) -> None:
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(signum) is not signal.SIG_IGN:  # under nohup it stays
                signal.signal(signum, self._heard)

    def _heard(self, signum: int, frame: FrameType | None) -> None:
        if self._told:
            raise KeyboardInterrupt
        self._told = True


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _welcome(event: EventFile, tables: int, speed: str, where: str) -> str:
    players = sum(len(opening.entries) for _, opening in event.tournaments)
    return (
        f"clockd demo: {event.opening.name}, {players} players at {tables} virtual tables, "
        f"speed {speed}\nopen {where}"
    )


def _speed(text: str) -> float | None:
    if text == "max":
        return None
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed <= SPEED_MOST:
        raise BadInput(f"--speed {text!r}, expected a number such as 15, or max")
    return speed


@contextlib.contextmanager
def _event_path(name: str, boards: int | None) -> Iterator[Path]:
    """The file of a built-in event, or the one named."""
    if name.endswith(".toml"):
        yield Path(name)
        return
    text = event_text(name, boards)
    with tempfile.TemporaryDirectory(prefix="clockd-demo-") as folder:
        path = Path(folder) / "EVENT.toml"
        path.write_text(text, encoding="utf-8")
        yield path


def _tables(wanted: int | None, event: EventFile) -> int:
    needed = event.boards
    if wanted is None:
        return needed
    if wanted < needed:
        raise BadInput(f"--boards {wanted}, expected {needed} or more for all players")
    return wanted


def _listener(listen: str | None) -> socket.socket:
    """Where to serve; without a wish, the usual port or else any free one."""
    if listen is not None:
        return listener(*wanted_address(listen))
    try:
        return listener(*parse_listen(DEFAULT_LISTEN))
    except DeviceError:
        return listener("127.0.0.1", 0)


def _print_standings(conductor: Conductor, *, as_json: bool) -> None:
    snapshot = conductor.hub.snapshot()
    parts = snapshot["tournaments"] or [snapshot]
    for part in parts:
        if as_json:
            print(json.dumps(part["standings"], ensure_ascii=False))
        else:
            print(f"{part['title']}\n" if "title" in part else "", end="")
            print(_aligned(part["standings"], part["tie_breaks"]))
    used = resource.getrusage(resource.RUSAGE_SELF)
    _tell(
        f"one process, hub and tables: {used.ru_maxrss // 1024} MiB at most, "
        f"{used.ru_utime + used.ru_stime:.1f} s of CPU"
    )
    print("Champion: " + ", ".join(map(_champion, parts)))


def _champion(part: Mapping[str, Any]) -> str:
    """The winner's name; those who share the first place, where no tie-break tells them apart."""
    first = " and ".join(row["name"] for row in part["standings"] if row["rank"] == 1)
    named = part["champion"] or f"shared by {first}"
    return f"{named} ({part['title']})" if "title" in part else named


def _aligned(standings: list[dict[str, Any]], codes: list[str]) -> str:
    """The standings as aligned columns."""
    head = ["rank", "no", "name", "points", *codes, "why"]
    rows = [head] + [
        [
            str(row["rank"]),
            str(row["no"]),
            row["name"],
            row["points"],
            *(row["tie_breaks"].get(code, "-") for code in codes),
            row["why"],
        ]
        for row in standings
    ]
    widths = [max(len(cells[column]) for cells in rows) for column in range(len(head))]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
        for cells in rows
    )
    return "\n".join(lines)
