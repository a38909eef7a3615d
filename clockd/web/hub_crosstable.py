"""The crosstable in words: who did what against whom, players in the order of the standings.

Pure. A round robin is a grid of players against players; any other event is a grid of players against rounds. Games
among players tied for the first place are framed: they are what the tie is split by.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from clockd.web.hub_numbers import points_words, result_sign
from clockd.web.words import say

HubSnapshot = Mapping[str, Any]
Row = Mapping[str, Any]
View = dict[str, Any]


def crosstable_view(snapshot: HubSnapshot) -> View:
    """The grid with its headings."""
    rows = _in_order(snapshot)
    place = {row["no"]: number for number, row in enumerate(rows, start=1)}
    leaders = _tied_first(rows)
    names = {row["no"]: str(row["name"]) for row in rows}
    grid = _is_round_robin(snapshot, rows)
    cells = _against_players if grid else _against_rounds
    return {
        "columns": [str(n) for n in range(1, len(rows) + 1)]
        if grid
        else [say("cross.round", number=n) for n in range(1, int(snapshot["rounds"]) + 1)],
        "grid": grid,
        "rows": [
            {
                "place": str(place[row["no"]]),
                "no": row["no"],
                "name": names[row["no"]],
                "points": points_words(row["points"]),
                "cells": cells(row, rows, snapshot, leaders, place),
            }
            for row in rows
        ],
        "framed": say("cross.framed", points=points_words(rows[0]["points"])) if leaders else "",
        "none": "" if rows else say("cross.none"),
    }


def _in_order(snapshot: HubSnapshot) -> list[Row]:
    order = {row["no"]: place for place, row in enumerate(snapshot["standings"])}
    return sorted(snapshot["crosstable"], key=lambda row: order.get(row["no"], len(order)))


def _tied_first(rows: Sequence[Row]) -> frozenset[int]:
    if not rows or rows[0]["points"] == "0":
        return frozenset()
    level = frozenset(row["no"] for row in rows if row["points"] == rows[0]["points"])
    return level if len(level) > 1 else frozenset()


def _is_round_robin(snapshot: HubSnapshot, rows: Sequence[Row]) -> bool:
    if "system" in snapshot:
        return str(snapshot["system"]).startswith(("round-robin", "berger"))
    return len(rows) > 1 and int(snapshot["rounds"]) >= len(rows) - 1


def _against_players(
    row: Row,
    rows: Sequence[Row],
    snapshot: HubSnapshot,
    leaders: frozenset[int],
    place: Mapping[int, int],
) -> list[View]:
    cells = []
    for other in rows:
        if other is row:
            cells.append(_cell("self", [], say("cross.self")))
            continue
        met = [cell for cell in row["cells"] if cell["opponent"] == other["no"]]
        framed = {row["no"], other["no"]} <= leaders
        games = [_game(cell, "") for cell in met if result_sign(cell["result"])]
        label = "; ".join(_label(cell, str(other["name"])) for cell in met)
        cells.append(_cell("framed" if framed else "", games, label))
    return cells


def _against_rounds(
    row: Row,
    rows: Sequence[Row],
    snapshot: HubSnapshot,
    leaders: frozenset[int],
    place: Mapping[int, int],
) -> list[View]:
    names = {other["no"]: str(other["name"]) for other in rows}
    cells = []
    for number in range(1, int(snapshot["rounds"]) + 1):
        met = [cell for cell in row["cells"] if cell["round"] == number]
        games = [_game(cell, str(place.get(cell["opponent"], ""))) for cell in met]
        framed = any({row["no"], cell["opponent"]} <= leaders for cell in met)
        label = "; ".join(_label(cell, names.get(cell["opponent"], "")) for cell in met)
        cells.append(_cell("framed" if framed else "", games, label))
    return cells


def _cell(kind: str, games: Sequence[View], label: str) -> View:
    return {"kind": kind, "games": games, "label": label}


def _game(cell: Mapping[str, Any], opponent: str) -> View:
    sign = result_sign(cell["result"])
    return {
        "result": sign,
        "won": sign in ("1", "+"),
        "lost": sign in ("0", "–"),
        "colour": str(cell["colour"] or ""),
        "opponent": opponent,
    }


def _label(cell: Mapping[str, Any], name: str) -> str:
    """One game for people who listen to the page."""
    sign = result_sign(cell["result"])
    if not cell["opponent"]:
        return sign
    colour = say("cross.b") if cell["colour"] == "b" else say("cross.w")
    return say("cross.cell", result=sign or "–", name=name, colour=colour, round=cell["round"])
