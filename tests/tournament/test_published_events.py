"""Every figure published of real events and of FIDE's exercises, recomputed from the bare results."""

from fractions import Fraction

import pytest

from clockd.tournament.standings import standings
from clockd.tournament.tie_breaks import Rules, evaluate, parse_criteria, plain
from tests.tournament.shared_events import shared_event

NOT_TIE_BREAKS = {"player", "points", "ADJ"}  # ADJ is a step on the way, not a criterion
VALUES = [
    ("events/us_senior_2022.json", "derived_values", 30),
    ("events/new_york_1924.json", "derived_values", 99),
    ("events/uzchess_cup_2025.json", "derived_values", 110),
    ("events/uzchess_cup_2025.json", "published_values", 40),
    ("events/rr6_tnr437642_2019.json", "derived_values", 18),
    ("events/rr6_tnr437642_2019.json", "published_values", 6),
    ("tie_breaks/tec_exercises_rr6.json", "values", 18),
    ("tie_breaks/tec_exercises_swiss5.json", "values", 285),
]


def criterion_and_edition(key: str) -> tuple[str, int]:
    """The code and edition that a column of the data stands for: "BH_C1_2023", "PS-C1", "ARO-top7"."""
    edition = 2026
    for known in (2023, 2026):
        if key.endswith(f"_{known}"):
            key, edition = key.removesuffix(f"_{known}"), known
    return key.replace("-top7", "7").replace("_C", "/C").replace("-C", "/C"), edition


@pytest.mark.parametrize(("name", "key", "count"), VALUES)
def test_every_value_is_equal(name: str, key: str, count: int) -> None:
    """U.S. Senior 2022, New York 1924, UzChess Cup 2025, a round robin of 2019, FIDE TEC's exercises."""
    data, table = shared_event(name)
    compared = 0
    for row in data[key]:
        for column, expected in row.items():
            # The place within the group is what those two sources call DE; the order is tested below.
            is_place = column == "DE" and key == "published_values"
            if column in NOT_TIE_BREAKS or is_place or expected is None:
                continue
            code, edition = criterion_and_edition(column)
            asked = parse_criteria(code, Rules(edition))[0]
            value = evaluate(table, row["player"], asked).number
            assert value == Fraction(str(expected)), (row["player"], column)
            compared += 1
        if "points" in row:
            assert table.score(row["player"]) == Fraction(str(row["points"]))
    assert compared == count


def test_every_published_value_is_among_them() -> None:
    """All that the two folders of real data have: 606 values."""
    assert sum(count for _, _, count in VALUES) == 606


def order_of(name: str, codes: str) -> list[tuple[int, int]]:
    """(rank, number) in final order."""
    _, table = shared_event(name)
    return [(s.rank, s.player.number) for s in standings(table, parse_criteria(codes))]


def test_five_tied_for_first_at_the_us_senior_of_2022() -> None:
    """DE of the five on 5.5: Akopian, Shabalov, Gurevich, Christiansen, Dlugy; the list of 2019, reg. 7."""
    order = order_of("events/us_senior_2022.json", "DE,BPG,KS,SB,WON")
    assert order[:5] == [(1, 1), (2, 4), (3, 5), (4, 2), (5, 3)]


def test_new_york_1924_has_lasker_first_and_janowski_last() -> None:
    """Eleven players, twice through, nobody level: the published order is by points alone."""
    assert order_of("events/new_york_1924.json", "") == [(n, n) for n in range(1, 12)]


def test_uzchess_cup_2025_ends_as_published() -> None:
    """Its own list, DE then Sonneborn-Berger: three on 5.5 points, places by the published group places."""
    order = order_of("events/uzchess_cup_2025.json", "DE,SB,WIN,BWG,KS")
    assert [number for _, number in order] == [3, 2, 7, 1, 8, 6, 9, 10, 4, 5]


def test_rr6_of_fide_tec_splits_by_direct_encounter() -> None:
    """Exercises 14 to 16: 1 then 2 = 3; and 5, 6, 4 by 1.5, 1 and 0.5 with the forfeit counted (15.2)."""
    _, table = shared_event("tie_breaks/tec_exercises_rr6.json")
    order = standings(table, parse_criteria("DE"))
    assert [(s.rank, s.player.number) for s in order] == [
        (1, 1),
        (2, 2),
        (2, 3),
        (4, 5),
        (5, 6),
        (6, 4),
    ]
    values = [plain(s.values["DE"].number) for s in order]
    assert values == ["2", "0.5", "0.5", "1.5", "1", "0.5"]


@pytest.mark.parametrize("limit", range(-5, 6))
def test_rr6_two_and_three_stay_level_at_every_koya_limit(limit: int) -> None:
    """The exercise's own note: players 2 and 3 stay tied at every limit."""
    _, table = shared_event("tie_breaks/tec_exercises_rr6.json")
    asked = parse_criteria(f"KS/L{limit:+}")[0]
    assert evaluate(table, 2, asked).number == evaluate(table, 3, asked).number


def test_swiss5_direct_encounter_decides_nothing_while_games_are_missing() -> None:
    """Exercises on art. 6.3: 16 met nobody of 1, 3, 4; of 5, 8, 11 only 5-11 was played."""
    data, table = shared_event("tie_breaks/tec_exercises_swiss5.json")
    order = standings(table, parse_criteria("DE"))
    rank = {s.player.number: s.rank for s in order}
    for group in ([1, 3, 4, 16], [5, 8, 11]):
        assert len({rank[number] for number in group}) == 1
    assert len(data["direct_encounter"]) == 3
