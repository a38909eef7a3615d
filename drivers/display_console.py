"""The clock on a terminal: one line that is rewritten, or one line a change where the output is a file.

Shows only what the snapshot says (interfaces.md section 6) and computes nothing. Seconds are rounded up as on a chess
clock, so that 0:00 is shown only when the time is gone.
"""

import sys
from collections.abc import Mapping
from typing import Any, TextIO

from clockd.errors import BadConfig
from clockd.ports import Display

CLEAR_LINE = "\r\x1b[2K"
TENTHS_BELOW_MS = 20_000  # in the last twenty seconds every tenth counts
RUNS, STANDS = "*", " "


def make(config: Mapping[str, Any]) -> Display:
    """The console; it takes no keys."""
    for key in config:
        if key != "driver":
            raise BadConfig(f"[display] {key}: unknown key, the console takes none")
    return ConsoleDisplay(sys.stdout)


class ConsoleDisplay:
    """Writes the clock to a stream; on one that is gone it falls silent."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._rewrites = out.isatty()
        self._shown = ""

    def show(self, snapshot: Mapping[str, Any]) -> None:
        """Show this snapshot, if it reads differently from the one before."""
        text = console_line(snapshot) if self._rewrites else log_line(snapshot)
        if text != self._shown:
            self._shown = text
            self._write(CLEAR_LINE + text if self._rewrites else text + "\n")

    def close(self) -> None:
        """Leave the last reading standing and free the line."""
        if self._rewrites and self._shown:
            self._write("\n")

    def _write(self, text: str) -> None:
        try:
            self._out.write(text)
            self._out.flush()
        except (OSError, ValueError):  # the terminal was closed: a clock without a face runs on
            self._rewrites = False


def console_line(snapshot: Mapping[str, Any]) -> str:
    """Both clocks, who runs, the last move and the state: `White *1:29:58   1:30:30  Black   3... Nf6`."""
    white = _side(snapshot, "white")
    black = _side(snapshot, "black")
    return f"White {white}  {black} Black   {_last_move(snapshot)}{_state(snapshot)}".rstrip()


def log_line(snapshot: Mapping[str, Any]) -> str:
    """What is worth a line in a file: moves and changes of state, not every second."""
    return f"{_last_move(snapshot)}{_state(snapshot)}".strip()


def reading(time_ms: int | None) -> str:
    """A time as a chess clock shows it: `1:29:58`, `9:05`, and `0:07.3` below twenty seconds."""
    if time_ms is None:
        return "-:--"
    if time_ms < TENTHS_BELOW_MS:
        tenths = -(-max(0, time_ms) // 100)
        return f"0:{tenths // 10:02}.{tenths % 10}"
    hours, rest = divmod(-(-time_ms // 1000), 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _side(snapshot: Mapping[str, Any], side: str) -> str:
    mark = RUNS if snapshot.get("running") == side else STANDS
    flag = " FLAG" if snapshot.get("flag") == side else ""
    return f"{mark}{reading(snapshot.get(f'{side}_ms'))}{flag}"


def _last_move(snapshot: Mapping[str, Any]) -> str:
    san = snapshot.get("san") or []
    if not san:
        return ""
    number, black = (len(san) + 1) // 2, len(san) % 2 == 0
    return f"{number}{'...' if black else '.'} {san[-1]}  "


def _state(snapshot: Mapping[str, Any]) -> str:
    result = snapshot.get("result", "*")
    if result != "*":
        return f"{result} {snapshot.get('termination') or ''}".strip()
    return f"{snapshot.get('state', '')}{_enrolment(snapshot)}"


def _enrolment(snapshot: Mapping[str, Any]) -> str:
    """The code that an arbiter types at the hub, while no game is on."""
    code = (snapshot.get("enrolment") or {}).get("code")
    if not code or snapshot.get("state") not in ("waiting", "ready"):
        return ""
    return f"  code for the hub: {code[:4]} {code[4:]}"
