"""A rulebook as a page in an arbiter's words: what `clockd rules show` prints.

Every value of the file is on it, each section with the articles that it comes from.
"""

from collections.abc import Iterator, Sequence

from clockd.game.control_text import parse_control
from clockd.rulebooks.model import IllegalMoves, Rulebook
from clockd.tournament.event_rules import AND_SO_ON, Format
from clockd.tournament.playoff_rules import Path, Playoff, Stage
from clockd.tournament.tie_breaks import name_of, parse_criteria
from clockd.units import HOUR_NS, MINUTE_NS, SECOND_NS

Section = tuple[str, str, Sequence[str]]  # heading, key of its sources, lines

NOTATION_WORDS = {
    "always": "score sheets accurate, legible and up to date at all times, in all games at this control",
    "laws": "as in the Laws: no duty to write in rapid and blitz",
}
NOISE_WORDS = {"game": "one that makes a noise forfeits the game", "laws": "noise: as in the Laws"}
BONUS_WORDS = {
    "moves": "the next period's time is added on completing the last move of the one before",
    "zero": "the next period's time is added when the time of the one before is used up",
}
REGULATION_WORDS = {
    "no-agreed-draw-before-move": "no draw by agreement before both players have completed {} moves"
}
TIE_WORDS = {
    "playoff": "a tie for first place is played off; these order the table and special prizes:",
    "tie-breaks": "ties, for first place too, are decided by:",
}


def page(book: Rulebook) -> str:
    """The whole rulebook, a section a paragraph."""
    lines = [f"{book.title} ({book.name})", f"{book.source}; FIDE Laws of {book.laws}"]
    for heading, key, words in _sections(book):
        if words:
            source = f"  [{book.sources[key]}]" if key in book.sources else ""
            lines += ["", f"{heading}{source}", *(f"  {line}" for line in words)]
    return "\n".join(lines)


