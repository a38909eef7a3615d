"""Tie-breaks from a player's own results: games with Black, wins, progressive scores.

Nothing here looks at how the opponents fared. In a round robin under the rules of 2026 a game won by forfeit counts
as a regular game also here, one lost by forfeit does not (art. 15.2); before that, and in a Swiss, only games over
the board count. Sources: FIDE C.07 art. 7 (type B), 14.1.1, 15.2; rules sheet 5.1.
"""

from fractions import Fraction

from clockd.ports import BLACK
from clockd.tournament.criterion import Asked, tie_break
from clockd.tournament.crosstable import VOLUNTARY, Cell, Crosstable, Kind
from clockd.tournament.values import Part, Parts

ONE, HALF = Fraction(1), Fraction(1, 2)
FORFEITS_ARE_GAMES_SINCE = 2026


def _regular(table: Crosstable, cell: Cell, asked: Asked) -> bool:
    if cell.met:
        return True
    in_force = table.system == "round-robin" and asked.rules.edition >= FORFEITS_ARE_GAMES_SINCE
    return in_force and cell.kind is Kind.FORFEIT_WIN


def _one_each(cells: list[Cell]) -> Parts:
    return [Part(ONE, f"round {cell.round}", factors=()) for cell in cells]


@tie_break("BPG", "games played with Black", needs=["colours"])
def games_with_black(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Games played with Black: the most Blacks is ahead.

    Source: FIDE C.07 art. 7.3; 2019 U.S. Senior Championship, reg. 7 (second tie-break).
    """
    row = table.row(number)
    return _one_each([c for c in row if c.side is BLACK and _regular(table, c, asked)])


@tie_break("BWG", "games won with Black", needs=["colours"])
def wins_with_black(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Games won with Black.

    Source: FIDE C.07 art. 7.4.
    """
    return _one_each([c for c in _won(table, number, asked) if c.side is BLACK])


@tie_break("WON", "games won")
def games_won(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Games won over the board.

    Source: FIDE C.07 art. 7.2; 2019 U.S. Senior Championship, reg. 7 (fifth tie-break).
    """
    return _one_each(_won(table, number, asked))


def _won(table: Crosstable, number: int, asked: Asked) -> list[Cell]:
    win = table.scoring.win
    return [c for c in table.row(number) if c.points == win and _regular(table, c, asked)]


@tie_break("WIN", "rounds won")
def rounds_won(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Rounds that brought a win's points, played or not.

    Source: FIDE C.07 art. 7.1.
    """
    return _one_each([c for c in table.row(number) if c.points >= table.scoring.win])


@tie_break("PS", "progressive score", modifiers="C")
def progressive_score(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Sum of the score after each round; a cut takes away the score after round 1, then also after round 2.

    Source: FIDE C.07 art. 7.5, 14.1.1; 21st World Senior Championship 2011, reg. 5 (second tie-break).
    """
    points = {cell.round: cell.points for cell in table.row(number)}
    score, parts = Fraction(0), []
    for round_number in range(1, table.rounds + 1):
        score += points.get(round_number, Fraction(0))
        parts.append(Part(score, f"after {round_number}", weight=Fraction(round_number)))
    return parts


@tie_break("TPN", "tournament pairing number", lowest_first=True)
def pairing_number(table: Crosstable, number: int, asked: Asked) -> Parts:
    """The number in the pairing list, the lowest first.

    Source: FIDE C.07 art. 7.8 (2026).
    """
    return [Part(Fraction(number), "of his own")]


@tie_break("REP", "rounds elected to play")
def rounds_elected_to_play(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Rounds less half-point byes, zero-point byes and forfeit losses.

    Source: FIDE C.07 art. 7.6.
    """
    kinds = {cell.round: cell.kind for cell in table.row(number)}
    rounds = range(1, table.rounds + 1)
    stayed = [r for r in rounds if kinds.get(r, Kind.ZERO_BYE) not in VOLUNTARY]
    return [Part(ONE, f"round {r}", factors=()) for r in stayed]


@tie_break("STD", "standard points")
def standard_points(table: Crosstable, number: int, asked: Asked) -> Parts:
    """One for each game with more points than the opponent, a half for as many; the rest by what it brought.

    What was not played is compared with a draw: two who both stayed away have nothing, not half a point each.
    Source: FIDE C.07 art. 7.7: wins and draws whatever the event's points are.
    """
    parts = [(cell, _standard(table, number, cell)) for cell in table.row(number)]
    return [Part(worth, f"in round {c.round}") for c, worth in parts if worth]


def _standard(table: Crosstable, number: int, cell: Cell) -> Fraction:
    against = table.scoring.draw
    other = table.cell(cell.opponent, cell.round) if cell.met else None
    if other is not None:
        against = other.points
    if cell.kind is Kind.PENDING or cell.points < against:
        return Fraction(0)
    return ONE if cell.points > against else HALF
