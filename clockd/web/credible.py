"""A table's words as the hub's pages may use them: a key whose value has no such form reads as unknown.

The snapshot comes from another machine by way of the hub. A page must show twenty boards whatever one table says, so
nothing of a wrong form gets as far as the views.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from clockd.web.snapshot import UNKNOWN, Snapshot, complete

Check = Callable[[Any], bool]

_SIDES = ("white", "black")
_CODE = re.compile(r"[0-9]{8}")
_MOVE = re.compile(r"([a-h][1-8]){2}[qrbn]?")


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _pair_of(check: Check) -> Check:
    return lambda value: isinstance(value, list) and len(value) == 2 and all(map(check, value))


def _list_of(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _move(value: Any) -> bool:
    return isinstance(value, str) and _MOVE.fullmatch(value) is not None


def _ply(value: Any) -> bool:
    if not isinstance(value, Mapping) or value.get("side") not in _SIDES:
        return False
    times = (value.get("spent_ms"), value.get("clock_ms"))
    return isinstance(value.get("san"), str) and all(t is None or _whole(t) for t in times)


def _alert(value: Any) -> bool:
    if not isinstance(value, Mapping) or not isinstance(value.get("alert"), str):
        return False
    ply = value.get("ply")
    return ply is None or _whole(ply)


def _enrolment(value: Any) -> bool:
    """Its code is shown on a page that everybody sees: eight digits and nothing else."""
    if not isinstance(value, Mapping):
        return False
    code = value.get("code")
    return code is None or (isinstance(code, str) and _CODE.fullmatch(code) is not None)


_FORMS: Mapping[str, Check] = {
    "enrolment": _enrolment,
    **dict.fromkeys(("fen", "state", "result", "board_detail"), _text),
    **dict.fromkeys(
        ("white_ms", "black_ms", "move_number", "seq", "durable_seq", "periods"), _whole
    ),
    **dict.fromkeys(("running", "flag", "to_move"), lambda value: value in _SIDES),
    **dict.fromkeys(("moves", "presses", "delay_ms", "delay_full_ms"), _pair_of(_whole)),
    "period": _pair_of(lambda value: _whole(value) and value >= 1),
    "moves_to_go": _pair_of(lambda value: value is None or _whole(value)),
    "san": _list_of(_text),
    "problems": _list_of(_text),
    "shown": _list_of(_move),
    "last_move": _move,
    "plies": _list_of(_ply),
    "alerts": _list_of(_alert),
}
# What the views print as it is: any text or number will do.
_PLAIN = frozenset(UNKNOWN) - frozenset(_FORMS)


def credible(said: Mapping[str, Any]) -> Snapshot:
    """The table's snapshot with every key present and of its form."""
    kept = {key: value for key, value in said.items() if key in _FORMS and _FORMS[key](value)}
    plain = {key: said[key] for key in _PLAIN & said.keys() if _is_plain(said[key])}
    return complete({**kept, **plain})


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)
