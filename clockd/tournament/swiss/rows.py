"""Who meets the players of S1, in order: each the first opponent that the best pairings allow.

S1 against S2 is an assignment. Where a criterion counts either pairs or floaters but not both, the best assignments are
those by the edges that leave the pairs' criteria where they are, and whoever then floats must leave the others where
they are. Where that way ends, rows of penalties are solved, as many at once as go into one weight. Sources: FIDE C.04.3
(2026) article 4.2; engine study, section 5.
"""

import itertools
from collections.abc import Sequence

from clockd.tournament.swiss.assignment import best_edges, first_assignment
from clockd.tournament.swiss.search import Field, Search, bits

TRIES_MAX = 12  # floaters that turn out impossible before rows are solved instead


def settle_halves(search: Search, upper: Sequence[int], rest: int) -> None:
    """Pair S1 with S2, who are all that is left of the residents in the search."""
    lower = rest & ~sum(1 << u for u in upper)
    floaters = [v for v in bits(lower) if search.partner[v] not in upper]
    takers = sum(1 << v for v in bits(lower) if search.near[v] & ~rest)
    for _ in range(TRIES_MAX if not floaters or _is_separable(search, upper, lower) else 0):
        found = _first(search, upper, floaters, takers)
        if found is None:
            break
        floating = found[len(upper) :]
        if _float(search, floaters, floating, rest):
            for u, v in zip(upper, found, strict=False):
                search.partner |= {u: v, v: u}
                search.fix(u)
            return
        if len(floating) > 1:
            break
        takers &= ~(1 << floating[0])
    settle_rows(search, upper)


def _is_separable(search: Search, upper: Sequence[int], lower: int) -> bool:
    """Whether no criterion that still counts is one for pairs of S1 and S2 and for floaters of S2 as well."""
    in_upper = sum(1 << u for u in upper)
    for each in search.kept:
        live = [(u, v) for (u, v), p in each.penalties.items() if p and search.has(u, v)]
        paired = any(in_upper >> u & 1 and lower >> v & 1 for u, v in live)
        floating = any(
            (lower >> u & 1) != (lower >> v & 1) and not in_upper >> u & 1 for u, v in live
        )
        if paired and floating:
            return False
    return True


def _first(
    search: Search, upper: Sequence[int], floaters: Sequence[int], takers: int
) -> list[int] | None:
    """The first assignment that is best among the pairs, whoever floats: opponents, then floaters; None if unclear."""
    allowed = [search.near[u] for u in upper] + [takers] * len(floaters)
    have = [search.partner[u] for u in upper] + list(floaters)
    cost = search.cost_of_kept()
    best = best_edges(allowed, have, lambda row, v: cost(upper[row], v) if row < len(upper) else 0)
    return None if best is None else first_assignment(best, have, len(upper))


def _float(search: Search, before: Sequence[int], after: Sequence[int], rest: int) -> bool:
    """Let these float instead of those, if everybody else can then be paired as well as before; whether it was done."""
    if set(before) == set(after):
        return True
    staying = rest & ~sum(1 << v for v in after)
    near = {u: mask & ~staying for u, mask in search.near.items() if not staying >> u & 1}
    for v in after:
        near[v] &= ~rest
    others = Search.of(near, None, search.step)
    if others is None:
        return False
    aside = {u: v for u, v in search.partner.items() if u in near or u in before}
    aside = {u: v for u, v in aside.items() if not rest >> u & 1 or u in before}
    whole = {**aside, **{aside[u]: u for u in before}}
    values = others.minimise(search.kept)
    if values != [search.value_of(each, whole) for each in search.kept]:
        return False
    search.partner |= others.partner
    return True


def settle_rows(search: Search, rows: Sequence[int]) -> None:
    """Give each of these players, in order, the first opponent that the best pairings allow."""
    waiting = list(rows)
    while waiting:
        if _has_best(search, waiting[0]):
            search.fix(waiting.pop(0))
            continue
        _try_greedy(search, waiting)
        if not _has_best(search, waiting[0]):
            for _ in range(search.improve([_row(search, u) for u in waiting])):
                search.fix(waiting.pop(0))


def _has_best(search: Search, u: int) -> bool:
    return search.partner[u] == next(bits(search.near[u]))


def _row(search: Search, u: int) -> Field:
    places = enumerate(bits(search.near[u]))
    penalties = {(u, v) if u < v else (v, u): place for place, v in places}
    return Field("opponent", penalties, single=True)


def _try_greedy(search: Search, rows: Sequence[int]) -> None:
    """Offer the matching in which each row takes the first opponent who is free, and the rest change least."""
    taken, partner = 0, dict(search.partner)
    for u in rows:
        v = next(bits(search.near[u] & ~taken), None)
        if v is None:
            return
        taken |= 1 << v
        partner |= {u: v, v: u}
    mine = set(rows)
    freed = sorted(v for u in rows if not taken >> (v := search.partner[u]) & 1)
    widowed = sorted(
        v for u in bits(taken) if (v := search.partner[u]) not in mine and not taken >> v & 1
    )
    left = [u for pair in itertools.zip_longest(freed, widowed) for u in pair if u is not None]
    for v, other in zip(left[::2], left[1::2], strict=True):
        partner |= {v: other, other: v}
    search.offer(partner)
