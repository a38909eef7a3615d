"""The board as last reported, and which way round it lies.

Turns piece codes by field into squares by chess number, as `BoardSeen` and `SquareChanged`. Which way the board lies
is found by comparing a full dump with the placement of the game; until it is known nothing is handed over, since
squares named from the wrong side would be worse than none. Foreign objects (codes 0x0d to 0x0f) read as empty squares
and are counted. No port, no clock; instants are given. Source: fact sheet "DGT e-board and clock", sections 5 and 12.
"""

from collections.abc import Callable
from typing import Literal

from clockd.ports import BoardInput, BoardSeen, SquareChanged
from drivers.dgt_frames import is_foreign, piece_of, placement_of, square_of

Orientation = Literal["auto", "normal", "rotated"]

# A dump this near to the game's placement may be taken for it: a man in each hand, a capture half made, a reply
# played while the cable was out. Beyond it the players are still setting up.
NEAR_SQUARES = 8
# and the other way round must fit at least this many times worse.
CLEARER_TIMES = 3
# Men of a placement that cannot stand point for point the other way round by accident: with so many a dump that fits
# exactly the other way shows that the board was turned (between two rounds, say).
TURNED_SQUARES = 16


def differences(one: str, other: str) -> int:
    """On how many squares two placements differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def way_round(seen: str, expected: str, rotated: bool | None) -> bool | None:
    """Whether the board lies turned, given a dump read as if it were not; `rotated` is what was known before.

    A known orientation changes only for a placement that fits exactly the other way and is nowhere near as it is.
    """
    normal, turned = differences(seen, expected), differences(seen[::-1], expected)
    near, far = min(normal, turned), max(normal, turned)
    found = turned < normal
    if rotated is None:
        return found if near <= NEAR_SQUARES and near * CLEARER_TIMES < far else None
    return found if near == 0 and far >= TURNED_SQUARES else rotated


class Mirror:
    """The board's fields as last told, handed on as squares."""

    def __init__(self, orientation: Orientation, expected: Callable[[], str]) -> None:
        self._expected = expected
        self._auto = orientation == "auto"
        self._codes: bytearray | None = None
        self.rotated: bool | None = None if self._auto else orientation == "rotated"
        self.foreign = 0  # readings that were no chessman
        self.foreign_squares: tuple[
            int, ...
        ] = ()  # where such things stand, as the last dump had it
        self.corrected = 0  # dumps that differed from what the updates had told: updates were lost

    def dump(self, codes: bytes, now_ns: int) -> list[BoardInput]:
        """A full dump: the placement, or nothing while it is open which way the board lies."""
        self.foreign += sum(map(is_foreign, codes))
        self.corrected += self.differs(codes)
        self._codes = bytearray(codes)
        if self._auto:
            self.rotated = way_round(placement_of(codes), self._expected(), self.rotated)
        if self.rotated is None:
            return []
        self.foreign_squares = _foreign_squares(codes, self.rotated)
        return [BoardSeen(now_ns, placement_of(codes, rotated=self.rotated))]

    def update(self, field: int, code: int, now_ns: int) -> list[BoardInput]:
        """One field's news as a square's; nothing when it was known already or the way round is open."""
        self.foreign += is_foreign(code)
        if self._codes is None:
            return []  # what came before the first dump is in the dump
        before, self._codes[field] = self._codes[field], code
        if self.rotated is None or piece_of(before) == piece_of(code):
            return []
        square = square_of(field, rotated=self.rotated)
        return [SquareChanged(now_ns, square, piece_of(code))]

    def differs(self, codes: bytes) -> bool:
        """Whether a dump tells something that the updates before it did not."""
        return self._codes is not None and bytes(self._codes) != codes

    def forget_squares(self) -> None:
        """The line was lost: what stands where is unknown, the way the board lies is not."""
        self._codes = None
        self.foreign_squares = ()

    def forget_way_round(self) -> None:
        """Another board hangs on the line now."""
        if self._auto:
            self.rotated = None


def _foreign_squares(codes: bytes, rotated: bool) -> tuple[int, ...]:
    found = (
        square_of(field, rotated=rotated) for field, code in enumerate(codes) if is_foreign(code)
    )
    return tuple(sorted(found))
