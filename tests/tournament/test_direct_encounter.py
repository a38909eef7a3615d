"""Direct encounter: all met, some missing, met twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.tournament.crosstable import Crosstable, GameResult, Player, System, tabulate
from clockd.tournament.direct_encounter import direct_encounter, only_if_all_met
from clockd.tournament.tie_breaks import Asked, parse_criteria, plain
from tests.tournament.strategies import round_robins

DE = parse_criteria("DE")[0]
SYSTEMS: list[System] = ["round-robin", "swiss"]


def table_of(results: str, system: System = "round-robin") -> Crosstable:
    """Games such as "1 2 1-0, 1 3 1/2-1/2 f": White, Black, result, f for a forfeit; a round each."""
    games = []
    for number, text in enumerate(results.split(","), start=1):
        white, black, result, *forfeit = text.split()
        games.append(GameResult(number, int(white), int(black), result, bool(forfeit)))
    numbers = sorted({n for game in games for n in (game.white, game.black)})
    return tabulate([Player(n, f"P{n}") for n in numbers], games, system=system)


def order_of(table: Crosstable, *tied: int, asked: Asked = DE) -> tuple[tuple[int, ...], ...]:
    encounter = direct_encounter(table, tied, asked)
    return encounter.order


def test_the_little_table_ranks_those_who_all_met() -> None:
    """C.07 art. 6.2."""
    table = table_of("1 2 1-0, 2 3 1-0, 3 1 1/2-1/2")
    assert order_of(table, 1, 2, 3) == ((1,), (2,), (3,))


def test_a_smaller_group_begins_anew() -> None:
    """C.07 art. 6.2: 1 has 2.5, 4 has 1.5; 2 and 3 have one each, and 3 beat 2."""
    table = table_of("1 2 1-0, 1 3 1-0, 1 4 1/2-1/2, 3 2 1-0, 2 4 1-0, 4 3 1-0")
    assert order_of(table, 1, 2, 3, 4) == ((1,), (4,), (3,), (2,))


def test_a_smaller_group_may_stay_level() -> None:
    """1 has 2, 2 has 1; 3 and 4 have 1.5 each and drew with each other."""
    table = table_of("1 2 1-0, 1 3 1-0, 3 2 1-0, 4 1 1-0, 2 4 1-0, 3 4 1/2-1/2")
    assert order_of(table, 1, 2, 3, 4) == ((1,), (3, 4), (2,))


def test_a_ring_stays_level() -> None:
    table = table_of("1 2 1-0, 2 3 1-0, 3 1 1-0")
    assert order_of(table, 1, 2, 3) == ((1, 2, 3),)


@pytest.mark.parametrize(
    ("results", "value", "order"),
    [
        ("1 2 1-0, 2 1 1-0", "0.5", ((1, 2),)),
        ("1 2 1-0, 2 1 1/2-1/2", "0.75", ((1,), (2,))),
    ],
)
def test_two_games_count_with_their_average(
    results: str, value: str, order: tuple[tuple[int, ...], ...]
) -> None:
    """C.07 art. 6.1.2; field scenario 24: a double round robin where only the first game was looked at."""
    table = table_of(results)
    encounter = direct_encounter(table, (1, 2), DE)
    assert plain(encounter.values[1].number) == value
    assert encounter.order == order


def test_with_a_game_missing_only_the_certain_top_is_taken_out() -> None:
    """C.07 art. 6.3: 1 beat both; whatever 2 and 3 would have done he is first, they stay level."""
    table = table_of("1 2 1-0, 1 3 1-0", "swiss")
    assert order_of(table, 1, 2, 3) == ((1,), (2, 3))


def test_with_a_game_missing_nobody_is_certain() -> None:
    """C.07 art. 6.3: 1 has one point of one game; 3, who met nobody, could have two."""
    table = table_of("1 2 1-0, 3 9 1-0", "swiss")
    assert order_of(table, 1, 2, 3) == ((1, 2, 3),)


def test_a_game_missing_stands_beside_the_points() -> None:
    """A player with more of these points than another asks why they decided nothing: the value says it."""
    encounter = direct_encounter(table_of("1 2 1-0, 3 9 1-0", "swiss"), (1, 2, 3), DE)
    words = [encounter.values[number].words for number in (1, 2, 3)]
    assert words == ["1 v 2; has not met 3", "0 v 1; has not met 3", "no game among the tied"]


def test_a_forfeit_counts_in_a_round_robin_only() -> None:
    """C.07 art. 6.1.1 and 15.2."""
    results = "1 2 1-0 f"
    assert order_of(table_of(results), 1, 2) == ((1,), (2,))
    assert order_of(table_of(results, "swiss"), 1, 2) == ((1, 2),)


def test_the_world_senior_skips_it_unless_all_have_met() -> None:
    """21st World Senior, reg. 5: only if all tied players have played each other."""
    asked = parse_criteria("DE-ALLMET")[0]
    table = table_of("1 2 1-0, 1 3 1-0", "swiss")
    skipped = only_if_all_met(table, (1, 2, 3), asked)
    assert skipped.order == ((1, 2, 3),)
    assert {value.number for value in skipped.values.values()} == {None}
    assert skipped.values[1].words == "not used: 2 has not met 3"
    assert only_if_all_met(table, (1, 2), asked).order == ((1,), (2,))


@given(round_robins(), st.data())
def test_a_finished_round_robin_is_ranked_by_the_little_table(
    table: Crosstable, data: st.DataObject
) -> None:
    """Whoever has more points among the tied is never behind; the order holds everybody once."""
    numbers = [player.number for player in table.players]
    tied = data.draw(st.lists(st.sampled_from(numbers), min_size=2, unique=True))
    encounter = direct_encounter(table, tied, DE)
    flat = [number for group in encounter.order for number in group]
    assert sorted(flat) == sorted(tied)
    points = [encounter.values[number].number or 0 for number in flat]
    assert points == sorted(points, reverse=True)
