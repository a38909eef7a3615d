"""2019 U.S. Senior Championship, reg. 7, line by line: which stage, who plays, and the order of the tied."""

import json
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.errors import BadInput
from clockd.ports import BLACK, WHITE
from clockd.tournament.playoff_view import how_placed
from clockd.tournament.playoffs import (
    Contest,
    begin,
    choose_colour,
    choose_format,
    draw_lots,
    rule_order,
    take_result,
)
from tests.shared import shared_file
from tests.tournament.playing_off import (
    DRAW,
    RESULTS,
    games_of,
    play,
    play_to_the_end,
    stage_of,
    tied,
    us_senior,
)

# -- two players ----------------------------------------------------------------------------------


def test_two_players_play_two_rapid_games() -> None:
    """Reg. 7, two players: a two-game rapid match (G/10 +2 delay), the colours alternating."""
    contest = tied(4, 1)
    assert contest.course is not None
    assert (stage_of(contest), contest.course.stage.control) == ("rapid-match", "600d2")
    assert games_of(contest) == [(4, 1), (1, 4)]


def test_a_match_won() -> None:
    """1.5-0.5 decides it."""
    contest = play(tied(4, 1), DRAW, "1-0")
    assert contest.ranking == ((1,), (4,))
    assert how_placed(contest, 1) == "won the playoff: rapid match 1.5-0.5"
    assert how_placed(contest, 4) == "place 2 of the playoff: rapid match 0.5-1.5"


def test_both_games_are_played() -> None:
    """1-0 after one game can still be caught up."""
    contest = play(tied(4, 1), "1-0")
    assert contest.ranking is None
    assert games_of(contest) == [(1, 4)]


@pytest.mark.parametrize("results", [(DRAW, DRAW), ("1-0", "1-0"), ("0-1", "0-1")])
def test_one_all_goes_to_an_armageddon(results: tuple[str, str]) -> None:
    """Still undecided: one Armageddon game, White 5 minutes, Black 4, and Black has draw odds."""
    contest = play(tied(4, 1), *results)
    assert contest.course is not None
    stage = contest.course.stage
    assert (stage.name, stage.control, stage.draw_odds) == ("armageddon", "W300-B240", BLACK)
    assert games_of(contest) == [(4, 1)]


@pytest.mark.parametrize(
    ("result", "winner"), [("1-0", 4), ("0-1", 1), (DRAW, 1), ("1/2-0", 4), ("0-1/2", 1)]
)
def test_black_wins_a_drawn_armageddon(result: str, winner: int) -> None:
    """Black shall be declared the winner if the game ends in a draw."""
    contest = play(tied(4, 1), DRAW, DRAW, result)
    assert contest.ranking == ((winner,), (5 - winner,))


def test_words_of_a_drawn_armageddon() -> None:
    contest = play(tied(4, 1), DRAW, DRAW, DRAW)
    assert how_placed(contest, 1) == "won the playoff: Armageddon drawn with Black"
    assert how_placed(contest, 4) == "place 2 of the playoff: Armageddon drawn with White"


def test_a_deciding_game_lost_by_both_is_the_arbiters() -> None:
    """Reg. 6: an unexpected occurrence; 0-0 is no draw, so Black has not won it."""
    contest = play(tied(4, 1), DRAW, DRAW, "0-0")
    assert contest.course is not None
    assert stage_of(contest) == "arbiter"
    assert contest.course.stage.offered == ("rapid-match", "blitz-match", "armageddon")
    assert rule_order(contest, (4, 1)).ranking == ((4,), (1,))
    again = choose_format(contest, "armageddon")
    assert play(again, "1-0").ranking == ((4,), (1,))


# -- colours --------------------------------------------------------------------------------------


def test_the_winner_of_the_lot_has_white_first() -> None:
    assert games_of(tied(4, 1, lots=(1, 4))) == [(1, 4), (4, 1)]


def test_the_winner_of_the_lot_chooses() -> None:
    """Rules sheet 7.2: he may take Black; then the colours alternate."""
    contest = choose_colour(tied(4, 1), 4, BLACK)
    assert games_of(contest) == [(1, 4), (4, 1)]


