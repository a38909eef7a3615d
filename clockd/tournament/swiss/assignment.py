"""The first of all best ways to give each row a column of its own: row by row the smallest that still lets all fit.

Columns are small integers, what a row may take is a bit mask. Starts from a complete assignment and moves along
alternating paths, so that no row is ever left without. Of the best assignments by cost every edge is known by the
prices of the columns (linear programming duality). Knows nothing of chess.
"""

from collections import deque
from collections.abc import Callable, Sequence

from clockd.tournament.swiss.search import bits

Cost = Callable[[int, int], int]


def best_edges(allowed: Sequence[int], have: Sequence[int], cost: Cost) -> list[int] | None:
    """What each row may take in any assignment of least cost; None when `have` is not one of them.

    A column's price rises no further than the cheapest way there; an edge is in a best assignment's reach when it costs
    what its row pays now.
    """
    costs = [{v: cost(row, v) for v in bits(mask)} for row, mask in enumerate(allowed)]
    price = dict.fromkeys(have, 0)
    for _ in range(len(have) + 1):
        if not _reprice(costs, have, price):
            break
    else:
        return None
    return [
        sum(1 << v for v, c in row.items() if c - price[v] == row[mine] - price[mine])
        for row, mine in zip(costs, have, strict=True)
    ]


def _reprice(costs: Sequence[dict[int, int]], have: Sequence[int], price: dict[int, int]) -> bool:
    """Lower the prices of columns that somebody would move to for less; whether any was."""
    changed = False
    for row, mine in zip(costs, have, strict=True):
        pays = price[mine] - row[mine]
        for v, c in row.items():
            if pays + c < price[v]:
                price[v] = pays + c
                changed = True
    return changed


def first_assignment(allowed: Sequence[int], have: Sequence[int], rows: int) -> list[int]:
    """The assignment whose first `rows` entries come first in lexicographic order; `have` is some complete one."""
    table = _Table(list(allowed), list(have))
    for row in range(rows):
        table.settle(row)
    return table.have


class _Table:
    """An assignment on its way: `open` are the columns of the rows that are not settled."""

    def __init__(self, allowed: list[int], have: list[int]) -> None:
        self._allowed, self.have = allowed, have
        self._owner = {column: row for row, column in enumerate(have)}
        self._open = sum(1 << column for column in have)

    def settle(self, row: int) -> None:
        """Give the row the smallest column that the others can do without."""
        for column in bits(self._allowed[row] & self._open):
            if column == self.have[row] or self._take(row, column):
                break
        self._open &= ~(1 << self.have[row])

    def _take(self, row: int, column: int) -> bool:
        """Let the row have the column, if its owner and others can move up to the one that the row gives back."""
        given_back, first = self.have[row], self._owner[column]
        came_from: dict[
            int, tuple[int, int]
        ] = {}  # a column, and the row that would move to it from which
        waiting = deque([(first, column)])
        seen = ~self._open | 1 << column
        while waiting:
            mover, held = waiting.popleft()
            reach = self._allowed[mover] & ~seen
            if reach >> given_back & 1:
                came_from[given_back] = (mover, held)
                self._move(came_from, given_back, column)
                self._set(row, column)
                return True
            seen |= reach
            for each in bits(reach):
                came_from[each] = (mover, held)
                waiting.append((self._owner[each], each))
        return False

    def _move(self, came_from: dict[int, tuple[int, int]], column: int, last: int) -> None:
        """Everybody on the path moves on by one column."""
        while column != last:
            mover, held = came_from[column]
            self._set(mover, column)
            column = held

    def _set(self, row: int, column: int) -> None:
        self.have[row] = column
        self._owner[column] = row
