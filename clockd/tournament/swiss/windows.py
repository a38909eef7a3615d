"""How much of the field a bracket has to look at: leave out what cannot matter.

A set of players in which everybody may still meet half of the others, and some more, pairs completely whichever few of
them are taken out (Dirac's theorem). Where the next score group, or all groups below it, are such a set, a few slots
stand for it: a slot is somebody to float to, and slots join each other. The narrow form looks at the bracket alone, the
middle one at the next score group as well, the wide one at everybody. All three give the same answer; a form of which
every slot comes out used is too narrow and the next is taken. Source: engine study, section 6.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from clockd.tournament.swiss.bracket import Bracket
from clockd.tournament.swiss.roster import Roster
from clockd.tournament.swiss.search import Field, Search, bits

SLOTS_MAX = 6  # floaters past the next score group: more than that is a case for the wide form


@dataclass(frozen=True, slots=True)
class Criteria:
    """What counts in a bracket: first who floats, then, once it is known how many do, everything else."""

    floating: Callable[[Bracket, Search], list[Field]]
    quality: Callable[[Bracket, Search, int], list[Field]]


@dataclass(frozen=True, slots=True)
class Window:
    """What a search for a bracket looks at: who may meet whom among those in sight, and the slots among them."""

    bracket: Bracket
    near: Mapping[int, int]
    slots: int = 0

    def is_too_narrow(self, partner: Mapping[int, int]) -> bool:
        """Whether every slot is taken, so that one more might have been."""
        return bool(self.slots) and not any(self.slots >> partner[u] & 1 for u in bits(self.slots))


@dataclass(frozen=True, slots=True)
class View:
    """A bracket and all that lies below it. `bye` are the players who may be left with the bye."""

    roster: Roster
    moved: int
    residents: int
    following: int
    lower: int
    bye: int

    @property
    def inside(self) -> int:
        return self.moved | self.residents

    @property
    def bracket(self) -> Bracket:
        """The bracket itself."""
        bye = self.roster.bye if self.bye & self.inside else None
        return Bracket(self.roster, self.moved, self.residents, self.following, bye)

    def windows(self, *, whole: bool) -> Iterator[Window]:
        """The forms that are safe here, narrowest first; the wide one alone with `whole`."""
        if not whole and self.following:
            narrow = self._narrow()
            if narrow is not None:
                yield narrow
            middle = self._middle()
            if middle is not None:
                yield middle
        yield self._window(self.inside | self.following | self.lower, self.following, 0)

    def _narrow(self) -> Window | None:
        """The bracket, and two or three slots in the next score group."""
        roster, slots = self.roster, 2 + self.inside.bit_count() % 2
        if not is_robust(roster, self.following, slots + 1):
            return None
        if not all(_friends(roster, u, self.following) >= slots for u in bits(self.inside)):
            return None
        if not self._lower_takes_one(slots):
            return None
        return self._window(self.inside, 0, slots)

    def _lower_takes_one(self, slots: int) -> bool:
        """Whoever of the next group floats on, and whoever has the bye, those below pair completely."""
        roster, everybody = self.roster, self.inside | self.following
        if not self.lower:
            return roster.bye is None and everybody.bit_count() % 2 == 0
        if roster.bye is not None and not self.bye & self.lower:
            return False
        going = (u for u in bits(self.following) if _friends(roster, u, self.lower) >= 3)
        return is_robust(roster, self.lower, 3) and sum(1 for _ in going) >= slots + 3

    def _middle(self) -> Window | None:
        """The bracket, the next score group, and up to six slots below it."""
        roster, seen = self.roster, self.inside | self.following
        bye_here = roster.bye is not None and bool(self.bye & seen)
        odd = (seen.bit_count() + bye_here) % 2
        slots = SLOTS_MAX - odd
        while slots > 0 and not is_robust(roster, self.lower, slots + 1):
            slots -= 2
        if slots <= 0 or not all(_friends(roster, u, self.lower) > slots for u in bits(seen)):
            return None
        return self._window(seen, self.following, slots)

    def _window(self, seen: int, following: int, slots: int) -> Window:
        """These players, the bye where it falls among them, and so many slots that everybody inside may take."""
        roster = self.roster
        near = {u: roster.legal[u] & seen for u in bits(seen)}
        for u in bits(self.moved):
            near[u] &= ~self.moved  # two who came down together could have met above
        if roster.bye is not None and self.bye & seen:
            join(near, roster.bye, self.bye & seen)
        mask = with_slots(roster, near, slots)
        return Window(replace(self.bracket, following=following), near, mask)


def with_slots(roster: Roster, near: dict[int, int], slots: int) -> int:
    """Add so many slots that every player here may take; slots join each other. Their mask."""
    players = sum(1 << u for u in near if u < len(roster.players))
    first = len(roster.players) + 1
    mask = ((1 << slots) - 1) << first
    for slot in range(first, first + slots):
        near[slot] = 0
        join(near, slot, players | (mask & ((1 << slot) - 1)))
    return mask


def is_robust(roster: Roster, people: int, spare: int) -> bool:
    """Whether these players pair completely without any `spare` of them, or one fewer where that makes them even."""
    count = people.bit_count()
    if count < 4 + 2 * spare:
        return False
    return all(2 * _friends(roster, u, people) >= count + 2 * spare for u in bits(people))


def _friends(roster: Roster, u: int, people: int) -> int:
    """How many of these a player may still meet."""
    return (roster.legal[u] & people).bit_count()


def join(near: dict[int, int], u: int, people: int) -> None:
    """Let a vertex have edges to all of these."""
    near[u] = near.get(u, 0) | people
    for v in bits(people):
        near[v] |= 1 << u
