"""The clock as a calculator: what both clocks show after each press, pause and edit.

Reads JSON lines on stdin, writes one row per input and a last line with the flag.

example:
  printf '%s\\n' '{"at_ms":0,"do":"start"}' '{"at_ms":61000,"do":"press","side":"white"}' |
      clockd timeline 90/40+30+30
  clockd timeline 'G/10 +2 delay' --show
"""

import argparse
import sys

from clockd.cli._jsonl import read_objects, write_object
from clockd.errors import BadInput
from clockd.game.clock import Timing
from clockd.game.control_text import parse_control
from clockd.game.timeline import Timeline

HELP = "compute what both clocks show after presses, pauses and edits"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("control", metavar="CONTROL", help="a time control, e.g. 90/40+30+30")
    parser.add_argument(
        "--bonus-at",
        choices=["moves", "zero"],
        default="moves",
        help="when the next period's base arrives: with the period's last move, or at zero",
    )
    parser.add_argument(
        "--show", action="store_true", help="print the canonical text and its meaning, and end"
    )


def run(options: argparse.Namespace) -> int:
    control = parse_control(options.control)
    if options.show:
        print(control.canonical())
        print(f"{control.words()} ({control.rate()})")
        return 0
    timeline = Timeline(Timing(control, options.bonus_at))
    for line, seen in read_objects(sys.stdin):
        try:
            rows = timeline.feed(seen)
        except BadInput as error:
            raise BadInput(f"<stdin>:{line}: {error}") from None
        for row in rows:
            write_object(row)
    write_object(timeline.end())
    return 0
