"""Matches, round robins and knock-outs: the games left in a stage, and the order once they are played.

Each format is three functions under its name. The winner of the lot has White in a match's first game, is number 1 in
a round robin and has the bye of a knock-out of three; without a choice he has White. A knock-out pairs the drawing as
it came: first with second, third with fourth; byes go to the first. Sources: 2019 U.S. Senior Championship, reg. 7;
design.md section 8 (series of Armageddons); rules sheet 7.2 to 7.7.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

from clockd.tournament.playoff_rules import StageFormat
from clockd.tournament.playoff_stages import (
    Course,
    Game,
    Group,
    Pair,
    Played,
    by_score,
    winner_of,
)
from clockd.tournament.round_robin import berger_table


@dataclass(frozen=True, slots=True)
class Format:
    """`games`: left and known, in order; `pairs`: who still meets, without colours; `groups`: the order when over.

    `games` and `pairs` are None while a drawing must come first, `groups` while the stage goes on. More than one
    player in the first group is a tie that the stage has left.
    """

    games: Callable[[Course], tuple[Game, ...] | None]
    pairs: Callable[[Course], tuple[Pair, ...] | None]
    groups: Callable[[Course], tuple[Group, ...] | None]


def games_left(course: Course) -> tuple[Game, ...] | None:
    """Every game left whose players are known, in order; None while it waits for a drawing of lots."""
    return FORMATS[course.stage.format].games(course)


def pairs_left(course: Course) -> tuple[Pair, ...] | None:
    """Who still meets whom, colours apart; None where a drawing must say it first."""
    return FORMATS[course.stage.format].pairs(course)


def groups_of(course: Course) -> tuple[Group, ...] | None:
    """The order when the stage is over, best first and equals together; None while it goes on."""
    return FORMATS[course.stage.format].groups(course)


def _match_games(course: Course) -> tuple[Game, ...] | None:
    if not _match_pairs(course):
        return ()
    white = _first_white(course)
    if white is None:
        return None
    one, other = course.players
    first = (white, other if white == one else one)
    games = [
        Game(number, number, *(first if number % 2 else reversed(first)))
        for number in range(1, course.stage.games + 1)
    ]
    return _not_played(games, course)


def _first_white(course: Course) -> int | None:
    if course.played:
        return course.played[0].white
    chosen = course.chosen_colours(*course.players)
    if chosen is not None:
        return chosen[0]
    return course.order[0] if course.order else None


def _match_pairs(course: Course) -> tuple[Pair, ...]:
    """A match ends when nobody can catch up any more."""
    one, other = course.players
    scores = course.scores()
    left = course.stage.games - len(course.played)
    return ((one, other),) if left and abs(scores[one] - scores[other]) <= left else ()


def _match_groups(course: Course) -> tuple[Group, ...] | None:
    return None if _match_pairs(course) else by_score(course.scores())


def _round_robin_games(course: Course) -> tuple[Game, ...] | None:
    if not _round_robin_pairs(course):
        return ()
    if not course.order:
        return None
    return _not_played(_table(course), course)


def _not_played(games: list[Game], course: Course) -> tuple[Game, ...]:
    """The games without those played: with their colours where one fits, else the pairing counts as played."""
    left = list(games)
    for played in course.played:
        same = [g for g in left if {g.white, g.black} == {played.white, played.black}]
        left.remove(next((g for g in same if g.white == played.white), same[0]))
    return tuple(left)


def _table(course: Course) -> list[Game]:
    """Berger's table by the numbers drawn."""
    games, single = [], len(berger_table(len(course.order)))
    for each in berger_table(len(course.order), cycles=course.stage.games):
        for white, black in each.pairs:
            cycle = 1 + (each.round - 1) // single
            games.append(Game(each.round, cycle, course.order[white - 1], course.order[black - 1]))
    return games


def _round_robin_pairs(course: Course) -> tuple[Pair, ...]:
    games = course.stage.games
    pairs = combinations(course.players, 2)
    return tuple(pair for pair in pairs if len(course.meetings(*pair)) < games)


def _round_robin_groups(course: Course) -> tuple[Group, ...] | None:
    return None if _round_robin_pairs(course) else by_score(course.scores())


@dataclass(frozen=True, slots=True)
class _Round:
    """A round of a knock-out: who waits for the next, who meets whom, and the games played."""

    number: int
    byes: Group
    pairs: tuple[Pair, ...]
    played: tuple[Played | None, ...]


def _knock_out(course: Course) -> list[_Round]:
    """The rounds as far as their players are known; two players need no drawing to know who meets whom."""
    entrants = course.order or course.players
    rounds: list[_Round] = []
    while len(entrants) > 1:
        byes = _byes(entrants)
        rest = entrants[len(byes) :]
        pairs = tuple(zip(rest[::2], rest[1::2], strict=True))
        played = tuple(next(iter(course.meetings(*pair)), None) for pair in pairs)
        rounds.append(_Round(len(rounds) + 1, byes, pairs, played))
        winners = [winner_of(course.stage, one) for one in played if one is not None]
        if len(winners) < len(pairs) or None in winners:
            break
        entrants = (*byes, *(player for player in winners if player is not None))
    return rounds


def _byes(entrants: Group) -> Group:
    """Enough byes for the first that a power of two is left for the next round."""
    size = 1 << (len(entrants) - 1).bit_length()
    return entrants[: size - len(entrants)]


def _knock_out_games(course: Course) -> tuple[Game, ...] | None:
    pairs = _knock_out_pairs(course)
    if pairs is None:
        return None
    number = len(_knock_out(course))
    coloured = [_colours(course, number, pair) for pair in pairs]
    games = [Game(number, 1, *pair) for pair in coloured if pair is not None]
    return tuple(games) if len(games) == len(pairs) else None


def _colours(course: Course, round_number: int, pair: Pair) -> Pair | None:
    chosen = course.chosen_colours(*pair)
    if chosen is not None or not course.order:
        return chosen
    if round_number > 1 and not course.lots_stand:
        return None
    white, black = sorted(pair, key=course.order.index)
    return white, black


def _knock_out_pairs(course: Course) -> tuple[Pair, ...] | None:
    if not course.order and len(course.players) > 2:
        return None
    last = _knock_out(course)[-1]
    return tuple(pair for pair, one in zip(last.pairs, last.played, strict=True) if one is None)


def _knock_out_groups(course: Course) -> tuple[Group, ...] | None:
    """The winner, the loser of the final, the losers of the round before; a game that nobody won leaves a tie."""
    if _knock_out_pairs(course) != ():
        return None
    rounds = _knock_out(course)
    groups: list[Group] = []
    for each in rounds:
        won = [winner_of(course.stage, one) for one in each.played if one is not None]
        lost = [
            one if winner == other else other
            for (one, other), winner in zip(each.pairs, won, strict=True)
            if winner is not None
        ]
        groups[:0] = [tuple(p for p in course.players if p in lost)] if lost else []
    out = {player for group in groups for player in group}
    return (tuple(p for p in course.players if p not in out), *groups)


def _nothing(course: Course) -> tuple[()]:
    return ()


def _undecided(course: Course) -> None:
    return None


FORMATS: dict[StageFormat, Format] = {
    "match": Format(_match_games, _match_pairs, _match_groups),
    "round-robin": Format(_round_robin_games, _round_robin_pairs, _round_robin_groups),
    "knock-out": Format(_knock_out_games, _knock_out_pairs, _knock_out_groups),
    "arbiter": Format(_nothing, _nothing, _undecided),
}
