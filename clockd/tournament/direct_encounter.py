"""Direct encounter: the tied players' own little table.

Decides who is ahead on the games among those who are still tied. Two who met twice count with the average of their
games. When all have met, the little table ranks them and is drawn up anew for each smaller group still level; when
some games are missing, only who is on top whatever those games would have brought is taken out. Sources: FIDE C.07
art. 6.1 to 6.3, 15.2; 21st World Senior Championship 2011, reg. 5 (first tie-break); rules sheet 5.1.
"""

from collections.abc import Sequence
from fractions import Fraction

from clockd.tournament.criterion import Asked, Encounter, among_tied
from clockd.tournament.crosstable import Cell, Crosstable
from clockd.tournament.values import Value, plain, total

Group = tuple[int, ...]


@among_tied("DE", "direct encounter", modifiers="P")
def direct_encounter(table: Crosstable, tied: Sequence[int], asked: Asked) -> Encounter:
    """Points made among the tied; who is not yet certain stays level.

    Source: FIDE C.07 art. 6; 2019 U.S. Senior Championship, reg. 7 (first tie-break, "if applicable").
    """
    little = LittleTable(table, tied, asked)
    values = {number: little.value(number) for number in tied}
    return Encounter(values, tuple(_ranked(table, tuple(tied), asked)))


@among_tied("DE-ALLMET", "direct encounter, if all have met", modifiers="P")
def only_if_all_met(table: Crosstable, tied: Sequence[int], asked: Asked) -> Encounter:
    """Direct encounter, used only where all the tied have played each other; where they have not, it says nothing.

    Source: 21st World Senior Championship 2011, reg. 5 (first tie-break).
    """
    little = LittleTable(table, tied, asked)
    if little.all_met:
        return direct_encounter(table, tied, asked)
    number = next(number for number in tied if little.missing(number))
    missed = ", ".join(map(str, little.not_met(number)))
    silent = Value(None, f"not used: {number} has not met {missed}")
    return Encounter(dict.fromkeys(tied, silent), (tuple(tied),))


class LittleTable:
    """The games among some players: points, averaged over two who met more than once, and games missing."""

    def __init__(self, table: Crosstable, among: Sequence[int], asked: Asked) -> None:
        self._win = table.scoring.win
        self._games: dict[int, dict[int, list[Fraction]]] = {number: {} for number in among}
        for number in among:
            for game in table.row(number):
                if game.opponent in self._games and _counts(table, game, asked):
                    self._games[number].setdefault(game.opponent, []).append(game.points)

    @property
    def all_met(self) -> bool:
        return all(self.missing(number) == 0 for number in self._games)

    def missing(self, number: int) -> int:
        """How many of the others this player has not met."""
        return len(self._games) - 1 - len(self._games[number])

    def not_met(self, number: int) -> list[int]:
        """The others whom this player has not met."""
        return [other for other in self._games if other not in (number, *self._games[number])]

    def points(self, number: int) -> Fraction:
        return total([total(points) / len(points) for points in self._games[number].values()])

    def value(self, number: int) -> Value:
        met = self._games[number]
        if not met:
            return Value(Fraction(0), "no game among the tied")
        each = (f"{'+'.join(map(plain, points))} v {opponent}" for opponent, points in met.items())
        others = ", ".join(map(str, self.not_met(number)))
        missing = f"; has not met {others}" if others else ""
        return Value(self.points(number), ", ".join(each) + missing)

    def leads(self, number: int, rivals: Sequence[int]) -> bool:
        """Whether none of the rivals could have caught up, had every missing game gone his way."""
        mine = self.points(number)
        others = (rival for rival in rivals if rival != number)
        return all(mine > self.points(o) + self._win * self.missing(o) for o in others)


def _counts(table: Crosstable, game: Cell, asked: Asked) -> bool:
    """In a round robin a forfeit is a game like any other (15.2); in a Swiss only where the rules say so (6.1.1)."""
    return game.is_game if table.system == "round-robin" or asked.forfeits else game.met


def _ranked(table: Crosstable, tied: Group, asked: Asked) -> list[Group]:
    if len(tied) == 1:
        return [tied]
    little = LittleTable(table, tied, asked)
    if not little.all_met:
        return _certain_tops(table, tied, asked)
    levels = _levels(little, tied)
    if len(levels) == 1:
        return levels
    return [group for level in levels for group in _ranked(table, level, asked)]


def _levels(little: LittleTable, tied: Group) -> list[Group]:
    scores = sorted({little.points(number) for number in tied}, reverse=True)
    return [tuple(n for n in tied if little.points(n) == score) for score in scores]


def _certain_tops(table: Crosstable, tied: Group, asked: Asked) -> list[Group]:
    """First whoever is certain, then the next in the same little table; the rest begin anew (6.3)."""
    little, certain, rest = LittleTable(table, tied, asked), [], list(tied)
    while len(rest) > 1:
        top = next((number for number in rest if little.leads(number, rest)), None)
        if top is None:
            break
        certain.append((top,))
        rest.remove(top)
    return [*certain, *_ranked(table, tuple(rest), asked)] if certain else [tied]