def test_an_armageddon_has_lots_of_its_own() -> None:
    """Rules sheet 7.3: a fresh lot, whose winner chooses."""
    contest = play(choose_colour(tied(4, 1), 4, BLACK), DRAW, DRAW)
    assert games_of(contest) == [(4, 1)]  # the choice was for the match; the first drawing stands
    assert games_of(draw_lots(contest, (1, 4))) == [(1, 4)]
    assert games_of(choose_colour(contest, 1, WHITE)) == [(1, 4)]


def test_without_lots_a_match_waits_for_them() -> None:
    contest = begin(us_senior(), (4, 1))
    assert games_of(contest) is None
    assert games_of(choose_colour(contest, 1, WHITE)) == [(1, 4), (4, 1)]


def test_a_game_played_shows_the_colours() -> None:
    contest = take_result(begin(us_senior(), (4, 1)), "rapid-match", 1, 4, DRAW)
    assert games_of(contest) == [(4, 1)]


# -- three or four --------------------------------------------------------------------------------


def test_three_play_a_round_robin_by_berger() -> None:
    """Three rounds, one resting in each, everybody once White and once Black."""
    contest = tied(1, 2, 3)
    assert stage_of(contest) == "rapid-round-robin"
    assert games_of(contest) == [(2, 3), (1, 2), (3, 1)]


def test_four_play_a_round_robin_by_berger() -> None:
    contest = tied(4, 1, 7, 9, lots=(7, 4, 1, 9))
    assert games_of(contest) == [(7, 9), (4, 1), (9, 1), (7, 4), (4, 9), (1, 7)]


def test_a_clear_winner_of_the_round_robin() -> None:
    """The order of all the tied is decided: stage reached, then score there."""
    contest = play(tied(1, 2, 3), "1-0", "0-1", "1-0")
    assert contest.ranking == ((2,), (3,), (1,))


def test_level_players_share_their_place() -> None:
    """2-3 1-0, 1-2 0-1, 3-1 drawn: 2, then 1 and 3 with half a point each, listed as they were tied."""
    contest = play(tied(1, 2, 3), "1-0", "0-1", DRAW)
    assert contest.ranking == ((2,), (1, 3))
    assert how_placed(contest, 3) == (
        "place 2 of the playoff (shared by 2): rapid round robin 0.5 out of 2"
    )


def test_two_still_tied_play_a_blitz_match() -> None:
    """Reg. 7, b): 2-game match (G/3 +2 delay) if two players remain tied; the third has his place."""
    contest = play(tied(1, 2, 3), "1-0", DRAW, "0-1")
    assert contest.course is not None
    assert (stage_of(contest), contest.course.stage.control) == ("blitz-match", "180d2")
    assert games_of(contest) == [(1, 2), (2, 1)]
    assert play(contest, "1-0", DRAW).ranking == ((1,), (2,), (3,))


def test_three_still_tied_play_a_blitz_round_robin() -> None:
    """Reg. 7, a): of four, the three who lead with two points each; the fourth is out."""
    contest = play(tied(1, 2, 3, 4), "1-0", "1-0", "0-1", "1-0", "1-0", "1-0")
    assert stage_of(contest) == "blitz-round-robin"
    assert games_of(contest) == [(2, 3), (1, 2), (3, 1)]
    assert contest.behind == ((4,),)


def three_in_a_series(lots: tuple[int, ...] = (1, 2, 3)) -> Contest:
    return play(tied(1, 2, 3, lots=lots), *([DRAW] * 6))


def test_three_in_the_series_of_armageddons() -> None:
    """Design.md section 8: the lot gives one a bye to the final (as in 2010), the others play for it."""
    contest = three_in_a_series()
    assert stage_of(contest) == "armageddon"
    assert games_of(contest) == [(2, 3)]
    contest = play(contest, DRAW)
    assert games_of(contest) == [(1, 3)]
    assert play(contest, "1-0").ranking == ((1,), (3,), (2,))


