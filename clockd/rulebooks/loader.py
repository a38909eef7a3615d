"""A rulebook file read into values, every wrong one told with its line.

Decides which sections and keys a rulebook has and whether its values agree with each other (formats without gaps, a
round robin's number of rounds). The playoff is read by `playoff_loader.py`. Source: interfaces.md section 5.
"""

from collections.abc import Callable
from dataclasses import replace
from importlib.resources.abc import Traversable
from pathlib import Path

from clockd.game.control_text import parse_control
from clockd.game.pairing import BonusAt
from clockd.rulebooks.model import (
    NOISE_COSTS,
    NOTATION_RULES,
    TIES_FOR_FIRST,
    Arbiters,
    Arrival,
    Devices,
    EventFacts,
    IllegalMoves,
    Prizes,
    Rulebook,
    Standings,
    Swiss,
)
from clockd.rulebooks.playoff_loader import read_playoff, read_regulations
from clockd.strict_toml import StrictToml, TomlTable
from clockd.tournament.criterion import EDITIONS
from clockd.tournament.crosstable import SYSTEMS
from clockd.tournament.event_rules import AND_SO_ON, Entries, Format
from clockd.tournament.playoff_rules import Playoff
from clockd.tournament.tie_breaks import parse_criteria

LAWS_EDITIONS = (2023,)  # the game knows these; see design.md section 8
SWISS_EDITIONS = (2026, 2017)
ACCELERATIONS = ("none", "baku")
BONUSES: tuple[BonusAt, ...] = ("moves", "zero")
SEXES = ("m", "w")
PLAYERS_MAX = 10_000
CUTS = f"/C1{AND_SO_ON}"  # the only way to say "and so on"
ROUNDS_MAX = 99  # two digits, as in TRF


def read_rulebook(path: Path | Traversable, name: str) -> Rulebook:
    """The rulebook in a file; BadConfig with file and line when something in it is wrong."""
    file = StrictToml(path)
    sources: dict[str, str] = {}

    def section(key: str) -> TomlTable:
        table = file.table(key)
        sources[key] = table.text("source")
        return table

    time, formats = section("time"), _formats(file, sources)
    standings = _standings(section("standings"))
    book = Rulebook(
        name=name,
        title=file.text("title"),
        source=file.text("source"),
        laws=_edition(file, "laws", LAWS_EDITIONS),
        event=_event(section("event")) if "event" in file else EventFacts(),
        entries=_entries(section("entries")) if "entries" in file else Entries(),
        formats=formats,
        swiss=_swiss(file, formats),
        control=time.parsed("control", canonical_control),
        bonus_at=time.choice("bonus_at", BONUSES, "moves"),
        arrival=_arrival(section("arrival")),
        regulations=read_regulations(section("regulations")),
        notation=section("notation").choice("required", NOTATION_RULES),
        devices=_devices(section("devices")),
        illegal_moves=_illegal_moves(section("illegal_moves")),
        arbiters=_arbiters(section("arbiters")) if "arbiters" in file else Arbiters(),
        standings=standings,
        playoff=_playoff(file, section, standings),
        prizes=_prizes(section("prizes")) if "prizes" in file else Prizes(),
        sources=sources,
    )
    file.finish()
    return book


def canonical_control(text: str) -> str:
    """A time control in the one form that clockd stores; BadTimeControl when it is none."""
    return parse_control(text).canonical()


def _edition(table: TomlTable, key: str, known: tuple[int, ...]) -> int:
    found = table.integer(key)
    if found not in known:
        table.wrong(key, " or ".join(map(str, known)))
    return found


def _event(table: TomlTable) -> EventFacts:
    facts = EventFacts(
        edition=table.integer("edition", None, low=1),
        host=table.text("host", ""),
        partners=table.texts("partners", ()),
        site=table.text("site", ""),
        first_day=table.day("first_day", None),
        last_day=table.day("last_day", None),
    )
    if facts.first_day and facts.last_day and facts.last_day < facts.first_day:
        table.fail(f"last_day is before first_day, {facts.first_day}", "last_day")
    return facts


def _entries(table: TomlTable) -> Entries:
    return Entries(
        open_to=table.text("open_to", ""),
        sex=table.choice("sex", SEXES, None),
        born_by=table.integer("born_by", None, low=1900, high=2100),
        zones_min=table.integer("zones_min", None, low=1, high=100),
        federations=tuple(each.upper() for each in table.texts("federations", ())),
        source=table.text("source"),
    )


