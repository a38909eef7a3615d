"""Matchings of least total penalty, and of most pairs. The only place that knows the library which finds them.

Penalties are integers of any size. The library is loaded on first use: a table's Pi never pairs a round.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

WeightedEdge = tuple[int, int, int]


def least_penalty(vertices: int, edges: Iterable[WeightedEdge]) -> dict[int, int] | None:
    """Everybody's partner in a perfect matching of least penalty among `vertices` vertices; None when there is none.

    Edges are (vertex, vertex, penalty). Which of several best matchings comes back is the library's affair.
    """
    partner = most_pairs(edges)
    return partner if len(partner) == vertices else None


def most_pairs(edges: Iterable[WeightedEdge]) -> dict[int, int]:
    """The partner of each who has one, in a matching of as many pairs as there can be, of least penalty among those."""
    library, plain_graph = _library()
    graph = plain_graph()
    graph.add_weighted_edges_from((u, v, -penalty) for u, v, penalty in edges)
    pairs = library.max_weight_matching(graph, maxcardinality=True)
    return {u: v for pair in pairs for u, v in (pair, pair[::-1])}


@cache
def _library() -> tuple[Any, Any]:
    """The library, and its graph without the view around a vertex's neighbours: the matching asks for them ten million
    times in a large score group, and the view was a quarter of its time."""
    import networkx

    class PlainGraph(networkx.Graph):  # type: ignore[type-arg]
        def __getitem__(self, n: int) -> Any:
            return self._adj[n]  # type: ignore[attr-defined]

    return networkx, PlainGraph
