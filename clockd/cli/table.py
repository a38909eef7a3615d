"""Run the clock, the board and the buttons of one table, or print its state.

example:
  clockd table --config table.toml --pairing pairing.toml
  clockd table status --config table.toml
"""

import argparse
import json
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from clockd.cli._drivers import make
from clockd.config import Device, TableConfig, load_pairing, load_table_config
from clockd.errors import BadConfig
from clockd.machine import boot_id
from clockd.ports import Board
from clockd.table.daemon import Daemon
from clockd.table.host import lock_table
from clockd.table.safe_mode import FAILED_MOST, SAFE_DISPLAYS, LateBoard, Starts
from clockd.table.socket import ask

HELP = "run one table: clock, board, buttons (status: print its state)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        nargs="?",
        choices=["run", "status"],
        default="run",
        help="run (default) or status",
    )
    parser.add_argument("--config", required=True, type=Path, metavar="F", help="table.toml")
    parser.add_argument(
        "--pairing", type=Path, metavar="F", help="pairing.toml: the game, for use without a hub"
    )


def run(options: argparse.Namespace) -> int:
    config = load_table_config(options.config)
    if options.action == "status":
        print(json.dumps(ask(config.state, {"get": "snapshot"}), ensure_ascii=False))
        return 0
    return _serve(config, options.pairing)


def _section(config: TableConfig, device: Device | None, name: str) -> Device:
    if device is None:
        raise BadConfig(f"{config.path}: no [{name}] section, expected one with a driver")
    return device


def _serve(config: TableConfig, pairing_file: Path | None) -> int:
    board = _section(config, config.board, "board")
    buttons = _section(config, config.buttons, "buttons")
    pairing = load_pairing(pairing_file) if pairing_file is not None else None
    lock_table(config.state).close()  # another table's start is not counted on its folder
    starts = Starts(config.state, boot_id())
    safe = starts.begin(time.monotonic_ns())
    shown = [name for name in config.displays if not safe or name in SAFE_DISPLAYS]
    options = {"lamps": config.lamps}
    displays: dict[str, Any] = {
        name: make(f"display_{name}", options.get(name, {})) for name in shown
    }
    daemon = Daemon(
        config.state,
        config.number,
        _board(board, safe),
        make(f"buttons_{buttons.driver}", buttons.options),
        starts,
    )
    daemon.host.safe_mode = safe
    if safe:
        print(f"clockd: safe mode after {FAILED_MOST} failed starts", file=sys.stderr)
    if pairing is not None:
        daemon.host.load(pairing)
    _stop_on_signals(daemon)
    print(f"clockd: table {config.number} runs; state in {config.state}", file=sys.stderr)
    daemon.run(displays)
    return 0


def _board(device: Device, safe: bool) -> Board:
    def made() -> Board:
        board: Board = make(f"{device.driver}_board", device.options)
        return board

    return LateBoard(made) if safe else made()


def _stop_on_signals(daemon: Daemon) -> None:
    """SIGTERM and Ctrl-C end the table in good order.

    The handler only wakes a thread: it runs in the loop's own thread, which may hold the inbox's lock.
    """
    told = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: told.set())

    def wait() -> None:
        told.wait()
        daemon.stop()

    threading.Thread(target=wait, name="signals", daemon=True).start()
