"""The pairings of the next round of a tournament report (TRF16 or TRF26).

The round to pair is the first without games. A Swiss is paired by FIDE's Dutch system, without those announced absent;
every round is checked once more by other code before it is shown. A round robin follows Berger's tables by the
players' numbers; who meets the number that is missing in an odd field rests. Exit status 1 when every round has been
paired.

example:
  clockd pair open.trf --system dutch
  clockd pair open.trf --explain
  clockd pair senior.trf --system berger
  clockd pair match.trf --system berger --cycles 2 --json
"""

import argparse
import json
from dataclasses import dataclass

from clockd.cli._pair_berger import next_berger_round
from clockd.cli._pair_dutch import next_dutch_round
from clockd.cli._trf_file import load
from clockd.ports import Side
from clockd.tournament.swiss.rules import EDITIONS
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_table import system_of

HELP = "pair the next round of a tournament report (TRF)"
SYSTEMS = ("dutch", "berger")


@dataclass(frozen=True, slots=True)
class _Shown:
    """A paired round as it is written out; `without` is what to call who has no opponent."""

    round: int
    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    without: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.trf", help="a tournament report; - is standard input")
    parser.add_argument(
        "--system", choices=SYSTEMS, help="pairing system; without it the file's record 192 or 092"
    )
    _add_swiss(parser.add_argument_group("Swiss"))
    robin = parser.add_argument_group("round robin")
    robin.add_argument(
        "--cycles", type=int, choices=[1, 2], help="2: everybody meets everybody twice (berger)"
    )
    robin.add_argument(
        "--no-swap",
        action="store_true",
        help="leave the last two rounds of the first cycle where they are (berger, two cycles)",
    )
    parser.add_argument("--json", action="store_true", help="the round as JSON")


def _add_swiss(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--edition",
        type=int,
        choices=EDITIONS,
        default=EDITIONS[0],
        help="edition of the Swiss rules",
    )
    group.add_argument(
        "--initial-colour",
        choices=["white", "black"],
        help="colour drawn for round 1; without it record 152 or XXC, else as round 1 shows, else white",
    )
    group.add_argument(
        "--baku", action="store_true", help="accelerate by the Baku method (as 192 ..._BAKU does)"
    )


def run(options: argparse.Namespace) -> int:
    file = load(options.file)
    system = options.system or ("berger" if system_of(file) == "round-robin" else "dutch")
    found = _berger(file, options) if system == "berger" else _dutch(file, options)
    print(_json(found) if options.json else _table(file, found))
    return 0 if found else 1


def _berger(file: TrfFile, options: argparse.Namespace) -> _Shown | None:
    found = next_berger_round(file, options.cycles, swap=not options.no_swap)
    if found is None:
        return None
    return _Shown(found.round, found.pairs, found.resting, "rest")


def _dutch(file: TrfFile, options: argparse.Namespace) -> _Shown | None:
    initial = options.initial_colour and Side(options.initial_colour)
    found = next_dutch_round(file, options.edition, initial, accelerated=options.baku)
    if found is None:
        return None
    pairs = tuple((pair.white, pair.black) for pair in found.pairs)
    return _Shown(found.round, pairs, found.bye, "bye")


def _json(found: _Shown | None) -> str:
    if found is None:
        return json.dumps({"round": None, "pairs": [], "bye": None})
    pairs = [list(pair) for pair in found.pairs]
    return json.dumps({"round": found.round, "pairs": pairs, "bye": found.bye})


def _table(file: TrfFile, found: _Shown | None) -> str:
    if found is None:
        return "Every round has been paired."
    names = {player.number: f"{player.number:>3} {player.name}" for player in file.players}
    width = max(map(len, names.values()))
    lines = [f"Round {found.round}", f"board  {'White':<{width}}  Black"]
    for board, (white, black) in enumerate(found.pairs, start=1):
        lines.append(f"{board:>5}  {names[white]:<{width}}  {names[black]}")
    if found.bye is not None:
        lines.append(f"{found.without:>5}  {names[found.bye]}")
    return "\n".join(lines)
