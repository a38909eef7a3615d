"""What counts in a bracket by the rules that held until January 2026: C.5 to C.19 as penalties on edges.

Beside the pairs it is score differences that count: a pair's, and of who is left his score less the bracket's lowest
score plus one point. A slot is being left unpaired in the next bracket as well. Sources: FIDE C.04.3 (2017) articles
A.8 and C.5 to C.19; engine study, section 10.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from clockd.tournament.swiss.bracket import BEFORE_LAST, COLOURS, LAST, Bracket, leaving, within
from clockd.tournament.swiss.contenders import Float
from clockd.tournament.swiss.search import Edge, Field, Search, bits

ONE_POINT = Fraction(1)
NO_BYE = 3  # what being left costs in the lowest group, where nobody may be left but with the bye
_NAMES = dict(zip(("C10", "C11", "C12", "C13"), ("C.8", "C.9", "C.10", "C.11"), strict=True))


@dataclass(frozen=True, slots=True)
class _Sight:
    """A bracket, the edges left in the search, and the measure of who is left."""

    bracket: Bracket
    search: Search

    def score(self, u: int) -> Fraction:
        return self.bracket.roster.score(u)

    def pairs(self) -> Iterator[tuple[Edge, Fraction]]:
        """Every pair within the bracket and its score difference."""
        inside = self.bracket.inside
        for u in bits(inside):
            for v in bits(self.search.near[u] & inside & -(2 << u)):
                yield (u, v), self.score(u) - self.score(v)

    def left(self, who: int, lowest: Fraction) -> Iterator[tuple[Edge, Fraction]]:
        """Every way to leave one of these, and the score difference that it counts for."""
        inside = self.bracket.inside
        for u in bits(who):
            for v in bits(self.search.near[u] & ~inside):
                yield ((u, v) if u < v else (v, u)), self.score(u) - lowest + ONE_POINT

    @property
    def lowest(self) -> Fraction:
        return min(map(self.score, bits(self.bracket.inside)))


def floating(bracket: Bracket, search: Search) -> list[Field]:
    """C.5 to C.7: how many pairs, with what score differences, and what that makes of the next bracket."""
    sight = _Sight(bracket, search)
    inside = bracket.inside
    count = Field("C.5", leaving(search, inside, inside), inside.bit_count() % 2)
    differences = [*sight.pairs(), *sight.left(inside, sight.lowest)]
    by_difference = _by_difference("C.6", differences)
    if _differences_are_known(sight, count):
        by_difference = [replace(each, floor=search.value(each)) for each in by_difference]
    fields = [count, *by_difference]
    return fields + (_next_bracket(sight) if bracket.following else [])


def _differences_are_known(sight: _Sight, count: Field) -> bool:
    """Whether C.6 is settled by C.5, so that nobody has to look for better.

    As few as can be are left, and of residents who all have one score: then who came down meets one of them in every
    pairing as good by then, and each difference comes as often as in this one.
    """
    bracket, search = sight.bracket, sight.search
    if len({sight.score(u) for u in bits(bracket.residents)}) > 1:
        return False
    if not search.partner:
        return False  # fields for another search, which looks at a part of this one
    all_meet = all(bracket.residents >> search.partner[u] & 1 for u in bits(bracket.moved))
    return all_meet and search.value(count) == count.floor


def _by_difference(name: str, edges: list[tuple[Edge, Fraction]]) -> list[Field]:
    """A field for every difference there is, largest first; equal scores cost nothing."""
    found: dict[Fraction, dict[Edge, int]] = defaultdict(dict)
    for edge, difference in edges:
        if difference:
            found[difference][edge] = 1
    return [Field(name, found[each], tag=each) for each in sorted(found, reverse=True)]


def _next_bracket(sight: _Sight) -> list[Field]:
    """C.7: as many pairs as can be in the next bracket, then its score differences."""
    bracket, search = sight.bracket, sight.search
    roster = bracket.roster
    seen = bracket.inside | bracket.following
    is_last = bracket.following == roster.groups[-1]
    costs = {}
    for edge in leaving(search, seen, seen):
        may = not is_last or (roster.bye is not None and roster.eligible >> edge[0] & 1)
        costs[edge] = 1 if may else NO_BYE
    lowest = roster.score(next(bits(bracket.following)))
    left = [(edge, each) for edge, each in sight.left(bracket.inside, lowest) if edge in costs]
    return [Field("C.7", costs, seen.bit_count() % 2), *_by_difference("C.7", left)]


def quality(bracket: Bracket, search: Search, _floating: int) -> list[Field]:
    """C.8 to C.19."""
    sight = _Sight(bracket, search)
    fields = [Field(_NAMES[name], within(bracket, search, test)) for name, test in COLOURS]
    down = {back: _down(sight, back) for back in (LAST, BEFORE_LAST)}
    up = {back: _up(sight, back) for back in (LAST, BEFORE_LAST)}
    residents = bracket.residents
    for name, edges in (("C.12", down[LAST]), ("C.14", down[BEFORE_LAST])):
        other = ("C.13", up[LAST]) if name == "C.12" else ("C.15", up[BEFORE_LAST])
        own = {edge: 1 for edge, _ in edges if residents >> _higher(sight, edge) & 1}
        fields += [Field(name, own), Field(other[0], dict.fromkeys(dict(other[1]), 1))]
    fields += _by_difference("C.16", down[LAST]) + _by_difference("C.17", up[LAST])
    return (
        fields + _by_difference("C.18", down[BEFORE_LAST]) + _by_difference("C.19", up[BEFORE_LAST])
    )


def _down(sight: _Sight, back: int) -> list[tuple[Edge, Fraction]]:
    """Who would float down as he did then: left, or the higher scored of a pair."""
    players = sight.bracket.roster.players
    again = sum(1 << u for u in bits(sight.bracket.inside) if players[u].floats[back] is Float.DOWN)
    met = [(e, difference) for e, difference in sight.pairs() if difference and again >> e[0] & 1]
    return [*met, *sight.left(again, sight.lowest)]


def _up(sight: _Sight, back: int) -> list[tuple[Edge, Fraction]]:
    """Who would float up as he did then: the lower scored of a pair."""
    players = sight.bracket.roster.players
    return [
        ((u, v), difference)
        for (u, v), difference in sight.pairs()
        if difference and players[v].floats[back] is Float.UP
    ]


def _higher(sight: _Sight, edge: Edge) -> int:
    """Whose downfloat an edge is: its only player inside, or the higher scored."""
    return edge[0] if sight.bracket.inside >> edge[0] & 1 else edge[1]
