"""The hub's snapshot for pages: its tournaments, the boards of all their rounds, alerts.

Every key is always present. What follows from facts is made once for each state of a tournament, what follows from
tables for each look; ages are milliseconds. A single tournament stands at the top; of several the first does, with
the boards of all, and each has its own part under `tournaments`. Pure but for the views that are kept.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clockd.hub.alerts import Alert, Watch
from clockd.hub.alerts import as_json as alert_json
from clockd.hub.live import live
from clockd.hub.state import Event
from clockd.hub.tournament_view import TournamentView, tournament_view
from clockd.tournament.tournament import Tournament
from clockd.units import to_ms

Json = dict[str, Any]

# The event stands where the first of these holds for any of its tournaments; it is finished when all are.
PHASES = ("playing", "playoff", "between", "waiting", "finished")
SHARED = ("event", "site", "dates", "arbiters")  # of the event, not of one of its tournaments


@dataclass(frozen=True, slots=True)
class _Kept:
    """A view, and what it was made of."""

    tournament: Tournament
    seats: Mapping[str, int]
    view: TournamentView


class Views:
    """The tournaments' views, each made anew only when a fact has changed it."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}

    def of(self, event: Event) -> dict[str, TournamentView]:
        """The view of each tournament, by its id."""
        return {name: self._one(event, each) for name, each in event.tournaments.items()}

    def _one(self, event: Event, tournament: Tournament) -> TournamentView:
        kept = self._kept.get(tournament.id)
        if kept is None or kept.tournament is not tournament or kept.seats is not event.seats:
            kept = _Kept(tournament, event.seats, tournament_view(event, tournament))
            self._kept[tournament.id] = kept
        return kept.view


@dataclass(frozen=True, slots=True)
class Moment:
    """What a look adds: the tables as they are now, alerts in order with their ages, and what to tell people."""

    now_ns: int
    rate: float
    seq: int
    version: int
    watches: Mapping[str, Watch]
    alerts: Sequence[tuple[Alert, int]]
    notices: Iterable[str]
    pairing: Sequence[Json] = ()


def snapshot(event: Event, views: Views, moment: Moment) -> Json:
    """Everything that a page may know."""
    parts = views.of(event)
    first = next(iter(parts.values()))
    boards = [board for view in parts.values() for board in view.boards]
    phases = {view.head["phase"] for view in parts.values()}
    return {
        **first.head,
        "phase": next(phase for phase in PHASES if phase in phases),
        "rate": moment.rate,
        "seq": moment.seq,
        "version": moment.version,
        "boards": [_with_table(board, moment) for board in boards],
        "alerts": [alert_json(alert, age_ms) for alert, age_ms in moment.alerts],
        **first.tail,
        "notices": list(moment.notices),
        "pairing_now": list(moment.pairing),
        "tournaments": _parts(parts) if len(parts) > 1 else [],
    }


def _parts(views: Mapping[str, TournamentView]) -> list[Json]:
    """Each of several tournaments; the boards of their rounds stand together at the top."""
    return [
        {
            "id": name,
            "title": view.title or name,
            **{key: value for key, value in view.head.items() if key not in SHARED},
            **view.tail,
        }
        for name, view in views.items()
    ]


def _with_table(board: Json, moment: Moment) -> Json:
    """A table that still shows the round before has nothing to say of this one."""
    watch = moment.watches.get(str(board["table"]))
    seen = watch.seen if watch else None
    place = (board["round"], board["board"])
    fits = seen is not None and (seen.get("round"), seen.get("board")) == place
    return {
        **board,
        "link": watch.link if watch else "none",
        "age_ms": None if seen is None else max(0, to_ms(moment.now_ns - seen.at_ns)),
        "live": live(seen) if seen is not None and fits else None,
    }
