"""The first of the best assignments, against all of them."""

from itertools import permutations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clockd.tournament.swiss.assignment import best_edges, first_assignment

ROWS = 5
Costs = list[list[int | None]]
tables = st.lists(
    st.lists(st.none() | st.integers(0, 3), min_size=ROWS, max_size=ROWS),
    min_size=ROWS,
    max_size=ROWS,
)


def complete(costs: Costs) -> list[tuple[int, tuple[int, ...]]]:
    """Every complete assignment with its cost."""
    found = []
    for columns in permutations(range(ROWS)):
        paid = [costs[row][column] for row, column in enumerate(columns)]
        if None not in paid:
            found.append((sum(each or 0 for each in paid), columns))
    return found


def masks(costs: Costs) -> list[int]:
    return [sum(1 << v for v, cost in enumerate(row) if cost is not None) for row in costs]


@settings(max_examples=60)
@given(tables, st.integers(1, ROWS), st.data())
def test_the_first_of_the_best(costs: Costs, rows: int, data: st.DataObject) -> None:
    """From any best assignment to the one whose first rows come first; the other rows only have to fit."""
    every = complete(costs)
    assume(every)
    least = min(cost for cost, _ in every)
    best = [columns for cost, columns in every if cost == least]
    start = data.draw(st.sampled_from(best))
    allowed = best_edges(masks(costs), list(start), lambda row, v: costs[row][v] or 0)
    assert allowed is not None
    found = first_assignment(allowed, list(start), rows)
    assert tuple(found) in best
    assert tuple(found[:rows]) == min(columns[:rows] for columns in best)


@settings(max_examples=60)
@given(tables, st.data())
def test_an_assignment_that_is_not_best_is_told(costs: Costs, data: st.DataObject) -> None:
    every = complete(costs)
    assume(every)
    cost, start = data.draw(st.sampled_from(every))
    found = best_edges(masks(costs), list(start), lambda row, v: costs[row][v] or 0)
    assert (found is None) == (cost > min(each for each, _ in every))
