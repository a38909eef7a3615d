"""The presses as they came: whether one only repeats the last, and which still wait to be explained.

A button stays down until the other is pressed, so a side that presses again before anybody of the other side has
moved or pressed has said nothing new. Instants are integer nanoseconds.
"""

from clockd.game.positions import IS_WHITE
from clockd.ports import EMPTY, Side

PLAY_ON_PRESSES = 2  # after the end of a game: one may only level the clock, two are play


class PressLog:
    """Who pressed last, how often, and the presses that no look at the board has explained yet."""

    __slots__ = ("after_end", "count", "last", "open", "other_moved")

    def __init__(self, to_move: Side) -> None:
        # The side not on move has pressed, as it were: its button is down when the game begins.
        self.last = to_move.other
        self.other_moved = False
        self.count = 0
        self.after_end = 0  # presses since the position ended the game
        self.open: list[tuple[Side, int]] = []

    def press(self, side: Side, at_ns: int, *, ended: bool) -> bool:
        """Take in a press; whether it only repeats the one before."""
        repeated = self.last is side and not self.other_moved
        self.last, self.other_moved = side, False
        self.count += 1
        self.after_end = self.after_end + 1 if ended else 0
        if not repeated:
            self.open.append((side, at_ns))
        return repeated

    def touched(self, man: str) -> None:
        """A man was moved: the next press of the side that pressed last says something if it was the other's."""
        if man != EMPTY and IS_WHITE[man] != (self.last is Side.WHITE):
            self.other_moved = True

    @property
    def played_on(self) -> bool:
        """Whether the players go on as if the game had not ended."""
        return self.after_end >= PLAY_ON_PRESSES
