"""One board in full on the hub: the table's own page, fed from the hub's copy of the table's snapshot.

Gives the same form as the table's stream does, so that one template and one script show both. Decides what is said
when the table has said nothing yet or is silent: then the pairing's names stand with no reading, or the last
snapshot with its age. Times are milliseconds.
"""

from collections.abc import Mapping
from typing import Any

from clockd.web.credible import credible
from clockd.web.hub_source import HubSnapshot
from clockd.web.hub_tournaments import round_at
from clockd.web.hub_view import head
from clockd.web.snapshot import Snapshot
from clockd.web.times import whole_seconds
from clockd.web.view import SIDES, page_view
from clockd.web.words import say


def summary_of(snapshot: HubSnapshot, board: int) -> Mapping[str, Any] | None:
    """The board's entry in the hub's snapshot, or None when this round has no such board."""
    for each in snapshot["boards"]:
        if each["board"] == board:
            found: Mapping[str, Any] = each
            return found
    return None


def board_snapshot(snapshot: HubSnapshot, board: int, detail: Mapping[str, Any] | None) -> Snapshot:
    """The table's snapshot, or what the pairing says of this board while the table says nothing of this game."""
    summary = summary_of(snapshot, board) or {}
    number = round_at(snapshot["boards"], board, snapshot["round"])
    said: dict[str, Any] = {"event": snapshot["event"], "round": number, "board": board}
    for side in SIDES:
        who = summary.get(side) or {}
        said |= {side: who.get("name"), f"{side}_rating": who.get("rating")}
    if summary.get("result", "*") != "*":
        said |= {"state": "ended", "result": summary["result"]}
        said["termination"] = summary.get("termination")
    place = (number, board)
    if detail is None or (detail.get("round"), detail.get("board")) != place:
        return credible({"table": summary.get("table"), **said})
    return credible(detail)


def board_body(
    snapshot: HubSnapshot, board: int, detail: Mapping[str, Any] | None
) -> dict[str, Any]:
    """One event of the board's stream without its times."""
    shown = board_snapshot(snapshot, board, detail)
    summary = summary_of(snapshot, board) or {}
    live = summary.get("link") == "live" and detail is not None
    return {
        **shown,
        "rate": snapshot.get("rate", 1.0),
        "table_link": "live" if live else "lost",
        "table_why": "" if live else _why(shown, summary),
        "view": {**page_view(shown), "head": head(snapshot), "near": neighbours(snapshot, board)},
    }


def _why(shown: Snapshot, summary: Mapping[str, Any]) -> str:
    if not summary.get("live"):
        return say("hub.table_none")
    table = say("table", number=shown["table"])
    age = whole_seconds(int(summary.get("age_ms") or 0))
    return say("hub.table_offline", table=table, time=age)


def neighbours(snapshot: HubSnapshot, board: int) -> dict[str, str]:
    """The addresses of the boards before and after this one; "" at the ends."""
    numbers = sorted(each["board"] for each in snapshot["boards"])
    lower = [number for number in numbers if number < board]
    higher = [number for number in numbers if number > board]
    return {
        "before": f"/board/{lower[-1]}" if lower else "",
        "after": f"/board/{higher[0]}" if higher else "",
    }
