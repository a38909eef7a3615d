"""The moves as a scoresheet, with the time spent on each and the clock after it.

Works from the snapshot's plies. A ply that nobody pressed is marked, except the last one: its press may still
come, and a mate needs none. Times are written to the second.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from clockd.web.snapshot import Snapshot
from clockd.web.times import whole_seconds
from clockd.web.words import say

CURVE_WIDTH, CURVE_HEIGHT = 600, 180
CURVE_LEAST_MOVES = (
    20  # a game of three moves would otherwise draw two steep strokes across the box
)
_NICE_TICKS_MS = (10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000)
_MOST_TICKS = 4


def _cell(ply: Mapping[str, Any], last: bool) -> dict[str, Any]:
    unpressed = not ply.get("pressed", True) and not last
    return {
        "san": ply["san"],
        "spent": _time(ply.get("spent_ms")),
        "clock": _time(ply.get("clock_ms")),
        "offer": say("sheet.offer") if ply.get("offer") else "",
        "offer_words": say("sheet.offer_words"),
        "no_press": say("sheet.no_press") if unpressed else "",
        "pending": False,
    }


def _awaited() -> dict[str, Any]:
    """The cell of the move that is to be made now."""
    empty = {"san": "", "clock_ms": None, "pressed": True}
    return {**_cell(empty, last=True), "san": say("sheet.to_move"), "pending": True}


def _time(time_ms: int | None) -> str:
    return "" if time_ms is None else whole_seconds(time_ms)


def scoresheet(snapshot: Snapshot) -> list[dict[str, Any]]:
    """One row a move number: `{"number": 23, "white": cell, "black": cell or None}`."""
    plies: Sequence[Mapping[str, Any]] = snapshot["plies"]
    if not plies:
        return []
    skipped = plies[0]["side"] == "black"
    cells = [_cell(ply, last=place == len(plies) - 1) for place, ply in enumerate(plies)]
    if snapshot["state"] != "ended":
        cells.append(_awaited())
    padded: list[dict[str, Any] | None] = [None] * skipped + list(cells)
    if len(padded) % 2:
        padded.append(None)
    return [
        {"number": place // 2 + 1, "white": padded[place], "black": padded[place + 1]}
        for place in range(0, len(padded), 2)
    ]
