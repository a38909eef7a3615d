"""An event file with its games (EVENT.toml), or a hub's folder, as a tournament report (TRF).

The event file is the hub's, with the games by the players' numbers:
  [[game]]  round = 1, white = 4, black = 1, result = "1-0"
            forfeit = true, short = true (under one move made), colours_unknown = true
  [[bye]]   round = 2, player = 3, kind = "half" (pairing, full, half, zero)
  [report]  lines: the report's records in their order, "<012>" where the file's own values stand (clockd import)
Results are 1-0, 0-1, 1/2-1/2, those of rulings (0-0, 1/2-0, ...), and * while there is none. One key a line.
Points and ranks are reckoned anew. Without --version an imported report keeps its own, everything else is TRF26.
--final refuses (exit status 1) while a result is missing or a table disagrees.

example:
  clockd trf open.toml -o open.trf
  clockd trf open.toml --version 16
  clockd trf /var/lib/clockd-hub --final -o senior.trf
"""

import argparse
from pathlib import Path

from clockd.cli._output import write_text
from clockd.cli._trf_file import tell, tell_open
from clockd.hub.report import look_at, report_of, tournament_of
from clockd.hub.report import not_final as not_finished
from clockd.reports.event_read import read_event
from clockd.reports.event_report import to_report
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_final import not_final
from clockd.tournament.trf_heads import VERSIONS
from clockd.tournament.trf_version import as_version
from clockd.tournament.trf_write import misfits, write_trf

HELP = "write a tournament report (TRF) of an event"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("event", type=Path, metavar="EVENT.toml", help="or the folder of a hub")
    parser.add_argument("--version", type=int, choices=VERSIONS, help="TRF16 or TRF26")
    parser.add_argument("--tournament", metavar="ID", help="of several tournaments, which one")
    parser.add_argument("--final", action="store_true", help="refuse while something is open")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.trf")


def run(options: argparse.Namespace) -> int:
    file, open_points = _report(options)
    if options.final and open_points:
        tell_open(open_points)
        return 1
    tell(misfits(file))
    write_text(write_trf(file, line_end=file.line_end), options.output)
    return 0


def _report(options: argparse.Namespace) -> tuple[TrfFile, list[str]]:
    """The report, and what stands between it and a final one."""
    if options.event.is_dir():
        event = look_at(options.event)
        tournament = tournament_of(event, options.tournament)
        file = report_of(event, tournament, options.version or 26)
        return file, list(not_finished(tournament))
    file = to_report(str(options.event), read_event(options.event, options.tournament))
    open_points = list(not_final(file))
    if options.version:
        file, notes = as_version(file, options.version)
        tell(notes)
    return file, open_points
