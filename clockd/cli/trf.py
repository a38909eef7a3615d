"""An event file with its games (EVENT.toml), or a hub's folder, as a tournament report (TRF).

Without --version an imported report keeps its own; everything else is TRF26. --final refuses (exit status 1) while a
result is missing or a table disagrees.

example:
  clockd trf open.toml -o open.trf
  clockd trf open.toml --version 16
  clockd trf /var/lib/clockd-hub --final -o senior.trf
"""

import argparse
from pathlib import Path

from clockd.cli._output import write_text
from clockd.cli._trf_file import tell
from clockd.reports.event_read import read_event
from clockd.reports.event_report import to_report
from clockd.tournament.trf_heads import VERSIONS
from clockd.tournament.trf_version import as_version
from clockd.tournament.trf_write import misfits, write_trf

HELP = "write a tournament report (TRF) of an event"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("event", type=Path, metavar="EVENT.toml", help="or the folder of a hub")
    parser.add_argument("--version", type=int, choices=VERSIONS, help="TRF16 or TRF26")
    parser.add_argument("--tournament", metavar="ID", help="of several tournaments, which one")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.trf")


def run(options: argparse.Namespace) -> int:
    event = read_event(options.event, options.tournament)
    file = to_report(str(options.event), event)
    if options.version:
        file, notes = as_version(file, options.version)
        tell(notes)
    text = write_trf(file, line_end=file.line_end)
    tell(misfits(file))
    write_text(text, options.output)
    return 0
