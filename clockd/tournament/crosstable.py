"""The crosstable: what every player scored in every round, and how the round came to that.

Decides what counts as a game, what a round is worth and who met whom; knows nothing of order, pairings or files.
Points are `Fraction`s, so equal scores are equal. A player is known by his number in the table; opponent 0 is
"nobody". Sources: FIDE C.07 art. 15 and 16 (kinds of rounds); Laws 12.9 (results that need not sum to one);
TRF26 records 162 (points) and 299 (points given or taken).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Literal

from clockd.ports import BLACK, WHITE, Side
from clockd.tournament.values import total

System = Literal["round-robin", "swiss"]
SYSTEMS: tuple[System, ...] = ("round-robin", "swiss")
NOBODY = 0


class Kind(StrEnum):
    """How a player's round came to its points."""

    PLAYED = "played"
    SHORT = (
        "under-one-move"  # met at the board, under one move made: counts as played, is not rated
    )
    FORFEIT_WIN = "forfeit-win"
    FORFEIT_LOSS = "forfeit-loss"
    PAB = "pairing-allocated-bye"
    FULL_BYE = "full-point-bye"
    HALF_BYE = "half-point-bye"
    ZERO_BYE = "zero-point-bye"  # an announced absence, and the rest in an odd round robin
    PENDING = "no-result-yet"


OVER_THE_BOARD = frozenset({Kind.PLAYED, Kind.SHORT})
FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})
BYES = frozenset({Kind.PAB, Kind.FULL_BYE, Kind.HALF_BYE, Kind.ZERO_BYE})
REQUESTABLE = BYES - {Kind.PAB}
# C.07 art. 16.1: what the player himself brought about.
VOLUNTARY = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE, Kind.FORFEIT_LOSS})


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a round is worth (TRF26 record 162); `pab` is the bye that the pairing gives."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    absent: Fraction = Fraction(0)
    pab: Fraction = Fraction(1)

    def of_bye(self, kind: Kind) -> Fraction:
        """Points of a round without an opponent."""
        return {
            Kind.PAB: self.pab,
            Kind.FULL_BYE: self.win,
            Kind.HALF_BYE: self.draw,
            Kind.ZERO_BYE: self.absent,
        }[kind]

    def of_mark(self, mark: str) -> Fraction:
        """Points of "1", "=" or "0" over the board."""
        return {"1": self.win, "=": self.draw, "0": self.loss}[mark]


CLASSICAL = Scoring()

