"""What the edges of one push button mean: a press, a bounce, a button that sticks or chatters.

Sans-IO: it is told of edges with their instants and answers what they are. An edge down is a press only if the button
was up for a while before it, and its stamp stays the edge's own; so a bounce of the release can never hand the clock
over, and no press waits for a filter. Contacts bounced 81 ms after the press at worst (field scenario 10): such an edge
follows a longer up-time, counts as a press, and finds the clock of that side standing. Source: design, section 3.
"""

from collections import deque
from dataclasses import dataclass, field

from clockd.units import SECOND_NS, milliseconds, seconds

UP_NS = milliseconds(
    20
)  # release bounces of worn contacts stay below; no hand presses again within it
UP_TOGGLE_NS = milliseconds(
    300
)  # a toggle undone by its own bounce would be worse than one pressed again
AGE_MOST_NS = SECOND_NS  # callbacks came up to 60 ms late; a second is a broken stamp
STUCK_NS = seconds(10)  # nobody holds a clock button as long
CHATTER_EDGES = 40  # edges within a second: a bouncing press has four to ten, five presses a second less than this
CHATTER_WITHIN_NS = seconds(1)


@dataclass(frozen=True, slots=True)
class Edge:
    """What one edge means: a press or not, and whether a bout of chatter begins with it."""

    press: bool
    chatter: bool


@dataclass(slots=True)
class ButtonWatch:
    """The recent past of one button, taken to have been up for long when the watch begins."""

    up_ns: int = UP_NS
    bounces: int = 0  # edges down that were no press: a worn contact shows here first
    stuck: int = 0  # times it was down for ten seconds
    _down_ns: int | None = None  # since when it is down
    _stuck: bool = False
    _released_ns: int | None = None
    _edges: deque[int] = field(default_factory=lambda: deque(maxlen=CHATTER_EDGES))
    _chattering: bool = False

    def pressed(self, at_ns: int) -> Edge:
        """The contact closed at this instant."""
        rested = self._released_ns is None or at_ns - self._released_ns >= self.up_ns
        press = rested and self._down_ns is None
        if self._down_ns is None:
            self._down_ns = at_ns
        self.bounces += not press
        return Edge(press, self._new_bout(at_ns))

    def released(self, at_ns: int) -> Edge:
        """The contact opened: never a press."""
        self._down_ns = None
        self._stuck = False
        self._released_ns = at_ns
        return Edge(press=False, chatter=self._new_bout(at_ns))

    def sticks(self, now_ns: int) -> bool:
        """Whether it has been down for ten seconds; true once for each time it is."""
        down_ns = self._down_ns
        if self._stuck or down_ns is None or now_ns - down_ns < STUCK_NS:
            return False
        self._stuck = True
        self.stuck += 1
        return True

    def _new_bout(self, at_ns: int) -> bool:
        self._edges.append(at_ns)
        full = len(self._edges) == CHATTER_EDGES
        before = self._chattering
        self._chattering = full and at_ns - self._edges[0] < CHATTER_WITHIN_NS
        return self._chattering and not before


def edge_instant(age_s: float | None, now_ns: int) -> tuple[int, bool]:
    """The instant of an edge that is `age_s` old, and whether that age was believed.

    An age that is missing, negative or over a second is a broken stamp: the edge is stamped on entry.
    """
    if age_s is None or not 0 <= age_s * SECOND_NS <= AGE_MOST_NS:
        return now_ns, False
    return now_ns - round(age_s * SECOND_NS), True
