"""The rival readings of one game, kept side by side until the evidence decides.

Every square event, press and full board goes to each reading; those that can believe in a further move have
children; the cheap ones are kept. The reading that nothing new has been played is always among them.
Source: recognition fact sheet sections 3 and 5.
"""

from collections.abc import Iterable

import chess

from clockd.game import costs
from clockd.game.candidates import ALL_SQUARES, Candidate, candidates
from clockd.game.costs import Pace
from clockd.game.plays import Play
from clockd.game.positions import Position
from clockd.game.readings import Reading, fresh
from clockd.game.squares import Change, Squares

Ranked = list[tuple[float, Reading]]


class Beam:
    """The readings that are still possible, and the position they all start from."""

    def __init__(self, position: Position, squares: Squares, pace: Pace) -> None:
        self.position = position  # settled: every reading's moves start here
        self.squares = squares
        self.pace = pace
        self.readings = [fresh(position, squares, pace)]

    def restart(self, position: Position) -> None:
        """Forget all readings; the squares stay as they are seen."""
        self.position = position
        self.readings = [fresh(position, self.squares, self.pace)]

    # --- events ------------------------------------------------------------------------------------------------

    def changes(self, seen: Iterable[Change], now_ns: int, *, late: bool = False) -> None:
        """Squares changed together: book each in every reading, then look once for moves that they complete."""
        touched = 0
        for change in seen:
            touched |= 1 << change.square
            for reading in self.readings:
                reading.change(change)
        self._expand(touched, now_ns, late)

    def echo(self, square: int, now_ns: int) -> None:
        """A square was left by a man whose arrival nobody heard of."""
        self._expand(1 << square, now_ns, late=True)

    def press(self, white: bool, at_ns: int, *, repeated: bool) -> None:
        """A press, in every reading."""
        for reading in self.readings:
            reading.press(white, at_ns, repeated=repeated)

    def forget_press(self, play: Play) -> None:
        """No press will come any more for this move."""
        for reading in self.readings:
            owed = reading.owed[play.white]
            reading.owed[play.white] = tuple(one for one in owed if one.ply != play.ply)

    def adopt(self, reading: Reading) -> None:
        """Take in a reading made elsewhere (a bridge)."""
        self.readings.append(reading)

    # --- growth ------------------------------------------------------------------------------------------------

    def _expand(self, touched: int, now_ns: int, late: bool) -> None:
        known = {_moves(reading): reading for reading in self.readings}
        generation, mask, limit = self.readings, touched, float("inf")
        for depth in range(costs.DEPTH):
            born: list[Reading] = []
            for parent in generation:
                if not parent.gone:
                    continue
                found = candidates(
                    parent, self.squares, mask, now_ns, just_made=depth > 0, late=late
                )
                born.extend(
                    self._child(parent, one, now_ns)
                    for one in found
                    if parent.cost + one.extra < limit
                )
            if not born:
                break
            generation, mask = _keep_cheapest(born, known), ALL_SQUARES
            limit = min(limit, _cheapest(generation) + costs.KEEP_WITHIN)
        if len(known) > 1:
            self._prune(known, now_ns)

    def _child(self, parent: Reading, candidate: Candidate, now_ns: int) -> Reading:
        reading = parent
        *unseen, last = candidate.moves
        if unseen:
            reading = parent.copy()
            reading.cost -= parent.out_charges + parent.restored.get(last.to_square, 0.0)
        for move in unseen:
            reading = reading.play(move, self.squares, now_ns, seen=False)
        child = reading.play(
            last,
            self.squares,
            now_ns,
            seen=True,
            unchanged=bool(unseen) and parent.shows_already(last.to_square, self.squares),
        )
        child.cost += candidate.extra
        return child

    def _prune(self, known: "dict[tuple[chess.Move, ...], Reading]", now_ns: int) -> None:
        ranked = self._rank(known.values(), now_ns)
        limit = ranked[0][0] + costs.KEEP_WITHIN
        kept = [reading for total, reading in ranked[: costs.KEEP] if total <= limit]
        root = known.get(())
        if root is not None and root not in kept:
            kept.append(root)
        self.readings = kept

    # --- ranking -----------------------------------------------------------------------------------------------

    def _rank(self, readings: Iterable[Reading], now_ns: int) -> Ranked:
        totals = [(reading.total(now_ns, self.squares), reading) for reading in readings]
        totals.sort(key=lambda pair: (pair[0], (pair[1].plays and pair[1].plays[-1].uci) or ""))
        return totals

    def ranked(self, now_ns: int) -> Ranked:
        """All readings, the most believable first, with their costs at this instant."""
        return self._rank(self.readings, now_ns)

    def best(self, now_ns: int) -> Reading:
        """The most believable reading at this instant."""
        if len(self.readings) == 1:
            return self.readings[0]
        return self.ranked(now_ns)[0][1]

    def settle(self, move: chess.Move) -> None:
        """Make the move the common past of all readings; those that begin otherwise are dropped."""
        kept = [one for one in self.readings if one.plays and one.plays[0].move == move]
        assert kept, f"no reading begins with {move}"
        cheapest = min(reading.cost for reading in kept)
        for reading in kept:
            reading.cost -= cheapest
            reading.plays = reading.plays[1:]
        self.position = self.position.after(move)
        if all(reading.plays for reading in kept):
            # "Nothing more was played" must stay possible, however dear it has become.
            root = fresh(self.position, self.squares, self.pace)
            root.cost = costs.KEEP_WITHIN
            kept.append(root)
        self.readings = kept


def _moves(reading: Reading) -> tuple[chess.Move, ...]:
    return tuple(play.move for play in reading.plays)


def _cheapest(readings: list[Reading]) -> float:
    return min((reading.cost for reading in readings), default=0.0)


def _keep_cheapest(
    born: list[Reading], known: "dict[tuple[chess.Move, ...], Reading]"
) -> list[Reading]:
    """Enter the newborn; of two readings of the same moves the cheaper stays."""
    fresh_ones = []
    for reading in born:
        key = _moves(reading)
        other = known.get(key)
        if other is None or reading.cost < other.cost:
            known[key] = reading
            fresh_ones.append(reading)
    return [reading for reading in fresh_ones if known[_moves(reading)] is reading]
