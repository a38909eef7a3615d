"""A report of one version as one of the other: TRF16 for programs that know no more, TRF26 for today's.

What both can hold is said in the other's way: rounds (XXR, 142), the colour drawn (XXC, 152), byes asked for (record
240, or a letter in the round's columns), teams (013, 310). What TRF16 has no room for is left out, and told. A report
of later records for TRF26 is left as it is. Sources: FIDE TRF16; TRF26; the engines' XX records; rules sheet section 8.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from clockd.tournament.trf import Columns, TrfFile, TrfPlayer, TrfRecord, TrfRound
from clockd.tournament.trf_heads import LATER, Version, initial_letter
from clockd.tournament.trf_table import byes_ahead, initial_side, planned_rounds

_SAID_OTHERWISE = ("142", "152", "240", "310")  # by what stands in the TRF16 report instead
_TEAM_NUMBER = Columns(5, 7, right=True)
_TEAM_NAME_26 = Columns(9, 40)
_TEAM_PLAYERS_26 = Columns(74, 142)
_TEAM_NAME_16 = Columns(5, 36)
_TEAM_PLAYERS_16_FIRST = 37

Line = TrfRecord | TrfPlayer


def as_version(file: TrfFile, version: Version) -> tuple[TrfFile, tuple[str, ...]]:
    """The report in that version, and a line for each kind of record that it has no room for."""
    return _as_16(file) if version == 16 else (_as_26(file), ())


def _as_26(file: TrfFile) -> TrfFile:
    """Records 142 and 152 ahead of the players, unless they stand already."""
    rounds, side = planned_rounds(file), initial_side(file)
    new = []
    if rounds is not None and file.record("142") is None:
        new.append(TrfRecord(f"142 {rounds}"))
    if side is not None and file.record("152") is None:
        new.append(TrfRecord(f"152 {initial_letter(side)}"))
    kept = [line for line in file.lines if not _is_engines_own(line)]
    return replace(file, lines=_ahead_of_players(kept, new))


def _is_engines_own(line: Line) -> bool:
    return isinstance(line, TrfRecord) and line.code in ("XXR", "XXC") and bool(line.value)


def _as_16(file: TrfFile) -> tuple[TrfFile, tuple[str, ...]]:
    rounds, side = planned_rounds(file), initial_side(file)
    new = []
    if rounds is not None and file.record("XXR") is None:
        new.append(TrfRecord(f"XXR {rounds}"))
    if side is not None and file.record("XXC") is None:
        new.append(TrfRecord(f"XXC {side.value}1"))
    lines = [line for each in file.lines for line in _line_as_16(file, each)]
    gone = [each.code for each in file.lines if isinstance(each, TrfRecord) and _has_no_room(each)]
    notes = (f"TRF16 has no {_listed(gone)}: left out",) if gone else ()
    return replace(file, lines=_ahead_of_players(lines, new)), notes


def _has_no_room(line: TrfRecord) -> bool:
    return line.code in LATER and line.code not in _SAID_OTHERWISE


def _listed(codes: Sequence[str]) -> str:
    return "records " + ", ".join(sorted(set(codes)))


def _line_as_16(file: TrfFile, line: Line) -> Iterator[Line]:
    if isinstance(line, TrfPlayer):
        yield _with_byes(line, byes_ahead(file).get(line.number, {}))
    elif line.code == "310":
        yield _team_as_16(line)
    elif line.code not in LATER:
        yield line


def _with_byes(player: TrfPlayer, byes: dict[int, str]) -> TrfPlayer:
    """The byes of record 240 in the columns of their rounds, where nothing else stands."""
    last = max([len(player.rounds), *byes])
    rounds = [player.round(number) for number in range(1, last + 1)]
    for number, letter in byes.items():
        if rounds[number - 1].is_empty:
            rounds[number - 1] = TrfRound(code=letter)
    return replace(player, rounds=tuple(rounds))


def _team_as_16(line: TrfRecord) -> TrfRecord:
    """Record 013: name and players in board order; points, rank and nickname have no room there."""
    players = _TEAM_PLAYERS_26.cut(line.text).split()
    text = "013 " + _TEAM_NAME_16.fill(_TEAM_NAME_26.cut(line.text))
    columns = "".join(f"{number:>4} " for number in players)
    return TrfRecord((text.ljust(_TEAM_PLAYERS_16_FIRST - 1) + columns).rstrip())


def _ahead_of_players(lines: Sequence[Line], new: Sequence[TrfRecord]) -> tuple[Line, ...]:
    at = next(i for i, line in enumerate(lines) if isinstance(line, TrfPlayer))
    return (*lines[:at], *new, *lines[at:])