# Each result as the two players' marks. The last three are rulings: both lose, or one draws and the other loses.
RESULT_MARKS = {
    "1-0": ("1", "0"),
    "0-1": ("0", "1"),
    "1/2-1/2": ("=", "="),
    "0-0": ("0", "0"),
    "1/2-0": ("=", "0"),
    "0-1/2": ("0", "="),
}
FORFEIT_RESULTS = frozenset({"1-0", "0-1", "0-0"})  # 0-0 by forfeit: both stayed away


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the table. `rating` 0 is unrated; `number` is the pairing number."""

    number: int
    name: str
    rating: int = 0
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    sex: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player. `side` is None where no colour is known or there was no opponent."""

    round: int
    kind: Kind
    points: Fraction
    opponent: int = NOBODY
    side: Side | None = None

    @property
    def met(self) -> bool:
        """Whether the two sat down and played."""
        return self.kind in OVER_THE_BOARD

    @property
    def is_game(self) -> bool:
        """A game with a result, won by forfeit included."""
        return self.opponent != NOBODY and self.kind is not Kind.PENDING


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Every player's rounds. `rounds` counts those begun; `extra` is points given or taken outside of games."""

    players: tuple[Player, ...]
    cells: Mapping[int, tuple[Cell, ...]]
    rounds: int
    system: System = "round-robin"
    scoring: Scoring = CLASSICAL
    extra: Mapping[int, Fraction] = field(default_factory=dict)
    _scores: Mapping[int, Fraction] = field(init=False, repr=False, compare=False)
    _players: Mapping[int, Player] = field(init=False, repr=False, compare=False)
    _by_round: Mapping[int, Mapping[int, Cell]] = field(init=False, repr=False, compare=False)
    colours_known: bool = field(init=False, repr=False, compare=False)
    ratings_known: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        scores = {player.number: self._added(player.number) for player in self.players}
        object.__setattr__(self, "_scores", scores)
        by_number = {player.number: player for player in self.players}
        assert len(by_number) == len(self.players), "two players with one number"
        object.__setattr__(self, "_players", by_number)
        games = (cell for row in self.cells.values() for cell in row if cell.met)
        object.__setattr__(self, "colours_known", all(cell.side is not None for cell in games))
        rated = all(player.rating > 0 for player in self.players)
        object.__setattr__(self, "ratings_known", rated)
        by_round = {n: {cell.round: cell for cell in row} for n, row in self.cells.items()}
        object.__setattr__(self, "_by_round", by_round)

    def _added(self, number: int) -> Fraction:
        earned = [cell.points for cell in self.row(number)]
        return total([*earned, self.extra.get(number, Fraction(0))])

    def row(self, number: int) -> tuple[Cell, ...]:
        """Every round of a player in which something stands, in order."""
        return self.cells.get(number, ())

    def games(self, number: int) -> tuple[Cell, ...]:
        """The games of a player that have a result; forfeits are games, byes are not."""
        return tuple(cell for cell in self.row(number) if cell.is_game)

    def met(self, number: int) -> tuple[Cell, ...]:
        """The games of a player that were played over the board."""
        return tuple(cell for cell in self.row(number) if cell.met)

    def score(self, number: int) -> Fraction:
        """A player's points."""
        return self._scores[number]

    def player(self, number: int) -> Player:
        """The player with this number."""
        return self._players[number]

    def cell(self, number: int, round_number: int) -> Cell | None:
        """What stands in one round of a player, or None."""
        return self._by_round.get(number, {}).get(round_number)


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game as the arbiter writes it: "1-0", by forfeit or not; result "*" is a game without a result."""

    round: int
    white: int
    black: int
    result: str
    forfeit: bool = False
    colours_known: bool = True

    def cells(self, scoring: Scoring = CLASSICAL) -> tuple[tuple[int, Cell], tuple[int, Cell]]:
        """The game as it stands in both players' rows."""
        marks = RESULT_MARKS.get(self.result, ("", ""))
        white = self._cell(marks[0], self.black, WHITE, scoring)
        return (self.white, white), (self.black, self._cell(marks[1], self.white, BLACK, scoring))

    def _cell(self, mark: str, opponent: int, side: Side, scoring: Scoring) -> Cell:
        colour = side if self.colours_known else None
        kind, points = worth(mark, self.forfeit, scoring)
        return Cell(self.round, kind, points, opponent, colour)


def worth(mark: str, forfeit: bool, scoring: Scoring) -> tuple[Kind, Fraction]:
    """Kind and points of a mark "1", "=", "0", or "" while there is no result."""
    if not mark:
        return Kind.PENDING, Fraction(0)
    if not forfeit:
        return Kind.PLAYED, scoring.of_mark(mark)
    if mark == "1":
        return Kind.FORFEIT_WIN, scoring.win
    return Kind.FORFEIT_LOSS, scoring.absent


def rounds_begun(cells: Iterable[Cell]) -> int:
    """The last round in which a result stands; an open game or a bye asked for ahead does not begin a round."""
    idle = REQUESTABLE | {Kind.PENDING}
    return max((cell.round for cell in cells if cell.kind not in idle), default=0)


def tabulate(
    players: Sequence[Player],
    games: Iterable[GameResult],
    byes: Iterable[tuple[int, Cell]] = (),
    *,
    rounds: int | None = None,
    system: System = "round-robin",
    scoring: Scoring = CLASSICAL,
) -> Crosstable:
    """The crosstable of these games and byes; `rounds` when it is not what the games say."""
    rows: dict[int, list[Cell]] = {player.number: [] for player in players}
    for number, cell in [pair for game in games for pair in game.cells(scoring)] + list(byes):
        rows[number].append(cell)
    cells = {number: tuple(sorted(row, key=_by_round)) for number, row in rows.items()}
    begun = rounds_begun(cell for row in cells.values() for cell in row)
    return Crosstable(tuple(players), cells, begun if rounds is None else rounds, system, scoring)


def _by_round(cell: Cell) -> int:
    return cell.round
