"""The entry lists of an event file: players in the file itself, or in a tournament report (TRF).

A report's numbers are the drawn ones. Of several tournaments each player names his own, or a tournament has a report of
its own. Whether these entries may play is the tournament's decision; a complaint about one names file and line.
Source: interfaces.md section 7.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from clockd.errors import BadConfig
from clockd.strict_toml import StrictToml, TomlTable
from clockd.tournament.entries import RATING_MAX
from clockd.tournament.inputs import Entry
from clockd.tournament.trf import TrfPlayer
from clockd.tournament.trf_read import read_trf

PLAYERS_MAX = 10_000
TRF_MAX = 16 << 20  # a report of ten thousand players and twenty rounds is under 4 MB
SEXES = ("m", "w")


@dataclass(frozen=True, slots=True)
class EntryList:
    """The entries of one tournament; `fail(place, complaint)` complains of one, counted from 0, with file and line."""

    entries: tuple[Entry, ...]
    fail: Callable[[int, str], NoReturn]
    digest: str = ""
    notes: tuple[str, ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()  # who are not to meet, by place


def lists_of(
    file: StrictToml, path: Path, tournaments: Mapping[str, TomlTable]
) -> dict[str, EntryList]:
    """The entry list of each tournament, by its id; the table is where its keys stand."""
    tables = file.tables("player")
    if len(tables) > PLAYERS_MAX:
        file.fail(f"{len(tables)} players, expected at most {PLAYERS_MAX}")
    named: dict[str, list[TomlTable]] = {name: [] for name in tournaments}
    for table in tables:
        named[_tournament_of(table, list(tournaments))].append(table)
    return {name: _list(file, path, tournaments[name], named[name], name) for name in tournaments}


def _tournament_of(table: TomlTable, known: Sequence[str]) -> str:
    """The tournament that a player names; he may leave it out where there is one."""
    name = table.text("tournament", known[0]) if len(known) == 1 else table.text("tournament")
    if name not in known:
        ids = ", ".join(filter(None, known))
        table.wrong("tournament", f"one of {ids}" if ids else "no [[tournament]] is named")
    return name


def _list(
    file: StrictToml, path: Path, section: TomlTable, tables: list[TomlTable], name: str
) -> EntryList:
    report = section.text("players", None)
    if report is not None:
        if tables:
            tables[0].fail("[[player]] beside players, expected one of the two")
        return _from_report(section, path.absolute().parent / report)
    if not tables:
        of = f" of tournament {name!r}" if name else ""
        section.fail(f'no players{of}, expected [[player]] entries or players = "FILE.trf"')
    entries = tuple(_entry(table) for table in tables)
    return EntryList(
        entries,
        lambda place, complaint: tables[place].fail(complaint),
        forbidden=_forbidden(tables, [entry.name for entry in entries]),
    )


def _forbidden(tables: Sequence[TomlTable], names: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """The pairs that `not_against` names, each once."""
    pairs: dict[tuple[int, int], None] = {}
    for place, table in enumerate(tables, start=1):
        for index, name in enumerate(table.texts("not_against", ())):
            others = [n for n, other in enumerate(names, start=1) if other == name and n != place]
            if len(others) != 1:
                table.fail(f"{name!r}, expected the name of another player", "not_against", index)
            pairs[min(place, others[0]), max(place, others[0])] = None
    return tuple(pairs)


def _entry(table: TomlTable) -> Entry:
    return Entry(
        name=table.text("name"),
        rating=table.integer("rating", 0, high=RATING_MAX),
        title=table.text("title", ""),
        federation=table.text("federation", ""),
        fide_id=table.digits("fide_id", ""),
        birth=table.text("birth", ""),
        sex=table.choice("sex", SEXES, ""),
        zone=table.text("zone", ""),
        number=table.integer("number", 0, low=1, high=PLAYERS_MAX),
    )


def _from_report(section: TomlTable, report: Path) -> EntryList:
    try:
        with report.open("rb") as source:
            data = source.read(TRF_MAX + 1)
    except OSError as error:
        section.fail(f"players: {report}: {error.strerror}, expected a TRF file", "players")
    if len(data) > TRF_MAX:
        section.fail(f"players: {report}: over {TRF_MAX >> 20} MB, expected a TRF file", "players")
    trf = read_trf(str(report), data)
    notes = list(trf.notes)
    if trf.rounds:
        notes.append(f"{report}: the games in it are not taken, only the players and their numbers")

    def fail(place: int, complaint: str) -> NoReturn:
        raise BadConfig(f"{trf.where(trf.players[place].line)}: {complaint}")

    return EntryList(
        entries=tuple(_from_line(player) for player in trf.players),
        fail=fail,
        digest=hashlib.sha256(data).hexdigest(),
        notes=tuple(notes),
    )


def _from_line(player: TrfPlayer) -> Entry:
    return Entry(
        name=player.name,
        rating=player.rating,
        title=player.title,
        federation=player.federation,
        fide_id=player.fide_id,
        birth=player.birth,
        sex=player.sex.lower() if player.sex.lower() in SEXES else "",
        number=player.number,
    )
