"""What waits for the arbiter, over all tables and of the hub itself, in the order in which it is to be met.

A table's own alerts come with its snapshot; the hub adds what only it can see: a table that is silent, two tables
with one number, a history that forks, an order that did not arrive, a result that two sources tell differently. Pure.
Levels and order: the pages' sheet, section 7.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from clockd.hub.down import game_for, pairing_id
from clockd.hub.ledger import Ledger
from clockd.hub.live import Seen
from clockd.hub.messages import OrderGiven
from clockd.hub.state import Event
from clockd.tournament.playoff_course import playoff_waits_for
from clockd.tournament.tournament import Dispute, Tournament

# Name: (level, place within the level). A name that is not here is shown last, to be looked at.
NOW = """flag illegal-move no-move claim call device late clock-restored
    not-delivered fork disputed set-aside playoff""".split()
SOON = """missed-press board-lost position-differs foreign-object ambiguous result-by-kings
    table-offline two-tables records-missing button-chatter disk""".split()
LOOK = "draw-refused notation-behind unreadable another-game".split()
_LEVELS = (("now", NOW), ("soon", SOON), ("look", LOOK))
RANKS = {
    name: (level, (depth, place))
    for depth, (level, names) in enumerate(_LEVELS)
    for place, name in enumerate(names)
}
UNRANKED = ("look", (len(_LEVELS), 0))


@dataclass(frozen=True, slots=True)
class Alert:
    """One row. `id` stays the same while its cause lasts; board and table are None where none is meant."""

    id: str
    alert: str
    detail: str
    table: str | None = None
    board: int | None = None
    side: str | None = None
    round: int | None = None  # where it is of one round, which need not be the one under way

    @property
    def level(self) -> str:
        return RANKS.get(self.alert, UNRANKED)[0]

    @property
    def rank(self) -> tuple[int, int]:
        return RANKS.get(self.alert, UNRANKED)[1]


@dataclass(frozen=True, slots=True)
class Watch:
    """What the hub knows of one table at a moment, for its alerts and for pages."""

    table: str
    link: str  # "live", "silent" or "none"
    ledger: Ledger | None
    seen: Seen | None
    refused: str | None = None  # why another journal may not speak for this table
    fork: str | None = None
    undelivered: Mapping[str, str] = field(default_factory=dict)  # commands it did not take
    holds: tuple[int, int] = (0, 0)  # last records, the table's and the copy's, when it was heard


def alerts_of(
    event: Event, watches: Mapping[str, Watch], wall_s: float, disk: str | None
) -> list[Alert]:
    """Every alert that stands now and was not acknowledged, in no order."""
    found = [alert for watch in watches.values() for alert in _of_table(event, watch)]
    found += _undelivered(event.orders, watches, wall_s)
    found += [alert for watch in watches.values() for alert in _not_taken(event, watch)]
    for tournament in event.tournaments.values():
        found += [_dispute(dispute) for dispute in tournament.disputes]
        found += _playoff(tournament)
    if disk is not None:
        found.append(Alert("hub:disk", "disk", f"The hub: {disk}"))
    return [alert for alert in found if alert.id not in event.seen_alerts]


def _of_table(event: Event, watch: Watch) -> Iterator[Alert]:
    table, board = watch.table, event.board_of(watch.table)
    if watch.seen is not None:
        yield from _own(watch.seen, table, board)
    ledger = watch.ledger
    if watch.link == "silent" and ledger is not None and ledger.playing:
        yield Alert(f"{table}:offline", "table-offline", "No word from it", table, board)
    if watch.refused:
        yield Alert(f"{table}:two", "two-tables", watch.refused, table, board)
    if watch.fork:
        yield Alert(f"{table}:fork", "fork", watch.fork, table, board)
    if ledger is not None:
        yield from _of_ledger(ledger, board)
    own, copied = watch.holds
    if own < copied:
        said = f"It holds {own} records, the hub {copied}: its card has lost some"
        yield Alert(f"{table}:records:{own}", "records-missing", said, table, board)


def _own(seen: Seen, table: str, board: int | None) -> Iterator[Alert]:
    """The table's own alerts; an id of theirs is told apart by the journal it was counted in."""
    journal = str(seen.get("journal") or "")[:4]
    for each in seen.get("alerts") or ():
        name, side = str(each.get("alert")), each.get("side")
        yield Alert(
            f"{table}:{each.get('id')}:{journal}",
            name,
            str(each.get("detail") or ""),
            table,
            board,
            side,
        )


