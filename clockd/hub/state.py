"""The whole event as one value and its decider: its tournaments, and beside them rules, seats, table numbers, orders.

A tournament's inputs are its own to decide; this adds what ties it to tables and to the others. Pure. Tournaments of
one event run side by side and share the hall's board numbers. A table plays the board of its own number unless the
arbiter seats it elsewhere. Sources: design.md sections 2 and 8; interfaces.md section 7.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from clockd.codec import Codec
from clockd.errors import NotAllowed
from clockd.game.pairing import Pairing, Player
from clockd.hub import messages as m
from clockd.hub.actions import ActionRecorded, RecordAction, recorded, with_action
from clockd.machine import Decider
from clockd.tournament.board_numbers import holds, in_words, last_of, room_of
from clockd.tournament.decide import decide as decide_tournament
from clockd.tournament.evolve import evolve as evolve_tournament
from clockd.tournament.facts import FACT_TYPES, BoardsAdded, Refused, RoundUnpaired
from clockd.tournament.inputs import INPUT_TYPES, OpenEvent
from clockd.tournament.tournament import Board, Round, Tournament

FACTS = Codec((*FACT_TYPES, *m.HUB_FACTS))


@dataclass(frozen=True, slots=True)
class Event:
    """Everything that the hub's journal says."""

    tournaments: Mapping[str, Tournament] = field(
        default_factory=dict
    )  # by id, as they were opened
    rules: Mapping[str, m.RulesTaken] = field(default_factory=dict)  # by tournament
    holders: Mapping[str, str] = field(default_factory=dict)  # table: its journal
    seats: Mapping[str, int] = field(default_factory=dict)  # table: board, where they differ
    handed: Mapping[int, int] = field(default_factory=dict)  # board: how often handed down anew
    orders: tuple[m.OrderGiven, ...] = ()
    seen_alerts: frozenset[str] = frozenset()
    actions: tuple[ActionRecorded, ...] = ()  # the latest of the audit trail

    @property
    def tournament(self) -> Tournament:
        """The only tournament, or the first of several; an empty one before the event is opened."""
        return next(iter(self.tournaments.values()), Tournament())

    @property
    def opened(self) -> bool:
        """Whether there are all the tournaments that rules were taken for."""
        return 0 < len(self.rules) <= len(self.tournaments)

    def owner_of(self, board: int) -> Tournament:
        """The tournament that plays this board of the hall; an empty one where none does."""
        found = (each for each in self.tournaments.values() if holds(each.spans, board))
        return next(found, Tournament())

    def board_of(self, table: str) -> int | None:
        """The board that this table plays, by the arbiter's mapping or by its number; None for one moved away."""
        if table in self.seats:
            return self.seats[table]
        own = int(table)
        return None if own in self.seats.values() else own

    def table_of(self, board: int) -> str:
        """The table that plays this board; "" where the one of its number was moved to another board."""
        seated = next((table for table, at in self.seats.items() if at == board), "")
        own = str(board)
        return seated or ("" if own in self.seats else own)

    def game_at(self, each: Round, board: Board) -> Pairing:
        """The game of a board, as a table is given it: under the rules of its stage."""
        tournament = self.owner_of(board.board)
        # A journal of one tournament may have its rules without the tournament's id.
        rules = self.rules.get(tournament.id) or self.rules[""]
        stage = each.stage or None
        template = next(one for one in rules.templates if one.stage == stage)
        return replace(
            template,
            white=_player(tournament, board.white),
            black=_player(tournament, board.black),
            round=each.number,
            board=board.board,
            game=each.game,
        )


def _player(tournament: Tournament, player: int) -> Player:
    entry = tournament.players[player - 1]
    return Player(entry.name, entry.rating or None, entry.title or None, entry.fide_id or None)


# -- deciding -------------------------------------------------------------------------------------


def decide(event: Event, seen: Any) -> list[Any]:
    """The facts that follow; a refusal is a fact with its reason."""
    try:
        if isinstance(seen, INPUT_TYPES):
            return _in_its_tournament(event, seen)
        return _DECIDE[type(seen)](event, seen)
    except NotAllowed as refusal:
        asked, author = type(seen).__name__, getattr(seen, "author", "")
        return [Refused(seen.at_ns, event.tournament.id, asked, str(refusal), author)]


def _in_its_tournament(event: Event, seen: Any) -> list[Any]:
    known = event.tournaments.get(seen.tournament)
    if known is None and event.tournaments and not isinstance(seen, OpenEvent):
        ids = ", ".join(event.tournaments)
        raise NotAllowed(f"tournament {seen.tournament!r}, expected one of {ids}")
    tournament = known or Tournament()
    facts = list(decide_tournament(tournament, seen))
    return [*facts, *_more_boards(event, reduce(evolve_tournament, facts, tournament), seen.at_ns)]


def _more_boards(event: Event, after: Tournament, at_ns: int) -> list[BoardsAdded]:
    """Boards beyond all others for a tournament of more players than it has boards for by now."""
    missing = len(after.players) // 2 - room_of(after.spans)
    if not after.spans or missing <= 0:
        return []
    others = (last_of(each.spans) for each in event.tournaments.values() if each.id != after.id)
    first = 1 + max(last_of(after.spans), *others)
    return [BoardsAdded(at_ns, after.id, (first, missing))]


