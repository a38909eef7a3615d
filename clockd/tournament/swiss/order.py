"""Which of equally good pairings comes first: the order in which article 4 generates candidates.

First which moved-down players pair, then their opponents, then how few and which residents change between S1 and S2,
then the opponents of S1. Each step narrows the search; in the end one pairing is left, whichever optimum the library
found. The places that exchanges are measured by are those in the remainder. Sources: FIDE C.04.3 (2026) articles
3.2 to 3.7 and 4.1 to 4.4; engine study, section 5.
"""

from collections.abc import Mapping, Sequence

from clockd.tournament.swiss.bracket import Bracket
from clockd.tournament.swiss.rows import settle_halves, settle_rows
from clockd.tournament.swiss.search import Edge, Field, Search, bits


def settle_first(bracket: Bracket, search: Search) -> tuple[Edge, ...]:
    """The pairs of the bracket, higher ranked first: the earliest candidate among the best that are left."""
    moved = _paired_moved(bracket, search)
    settle_rows(search, moved)
    rest = _only(search, bracket.residents)
    upper = _settle_halves(search, rest)
    settle_halves(search, upper, rest)
    inside = bracket.inside
    return tuple((u, search.settled[u]) for u in bits(inside) if u < search.settled.get(u, -1))


def first_candidate(bracket: Bracket, near: Mapping[int, int]) -> dict[int, int] | None:
    """The candidate that article 3.3 forms first, as a matching of all in sight; None where it is not one.

    Moved-down players take the first residents, the rest meet upper against lower half, and the last one floats.
    """
    moved, residents = list(bits(bracket.moved)), list(bits(bracket.residents))
    if len(moved) > len(residents):
        return None
    rest = residents[len(moved) :]
    half = len(rest) // 2
    pairs = [*zip(moved, residents, strict=False), *zip(rest[:half], rest[half:], strict=False)]
    outside = [u for u in near if not bracket.inside >> u & 1]
    left = [*rest[2 * half :], *outside]
    pairs += zip(left[::2], left[1::2], strict=False)
    if len(left) % 2 or not all(near[u] >> v & 1 for u, v in pairs):
        return None
    return {u: v for pair in pairs for u, v in (pair, pair[::-1])}


def _only(search: Search, mask: int) -> int:
    """Those of these players who are not settled."""
    return sum(1 << u for u in bits(mask) if u in search.near)


def _paired_moved(bracket: Bracket, search: Search) -> list[int]:
    """The moved-down players who get a pair: the highest ranked whom the best pairings allow (S1, not Limbo)."""
    moved = list(bits(bracket.moved))
    floating = [u for u in moved if not bracket.residents >> search.partner[u] & 1]
    if floating and len(floating) < len(moved):
        search.choose([_floats(bracket, search, u) for u in moved])
        floating = [u for u in moved if not bracket.residents >> search.partner[u] & 1]
    for u in moved:
        search.drop(u, bracket.residents if u in floating else ~bracket.residents)
    return [u for u in moved if u not in floating]


def _floats(bracket: Bracket, search: Search, u: int) -> Field:
    away = bits(search.near[u] & ~bracket.residents)
    return Field("Limbo", {(u, v): 1 for v in away}, single=True)


def _settle_halves(search: Search, rest: int) -> list[int]:
    """S1 of the residents that are left, after the least exchange that the best pairings allow."""
    people = list(bits(rest))
    pairs = sum(rest >> search.partner[u] & 1 for u in people) // 2
    upper, lower = people[:pairs], people[pairs:]
    changed = Field("exchanges", {(u, v): 1 for u in lower for v in _below(search, u, rest)})
    if search.choose([changed])[0]:
        place = {u: at for at, u in enumerate(people)}
        sums = {(u, v): place[u] for u in people for v in _below(search, u, rest)}
        leaving = [_stays(search, u, rest) for u in reversed(upper)]
        entering = [_keeps_out(search, u, rest) for u in lower]
        search.choose([changed, Field("sum", sums), *leaving, *entering])
    first = [u for u in people if search.partner[u] > u and rest >> search.partner[u] & 1]
    _hold_halves(search, rest, first)
    return first


def _below(search: Search, u: int, rest: int) -> list[int]:
    """The residents ranked below `u` whom he can meet."""
    return list(bits(search.near[u] & rest & -(2 << u)))


def _stays(search: Search, u: int, rest: int) -> Field:
    return Field("leaves S1", {(u, v): 1 for v in _below(search, u, rest)}, single=True)


def _keeps_out(search: Search, u: int, rest: int) -> Field:
    away = search.near[u] & ~(rest & -(2 << u))
    penalties = {(u, v) if u < v else (v, u): 1 for v in bits(away)}
    return Field("enters S1", penalties, single=True)


def _hold_halves(search: Search, rest: int, first: Sequence[int]) -> None:
    """From now on S1 meets S2, and nobody else meets within the remainder."""
    upper = sum(1 << u for u in first)
    lower = rest & ~upper
    for u in bits(rest):
        search.drop(u, ~(lower & -(2 << u)) if upper >> u & 1 else lower)
