"""When the arbiter is told that the board shows another position than the game: once for each state of the board.

A man in the hand, a slide or a captured man beside the board differ for moments; only what stays is told. It keeps
what was told and when to look again; the words are those of doubts.py. Instants are integer nanoseconds.
"""

from clockd.game.doubts import difference_text
from clockd.game.evidence import BoardAlert
from clockd.game.readings import Reading
from clockd.units import seconds

STANDS_NS = seconds(5)  # a man where it should not be, on a quiet board
MISSING_NS = seconds(30)  # men in the hand: a player may think with one


class DifferenceWatch:
    """Compares the best reading with the squares, and remembers what was said."""

    __slots__ = ("_told", "due_ns")

    def __init__(self) -> None:
        self.due_ns: int | None = None  # when a board that nobody touches is looked at again
        self._told: frozenset[tuple[int, str]] = frozenset()

    @property
    def told(self) -> bool:
        """Whether the difference that stands now was told."""
        return bool(self._told)

    def changed(self, at_ns: int) -> None:
        """A square changed: from now on the board may be quiet."""
        self.due_ns = at_ns + STANDS_NS

    def explained(self) -> None:
        """The difference is no more: the next one is told afresh."""
        self._told = frozenset()

    def lasting(self, best: Reading, at_ns: int, changed_ns: int, *, upset: bool) -> bool:
        """Whether what differs has stood long enough to be told."""
        due = (changed_ns + STANDS_NS, changed_ns + MISSING_NS)
        self.due_ns = next((instant for instant in due if instant > at_ns), None)
        if best.agrees:
            self.explained()
            return False
        stands = any(at_ns - since >= STANDS_NS for since in best.stands.values())
        missing = any(at_ns - since >= MISSING_NS for since in best.gone.values())
        return stands or missing or (upset and at_ns - changed_ns >= STANDS_NS)

    def tell(self, best: Reading, letters: list[str], at_ns: int) -> list[BoardAlert]:
        """The alert, unless all of it was told before."""
        now = frozenset((square, letters[square]) for square in best.differs)
        if now <= self._told:
            return []
        self._told = now
        detail = difference_text(letters, best.position.letters)
        return [BoardAlert(at_ns, "position-differs", None, detail)]
