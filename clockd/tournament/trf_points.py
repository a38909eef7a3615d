"""What results are worth in a report that does not keep to 1, 1/2 and 0: records 162 and 299.

Record 162 has the worth of each kind of result, record 299 that of single ones, and points given or taken outside of
games. In a report of teams these numbers are the teams', which is not our business. Source: FIDE TRF26.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from clockd.errors import BadInput
from clockd.tournament.crosstable import Scoring
from clockd.tournament.trf import TrfFile, TrfRecord

_WORTH = re.compile(r"([A-Z])\s*(\d{1,2}(?:\.\d{1,2})?)")
_POINTS = re.compile(r"-?(\d{1,2}(\.\d{1,2})?|\.\d{1,2})")
# The letters in a round's column that a type of record 299 speaks of.
_LETTERS = {"W": "1W", "D": "=D", "L": "0L", "F": "F", "H": "H", "Z": "Z", "+": "+", "-": "-"}
EVERY_ROUND = 0


@dataclass(frozen=True, slots=True)
class _Abnormal:
    """One record 299: what a kind of result ("": none, points as such) was worth to some, in one round or in all."""

    kind: str
    points: Fraction
    round: int
    players: tuple[int, ...]


def scoring_of(file: TrfFile) -> Scoring:
    """Points by record 162; the usual ones where it is silent."""
    worth: dict[str, Fraction] = {}
    for record in file.records("162"):
        worth |= {symbol: Fraction(points) for symbol, points in _WORTH.findall(record.text[3:])}
    win = worth.get("W", Fraction(1))
    return Scoring(
        win=win,
        draw=worth.get("D", Fraction(1, 2)),
        loss=worth.get("L", Fraction(0)),
        absent=worth.get("A", Fraction(0)),
        pab=worth.get("P", win),
    )


def is_of_teams(file: TrfFile) -> bool:
    """Whether records 240 and 299 count teams, not players."""
    return any(True for _ in file.records("310"))


def extra_points(file: TrfFile) -> dict[int, Fraction]:
    """Points given or taken outside of games, by player."""
    extra: dict[int, Fraction] = {}
    for each in _abnormal(file):
        for player in each.players if not each.kind else ():
            extra[player] = extra.get(player, Fraction(0)) + each.points
    return extra


def abnormal_points(file: TrfFile) -> Mapping[tuple[int, int, str], Fraction]:
    """What single results were worth, by (player, round or EVERY_ROUND, letter in the round's column)."""
    return {
        (player, each.round, letter): each.points
        for each in _abnormal(file)
        for player in each.players
        for letter in _LETTERS.get(each.kind, "")
    }


def _abnormal(file: TrfFile) -> Iterator[_Abnormal]:
    for record in file.records("299"):
        if record.text[13:17].strip() and not is_of_teams(file):
            yield _read(file, record)


def _read(file: TrfFile, record: TrfRecord) -> _Abnormal:
    where, text = file.where(record.line), record.text
    kind, points, number = text[4:5].strip().upper(), text[13:17].strip(), text[19:22].strip()
    if kind and kind not in _LETTERS:
        raise BadInput(f"{where}: found {kind!r} in column 5, expected one of {' '.join(_LETTERS)}")
    if not _POINTS.fullmatch(points):
        raise BadInput(f"{where}: found {points!r}, expected points in columns 14-17")
    if number and not (number.isascii() and number.isdigit()):
        raise BadInput(f"{where}: found {number!r}, expected a round in columns 20-22")
    players = numbers_of(file, record, text[23:])
    return _Abnormal(kind, Fraction(points), int(number or EVERY_ROUND), tuple(players))


def numbers_of(file: TrfFile, record: TrfRecord, text: str) -> list[int]:
    """The numbers in a part of a record; BadInput with the line for a word that is none."""
    odd = [word for word in text.split() if not (word.isascii() and word.isdigit())]
    if odd:
        raise BadInput(f"{file.where(record.line)}: found {odd[0]!r}, expected numbers")
    return [int(word) for word in text.split()]
