"""When a player need not write his moves down (Laws 8.4), read from the clock times of a game.

Under five minutes in a period, with no increment of 30 s or more, he is exempt for the rest of that period; at its
end he brings the sheet up to date (8.5). A delay counts as an increment. Rapid and blitz have no duty (A.2, B.2).
"""

from collections.abc import Sequence

from clockd.game.time_control import Kind, Period, TimeControl
from clockd.ports import Side
from clockd.units import minutes, seconds

EXEMPT_UNDER_NS = minutes(5)
ALWAYS_FROM_NS = seconds(30)  # with this much added each move nobody is ever exempt


def may_be_exempt(period: Period) -> bool:
    """Whether 8.4 can apply in this period."""
    return period.kind is Kind.HOURGLASS or period.amount_ns < ALWAYS_FROM_NS


def is_exempt(control: TimeControl, side: Side, period: int, remaining_ns: int) -> bool:
    """Whether this side need not write now; once so, it stays so until the period ends. `period` counts from 1."""
    if control.rate() != "standard":
        return True
    return may_be_exempt(control.of(side)[period - 1]) and remaining_ns < EXEMPT_UNDER_NS


def exempt_from_ply(
    control: TimeControl, sides: Sequence[Side], plies: Sequence[tuple[Side, int | None]]
) -> int | None:
    """The ply (0-based) from which one of these sides need not write; `plies` are the mover and his time after it."""
    found = []
    for side in sides:
        own = [number for number, (mover, _) in enumerate(plies) if mover is side]
        move = exempt_from_move(control, side, [plies[number][1] for number in own])
        if move is not None:
            found.append(own[move - 1] + 1 if move else 0)
    return min(found, default=None)


def exempt_from_move(
    control: TimeControl, side: Side, clocks_ns: Sequence[int | None]
) -> int | None:
    """The side's move (0-based) from which it need not write at the end of these moves; None: always bound.

    `clocks_ns` is the time left after each of its moves, None where it is not known.
    """
    if control.rate() != "standard":
        return 0
    first = 0
    for period in control.of(side):
        after = None if period.moves is None else first + period.moves
        if after is not None and len(clocks_ns) >= after:
            first = after
            continue
        if not may_be_exempt(period):
            return None
        for move in range(first, len(clocks_ns)):
            left_ns = clocks_ns[move]
            if left_ns is not None and left_ns < EXEMPT_UNDER_NS:
                return move + 1
        return None
    return None
