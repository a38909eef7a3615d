"""One tournament for pages: where it stands, its round's boards, pairings, standings, crosstable. Pure functions.

What follows from facts alone, in JSON's values: points and tie-breaks are decimal texts, results as in interfaces.md
section 0. Every key is always present. Nobody has an opponent, a colour or a bye before his round is published.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from clockd.hub.state import Event
from clockd.ports import WHITE
from clockd.tournament.awards import awards_of
from clockd.tournament.crosstable import Cell, Crosstable, Kind
from clockd.tournament.playoff_course import playoff_waits_for
from clockd.tournament.standings import Standing, standings
from clockd.tournament.standings_view import as_json as standings_json
from clockd.tournament.tie_breaks import plain
from clockd.tournament.tournament import (
    Board,
    Round,
    Tournament,
    criteria_of,
    crosstable_of,
    played_off,
)

Json = dict[str, Any]

_MARKS = {
    Kind.FORFEIT_WIN: "+",
    Kind.FORFEIT_LOSS: "-",
    Kind.PAB: "bye",
    Kind.FULL_BYE: "bye",
    Kind.HALF_BYE: "bye",
    Kind.ZERO_BYE: "rest",
    Kind.PENDING: "*",
}


@dataclass(frozen=True, slots=True)
class TournamentView:
    """What a tournament's facts alone say: where it stands, the boards of its round, all the rest."""

    title: str
    head: Json
    boards: tuple[Json, ...]
    tail: Json


def tournament_view(event: Event, tournament: Tournament) -> TournamentView:
    """One tournament as it stands."""
    plan = tournament.plan
    assert plan is not None, "the event has not been opened"
    published = tuple(each for each in tournament.rounds if each.published)
    table = crosstable_of(replace(tournament, rounds=published))
    criteria = criteria_of(tournament)
    order = played_off(tournament, standings(table, criteria))
    current = tournament.current
    head = {
        "event": plan.name,
        "site": plan.site,
        "dates": plan.dates,
        "rules": plan.rules,
        "arbiters": list(plan.arbiters),
        "system": plan.system,
        "round": current.number if current else 0,
        "rounds": plan.rounds,
        "stage": (current.stage or None) if current else None,
        "phase": _phase(tournament),
    }
    tail = {
        "pairings": [pairing_view(tournament, each) for each in tournament.rounds],
        "tie_breaks": [asked.code for asked in criteria],
        "standings": _standings(order),
        "crosstable": _crosstable(table),
        "champion": _champion(tournament, order),
        "awards": _awards(tournament, order),
        "playoff": _playoff(tournament),
    }
    boards = current.boards if current is not None and current.published else ()
    shown = tuple(_board(event, tournament, table, board) for board in boards)
    return TournamentView(plan.title, head, shown, tail)


def _phase(tournament: Tournament) -> str:
    current = tournament.current
    if tournament.finished:
        return "finished"
    if tournament.playoff is not None:
        return "playoff"
    if current is None:
        return "waiting"
    return "playing" if current.published and current.open_boards else "between"


def _board(event: Event, tournament: Tournament, table: Crosstable, board: Board) -> Json:
    current = tournament.current
    assert current is not None, "a board of no round"
    return {
        "tournament": tournament.id,
        "round": current.number,
        "board": board.board,
        "table": board.table or event.table_of(board.board) or None,
        "white": _seated(tournament, table, board.white),
        "black": _seated(tournament, table, board.black),
        "result": board.result,
        "forfeit": board.forfeit,
        "termination": board.termination or None,
        "source": board.source or None,
        "stage": current.stage or None,
        "game": current.game if current.stage else None,
    }


def _seated(tournament: Tournament, table: Crosstable, player: int) -> Json:
    entry, number = tournament.players[player - 1], tournament.number(player)
    annulled = player in tournament.annulled
    return {
        "no": number,
        "name": entry.name,
        "rating": entry.rating or None,
        "title": entry.title or None,
        "federation": entry.federation or None,
        "points": "0" if annulled else plain(table.score(number)),
    }


def pairing_view(tournament: Tournament, each: Round) -> Json:
    """One round as the pairings' page and the feed of results have it."""
    return {
        "round": each.number,
        "stage": each.stage or None,
        "game": each.game if each.stage else None,
        "published": each.published,
        "closed": each.closed,
        "boards": [
            {
                "board": board.board,
                "white": tournament.name(board.white),
                "white_no": tournament.number(board.white),
                "black": tournament.name(board.black),
                "black_no": tournament.number(board.black),
                "result": board.result,
                "forfeit": board.forfeit,
            }
            for board in each.boards
        ],
        "bye": None if each.bye is None else tournament.name(each.bye),
        "bye_no": None if each.bye is None else tournament.number(each.bye),
    }


def _standings(order: Sequence[Standing]) -> list[Json]:
    rows = zip(standings_json(order), order, strict=True)
    return [
        {
            **row,
            "rating": standing.player.rating or None,
            "federation": standing.player.federation or None,
            "title": standing.player.title or None,
        }
        for row, standing in rows
    ]


def _crosstable(table: Crosstable) -> list[Json]:
    return [
        {
            "no": player.number,
            "name": player.name,
            "points": plain(table.score(player.number)),
            "cells": [_cell(cell) for cell in table.row(player.number)],
        }
        for player in table.players
    ]


def _cell(cell: Cell) -> Json:
    colour = None if cell.side is None else "w" if cell.side is WHITE else "b"
    return {
        "opponent": cell.opponent or None,
        "round": cell.round,
        "colour": colour,
        "result": _MARKS.get(cell.kind) or plain(cell.points).replace("0.5", "½"),
    }


def _champion(tournament: Tournament, order: Sequence[Standing]) -> str | None:
    """The winner once the event has ended; nobody where the first place is shared."""
    if not tournament.finished or not order or (len(order) > 1 and order[1].rank == 1):
        return None
    return order[0].player.name


def _awards(tournament: Tournament, order: Sequence[Standing]) -> list[Json]:
    """Medals and titles, once the order is final."""
    if not tournament.finished or tournament.plan is None:
        return []
    names = {standing.player.number: standing.player.name for standing in order}
    given = awards_of(order, tournament.plan.honours)
    return [{"no": no, "name": names[no], "awards": list(won)} for no, won in given.items()]


def _playoff(tournament: Tournament) -> Json | None:
    """Where the playoff stands; None while there is none."""
    record, current = tournament.playoff, tournament.current
    if record is None:
        return None
    awaited = None if record.questioned else playoff_waits_for(tournament)
    ranking = record.decided.ranking if record.decided else ()
    return {
        "tied": [_named(tournament, player) for player in record.tied],
        "stage": (current.stage or None) if current else None,
        "decided": record.decided is not None,
        "ranking": [_named(tournament, player) for player in ranking],
        "waits_for": None if awaited is None else "lots" if awaited.is_drawing else "arbiter",
        "offered": list(awaited.offered) if awaited else [],
        "questioned": record.questioned or None,
    }


def _named(tournament: Tournament, player: int) -> Json:
    return {"no": tournament.number(player), "name": tournament.name(player)}
