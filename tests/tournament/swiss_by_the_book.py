"""A Swiss round found the slow way: every candidate in the order of the articles, the first of the best wins.

Written from FIDE C.04.3 (1 February 2026) alone, apart from the engine and sharing no code with it; good for fields of
eight. Two readings are taken from the pairing programs, as the rules sheet tells: the parity of article 5.2.5 is that
of the place among those who ever took part, and exchanges are measured by places within the remainder.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from typing import Any

HALF, ONE = Fraction(1, 2), Fraction(1)
PLAYED, FORFEIT, PAB, BYE, NOTHING = "played", "forfeit", "pab", "bye", "nothing"


@dataclass(frozen=True)
class Row:
    """One round of one player: what happened, against whom, with which colour ("W", "B"), for how many points."""

    kind: str = NOTHING
    points: Fraction = Fraction(0)
    opponent: int = 0
    colour: str = ""


@dataclass
class Event:
    """Everything before the round to be paired. `rows` has one row per round and player."""

    rows: dict[int, list[Row]]
    number: int
    rounds: int
    initial: str = "W"
    forbidden: set[frozenset[int]] = field(default_factory=set)
    absent: set[int] = field(default_factory=set)
    virtual: dict[int, list[Fraction]] = field(default_factory=dict)

    def points(self, player: int, number: int) -> Fraction:
        """Points made before a round."""
        return sum((row.points for row in self.rows[player][: number - 1]), Fraction(0))

    def score(self, player: int, number: int | None = None) -> Fraction:
        """Points by which a round is paired, this one without a number."""
        number = number or self.number
        extra = self.virtual.get(player, [])
        return self.points(player, number) + (extra[number - 1] if number <= len(extra) else 0)

    # -- article 1 ----------------------------------------------------------------------------------

    def colours(self, player: int) -> list[str]:
        return [row.colour for row in self.rows[player] if row.kind == PLAYED]

    def difference(self, player: int) -> int:
        colours = self.colours(player)
        return colours.count("W") - colours.count("B")

    def preference(self, player: int) -> tuple[str, int]:
        """1.6: the colour and 3 absolute, 2 strong, 1 mild, 0 none."""
        colours, difference = self.colours(player), self.difference(player)
        if not colours:
            return "", 0
        if abs(difference) > 1:
            return ("B" if difference > 0 else "W"), 3
        if len(colours) > 1 and colours[-1] == colours[-2]:
            return flip(colours[-1]), 3
        if difference:
            return ("B" if difference > 0 else "W"), 2
        return flip(colours[-1]), 1

    def is_topscorer(self, player: int) -> bool:
        """1.7: over half of the maximum, when the last round is paired."""
        return self.number == self.rounds and 2 * self.points(player, self.number) > self.number - 1

    def floated(self, player: int, back: int) -> str:
        """1.3: "down", "up" or "" in the round so many back."""
        number = self.number - back
        if number < 1:
            return ""
        row = self.rows[player][number - 1]
        if row.kind != PLAYED:
            return "down" if row.kind == PAB or row.points > 0 else ""
        mine, other = self.score(player, number), self.score(row.opponent, number)
        return "down" if mine > other else "up" if mine < other else ""

    def unplayed(self, player: int) -> int:
        return sum(row.kind != PLAYED for row in self.rows[player])

    # -- article 2.1: absolute criteria -------------------------------------------------------------

    def may_meet(self, one: int, other: int) -> bool:
        """C1 with what the event forbids, and C3."""
        if any(row.kind == PLAYED and row.opponent == other for row in self.rows[one]):
            return False
        if frozenset((one, other)) in self.forbidden:
            return False
        (mine, much), (yours, more) = self.preference(one), self.preference(other)
        if self.is_topscorer(one) or self.is_topscorer(other):
            return True
        return not (much == more == 3 and mine == yours)

    def may_have_bye(self, player: int) -> bool:
        """C2."""
        return not any(
            row.kind == PAB or (row.kind != PLAYED and row.points >= 1) for row in self.rows[player]
        )

    # -- article 5.2 --------------------------------------------------------------------------------

    @cached_property
    def taking_part(self) -> list[int]:
        return [
            player
            for player, rows in sorted(self.rows.items())
            if player not in self.absent or any(row.kind in (PLAYED, FORFEIT, PAB) for row in rows)
        ]

    def white(self, higher: int, lower: int) -> int:
        """Who has White; `higher` is the higher ranked."""
        (mine, much), (yours, more) = self.preference(higher), self.preference(lower)
        if mine != yours:
            wanted = mine or flip(yours)
            return higher if wanted == "W" else lower
        if mine:
            return self._white_of_equals(higher, lower, mine, much, more)
        is_odd = self.taking_part.index(higher) % 2 == 0
        return higher if (self.initial == "W") == is_odd else lower

    def _white_of_equals(self, higher: int, lower: int, wanted: str, much: int, more: int) -> int:
        first = 0
        if much != more:
            first = higher if much > more else lower
        elif much == 3 and abs(self.difference(higher)) != abs(self.difference(lower)):
            first = max(higher, lower, key=lambda player: abs(self.difference(player)))
        if not first:
            back = list(zip(self.colours(higher)[::-1], self.colours(lower)[::-1], strict=False))
            unlike = [mine for mine, yours in back if mine != yours]
            if unlike:
                return higher if unlike[0] == "B" else lower
            first = higher
        other = lower if first == higher else higher
        return first if wanted == "W" else other


def flip(colour: str) -> str:
    return {"W": "B", "B": "W", "": ""}[colour]


class Impossible(Exception):
    """No complete pairing keeps to C1, C2 and C3."""


Pairs = tuple[tuple[int, int], ...]


class Book:
    """One round being paired by the articles."""

    def __init__(self, event: Event) -> None:
        self.event = event
        present = [player for player in event.rows if player not in event.absent]
        self.order = sorted(present, key=lambda player: (-event.score(player), player))
        self.friends = {
            player: {p for p in self.order if p != player and event.may_meet(player, p)}
            for player in self.order
        }
        self._byes: dict[tuple[int, ...], Fraction | None] = {}
        self._next: dict[tuple[int, ...], tuple[int, tuple[Fraction, ...]]] = {}
        self.best_bye = self.bye_of(tuple(self.order))

    def bye_of(self, left: tuple[int, ...]) -> Fraction | None:
        """C4 and C5: the lowest score of a bye with which these can all be paired; -1 without bye, None never."""
        if left in self._byes:
            return self._byes[left]
        found: list[Fraction] = []
        if not left:
            found.append(Fraction(-1))
        else:
            first, rest = left[0], left[1:]
            if len(left) % 2 and self.event.may_have_bye(first) and self.bye_of(rest) is not None:
                found.append(self.event.score(first))
            for other in rest:
                if other in self.friends[first]:
                    bye = self.bye_of(tuple(p for p in rest if p != other))
                    found += [bye] if bye is not None else []
        self._byes[left] = min(found, default=None)
        return self._byes[left]

    def pair(self) -> tuple[set[tuple[int, int]], int | None]:
        """(White, Black) pairs and the bye."""
        if self.best_bye is None:
            raise Impossible
        event, pairs, moved = self.event, set(), list[int]()
        scores = sorted({event.score(player) for player in self.order}, reverse=True)
        for place, score in enumerate(scores):
            residents = [player for player in self.order if event.score(player) == score]
            lower = [player for player in self.order if event.score(player) < score]
            after = [p for p in lower if event.score(p) == scores[place + 1]] if lower else []
            found = self.bracket(moved, residents, after, lower)
            for higher, other in found:
                white = event.white(higher, other)
                pairs.add((white, other if white == higher else higher))
            used = {player for pair in found for player in pair}
            moved = [player for player in moved + residents if player not in used]
        return pairs, moved[0] if moved else None

    def bracket(
        self, moved: list[int], residents: list[int], after: list[int], lower: list[int]
    ) -> Pairs:
        """The first of the best candidates (articles 2 and 3)."""
        size = len(moved) + len(residents)
        for floating in range(size % 2, size + 1, 2):
            best: tuple[Any, Pairs] | None = None
            for pairs in self.candidates(moved, residents, (size - floating) // 2):
                used = {player for pair in pairs for player in pair}
                floaters = [player for player in moved + residents if player not in used]
                if self.bye_of(tuple(floaters + lower)) != self.best_bye:
                    continue
                value = self.value(pairs, floaters, moved, residents, after, lower)
                if best is None or value < best[0]:
                    best = value, pairs
            if best is not None:
                return best[1]
        raise AssertionError("completion was promised by the bracket above")

    # -- articles 3 and 4: candidates ---------------------------------------------------------------

    def candidates(self, moved: list[int], residents: list[int], pairs: int) -> Iterator[Pairs]:
        """All of so many pairs: moved-down players first, as many as can be, then the remainder."""
        for count in range(min(len(moved), pairs), -1, -1):
            for upper in combinations(moved, count):
                for opponents in permutations(residents, count):
                    met = tuple(zip(upper, opponents, strict=True))
                    if not self.legal(met):
                        continue
                    rest = [player for player in residents if player not in opponents]
                    for more in self.remainder(rest, pairs - count):
                        yield met + more

    def remainder(self, people: list[int], pairs: int) -> Iterator[Pairs]:
        """S1 against S2, with transpositions and then exchanges."""
        if 2 * pairs > len(people):
            return
        for upper in exchanges(len(people), pairs):
            first = [people[at] for at in upper]
            second = [player for player in people if player not in first]
            for opponents in permutations(second, pairs):
                met = tuple(
                    (min(p, key=people.index), max(p, key=people.index))
                    for p in zip(first, opponents, strict=True)
                )
                if self.legal(met):
                    yield met

    def legal(self, pairs: Iterable[tuple[int, int]]) -> bool:
        return all(other in self.friends[one] for one, other in pairs)

    # -- article 2: how good ------------------------------------------------------------------------

    def value(
        self,
        pairs: Pairs,
        floaters: list[int],
        moved: list[int],
        residents: list[int],
        after: list[int],
        lower: list[int],
    ) -> tuple[Any, ...]:
        """C6 to C21, most important first; smaller is better."""
        event = self.event
        scores = sorted((event.score(player) for player in floaters), reverse=True)
        following = self.next_bracket(floaters, after, lower) if after else ()
        inside = {event.score(player) for player in moved + residents}
        decides_bye = len(floaters) == 1 and self.best_bye in inside
        unplayed = event.unplayed(floaters[0]) if decides_bye else 0
        met = [(one, other) for one, other in pairs if one in moved]
        return (
            len(floaters),
            tuple(scores),
            following,
            unplayed,
            *self.colour_values(pairs),
            *self.float_values(met, floaters, residents, 1),
            *self.float_values(met, floaters, residents, 2),
            *self.difference_values(met, floaters, moved, residents, 1),
            *self.difference_values(met, floaters, moved, residents, 2),
        )

    def next_bracket(
        self, moved: list[int], residents: list[int], lower: list[int]
    ) -> tuple[int, tuple[Fraction, ...]]:
        """C8: the best that C6 and C7 can be in the next bracket."""
        key = tuple(moved)
        if key not in self._next:
            below = [player for player in lower if player not in residents]
            values = [
                (len(left), tuple(sorted(map(self.event.score, left), reverse=True)))
                for left in self.leftovers(moved + residents, set(moved))
                if self.bye_of(tuple(left + below)) == self.best_bye
            ]
            self._next[key] = min(values)
        return self._next[key]

    def leftovers(self, people: list[int], moved: set[int]) -> Iterator[list[int]]:
        """Who is left over in each possible pairing of a bracket."""
        if not people:
            yield []
            return
        first, rest = people[0], people[1:]
        for left in self.leftovers(rest, moved):
            yield [first, *left]
        for other in rest:
            if other in self.friends[first] and not {first, other} <= moved:
                yield from self.leftovers([p for p in rest if p != other], moved)

    def colour_values(self, pairs: Pairs) -> tuple[int, int, int, int]:
        """C10 to C13."""
        event = self.event
        beyond = running = missed = strong = 0
        for higher, lower in pairs:
            white = event.white(higher, lower)
            top = event.is_topscorer(higher) or event.is_topscorer(lower)
            for player in (higher, lower):
                colour = "W" if player == white else "B"
                after = event.difference(player) + (1 if colour == "W" else -1)
                beyond += top and abs(after) > 2
                running += top and event.colours(player)[-2:] == [colour, colour]
                wanted, strength = event.preference(player)
                missed += wanted == flip(colour)
                strong += wanted == flip(colour) and strength == 2
        return beyond, running, missed, strong

    def float_values(
        self, met: Sequence[tuple[int, int]], floaters: list[int], residents: list[int], back: int
    ) -> tuple[int, int]:
        """C14 and C15, or C16 and C17."""
        down = sum(self.event.floated(p, back) == "down" for p in floaters if p in residents)
        return down, sum(self.event.floated(other, back) == "up" for _, other in met)

    def difference_values(
        self,
        met: Sequence[tuple[int, int]],
        floaters: list[int],
        moved: list[int],
        residents: list[int],
        back: int,
    ) -> tuple[list[Fraction], list[Fraction]]:
        """C18 and C19, or C20 and C21: score differences, largest first."""
        event, here = self.event, self.event.score(residents[0])
        down = [event.score(p) - here for p, _ in met if event.floated(p, back) == "down"]
        left = [p for p in floaters if p in moved and event.floated(p, back) == "down"]
        down += [event.score(p) - here + 1 for p in left]
        up = [event.score(p) - here for p, other in met if event.floated(other, back) == "up"]
        return sorted(down, reverse=True), sorted(up, reverse=True)


def exchanges(people: int, pairs: int) -> list[tuple[int, ...]]:
    """4.3: every S1 by places, the original first, then by the rules for exchanges."""
    original = set(range(pairs))

    def order(upper: tuple[int, ...]) -> tuple[Any, ...]:
        out, into = sorted(original - set(upper), reverse=True), sorted(set(upper) - original)
        return len(out), sum(into) - sum(out), [-place for place in out], into

    return sorted(combinations(range(people), pairs), key=order)
