"""The hub's snapshot in the words of the wall: head, alert list, cards, filters, the first of the standings.

Pure: the same snapshot gives the same view, which the template shows once and the page's script keeps true. Cards
stand in board order and never move by themselves. Source: the screens' description, section 3.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from clockd.web.alert_words import LEVELS
from clockd.web.hub_alerts import hub_alert_rows, is_past
from clockd.web.hub_cards import card
from clockd.web.hub_numbers import points_words
from clockd.web.hub_tournaments import parts_of, round_at, title_of
from clockd.web.words import said, say

HubSnapshot = Mapping[str, Any]
View = dict[str, Any]

FILTERS = ("all", "hand", "playing", "trouble", "stopped", "ended")
BLANK_LEADER: View = {"rank": "", "no": 0, "name": "", "points": ""}
LEADERS_MOST = 12  # as many as fit under a short alert list
_ALWAYS_SHOWN = ("all", "hand", "playing", "ended")  # a filter for what is rare appears with it


def wall_view(snapshot: HubSnapshot) -> View:
    """Everything the wall shows."""
    boards = snapshot["boards"]
    alerts = [each for each in snapshot["alerts"] if not is_past(each, _round_of(each, snapshot))]
    cards = [card(board, _alerts_of(alerts, board)) for board in boards]
    return {
        "head": head(snapshot),
        "cards": cards,
        "levels": alert_levels(snapshot),
        "calm": say("hub.alerts.none") if not snapshot["alerts"] else "",
        "filters": _filters(cards),
        "leaders": leaders(snapshot),
        "empty": "" if boards else said("wall.empty", snapshot["phase"], "waiting"),
    }


def head(snapshot: HubSnapshot) -> View:
    """What stands at the top of every page of the hub."""
    boards = snapshot["boards"]
    live = sum(board.get("link") == "live" for board in boards)
    tables = sum(board.get("table") is not None for board in boards)
    return {
        "event": event_name(snapshot),
        "round": round_words(snapshot),
        "phase": said("hub.phase", snapshot["phase"], "waiting"),
        "control": _control(boards),
        "tables": say("hub.tables", live=live, count=tables) if tables else "",
        "tables_kind": "live" if live == tables else "lost",
        "champion": _champions(snapshot),
        "notices": [str(notice) for notice in snapshot["notices"]],
    }


def event_name(snapshot: HubSnapshot) -> str:
    """The event's name; its rules' name, or a plain word, where it has none."""
    name = str(snapshot["event"] or snapshot["rules"] or say("hub.no_event"))
    return f"{name}, {title_of(snapshot)}" if title_of(snapshot) else name


def round_words(snapshot: HubSnapshot) -> str:
    """Where the event stands: "Round 3 of 9", "Playoff", or "After 9 rounds"; of several, where each does."""
    parts = _shown_parts(snapshot)
    said_of = {str(part["title"]): _one_round(part) for part in parts}
    if parts:
        return " · ".join(f"{title}: {words}" for title, words in said_of.items() if words)
    return _one_round(snapshot)


def _shown_parts(snapshot: HubSnapshot) -> Sequence[HubSnapshot]:
    """The tournaments where a page shows all of them."""
    return () if title_of(snapshot) else parts_of(snapshot)


def _one_round(snapshot: HubSnapshot) -> str:
    if snapshot["phase"] == "playoff":
        return say("hub.playoff")
    if snapshot["phase"] == "finished":
        return say("hub.rounds_played", count=snapshot["rounds"])
    if not snapshot["round"]:
        return ""
    return say("hub.round_of", number=snapshot["round"], count=snapshot["rounds"])


def _champions(snapshot: HubSnapshot) -> str:
    parts = _shown_parts(snapshot) or [snapshot]
    said_of = [
        (title_of(part), say("hub.champion", name=part["champion"]))
        for part in parts
        if part["champion"]
    ]
    return " · ".join(f"{title}: {words}" if title else words for title, words in said_of)


def _round_of(alert: Mapping[str, Any], snapshot: HubSnapshot) -> object:
    return round_at(snapshot["boards"], alert.get("board"), snapshot["round"])


def _control(boards: Sequence[Mapping[str, Any]]) -> str:
    """The time control, when all tables that speak have the same one."""
    found = {str((board.get("live") or {}).get("control_words") or "") for board in boards} - {""}
    return found.pop() if len(found) == 1 else ""


def _alerts_of(
    alerts: Sequence[Mapping[str, Any]], board: Mapping[str, Any]
) -> list[Mapping[str, Any]]:
    return [alert for alert in alerts if alert.get("board") == board["board"]]


def alert_levels(snapshot: HubSnapshot) -> list[View]:
    """The alert list in its three levels, empty ones too: their places stay."""
    rows = hub_alert_rows(snapshot["alerts"], snapshot["boards"], snapshot["round"])
    return [
        {
            "level": level,
            "rows": [row for row in rows if row["level"] == level],
            "count": str(sum(row["level"] == level for row in rows)),
        }
        for level in LEVELS
    ]


def _filters(cards: Sequence[View]) -> list[View]:
    counts = {name: sum(name in card["groups"] for card in cards) for name in FILTERS}
    counts["all"] = len(cards)
    return [
        {
            "name": name,
            "count": str(counts[name]),
            "shown": bool(counts[name]) or name in _ALWAYS_SHOWN,
        }
        for name in FILTERS
    ]


def leaders(snapshot: HubSnapshot) -> list[View]:
    """The first of the standings, for the wall's corner; of several tournaments the first of each."""
    parts = _shown_parts(snapshot) or [snapshot]
    most = max(1, LEADERS_MOST // len(parts))
    return [_leader(row, title_of(part)) for part in parts for row in part["standings"][:most]]


def _leader(row: Mapping[str, Any], title: str) -> View:
    """`no` tells rows apart: numbers of two tournaments are alike."""
    return {
        "rank": str(row["rank"]),
        "no": f"{title} {row['no']}" if title else row["no"],
        "name": f"{row['name']} ({title})" if title else str(row["name"]),
        "points": points_words(row["points"]),
    }
