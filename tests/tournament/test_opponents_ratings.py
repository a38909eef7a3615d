"""Tie-breaks from ratings: the rules' tables, and what counts at all."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.tournament.crosstable import Cell, Crosstable, GameResult, Kind, Player, tabulate
from clockd.tournament.opponents_ratings import expected_per_cent, rating_difference
from clockd.tournament.tie_breaks import Rules, evaluate, parse_criteria, plain

PLAYERS = [Player(1, "Ada", 2400), Player(2, "Bo", 2301), Player(3, "Cy", 2200), Player(4, "Di")]


def value(table: Crosstable, number: int, code: str, rules: Rules | None = None) -> str:
    return plain(evaluate(table, number, parse_criteria(code, rules)[0]).number)


def test_forfeits_never_count_for_ratings() -> None:
    """C.07 art. 10.1, 15.2 exception 1: in a round robin too."""
    games = [GameResult(1, 1, 2, "1-0", forfeit=True), GameResult(2, 1, 3, "1-0")]
    table = tabulate(PLAYERS[:3], games)
    assert value(table, 1, "ARO") == "2200"
    assert value(table, 2, "ARO") == "0"
    assert value(table, 2, "TPR") == "0"


def test_an_unrated_player_drops_the_criterion_unless_the_rules_say_otherwise() -> None:
    """C.07 art. 10: dropped; with a rating for the unrated it is used."""
    games = [GameResult(1, 1, 4, "1-0"), GameResult(2, 1, 2, "1-0")]
    table = tabulate(PLAYERS, games)
    assert [value(table, 1, code) for code in ("ARO", "ARO7", "TPR")] == ["-", "-", "-"]
    rules = Rules(unrated_as=1400)
    assert value(table, 1, "ARO", rules) == "1851"  # (1400 + 2301) / 2 = 1850.5, half up
    assert value(table, 1, "ARO/C1", rules) == "2301"


def test_the_seven_best_of_eleven_rounds() -> None:
    """21st World Senior, reg. 5: 2000 to 2100 by tens, the seven highest average 2070."""
    players = [Player(1, "Ada", 2500)]
    players += [Player(n, f"Player {n}", 1980 + 10 * n) for n in range(2, 13)]
    games = [GameResult(n - 1, 1, n, "1/2-1/2") for n in range(2, 13)]
    table = tabulate(players, games, system="swiss")
    assert (value(table, 1, "ARO7"), value(table, 1, "ARO")) == ("2070", "2050")
    assert value(table, 2, "ARO7") == "2500"  # fewer than seven: the mean of those there


@pytest.mark.parametrize(
    ("share", "difference"),
    [("1", 800), ("0", -800), ("1/2", 0), ("3/4", 193), ("1/4", -193), ("2/3", 125), ("7/10", 149)],
)
def test_the_rating_difference_of_a_score(share: str, difference: int) -> None:
    """FIDE Rating Regulations 8.1.1; two thirds are 67 per cent."""
    assert rating_difference(Fraction(share)) == difference


def test_before_2023_a_cut_was_spent_on_a_round_not_played() -> None:
    """Rules sheet 5.3, Moscow Open A 2018: with a bye ARO/C1 is ARO; two cuts take the lowest rating as well."""
    games = [GameResult(1, 1, 2, "1-0"), GameResult(2, 1, 3, "1-0")]
    bye = (1, Cell(3, Kind.HALF_BYE, Fraction(1, 2)))
    table = tabulate(PLAYERS[:3], games, [bye], rounds=3, system="swiss")
    worth = {
        (edition, code): value(table, 1, code, Rules(edition))
        for edition in (2009, 2023)
        for code in ("ARO", "ARO/C1", "ARO/C2")
    }
    assert [worth[2009, code] for code in ("ARO", "ARO/C1", "ARO/C2")] == ["2251", "2251", "2301"]
    assert [worth[2023, code] for code in ("ARO", "ARO/C1", "ARO/C2")] == ["2251", "2301", "0"]
    asked = parse_criteria("ARO/C2", Rules(2009))[0]
    assert evaluate(table, 1, asked).words == "2301 v 2; left out: round 3, 2200 v 3"


def test_what_the_seven_best_leave_out_is_told() -> None:
    players = [Player(n, f"Player {n}", 2000 + n) for n in range(1, 10)]
    games = [GameResult(n - 1, 1, n, "1-0") for n in range(2, 10)]
    table = tabulate(players, games, system="swiss")
    words = evaluate(table, 1, parse_criteria("ARO7")[0]).words
    assert words.startswith("mean of 2003 v 3, ")
    assert words.endswith("2009 v 9; left out: 2002 v 2")


@pytest.mark.parametrize(
    ("difference", "per_cent"),
    [(0, 50), (3, 50), (4, 51), (-4, 49), (92, 63), (245, 80), (-246, 19), (735, 99), (736, 100)],
)
def test_the_expected_score(difference: int, per_cent: int) -> None:
    """FIDE Rating Regulations 8.1.2: the bounds of the table."""
    assert expected_per_cent(difference) == per_cent


@given(st.integers(-900, 900))
def test_what_one_expects_the_other_does_not(difference: int) -> None:
    assert expected_per_cent(difference) + expected_per_cent(-difference) == 100
    assert expected_per_cent(difference) <= expected_per_cent(difference + 1)


@pytest.mark.parametrize(
    ("results", "rating"),
    [
        (("1-0", "1-0"), "3037"),  # all: beyond 735 above the strongest
        (("0-1", "0-1"), "1400"),  # nothing: 800 below the weakest (art. 10.3)
        (("1-0", "1/2-1/2"), "2446"),  # 0.69 against 2301, 0.81 against 2200
        (("1-0", "0-1"), "2248"),  # 0.43 against 2301, 0.57 against 2200
    ],
)
def test_the_perfect_performance(results: tuple[str, str], rating: str) -> None:
    """C.07 art. 10.3: the lowest rating from which the score was to be expected."""
    games = [GameResult(1, 1, 2, results[0]), GameResult(2, 1, 3, results[1])]
    assert value(tabulate(PLAYERS[:3], games), 1, "PTP") == rating


def test_nobody_met_has_no_performance() -> None:
    table = tabulate(PLAYERS[:3], [GameResult(1, 1, 2, "1-0", forfeit=True)])
    assert [value(table, 1, code) for code in ("TPR", "PTP", "APRO", "APPO")] == ["0"] * 4
