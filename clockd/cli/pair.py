"""The pairings of the next round of a tournament report (TRF16 or TRF26).

The round to pair is the first without games. A Swiss is paired by FIDE's Dutch system, without those announced absent;
every round is checked once more by other code before it is shown. A round robin follows Berger's tables by the
players' numbers; who meets the number that is missing in an odd field rests. Exit status 1 when every round has been
paired.

example:
  clockd pair open.trf --system dutch
  clockd pair open.trf --explain
  clockd pair open.trf --engine bbp
  clockd pair senior.trf --system berger
  clockd pair match.trf --system berger --cycles 2 --json
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass

from clockd.cli._pair_berger import next_berger_round
from clockd.cli._pair_dutch import installed_program, next_dutch_round, own_engine
from clockd.cli._trf_file import load
from clockd.ports import Side
from clockd.tournament.swiss.explain import (
    PairReason,
    bracket_words,
    explain,
    objection_words,
    pair_words,
)
from clockd.tournament.swiss.rules import EDITIONS, BracketRecord, RoundPairing
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_table import system_of
from clockd.tournament.values import plain

HELP = "pair the next round of a tournament report (TRF)"
SYSTEMS = ("dutch", "berger")
ENGINES = ("own", "bbp")


@dataclass(frozen=True, slots=True)
class _Shown:
    """A paired round as it is written out; `without` is what to call who has no opponent, `swiss` how it came about."""

    round: int
    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    without: str
    swiss: RoundPairing | None = None


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
    group.add_argument(
        "--explain",
        action="store_true",
        help="why each pair: score groups, floaters, what decided, colours (own engine)",
    )
    group.add_argument(
        "--engine", choices=ENGINES, default=ENGINES[0], help="bbp: ask an installed bbpPairings"
    )
    group.add_argument("--program", metavar="FILE", help="where bbpPairings is, off the path")


def run(options: argparse.Namespace) -> int:
    file = load(options.file)
    system = options.system or ("berger" if system_of(file) == "round-robin" else "dutch")
    found = _berger(file, options) if system == "berger" else _dutch(file, options)
    why = found.swiss if found and options.explain else None
    print(_json(found, why) if options.json else _table(file, found, why))
    return 0 if found else 1


def _berger(file: TrfFile, options: argparse.Namespace) -> _Shown | None:
    found = next_berger_round(file, options.cycles, swap=not options.no_swap)
    if found is None:
        return None
    return _Shown(found.round, found.pairs, found.resting, "rest")


def _dutch(file: TrfFile, options: argparse.Namespace) -> _Shown | None:
    initial = options.initial_colour and Side(options.initial_colour)
    engine = installed_program(options.program) if options.engine == "bbp" else own_engine
    found = next_dutch_round(
        file, options.edition, initial, accelerated=options.baku, engine=engine
    )
    if found is None:
        return None
    return _Shown(found.number, found.pairs, found.bye, "bye", found.own)


def _json(found: _Shown | None, why: RoundPairing | None) -> str:
    if found is None:
        return json.dumps({"round": None, "pairs": [], "bye": None})
    pairs = [list(pair) for pair in found.pairs]
    told: dict[str, object] = {"round": found.round, "pairs": pairs, "bye": found.bye}
    if why is not None:
        told["explain"] = {
            "pairs": [_pair_json(reason) for reason in explain(why)],
            "brackets": [_bracket_json(bracket) for bracket in why.brackets],
        }
    return json.dumps(told)


def _pair_json(reason: PairReason) -> dict[str, object]:
    return {
        "pair": [reason.pair.white, reason.pair.black],
        "score_group": plain(reason.score),
        "floater": reason.floater,
        "decided_by": reason.opponents_by.criterion if reason.opponents_by else None,
        "colours_by": reason.pair.colours_by,
        "why": pair_words(reason),
    }


def _bracket_json(bracket: BracketRecord) -> dict[str, object]:
    return {
        "score_group": plain(bracket.score),
        "residents": list(bracket.residents),
        "moved_down": list(bracket.moved_down),
        "pairs": [list(pair) for pair in bracket.pairs],
        "floaters": list(bracket.floaters),
        "criteria": [
            {"criterion": each.criterion, "value": each.value}
            | ({} if each.score is None else {"score": plain(each.score)})
            for each in bracket.measures
        ],
        "why": [objection_words(each) for each in bracket.objections],
    }


def _table(file: TrfFile, found: _Shown | None, why: RoundPairing | None) -> str:
    if found is None:
        return "Every round has been paired."
    names = {player.number: f"{player.number:>3} {player.name}" for player in file.players}
    width = max(map(len, names.values()))
    lines = [f"Round {found.round}", f"board  {'White':<{width}}  Black"]
    for board, (white, black) in enumerate(found.pairs, start=1):
        lines.append(f"{board:>5}  {names[white]:<{width}}  {names[black]}")
    if found.bye is not None:
        lines.append(f"{found.without:>5}  {names[found.bye]}")
    return "\n".join([*lines, *(_reasons(why) if why else [])])


def _reasons(why: RoundPairing) -> Iterator[str]:
    yield ""
    for board, reason in enumerate(explain(why), start=1):
        yield f"board {board}, {reason.pair.white}-{reason.pair.black}: {pair_words(reason)}"
    for bracket in why.brackets:
        yield ""
        yield from bracket_words(bracket, is_last=bracket is why.brackets[-1])
