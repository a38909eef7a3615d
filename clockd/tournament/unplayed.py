"""Rounds that were not played, as Buchholz and Sonneborn-Berger see them, by edition of the rules.

Decides two things: what a player's own empty round is worth as an opponent (nobody, a dummy, a virtual opponent),
and what score his opponents see of him. In a round robin there is nothing to decide: forfeits are regular games and
a rest is no round. Sources: FIDE C.07 art. 15 and 16 (editions of 2023, 2024 and 2026); before September 2023 the
virtual opponent of the older handbook; rules sheet 5.3.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from clockd.tournament.criterion import Rules
from clockd.tournament.crosstable import BYES, FORFEITS, VOLUNTARY, Cell, Crosstable, Kind

DUMMY_SINCE = 2023
DUMMY_CAPPED_SINCE = 2026
REQUESTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE})


@dataclass(frozen=True, slots=True)
class Seen:
    """One round for a sum over opponents: points made in it and the opponent's score as the rules see it."""

    points: Fraction
    score: Fraction
    words: str
    voluntary: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """A table under one edition; `fore` takes the last round's games for drawn (Fore Buchholz, art. 8.3)."""

    table: Crosstable
    rules: Rules
    fore: bool = False

    def cell(self, number: int, round_number: int) -> Cell:
        """A player's round; one in which nothing stands is an absence, and `fore` draws what the last round paired."""
        found, scoring = self.table.cell(number, round_number), self.table.scoring
        if found is None:
            return Cell(round_number, Kind.ZERO_BYE, scoring.absent)
        if self.fore and round_number == self.table.rounds and found.opponent:
            return replace(found, kind=Kind.PLAYED, points=scoring.draw)
        return found

    def score(self, number: int) -> Fraction:
        """A player's own points."""
        score, last = self.table.score(number), self.table.cell(number, self.table.rounds)
        if last is None:
            return score
        return score - last.points + self.cell(number, last.round).points

    def score_for_opponents(self, number: int) -> Fraction:
        """A player's points as his opponents' tie-breaks see them (art. 16.3; all empty rounds drawn before 2023)."""
        score, draw = self.score(number), self.table.scoring.draw
        for cell in self._taken_for_draws(number):
            score += draw - cell.points
        return score

    def _taken_for_draws(self, number: int) -> Iterator[Cell]:
        backwards = (self.cell(number, r) for r in range(self.table.rounds, 0, -1))
        if self.rules.edition < DUMMY_SINCE:
            yield from (cell for cell in backwards if cell.kind in BYES | FORFEITS)
            return
        for cell in backwards:
            if cell.kind not in VOLUNTARY:
                return
            if cell.kind in REQUESTED:
                yield cell


def seen_opponents(
    table: Crosstable, number: int, rules: Rules, *, fore: bool = False, forfeits: bool = False
) -> list[Seen]:
    """A player's rounds, each with the opponent's score: the addends of Buchholz and Sonneborn-Berger.

    With `forfeits` these are games against the scheduled opponent (modifier P).
    """
    view = View(table, rules, fore)
    if table.system == "round-robin":
        return [_game(view, game, table.score(game.opponent)) for game in table.games(number)]
    rounds = (view.cell(number, r) for r in range(1, table.rounds + 1))
    return [_seen(view, number, cell, forfeits) for cell in rounds if cell.kind is not Kind.PENDING]


def _game(view: View, game: Cell, score: Fraction) -> Seen:
    return Seen(game.points, score, f"v {game.opponent}")


def _seen(view: View, number: int, cell: Cell, forfeits: bool) -> Seen:
    if cell.met or (forfeits and cell.kind in FORFEITS and cell.opponent):
        return _game(view, cell, view.score_for_opponents(cell.opponent))
    if view.rules.edition < DUMMY_SINCE:
        return _virtual(view, number, cell)
    words = f"dummy in round {cell.round}"
    return Seen(cell.points, _dummy(view, number, cell), words, cell.kind in VOLUNTARY)


def _dummy(view: View, number: int, cell: Cell) -> Fraction:
    """Score of the dummy: the player's own, since 2026 no more than what the round could have offered (16.4)."""
    own = view.score(number)
    if view.rules.edition < DUMMY_CAPPED_SINCE:
        return own
    if cell.kind in FORFEITS and cell.opponent:
        return min(own, view.score_for_opponents(cell.opponent))
    return min(own, view.table.scoring.draw * view.table.rounds)


def _virtual(view: View, number: int, cell: Cell) -> Seen:
    """The virtual opponent of before September 2023; a draw in Sonneborn-Berger, whatever the round brought."""
    scoring = view.table.scoring
    before = sum((c.points for c in view.table.row(number) if c.round < cell.round), Fraction(0))
    later = scoring.draw * (view.table.rounds - cell.round)
    score = before + (scoring.win - cell.points) + later
    return Seen(scoring.draw, score, f"virtual in round {cell.round}")
