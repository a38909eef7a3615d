"""Matches, round robins and knock-outs of any size: the games left, and the order once they are played.

Reg. 7 needs two games, one meeting and four players at most; rulebooks of one's own may ask for more.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.errors import BadInput
from clockd.ports import BLACK, WHITE
from clockd.tournament.playoff_formats import games_left, groups_of, pairs_left
from clockd.tournament.playoff_rules import Stage
from clockd.tournament.playoff_stages import Course, Played, match_winner, points_of
from clockd.tournament.playoff_steps import with_choice, with_result
from clockd.tournament.playoffs import begin
from tests.tournament.playing_off import DRAW, RESULTS, us_senior


def match_of(games: int) -> Course:
    return Course(Stage("rapid-match", "match", 2, 2, games, "600d2"), (4, 1), order=(4, 1))


def round_robin_of(players: int, games: int = 1) -> Course:
    everybody = tuple(range(1, players + 1))
    stage = Stage("rapid-round-robin", "round-robin", 3, None, games, "600d2")
    return Course(stage, everybody, order=everybody)


def knock_out_of(players: int) -> Course:
    everybody = tuple(range(1, players + 1))
    stage = Stage("armageddon", "knock-out", 2, None, 1, "W300-B240", BLACK)
    return Course(stage, everybody, order=everybody)


def pairs_of(course: Course) -> list[tuple[int, int]]:
    return [(game.white, game.black) for game in games_left(course) or ()]


def play(course: Course, *results: str) -> Course:
    for result in results:
        course = with_result(course, Played(*pairs_of(course)[0], result))
    return course


# -- matches --------------------------------------------------------------------------------------


def test_colours_alternate_in_a_match_of_four() -> None:
    assert pairs_of(match_of(4)) == [(4, 1), (1, 4), (4, 1), (1, 4)]
    assert [game.game for game in games_left(match_of(4)) or ()] == [1, 2, 3, 4]


def test_a_match_ends_when_nobody_can_catch_up() -> None:
    """2.5-0.5 after three of four games."""
    course = play(match_of(4), "1-0", "0-1", DRAW)
    assert (games_left(course), groups_of(course)) == ((), ((4,), (1,)))
    assert groups_of(play(match_of(4), "1-0", "0-1")) is None  # 2-0: two games to come


def test_the_third_game_of_three_is_not_white_for_the_third_time() -> None:
    course = play(match_of(3), DRAW, DRAW, DRAW)
    assert groups_of(course) == ((4, 1),)
    with pytest.raises(BadInput, match="again in the rapid-match, expected 1 - 4"):
        with_result(play(match_of(2), DRAW), Played(4, 1, DRAW))


# -- round robins ---------------------------------------------------------------------------------


def test_a_double_round_robin() -> None:
    """Three players, twice: every pair with either colour, the second cycle is their game 2."""
    games = games_left(round_robin_of(3, 2)) or ()
    assert len({(game.white, game.black) for game in games}) == 6
    assert [game.game for game in games] == [1, 1, 1, 2, 2, 2]


def test_a_game_with_turned_colours_counts() -> None:
    """Berger has 2-3; it was played 3-2: the pairing is not played again."""
    course = with_result(round_robin_of(3), Played(3, 2, DRAW))
    assert pairs_of(course) == [(1, 2), (3, 1)]


def test_without_a_drawing_pairs_are_known_and_colours_are_not() -> None:
    course = replace(round_robin_of(3), order=())
    assert pairs_left(course) == ((1, 2), (1, 3), (2, 3))
    assert games_left(course) is None


# -- knock-outs -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "first_round"),
    [
        (2, [(1, 2)]),
        (3, [(2, 3)]),
        (4, [(1, 2), (3, 4)]),
        (5, [(4, 5)]),
        (6, [(3, 4), (5, 6)]),
        (7, [(2, 3), (4, 5), (6, 7)]),
        (8, [(1, 2), (3, 4), (5, 6), (7, 8)]),
    ],
)
def test_byes_go_to_the_first_of_the_drawing(
    players: int, first_round: list[tuple[int, int]]
) -> None:
    assert pairs_of(knock_out_of(players)) == first_round


def test_three_or_more_wait_for_their_drawing() -> None:
    course = replace(knock_out_of(3), order=())
    assert (games_left(course), pairs_left(course)) == (None, None)
    with pytest.raises(BadInput, match="expected a drawing of lots before it"):
        with_result(course, Played(1, 2, DRAW))
    with pytest.raises(BadInput, match="expected a drawing of lots before it"):
        with_choice(course, 1, WHITE)


def test_later_rounds_may_have_lots_of_their_own() -> None:
    course = play(replace(knock_out_of(3), lots_stand=False), "1-0")
    assert games_left(course) is None
    assert pairs_left(course) == ((1, 2),)
    assert pairs_of(with_choice(course, 2, WHITE)) == [(2, 1)]


def test_a_choice_by_somebody_who_does_not_play() -> None:
    with pytest.raises(BadInput, match="a choice by 1 in the armageddon, expected one of 2, 3"):
        with_choice(knock_out_of(3), 1, WHITE)


def test_two_games_a_round_are_refused() -> None:
    rules = us_senior()
    stages = tuple(
        replace(stage, games=2) if stage.name == "armageddon" else stage for stage in rules.stages
    )
    with pytest.raises(BadInput, match="2 games a round in the armageddon, expected 1"):
        begin(replace(rules, stages=stages), (1, 2))


@given(st.integers(2, 9), st.randoms(use_true_random=False))
def test_a_knock_out_takes_one_game_less_than_players(players: int, rng: Any) -> None:
    course, games = knock_out_of(players), 0
    while groups_of(course) is None:
        white, black = rng.choice(pairs_of(course))
        course = with_result(course, Played(white, black, rng.choice(RESULTS)))
        games += 1
    groups = groups_of(course) or ()
    assert games == players - 1
    assert len(groups[0]) == 1
    assert sorted(player for group in groups for player in group) == list(course.players)


# -- what a game is worth -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "white", "black"),
    [
        ("1-0", 1, 0),
        ("0-1", 0, 1),
        (DRAW, 0, 1),
        ("0-0", 0, 0),
        ("1/2-0", 0.5, 0),
        ("0-1/2", 0, 0.5),
    ],
)
def test_points_under_draw_odds(result: str, white: float, black: float) -> None:
    """Reg. 7: only a drawn game is Black's; a game lost by both is nobody's."""
    assert points_of(knock_out_of(2).stage, result) == (Fraction(white), Fraction(black))


def test_a_drawn_armageddon_stays_a_draw() -> None:
    """Interfaces.md section 0: the result is 1/2-1/2, the match winner is beside it."""
    assert match_winner(BLACK, DRAW) is BLACK
    assert match_winner(BLACK, "1-0") is None
    assert match_winner(None, DRAW) is None