def test_a_new_drawing_for_the_series() -> None:
    contest = draw_lots(three_in_a_series(), (3, 1, 2), "armageddon")
    assert games_of(contest) == [(1, 2)]
    final = play(contest, "1-0")
    assert games_of(final) == [(3, 1)]
    assert games_of(draw_lots(final, (1, 3))) == [(1, 3)]
    assert games_of(choose_colour(final, 3, BLACK)) == [(1, 3)]


def test_a_drawing_given_ahead() -> None:
    contest = draw_lots(tied(1, 2, 3), (3, 2, 1), "armageddon")
    assert games_of(play(contest, *([DRAW] * 6))) == [(2, 1)]


def test_four_in_the_series_of_armageddons() -> None:
    """Two semifinals and a final; the losers of the semifinals share third place."""
    contest = play(tied(1, 2, 3, 4), *([DRAW] * 12))
    assert games_of(contest) == [(1, 2), (3, 4)]
    contest = take_result(contest, "armageddon", 3, 4, "1-0")
    assert games_of(contest) == [(1, 2)]
    contest = play(contest, "0-1")
    assert games_of(contest) == [(2, 3)]
    assert play(contest, DRAW).ranking == ((3,), (2,), (1, 4))


def test_two_left_of_three_play_one_armageddon() -> None:
    contest = play(tied(1, 2, 3), "1-0", DRAW, "0-1", DRAW, DRAW)
    assert (stage_of(contest), games_of(contest)) == ("armageddon", [(1, 2)])
    assert play(contest, DRAW).ranking == ((2,), (1,), (3,))


def test_a_semifinal_lost_by_both_is_the_arbiters() -> None:
    contest = play(three_in_a_series(), "0-0")
    assert stage_of(contest) == "arbiter"
    assert rule_order(contest, (1, 2, 3)).ranking == ((1,), (2,), (3,))


# -- more than four -------------------------------------------------------------------------------


def test_more_than_four_is_the_arbiters() -> None:
    """Reg. 7: the format is determined by the arbiter and the club; as played in 2022 is offered."""
    contest = tied(1, 2, 3, 4, 5)
    assert contest.course is not None
    assert (stage_of(contest), games_of(contest)) == ("arbiter", [])
    assert contest.course.stage.offered == ("rapid-round-robin",)
    chosen = choose_format(contest, "rapid-round-robin")
    assert len(games_of(chosen) or []) == 10
    with pytest.raises(BadInput, match="expected one of those offered: rapid-round-robin"):
        choose_format(contest, "blitz-match")


def test_five_still_tied_after_it() -> None:
    """Two level in front of five: everything that fits two is offered."""
    contest = choose_format(tied(1, 2, 3, 4, 5), "rapid-round-robin")
    contest = play(contest, *([DRAW] * 10))
    assert contest.course is not None
    assert (stage_of(contest), contest.course.stage.offered) == ("arbiter", ())
    assert rule_order(contest, (5, 4, 3, 2, 1)).ranking == ((5,), (4,), (3,), (2,), (1,))


# -- real ones ------------------------------------------------------------------------------------


def real(name: str) -> dict[str, Any]:
    events = json.loads(shared_file("events/playoffs.json").read_text(encoding="utf-8"))["events"]
    found: dict[str, Any] = next(each for each in events if each["event"].startswith(name))
    return found


def replay(event: dict[str, Any], players: dict[str, int], lots: tuple[int, ...]) -> Contest:
    """The published games, each of which must be one that is to be played, with its colours."""
    contest = begin(us_senior(), tuple(players.values()), lots)
    for game in event["games"]:
        pair = (players[game["white"]], players[game["black"]])
        assert pair in (games_of(contest) or [])
        contest = take_result(contest, stage_of(contest) or "", *pair, game["result"])
    return contest


def test_2021_us_championship() -> None:
    """Caruana-So 0-1, Sevian-Caruana 0-1, So-Sevian 1-0: Berger's rounds with Sevian 1, Caruana 2, So 3."""
    event = real("2021 U.S. Championship")
    players = {"So": 1, "Caruana": 2, "Sevian": 3}
    contest = replay(event, players, (3, 2, 1))
    assert contest.ranking == ((1,), (2,), (3,))
    made = {name: contest.done[0].scores()[number] for name, number in players.items()}
    assert made == event["result"]


