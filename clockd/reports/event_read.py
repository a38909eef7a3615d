"""EVENT.toml with its games, read as a report's values. Every complaint names file and line.

The keys are those of the hub's event file; on top of them come [[game]], [[bye]] and [report]. With `rules` the
rulebook says what the file does not: system, rounds, tie-breaks, time control, dates. Without numbers a player's place
in the file is his number; a Swiss without games is numbered by strength, as the hub does it. Sources: interfaces.md
sections 5 and 7; FIDE C.04.2.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from clockd.errors import BadInput
from clockd.ports import SIDES
from clockd.reports.event_games import NUMBER_MAX, ROUNDS_MAX, read_games, tables_of
from clockd.reports.event_report import EventReport, Ranks, from_report
from clockd.reports.event_write import LINE_ENDS, SEXES
from clockd.rulebooks import Rulebook, find_rulebook
from clockd.strict_toml import StrictToml, TomlTable
from clockd.tournament.event_rules import Format
from clockd.tournament.inputs import Entry
from clockd.tournament.seeding import numbers_by_strength
from clockd.tournament.tie_breaks import Rules
from clockd.tournament.trf import TrfPlayer
from clockd.tournament.trf_games import rounds_of
from clockd.tournament.trf_heads import Heads, system_code
from clockd.tournament.trf_read import read_trf

SIZE_MAX = 16 << 20  # a thousand players and eleven rounds take half a megabyte
RATING_MAX = 9999  # four digits in a report
RANKS: tuple[Ranks, ...] = ("computed", "given", "none")


def read_event(path: Path, tournament: str | None = None) -> EventReport:
    """The event that this file describes, or one tournament of it; BadInput with its line for what is wrong."""
    file = StrictToml(path, size_max=SIZE_MAX)
    section, chosen = _section(file, tournament)
    rulebook = _rulebook(section, path)
    event = _listed(file, section, path, chosen)
    rounds = rounds_of([player.number for player in event.players], event.games, event.byes)
    games, byes = read_games(file, rounds, chosen)
    event = replace(event, games=(*event.games, *games), byes=(*event.byes, *byes))
    if section is file:
        event = _with_report(file, event)
    heads = _heads(file, section, event, rulebook)
    if heads.system == "swiss" and _is_unnumbered(file, chosen) and not (event.games or event.byes):
        event = replace(event, players=_by_strength(event.players))
    file.finish()
    edition = Rules(rulebook.standings.edition) if rulebook else Rules()
    return replace(event, heads=heads, rules=edition)


def _section(file: StrictToml, tournament: str | None) -> tuple[TomlTable, str]:
    """The table that names the rules, the file itself or one [[tournament]], and that one's id."""
    tables = {table.text("id"): table for table in file.tables("tournament")}
    if tournament is None and len(tables) <= 1:
        return next(((table, name) for name, table in tables.items()), (file, ""))
    if tournament not in tables:
        known = ", ".join(tables) or "none: the file has no [[tournament]]"
        found = f"--tournament {tournament}" if tournament else f"{len(tables)} tournaments"
        file.fail(f"{found}, expected --tournament with one of {known}")
    for name, table in tables.items():
        if name != tournament:
            table.pass_over()
    return tables[tournament], tournament


def _rulebook(section: TomlTable, path: Path) -> Rulebook | None:
    folder = path.absolute().parent
    return section.parsed("rules", lambda rules: find_rulebook(rules, folder), None)


# -- the event as a whole -------------------------------------------------------------------------


def _heads(
    file: StrictToml, section: TomlTable, event: EventReport, rulebook: Rulebook | None
) -> Heads:
    reported = event.heads  # where the players stand in a report: what it says unless the file does
    rounds = file.integer("rounds", reported.rounds, low=1, high=ROUNDS_MAX)
    name = file.text("name", reported.name)
    if section is not file:
        rounds = section.integer("rounds", rounds, low=1, high=ROUNDS_MAX)
        name = ", ".join(filter(None, (name, section.text("name", ""))))
    said = Heads(
        name=name,
        site=file.text("site", reported.site),
        dates=file.text("dates", reported.dates),
        players=len(event.players),
        rated=sum(player.rating > 0 for player in event.players),
        arbiters=file.texts("arbiters", reported.arbiters),
        rounds=rounds,
        initial=file.choice("initial_colour", SIDES, reported.initial),
    )
    return said if rulebook is None else _by_the_rules(section, said, rulebook)


