"""Both kings put on the centre: how players show the result on an e-board.

e4 and d5 (both light) is 1-0, d4 and e5 (both dark) 0-1, one light and one dark a draw; either king on either square,
other men may stand anywhere. The kings touch, so it can never be a game position, and turning the board changes
nothing. It is the players' claim: whether it ends the game is decided elsewhere. Source: DGT fact sheet section 13.
"""

import chess

from clockd.game.evidence import KingsResult
from clockd.game.readings import Reading
from clockd.units import seconds

STANDING_NS = seconds(
    3
)  # the vendor asks for 5 s before the board is cleared; a hand passing by takes less than 3
CENTRE = chess.BB_D4 | chess.BB_E4 | chess.BB_D5 | chess.BB_E5


def kings_result(letters: list[str]) -> KingsResult | None:
    """The result that the kings show, or None while they do not both stand alone on centre squares."""
    if letters.count("K") != 1 or letters.count("k") != 1:
        return None
    kings = 1 << letters.index("K") | 1 << letters.index("k")
    if kings & ~CENTRE:
        return None
    light = (kings & chess.BB_LIGHT_SQUARES).bit_count()
    results: tuple[KingsResult, ...] = ("0-1", "1/2-1/2", "1-0")
    return results[light]


class KingsWatch:
    """Since when the kings show a result, and whether that was told."""

    __slots__ = ("_told", "result", "since_ns")

    def __init__(self) -> None:
        self.result: KingsResult | None = None
        self.since_ns = 0
        self._told = False

    def look(self, letters: list[str], at_ns: int) -> None:
        """Note what the kings show after a king was moved."""
        result = kings_result(letters)
        if result != self.result:
            self.result, self.since_ns, self._told = result, at_ns, False

    @property
    def due_ns(self) -> int | None:
        """When the signal will have stood long enough; None when there is nothing to wait for."""
        return None if self.result is None or self._told else self.since_ns + STANDING_NS

    def take(self, now_ns: int) -> KingsResult | None:
        """The result, once for each placement, when it has stood for three seconds."""
        if self.due_ns is None or now_ns < self.due_ns:
            return None
        self._told = True
        return self.result


def steps_to_centre(reading: Reading) -> bool:
    """Whether the reading has a king's step to the centre that nobody pressed: it may be the signal's first half."""
    return any(
        play.man in "Kk" and CENTRE >> play.square & 1 and play.ply not in reading.paid
        for play in reading.plays
    )
