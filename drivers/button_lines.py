"""One line of JSON from a button box made into what was pressed; one line of an error when it is none.

Sans-IO. The forms are those of interfaces.md section 6: press, draw, resign, arbiter, arrived, call, claim. A line may
carry the instant of its edge as `at_monotonic_ns`; it is believed when it lies 0 to 1 s back, else the receipt counts.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Literal, cast

from clockd.errors import BadInput
from clockd.ports import (
    ArbiterCalled,
    ArbiterPressed,
    ButtonInput,
    ClockPressed,
    DrawClaimed,
    DrawPressed,
    PlayerArrived,
    ResignPressed,
    Side,
)
from clockd.units import SECOND_NS

LINE_MOST = 4096  # bytes: the longest form is under 200
AGE_MOST_NS = SECOND_NS
STAMP = "at_monotonic_ns"
ARBITER_DOES = ("start", "pause", "resume")
CLAIMS = ("threefold", "fifty-moves")
SAN_MOST = 12  # characters of a move; "Qa1xb2+ e.p." is as long as they get

_Make = Callable[[int, Side], ButtonInput]
_OF_A_SIDE: Mapping[str, _Make] = {
    "press": ClockPressed,
    "draw": DrawPressed,
    "resign": ResignPressed,
    "arrived": PlayerArrived,
    "call": ArbiterCalled,
}
FORMS = (*_OF_A_SIDE, "arbiter", "claim")


class LineReader:
    """Cuts what one client sends into button inputs and the error lines it is answered with."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._too_long = False
        self.unstamped = 0  # stamps that were not believed
        self.refused = 0  # lines answered with an error

    def feed(self, data: bytes, now_ns: int) -> tuple[list[ButtonInput], bytes]:
        """What these bytes say, received at this instant; the errors as lines to send back."""
        self._buffer += data
        *lines, rest = bytes(self._buffer).split(b"\n")
        self._buffer[:] = rest
        if len(rest) > LINE_MOST:
            self._too_long = True
            self._buffer.clear()
        seen: list[ButtonInput] = []
        answers = b"".join(self._line(line, now_ns, seen) for line in lines)
        return seen, answers

    def _line(self, line: bytes, now_ns: int, seen: list[ButtonInput]) -> bytes:
        too_long = self._too_long or len(line) > LINE_MOST
        self._too_long = False
        try:
            if too_long:
                raise BadInput(f"a line of over {LINE_MOST} bytes, expected one JSON object a line")
            if line.strip():
                at_ns, believed = _instant(written := _object(line), now_ns)
                seen.append(button_input(written, at_ns))
                self.unstamped += not believed
        except BadInput as error:
            self.refused += 1
            return json.dumps({"error": str(error)}).encode() + b"\n"
        return b""


def button_input(written: Mapping[str, Any], at_ns: int) -> ButtonInput:
    """What one JSON object says was pressed at this instant; BadInput names what it holds and what was expected."""
    named = [form for form in FORMS if form in written]
    if len(named) != 1:
        found = " and ".join(named) or f"keys {sorted(written)}"
        raise BadInput(f"{found[:80]}, expected exactly one of {', '.join(FORMS)}")
    form = named[0]
    _no_other_keys(written, form)
    if form == "arbiter":
        return ArbiterPressed(at_ns, _one_of(written, form, ARBITER_DOES))
    side = Side(_one_of(written, form, tuple(Side)))
    if form == "claim":
        return _claim(written, at_ns, side)
    return _OF_A_SIDE[form](at_ns, side)


def _claim(written: Mapping[str, Any], at_ns: int, side: Side) -> DrawClaimed:
    kind = cast(Literal["threefold", "fifty-moves"], _one_of(written, "kind", CLAIMS))
    move = written.get("move")
    if move is None:
        return DrawClaimed(at_ns, side, kind)
    if not isinstance(move, str) or not 2 <= len(move) <= SAN_MOST or not move.isprintable():
        raise BadInput(f'"move" is {str(move)[:20]!r}, expected a move such as "Nf3"')
    return DrawClaimed(at_ns, side, kind, move)


def _no_other_keys(written: Mapping[str, Any], form: str) -> None:
    known = {form, STAMP} | ({"kind", "move"} if form == "claim" else set())
    other = next((key for key in written if key not in known), None)
    if other is not None:
        raise BadInput(f"unknown key {other[:40]!r} beside {form!r}")


def _one_of(written: Mapping[str, Any], key: str, allowed: tuple[str, ...]) -> Any:
    value = written.get(key)
    if not isinstance(value, str) or value not in allowed:
        raise BadInput(f'"{key}" is {str(value)[:40]!r}, expected {" or ".join(allowed)}')
    return value


def _object(line: bytes) -> dict[str, Any]:
    try:
        written = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise BadInput(f"{line[:40]!r} is not JSON, expected one object a line") from None
    if not isinstance(written, dict):
        raise BadInput(f'{line[:40]!r}, expected an object such as {{"press":"white"}}')
    return written


def _instant(written: Mapping[str, Any], now_ns: int) -> tuple[int, bool]:
    if STAMP not in written:
        return now_ns, True
    at_ns = written[STAMP]
    if isinstance(at_ns, bool) or not isinstance(at_ns, int):
        raise BadInput(f'"{STAMP}" is {str(at_ns)[:40]!r}, expected whole nanoseconds')
    believed = 0 <= now_ns - at_ns <= AGE_MOST_NS
    return (at_ns if believed else now_ns), believed
