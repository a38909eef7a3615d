"""Recognise the moves of a game from what an e-board and a clock showed.

Reads square changes, presses and full boards on stdin, as JSON lines or as the raw bytes of a DGT board; writes each
move once it is settled, alerts where the board does not decide, and a last line with position and result.

example:
  printf '%s\\n' '{"t_ms":900,"square":"e2","piece":null}' '{"t_ms":1200,"square":"e4","piece":"P"}' \\
      '{"t_ms":1500,"press":"white"}' | clockd recognise
  clockd recognise --format dgt < recording.bin
"""

import argparse
import sys
from collections.abc import Iterator

import chess

from clockd.cli._board_input import Facing, Seen, seen_in_bytes, seen_of_object
from clockd.cli._jsonl import read_objects, write_object
from clockd.errors import BadInput
from clockd.game.evidence import BoardAlert, Evidence, KingsSeen, MoveSettled
from clockd.game.recognise import Recogniser
from clockd.units import milliseconds, to_ms

HELP = "turn board squares and presses into moves"

# At the end of the input the board stays as it is: long enough for the kings' three seconds, too short for a complaint.
AFTERWARDS_NS = milliseconds(4000)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fen", default=chess.STARTING_FEN, help="the position to start from")
    parser.add_argument(
        "--chess960", action="store_true", help="Chess960: castling is written king takes rook"
    )
    parser.add_argument(
        "--format",
        choices=["jsonl", "dgt"],
        default="jsonl",
        help="JSON lines, or the raw bytes of a DGT board",
    )
    parser.add_argument(
        "--orientation",
        choices=["auto", "normal", "rotated"],
        default="auto",
        help="which way the board lies; auto: as the first full board tells",
    )
    parser.add_argument(
        "--scan-ms",
        type=int,
        default=200,
        metavar="MS",
        help="how long the board takes to look at all its squares (default 200)",
    )


def run(options: argparse.Namespace) -> int:
    if not 10 <= options.scan_ms <= 2000:
        raise BadInput(f"--scan-ms is {options.scan_ms}, expected 10 to 2000")
    position = _position(options.fen, options.chess960)
    facing = Facing(options.orientation, position)
    recogniser = Recogniser(position, scan_ns=milliseconds(options.scan_ms))
    report = Report(position)
    last_ns = 0
    inputs = seen_in_bytes(sys.stdin.buffer, facing) if options.format == "dgt" else _lines(facing)
    for seen in inputs:
        last_ns = max(last_ns, seen.at_ns)
        report.write(recogniser.feed(seen))
    report.write(recogniser.finish(last_ns + AFTERWARDS_NS))
    report.end(recogniser.shown)
    return 0


def _position(fen: str, chess960: bool) -> chess.Board:
    try:
        position = chess.Board(fen, chess960=chess960)
    except ValueError as error:
        raise BadInput(f"--fen {fen!r}: {error}, expected a FEN") from None
    if not position.is_valid():
        raise BadInput(f"--fen {fen!r}: no legal position, expected one")
    return position


def _lines(facing: Facing) -> Iterator[Seen]:
    for line, written in read_objects(sys.stdin):
        try:
            yield seen_of_object(written, facing)
        except BadInput as error:
            raise BadInput(f"<stdin>:{line}: {error}") from None


class Report:
    """The output rows, and the game as far as they tell it."""

    def __init__(self, position: chess.Board) -> None:
        self._board = position.copy()
        self._plies = 0
        self._kings: KingsSeen | None = None

    def write(self, evidence: list[Evidence]) -> None:
        """One row for each settled move and each alert; the kings' signal is kept for the end."""
        for one in evidence:
            if isinstance(one, MoveSettled):
                self._move(one)
            elif isinstance(one, BoardAlert):
                self._alert(one)
            else:
                self._kings = one

    def _alert(self, alert: BoardAlert) -> None:
        row = {"t_ms": to_ms(alert.at_ns), "alert": alert.alert, "detail": alert.detail}
        if alert.fen is not None:
            row["fen"] = (
                alert.fen
            )  # a move written above was another one: what follows is played from here
            self._board = chess.Board(alert.fen, chess960=self._board.chess960)
        write_object(row)

    def _move(self, settled: MoveSettled) -> None:
        move = self._board.parse_uci(settled.uci)
        self._plies += 1
        write_object(
            {
                "t_ms": to_ms(settled.at_ns),
                "ply": self._plies,
                "uci": settled.uci,
                "san": self._board.san(move),
                "pressed": settled.pressed,
                "landed_ms": to_ms(settled.landed_ns),
            }
        )
        self._board.push(move)

    def end(self, shown: tuple[str, ...]) -> None:
        """The last row: position and result; a move that stands there unpressed is pending."""
        pending = self._kings.pending if self._kings else (shown[0] if shown else None)
        write_object(
            {
                "end": True,
                "plies": self._plies,
                "fen": self._board.fen(),
                "result": self._kings.result if self._kings else None,
                "pending": pending,
            }
        )