def test_2019_us_junior() -> None:
    """Liang won the lot, chose White, and won 2-0: no Armageddon."""
    contest = replay(real("2019 U.S. Junior"), {"Liang": 1, "Checa": 2}, (1, 2))
    assert contest.ranking == ((1,), (2,))
    assert how_placed(contest, 1) == "won the playoff: rapid match 2-0"


def test_2018_us_womens() -> None:
    """Wang-Paikidze 1-0, Paikidze-Wang 1-0, then Paikidze won the Armageddon (colours not published)."""
    event = real("2018 U.S. Women")
    rapid = {**event, "games": event["games"][:2]}
    contest = replay(rapid, {"Paikidze": 1, "Wang": 2}, (2, 1))
    assert stage_of(contest) == "armageddon"
    for side, result in ((WHITE, "1-0"), (BLACK, DRAW)):
        assert play(choose_colour(contest, 1, side), result).ranking == ((1,), (2,))


def test_2022_us_senior() -> None:
    """Five tied, a single rapid round robin; Christiansen (2) and Shabalov (4) had 2.5 of 3 and met last: Shabalov."""
    data = json.loads(shared_file("events/us_senior_2022.json").read_text(encoding="utf-8"))
    points = data["published"]["points"]
    best = tuple(int(number) for number, made in points.items() if made == max(points.values()))
    assert best == (1, 2, 3, 4, 5)
    contest = choose_format(begin(us_senior(), best, best), "rapid-round-robin")
    # Only these facts are published; the other results are chosen to fit them.
    for white, black in [(2, 1), (2, 3), (4, 1), (4, 3)]:
        contest = take_result(contest, "rapid-round-robin", white, black, "1-0")
    for white, black in [(2, 5), (4, 5), (1, 3), (1, 5), (3, 5)]:
        contest = take_result(contest, "rapid-round-robin", white, black, DRAW)
    assert contest.course is not None
    assert {contest.course.scores()[player] for player in (2, 4)} == {2.5}
    contest = take_result(contest, "rapid-round-robin", 2, 4, "0-1")
    assert contest.ranking is not None
    assert contest.ranking[0] == (data["published"]["playoff"]["champion"],)


def test_2010_us_junior() -> None:
    """An Armageddon for three: one had the bye to the final, the other two played for it."""
    event = real("2010 U.S. Junior")
    assert len(event["tied"]["players"]) == 3
    assert games_of(three_in_a_series(lots=(2, 1, 3))) == [(1, 3)]


# -- what is refused ------------------------------------------------------------------------------


def test_too_few_and_twice() -> None:
    with pytest.raises(BadInput, match="1 tied, expected 2 or more"):
        begin(us_senior(), (4,))
    with pytest.raises(BadInput, match="expected each player once"):
        begin(us_senior(), (4, 4))
    with pytest.raises(BadInput, match="7 in the order, expected players out of 4, 1"):
        begin(us_senior(), (4, 1), (4, 7))
    with pytest.raises(BadInput, match="expected each of 4, 1 once"):
        begin(us_senior(), (4, 1), (4,))


