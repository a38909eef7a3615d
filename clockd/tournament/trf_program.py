"""A round handed to another pairing program: the report in the dialect it reads, and what to make of its answer.

The program gets players, games and the XX records, nothing else: absences stand in the round's column, prohibitions
and virtual points as they are for this round. Its answer is text from a stranger. Sources: JaVaFo's and bbpPairings'
manuals by way of the rules sheet, section 8.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from clockd.errors import BadInput
from clockd.ports import WHITE
from clockd.tournament.crosstable import CLASSICAL, Crosstable, Scoring
from clockd.tournament.swiss.rules import SwissRules
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRecord, TrfRound
from clockd.tournament.trf_write import write_trf

ABSENT = TrfRound(code="Z")


def report_for_program(
    file: TrfFile, table: Crosstable, number: int, rules: SwissRules, absent: Collection[int]
) -> str:
    """The report as a pairing program reads it, to pair round `number`."""
    players = [_player(player, table, number, player.number in absent) for player in file.players]
    records = map(TrfRecord, _records(rules, table.scoring))
    return write_trf(TrfFile(file.name, (*records, *players)))


def _player(player: TrfPlayer, table: Crosstable, number: int, is_absent: bool) -> TrfPlayer:
    rounds = tuple(player.round(before) for before in range(1, number))
    column = (ABSENT,) if is_absent else ()
    points = table.score(player.number)
    return replace(player, points=points, rounds=(*rounds, *column))


def _records(rules: SwissRules, scoring: Scoring) -> Iterator[str]:
    yield "012 round to be paired"
    if rules.rounds:
        yield f"XXR {rules.rounds}"
    yield f"XXC {'white1' if rules.initial is WHITE else 'black1'}"
    for pair in sorted(rules.forbidden):
        yield f"XXP {pair[0]} {pair[1]}"
    for player, points in sorted(rules.virtual_points.items()):
        yield f"XXA {player:4}" + "".join(f" {float(each):4.1f}" for each in points)
    if scoring != CLASSICAL:
        yield f"BBW {float(scoring.win):4.1f}"
        yield f"BBD {float(scoring.draw):4.1f}"
        yield f"BBU {float(scoring.pab):4.1f}"


def read_answer(text: str) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """Pairs (White first) and bye of a program's answer: a count, then a pair a line, the bye against 0."""
    lines = text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise BadInput("the pairing program answered nothing, expected a number of pairs")
    count = _numbers(lines[0], 1)[0]
    if count != len(lines) - 1:
        raise BadInput(f"the pairing program announced {count} pairs, found {len(lines) - 1}")
    pairs = [_numbers(line, 2) for line in lines[1:]]
    byes = [white for white, black in pairs if black == 0]
    if len(byes) > 1:
        raise BadInput(f"the pairing program gave {len(byes)} byes, expected one at most")
    met = tuple((white, black) for white, black in pairs if black)
    return met, byes[0] if byes else None


def _numbers(line: str, count: int) -> list[int]:
    words = line.split()
    if len(words) != count or not all(w.isascii() and w.isdigit() and len(w) < 6 for w in words):
        wanted = "a number of pairs" if count == 1 else "two players' numbers"
        raise BadInput(f"the pairing program wrote {line[:40]!r}, expected {wanted}")
    return [int(word) for word in words]
