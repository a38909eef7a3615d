"""The final order of a tournament report: points, tie-breaks, and why each player stands where he does.

Reads TRF16 and TRF26. Tie-breaks come from --tie-breaks, else from the file's record 212 or 202. --why says of every
value what it is the sum of and what was cut; --final refuses (exit status 1) while a result is missing.

example:
  clockd standings senior.trf --tie-breaks DE,BPG,KS,SB,WON
  clockd standings open.trf --tie-breaks BH/C1,BH,SB --edition 2023 --json
  clockd standings world-senior.trf --tie-breaks DE-ALLMET,PS,PS/C1..,BPG,ARO7
  clockd standings senior.trf --final --why
"""

import argparse
import json

from clockd.cli._trf_file import load, settle_system, tell, tell_open
from clockd.errors import BadInput
from clockd.tournament.crosstable import SYSTEMS, Crosstable, Kind
from clockd.tournament.event_rules import tie_breaks_for
from clockd.tournament.standings import Standing, standings
from clockd.tournament.standings_view import as_json, as_reasons, as_table
from clockd.tournament.tie_breaks import (
    EDITION_NOW,
    EDITIONS,
    REGISTRY,
    Asked,
    Rules,
    parse_criteria,
)
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_final import not_final
from clockd.tournament.trf_table import criteria_of, crosstable, differing_totals, planned_rounds

HELP = "print the standings of a tournament report (TRF)"
RATING_MAX = 4000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.trf", help="a tournament report; - is standard input")
    parser.add_argument(
        "--tie-breaks",
        metavar="LIST",
        help=f"in order, separated by commas: {' '.join(sorted(REGISTRY))} (and BH/C1, KS/L+1, ...)",
    )
    parser.add_argument(
        "--edition",
        type=int,
        choices=EDITIONS,
        default=EDITION_NOW,
        help="edition of FIDE's tie-break rules (2009: before September 2023)",
    )
    parser.add_argument(
        "--system", choices=SYSTEMS, help="where the file's records 192 and 092 do not say"
    )
    parser.add_argument(
        "--unrated",
        type=int,
        metavar="RATING",
        help="what an unrated opponent counts as in rating tie-breaks (without it they are not used)",
    )
    parser.add_argument("--final", action="store_true", help="refuse while a result is missing")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the list as JSON")
    form.add_argument("--why", action="store_true", help="what every value is made of")


def run(options: argparse.Namespace) -> int:
    rules = Rules(options.edition, _unrated(options.unrated))
    file = load(options.file)
    table = crosstable(file, settle_system(file, options.system))
    criteria = _criteria(file, options.tie_breaks, planned_rounds(file) or table.rounds, rules)
    open_points = list(not_final(file))
    if options.final and open_points:
        tell_open(open_points)
        return 1
    tell(differing_totals(file, table))
    tell(_open_games(file, table))
    order = standings(table, criteria)
    if options.why:
        print(as_reasons(order))
    else:
        show(order, criteria, as_one_json=options.json)
    return 0


def show(order: tuple[Standing, ...], criteria: tuple[Asked, ...], *, as_one_json: bool) -> None:
    """Print the list, for people or for programs."""
    if as_one_json:
        print(json.dumps(as_json(order, reasons=True), ensure_ascii=False, indent=1))
    else:
        print(as_table(order, criteria))


def _unrated(rating: int | None) -> int | None:
    if rating is not None and not 0 < rating <= RATING_MAX:
        raise BadInput(f"--unrated: found {rating}, expected a rating from 1 to {RATING_MAX}")
    return rating


def _criteria(file: TrfFile, asked: str | None, rounds: int, rules: Rules) -> tuple[Asked, ...]:
    """The tie-breaks asked for, "PS/C1.." written out for so many rounds, else the file's own."""
    if asked is None:
        return criteria_of(file, rules)
    codes = tie_breaks_for([code.strip() for code in asked.upper().split(",")], rounds)
    try:
        return parse_criteria(",".join(codes), rules)
    except BadInput as error:
        raise BadInput(f"--tie-breaks: {error}") from None


def _open_games(file: TrfFile, table: Crosstable) -> list[str]:
    open_cells = [c for row in table.cells.values() for c in row if c.kind is Kind.PENDING]
    games = len(open_cells) // 2
    if not games:
        return []
    counted = "1 game has" if games == 1 else f"{games} games have"
    return [f"{file.name}: {counted} no result yet; the order is for now"]
