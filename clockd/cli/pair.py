"""The pairings of the next round of a tournament report (TRF16 or TRF26).

The round to pair is the first without games. A round robin follows Berger's tables by the players' numbers; who
meets the number that is missing in an odd field rests. Exit status 1 when every round has been paired.

example:
  clockd pair senior.trf --system berger
  clockd pair match.trf --system berger --cycles 2 --json
"""

import argparse
import json

from clockd.cli._trf_file import load, tell
from clockd.errors import BadInput
from clockd.tournament.round_robin import RoundPairings, berger_table
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_table import absent_in, planned_rounds, schedule_of, system_of

HELP = "pair the next round of a tournament report (TRF)"
SYSTEMS = ("dutch", "berger")
PAIRING_EDITIONS = (2026, 2017)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.trf", help="a tournament report; - is standard input")
    parser.add_argument(
        "--system", choices=SYSTEMS, help="pairing system; without it the file's record 192 or 092"
    )
    parser.add_argument(
        "--edition",
        type=int,
        choices=PAIRING_EDITIONS,
        default=PAIRING_EDITIONS[0],
        help="edition of the Swiss rules",
    )
    parser.add_argument(
        "--initial-colour", choices=["white", "black"], help="colour drawn for a Swiss round 1"
    )
    parser.add_argument(
        "--cycles", type=int, choices=[1, 2], help="2: everybody meets everybody twice (berger)"
    )
    parser.add_argument(
        "--no-swap",
        action="store_true",
        help="leave the last two rounds of the first cycle where they are (berger, two cycles)",
    )
    parser.add_argument("--json", action="store_true", help="the round as JSON")


def run(options: argparse.Namespace) -> int:
    file = load(options.file)
    system = options.system or ("berger" if system_of(file) == "round-robin" else "dutch")
    if system == "dutch":
        raise BadInput(
            "--system dutch: Swiss rounds cannot be paired yet, expected --system berger"
        )
    found = next_berger_round(file, options.cycles, swap=not options.no_swap)
    print(_json(found) if options.json else _table(file, found))
    return 0 if found else 1


def next_berger_round(file: TrfFile, cycles: int | None, *, swap: bool) -> RoundPairings | None:
    """The next round of the report by Berger's tables, in the report's own numbers; None when all are paired."""
    numbers = sorted(player.number for player in file.players)
    table = _whole_table(file, len(numbers), cycles, swap=swap)
    number = _first_without_games(file)
    if number > min(planned_rounds(file) or len(table), len(table)):
        return None
    pairs = tuple(
        (numbers[white - 1], numbers[black - 1]) for white, black in table[number - 1].pairs
    )
    resting = table[number - 1].resting
    found = RoundPairings(number, pairs, None if resting is None else numbers[resting - 1])
    _refuse_repeats(file, found, table)
    tell(_absences(file, found))
    return found


def _whole_table(
    file: TrfFile, players: int, cycles: int | None, *, swap: bool
) -> tuple[RoundPairings, ...]:
    said = schedule_of(file)
    try:
        single = berger_table(players)
        if cycles is None:
            swap = swap and said.swap_last_two
            twice = said.cycles == 2 or planned_rounds(file) == 2 * len(single)
            cycles = 2 if twice else 1
        return berger_table(players, cycles=cycles, swap_last_two=swap)
    except BadInput as error:
        raise BadInput(f"{file.name}: {error}") from None


def _first_without_games(file: TrfFile) -> int:
    number = 1
    while any(player.round(number).opponent for player in file.players):
        number += 1
    return number


def _refuse_repeats(file: TrfFile, found: RoundPairings, table: tuple[RoundPairings, ...]) -> None:
    """BadInput when the rounds played do not follow the table, so that a pair would meet once too often."""
    cycle = 1 if found.round <= len(table) // (2 if _is_double(table) else 1) else 2
    for white, black in found.pairs:
        player = next(one for one in file.players if one.number == white)
        met = [r for r, each in enumerate(player.rounds, start=1) if each.opponent == black]
        if len(met) >= cycle:
            rounds = " and ".join(map(str, met))
            told = f"players {white} and {black} have met in round {rounds}"
            wanted = "expected rounds that follow Berger's table"
            raise BadInput(f"{file.where(player.line)}: {told}, {wanted}")


def _is_double(table: tuple[RoundPairings, ...]) -> bool:
    white, black = table[0].pairs[0]
    return any((black, white) in each.pairs for each in table)


def _absences(file: TrfFile, found: RoundPairings) -> list[str]:
    absent = absent_in(file, found.round) - {found.resting}
    told = "is announced absent; the pairing stands, his game would be a forfeit"
    return [
        f"{file.name}: round {found.round}: player {number} {told}" for number in sorted(absent)
    ]


def _json(found: RoundPairings | None) -> str:
    if found is None:
        return json.dumps({"round": None, "pairs": [], "bye": None})
    pairs = [list(pair) for pair in found.pairs]
    return json.dumps({"round": found.round, "pairs": pairs, "bye": found.resting})


def _table(file: TrfFile, found: RoundPairings | None) -> str:
    if found is None:
        return "Every round has been paired."
    names = {player.number: f"{player.number:>3} {player.name}" for player in file.players}
    width = max(map(len, names.values()))
    lines = [f"Round {found.round}", f"board  {'White':<{width}}  Black"]
    for board, (white, black) in enumerate(found.pairs, start=1):
        lines.append(f"{board:>5}  {names[white]:<{width}}  {names[black]}")
    if found.resting is not None:
        lines.append(f" rest  {names[found.resting]}")
    return "\n".join(lines)
