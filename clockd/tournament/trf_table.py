"""What a tournament report means: the crosstable, the system, the points, the tie-breaks it asks for.

Decides between the old and the new way of saying a thing (XXR or 142, XXC or 152, 092 or 192) and which rounds count
as begun. Points are always added up from the rounds; where the file's own total differs, that is noted. Sources: FIDE
TRF26 records 142 to 299, ETT26 (codes of record 192); the engines' XX records; rules sheet section 8.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from clockd.errors import BadInput
from clockd.ports import BLACK, WHITE, Side
from clockd.tournament.crosstable import (
    Cell,
    Crosstable,
    Kind,
    Player,
    Scoring,
    System,
    rounds_begun,
)
from clockd.tournament.tie_breaks import Asked, Rules, parse_criteria, plain
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRound
from clockd.tournament.trf_points import (
    EVERY_ROUND,
    abnormal_points,
    extra_points,
    is_of_teams,
    numbers_of,
    scoring_of,
)

_ROUND_ROBIN = re.compile(r"round.?robin|berger|all.?play.?all|rundenturnier|scheveningen|schiller")
_SWISS = re.compile(r"swiss|dutch|dubov|burstein|schweizer|suisse|suizo|fide.team")
_TWICE = re.compile(r"double|doppel|_g2")

_KINDS = {
    **dict.fromkeys("1=0", Kind.PLAYED),
    **dict.fromkeys("WDL", Kind.SHORT),
    "+": Kind.FORFEIT_WIN,
    "-": Kind.FORFEIT_LOSS,
    "H": Kind.HALF_BYE,
    "F": Kind.FULL_BYE,
    "U": Kind.PAB,
    "Z": Kind.ZERO_BYE,
}
_MARKS = {"W": "1", "D": "=", "L": "0"}


@dataclass(frozen=True, slots=True)
class Schedule:
    """How a round robin is played: once or twice through, the last two rounds of the first cycle swapped or not."""

    cycles: int = 1
    swap_last_two: bool = True


def system_of(file: TrfFile) -> System | None:
    """The system by record 192, else by the text of 092; None when neither says."""
    for code in ("192", "092"):
        for record in file.records(code):
            text = record.value.lower()
            if _ROUND_ROBIN.search(text):
                return "round-robin"
            if _SWISS.search(text):
                return "swiss"
    return None


def schedule_of(file: TrfFile) -> Schedule:
    """Cycles of a round robin by record 192, else 092; FIDE's double one swaps two rounds, the plain one does not."""
    code = file.record("192")
    record = code or file.record("092")
    cycles = 2 if record and _TWICE.search(record.value.lower()) else 1
    plain_double = code is not None and cycles == 2 and code.value.upper().startswith("BERGER")
    return Schedule(cycles, swap_last_two=not plain_double)


def planned_rounds(file: TrfFile) -> int | None:
    """Number of rounds of the event by record 142 or XXR."""
    record = file.record("142", "XXR")
    if record is None:
        return None
    if not record.value.isdigit() or int(record.value) == 0:
        where = file.where(record.line)
        raise BadInput(f"{where}: found {record.value!r}, expected a number of rounds")
    return int(record.value)


def initial_side(file: TrfFile) -> Side | None:
    """The colour drawn for the first round by record 152 or XXC."""
    for record in file.records("152", "XXC"):
        words = record.value.lower().split()
        if "w" in words or "white1" in words:
            return WHITE
        if "b" in words or "black1" in words:
            return BLACK
    return None


def criteria_of(file: TrfFile, rules: Rules) -> tuple[Asked, ...]:
    """The tie-breaks of record 212, which defines the standings, else of 202; none when the file has neither.

    BadInput names the line.
    """
    record = file.record("212") or file.record("202")
    if record is None:
        return ()
    try:
        return parse_criteria(record.value, rules)
    except BadInput as error:
        raise BadInput(f"{file.where(record.line)}: {error}") from None


