"""Check what a player wrote against the game that was played.

Reads the sheet as text (numbered or not, one or two moves a line, the letters of the player's language, "?" for an
illegible move, "--" for a gap, "(=)" for a draw offer) and writes one finding a line, then a last line with the sums.
Exit status 1 when there are findings.

example:
  clockd scoresheet check --game game.pgn --sheet white.txt --side white --language de
"""

import argparse
import io
from pathlib import Path

import chess.pgn

from clockd.cli._jsonl import write_object
from clockd.errors import BadInput, BadTimeControl
from clockd.game.control_text import parse_control
from clockd.game.notation_duty import exempt_from_ply
from clockd.game.sheet_check import Checked, Played, check_sheet
from clockd.game.sheet_words import LETTERS, Side, read_sheet
from clockd.ports import Side as ClockSide
from clockd.units import milliseconds

HELP = "check a player's scoresheet against the game"
LARGEST_FILE = 4 << 20  # a sheet has kilobytes; a game with comments may have more


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="check")
    check = actions.add_parser(
        "check",
        help="each difference between sheet and game",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    check.add_argument(
        "--game", type=Path, required=True, metavar="GAME.pgn", help="the game (the file's first)"
    )
    check.add_argument(
        "--sheet", type=Path, required=True, metavar="SHEET.txt", help="what the player wrote"
    )
    check.add_argument("--side", choices=["white", "black"], help="whose sheet it is")
    check.add_argument(
        "--language",
        choices=sorted(LETTERS),
        default="en",
        help="of the piece letters (default en)",
    )
    check.add_argument(
        "--control",
        metavar="CONTROL",
        help="the time control: who is exempt under five minutes (Laws 8.4), by the game's [%%clk]",
    )


def run(options: argparse.Namespace) -> int:
    game = _game(options.game)
    played = _played(game)
    exempt = _exempt_from(game, options.control, options.side)
    try:
        sheet = read_sheet(
            _text(options.sheet),
            options.language,
            first=(played.start.fullmove_number, played.start.turn == chess.WHITE),
        )
    except BadInput as error:
        raise BadInput(f"{options.sheet}:{error}") from None
    checked = check_sheet(played, sheet, options.side, exempt)
    _write(checked)
    return 1 if checked.findings else 0


def _write(checked: Checked) -> None:
    for finding in checked.findings:
        write_object(
            {
                "move": finding.move,
                "side": finding.side,
                "written": finding.written,
                "played": finding.played,
                "kind": finding.kind,
            }
        )
    write_object(
        {
            "end": True,
            "moves_checked": checked.moves_checked,
            "findings": len(checked.findings),
            "behind_plies": checked.behind_plies,
        }
    )


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}, expected a file to read") from None
    if len(content) > LARGEST_FILE:
        raise BadInput(f"{path}: over {LARGEST_FILE >> 20} MiB, expected one game")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{path}:{line}: not UTF-8, expected text") from None


class _Quiet(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Keeps a game's faults for the one line that names them, instead of logging each."""

    def __init__(self) -> None:
        super().__init__(Game=chess.pgn.Game)

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)


def _game(path: Path) -> chess.pgn.Game:
    text = _text(path)
    game = chess.pgn.read_game(io.StringIO(text), Visitor=_Quiet)
    if game is None:
        raise BadInput(f"{path}:1: no game, expected a PGN")
    if game.errors:
        raise BadInput(f"{path}: {game.errors[0]}, expected a legal game")
    if not game.variations and game.headers.get("Event", "?") == "?" and "[" not in text:
        raise BadInput(f"{path}:1: no move in it, expected a PGN")
    return game


def _played(game: chess.pgn.Game) -> Played:
    nodes = list(game.mainline())
    offers = {made for made, node in enumerate([game, *nodes]) if "(=)" in node.comment}
    return Played(game.board(), tuple(node.move for node in nodes), frozenset(offers))


def _exempt_from(game: chess.pgn.Game, control_text: str | None, side: Side | None) -> int | None:
    """The ply from which the sheet's owner need not write; of an unknown owner, either player's."""
    if control_text is None:
        return None
    try:
        control = parse_control(control_text)
    except BadTimeControl as error:
        raise BadInput(f"--control: {error}") from None
    sides = (ClockSide.WHITE, ClockSide.BLACK) if side is None else (ClockSide(side),)
    plies = [(_mover(node), _clock_ns(node)) for node in game.mainline()]
    return exempt_from_ply(control, sides, plies)


def _mover(node: chess.pgn.ChildNode) -> ClockSide:
    return ClockSide.BLACK if node.turn() else ClockSide.WHITE


def _clock_ns(node: chess.pgn.ChildNode) -> int | None:
    left_s = node.clock()
    return None if left_s is None else milliseconds(round(left_s * 1000))
