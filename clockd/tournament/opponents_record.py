"""Tie-breaks from what the opponents scored: Koya, Sonneborn-Berger, the Buchholz family.

In a round robin forfeits are regular games here (C.07 art. 15.2). Each meeting counts, also the second with the same
opponent (art. 4.4). Rounds without an opponent in a Swiss are the business of `unplayed`, ratings that of
`opponents_ratings`. Sources: FIDE C.07 art. 8 and 9; rules sheet 5.1.
"""

from fractions import Fraction

from clockd.tournament.criterion import Asked, tie_break
from clockd.tournament.crosstable import Crosstable
from clockd.tournament.unplayed import Seen, seen_opponents
from clockd.tournament.values import Part, Parts, mean, plain, total


@tie_break("KS", "Koya system", modifiers="L", systems=("round-robin",))
def koya(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Points made against opponents who scored at least half of the possible points.

    The limit moves by half points ("KS/L+1"). A rest in an odd field counts among the possible points, as FIDE's own
    checker has it. Source: FIDE C.07 art. 9.2, 14.5; 2019 U.S. Senior Championship, reg. 7 (third tie-break).
    """
    half = table.scoring.win * table.rounds / 2 + Fraction(asked.limit, 2)
    against = [game for game in table.games(number) if table.score(game.opponent) >= half]
    return [Part(g.points, f"v {g.opponent} ({plain(table.score(g.opponent))})") for g in against]


@tie_break("SB", "Sonneborn-Berger", modifiers="CMP")
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
        for seen in seen_opponents(table, number, asked.rules, forfeits=asked.forfeits)
    ]


@tie_break("BH", "Buchholz", modifiers="CMP", systems=("swiss",))
def buchholz(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Sum of the opponents' scores.

    Source: FIDE C.07 art. 8.1; not used in a round robin, where it is the same for all (note of 2026).
    """
    return _scores(seen_opponents(table, number, asked.rules, forfeits=asked.forfeits))


@tie_break("FB", "Fore Buchholz", modifiers="CMP", systems=("swiss",))
def fore_buchholz(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Buchholz as if all games of the last round had been drawn: known when that round is paired.

    Source: FIDE C.07 art. 8.3.
    """
    rounds = seen_opponents(table, number, asked.rules, fore=True, forfeits=asked.forfeits)
    return _scores(rounds)


def _scores(rounds: list[Seen]) -> Parts:
    return [Part(seen.score, seen.words, voluntary=seen.voluntary) for seen in rounds]


@tie_break("AOB", "average of the opponents' Buchholz", fold=mean, systems=("swiss",))
def average_of_buchholz(table: Crosstable, number: int, asked: Asked) -> Parts:
    """Average Buchholz of the opponents met over the board.

    Source: FIDE C.07 art. 8.2.
    """
    met = [game.opponent for game in table.met(number)]
    each = ((other, seen_opponents(table, other, asked.rules)) for other in met)
    return [Part(total([seen.score for seen in rounds]), f"v {other}") for other, rounds in each]
