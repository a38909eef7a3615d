"""The next round of a report's Swiss, paired by our own engine and checked by other code."""

from clockd.errors import BadInput
from clockd.ports import Side
from clockd.tournament.pairing_check import check_pairing
from clockd.tournament.swiss.rounds import pair_round
from clockd.tournament.swiss.rules import NoLegalPairing, RoundPairing
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_swiss import next_round, refuse_open_games, swiss_rules
from clockd.tournament.trf_table import absent_in, crosstable, planned_rounds


def next_dutch_round(
    file: TrfFile, edition: int, initial: Side | None, *, accelerated: bool
) -> RoundPairing | None:
    """The next round of the report in the report's own numbers; None when all are paired, BadInput when none can be."""
    number = next_round(file)
    planned = planned_rounds(file)
    if planned is not None and number > planned:
        return None
    if edition == 2017:
        raise BadInput("--edition 2017: not built yet, expected --edition 2026")
    refuse_open_games(file, number)
    table = crosstable(file, "swiss")
    rules = swiss_rules(file, number, edition=edition, initial=initial, accelerated=accelerated)
    absent = absent_in(file, number)
    try:
        found = pair_round(table, number, rules, absent=absent)
    except NoLegalPairing as error:
        raise BadInput(f"{file.name}: round {number} cannot be paired: {error}") from None
    check_pairing(
        table,
        number,
        [(pair.white, pair.black) for pair in found.pairs],
        found.bye,
        absent=absent,
        forbidden=rules.forbidden,
        rounds=rules.rounds,
    )
    return found