@pytest.mark.parametrize(
    ("stage", "white", "black", "result", "told"),
    [
        ("rapid", 4, 1, "1-0", "expected one of rapid-match"),
        ("armageddon", 4, 1, "1-0", "expected 'rapid-match' to be played now"),
        ("rapid-match", 4, 9, "1-0", "player 9 is not in the rapid-match, expected 4, 1"),
        ("rapid-match", 4, 4, "1-0", "expected two players"),
        ("rapid-match", 4, 1, "2-0", "expected one of 1-0 0-1 1/2-1/2"),
        ("rapid-match", 4, 1, "*", "expected one of 1-0 0-1 1/2-1/2"),
    ],
)
def test_wrong_results(stage: str, white: int, black: int, result: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        take_result(tied(4, 1), stage, white, black, result)


def test_the_same_game_twice() -> None:
    contest = play(tied(4, 1), DRAW)
    with pytest.raises(BadInput, match="4 - 1 again in the rapid-match, expected 1 - 4"):
        take_result(contest, "rapid-match", 4, 1, DRAW)
    of_three = play(tied(1, 2, 3), DRAW)
    with pytest.raises(BadInput, match="3 - 2 in the rapid-round-robin, expected 1 - 2, 1 - 3"):
        take_result(of_three, "rapid-round-robin", 3, 2, DRAW)


def test_after_the_end() -> None:
    contest = play(tied(4, 1), "1-0", "0-1")
    with pytest.raises(BadInput, match="decided"):
        take_result(contest, "rapid-match", 4, 1, "1-0")
    with pytest.raises(BadInput, match="decided"):
        draw_lots(contest, (4, 1))


def test_lots_and_choices_that_come_too_late() -> None:
    begun = play(tied(4, 1), DRAW)
    with pytest.raises(BadInput, match="has begun"):
        draw_lots(begun, (1, 4))
    with pytest.raises(BadInput, match="has begun"):
        choose_colour(begun, 1, WHITE)
    with pytest.raises(BadInput, match="its table gives colours"):
        choose_colour(tied(1, 2, 3), 1, WHITE)
    later = play(tied(1, 2, 3), *([DRAW] * 3))
    with pytest.raises(BadInput, match="expected 'blitz-round-robin' or a later one"):
        draw_lots(later, (1, 2, 3), "rapid-round-robin")


# -- properties -----------------------------------------------------------------------------------

ALLOWED = {2: 2, 3: 3, 4: 3}


@given(st.integers(2, 4), st.randoms(use_true_random=False))
def test_any_results_end_in_an_order_of_the_tied(number: int, rng: Any) -> None:
    """Never more stages than reg. 7 has; one winner; the ranking names each of the tied once."""
    players = rng.sample(range(1, 11), number)
    lots = rng.sample(players, number)
    contest, stages = play_to_the_end(
        begin(us_senior(), players, lots), lambda: str(rng.choice(RESULTS))
    )
    ranking = contest.ranking
    assert ranking is not None
    assert len(ranking[0]) == 1
    assert sorted(player for group in ranking for player in group) == sorted(players)
    assert len(stages) <= ALLOWED[number]
    assert stages[:1] == ["rapid-match" if number == 2 else "rapid-round-robin"]


@given(st.integers(2, 7), st.randoms(use_true_random=False))
def test_with_rulings_of_every_kind(number: int, rng: Any) -> None:
    """Games lost by both, and more than four: what is not decided on the board ends in the arbiter's hands."""
    players = rng.sample(range(1, 11), number)
    results = (*RESULTS, "0-0", "1/2-0", "0-1/2")
    contest, _ = play_to_the_end(begin(us_senior(), players, players), lambda: rng.choice(results))
    if contest.ranking is None:
        assert contest.course is not None
        assert stage_of(contest) == "arbiter"
        contest = rule_order(contest, contest.course.players)
    assert contest.ranking is not None
    assert sorted(p for group in contest.ranking for p in group) == sorted(players)
    assert all(how_placed(contest, player) for player in players)


@given(st.integers(3, 4), st.randoms(use_true_random=False))
def test_the_order_in_which_results_come_changes_nothing(number: int, rng: Any) -> None:
    players = list(range(1, number + 1))
    first = begin(us_senior(), players, players)
    results = [(pair, rng.choice(RESULTS)) for pair in games_of(first) or []]
    outcomes = set()
    for order in (results, rng.sample(results, len(results))):
        contest = first
        for pair, result in order:
            contest = take_result(contest, "rapid-round-robin", pair[0], pair[1], result)
        outcomes.add((contest.ranking, stage_of(contest), contest.behind))
    assert len(outcomes) == 1


@pytest.mark.parametrize("lots", list(permutations((1, 2, 3))))
def test_everybody_has_white_once_and_black_once(lots: tuple[int, ...]) -> None:
    games = games_of(tied(1, 2, 3, lots=lots)) or []
    assert sorted(white for white, _ in games) == sorted(black for _, black in games) == [1, 2, 3]
