"""EVENT.toml: who plays, and under which rulebook. Read once, at the first start of a hub.

Decides which keys the file may have and turns it into the inputs that open the event; whether these entries may play
is the tournament's decision, asked here beforehand so that a refusal names file and line and leaves nothing half
done. Players stand in the file, or in a tournament report (TRF), whose numbers are then the drawn ones. Relative
paths are taken from the file's own folder. Source: interfaces.md section 7.
"""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from clockd.errors import BadConfig
from clockd.game.pairing import Pairing
from clockd.game.pairing import Player as Seated
from clockd.hub.messages import TakeRules
from clockd.ports import SIDES
from clockd.rulebooks import Rulebook, find_rulebook, resolve
from clockd.strict_toml import StrictToml, TomlTable
from clockd.tournament.awards import Honours
from clockd.tournament.decide import decide
from clockd.tournament.facts import Refused
from clockd.tournament.inputs import Entry, OpenEvent
from clockd.tournament.playoff_rules import Playoff
from clockd.tournament.tournament import Tournament
from clockd.tournament.trf import TrfPlayer
from clockd.tournament.trf_read import read_trf

RATING_MAX = 4000
ROUNDS_MAX = 99  # two digits, as in TRF
PLAYERS_MAX = 10_000
TRF_MAX = 16 << 20  # a report of ten thousand players and twenty rounds is under 4 MB
SEXES = ("m", "w")
TOURNAMENTS_MAX = 1  # the file's form has room for more; the hub runs one so far

_ENTRY = re.compile(r"\bentr(?:y|ies) (\d+)(?: and (\d+))?")


@dataclass(frozen=True, slots=True)
class EventFile:
    """An event as its file has it: the inputs that open it (stamped 0), and what a person should know."""

    path: Path
    opening: OpenEvent
    rules: TakeRules
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entries:
    """The entry list; `fail(place, complaint)` complains of an entry, counted from 0, with file and line."""

    entries: tuple[Entry, ...]
    fail: Callable[[int, str], NoReturn]
    digest: str = ""
    notes: tuple[str, ...] = ()


def load_event(path: Path) -> EventFile:
    """The event that `path` describes; BadInput with file and line when something in it is wrong."""
    file = StrictToml(path)
    head, tournament = _tournament(file)
    rulebook = head.parsed("rules", lambda rules: find_rulebook(rules, path.absolute().parent))
    listed = _listed(file, path, tournament)
    opening = _opening(file, rulebook, tournament, listed.entries)
    colour = file.choice("initial_colour", SIDES, None)
    file.finish()
    _refuse_early(opening, listed)
    rules = TakeRules(
        0,
        source=_digest(path, listed.digest),
        templates=_templates(rulebook, opening.name),
        initial_colour=colour or "",
    )
    return EventFile(path, opening, rules, listed.notes)


def _tournament(file: StrictToml) -> tuple[TomlTable, str]:
    """The table that names the rules, and the tournament's id: the file itself, or its one [[tournament]]."""
    tournaments = file.tables("tournament")
    if not tournaments:
        return file, ""
    if len(tournaments) > TOURNAMENTS_MAX:
        found = f"{len(tournaments)} tournaments"
        tournaments[TOURNAMENTS_MAX].fail(f"{found}, expected one: a hub runs one so far")
    return tournaments[0], tournaments[0].text("id")


def _opening(
    file: StrictToml, rulebook: Rulebook, tournament: str, entries: tuple[Entry, ...]
) -> OpenEvent:
    return OpenEvent(
        0,
        tournament,
        name=file.text("name", rulebook.title),
        rules=rulebook.name,
        formats=rulebook.formats,
        entries=entries,
        tie_breaks=rulebook.standings.tie_breaks,
        edition=rulebook.standings.edition,
        eligible=rulebook.entries,
        rounds=file.integer("rounds", 0, low=1, high=ROUNDS_MAX),
        playoff=_playoff(rulebook),
        honours=_honours(rulebook),
        site=file.text("site", rulebook.event.site),
        dates=file.text("dates", _dates(rulebook)),
        arbiters=file.texts("arbiters", _arbiters(rulebook)),
    )


