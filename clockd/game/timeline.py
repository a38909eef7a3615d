"""The clock as a calculator: what both hands show after each of a list of presses, pauses and edits.

A pure fold over plain objects (interfaces.md section 2), used by `clockd timeline` and by tests. Here every
press completes a move. Instants come and go in whole milliseconds.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from clockd.errors import BadInput
from clockd.game import clock as clocks
from clockd.game.clock import Clock, Timing
from clockd.ports import WHITE, Side
from clockd.units import milliseconds, to_ms

Row = dict[str, Any]


class Timeline:
    """Feed it the inputs in order; each `feed` answers with the rows it causes."""

    def __init__(self, timing: Timing) -> None:
        self.timing = timing
        self.clock = clocks.set_up(timing)
        self.started = self.ended = False
        self.at_ms = 0
        self._flag_told = False

    def feed(self, seen: Mapping[str, Any]) -> list[Row]:
        """Rows for one input; BadInput when it is not of the form, or cannot be."""
        at_ms = _integer(seen, "at_ms")
        if at_ms < self.at_ms:
            raise BadInput(f"at_ms {at_ms} is before {self.at_ms}, expected instants in order")
        action = _ACTIONS.get(str(seen.get("do")))
        if action is None:
            raise BadInput(f"do {seen.get('do')!r}, expected one of {', '.join(_ACTIONS)}")
        if self.ended and action not in _AFTER_THE_END:
            raise BadInput(f"{seen['do']} after the end, expected press, read or end")
        self.at_ms = at_ms
        self.clock = clocks.advance(self.timing, self.clock, milliseconds(at_ms))
        flag = self._flag_row()
        action(self, seen)
        return [*flag, *self._flag_row(), self._row()]

    def end(self) -> Row:
        """The last line: the flag if one fell, else when the running side's would."""
        falls_ns = clocks.flag_falls_at_ns(self.timing, self.clock)
        return {
            "end": True,
            "flag": self.clock.flag,
            "flag_at_ms": _maybe_ms(self.clock.flag_at_ns),
            "next_flag_at_ms": None if self.clock.flag else _maybe_ms(falls_ns),
        }

    def _flag_row(self) -> list[Row]:
        if self.clock.flag is None or self._flag_told:
            return []
        self._flag_told = True
        return [{"at_ms": _maybe_ms(self.clock.flag_at_ns), "flag": self.clock.flag}]

    def _row(self) -> Row:
        clock = self.clock
        return {
            "at_ms": self.at_ms,
            "white_ms": to_ms(clock.white.remaining_ns),
            "black_ms": to_ms(clock.black.remaining_ns),
            "running": clock.running,
            "white_moves": clock.white.moves,
            "black_moves": clock.black.moves,
            "white_period": clock.white.period + 1,
            "black_period": clock.black.period + 1,
            "flag": clock.flag,
        }

    # -- what an input may say --------------------------------------------------------------------

    def _start(self, seen: Mapping[str, Any]) -> None:
        if self.started:
            raise BadInput("a second start, expected one (resume ends a pause)")
        side = _side(seen, default=WHITE)
        self.started = True
        self.clock = clocks.start(replace(self.clock, to_run=side), milliseconds(self.at_ms))

    def _press(self, seen: Mapping[str, Any]) -> None:
        side = _side(seen)
        if self.clock.running is not side:
            return  # a press by the side whose clock stands is no press
        handed = clocks.press(self.timing, self.clock, milliseconds(self.at_ms))
        self.clock = clocks.complete_move(self.timing, handed, side)

    def _pause(self, seen: Mapping[str, Any]) -> None:
        self.clock = clocks.pause(self.timing, self.clock, milliseconds(self.at_ms))

    def _resume(self, seen: Mapping[str, Any]) -> None:
        if not self.started:
            raise BadInput("resume before the start, expected start")
        if self.clock.running is None and self.clock.flag is None:
            self.clock = clocks.start(self.clock, milliseconds(self.at_ms))

    def _adjust(self, seen: Mapping[str, Any]) -> None:
        side = _side(seen)
        if self.clock.flag is not None:
            raise BadInput(f"an adjustment after {self.clock.flag}'s flag, expected none")
        adjusted = self._adjusted(side, seen)
        left_ns = adjusted.hand(side).remaining_ns
        if left_ns <= 0:
            raise BadInput(f"the adjustment leaves {side} {to_ms(left_ns)} ms, expected 1 or more")
        self.clock = adjusted

    def _adjusted(self, side: Side, seen: Mapping[str, Any]) -> Clock:
        if ("add_ms" in seen) == ("set_ms" in seen):
            raise BadInput("an adjustment needs add_ms or set_ms, expected exactly one of them")
        if "add_ms" in seen:
            return clocks.add_time(self.clock, side, milliseconds(_integer(seen, "add_ms")))
        set_ms = _integer(seen, "set_ms")
        if set_ms <= 0:
            raise BadInput(f"set_ms {set_ms} leaves {side} no time, expected 1 or more")
        return clocks.set_main_time(self.timing, self.clock, side, milliseconds(set_ms))

    def _read(self, seen: Mapping[str, Any]) -> None:
        """Nothing but the row."""

    def _end(self, seen: Mapping[str, Any]) -> None:
        self.ended = True
        self._pause(seen)


_ACTIONS: dict[str, Callable[[Timeline, Mapping[str, Any]], None]] = {
    "start": Timeline._start,
    "press": Timeline._press,
    "pause": Timeline._pause,
    "resume": Timeline._resume,
    "adjust": Timeline._adjust,
    "read": Timeline._read,
    "end": Timeline._end,
}
# What stands still may still be read, and a press on it is no press.
_AFTER_THE_END = (Timeline._press, Timeline._read, Timeline._end)


def _maybe_ms(instant_ns: int | None) -> int | None:
    return None if instant_ns is None else to_ms(instant_ns)


def _integer(seen: Mapping[str, Any], key: str) -> int:
    value = seen.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**15:
        raise BadInput(f"{key} is {value!r}, expected a whole number of milliseconds")
    return value


def _side(seen: Mapping[str, Any], default: Side | None = None) -> Side:
    value = seen.get("side", default)
    if value not in ("white", "black"):
        raise BadInput(f'side is {value!r}, expected "white" or "black"')
    return Side(value)