def _by_the_rules(section: TomlTable, said: Heads, rulebook: Rulebook) -> Heads:
    """What the file leaves open as the rulebook has it."""
    try:
        form = rulebook.format_for(said.players)
    except BadInput as error:
        section.fail(f"rules: {error}", "rules")
    rounds = said.rounds or form.rounds_for(said.players)
    first, last = rulebook.event.first_day, rulebook.event.last_day
    chief = (rulebook.arbiters.chief,) if rulebook.arbiters.chief else ()
    return replace(
        said,
        name=said.name or rulebook.title,
        site=said.site or rulebook.event.site,
        dates=said.dates or (f"{first} to {last}" if first and last else ""),
        arbiters=said.arbiters or chief,
        rounds=rounds,
        system=form.system,
        encoded_system=_system_code(form, rulebook),
        control=rulebook.control,
        tie_breaks=rulebook.tie_breaks(rounds),
    )


def _system_code(form: Format, rulebook: Rulebook) -> str:
    swiss = rulebook.swiss
    if form.system != "swiss" or swiss is None:
        return system_code(form.system, cycles=form.cycles)
    accelerated = swiss.acceleration == "baku"
    return system_code(form.system, edition=swiss.edition, accelerated=accelerated)


def _with_report(file: StrictToml, event: EventReport) -> EventReport:
    if "report" not in file:
        return event
    table = file.table("report")
    text = table.block("lines", None)
    line_end = table.choice("line_end", tuple(LINE_ENDS), "crlf")
    return replace(
        event,
        template=event.template if text is None else tuple(text.removesuffix("\n").split("\n")),
        line_end=LINE_ENDS[line_end],
        ranks=table.choice("ranks", RANKS, "computed"),
    )


# -- players --------------------------------------------------------------------------------------


def _listed(file: StrictToml, section: TomlTable, path: Path, tournament: str) -> EventReport:
    """The players of the file, or of the report that it names, with that one's games."""
    tables = tables_of(file, "player", tournament)
    report = section.text("players", None)
    if report is None:
        if not tables:
            file.fail('no players, expected [[player]] entries or players = "FILE.trf"')
        return EventReport(Heads(), tuple(_numbered(tables)))
    if tables:
        tables[0].fail("[[player]] beside players, expected one of the two")
    place = path.absolute().parent / report
    try:
        data = place.read_bytes()
    except OSError as error:
        section.fail(f"players: {place}: {error.strerror}, expected a TRF file", "players")
    return from_report(read_trf(str(place), data))


def _numbered(tables: list[TomlTable]) -> Iterator[TrfPlayer]:
    seen: set[int] = set()
    for place, table in enumerate(tables, start=1):
        player = _player(table, place)
        if player.number in seen:
            table.fail(f"player {player.number} again, expected each number once", "number")
        seen.add(player.number)
        yield player


def _player(table: TomlTable, place: int) -> TrfPlayer:
    table.text("zone", "")  # the hub's business
    return TrfPlayer(
        number=table.integer("number", place, low=1, high=NUMBER_MAX),
        name=table.text("name"),
        rating=table.integer("rating", 0, high=RATING_MAX),
        title=table.text("title", ""),
        federation=table.text("federation", ""),
        fide_id=table.digits("fide_id", "") or table.text("other_id", ""),
        birth=table.text("birth", ""),
        sex=table.choice("sex", SEXES, "") or table.text("other_sex", ""),
        points=table.parsed("points", _points, None),
        rank=table.integer("rank", None, low=1, high=NUMBER_MAX),
    )


def _is_unnumbered(file: StrictToml, tournament: str) -> bool:
    tables = tables_of(file, "player", tournament)
    return bool(tables) and not any("number" in table for table in tables)


def _by_strength(players: Sequence[TrfPlayer]) -> tuple[TrfPlayer, ...]:
    """The list of a Swiss that nobody has numbered, as the hub numbers it (C.04.2)."""
    entries = [Entry(player.name, player.rating, player.title) for player in players]
    numbered = zip(players, numbers_by_strength(entries), strict=True)
    ranked = [replace(player, number=number) for player, number in numbered]
    return tuple(sorted(ranked, key=lambda player: player.number))


def _points(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"found {text!r}, expected points such as 3.5") from None
