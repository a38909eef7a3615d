"""Writes a tournament report file to the column.

Players' lines are drawn up anew, every other record goes out as it came in, in the order of the file. Lines end with
CR and LF: the standard wants a CR at the end of each, and editors want the LF. A name longer than its 33 columns is
cut; everything else a report holds has room. Source: FIDE TRF16 and TRF26; rules sheet section 8.
"""

from fractions import Fraction

from clockd.tournament import trf
from clockd.tournament.trf import Columns, TrfFile, TrfPlayer, TrfRecord, TrfRound

LINE_END = "\r\n"


def write_trf(file: TrfFile, *, line_end: str = LINE_END) -> str:
    """The whole text of the file."""
    return "".join(_text(line) + line_end for line in file.lines)


def _text(line: TrfRecord | TrfPlayer) -> str:
    return player_line(line) if isinstance(line, TrfPlayer) else line.text.rstrip()


def player_line(player: TrfPlayer) -> str:
    """Record 001, its fields in their columns and ten columns for each round."""
    fields: dict[Columns, str] = {
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
    line = trf.PLAYER_CODE
    for columns, text in fields.items():
        line = line.ljust(columns.first - 1) + columns.fill(text)
    return (line + "".join(map(_round, player.rounds))).rstrip()


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
