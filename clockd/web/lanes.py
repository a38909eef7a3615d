"""The two witnesses side by side: what the board showed, and which of it was pressed, for the last few moves.

Two lanes in a box LANES_WIDTH wide: a mark for each half-move on the board's, one for its press on the buttons', a tie
from the one to the other. A half-move that nobody pressed has a ring in place of the press, and a sentence; the last
one has nothing yet, since its press may still come. Pure, from the snapshot.
"""

from collections.abc import Mapping
from typing import Any

from clockd.web.snapshot import Snapshot
from clockd.web.words import say

LANES_WIDTH = 616
SHOWN = 6  # half-moves: more would overprint in the narrow column
FIRST_X, LAST_X, TIE = 120, 560, 16


def lanes(snapshot: Snapshot) -> dict[str, Any]:
    """Marks from the oldest shown to the latest, the counts of moves and presses, a sentence where a press lacks."""
    plies = snapshot["plies"]
    first = max(0, len(plies) - SHOWN)
    skipped = bool(plies) and plies[0]["side"] == "black"
    step = (LAST_X - FIRST_X) / (SHOWN - 1)
    marks = [
        _mark(
            (place + skipped) // 2 + 1,
            ply,
            FIRST_X + step * (place - first),
            last=place == len(plies) - 1,
        )
        for place, ply in list(enumerate(plies))[first:]
    ]
    missing = [mark["word"] for mark in marks if mark["press"] == "none"]
    moves, presses = (" · ".join(map(str, snapshot[key])) for key in ("moves", "presses"))
    return {
        "marks": marks,
        "moves": moves,
        "presses": presses,
        "note": say("lanes.missing", moves=", ".join(missing)) if missing else "",
        "summary": say("lanes.summary", moves=moves, presses=presses),
    }


def _mark(number: int, ply: Mapping[str, Any], x: float, *, last: bool) -> dict[str, Any]:
    side = ply["side"]
    pressed = bool(ply.get("pressed", True))
    return {
        "x": round(x, 1),
        "press_x": round(x + TIE, 1),
        "side": side,
        "word": f"{number}{'.' if side == 'white' else '...'} {ply['san']}",
        "press": "pressed" if pressed else ("open" if last else "none"),
    }