def _of_ledger(ledger: Ledger, board: int | None) -> Iterator[Alert]:
    table = ledger.table
    if ledger.problem is not None:
        yield Alert(f"{table}:unreadable:{ledger.seq}", "unreadable", ledger.problem, table, board)
    if ledger.set_aside:
        said = "Its result was set aside at the table; the hub's stands until a ruling"
        yield Alert(set_aside_id(ledger), "set-aside", said, table, board)
    if ledger.stranger is not None:
        identity = f"{table}:another-game:{ledger.stranger}"
        said = f"It reports {ledger.stranger}, which is no game of this event"
        yield Alert(identity, "another-game", said, table, board)


def set_aside_id(ledger: Ledger) -> str:
    """The alert's id: the arbiter who acknowledges it lets the event go on with the result as it stands."""
    return f"{ledger.table}:set-aside:{ledger.set_aside}"


def _undelivered(
    orders: Iterable[OrderGiven], watches: Mapping[str, Watch], wall_s: float
) -> Iterator[Alert]:
    for order in orders:
        watch = watches.get(order.table)
        ledger = watch.ledger if watch else None
        why = ledger.answers.get(order.id) if ledger else None
        if why is None and order.expires_unix_s and wall_s > order.expires_unix_s:
            why = "no answer before its expiry"
        if why:
            yield undelivered(order.table, order.id, order.name, why)


def _not_taken(event: Event, watch: Watch) -> Iterator[Alert]:
    """What the table did not even take, and its game of the round if it refused that."""
    board = event.board_of(watch.table)
    refused = dict(watch.undelivered)
    game = game_for(event, watch.table)
    if game is not None and watch.ledger is not None:
        current, at = game
        name = pairing_id(event, current.number, at.board)
        refused |= {name: why} if (why := watch.ledger.answers.get(name)) else {}
    for name, why in refused.items():
        yield undelivered(watch.table, name, name, why, board)


def undelivered(table: str, order_id: str, name: str, why: str, board: int | None = None) -> Alert:
    """An order that a table refused, or that came to nothing."""
    detail = f"Not delivered to table {table}: {name}: {why}"
    return Alert(f"{table}:order:{order_id}", "not-delivered", detail, table, board)


def _playoff(tournament: Tournament) -> Iterator[Alert]:
    """What a playoff waits for the arbiter with."""
    record = tournament.playoff
    if record is None or tournament.finished:
        return
    awaited = None if record.questioned else playoff_waits_for(tournament)
    if record.questioned:
        detail = f"{record.questioned} (playoff-go-on, playoff-restart or playoff-order)"
        yield Alert(f"{_of(tournament)}:{record.questioned}", "playoff", detail)
    elif awaited is not None and not awaited.is_drawing:
        offered = ", ".join(awaited.offered) or "an order by ruling"
        identity = f"{_of(tournament)}:{awaited.stage}:{len(record.steps)}"
        yield Alert(identity, "playoff", f"The playoff waits for the arbiter: {offered}")


def _of(tournament: Tournament) -> str:
    """How the ids of a tournament's own alerts begin."""
    return f"playoff.{tournament.id}" if tournament.id else "playoff"


def _dispute(dispute: Dispute) -> Alert:
    identity = f"r{dispute.round}:b{dispute.board}:disputed:{dispute.reported}"
    detail = f"Round {dispute.round}: {dispute.detail}"
    return Alert(identity, "disputed", detail, dispute.table, dispute.board, round=dispute.round)


def in_order(alerts: Iterable[Alert], since_ns: Mapping[str, int]) -> list[Alert]:
    """By level, then kind, then oldest first; `since_ns` says when each was first seen."""
    return sorted(alerts, key=lambda alert: (alert.rank, since_ns.get(alert.id, 0), alert.id))


def as_json(alert: Alert, age_ms: int) -> dict[str, Any]:
    """A row for the pages."""
    return {
        "level": alert.level,
        "board": alert.board,
        "round": alert.round,
        "table": alert.table,
        "alert": alert.alert,
        "side": alert.side,
        "detail": alert.detail,
        "age_ms": age_ms,
        "id": alert.id,
    }