def _take_rules(event: Event, seen: m.TakeRules) -> list[Any]:
    assert seen.tournament not in event.rules, "rules are taken once"
    return [
        m.RulesTaken(
            seen.at_ns,
            seen.source,
            seen.templates,
            seen.initial_colour,
            seen.tournament,
        )
    ]


def _claim(event: Event, seen: m.ClaimNumber) -> list[Any]:
    holder = event.holders.get(seen.table, "")
    if holder == seen.journal:
        return []
    return [m.NumberTaken(seen.at_ns, seen.table, seen.journal, holder)]


def _release(event: Event, seen: m.ReleaseNumber) -> list[Any]:
    holder = event.holders.get(seen.table, "")
    if not holder:
        raise NotAllowed(f"no table holds the number {seen.table}")
    released = m.NumberReleased(seen.at_ns, seen.table, holder, seen.author, seen.reason)
    if not seen.journal:
        return [released]
    return [released, m.NumberTaken(seen.at_ns, seen.table, seen.journal, holder)]


def _seat(event: Event, seen: m.SeatTable) -> list[Any]:
    rounds = [each.current for each in event.tournaments.values() if each.current]
    known = [board.board for current in rounds for board in current.boards]
    if known and seen.board not in known:
        raise NotAllowed(f"board {seen.board}, expected one of {in_words(known)}")
    return [m.TableSeated(seen.at_ns, seen.table, seen.board, seen.author)]


def _order(event: Event, seen: m.GiveOrder) -> list[Any]:
    known = {(order.id, order.table) for order in event.orders}
    return [
        m.OrderGiven(
            seen.at_ns,
            seen.id,
            table,
            seen.name,
            seen.arguments,
            seen.author,
            seen.reason,
            seen.expires_unix_s,
        )
        for table in seen.tables
        if (seen.id, table) not in known
    ]


def _acknowledge(event: Event, seen: m.AcknowledgeAlert) -> list[Any]:
    if seen.alert in event.seen_alerts:
        return []
    return [m.AlertSeen(seen.at_ns, seen.alert, seen.author)]


_DECIDE: dict[type, Callable[[Event, Any], list[Any]]] = {
    m.TakeRules: _take_rules,
    m.ClaimNumber: _claim,
    m.ReleaseNumber: _release,
    m.SeatTable: _seat,
    m.GiveOrder: _order,
    m.AcknowledgeAlert: _acknowledge,
    RecordAction: lambda event, seen: list(recorded(event.actions, seen)),
}


# -- folding --------------------------------------------------------------------------------------


def evolve(event: Event, fact: Any) -> Event:
    """The event after this fact."""
    if isinstance(fact, Refused):
        return event
    if isinstance(fact, FACT_TYPES):
        before = event.tournaments.get(fact.tournament, Tournament())  # type: ignore[attr-defined]
        after = evolve_tournament(before, fact)  # type: ignore[arg-type]
        if isinstance(fact, RoundUnpaired):
            event = _handed_anew(event, before)
        return replace(event, tournaments={**event.tournaments, after.id: after})
    return _EVOLVE[type(fact)](event, fact)


def _handed_anew(event: Event, tournament: Tournament) -> Event:
    """What tables were given for the latest round counts for nothing: another command brings the next game."""
    boards = tournament.current.boards if tournament.current else ()
    again = {one.board: event.handed.get(one.board, 0) + 1 for one in boards}
    return replace(event, handed={**event.handed, **again})


def _rules_taken(event: Event, fact: m.RulesTaken) -> Event:
    return replace(event, rules={**event.rules, fact.tournament: fact})


def _number_taken(event: Event, fact: m.NumberTaken) -> Event:
    return replace(event, holders={**event.holders, fact.table: fact.journal})


def _number_released(event: Event, fact: m.NumberReleased) -> Event:
    left = {table: journal for table, journal in event.holders.items() if table != fact.table}
    return replace(event, holders=left)


def _seated(event: Event, fact: m.TableSeated) -> Event:
    seats = {table: board for table, board in event.seats.items() if board != fact.board}
    again = event.handed.get(fact.board, 0) + 1
    return replace(
        event,
        seats={**seats, fact.table: fact.board},
        handed={**event.handed, fact.board: again},
    )


def _order_given(event: Event, fact: m.OrderGiven) -> Event:
    return replace(event, orders=(*event.orders, fact))


def _alert_seen(event: Event, fact: m.AlertSeen) -> Event:
    return replace(event, seen_alerts=event.seen_alerts | {fact.alert})


_EVOLVE: dict[type, Callable[[Event, Any], Event]] = {
    m.RulesTaken: _rules_taken,
    m.NumberTaken: _number_taken,
    m.NumberReleased: _number_released,
    m.TableSeated: _seated,
    m.OrderGiven: _order_given,
    m.AlertSeen: _alert_seen,
    ActionRecorded: lambda event, fact: replace(event, actions=with_action(event.actions, fact)),
}


def facts_of(content: Mapping[str, Any]) -> list[Any]:
    """The facts of a record of the hub's journal."""
    return [FACTS.decode(written) for written in content["facts"]]


def replay(event: Event, facts: list[Any]) -> Event:
    """The event after these facts."""
    return reduce(evolve, facts, event)


EVENT = Decider(decide, evolve, lambda event: None)
