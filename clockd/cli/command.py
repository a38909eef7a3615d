"""Give a running table an arbiter's command.

example:
  clockd command --config table.toml pause
  clockd command --config table.toml set-time side=white time=1:02:14 --reason "clock was set wrongly"
  clockd command --config table.toml restore from=12 side=black --reason "back to before 12...Nf6"
  clockd command --config table.toml set-moves from=12 moves="Nf3 Nc6" --reason "both scoresheets"
  clockd command --config table.toml set-position from=board to-move=white --reason "as agreed"
  clockd command --config table.toml check-sheet side=white text=@white.txt language=de
  clockd command --config table.toml pairing pairing.toml
commands:
  start pause resume call-answered acknowledge [id=N|alert=NAME] set-time side= time=|add=
  split set-period side= period= set-count side= moves= result result= [termination=] forfeit side=
  device side= arrived side= note going [id=N] pairing FILE
  set-aside [what=result|record|claim|illegal-move side=] accept-claim reject-claim
  illegal-move [side=] [take-back=PLIES | queen=e8] restore [take-back=PLIES | from=12 side=black]
  set-moves moves="Nf3 Nc6" [from=12 side=black then=drop|keep|replace] | take-back=PLIES
  set-position from=board|fen=FEN [to-move=black] notation side= move=23 [last=black] [offers=N] signed side=
  check-sheet side= text=@FILE [language=de]
"""

import argparse
import getpass
import secrets
import sys
from pathlib import Path
from typing import Any

from clockd.codec import to_json
from clockd.config import load_pairing, load_table_config
from clockd.errors import BadInput
from clockd.game.rulings import command_names
from clockd.table.socket import ask

HELP = "give a running table an arbiter's command"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", required=True, type=Path, metavar="F", help="table.toml")
    parser.add_argument("name", metavar="NAME", help="the command")
    parser.add_argument("arguments", nargs="*", metavar="key=value", help="what it needs")
    parser.add_argument("--reason", default="", metavar="TEXT", help="why, for the record")
    parser.add_argument("--author", default=None, metavar="NAME", help="who (default: your login)")


def run(options: argparse.Namespace) -> int:
    config = load_table_config(options.config)
    answer = ask(config.state, {"command": _command(options)})
    if answer.get("ok"):
        detail = f": {answer['detail']}" if answer.get("detail") else ""
        print(f"done: {options.name} (record {answer.get('seq')}){detail}")
        return 0
    if answer.get("bad_input"):
        raise BadInput(str(answer.get("error")))
    word = "" if answer.get("taken") else "refused: "  # told again, a command taken would be two
    print(f"clockd: {word}{answer.get('error')}", file=sys.stderr)
    return 1


def _command(options: argparse.Namespace) -> dict[str, Any]:
    command = {"id": secrets.token_hex(8), "author": options.author or _login()}
    if options.name == "pairing":
        if len(options.arguments) != 1:
            raise BadInput("pairing: expected one file, as in: pairing pairing.toml")
        return {**command, "pairing": to_json(load_pairing(Path(options.arguments[0])))}
    if options.name not in command_names():
        raise BadInput(f"no command {options.name!r}, expected one of {', '.join(_all_names())}")
    return {
        **command,
        "name": options.name,
        "arguments": _arguments(options),
        "reason": options.reason,
    }


def _arguments(options: argparse.Namespace) -> dict[str, str]:
    given = dict(_pair(argument) for argument in options.arguments)
    text = given.get("text", "")
    if options.name == "check-sheet" and text.startswith("@"):
        given["text"] = _content(Path(text[1:]))
    return given


def _all_names() -> list[str]:
    return sorted([*command_names(), "pairing"])


def _pair(argument: str) -> tuple[str, str]:
    key, sign, value = argument.partition("=")
    if not sign or not key:
        raise BadInput(f"argument {argument!r}, expected key=value")
    return key, value


def _content(path: Path) -> str:
    """What a file holds, as the value of an argument: a scoresheet is too long for a shell's line."""
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}, expected a file to read") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not UTF-8, expected text") from None


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "shell"
