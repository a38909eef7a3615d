"""Writes a tournament report file to the column.

Players' lines are drawn up anew, every other record goes out as it came in, in the order of the file. A name longer
than its 33 columns is cut, another text that does not fit is left out, and a number is refused: cut short it would be
another number. Source: FIDE TRF16 and TRF26; rules sheet section 8.
"""

from collections.abc import Iterator
from fractions import Fraction

from clockd.errors import BadInput
from clockd.tournament import trf
from clockd.tournament.trf import Columns, TrfFile, TrfPlayer, TrfRecord, TrfRound

_COUNTED = (trf.NUMBER, trf.RATING, trf.POINTS, trf.RANK)


def write_trf(file: TrfFile, *, line_end: str = trf.LINE_END) -> str:
    """The whole text of the file; BadInput for a player whom the columns cannot hold."""
    try:
        return "".join(text_of(line) + line_end for line in file.lines)
    except BadInput as error:
        raise BadInput(f"{file.name}: {error}") from None


def text_of(line: TrfRecord | TrfPlayer) -> str:
    """A line as it is written, without its end."""
    return player_line(line) if isinstance(line, TrfPlayer) else line.text


def player_line(player: TrfPlayer) -> str:
    """Record 001, its fields in their columns and ten columns for each round."""
    line = trf.PLAYER_CODE
    for columns, text in _fields(player).items():
        line = line.ljust(columns.first - 1) + columns.fill(_fitting(columns, text, player))
    return (line + "".join(map(_round, player.rounds))).rstrip()


def _fields(player: TrfPlayer) -> dict[Columns, str]:
    return {
        trf.NUMBER: str(player.number),
        trf.SEX: player.sex,
        trf.TITLE: player.title,
        trf.NAME: player.name,
        trf.RATING: str(player.rating),
        trf.FEDERATION: player.federation,
        trf.FIDE_ID: player.fide_id,
        trf.BIRTH: player.birth,
        trf.POINTS: "" if player.points is None else points_text(player.points),
        trf.RANK: "" if player.rank is None else str(player.rank),
    }


def _fitting(columns: Columns, text: str, player: TrfPlayer) -> str:
    if columns is trf.NAME or len(text) <= columns.width:
        return text
    if columns in _COUNTED:
        found = f"player {player.number}: {text} in columns {columns.first}-{columns.last}"
        raise BadInput(f"{found}, expected at most {columns.width} characters")
    return ""


def misfits(file: TrfFile) -> Iterator[str]:
    """A line for each field that is cut, or left out, because its columns are too few."""
    for player in file.players:
        for columns, text in _fields(player).items():
            if len(text) > columns.width:
                what = "is cut" if columns is trf.NAME else "is left out"
                yield f"player {player.number}: {text!r} {what}, it has {columns.width} columns"


def _round(each: TrfRound) -> str:
    if each.is_empty:
        return " " * trf.ROUND_WIDTH
    opponent = f"{each.opponent:>4}" if each.opponent else "0000"
    side = each.side.value[0] if each.side else "-"
    return f"  {opponent} {side} {each.code or ' '}"


def points_text(points: Fraction) -> str:
    """Points as the format has them: "11.5"."""
    tenths = round(points * 10)
    return f"{tenths // 10}.{tenths % 10}"
