"""Give a running hub an arbiter's command.

example:
  clockd hub-command --data DIR status
  clockd hub-command --data DIR start table=all
  clockd hub-command --data DIR result round=3 board=2 result=1-0
  clockd hub-command --data DIR rule round=2 board=5 result=1/2-1/2 --reason "misread scoresheet"
  clockd hub-command --data DIR enter name="Novak, Ana" rating=2105 birth=1955/04/02 sex=w
  clockd hub-command --data DIR plan rounds=9 --reason "one day lost to the storm"
commands:
  status
  lots [order=] [choice=4-black]   pair [round=] [pairs=1-5,6-2 bye=8] [publish=yes]   publish [round=]
  close [round=]   finish
  result [round=] board= result= [forfeit=yes]   rule [round=] board= result= [forfeit=yes] --reason T
  bye round= player= kind=half|zero   bye-cancel round= player=
  keep-apart players=4,7 --reason T   let-meet players=4,7 --reason T   (of a Swiss)
  withdraw player= --reason T   return player= --reason T
  enter name= [rating= title= federation= fide_id= birth= sex= zone=]   (a late entry of a Swiss)
        [missed=half --reason T]            (half a point for each round missed, by a ruling)
  unpublish [round=] --reason T   unpair [round=] [pairs= bye=] --reason T   (while nobody has played)
  plan [rounds=] [tie_breaks=DE,PS,BPG] --reason T   (a change after the start; the report keeps it)
  playoff-format stage=   playoff-order order= --reason T   playoff-restart --reason T
  playoff-go-on --reason T                  (although a ruling has changed what the playoff stands on)
  initial-colour [colour=white|black]   pair-stop   pair-why [round=] board=   (of a Swiss, which pair works out aside)
  seat table= board=   release table=   acknowledge alert=ID
  each of these with tournament=ID where the event has several; board= alone says which
  start|pause|resume|set-time|... table=N|all [what clockd command takes] [expires=SECONDS]
"""

import argparse
import getpass
import json
import secrets
import sys
from pathlib import Path

from clockd.errors import BadInput
from clockd.hub.arbiter import names
from clockd.hub.socket import ask

HELP = "give a running hub an arbiter's command"
STATUS = "status"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", required=True, type=Path, metavar="DIR", help="the hub's folder")
    parser.add_argument("name", metavar="NAME", help="the command")
    parser.add_argument("arguments", nargs="*", metavar="key=value", help="what it needs")
    parser.add_argument("--reason", default="", metavar="T", help="why, for the record")
    parser.add_argument("--author", default=None, metavar="NAME", help="who (default: your login)")


def run(options: argparse.Namespace) -> int:
    if options.name == STATUS:
        print(json.dumps(ask(options.data, {"get": "snapshot"}), ensure_ascii=False))
        return 0
    if options.name not in names():
        known = ", ".join([STATUS, *names()])
        raise BadInput(f"no command {options.name!r}, expected one of {known}")
    command = {
        "id": secrets.token_hex(8),
        "name": options.name,
        "arguments": dict(_pair(argument) for argument in options.arguments),
        "author": options.author or _login(),
        "reason": options.reason,
    }
    answer = ask(options.data, {"command": command})
    if answer.get("ok"):
        print(answer.get("detail"))
        return 0
    if answer.get("bad_input"):
        raise BadInput(str(answer.get("error")))
    print(f"clockd: refused: {answer.get('error')}", file=sys.stderr)
    return 1


def _pair(argument: str) -> tuple[str, str]:
    key, sign, value = argument.partition("=")
    if not sign or not key:
        raise BadInput(f"argument {argument!r}, expected key=value")
    return key, value


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "shell"
