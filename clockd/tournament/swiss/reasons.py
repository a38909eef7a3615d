"""Why a bracket was not paired as its first candidate: the pairs that may not meet, else the criterion that decided.

The first candidate is the one that article 3.3 forms when as many pairs are made as were: S1 against S2, in order.
Nothing here changes a pairing. Sources: FIDE C.04.3 (2026) articles 2 and 3.3.
"""

from collections.abc import Callable, Mapping, Sequence

from clockd.tournament.swiss.bracket import Bracket
from clockd.tournament.swiss.roster import may_meet
from clockd.tournament.swiss.rules import Objection
from clockd.tournament.swiss.search import Edge, Field, Search, bits
from clockd.tournament.swiss.windows import Criteria, Window


def first_of_as_many(bracket: Bracket, pairs: Sequence[Edge]) -> tuple[Edge, ...]:
    """The first candidate with as many moved-down players and residents paired as in these pairs."""
    moved = list(bits(bracket.moved))[: sum(bracket.moved >> u & 1 for u, _ in pairs)]
    residents = list(bits(bracket.residents))
    rest = residents[len(moved) :]
    half = len(pairs) - len(moved)
    return (
        *zip(moved, residents, strict=False),
        *zip(rest[:half], rest[half : 2 * half], strict=True),
    )


def why_not_first(
    window: Window,
    criteria: Criteria,
    first: Sequence[Edge],
    pairs: Sequence[Edge],
    step: Callable[[], None],
) -> tuple[Objection, ...]:
    """What speaks against the first candidate; nothing when it is what was paired."""
    if set(first) == set(pairs):
        return ()
    barred = tuple(_barred(window.bracket, first))
    if barred:
        return barred
    if people(first) == people(pairs):
        return _compare(window, criteria, first, pairs)
    return _compare_floaters(window, criteria, first, pairs, step)


def people(pairs: Sequence[Edge]) -> int:
    """Everybody in these pairs, as a mask."""
    return sum(1 << u for pair in pairs for u in pair)


def _barred(bracket: Bracket, first: Sequence[Edge]) -> list[Objection]:
    """The pairs of the first candidate that may not meet at all."""
    roster = bracket.roster
    found = []
    for u, v in first:
        if not roster.legal[u] >> v & 1:
            one, other = roster.players[u], roster.players[v]
            met = other.number in one.met
            criterion = "C1" if met else "event" if may_meet(one, other) else "C3"
            found.append(Objection(criterion, (one.number, other.number)))
    return found


def _compare(
    window: Window, criteria: Criteria, first: Sequence[Edge], pairs: Sequence[Edge]
) -> tuple[Objection, ...]:
    """The same players float: the first criterion within the bracket that is worse."""
    search = Search(dict(window.near), {}, lambda: None)
    floating = window.bracket.inside.bit_count() - 2 * len(pairs)
    fields = criteria.floating(window.bracket, search)
    for each in [*fields, *criteria.quality(window.bracket, search, floating)]:
        value, best = _total(each, first), _total(each, pairs)
        if value > best:
            return (Objection(each.name, None, value, best, each.tag),)
    return ()


def _compare_floaters(
    window: Window,
    criteria: Criteria,
    first: Sequence[Edge],
    pairs: Sequence[Edge],
    step: Callable[[], None],
) -> tuple[Objection, ...]:
    """Others float: what is the best that can follow each of the two?"""
    mine, best = (_values(window, criteria, each, step) for each in (first, pairs))
    if mine is None:
        return (Objection("C5" if window.bracket.bye is not None else "C4"),)
    assert best is not None
    for (one, value), (_, least) in zip(mine, best, strict=True):
        if value > least:
            return (Objection(one.name, None, value, least, one.tag),)
    return ()


def _values(
    window: Window, criteria: Criteria, pairs: Sequence[Edge], step: Callable[[], None]
) -> list[tuple[Field, int]] | None:
    """Every criterion when these are the bracket's pairs; None when the others cannot be paired."""
    out = people(pairs)
    near = {u: mask & ~out for u, mask in window.near.items() if not out >> u & 1}
    search = Search.of(near, None, step)
    if search is None:
        return None
    whole = Search(dict(window.near), {}, step)
    fields = criteria.floating(window.bracket, whole)
    values = search.minimise(fields)
    quality = criteria.quality(window.bracket, whole, values[0])
    values += search.minimise(quality)
    values = [
        value + _total(each, pairs) for each, value in zip([*fields, *quality], values, strict=True)
    ]
    return list(zip([*fields, *quality], values, strict=True))


def _total(one: Field, pairs: Sequence[Edge]) -> int:
    penalties: Mapping[Edge, int] = one.penalties
    return sum(penalties.get(pair, 0) for pair in pairs)
