"""Where the search for a bracket begins: with a matching that keeps as many as it can in the bracket.

Only a beginning: what is best is for the search to prove. But from a matching that has half the bracket floating down
it takes many times as long (500 players after a first round of chance results: 12 s for one score group).
"""

from collections.abc import Iterator, Mapping

from clockd.tournament.swiss.matching import WeightedEdge, most_pairs
from clockd.tournament.swiss.search import bits


def in_parts(near: Mapping[int, int], inside: int) -> dict[int, int] | None:
    """A perfect matching with as many pairs inside as there can be; None where the others then do not pair."""
    partner = most_pairs(_edges(near, inside))
    left = sum(1 << u for u in near if u not in partner)
    partner |= most_pairs(_edges(near, left))
    return partner if len(partner) == len(near) else None


def _edges(near: Mapping[int, int], among: int) -> Iterator[WeightedEdge]:
    for u in bits(among):
        for v in bits(near[u] & among & -(2 << u)):
            yield u, v, 0
