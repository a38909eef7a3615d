"""The next round of a report's Swiss: by our own engine or by an installed program, and checked by other code."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from clockd.errors import BadInput
from clockd.hub.pairing_program import ask_program, find_program
from clockd.ports import Side
from clockd.tournament.crosstable import Crosstable
from clockd.tournament.pairing_check import check_pairing
from clockd.tournament.swiss.rounds import pair_round
from clockd.tournament.swiss.rules import NoLegalPairing, RoundPairing, SwissRules
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_program import read_answer, report_for_program
from clockd.tournament.trf_swiss import next_round, refuse_open_games, swiss_rules
from clockd.tournament.trf_table import absent_in, crosstable, planned_rounds


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A paired round, White first in board order; `own` is our engine's record of it."""

    number: int
    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    own: RoundPairing | None = None


@dataclass(frozen=True, slots=True)
class SwissQuestion:
    """The round to be paired and everything that it depends on."""

    file: TrfFile
    table: Crosstable
    number: int
    rules: SwissRules
    absent: Collection[int]


Engine = Callable[[SwissQuestion], SwissRound]


def own_engine(asked: SwissQuestion) -> SwissRound:
    found = pair_round(asked.table, asked.number, asked.rules, absent=asked.absent)
    pairs = tuple((pair.white, pair.black) for pair in found.pairs)
    return SwissRound(asked.number, pairs, found.bye, found)


def installed_program(named: str | None) -> Engine:
    """An engine that asks bbpPairings, or the program named in its place."""
    program = find_program(named)

    def ask(asked: SwissQuestion) -> SwissRound:
        report = report_for_program(
            asked.file, asked.table, asked.number, asked.rules, asked.absent
        )
        pairs, bye = read_answer(ask_program(program, report))
        return SwissRound(asked.number, pairs, bye)

    return ask


def next_dutch_round(
    file: TrfFile, edition: int, initial: Side | None, *, accelerated: bool, engine: Engine
) -> SwissRound | None:
    """The next round of the report in the report's own numbers; None when all are paired, BadInput when none can be."""
    number = next_round(file)
    planned = planned_rounds(file)
    if planned is not None and number > planned:
        return None
    refuse_open_games(file, number)
    rules = swiss_rules(file, number, edition=edition, initial=initial, accelerated=accelerated)
    asked = SwissQuestion(file, crosstable(file, "swiss"), number, rules, absent_in(file, number))
    try:
        found = engine(asked)
    except NoLegalPairing as error:
        raise BadInput(f"{file.name}: round {number} cannot be paired: {error}") from None
    _check(asked, found)
    return found


def _check(asked: SwissQuestion, found: SwissRound) -> None:
    check_pairing(
        asked.table,
        asked.number,
        found.pairs,
        found.bye,
        absent=asked.absent,
        forbidden=asked.rules.forbidden,
        rounds=asked.rules.rounds,
        edition=asked.rules.edition,
    )