def duration_words(duration_ns: int) -> str:
    """A duration as one says it: "1 h 30 min", "30 min", "30 s"."""
    hours, rest = divmod(duration_ns, HOUR_NS)
    whole_minutes, rest = divmod(rest, MINUTE_NS)
    parts = [(hours, "h"), (whole_minutes, "min"), (rest // SECOND_NS, "s")]
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or "0 min"


def _sections(book: Rulebook) -> Iterator[Section]:
    yield "Event", "event", list(_event(book))
    yield "Entries", "entries", list(_entries(book))
    yield "System", "format", [*map(_format, book.formats), *_swiss(book)]
    yield "Time control", "time", [_control(book.control), BONUS_WORDS[book.bonus_at]]
    yield "Arrival", "arrival", list(_arrival(book))
    yield "Draws", "regulations", _regulations(book.regulations)
    yield "Notation", "notation", [NOTATION_WORDS[book.notation]]
    yield "Devices", "devices", list(_devices(book))
    yield "Illegal moves", "illegal_moves", _illegal_moves(book.illegal_moves)
    yield "Arbiters", "arbiters", list(_arbiters(book))
    yield "Standings", "standings", list(_standings(book))
    yield "Playoff", "playoff", list(_playoff(book.playoff)) if book.playoff else []
    yield "Prizes", "prizes", list(_prizes(book))


def _event(book: Rulebook) -> Iterator[str]:
    event = book.event
    if event.edition is not None:
        yield f"edition: {event.edition}"
    if event.host:
        yield f"host: {event.host}"
    for partner in event.partners:
        yield f"with: {partner}"
    if event.site:
        yield f"site: {event.site}"
    if event.first_day and event.last_day:
        yield f"{event.first_day} to {event.last_day}"


def _entries(book: Rulebook) -> Iterator[str]:
    entries = book.entries
    if entries.open_to:
        yield entries.open_to
    if entries.sex:
        yield {"m": "men", "w": "women"}[entries.sex]
    if entries.born_by is not None:
        yield f"born in {entries.born_by} or before"
    if entries.federations:
        yield f"federations {', '.join(entries.federations)}"
    if entries.zones_min is not None:
        yield f"players of at least {entries.zones_min} zones"


def _format(one: Format) -> str:
    players = _range(one.entries_from, one.entries_to)
    rounds = "as many rounds as it takes" if one.rounds is None else f"{one.rounds} rounds"
    system = "round robin" if one.system == "round-robin" else "Swiss system"
    twice = ", everyone meets everyone twice" if one.cycles == 2 else ""
    return f"{players} players: {system}, {rounds}{twice}"


def _swiss(book: Rulebook) -> Iterator[str]:
    if book.swiss:
        yield f"Swiss rules of {book.swiss.edition}, acceleration: {book.swiss.acceleration}"


def _range(low: int, high: int | None) -> str:
    return f"{low} or more" if high is None else str(low) if low == high else f"{low} to {high}"


def _control(control: str) -> str:
    return f"{parse_control(control).words()} ({control})"


def _arrival(book: Rulebook) -> Iterator[str]:
    late = duration_words(book.arrival.default_time_ns)
    at_once = book.arrival.default_time_ns == 0
    yield (
        "absent at the start: forfeits" if at_once else f"more than {late} late: forfeits the round"
    )
    automatic = book.arrival.registration and not at_once
    yield (
        "by itself, where no sign of life was registered"
        if automatic
        else "never by itself: the arbiter is told and decides"
    )


def _regulations(regulations: Sequence[tuple[str, int]]) -> list[str]:
    return [
        REGULATION_WORDS.get(name, f"{name}: {{}}").format(value) for name, value in regulations
    ] or ["as in the Laws"]


def _devices(book: Rulebook) -> Iterator[str]:
    yield "allowed in the area" if book.devices.allowed_in_area else "none in the playing area"
    yield NOISE_WORDS[book.devices.noise_costs]


def _illegal_moves(rule: IllegalMoves) -> list[str]:
    added = ", ".join(f"{duration_words(ns)} in {rate}" for rate, ns in rule.added_ns.items())
    return [
        f"time for the opponent: {added}",
        f"number {rule.losing_number} of a player loses",
        "the clocks stop" if rule.stop_clocks else "the clocks go on until somebody pauses",
    ]


def _arbiters(book: Rulebook) -> Iterator[str]:
    if book.arbiters.chief:
        yield f"chief arbiter: {book.arbiters.chief}"
    if book.arbiters.appeals:
        yield f"appeals committee: {book.arbiters.appeals}"
    if book.arbiters.discretion:
        yield book.arbiters.discretion


def _standings(book: Rulebook) -> Iterator[str]:
    yield TIE_WORDS[book.standings.tie_for_first]
    for number, code in enumerate(book.standings.tie_breaks, start=1):
        yield f"{number}. {_tie_break(code)}"
    yield f"tie-break rules of {book.standings.edition}"


def _tie_break(code: str) -> str:
    first = code.removesuffix(AND_SO_ON)
    name = name_of(parse_criteria(first)[0])
    return f"{name} ({first}){', and so on round by round' if first != code else ''}"


def _playoff(playoff: Playoff) -> Iterator[str]:
    yield f"for {_range(playoff.tied_from, None)} tied for first place"
    yield (
        "it ranks the first only; the others share"
        if playoff.rank_only_first
        else "it orders all who were tied: by the stage reached, then by the score there"
    )
    for path in playoff.paths:
        yield f"{_range(path.tied_from, path.tied_to)} tied: {_steps(path)}"
    for stage in playoff.stages:
        yield f"{stage.name}: {_stage(stage)}"
    yield from _regulations(playoff.regulations)
    late = duration_words(playoff.default_time_ns)
    when = f"more than {late} late" if playoff.default_time_ns else "absent at the announced start"
    yield f"{when}: the arbiter decides, nothing is automatic"
    yield f"notation: {NOTATION_WORDS[playoff.notation]}"


def _steps(path: Path) -> str:
    return ", then ".join(" or ".join(step) for step in path.steps)


def _stage(stage: Stage) -> str:
    players = f"{_range(stage.players_from, stage.players_to)} players"
    if stage.control is None:
        return (
            f"{players}, the arbiter defines it; offered: {', '.join(stage.offered) or 'nothing'}"
        )
    form = {"match": "match", "round-robin": "round robin", "knock-out": "knock-out"}[stage.format]
    games = f"{stage.games} game{'' if stage.games == 1 else 's'} between two"
    odds = f", a drawn game counts for {stage.draw_odds.title()}" if stage.draw_odds else ""
    return f"{form} of {players}, {games}, {_control(stage.control)}{odds}"


def _prizes(book: Rulebook) -> Iterator[str]:
    prizes = book.prizes
    if prizes.champion:
        yield f"the winner is {prizes.champion}"
    if prizes.winner_title:
        yield f"title for the winner: {prizes.winner_title}"
    if prizes.medals:
        yield f"medals: {', '.join(prizes.medals)}"
    if prizes.fund_min_eur is not None:
        yield f"prize fund: by the number of players, at least {prizes.fund_min_eur} euro"
