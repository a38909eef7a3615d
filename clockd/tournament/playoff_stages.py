"""One stage of a playoff as it stands, and what its games are worth.

Values only: which games are left and who is ahead is said by the stage's format (`playoff_formats`), which stage comes
when by the contest (`playoffs`). Points are `Fraction`s, so equal scores are equal. With draw odds a drawn game has a
winner, although its result stays a draw. Sources: 2019 U.S. Senior Championship, reg. 7; rules sheet 7.12.
"""

from dataclasses import dataclass
from fractions import Fraction

from clockd.ports import BLACK, WHITE, Side
from clockd.tournament.crosstable import CLASSICAL, RESULT_MARKS
from clockd.tournament.playoff_rules import Stage

Pair = tuple[int, int]
Group = tuple[int, ...]
DRAW = "1/2-1/2"


@dataclass(frozen=True, slots=True)
class Game:
    """A game to be played: its round within the stage, and which game between these two it is; both from 1."""

    round: int
    game: int
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game that has been played, with the colours it was played with."""

    white: int
    black: int
    result: str


@dataclass(frozen=True, slots=True)
class Course:
    """A stage as it stands: who plays, what was drawn and chosen, what was played.

    `order` is the drawing, its first the winner of the lot; empty before it. `colours` are (White, Black) as chosen.
    `lots_stand`: the later rounds of a knock-out take White from the same drawing; else they wait for one of their own.
    """

    stage: Stage
    players: Group
    order: Group = ()
    colours: tuple[Pair, ...] = ()
    played: tuple[Played, ...] = ()
    lots_stand: bool = True

    def scores(self) -> dict[int, Fraction]:
        """The points that each has made in this stage."""
        made = dict.fromkeys(self.players, Fraction(0))
        for one in self.played:
            white, black = points_of(self.stage, one.result)
            made[one.white] += white
            made[one.black] += black
        return made

    def meetings(self, one: int, other: int) -> tuple[Played, ...]:
        """The games played between these two."""
        return tuple(p for p in self.played if {p.white, p.black} == {one, other})

    def chosen_colours(self, one: int, other: int) -> Pair | None:
        """(White, Black) of these two where somebody has chosen."""
        return next((pair for pair in self.colours if set(pair) == {one, other}), None)


def match_winner(draw_odds: Side | None, result: str) -> Side | None:
    """The side that a drawn game is won by under draw odds; None for every other game."""
    return draw_odds if result == DRAW else None


def points_of(stage: Stage, result: str) -> tuple[Fraction, Fraction]:
    """What a game is worth to White and to Black; drawn under draw odds it is a whole point for one of them."""
    winner = match_winner(stage.draw_odds, result)
    if winner is not None:
        return (Fraction(winner is WHITE), Fraction(winner is BLACK))
    white, black = RESULT_MARKS[result]
    return CLASSICAL.of_mark(white), CLASSICAL.of_mark(black)


def winner_of(stage: Stage, one: Played) -> int | None:
    """The player who made more of a game; None when neither did (lost by both, or drawn without odds)."""
    white, black = points_of(stage, one.result)
    if white == black:
        return None
    return one.white if white > black else one.black


def by_score(scores: dict[int, Fraction]) -> tuple[Group, ...]:
    """The players in groups of equal score, best first; equals in the order they came in."""
    values = sorted(set(scores.values()), reverse=True)
    return tuple(tuple(p for p in scores if scores[p] == value) for value in values)
