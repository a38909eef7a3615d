"""The next round of a report's round robin, by Berger's tables and the players' numbers."""

from clockd.cli._trf_file import tell
from clockd.errors import BadInput
from clockd.tournament.round_robin import RoundPairings, berger_table
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_swiss import next_round
from clockd.tournament.trf_table import absent_in, planned_rounds, schedule_of


def next_berger_round(file: TrfFile, cycles: int | None, *, swap: bool) -> RoundPairings | None:
    """The next round of the report by Berger's tables, in the report's own numbers; None when all are paired."""
    numbers = sorted(player.number for player in file.players)
    table = _whole_table(file, len(numbers), cycles, swap=swap)
    number = next_round(file)
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
