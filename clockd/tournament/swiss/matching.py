"""A perfect matching of least total penalty. The only place that knows the library which finds it.

Penalties are integers of any size. The library is loaded on first use: a table's Pi never pairs a round.
"""

from collections.abc import Iterable

WeightedEdge = tuple[int, int, int]


def least_penalty(vertices: int, edges: Iterable[WeightedEdge]) -> dict[int, int] | None:
    """Everybody's partner in a perfect matching of least penalty among `vertices` vertices; None when there is none.

    Edges are (vertex, vertex, penalty). Which of several best matchings comes back is the library's affair.
    """
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from((u, v, -penalty) for u, v, penalty in edges)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(pairs) < vertices:
        return None
    return {u: v for pair in pairs for u, v in (pair, pair[::-1])}
