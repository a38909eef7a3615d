"""What an alert is called, how urgent it is, and what the arbiter does about it.

Levels: "now" (go to the board), "soon" (within minutes), "look" (when you pass). The order of the rows is the
order on the page. The table's own sentence (`detail`) says what happened; the catalogue adds the answer. The list
of names is that of interfaces section 6; the levels and first answers are those of the screens' description,
section 7.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from clockd.web.ruling_forms import first_answer
from clockd.web.words import said, say, small

Level = Literal["now", "soon", "look"]
LEVELS: tuple[Level, ...] = ("now", "soon", "look")

# Alert: level and sign, most pressing first.
KINDS: Mapping[str, tuple[Level, str]] = {
    "flag": ("now", "flag"),
    "illegal-move": ("now", "illegal"),
    "no-move": ("now", "press"),
    "claim": ("now", "draw"),
    "call": ("now", "hand"),
    "device": ("now", "device"),
    "late": ("now", "clock"),
    "clock-restored": ("now", "stopped"),
    "missed-press": ("soon", "press"),
    "board-lost": ("soon", "board-lost"),
    "position-differs": ("soon", "differs"),
    "foreign-object": ("soon", "differs"),
    "ambiguous": ("soon", "differs"),
    "result-by-kings": ("soon", "ended"),
    "button-chatter": ("soon", "press"),
    "disk": ("soon", "disk"),
    "draw-refused": ("look", "draw"),
    "notation-behind": ("look", "pencil"),
}
_OTHER: tuple[Level, str] = ("soon", "differs")
_ORDER = {name: place for place, name in enumerate(KINDS)}


def _who(alert: Mapping[str, Any]) -> str:
    parts = [say(side) for side in (alert.get("side"),) if side in ("white", "black")]
    if ply := alert.get("ply"):
        parts.append(small(say("move", number=(int(ply) + 1) // 2)))
    return ", ".join(parts)


def _row(alert: Mapping[str, Any], place: int) -> dict[str, Any]:
    name = str(alert.get("alert"))
    level, sign = KINDS.get(name, _OTHER)
    form = first_answer(name)
    return {
        "id": str(alert.get("id", place)),
        "alert": name,
        "level": level,
        "sign": sign,
        "title": say(f"alert.{name}") if name in KINDS else name,
        "who": _who(alert),
        "text": str(alert.get("detail") or ""),
        "answer": said("answer", name, "other"),
        "side": str(alert.get("side") or ""),
        "key": form.key,
        "form": form.name,
        "ruling": say(f"ruling.{form.name}"),
        "going": str(alert.get("going") or ""),
    }


def alert_rows(alerts: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The open alerts as the page lists them: by level, then by kind, then oldest first."""
    rows = [_row(alert, place) for place, alert in enumerate(alerts)]
    rows.sort(key=lambda row: (LEVELS.index(row["level"]), _ORDER.get(row["alert"], len(_ORDER))))
    return [{**row, "count": alert_count(len(rows))} for row in rows]


def alert_count(count: int) -> str:
    """How many alerts are open, in words."""
    return say("alerts.one") if count == 1 else say("alerts.many", count=count)
