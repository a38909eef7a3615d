"""The rules that held until January 2026, the slow way: article by article, every candidate in order.

Written from FIDE C.04.3 (2017), A.9 and B to D, apart from the engine. One reading is the pairing programs': where the
next score group is the last, somebody left there who may not have the bye counts three times (C.7).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.tournament.swiss_by_the_book import FORFEIT, PAB, PLAYED, Book, Event, Impossible, Pairs


@dataclass
class Event2017(Event):
    """What counted otherwise: every round without a game is a downfloat (A.4), and who may have the bye (C.2)."""

    def floated(self, player: int, back: int) -> str:
        number = self.number - back
        if number >= 1 and self.rows[player][number - 1].kind != PLAYED:
            return "down"
        return super().floated(player, back)

    def may_have_bye(self, player: int) -> bool:
        return not any(
            row.kind == PAB or (row.kind == FORFEIT and row.points) for row in self.rows[player]
        )


class Book2017(Book):
    """One round being paired by the articles of 2017."""

    def pair(self) -> tuple[set[tuple[int, int]], int | None]:
        if self.bye_of(tuple(self.order)) is None:
            raise Impossible
        met: list[tuple[int, int]] = []
        moved: list[int] = []
        left = list(self.order)
        while left:
            found, moved, left = self._step(moved, left)
            met += found
        white = {pair: self.event.white(*pair) for pair in met}
        pairs = {(white[pair], pair[1] if white[pair] == pair[0] else pair[0]) for pair in met}
        return pairs, moved[0] if moved else None

    def _step(self, moved: list[int], left: list[int]) -> tuple[Pairs, list[int], list[int]]:
        """One bracket; a penultimate one and the last together (A.9). Pairs, floaters, the players below."""
        event = self.event
        below_moved = [player for player in left if player not in moved]
        here = event.score(below_moved[0])
        residents = [player for player in below_moved if event.score(player) == here]
        lower = [player for player in below_moved if event.score(player) < here]
        if lower:
            after = [p for p in lower if event.score(p) == event.score(lower[0])]
            found = self._best(moved, residents, after, lambda _: True)
            floaters = self._without(moved + residents, found)
            if self.bye_of(tuple(floaters + lower)) is not None:
                return found, floaters, floaters + lower
            found = self._best(moved, residents, [], lambda out: self._completes(out + lower))
            moved, residents = self._without(moved + residents, found), lower
            last = self._best(moved, residents, [], self._completes)
            return found + last, self._without(moved + residents, last), []
        found = self._best(moved, residents, [], self._completes)
        return found, self._without(moved + residents, found), []

    def _completes(self, left: list[int]) -> bool:
        return self.bye_of(tuple(sorted(left, key=self.order.index))) is not None

    @staticmethod
    def _without(people: list[int], pairs: Pairs) -> list[int]:
        used = {player for pair in pairs for player in pair}
        return [player for player in people if player not in used]

    def _best(
        self,
        moved: list[int],
        residents: list[int],
        after: list[int],
        allowed: Callable[[list[int]], bool],
    ) -> Pairs:
        """The first of the best candidates whose floaters are allowed; in the last bracket they have the bye."""
        size = len(moved) + len(residents)
        for floating in range(size % 2, size + 1, 2):
            best: tuple[Any, Pairs] | None = None
            for pairs in self.candidates(moved, residents, (size - floating) // 2):
                floaters = self._without(moved + residents, pairs)
                if allowed(floaters):
                    value = self._value(pairs, floaters, moved, residents, after)
                    if best is None or value < best[0]:
                        best = value, pairs
            if best is not None:
                return best[1]
        raise AssertionError("nobody at all need be paired in a bracket that is not the last")

    def _value(
        self,
        pairs: Pairs,
        floaters: list[int],
        moved: list[int],
        residents: list[int],
        after: list[int],
    ) -> tuple[Any, ...]:
        """C.6 to C.19, most important first."""
        lowest = min(map(self.event.score, moved + residents))
        return (
            self._differences(pairs, floaters, lowest),
            self._following(floaters, after) if after else (),
            *self.colour_values(pairs),
            *self._again(pairs, floaters, lowest, 1),
            *self._again(pairs, floaters, lowest, 2),
            *self._by_difference(pairs, floaters, lowest, 1),
            *self._by_difference(pairs, floaters, lowest, 2),
        )

    def _differences(self, pairs: Pairs, floaters: list[int], lowest: Fraction) -> list[Fraction]:
        """A.8: the score differences, largest first."""
        score = self.event.score
        met = [score(one) - score(other) for one, other in pairs]
        return sorted([*met, *(score(player) - lowest + 1 for player in floaters)], reverse=True)

    def _following(self, moved: list[int], residents: list[int]) -> tuple[Any, ...]:
        """C.7: the best that the next bracket alone can come to."""
        event = self.event
        is_last = residents[-1] == self.order[-1]
        odd = len(self.order) % 2 == 1
        lowest = event.score(residents[0])
        values = []
        for pairs, left in self._pairings(moved + residents, set(moved)):
            costs = [1 if not is_last or (odd and event.may_have_bye(p)) else 3 for p in left]
            values.append((sum(costs), self._differences(pairs, left, lowest)))
        return min(values)

    def _pairings(self, people: list[int], moved: set[int]) -> list[tuple[Pairs, list[int]]]:
        """Every way to pair some of these, and who is left."""
        if not people:
            return [((), [])]
        first, rest = people[0], people[1:]
        found: list[tuple[Pairs, list[int]]] = [
            (pairs, [first, *left]) for pairs, left in self._pairings(rest, moved)
        ]
        for other in rest:
            if other in self.friends[first] and not {first, other} <= moved:
                others = [player for player in rest if player != other]
                found += [
                    (((first, other), *pairs), left)
                    for pairs, left in self._pairings(others, moved)
                ]
        return found

    def _floats(
        self, pairs: Pairs, floaters: list[int], lowest: Fraction, back: int
    ) -> tuple[list[Fraction], list[Fraction]]:
        """Score differences of who floats down, and of who floats up, as so many rounds ago."""
        event = self.event
        uneven = [(one, other, event.score(one) - event.score(other)) for one, other in pairs]
        down = [by for one, _, by in uneven if by and event.floated(one, back) == "down"]
        down += [event.score(p) - lowest + 1 for p in floaters if event.floated(p, back) == "down"]
        up = [by for _, other, by in uneven if by and event.floated(other, back) == "up"]
        return sorted(down, reverse=True), sorted(up, reverse=True)

    def _again(
        self, pairs: Pairs, floaters: list[int], lowest: Fraction, back: int
    ) -> tuple[int, int]:
        """C.12 and C.13, or C.14 and C.15."""
        down, up = self._floats(pairs, floaters, lowest, back)
        return len(down), len(up)

    def _by_difference(
        self, pairs: Pairs, floaters: list[int], lowest: Fraction, back: int
    ) -> tuple[list[Fraction], list[Fraction]]:
        """C.16 and C.17, or C.18 and C.19."""
        return self._floats(pairs, floaters, lowest, back)
