"""The alert list of the hub: what needs a hand, most pressing first, floods folded into one row.

Takes the open alerts of all boards from the hub's snapshot. Order: level, then kind, then oldest first; one row for
a board and kind; five or more boards of one kind within 10 s are one row, since their cause is one. Ages are
milliseconds. Source: the screens' description, section 7; EEMUA 191 on floods.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from clockd.web.alert_words import KINDS, LEVELS
from clockd.web.hub_tournaments import round_at
from clockd.web.words import known, said, say, small

Alert = Mapping[str, Any]
Row = dict[str, Any]

FLOOD = 5  # boards with one kind of alert ...
FLOOD_WITHIN_MS = 10_000  # ... that began within this time of each other
# The hub's own kinds and their signs, most pressing first.
_HUB_SIGNS = {
    "not-delivered": "hub-lost",
    "fork": "differs",
    "disputed": "differs",
    "set-aside": "ended",
    "table-offline": "hub-lost",
    "two-tables": "differs",
    "records-missing": "disk",
    "unreadable": "disk",
    "another-game": "differs",
}
_ORDER = {name: place for place, name in enumerate([*KINDS, *_HUB_SIGNS])}


def level_of(alert: Alert) -> str:
    """The level that the hub gave; a word that is none of the three is shown with "soon"."""
    level = alert.get("level")
    return level if level in LEVELS else "soon"


def sign_of(name: str) -> str:
    """The sign that stands before this kind's word."""
    return KINDS[name][1] if name in KINDS else _HUB_SIGNS.get(name, "differs")


def title_of(name: str) -> str:
    """What this kind is called; an unknown kind by its own name."""
    return known(f"alert.{name}", name.replace("-", " ").capitalize())


def urgency(alert: Alert) -> tuple[int, int, int]:
    """The place of an alert in the list: level, kind, oldest first."""
    kind = _ORDER.get(str(alert.get("alert")), len(_ORDER))
    return LEVELS.index(level_of(alert)), kind, -int(alert.get("age_ms") or 0)


def is_past(alert: Alert, round_number: object) -> bool:
    """Whether it is of another round than the one under way: its board has other players now."""
    return alert.get("round") not in (None, round_number)


def hub_alert_rows(
    alerts: Sequence[Alert], boards: Sequence[Mapping[str, Any]], round_number: object = None
) -> list[Row]:
    """The rows of the alert list, in order. One of an earlier round leads to the pairings."""
    players = {
        (board["board"], side): str(board[side]["name"])
        for board in boards
        for side in ("white", "black")
        if board.get(side)
    }
    rows: list[Row] = []
    for together in _by_board_and_kind(sorted(alerts, key=urgency)):
        past = is_past(together[0], round_at(boards, together[0].get("board"), round_number))
        rows.append(
            {**_row(together, {}), "href": "/pairings"} if past else _row(together, players)
        )
    return _fold_floods(rows)


def _by_board_and_kind(alerts: Sequence[Alert]) -> list[list[Alert]]:
    found: dict[tuple[object, ...], list[Alert]] = {}
    for alert in alerts:
        place = alert.get("board") if alert.get("board") is not None else alert.get("table")
        kind = (level_of(alert), alert.get("alert"), place, alert.get("round"))
        found.setdefault(kind, []).append(alert)
    return list(found.values())


def _row(alerts: Sequence[Alert], players: Mapping[tuple[Any, str], str]) -> Row:
    first = alerts[0]
    name, board = str(first.get("alert")), first.get("board")
    side = first.get("side")
    who = [say(side)] if side in ("white", "black") else []
    if player := players.get((board, str(side))):
        who.append(player)
    return {
        "id": str(first.get("id") or f"{board}:{name}"),
        "alert": name,
        "level": level_of(first),
        "sign": sign_of(name),
        "title": title_of(name),
        "board": _place(first),
        "href": "" if board is None else f"/board/{board}",
        "who": ", ".join(who),
        "text": str(first.get("detail") or said("answer", name, "other")),
        "times": say("hub.alerts.times", count=len(alerts)) if len(alerts) > 1 else "",
        "age_ms": int(first.get("age_ms") or 0),
    }


def _place(alert: Alert) -> str:
    board = alert.get("board")
    return "–" if board is None else str(board)


def _fold_floods(rows: Sequence[Row]) -> list[Row]:
    kept: list[Row] = []
    for kind in dict.fromkeys((row["level"], row["alert"]) for row in rows):
        of_kind = [row for row in rows if (row["level"], row["alert"]) == kind]
        ages = [row["age_ms"] for row in of_kind]
        if len(of_kind) >= FLOOD and max(ages) - min(ages) <= FLOOD_WITHIN_MS:
            kept.append(_flood(of_kind))
        else:
            kept.extend(of_kind)
    return kept


def _flood(rows: Sequence[Row]) -> Row:
    first = rows[0]
    boards = ", ".join(row["board"] for row in rows)
    return {
        **first,
        "id": f"flood:{first['alert']}",
        "title": say("hub.alerts.many", count=len(rows), title=small(first["title"])),
        "board": str(len(rows)),
        "href": "",
        "who": say("hub.alerts.boards", boards=boards),
        "text": say("hub.alerts.flood"),
        "times": "",
    }


BLANK_ROW = _row([{"alert": "call", "level": "look"}], {})