def _formats(file: TomlTable, sources: dict[str, str]) -> tuple[Format, ...]:
    formats: list[Format] = []
    for table in file.tables("format"):
        one = _format(table)
        if formats and formats[-1].entries_to != one.entries_from - 1:
            table.wrong("entries_from", _next_entries(formats[-1].entries_to))
        formats.append(one)
        sources["format"] = one.source
    if not formats:
        file.fail("no [[format]], expected at least one: the system and the number of rounds")
    return tuple(formats)


def _next_entries(last: int | None) -> str:
    if last is None:
        return "no format after one without entries_to"
    return f"{last + 1}: the format before ends at {last}"


def _format(table: TomlTable) -> Format:
    low = table.integer("entries_from", low=2, high=PLAYERS_MAX)
    high = table.integer("entries_to", None, low=low, high=PLAYERS_MAX)
    system = table.choice("system", SYSTEMS)
    if system == "swiss":
        rounds_given = table.integer("rounds", low=1, high=ROUNDS_MAX)
        return Format(low, high, system, rounds_given, source=table.text("source"))
    rounds = table.integer("rounds", None, low=1, high=ROUNDS_MAX)
    cycles = table.integer("cycles", 1, low=1, high=2)
    one = Format(low, high, system, None, cycles, source=table.text("source"))
    if rounds is None:
        return one
    if high != low or rounds != one.rounds_for(low):
        table.wrong("rounds", f"{one.rounds_for(low)} for {low} players, or no number for a range")
    return replace(one, rounds=rounds)


def _swiss(file: TomlTable, formats: tuple[Format, ...]) -> Swiss | None:
    if "swiss" not in file and all(one.system != "swiss" for one in formats):
        return None
    table = file.table("swiss")
    return Swiss(
        edition=_edition(table, "edition", SWISS_EDITIONS),
        acceleration=table.choice("acceleration", ACCELERATIONS, "none"),
    )


def _arrival(table: TomlTable) -> Arrival:
    return Arrival(table.duration("default_time"), table.boolean("registration", False))


def _devices(table: TomlTable) -> Devices:
    return Devices(
        allowed_in_area=table.boolean("allowed_in_area", False),
        noise_costs=table.choice("noise_costs", NOISE_COSTS),
    )


def _illegal_moves(table: TomlTable) -> IllegalMoves:
    return IllegalMoves(
        losing_number=table.integer("losing_number", low=1, high=10),
        added_ns={
            "standard": table.duration("standard"),
            "rapid": table.duration("rapid"),
            "blitz": table.duration("blitz"),
        },
        stop_clocks=table.choice("clocks", ("go-on", "stop"), "go-on") == "stop",
    )


def _arbiters(table: TomlTable) -> Arbiters:
    return Arbiters(
        chief=table.text("chief", ""),
        appeals=table.text("appeals", ""),
        discretion=table.text("discretion", ""),
    )


def _standings(table: TomlTable) -> Standings:
    codes = table.texts("tie_breaks")
    for number, code in enumerate(codes):
        try:
            parse_criteria(code.removesuffix(AND_SO_ON) if code.endswith(CUTS) else code)
        except ValueError as error:
            table.fail(str(error), "tie_breaks", number)
        if code in codes[:number]:
            table.fail(f"tie-break {code!r} stands here twice, expected once", "tie_breaks", number)
    return Standings(
        tie_breaks=codes,
        edition=_edition(table, "edition", EDITIONS),
        tie_for_first=table.choice("tie_for_first", TIES_FOR_FIRST),
    )


def _playoff(
    file: TomlTable, section: Callable[[str], TomlTable], standings: Standings
) -> Playoff | None:
    if "playoff" in file:
        return read_playoff(section("playoff"))
    if standings.tie_for_first == "playoff":
        file.fail(
            "no [playoff], expected one: it decides ties for first", "standings", "tie_for_first"
        )
    return None


def _prizes(table: TomlTable) -> Prizes:
    return Prizes(
        champion=table.text("champion", ""),
        winner_title=table.text("winner_title", ""),
        medals=table.texts("medals", ()),
        fund_min_eur=table.integer("fund_min_eur", None, low=1),
    )
