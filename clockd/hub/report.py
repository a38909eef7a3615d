"""A hub's folder, looked at from outside: the event's journal folded, and a tournament of it as a report.

Only reads, also while the hub runs. Decides what stands between a report and a final one, a result that is missing or
a table that disagrees; the report itself is `trf_build`'s. Sources: interfaces.md sections 5 and 7.
"""

from collections.abc import Iterator
from functools import reduce
from pathlib import Path

from clockd.errors import BadInput
from clockd.hub.state import Event, facts_of, replay
from clockd.journal import FILE_NAME, Journal, Record
from clockd.ports import Side
from clockd.tournament.tournament import Tournament
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_build import build_trf
from clockd.tournament.trf_heads import Version


def look_at(folder: Path) -> Event:
    """The event in a hub's folder as it stands; JournalError where there is none."""
    records = Journal(folder / FILE_NAME, read_only=True).verified()
    facts = (facts_of(Record(kept.seq, kept.body).content) for kept in records)
    return reduce(replay, facts, Event())


def tournament_of(event: Event, name: str | None) -> Tournament:
    """The tournament of this id, or the only one; BadInput names those that there are."""
    if name is None and len(event.tournaments) == 1:
        return event.tournament
    if name is None or name not in event.tournaments:
        known = ", ".join(filter(None, event.tournaments)) or "none: there is one without an id"
        found = f"--tournament {name}" if name else f"{len(event.tournaments)} tournaments"
        raise BadInput(f"{found}, expected --tournament with one of {known}")
    return event.tournaments[name]


def report_of(event: Event, tournament: Tournament, version: Version = 26) -> TrfFile:
    """The tournament's report, with the time control of its rounds and the colour that was drawn."""
    rules = event.rules.get(tournament.id) or event.rules[""]
    game = next(template for template in rules.templates if template.stage is None)
    colour = tournament.initial_colour or rules.initial_colour
    side = Side(colour) if colour else None
    return build_trf(tournament, version=version, control=game.control, initial=side)


def not_final(tournament: Tournament) -> Iterator[str]:
    """What stands between the tournament and its end, a line each; after its end only what was opened again."""
    assert tournament.plan is not None
    paired = len(tournament.event_rounds)
    if paired < tournament.plan.rounds:
        yield f"round {paired + 1} of {tournament.plan.rounds} is not paired"
    for each in tournament.rounds:
        for board in each.open_boards:
            yield f"round {each.number} {tournament.title_of(board)} has no result"
    for dispute in tournament.disputes:
        yield f"round {dispute.round} board {dispute.board}: {dispute.detail}, expected a ruling"
    if not tournament.finished:
        yield "the event is not finished"
