"""A large random Swiss event, played by the engine itself: strength decides the results, some are absent or forfeit.

Or chance alone decides: then the score groups hold all strengths, and many who are due the same colour.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from clockd.tournament.crosstable import (
    CLASSICAL,
    Cell,
    Crosstable,
    GameResult,
    Kind,
    Player,
    tabulate,
)
from clockd.tournament.swiss.rounds import pair_round
from clockd.tournament.swiss.rules import RoundPairing, SwissRules

ABSENT, FORFEIT = 0.01, 0.02  # by round and player, by game


@dataclass(frozen=True)
class Position:
    """An event before a round is paired."""

    table: Crosstable
    number: int
    rules: SwissRules
    absent: frozenset[int]

    def pair(self, *, whole: bool = False) -> RoundPairing:
        return pair_round(self.table, self.number, self.rules, absent=self.absent, whole=whole)


class LargeEvent:
    """Rounds one after another: `position` is to be paired, `play` takes the pairing."""

    def __init__(
        self, players: int, rounds: int, seed: int, *, chance: bool = False, edition: int = 2026
    ) -> None:
        self._dice, self._chance = Random(seed), chance
        self._players = [Player(n, f"P{n}", 2700 - n) for n in range(1, players + 1)]
        self._rules = SwissRules(rounds, edition=edition)
        self._games: list[GameResult] = []
        self._byes: list[tuple[int, Cell]] = []

    def positions(self) -> Iterator[Position]:
        """Before each round; the consumer must `play` the pairing before it asks for the next."""
        for number in range(1, self._rules.rounds + 1):
            table = tabulate(
                self._players, self._games, self._byes, rounds=number - 1, system="swiss"
            )
            absent = (p.number for p in self._players if self._dice.random() < ABSENT)
            yield Position(table, number, self._rules, frozenset(absent))

    def play(self, position: Position, found: RoundPairing) -> None:
        """Results by chance; an absentee has half a point."""
        for pair in found.pairs:
            self._games.append(self._result(position.number, pair.white, pair.black))
        if found.bye is not None:
            self._byes.append((found.bye, Cell(position.number, Kind.PAB, Fraction(1))))
        half = Cell(position.number, Kind.HALF_BYE, CLASSICAL.of_bye(Kind.HALF_BYE))
        self._byes += [(player, half) for player in sorted(position.absent)]

    def _result(self, number: int, white: int, black: int) -> GameResult:
        lead = (
            0 if self._chance else (black - white) / len(self._players)
        )  # the smaller number is the stronger player
        chance = self._dice.random()
        wins = 0.35 + 0.45 * max(-0.6, min(0.6, lead))
        result = "1-0" if chance < wins else "1/2-1/2" if chance < wins + 0.3 else "0-1"
        forfeit = result != "1/2-1/2" and self._dice.random() < FORFEIT
        return GameResult(number, white, black, result, forfeit=forfeit)
