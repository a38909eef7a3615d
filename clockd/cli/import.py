"""A tournament report (TRF) as an event file (EVENT.toml): players, games, byes, and every other record as it was.

The event file can be edited and made a report again (clockd trf), or opened by a hub, which takes the players.

example:
  clockd import open.trf -o open.toml
  clockd import senior.trf --rules us-senior-2019
"""

# ruff: noqa: N999 (a sub-command's module has the command's name)
import argparse
from pathlib import Path

from clockd.cli._output import write_text
from clockd.cli._trf_file import load, tell
from clockd.reports.event_report import altered, from_report
from clockd.reports.event_write import event_text
from clockd.rulebooks import find_rulebook

HELP = "turn a tournament report (TRF) into an event file (EVENT.toml)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.trf", help="a tournament report; - is standard input")
    parser.add_argument("-o", "--output", type=Path, metavar="EVENT.toml")
    parser.add_argument(
        "--rules", metavar="NAME", help="the rulebook that the event is played under"
    )


def run(options: argparse.Namespace) -> int:
    if options.rules:
        find_rulebook(options.rules, Path())
    file = load(options.file)
    event = from_report(file)
    source = f"From {Path(options.file).name}, by clockd import."
    write_text(event_text(event, source=source, rules=options.rules or ""), options.output)
    tell(altered(file))
    return 0