def _playoff(rulebook: Rulebook) -> Playoff | None:
    return rulebook.playoff if rulebook.standings.tie_for_first == "playoff" else None


def _honours(rulebook: Rulebook) -> Honours:
    prizes = rulebook.prizes
    return Honours(prizes.champion, prizes.winner_title, prizes.medals)


def _dates(rulebook: Rulebook) -> str:
    first, last = rulebook.event.first_day, rulebook.event.last_day
    return f"{first} to {last}" if first and last else ""


def _arbiters(rulebook: Rulebook) -> tuple[str, ...]:
    return (rulebook.arbiters.chief,) if rulebook.arbiters.chief else ()


def _templates(rulebook: Rulebook, event: str) -> tuple[Pairing, ...]:
    """A round's game, then one of each playoff stage that has a time control of its own."""
    stages = rulebook.playoff.stages if rulebook.playoff else ()
    named = [None, *(stage.name for stage in stages if stage.control is not None)]
    white, black = Seated("White"), Seated("Black")
    return tuple(resolve(rulebook, white, black, event=event, stage=stage) for stage in named)


# -- the entries ----------------------------------------------------------------------------------


def _listed(file: StrictToml, path: Path, tournament: str) -> _Entries:
    tables = file.tables("player")
    report = file.text("players", None)
    if report is not None:
        if tables:
            tables[0].fail("[[player]] beside players, expected one of the two")
        return _from_report(file, path.absolute().parent / report)
    if not tables:
        file.fail('no players, expected [[player]] entries or players = "FILE.trf"')
    if len(tables) > PLAYERS_MAX:
        file.fail(f"{len(tables)} players, expected at most {PLAYERS_MAX}")
    entries = tuple(_entry(table, tournament) for table in tables)
    return _Entries(entries, lambda place, complaint: tables[place].fail(complaint))


def _entry(table: TomlTable, tournament: str) -> Entry:
    if table.text("tournament", tournament) != tournament:
        table.wrong("tournament", repr(tournament) if tournament else "no [[tournament]] is named")
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


def _from_report(file: StrictToml, report: Path) -> _Entries:
    try:
        with report.open("rb") as source:
            data = source.read(TRF_MAX + 1)
    except OSError as error:
        file.fail(f"players: {report}: {error.strerror}, expected a TRF file", "players")
    if len(data) > TRF_MAX:
        file.fail(f"players: {report}: over {TRF_MAX >> 20} MB, expected a TRF file", "players")
    trf = read_trf(str(report), data)
    notes = list(trf.notes)
    if trf.rounds:
        notes.append(f"{report}: the games in it are not taken, only the players and their numbers")

    def fail(place: int, complaint: str) -> NoReturn:
        raise BadConfig(f"{trf.where(trf.players[place].line)}: {complaint}")

    return _Entries(
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


# -- what the tournament would refuse -------------------------------------------------------------


def _refuse_early(opening: OpenEvent, listed: _Entries) -> None:
    """Ask the tournament beforehand, and tell its refusal with the line of the entry that it names."""
    for fact in decide(Tournament(), opening):
        if isinstance(fact, Refused):
            listed.fail(_place_of(fact.reason, opening), fact.reason)


def _place_of(reason: str, opening: OpenEvent) -> int:
    """The last entry that the refusal names; the first one too many; else the last of all. Counted from 0."""
    named = _ENTRY.search(reason)
    if named:
        return int(named[2] or named[1]) - 1
    players = len(opening.entries)
    most = max(form.entries_to or players for form in opening.formats)
    return min(most, players - 1)


def _digest(path: Path, of_report: str) -> str:
    return hashlib.sha256(path.read_bytes() + of_report.encode()).hexdigest()


def stamped(event: EventFile, at_ns: int) -> tuple[OpenEvent, TakeRules]:
    """The two inputs that open the event, at this instant."""
    return replace(event.opening, at_ns=at_ns), replace(event.rules, at_ns=at_ns)
