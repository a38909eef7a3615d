"""Both clocks over the game as two lines in a box: x moves completed, y time left.

Gives points, ticks and labels in units of a box CURVE_WIDTH x CURVE_HEIGHT, time upwards; the page draws them.
Times are milliseconds.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from clockd.web.snapshot import Snapshot
from clockd.web.times import whole_seconds
from clockd.web.words import say

CURVE_WIDTH, CURVE_HEIGHT = 400, 160
CURVE_LEAST_MOVES = (
    20  # a game of three moves would otherwise draw two steep strokes across the box
)
LABEL_GAP = 20  # two labels nearer than a line of text would overprint
_TICKS_MS = (15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000)
_MOST_TICKS = 4

Points = list[tuple[float, float]]


def curve(snapshot: Snapshot) -> dict[str, Any]:
    """Both clocks after each move: points for two lines, ticks of time and moves, where each line ends."""
    series = {side: _series(snapshot["plies"], side) for side in ("white", "black")}
    step, ceiling = _scale(max([60_000, *series["white"], *series["black"]]))
    across = max(CURVE_LEAST_MOVES, len(series["white"]), len(series["black"]))
    lines = {side: _points(times, across, ceiling) for side, times in series.items()}
    return {
        "white": _joined(lines["white"]),
        "black": _joined(lines["black"]),
        "ends": _ends(lines, series),
        "ticks": [
            {"y": _height(time, ceiling), "word": _tick_word(time)}
            for time in range(0, ceiling + 1, step)
        ],
        "moves": [
            {"x": round(CURVE_WIDTH * number / across, 1), "word": str(number)}
            for number in range(10, across + 1, 10)
        ],
    }


def _series(plies: Sequence[Mapping[str, Any]], side: str) -> list[int]:
    return [
        ply["clock_ms"] for ply in plies if ply["side"] == side and ply.get("clock_ms") is not None
    ]


def _scale(top_ms: int) -> tuple[int, int]:
    """The step between two ticks, and the first tick that is at or above the longest time."""
    step = next((tick for tick in _TICKS_MS if top_ms <= tick * _MOST_TICKS), _TICKS_MS[-1])
    return step, -(-top_ms // step) * step


def _tick_word(time_ms: int) -> str:
    if time_ms % 60_000:
        return say("curve.seconds", count=time_ms // 1000)
    return say("curve.minutes", count=time_ms // 60_000)


def _height(time_ms: int, ceiling_ms: int) -> float:
    return round(CURVE_HEIGHT * (1 - time_ms / ceiling_ms), 1)


def _points(times: Sequence[int], across: int, ceiling_ms: int) -> Points:
    return [
        (round(CURVE_WIDTH * number / across, 1), _height(time, ceiling_ms))
        for number, time in enumerate(times, start=1)
    ]


def _joined(points: Points) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _ends(lines: Mapping[str, Points], series: Mapping[str, Sequence[int]]) -> list[dict[str, Any]]:
    """Where each line ends, upper one first, with its label's height moved clear of the other's."""
    ends: list[dict[str, Any]] = [
        {
            "side": side,
            "x": points[-1][0],
            "y": points[-1][1],
            "label_y": points[-1][1] + 5,
            "word": say("curve.end", side=say(side), time=whole_seconds(series[side][-1])),
        }
        for side, points in lines.items()
        if points
    ]
    for (
        end
    ) in ends:  # one column of labels, right of both ends: a label never lies on the other's line
        end["label_x"] = max(other["x"] for other in ends) + 11
    ends.sort(key=lambda end: end["y"])
    if len(ends) == 2 and (overlap := LABEL_GAP - (ends[1]["label_y"] - ends[0]["label_y"])) > 0:
        ends[0]["label_y"] -= overlap / 2
        ends[1]["label_y"] += overlap / 2
    return ends
