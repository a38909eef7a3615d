"""Several tournaments of one event on the pages: which one a page of tables shows, and the way to the others.

Pure. An event of one tournament has no parts, and none of this is seen. Of several, a page of tables is about one, by
default the first; the wall shows the boards of all.
"""

from collections.abc import Mapping, Sequence
from typing import Any

HubSnapshot = Mapping[str, Any]
View = dict[str, Any]


def parts_of(snapshot: HubSnapshot) -> Sequence[Mapping[str, Any]]:
    """The tournaments, or nothing where there is only one."""
    found: Sequence[Mapping[str, Any]] = snapshot.get("tournaments") or ()
    return found


def only(snapshot: HubSnapshot, tournament: str) -> HubSnapshot:
    """The snapshot as if this tournament were the only one; the first where none has that name."""
    parts = parts_of(snapshot)
    if not parts:
        return snapshot
    part = next((each for each in parts if each["id"] == tournament), parts[0])
    boards = [board for board in snapshot["boards"] if board.get("tournament") == part["id"]]
    return {**snapshot, **part, "boards": boards}


def chosen_id(snapshot: HubSnapshot, tournament: str) -> str:
    """The id of the one that is shown; "" where there is only one."""
    return str(only(snapshot, tournament).get("id") or "")


def query_of(tournament: str) -> str:
    """What stands behind the address of a page about this one."""
    return f"?tournament={tournament}" if tournament else ""


def switch(snapshot: HubSnapshot, tournament: str) -> list[View]:
    """One link for each of several tournaments, for pages of tables."""
    here = chosen_id(snapshot, tournament)
    return [
        {
            "title": str(part["title"]),
            "href": query_of(str(part["id"])),
            "here": part["id"] == here,
        }
        for part in parts_of(snapshot)
    ]


def title_of(snapshot: HubSnapshot) -> str:
    """Which of several tournaments a snapshot made by `only` is about; "" for the only one."""
    return str(snapshot.get("title") or "")


def round_at(boards: Sequence[Mapping[str, Any]], board: object, round_number: object) -> object:
    """The round under way at a board of the hall; `round_number` where the boards do not say."""
    found = (each for each in boards if each["board"] == board)
    return next((each.get("round", round_number) for each in found), round_number)
