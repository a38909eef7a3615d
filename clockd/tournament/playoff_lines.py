"""The lines that `clockd playoff` reads, taken into a contest: results, drawings, choices, rulings.

A line is a JSON object; a key that is missing, of a wrong kind or not known is BadInput. Source: interfaces.md
section 5 (the two rulings are ours).
"""

from collections.abc import Callable, Mapping
from typing import Any

from clockd.errors import BadInput
from clockd.ports import SIDES, Side
from clockd.tournament.playoffs import (
    Contest,
    choose_colour,
    choose_format,
    draw_lots,
    rule_order,
    take_result,
)

NUMBER_DIGITS_MAX = 9  # a player's number; more digits are no number of ours


def take_line(contest: Contest, line: Mapping[str, Any]) -> Contest:
    """The contest after this line."""
    for key, kinds in (("lot", _LOTS), ("ruling", _RULINGS)):
        if key in line:
            kind = line[key]
            if not isinstance(kind, str) or kind not in kinds:
                raise BadInput(f"{key} {kind!r}, expected {' or '.join(kinds)}")
            return kinds[kind](contest, line)
    return _result(contest, line)


def _result(contest: Contest, line: Mapping[str, Any]) -> Contest:
    _known(line, "stage", "white", "black", "result", "forfeit", "game", "match_winner")
    stage, result = _text(line, "stage"), _text(line, "result")
    return take_result(
        contest,
        stage,
        _number(line.get("white"), "white"),
        _number(line.get("black"), "black"),
        result,
    )


def _order(contest: Contest, line: Mapping[str, Any]) -> Contest:
    _known(line, "lot", "stage", "order")
    stage = _text(line, "stage") if "stage" in line else None
    return draw_lots(contest, _players(line), stage)


def _colour(contest: Contest, line: Mapping[str, Any]) -> Contest:
    _known(line, "lot", "stage", "winner", "choice")
    choice, winner = _text(line, "choice"), _number(line.get("winner"), "winner")
    if choice not in SIDES:
        raise BadInput(f"choice {choice!r}, expected white or black")
    if "stage" in line and contest.course and _text(line, "stage") != contest.course.stage.name:
        wanted = f"expected {contest.course.stage.name!r} to be played now"
        raise BadInput(f"a choice of colour for {line['stage']!r}, {wanted}")
    return choose_colour(contest, winner, Side(choice))


def _format(contest: Contest, line: Mapping[str, Any]) -> Contest:
    _known(line, "ruling", "stage")
    return choose_format(contest, _text(line, "stage"))


def _ruled(contest: Contest, line: Mapping[str, Any]) -> Contest:
    _known(line, "ruling", "order")
    return rule_order(contest, _players(line))


_LOTS: dict[str, Callable[[Contest, Mapping[str, Any]], Contest]] = {
    "order": _order,
    "colour": _colour,
}
_RULINGS: dict[str, Callable[[Contest, Mapping[str, Any]], Contest]] = {
    "format": _format,
    "order": _ruled,
}


def _known(line: Mapping[str, Any], *keys: str) -> None:
    unknown = [key for key in line if key not in keys]
    if unknown:
        raise BadInput(f"key {unknown[0]!r}, expected {', '.join(keys)}")


def _text(line: Mapping[str, Any], key: str) -> str:
    value = line.get(key)
    if not isinstance(value, str):
        raise BadInput(f"{key} {value!r}, expected a text")
    return value


def _number(value: Any, what: str) -> int:
    if (
        isinstance(value, bool)
        or not isinstance(value, int)
        or not 0 < value < 10**NUMBER_DIGITS_MAX
    ):
        raise BadInput(f"{what} {_short(value)}, expected a player's number")
    return value


def _players(line: Mapping[str, Any]) -> tuple[int, ...]:
    order = line.get("order")
    if not isinstance(order, list):
        raise BadInput(f"order {_short(order)}, expected a list of players' numbers")
    return tuple(_number(player, "order holds") for player in order)


def _short(value: Any) -> str:
    return repr(value)[:40]
