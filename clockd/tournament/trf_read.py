"""Reads a tournament report file, tolerant in form and strict in sense.

Takes CR, LF and CRLF, UTF-8 with or without a mark, Latin-1, columns counted in characters or in bytes, records it
does not know. Refuses, with file and line, what would silently change a result: a line cut short, a game that the
two players' lines tell differently, a player who is not there. Sources: FIDE TRF16, TRF26; rules sheet section 8;
field scenario 17 (names beyond ASCII).
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NoReturn

from clockd.errors import BadInput
from clockd.ports import BLACK, WHITE, Side
from clockd.tournament import trf
from clockd.tournament.trf import Columns, TrfFile, TrfPlayer, TrfRecord, TrfRound
from clockd.tournament.trf_check import check_games

_LINE_END = re.compile(r"\r\n|\r|\n")
_POINTS = re.compile(r"\d{1,3}([.,]\d)?")
_SIDES: dict[str, Side | None] = {"w": WHITE, "b": BLACK, "-": None, "": None}


def read_trf(name: str, data: bytes) -> TrfFile:
    """The file of this name; BadInput with the line for what cannot be believed."""
    text, notes = _decode(name, data)
    lines = _LINE_END.split(text)
    if lines and not lines[-1]:
        lines.pop()
    read = tuple(_line(name, number, line) for number, line in enumerate(lines, start=1))
    first = _LINE_END.search(text)
    file = TrfFile(name, read, notes, first[0] if first else trf.LINE_END)
    file = replace(file, notes=(*notes, *_shifted(file)))
    _check_players(file)
    check_games(file)
    return file


def _decode(name: str, data: bytes) -> tuple[str, tuple[str, ...]]:
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return data.decode("latin-1"), (f"{name}: not UTF-8, read as Latin-1",)


def _line(name: str, number: int, line: str) -> TrfRecord | TrfPlayer:
    if line[:3] != trf.PLAYER_CODE:
        return TrfRecord(line, number)
    return _PlayerLine(name, number, line).player()


class _PlayerLine:
    """One 001 record and where it stands, for messages."""

    def __init__(self, name: str, number: int, line: str) -> None:
        self._where, self._number = f"{name}:{number}", number
        self._text = line
        self._line = line if _is_aligned(line) else _by_bytes(line)

    def player(self) -> TrfPlayer:
        if len(self._line.rstrip()) < trf.POINTS.last:
            found = f"a 001 record that ends at column {len(self._line.rstrip())}"
            self._fail(f"{found}, expected points in columns 81-84")
        cut = self._cut
        return TrfPlayer(
            number=self._integer(trf.NUMBER, "a player's number", low=1),
            name=cut(trf.NAME) or self._fail("no name, expected one in columns 15-47"),
            rating=self._integer(trf.RATING, "a rating", low=0),
            sex=cut(trf.SEX),
            title=cut(trf.TITLE),
            federation=cut(trf.FEDERATION),
            fide_id=cut(trf.FIDE_ID),
            birth=cut(trf.BIRTH),
            points=self._points(),
            rank=self._integer(trf.RANK, "a rank", low=0) or None,
            rounds=tuple(self._rounds()),
            line=self._number,
            text=self._text,
        )

    def _cut(self, columns: Columns) -> str:
        return columns.cut(self._line)

    def _integer(self, columns: Columns, what: str, *, low: int) -> int:
        text = self._cut(columns) or "0"
        if not (text.isascii() and text.isdigit()) or int(text) < low:
            place = f"columns {columns.first}-{columns.last}"
            self._fail(f"found {self._cut(columns)!r}, expected {what} in {place}")
        return int(text)

    def _points(self) -> Fraction | None:
        text = self._cut(trf.POINTS)
        if not text:
            return None
        if not _POINTS.fullmatch(text):
            self._fail(f"found {text!r}, expected points such as 3.5 in columns 81-84")
        return Fraction(text.replace(",", "."))

    def _rounds(self) -> list[TrfRound]:
        rounds: list[TrfRound] = []
        first = trf.FIRST_ROUND_COLUMN
        while self._line[first - 1 :].strip():
            rounds.append(self._round(len(rounds) + 1, first))
            first += trf.ROUND_WIDTH
        return rounds

    def _round(self, number: int, first: int) -> TrfRound:
        """Round `number`, whose opponent begins in column `first`: four columns, colour two on, result two on."""
        opponent = Columns(first, first + 3)
        if len(self._line) < opponent.last:
            self._fail(f"the line ends inside round {number}, expected an opponent's number")
        for gap in (first + 4, first + 6):
            if self._line[gap - 1 : gap].strip():
                found = self._line[gap - 1]
                self._fail(f"found {found!r} in column {gap} (round {number}), expected a blank")
        return TrfRound(
            self._integer(opponent, f"the opponent of round {number}", low=0),
            self._side(first + 5, number),
            self._code(first + 7, number),
        )

    def _side(self, column: int, number: int) -> Side | None:
        found = Columns(column, column).cut(self._line).lower()
        if found not in _SIDES:
            self._fail(f"found {found!r} in column {column} (round {number}), expected w, b or -")
        return _SIDES[found]

    def _code(self, column: int, number: int) -> str:
        found = Columns(column, column).cut(self._line).upper()
        if found and found not in trf.RESULT_CODES:
            wanted = "expected one of 1 = 0 + - W D L H F U Z"
            self._fail(f"found {found!r} in column {column} (round {number}), {wanted}")
        return found

    def _fail(self, message: str) -> NoReturn:
        raise BadInput(f"{self._where}: {message}")


# Blank in every line that keeps to the columns: between name, rating, federation, id, birth, points and rank.
_GAPS = (48, 53, 57, 69, 80, 85)


def _is_aligned(line: str) -> bool:
    """Whether the columns hold when counted in characters; an ASCII line is what it is."""
    return line.isascii() or not any(line[gap - 1 : gap].strip() for gap in _GAPS)


def _shifted(file: TrfFile) -> Iterator[str]:
    """A line for people where a player's fields run over their columns: something may stand in the wrong one."""
    for player in file.players:
        line = player.text if _is_aligned(player.text) else _by_bytes(player.text)
        gap = next((gap for gap in _GAPS if line[gap - 1 : gap].strip()), None)
        if gap is not None:
            found = f"found {line[gap - 1]!r} in column {gap}, expected a blank"
            yield f"{file.where(player.line)}: {found}: are the columns shifted?"
            return


def _by_bytes(line: str) -> str:
    """The line as a writer meant it who counted bytes: a name with accents stands in fewer characters."""
    raw = line.encode()
    name = raw[trf.NAME.first - 1 : trf.NAME.last].decode(errors="ignore")
    before = raw[: trf.NAME.first - 1].decode(errors="replace")
    return before + trf.NAME.fill(name) + raw[trf.NAME.last :].decode(errors="replace")


def _check_players(file: TrfFile) -> None:
    if not file.players:
        raise BadInput(f"{file.where(len(file.lines))}: the end, expected a 001 record (a player)")
    seen: dict[int, TrfPlayer] = {}
    for player in file.players:
        first = seen.setdefault(player.number, player)
        if first is not player:
            found = f"player {player.number} again (first in line {first.line})"
            raise BadInput(f"{file.where(player.line)}: {found}, expected each player once")
