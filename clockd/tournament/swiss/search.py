"""Perfect matchings that are best by one criterion after another, without one giant weight.

A criterion is a penalty per edge. Fields are packed into weights of few bits, most important first; a field that comes
out 0 becomes a filter (every edge with a penalty in it goes), one that comes out above 0 stays on top of later
weights. Vertices are small integers, the neighbours of each a bit mask. Knows nothing of chess. Source: engine study
(`swiss-engine`), section 5.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import nlargest

from clockd.tournament.swiss.matching import least_penalty

Edge = tuple[int, int]  # the smaller vertex first
PACKED_BITS = (
    60  # two digits of Python's integers: wider weights make every step of the matching slower
)


@dataclass(frozen=True, slots=True)
class Field:
    """A criterion: penalties of edges (0 where none is named) and the least total that is possible at all.

    `single` says that all its edges share a vertex, so that a matching has one of them at most.
    """

    name: str
    penalties: Mapping[Edge, int]
    floor: int = 0
    tag: Fraction | None = None
    single: bool = False


@dataclass(slots=True)
class Search:
    """The matchings still in the running: `near` are the edges left, `partner` is one matching that is best so far."""

    near: dict[int, int]
    partner: dict[int, int]
    step: Callable[[], None]
    kept: list[Field] = field(default_factory=list)
    settled: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls, near: Mapping[int, int], start: Mapping[int, int] | None, step: Callable[[], None]
    ) -> "Search | None":
        """A search among these edges, from `start` where one is known; None when there is no perfect matching."""
        search = cls(dict(near), dict(start or {}), step)
        if start is None and not search._solve([]):
            return None
        return search

    # -- what is known ------------------------------------------------------------------------------

    def has(self, u: int, v: int) -> bool:
        return bool(self.near.get(u, 0) >> v & 1)

    def edges(self) -> Iterator[Edge]:
        """Every edge left."""
        for u, mask in self.near.items():
            for v in bits(mask >> u << u):
                yield u, v

    def value(self, one: Field) -> int:
        """What the present matching costs in a field."""
        return self.value_of(one, self.partner)

    def value_of(self, one: Field, partner: Mapping[int, int]) -> int:
        get = one.penalties.get
        return sum(get((u, v), 0) for u, v in partner.items() if u < v)

    def cost_of_kept(self) -> Callable[[int, int], int]:
        """What an edge costs in the fields that are held to, packed so that the most important counts first."""
        fields = [(each.penalties.get, self._width(each)) for each in self.kept]

        def cost(u: int, v: int) -> int:
            total, edge = 0, (u, v) if u < v else (v, u)
            for get, width in fields:
                total = total << width | get(edge, 0)
            return total

        return cost

    # -- decisions ----------------------------------------------------------------------------------

    def minimise(self, fields: Sequence[Field]) -> list[int]:
        """Hold to the matchings that are best in these fields, one after another; their values."""
        values: list[int] = []
        optimal = 0
        for place, one in enumerate(fields):
            if place >= optimal and self.value(one) > one.floor:
                optimal = place + self.improve(fields[place:])
            values.append(self._settle(one))
        return values

    def choose(self, fields: Sequence[Field]) -> list[int]:
        """Go over to a matching that is best in these fields; the caller narrows the edges to what it shows."""
        kept = list(self.kept)
        values = self.minimise(fields)
        self.kept = kept
        return values

    def offer(self, partner: Mapping[int, int], fields: Sequence[Field] = ()) -> None:
        """Go over to this matching if it is one and is at least as good in what counts so far and in the fields."""
        assert all(partner[v] == u for u, v in partner.items()), "not a matching"
        if all(self.has(u, v) for u, v in partner.items()):
            count = [*self.kept, *fields]
            mine = [self.value(each) for each in count]
            if [self.value_of(each, partner) for each in count] <= mine:
                self.partner = dict(partner)

    def improve(self, fields: Sequence[Field]) -> int:
        """Go over to a matching that is best in the first of these and as many more as are solved at once; how many."""
        self._thin()
        room = PACKED_BITS - sum(self._width(each) for each in self.kept)
        count = 0
        for one in fields:
            room -= self._width(one)
            if count and room < 0:
                break
            count += 1
        solved = self._solve([*self.kept, *fields[:count]])
        assert solved, "a search always holds a perfect matching"
        return count

    def drop(self, u: int, mask: int) -> None:
        """No matching uses the edges from `u` to these any more."""
        gone = self.near[u] & mask
        assert not gone >> self.partner[u] & 1, "an edge in use is dropped"
        self.near[u] &= ~gone
        for v in bits(gone):
            self.near[v] &= ~(1 << u)

    def fix(self, u: int) -> None:
        """Hold `u` to the present partner: both leave the graph."""
        v = self.partner.pop(u)
        del self.partner[v]
        self.settled |= {u: v, v: u}
        for one in (u, v):
            for other in bits(self.near.pop(one)):
                if other in self.near:
                    self.near[other] &= ~(1 << one)

    # -- how ----------------------------------------------------------------------------------------

    def _settle(self, one: Field) -> int:
        value = self.value(one)
        if value:
            self.kept.append(one)
        else:
            for (u, v), penalty in one.penalties.items():
                if penalty and u in self.near and self.near[u] >> v & 1:
                    self.near[u] &= ~(1 << v)
                    self.near[v] &= ~(1 << u)
        return value

    def _thin(self) -> None:
        """A kept field that is down to nothing filters instead."""
        kept, self.kept = self.kept, []
        for one in kept:
            self._settle(one)

    def _width(self, one: Field) -> int:
        """Bits that hold any matching's total in this field."""
        live = (p for (u, v), p in one.penalties.items() if u in self.near and self.has(u, v))
        return sum(nlargest(1 if one.single else len(self.near) // 2, live)).bit_length()

    def _solve(self, fields: Sequence[Field]) -> bool:
        self.step()
        weights = dict.fromkeys(self.edges(), 0)
        for one in fields:
            width = self._width(one)
            if width:
                self._add(weights, one, width)
        found = least_penalty(len(self.near), ((u, v, w) for (u, v), w in weights.items()))
        if found is not None:
            self.partner = found
        return found is not None

    def _add(self, weights: dict[Edge, int], one: Field, width: int) -> None:
        get = one.penalties.get
        for edge, weight in weights.items():
            weights[edge] = weight << width | get(edge, 0)


def bits(mask: int) -> Iterator[int]:
    """The places of the ones of a mask, smallest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