def crosstable(file: TrfFile, system: System) -> Crosstable:
    """The file as a crosstable of that system; an announced absence in a round to come is not a round yet."""
    scoring, byes, abnormal = scoring_of(file), byes_ahead(file), abnormal_points(file)
    cells = {
        player.number: tuple(
            _with_its_worth(cell, letter, player.number, abnormal)
            for cell, letter in _cells(player, byes.get(player.number, {}), scoring)
        )
        for player in file.players
    }
    begun = rounds_begun(cell for row in cells.values() for cell in row)
    kept = {n: tuple(cell for cell in row if cell.round <= begun) for n, row in cells.items()}
    players = tuple(_player(player) for player in file.players)
    return Crosstable(players, kept, begun, system, scoring, extra_points(file))


def _player(player: TrfPlayer) -> Player:
    return Player(
        number=player.number,
        name=player.name,
        rating=player.rating,
        title=player.title,
        federation=player.federation,
        fide_id=player.fide_id,
        birth=player.birth,
        sex=player.sex,
    )


def _cells(player: TrfPlayer, byes: dict[int, str], scoring: Scoring) -> Iterator[tuple[Cell, str]]:
    """Each round in which something stands, with the letter that stands there."""
    for number in range(1, max([len(player.rounds), *byes]) + 1):
        each = player.round(number)
        if each.is_empty and number in byes:
            each = TrfRound(code=byes[number])
        if not each.is_empty:
            yield _cell(number, each, scoring), each.code


def _cell(number: int, each: TrfRound, scoring: Scoring) -> Cell:
    if not each.code:
        return Cell(number, Kind.PENDING, Fraction(0), each.opponent, each.side)
    kind = _KINDS[each.code]
    if kind is Kind.FORFEIT_LOSS and not each.opponent:
        kind = Kind.ZERO_BYE  # "0000 - -": nobody was there to lose against
    return Cell(number, kind, _points(kind, each.code, scoring), each.opponent, each.side)


def _points(kind: Kind, code: str, scoring: Scoring) -> Fraction:
    if kind in (Kind.PLAYED, Kind.SHORT):
        return scoring.of_mark(_MARKS.get(code, code))
    if kind is Kind.FORFEIT_WIN:
        return scoring.win
    return scoring.absent if kind is Kind.FORFEIT_LOSS else scoring.of_bye(kind)


def _with_its_worth(
    cell: Cell, letter: str, player: int, abnormal: Mapping[tuple[int, int, str], Fraction]
) -> Cell:
    points = abnormal.get((player, EVERY_ROUND, letter))
    points = abnormal.get((player, cell.round, letter), points)
    return cell if points is None else replace(cell, points=points)


def byes_ahead(file: TrfFile) -> dict[int, dict[int, str]]:
    """Byes by record 240, "240 H 003  026  047": for each player his rounds and the bye's letter."""
    byes: dict[int, dict[int, str]] = {}
    for record in () if is_of_teams(file) else file.records("240"):
        letter, numbers = record.text[4:5].upper(), numbers_of(file, record, record.text[5:])
        if letter not in ("F", "H", "Z") or not numbers:
            where = file.where(record.line)
            raise BadInput(f"{where}: found {record.text!r}, expected a bye such as 240 H 003  026")
        for player in numbers[1:]:
            byes.setdefault(player, {})[numbers[0]] = letter
    return byes


def absent_in(file: TrfFile, number: int) -> set[int]:
    """Players announced absent from a round: H, F or Z in its column, record 240, or XXZ."""
    absent = {
        player.number for player in file.players if player.round(number).code in ("H", "F", "Z")
    }
    absent |= {player for player, rounds in byes_ahead(file).items() if number in rounds}
    for record in file.records("XXZ"):
        absent |= set(numbers_of(file, record, record.text[3:]))
    return absent


def differing_totals(file: TrfFile, table: Crosstable) -> Iterator[str]:
    """A line for each player whose points in the file are not what his rounds add up to."""
    for player in file.players:
        score = table.score(player.number)
        if player.points is not None and player.points != score:
            found = f"player {player.number} has {plain(player.points)} points"
            where = file.where(player.line)
            yield f"{where}: {found}, his rounds add up to {plain(score)}, which is taken"
