"""One bracket as a problem of matching: who is in it, who lies below, and how good its pairings are.

A criterion is a penalty on edges: in the bracket, out of it, or out of it and the next score group as well. Every
matching looked at pairs everybody who is left, so that completion (C4) needs no field. Sources: FIDE C.04.3 (2026)
articles 2.1.4 to 2.4; engine study, section 5.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from clockd.tournament.swiss.colours import allocate
from clockd.tournament.swiss.contenders import Contender, Float, Strength
from clockd.tournament.swiss.roster import Roster
from clockd.tournament.swiss.search import Edge, Field, Search, bits

Test = Callable[[Contender, Contender], bool]
LAST, BEFORE_LAST = 0, 1  # the rounds whose floats count


@dataclass(frozen=True, slots=True)
class Bracket:
    """Moved-down players, residents and the next score group, as masks; `bye` where it falls to these scores."""

    roster: Roster
    moved: int
    residents: int
    following: int
    bye: int | None = None

    @property
    def inside(self) -> int:
        return self.moved | self.residents

    def scores(self, mask: int) -> list[tuple[Fraction, int]]:
        """The scores among these players, highest first, each with its players."""
        found: dict[Fraction, int] = {}
        for vertex in bits(mask):
            score = self.roster.score(vertex)
            found[score] = found.get(score, 0) | 1 << vertex
        return sorted(found.items(), reverse=True)


def floater_fields(bracket: Bracket, search: Search) -> list[Field]:
    """C6 to C8: how many float, with what scores, and what that makes of the next bracket."""
    inside, wide = bracket.inside, bracket.inside | bracket.following
    odd = inside.bit_count() % 2
    fields = [Field("C6", leaving(search, inside, inside), odd)]
    for score, mask in bracket.scores(bracket.moved):
        fields.append(Field("C7", leaving(search, mask, inside), tag=score))
    if bracket.following:
        fields.append(Field("C8", leaving(search, wide, wide), wide.bit_count() % 2))
        for score, mask in bracket.scores(inside):
            fields.append(Field("C8", leaving(search, mask, wide), tag=score))
    return fields


def quality_fields(bracket: Bracket, search: Search, floaters: int) -> list[Field]:
    """C9 to C21, once it is known how many float."""
    fields = []
    if bracket.bye is not None and floaters == 1:
        fields.append(_fewest_unplayed(bracket, search, bracket.bye))
    fields += [Field(name, within(bracket, search, test)) for name, test in COLOURS]
    residents = [
        ("C14", _floated(bracket, search, bracket.residents, LAST)),
        ("C15", _raised(bracket, search, bracket.moved, LAST)),
        ("C16", _floated(bracket, search, bracket.residents, BEFORE_LAST)),
        ("C17", _raised(bracket, search, bracket.moved, BEFORE_LAST)),
    ]
    fields += [Field(name, penalties) for name, penalties in residents]
    for name, penalties, back in (
        ("C18", _floated, LAST),
        ("C19", _raised, LAST),
        ("C20", _floated, BEFORE_LAST),
        ("C21", _raised, BEFORE_LAST),
    ):
        for score, mask in bracket.scores(bracket.moved):
            fields.append(Field(name, penalties(bracket, search, mask, back), tag=score))
    return fields


def leaving(search: Search, who: int, inside: int) -> dict[Edge, int]:
    """1 for each edge from one of these players to somebody who is not inside."""
    return {
        (u, v) if u < v else (v, u): 1 for u in bits(who) for v in bits(search.near[u] & ~inside)
    }


def _pairs(bracket: Bracket, search: Search) -> Iterator[tuple[Edge, Contender, Contender]]:
    players = bracket.roster.players
    for u in bits(bracket.inside):
        for v in bits(search.near[u] & bracket.inside & -(2 << u)):
            yield (u, v), players[u], players[v]


def within(bracket: Bracket, search: Search, test: Test) -> dict[Edge, int]:
    """1 for each pair of the bracket of which the test holds."""
    return {edge: 1 for edge, one, another in _pairs(bracket, search) if test(one, another)}


def _floated(bracket: Bracket, search: Search, who: int, back: int) -> dict[Edge, int]:
    """Who would float down again."""
    players = bracket.roster.players
    again = sum(1 << u for u in bits(who) if players[u].floats[back] is Float.DOWN)
    return leaving(search, again, bracket.inside)


def _raised(bracket: Bracket, search: Search, who: int, back: int) -> dict[Edge, int]:
    """Residents who would float up again, to meet one of these moved-down players."""
    players = bracket.roster.players
    again = sum(1 << v for v in bits(bracket.residents) if players[v].floats[back] is Float.UP)
    return {(u, v) if u < v else (v, u): 1 for u in bits(who) for v in bits(search.near[u] & again)}


def _fewest_unplayed(bracket: Bracket, search: Search, bye: int) -> Field:
    """C9: the bye to the one with the fewest rounds without a game."""
    players = bracket.roster.players
    unplayed = {(u, bye): players[u].unplayed for u in bits(search.near[bye] & bracket.inside)}
    return Field("C9", unplayed, min(unplayed.values(), default=0))


# -- colours: C10 to C13, for a pair both of whom are due the same colour ----------------------------


def _clash(one: Contender, another: Contender) -> bool:
    return one.due is not None and one.due is another.due


def _both_absolute(one: Contender, another: Contender) -> bool:
    return _clash(one, another) and one.strength is another.strength is Strength.ABSOLUTE


def _beyond_two(one: Contender, another: Contender) -> bool:
    """One of the two gets a third more of a colour than of the other."""
    return _both_absolute(one, another) and min(abs(one.difference), abs(another.difference)) > 1


def _third_in_a_row(one: Contender, another: Contender) -> bool:
    """The one who yields has had his colour twice running already."""
    if not _both_absolute(one, another):
        return False
    assert one.due is not None
    pair = allocate(one, another, one.due)
    yields = one if (pair.white == one.number) is not (one.due.value == "white") else another
    return yields.repeated is one.due.other


def _strong(one: Contender, another: Contender) -> bool:
    """One of the two misses a strong preference."""
    weaker = min(one.strength, another.strength)
    return _clash(one, another) and weaker is Strength.STRONG


COLOURS: tuple[tuple[str, Test], ...] = (
    ("C10", _beyond_two),
    ("C11", _third_in_a_row),
    ("C12", _clash),
    ("C13", _strong),
)
