"""What a tournament report says of how its next Swiss round is to be paired.

The round to pair is the first without games; every game before it must have its result. Both dialects are read: the
standard's records 142, 152, 250 and 260, and the pairing programs' XXR, XXC, XXA and XXP. Sources: FIDE TRF26; rules
sheet section 8.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations

from clockd.errors import BadInput
from clockd.ports import WHITE, Side
from clockd.tournament.swiss.acceleration import baku
from clockd.tournament.swiss.rules import SwissRules
from clockd.tournament.trf import TrfFile, TrfRecord
from clockd.tournament.trf_points import scoring_of
from clockd.tournament.trf_table import initial_side, planned_rounds

_POINTS = re.compile(r"\d{1,2}(\.\d{1,2})?")
_ROUNDS_MAX = 99  # a report has three digits for a round; no Swiss comes near


def next_round(file: TrfFile) -> int:
    """The round to pair: the first in which nobody has an opponent."""
    number = 1
    while any(player.round(number).opponent for player in file.players):
        number += 1
    return number


def refuse_open_games(file: TrfFile, number: int) -> None:
    """BadInput for the first game before round `number` that has no result."""
    for player in file.players:
        for before in range(1, number):
            each = player.round(before)
            if each.opponent and not each.code:
                met = f"{player.number} v {each.opponent} in round {before} has no result"
                raise BadInput(f"{file.where(player.line)}: {met}, expected one before pairing")


def swiss_rules(
    file: TrfFile,
    number: int,
    *,
    edition: int,
    initial: Side | None = None,
    accelerated: bool = False,
) -> SwissRules:
    """The rules by which round `number` is paired; the options given go before what the file says."""
    return SwissRules(
        rounds=planned_rounds(file) or 0,
        edition=edition,
        initial=initial or initial_side(file) or _shown_side(file) or WHITE,
        forbidden=frozenset(_forbidden(file, number)),
        virtual_points=_virtual_points(file, accelerated),
    )


def _shown_side(file: TrfFile) -> Side | None:
    """The colour that the highest ranked player had who was paired in round 1: TRF26 then needs no record 152."""
    paired = [player for player in file.players if player.round(1).side is not None]
    first = min(paired, key=lambda player: player.number, default=None)
    return None if first is None else first.round(1).side


def _forbidden(file: TrfFile, number: int) -> Iterator[tuple[int, int]]:
    """Pairs that may not meet: XXP and 260 list players of whom no two may, 260 for some rounds only."""
    for record in file.records("XXP"):
        yield from combinations(sorted(_integers(file, record)), 2)
    for record in file.records("260"):
        words = _integers(file, record)
        if len(words) < 4:
            found = f"{file.where(record.line)}: found {record.text!r}"
            raise BadInput(f"{found}, expected rounds and players such as 260 001 009 0003 0007")
        if words[0] <= number <= words[1]:
            yield from combinations(sorted(words[2:]), 2)


def _virtual_points(file: TrfFile, accelerated: bool) -> Mapping[int, tuple[Fraction, ...]]:
    listed = _listed_points(file)
    code = file.record("192")
    if listed:
        return listed
    if not accelerated and not (code and code.value.upper().endswith("_BAKU")):
        return {}
    rounds = planned_rounds(file)
    if rounds is None:
        raise BadInput(f"{file.name}: acceleration needs the number of rounds, expected record 142")
    return baku((player.number for player in file.players), rounds, scoring_of(file))


def _listed_points(file: TrfFile) -> dict[int, tuple[Fraction, ...]]:
    """Virtual points by XXA (a player's, round by round) and 250 (points, rounds from-to, players from-to)."""
    given: dict[int, dict[int, Fraction]] = {}
    for record in file.records("XXA"):
        number, *points = record.text[3:].split() or [""]
        for round_, text in enumerate(points, start=1):
            own = given.setdefault(_integer(file, record, number), {})
            own[round_] = _points(file, record, text)
    for record in file.records("250"):
        worth, rounds, players = _accelerated(file, record)
        for player in file.players:
            if player.number in players:
                given.setdefault(player.number, {}).update(dict.fromkeys(rounds, worth))
    return {player: _filled(rounds) for player, rounds in given.items()}


def _accelerated(file: TrfFile, record: TrfRecord) -> tuple[Fraction, range, range]:
    words = record.text[3:].split()
    if len(words) != 6:
        found = f"{file.where(record.line)}: found {record.text!r}"
        raise BadInput(f"{found}, expected 250 00.0 01.0 001 003 0001 0090")
    first, last, low, high = (_integer(file, record, word) for word in words[2:])
    rounds = range(first, min(last, _ROUNDS_MAX) + 1)
    return _points(file, record, words[1]), rounds, range(low, high + 1)


def _filled(rounds: Mapping[int, Fraction]) -> tuple[Fraction, ...]:
    return tuple(rounds.get(number, Fraction(0)) for number in range(1, max(rounds) + 1))


def _points(file: TrfFile, record: TrfRecord, text: str) -> Fraction:
    if not _POINTS.fullmatch(text):
        raise BadInput(f"{file.where(record.line)}: found {text!r}, expected points such as 1.0")
    return Fraction(text)


def _integers(file: TrfFile, record: TrfRecord) -> list[int]:
    return [_integer(file, record, word) for word in record.text[3:].split()]


def _integer(file: TrfFile, record: TrfRecord, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 5):
        raise BadInput(f"{file.where(record.line)}: found {word!r}, expected a number")
    return int(word)
