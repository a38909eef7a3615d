"""A virtual DGT board on a pseudo-terminal: a driver opens LINK as it would open a board's serial port.

Type moves and commands (`help` lists them), or let a game play itself with --pgn. The board stays until `quit`
or Ctrl-C, also when the input ends or the game is over; --until-end ends it with the game.

example, in two terminals:
  clockd board-sim --link /tmp/board --pgn game.pgn --buttons /tmp/clockd-state/buttons
  clockd table --config table.toml            # with port = "/tmp/board" in [board]
"""

import argparse
import contextlib
import queue
import signal
import sys
import threading
import time
from pathlib import Path
from random import Random

import chess
import chess.pgn

from clockd.errors import BadInput
from clockd.sim.board_session import BoardSession, Script, chess_placement
from clockd.sim.button_line import ButtonLine
from clockd.sim.desk import Desk
from clockd.sim.hand_levels import LEVELS
from clockd.units import SECOND_NS, milliseconds
from drivers.dgt_pty import PtyServer
from drivers.dgt_simulator import VirtualBoard
from drivers.dgt_simulator_clock import AttachedClock
from drivers.dgt_simulator_line import FAULTS_BY_LEVEL

HELP = "a virtual DGT board on a pseudo-terminal, for use without hardware"
WAIT_MOST_S = 1.0  # an idle session looks for the table's answers this often
PACE_MOST_S = 3600.0
LINGER_S = 1.0  # after the last touch, so that the board is read before it goes
QUIT = "quit"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--link", required=True, type=Path, metavar="PATH", help="the port's name")
    parser.add_argument("--pgn", type=Path, metavar="FILE", help="play the file's first game")
    parser.add_argument("--game", type=int, default=1, metavar="N", help="its Nth game instead")
    parser.add_argument("--rotated", action="store_true", help="the board lies turned")
    parser.add_argument(
        "--noise", choices=sorted(LEVELS), default="clean", help="hands and line (default: clean)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of hands and faults")
    parser.add_argument(
        "--pace", type=float, default=2.0, metavar="SECONDS", help="time a move with --pgn"
    )
    parser.add_argument(
        "--buttons", type=Path, metavar="PATH", help="the table's pipe: start it, press after moves"
    )
    parser.add_argument(
        "--end",
        choices=["buttons", "kings"],
        help="how the result is signalled (default: buttons if there are any, else kings)",
    )
    parser.add_argument("--serial", default="00042", metavar="DIGITS", help="the board's number")
    parser.add_argument(
        "--battery", type=int, metavar="PERCENT", help="a wireless board's charge (default: none)"
    )
    parser.add_argument("--clock", action="store_true", help="a clock hangs on the board")
    parser.add_argument("--no-stdin", action="store_true", help="take no commands")
    parser.add_argument("--until-end", action="store_true", help="with --pgn: end with the game")


def run(options: argparse.Namespace) -> int:
    if not options.serial.isdecimal() or not options.serial.isascii() or len(options.serial) != 5:
        raise BadInput(f"--serial {options.serial!r}, expected five digits")
    if options.battery is not None and not 0 <= options.battery <= 100:
        raise BadInput(f"--battery {options.battery}, expected 0 to 100 percent")
    game = _game(options.pgn, options.game) if options.pgn else None
    position = game.board() if game else chess.Board()
    board = VirtualBoard(
        chess_placement(position),
        rotated=options.rotated,
        serial=options.serial,
        battery=options.battery,
        clock=AttachedClock() if options.clock else None,
        faults=FAULTS_BY_LEVEL[options.noise],
        seed=options.seed,
        now_ns=time.monotonic_ns(),
    )
    server = PtyServer(board, options.link)
    buttons = ButtonLine(options.buttons) if options.buttons else None
    desk = Desk(position, Random(options.seed), LEVELS[options.noise])
    server.start()
    session = BoardSession(desk, server, buttons, _say)
    _say(f"the board is at {options.link}; `help` lists the commands")
    try:
        if game:
            session.begin(_script(game, options), time.monotonic_ns())
            _say(f"{_title(game)}: begins when the board is read")
        _loop(session, _lines(options.no_stdin), until_end=options.until_end and game is not None)
    finally:
        server.close()
        if buttons is not None:
            buttons.close()
    return 0


def _loop(session: BoardSession, lines: "queue.SimpleQueue[str]", *, until_end: bool) -> None:
    while True:
        session.wake(time.monotonic_ns())
        deadline_ns = session.next_deadline_ns
        if until_end and session.finished and deadline_ns is None:
            time.sleep(LINGER_S)
            return
        wait_s = WAIT_MOST_S
        if deadline_ns is not None:
            wait_s = min(wait_s, max(0, deadline_ns - time.monotonic_ns()) / SECOND_NS)
        with contextlib.suppress(queue.Empty):
            line = lines.get(timeout=wait_s) if wait_s > 0 else lines.get_nowait()
            if line == QUIT:
                return
            _obey(session, line)


def _obey(session: BoardSession, line: str) -> None:
    try:
        if line:
            session.obey(line, time.monotonic_ns())
    except BadInput as error:
        _say(str(error))


def _lines(no_stdin: bool) -> "queue.SimpleQueue[str]":
    """What is typed, line by line; a signal to end is as good as `quit`."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()  # the kind a signal handler may put into
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: lines.put(QUIT))
    if not no_stdin:
        threading.Thread(target=_read_stdin, args=(lines,), daemon=True).start()
    return lines


def _read_stdin(lines: "queue.SimpleQueue[str]") -> None:
    for line in sys.stdin:
        lines.put(line.strip())


def _game(path: Path, number: int) -> chess.pgn.Game:
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            games = (chess.pgn.read_game(file) for _ in range(max(1, number)))
            *_, game = games
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}, expected a PGN file") from None
    if game is None:
        raise BadInput(f"{path}: no game number {number}, expected a PGN file with it")
    if game.errors:
        raise BadInput(f"{path}: {game.errors[0]}, expected legal moves")
    return game


def _script(game: chess.pgn.Game, options: argparse.Namespace) -> Script:
    if not 0 <= options.pace <= PACE_MOST_S:
        raise BadInput(f"--pace {options.pace}, expected 0 to {PACE_MOST_S:.0f} seconds")
    return Script(
        moves=list(game.mainline_moves()),
        pace_ns=milliseconds(round(options.pace * 1000)),
        result=game.headers.get("Result", "*"),
        by_kings=options.end == "kings",
    )


def _title(game: chess.pgn.Game) -> str:
    return f"{game.headers.get('White', '?')} - {game.headers.get('Black', '?')}"


def _say(text: str) -> None:
    print(text, flush=True)
