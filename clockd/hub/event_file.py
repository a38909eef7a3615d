"""EVENT.toml: which tournaments, and under which rulebooks. Read once, at the first start of a hub.

Decides which keys the file may have and turns it into the inputs that open the event; whether these entries may play
is the tournament's decision, asked here beforehand so that a refusal names file and line and leaves nothing half
done. Of several tournaments each has its [[tournament]], and the boards of the hall are numbered across all of them.
Relative paths are taken from the file's own folder. Source: interfaces.md section 7.
"""

import hashlib
import re
from dataclasses import dataclass, replace
from pathlib import Path

from clockd.game.pairing import Pairing
from clockd.game.pairing import Player as Seated
from clockd.hub.entry_list import EntryList, lists_of
from clockd.hub.messages import TakeRules
from clockd.ports import SIDES
from clockd.reports.event_games import pass_over_report
from clockd.rulebooks import Rulebook, find_rulebook, resolve
from clockd.strict_toml import StrictToml, TomlTable
from clockd.tournament.awards import Honours
from clockd.tournament.board_numbers import Span
from clockd.tournament.decide import decide
from clockd.tournament.event_rules import SwissTerms
from clockd.tournament.facts import Refused
from clockd.tournament.inputs import Entry, OpenEvent
from clockd.tournament.playoff_rules import Playoff
from clockd.tournament.tournament import Tournament

ROUNDS_MAX = 99  # two digits, as in TRF
TOURNAMENTS_MAX = 20  # age groups and sexes of a festival; more is a mistake in the file

_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
_ENTRY = re.compile(r"\bentr(?:y|ies) (\d+)(?: and (\d+))?")


@dataclass(frozen=True, slots=True)
class EventFile:
    """An event as its file has it: the inputs that open it (stamped 0), and what a person should know.

    Each tournament has its rules and its opening; `rules` and `opening` are those of the only one, or the first.
    """

    path: Path
    tournaments: tuple[tuple[TakeRules, OpenEvent], ...]
    notes: tuple[str, ...] = ()

    @property
    def rules(self) -> TakeRules:
        return self.tournaments[0][0]

    @property
    def opening(self) -> OpenEvent:
        return self.tournaments[0][1]

    @property
    def boards(self) -> int:
        """The boards of a full round of all tournaments together."""
        return sum(len(opening.entries) // 2 for _, opening in self.tournaments)


@dataclass(frozen=True, slots=True)
class _Section:
    """A tournament's place in the file: the table with its rules, its id, and its boards in the hall."""

    table: TomlTable
    id: str = ""
    title: str = ""


def load_event(path: Path) -> EventFile:
    """The event that `path` describes; BadInput with file and line when something in it is wrong."""
    file = StrictToml(path)
    sections = _sections(file)
    lists = lists_of(file, path, {section.id: section.table for section in sections})
    several, first_board = len(sections) > 1, 1
    books, openings = [], []
    for section in sections:
        listed = lists[section.id]
        half = len(listed.entries) // 2
        boards = (first_board, half) if several else None
        books.append(_rulebook(section, path))
        opening = _opening(file, books[-1], section, listed.entries, boards)
        openings.append(replace(opening, forbidden=listed.forbidden))
        first_board += half
    colour = file.choice("initial_colour", SIDES, None) or ""
    games = pass_over_report(file)
    file.finish()
    for opening in openings:
        _refuse_early(opening, lists[opening.tournament])
    source = _digest(path, "".join(each.digest for each in lists.values()))
    rules = [
        TakeRules(0, source, _templates(book, opening), colour, opening.tournament)
        for book, opening in zip(books, openings, strict=True)
    ]
    notes = (*(note for each in lists.values() for note in each.notes), *games)
    return EventFile(path, tuple(zip(rules, openings, strict=True)), notes)


def _rulebook(section: _Section, path: Path) -> Rulebook:
    return section.table.parsed("rules", lambda name: find_rulebook(name, path.absolute().parent))


def _sections(file: StrictToml) -> list[_Section]:
    """The tables that name the rules: the file itself, or its [[tournament]]s."""
    tables = file.tables("tournament")
    if len(tables) > TOURNAMENTS_MAX:
        tables[TOURNAMENTS_MAX].fail(f"{len(tables)} tournaments, expected {TOURNAMENTS_MAX}")
    sections: list[_Section] = []
    for table in tables:
        name = table.text("id")
        if not _ID.fullmatch(name):
            table.wrong("id", "1 to 32 letters, digits, - or _")
        if any(name == other.id for other in sections):
            table.wrong("id", "another one for each tournament")
        sections.append(_Section(table, name, table.text("name", "")))
    return sections or [_Section(file)]


def _opening(
    file: StrictToml,
    rulebook: Rulebook,
    section: _Section,
    entries: tuple[Entry, ...],
    boards: Span | None,
) -> OpenEvent:
    rounds = file.integer("rounds", 0, low=1, high=ROUNDS_MAX)
    if section.table is not file:
        rounds = section.table.integer("rounds", rounds, low=1, high=ROUNDS_MAX)
    return OpenEvent(
        0,
        section.id,
        name=file.text("name", rulebook.title),
        rules=rulebook.name,
        formats=rulebook.formats,
        entries=entries,
        tie_breaks=rulebook.standings.tie_breaks,
        edition=rulebook.standings.edition,
        eligible=rulebook.entries,
        rounds=rounds,
        playoff=_playoff(rulebook),
        honours=_honours(rulebook),
        site=file.text("site", rulebook.event.site),
        dates=file.text("dates", _dates(rulebook)),
        arbiters=file.texts("arbiters", _arbiters(rulebook)),
        title=section.title or (section.id if boards else ""),
        boards=boards,
        swiss=_swiss(rulebook, file),
    )


def _swiss(rulebook: Rulebook, file: StrictToml) -> SwissTerms:
    colour = file.choice("initial_colour", SIDES, None) or ""
    swiss = rulebook.swiss
    return SwissTerms(swiss.edition, colour, swiss.acceleration) if swiss else SwissTerms()


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


def _templates(rulebook: Rulebook, opening: OpenEvent) -> tuple[Pairing, ...]:
    """A round's game, then one of each playoff stage that has a time control of its own."""
    stages = rulebook.playoff.stages if rulebook.playoff else ()
    named = [None, *(stage.name for stage in stages if stage.control is not None)]
    white, black = Seated("White"), Seated("Black")
    event = f"{opening.name}, {opening.title}" if opening.title else opening.name
    return tuple(resolve(rulebook, white, black, event=event, stage=stage) for stage in named)


# -- what the tournament would refuse -------------------------------------------------------------


def _refuse_early(opening: OpenEvent, listed: EntryList) -> None:
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


def stamped(event: EventFile, at_ns: int) -> list[tuple[TakeRules, OpenEvent]]:
    """The two inputs that open each tournament, at this instant."""
    return [
        (replace(rules, at_ns=at_ns), replace(opening, at_ns=at_ns))
        for rules, opening in event.tournaments
    ]
