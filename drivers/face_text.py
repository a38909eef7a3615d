"""What fits on a small display: a side's time in four digits, and one short line about the game.

Pure, from the snapshot (interfaces.md section 6). Seconds are rounded up, as on a chess clock: zero only when time is
gone.
"""

from collections.abc import Callable, Mapping
from typing import Any

HOUR_MS, MINUTE_MS, TENTHS_BELOW_MS = 3_600_000, 60_000, 20_000
NO_TIME, FLAG = "----", "FLAG"
SIDES = ("white", "black")


def four_digits(time_ms: int | None) -> str:
    """`1.30` hours and minutes, `9.05` minutes and seconds, ` 7.3` seconds and tenths below twenty; 4 digits wide."""
    if time_ms is None:
        return NO_TIME
    left_ms = max(0, time_ms)
    if left_ms < TENTHS_BELOW_MS:
        tenths = -(-left_ms // 100)
        return f"{tenths // 10:>3}.{tenths % 10}"
    seconds = -(-left_ms // 1000)
    high, low = divmod(seconds // 60, 60) if left_ms >= HOUR_MS else divmod(seconds, 60)
    return f"{high:>2}.{low:02}"


def side_text(snapshot: Mapping[str, Any], side: str, read: Callable[[int | None], str]) -> str:
    """A side's time as `read` writes it, or the word for a fallen flag."""
    return FLAG if snapshot.get("flag") == side else read(snapshot.get(f"{side}_ms"))


def state_line(snapshot: Mapping[str, Any]) -> str:
    """The result, what the arbiter waits for, or the last move; empty before a game."""
    result = snapshot.get("result", "*")
    if result != "*":
        return str(result)
    code = (snapshot.get("enrolment") or {}).get("code")
    if code and snapshot.get("state") in ("waiting", "ready"):
        return f"{code[:4]} {code[4:]}"
    if snapshot.get("state") == "paused":
        return "paused"
    if snapshot.get("draw_offer"):
        return "draw offered"
    san = snapshot.get("san") or []
    if not san:
        return str(snapshot.get("state", ""))
    number, black = (len(san) + 1) // 2, len(san) % 2 == 0
    return f"{number}{'...' if black else '.'} {san[-1]}"
