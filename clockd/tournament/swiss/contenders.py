"""What the pairing needs to know of each player: score, colours, floats, byes, all from the crosstable.

Decides nothing of who meets whom. Colours count over games played only; floats are those of the real rounds, so a
round without a game is a round all the same. Sources: FIDE C.04.3 (2026) articles 1.3 (floats), 1.6 and 1.7 (colour
preferences, topscorers), 2.1.2 (bye); C.04.2 (unplayed rounds); rules sheet 6.2 and 6.3.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from fractions import Fraction

from clockd.ports import BLACK, WHITE, Side
from clockd.tournament.crosstable import FORFEITS, OVER_THE_BOARD, Cell, Crosstable, Kind
from clockd.tournament.swiss.rules import SwissRules

TOOK_PART = OVER_THE_BOARD | FORFEITS | {Kind.PAB}


class Strength(IntEnum):
    """How strongly a player is due a colour (articles 1.6.2 to 1.6.4)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Float(Enum):
    """Whether a round took a player below or above his score group."""

    NONE = 0
    DOWN = 1
    UP = 2


@dataclass(frozen=True, slots=True)
class Contender:
    """A player to be paired. `score` is what groups him (virtual points included), `points` what he has made.

    `colours` are those of his games, oldest first; `difference` is Whites less Blacks; `due` and `strength` his
    preference; `floats` those of the last round and of the one before; `odd` the parity of article 5.2.5.
    """

    number: int
    score: Fraction
    points: Fraction
    colours: tuple[Side, ...]
    difference: int
    due: Side | None
    strength: Strength
    floats: tuple[Float, Float]
    unplayed: int
    may_have_bye: bool
    topscorer: bool
    odd: bool
    met: frozenset[int]

    @property
    def repeated(self) -> Side | None:
        """The colour of both of his last two games."""
        last = self.colours[-2:]
        return last[0] if len(last) == 2 and last[0] is last[1] else None


def contenders(
    table: Crosstable, number: int, rules: SwissRules, absent: Collection[int] = ()
) -> tuple[Contender, ...]:
    """Everybody to be paired in round `number`, highest ranked first: by score, then by pairing number."""
    history = _History(table, number, rules)
    present = sorted(p.number for p in table.players if p.number not in absent)
    taking = history.taking_part(present)
    found = (history.contender(one, odd=taking[one] % 2 == 1) for one in present)
    return tuple(sorted(found, key=lambda each: (-each.score, each.number)))


class _History:
    """The rounds before the one to be paired."""

    def __init__(self, table: Crosstable, number: int, rules: SwissRules) -> None:
        self._table, self._number, self._rules = table, number, rules
        self._half_of_possible = table.scoring.win * (number - 1) / 2
        self._points = {p.number: self._added(p.number) for p in table.players}

    def _row(self, player: int) -> Iterator[Cell]:
        return (cell for cell in self._table.row(player) if cell.round < self._number)

    def _added(self, player: int) -> tuple[Fraction, ...]:
        """A player's points before round 1, 2, ... up to the round to be paired."""
        points = [self._table.extra.get(player, Fraction(0))]
        cells = {cell.round: cell.points for cell in self._row(player)}
        for number in range(1, self._number):
            points.append(points[-1] + cells.get(number, Fraction(0)))
        return tuple(points)

    def taking_part(self, present: Collection[int]) -> dict[int, int]:
        """The number, or place among those who ever took part, whose parity article 5.2.5 asks for."""
        if self._rules.parity_of_numbers:
            return {player: player for player in present}
        here = set(present)
        taking = [
            player
            for player in sorted(self._points)
            if player in here or any(cell.kind in TOOK_PART for cell in self._row(player))
        ]
        return {player: place for place, player in enumerate(taking, start=1)}

    def score(self, player: int, number: int) -> Fraction:
        """The score by which round `number` is paired."""
        virtual = self._rules.virtual_points.get(player, ())
        extra = virtual[number - 1] if number <= len(virtual) else Fraction(0)
        return self._points[player][number - 1] + extra

    def contender(self, player: int, *, odd: bool) -> Contender:
        games = [cell for cell in self._row(player) if cell.met]
        colours = tuple(cell.side for cell in games if cell.side is not None)
        difference = colours.count(WHITE) - colours.count(BLACK)
        due, strength = preference(colours)
        last = self._rules.rounds == self._number
        return Contender(
            number=player,
            score=self.score(player, self._number),
            points=self._points[player][-1],
            colours=colours,
            difference=difference,
            due=due,
            strength=strength,
            floats=(self._float(player, 1), self._float(player, 2)),
            unplayed=self._number - 1 - len(games),
            may_have_bye=not any(map(self._bars_from_bye, self._row(player))),
            topscorer=last and self._points[player][-1] > self._half_of_possible,
            odd=odd,
            met=frozenset(cell.opponent for cell in games),
        )

    def _bars_from_bye(self, cell: Cell) -> bool:
        """2.1.2: who had the bye, or in one round scored a win's points without playing."""
        if cell.kind is Kind.PAB or cell.kind is Kind.FORFEIT_WIN:
            return True
        if self._rules.edition == 2017:
            return False
        return cell.kind not in OVER_THE_BOARD and cell.points >= self._table.scoring.win

    def _float(self, player: int, back: int) -> Float:
        number = self._number - back
        if number < 1:
            return Float.NONE
        cell = self._table.cell(player, number)
        if cell is None or not cell.met:
            return self._float_without_game(cell)
        own, other = self.score(player, number), self.score(cell.opponent, number)
        if own == other:
            return Float.NONE
        return Float.DOWN if own > other else Float.UP

    def _float_without_game(self, cell: Cell | None) -> Float:
        if self._rules.edition == 2017:
            return Float.DOWN
        scored = cell is not None and cell.points > self._table.scoring.loss
        given = cell is not None and cell.kind is Kind.PAB
        return Float.DOWN if scored or given else Float.NONE


def preference(colours: tuple[Side, ...]) -> tuple[Side | None, Strength]:
    """The colour a player is due after these games, and how strongly."""
    if not colours:
        return None, Strength.NONE
    difference = colours.count(WHITE) - colours.count(BLACK)
    rarer = BLACK if difference > 0 else WHITE
    if abs(difference) > 1:
        return rarer, Strength.ABSOLUTE
    other = BLACK if colours[-1] is WHITE else WHITE
    if colours[-2:-1] == colours[-1:]:
        return other, Strength.ABSOLUTE
    return (rarer, Strength.STRONG) if difference else (other, Strength.MILD)
