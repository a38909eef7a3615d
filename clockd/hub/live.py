"""A table's latest snapshot, as far as it can be believed: a picture for pages, never a truth.

Comes from another machine, so each key is taken only where its value has the form that interfaces.md section 6
gives it; a wrong one reads as absent. Kept with the instant of its arrival.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

LONGEST_TEXT = 500
MOST_ITEMS = 2000  # plies of the longest games are a third of this
SAN_SHOWN = 4
WHOLE_MOST = 1 << 53  # what a page's script still counts exactly

Check = Callable[[Any], bool]


def is_storable(text: str) -> bool:
    """No half of a surrogate pair: JSON can write one, no file, socket or page can hold it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _text(value: Any) -> bool:
    return value is None or (
        isinstance(value, str) and len(value) <= LONGEST_TEXT and is_storable(value)
    )


def _whole(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int):
        return value is None
    return abs(value) <= WHOLE_MOST


def _number(value: Any) -> bool:
    """Python reads NaN and Infinity in JSON; no page does."""
    return _whole(value) or (isinstance(value, float) and math.isfinite(value))


def _flagged(value: Any) -> bool:
    return isinstance(value, bool)


def _list_of(check: Check) -> Check:
    def fits(value: Any) -> bool:
        return isinstance(value, list) and len(value) <= MOST_ITEMS and all(map(check, value))

    return fits


def _object(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        _text(key) and (_text(v) or _flagged(v) or _number(v)) for key, v in value.items()
    )


def _alert(value: Any) -> bool:
    return (
        _object(value)
        and _text(value.get("alert"))
        and _text(value.get("side"))
        and _text(value.get("detail"))
        and _whole(value.get("id"))
    )


_FORMS: Mapping[str, Check] = {
    **dict.fromkeys(
        ("fen", "running", "flag", "state", "to_move", "last_move", "draw_offer", "result"), _text
    ),
    **dict.fromkeys(("termination", "match_winner", "board_link", "control_words"), _text),
    **dict.fromkeys(("board_detail", "journal", "event", "stage", "game_id", "paused_why"), _text),
    **dict.fromkeys(("white", "black", "rules", "control", "hub_link"), _text),
    **dict.fromkeys(("white_ms", "black_ms", "move_number", "durable_seq", "seq", "at_ms"), _whole),
    **dict.fromkeys(("round", "board", "game", "periods", "no_draw_before"), _whole),
    **dict.fromkeys(("white_rating", "black_rating", "clamped", "table"), _whole),
    **dict.fromkeys(("moves", "presses", "delay_ms", "delay_full_ms", "period"), _list_of(_whole)),
    "moves_to_go": _list_of(_whole),
    **dict.fromkeys(("san", "shown", "problems", "arrived"), _list_of(_text)),
    "plies": _list_of(_object),
    "alerts": _list_of(_alert),
    "forfeit": _flagged,
    "draw_odds": _text,
    "rate": _number,
}

LIVE_KEYS = (
    "fen",
    "white_ms",
    "black_ms",
    "running",
    "flag",
    "state",
    "move_number",
    "to_move",
    "last_move",
    "moves",
    "moves_to_go",
    "delay_ms",
    "control",
    "control_words",
    "period",
    "draw_offer",
    "result",
    "termination",
    "match_winner",
    "board_link",
    "paused_why",
    "no_draw_before",
    "draw_odds",
)


@dataclass(frozen=True, slots=True)
class Seen:
    """A snapshot and when it came."""

    at_ns: int
    snapshot: Mapping[str, Any]

    def get(self, key: str) -> Any:
        return self.snapshot.get(key)


def believed(said: Any, at_ns: int) -> Seen | None:
    """The keys of a table's snapshot whose values have their form; None when it is no object."""
    if not isinstance(said, Mapping):
        return None
    fitting = {key: said[key] for key, fits in _FORMS.items() if key in said and fits(said[key])}
    return Seen(at_ns, fitting)


def live(seen: Seen) -> dict[str, Any]:
    """What a page of many boards shows of one."""
    shown = {key: seen.get(key) for key in LIVE_KEYS}
    san = seen.get("san") or []
    return {**shown, "san": san[-SAN_SHOWN:], "alerts": seen.get("alerts") or []}
