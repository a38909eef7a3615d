"""How a side's time moves between two snapshots: what the pages' script must know to count smoothly.

The table computes times; the page only keeps the shown digits moving until the next snapshot half a second later.
For that it is told one of four words a side, read from the time control and the side's period. An unreadable
control counts plainly: half a second's error at most, put right by the next snapshot.
"""

from functools import lru_cache
from typing import Literal

from clockd.errors import BadTimeControl
from clockd.game.control_text import parse_control
from clockd.game.time_control import Kind
from clockd.ports import SIDES
from clockd.web.snapshot import Snapshot

Pace = Literal["plain", "delay", "bronstein", "hourglass"]

_PACE_OF: dict[Kind, Pace] = {
    Kind.DELAY: "delay",  # main time stands while the delay lasts
    Kind.BRONSTEIN: "bronstein",  # the delay is used up inside the time that shows
    Kind.HOURGLASS: "hourglass",  # what one side loses the other gains
}


def paces(snapshot: Snapshot) -> dict[str, Pace]:
    """The pace of each side's clock in its present period."""
    kinds = _kinds(str(snapshot["control"] or ""))
    found: dict[str, Pace] = {}
    for place, side in enumerate(SIDES):
        of_side = kinds[place] or ("plain",)
        found[side] = of_side[min(snapshot["period"][place], len(of_side)) - 1]
    return found


@lru_cache(maxsize=8)
def _kinds(control: str) -> tuple[tuple[Pace, ...], ...]:
    try:
        parsed = parse_control(control)
    except BadTimeControl:
        return ((), ())
    return tuple(
        tuple(_PACE_OF.get(period.kind, "plain") for period in parsed.of(side)) for side in SIDES
    )
