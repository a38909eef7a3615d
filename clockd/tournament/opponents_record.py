"""Tie-breaks from what the opponents scored or are rated: Koya, Sonneborn-Berger, average ratings.

In a round robin forfeits are regular games here (C.07 art. 15.2), but never for ratings (art. 10). Each meeting
counts, also the second with the same opponent (art. 4.4). Rounds without an opponent in a Swiss are the business of
`unplayed`. Sources: FIDE C.07 art. 8, 9 and 10; FIDE Rating Regulations 8.1.1 (the table); rules sheet 5.1.
"""

from fractions import Fraction

from clockd.tournament.criterion import Asked, tie_break
from clockd.tournament.crosstable import Crosstable
from clockd.tournament.unplayed import DUMMY_SINCE, Seen, seen_opponents
from clockd.tournament.values import Part, Parts, plain, rounded_mean, total

TOP_SEVEN = 7


@tie_break("KS", "Koya system", modifiers="L", systems=("round-robin",))
def koya(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Points made against opponents who scored at least half of the possible points.

    The limit moves by half points ("KS/L+1"). A rest in an odd field counts among the possible points, as FIDE's own
    checker has it. Source: FIDE C.07 art. 9.2, 14.5; 2019 U.S. Senior Championship, reg. 7 (third tie-break).
    """
    half = table.scoring.win * table.rounds / 2 + Fraction(asked.limit, 2)
    against = [game for game in table.games(number) if table.score(game.opponent) >= half]
    return [Part(g.points, f"v {g.opponent} ({plain(table.score(g.opponent))})") for g in against]


@tie_break("SB", "Sonneborn-Berger", modifiers="CM")
def sonneborn_berger(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Sum of each opponent's score times the points made against him.

    A cut takes away the lowest-scoring opponent's product, the lowest of several.
    Source: FIDE C.07 art. 9.1, 14.1.1; 2019 U.S. Senior Championship, reg. 7 (fourth tie-break).
    """
    return [
        Part(
            seen.points * seen.score,
            seen.words,
            factors=(seen.points, seen.score),
            weight=seen.score,
            voluntary=seen.voluntary,
        )
        for seen in seen_opponents(table, number, asked.rules)
    ]


@tie_break("BH", "Buchholz", modifiers="CM", systems=("swiss",))
def buchholz(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Sum of the opponents' scores.

    Source: FIDE C.07 art. 8.1; not used in a round robin, where it is the same for all (note of 2026).
    """
    return _scores(seen_opponents(table, number, asked.rules))


@tie_break("FB", "Fore Buchholz", modifiers="CM", systems=("swiss",))
def fore_buchholz(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Buchholz as if all games of the last round had been drawn: known when that round is paired.

    Source: FIDE C.07 art. 8.3.
    """
    return _scores(seen_opponents(table, number, asked.rules, fore=True))


def _scores(rounds: list[Seen]) -> Parts:
    return [Part(seen.score, seen.words, voluntary=seen.voluntary) for seen in rounds]


def _ratings(table: Crosstable, number: int, asked: Asked) -> list[Part]:
    """The rating of each opponent met over the board."""
    unrated = asked.rules.unrated_as or 0
    opponents = (table.player(game.opponent) for game in table.met(number))
    return [Part(Fraction(o.rating or unrated), f"v {o.number}") for o in opponents]


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
