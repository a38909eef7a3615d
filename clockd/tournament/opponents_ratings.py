"""Tie-breaks from ratings: of the opponents, of their performances, of one's own.

Only games over the board count, in a round robin too (C.07 art. 10, 15.2 exception 1). With players who have no rating
none of these is used, unless the rules say what they count as. Sources: FIDE C.07 art. 10; FIDE Rating Regulations
8.1.1 and 8.1.2 (the tables).
"""

from bisect import bisect_left
from fractions import Fraction
from math import ceil

from clockd.tournament.criterion import Asked, Reckon, tie_break
from clockd.tournament.crosstable import Crosstable
from clockd.tournament.unplayed import DUMMY_SINCE
from clockd.tournament.values import Part, Parts, plain, rounded_mean, total

TOP_SEVEN = 7


def _rating(table: Crosstable, number: int, asked: Asked) -> int:
    return table.player(number).rating or asked.rules.unrated_as or 0


def _ratings(table: Crosstable, number: int, asked: Asked) -> list[Part]:
    """The rating of each opponent met over the board."""
    met = [game.opponent for game in table.met(number)]
    return [Part(Fraction(_rating(table, other, asked)), f"v {other}") for other in met]


@tie_break(
    "ARO", "average rating of opponents", modifiers="CM", fold=rounded_mean, needs=["ratings"]
)
def average_rating(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Average rating of the opponents met over the board, to a whole number, half up.

    Before September 2023 a cut was spent on a round not played, where there was one. Source: FIDE C.07 art. 10.1;
    rules sheet 5.3 (Moscow Open A 2018).
    """
    ratings = _ratings(table, number, asked)
    if asked.rules.edition >= DUMMY_SINCE or table.system == "round-robin":
        return ratings
    met = {game.round for game in table.met(number)}
    empty = (r for r in range(1, table.rounds + 1) if r not in met)
    return [*ratings, *(Part(Fraction(0), f"round {r}", factors=(), blank=True) for r in empty)]


@tie_break(
    "ARO7",
    "average rating of the seven best opponents",
    fold=rounded_mean,
    needs=["ratings"],
    best=TOP_SEVEN,
)
def average_of_seven(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Average rating of the seven highest rated opponents met; of all of them while they are fewer.

    Source: 21st World Senior Championship 2011, reg. 5 (fourth tie-break); not one of FIDE's codes.
    """
    return _ratings(table, number, asked)


@tie_break("TPR", "tournament performance rating", needs=["ratings"])
def performance(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Average rating of the opponents met plus the difference that the score against them stands for.

    Source: FIDE C.07 art. 10.2; Rating Regulations 8.1.1 (800 for all and for nothing).
    """
    met = table.met(number)
    if not met:
        return []
    average = rounded_mean([part.value for part in _ratings(table, number, asked)])
    made = total([game.points for game in met])
    difference = rating_difference(made / (table.scoring.win * len(met)))
    sign = "-" if difference < 0 else "+"
    words = f"{sign} {abs(difference)} for {plain(made)} of {len(met)}"
    return [Part(average + difference, words, factors=(average,))]


@tie_break("PTP", "perfect tournament performance", needs=["ratings"])
def perfect_performance(table: Crosstable, number: int, asked: Asked) -> Parts:
    """The lowest rating from which the score made over the board was to be expected.

    Whoever made nothing has 800 less than his weakest opponent. Source: FIDE C.07 art. 10.3; Rating Regulations
    8.1.2, the full scale.
    """
    met = table.met(number)
    if not met:
        return []
    opponents = [int(part.value) for part in _ratings(table, number, asked)]
    made = total([game.points for game in met]) / table.scoring.win
    words = f"for {plain(made)} of {len(met)}"
    return [Part(Fraction(_perfect(opponents, made)), words)]


def _perfect(opponents: list[int], made: Fraction) -> int:
    if made == 0:
        return min(opponents) - NOTHING_MADE

    def expected(rating: int) -> int:
        return sum(expected_per_cent(rating - opponent) for opponent in opponents)

    candidates = range(min(opponents) - SURE, max(opponents) + SURE + 1)
    return candidates[bisect_left(candidates, ceil(made * 100), key=expected)]


@tie_break("APRO", "average performance rating of opponents", fold=rounded_mean, needs=["ratings"])
def average_performance(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Average of the performance ratings of the opponents met, half up.

    Source: FIDE C.07 art. 10.4.
    """
    return _of_opponents(table, number, asked, performance)


@tie_break("APPO", "average perfect performance of opponents", fold=rounded_mean, needs=["ratings"])
def average_perfect_performance(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Average of the perfect performances of the opponents met, half up.

    Source: FIDE C.07 art. 10.5.
    """
    return _of_opponents(table, number, asked, perfect_performance)


def _of_opponents(table: Crosstable, number: int, asked: Asked, reckon: Reckon) -> Parts:
    met = [game.opponent for game in table.met(number)]
    return [Part(reckon(table, other, asked)[0].value, f"v {other}") for other in met]


@tie_break("RTNG", "rating", needs=["ratings"])
def rating(table: Crosstable, number: int, asked: Asked) -> Parts:
    """The player's own rating.

    Source: FIDE C.07 art. 10.6.
    """
    return [Part(Fraction(_rating(table, number, asked)), "of his own")]


# Rating difference for a score of 50, 51, ... 100 per cent.
_DIFFERENCE = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309),
    *(322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)


def rating_difference(share: Fraction) -> int:
    """Rating difference that a share of the points (0 to 1) stands for; the share to a whole per cent, half up."""
    per_cent = (share * 100 + Fraction(1, 2)).__floor__()
    if per_cent >= 50:
        return _DIFFERENCE[per_cent - 50]
    return -_DIFFERENCE[50 - per_cent]


# The last difference at which 50, 51, ... 99 per cent are expected of the stronger player; beyond it all is.
_LAST_DIFFERENCE = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153),
    *(162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344),
    *(357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
SURE = _LAST_DIFFERENCE[-1] + 1
NOTHING_MADE = 800  # what the tables take for a score of nothing


def expected_per_cent(difference: int) -> int:
    """Score to be expected, in per cent, of a player so much stronger (weaker, when negative) than the other."""
    per_cent = 50 + bisect_left(_LAST_DIFFERENCE, abs(difference))
    return per_cent if difference >= 0 else 100 - per_cent
