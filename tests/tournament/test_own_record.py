"""Tie-breaks from a player's own results: the rules' examples and a naive count."""

from fractions import Fraction

import pytest
from hypothesis import given

from clockd.ports import BLACK, WHITE
from clockd.tournament.crosstable import (
    Cell,
    Crosstable,
    GameResult,
    Kind,
    Player,
    tabulate,
)
from clockd.tournament.tie_breaks import Rules, evaluate, parse_criteria, plain
from tests.tournament.strategies import round_robins

HALF = Fraction(1, 2)


def value(table: Crosstable, number: int, code: str, edition: int = 2026) -> str:
    return plain(evaluate(table, number, parse_criteria(code, Rules(edition))[0]).number)


def row(*cells: Cell) -> Crosstable:
    """A table of two in which only player 1's row is of interest."""
    players = (Player(1, "Ada"), Player(2, "Bo"))
    return Crosstable(players, {1: cells}, len(cells), "swiss")


def test_progressive_score_of_a_four_point_player() -> None:
    """TEC exercise: 1, 2, 2.5, 3.5, 4 add up to 13; less the first round 12; less the second as well 10."""
    results = ["1", "1", "=", "1", "="]
    points = {"1": Fraction(1), "=": HALF}
    table = row(*(Cell(n, Kind.PLAYED, points[r], 2, WHITE) for n, r in enumerate(results, 1)))
    assert [value(table, 1, code) for code in ("PS", "PS/C1", "PS/C2")] == ["13", "12", "10"]


def test_a_forfeit_win_is_a_win_but_not_won() -> None:
    """Rules sheet 5.2: WIN + 1, WON + 0 in a Swiss."""
    table = row(Cell(1, Kind.FORFEIT_WIN, Fraction(1), 2, BLACK))
    assert value(table, 1, "WIN") == "1"
    assert [value(table, 1, code) for code in ("WON", "BPG", "BWG")] == ["0", "0", "0"]


@pytest.mark.parametrize(("edition", "expected"), [(2009, "0"), (2024, "0"), (2026, "1")])
def test_a_forfeit_win_with_black_in_a_round_robin_by_edition(edition: int, expected: str) -> None:
    """C.07 art. 15.2 of 2026: forfeits are regular games, forfeit losses not for type B; earlier it did not say so."""
    game = GameResult(1, 1, 2, "0-1", forfeit=True)
    table = tabulate([Player(1, "Ada"), Player(2, "Bo")], [game])
    assert [value(table, 2, code, edition) for code in ("BPG", "BWG", "WON")] == [expected] * 3
    assert [value(table, 1, code, edition) for code in ("BPG", "WON")] == ["0", "0"]


def test_rounds_elected_to_play() -> None:
    """REP: rounds less half-point byes, zero-point byes and forfeit losses; the pairing's bye is no choice."""
    table = row(
        Cell(1, Kind.PAB, Fraction(1)),
        Cell(2, Kind.HALF_BYE, HALF),
        Cell(3, Kind.ZERO_BYE, Fraction(0)),
        Cell(4, Kind.FORFEIT_LOSS, Fraction(0), 2, WHITE),
        Cell(5, Kind.PLAYED, Fraction(0), 2, WHITE),
    )
    assert value(table, 1, "REP") == "2"
    assert value(table, 1, "WIN") == "1"


def test_standard_points_turn_three_one_nought_into_wins_and_draws() -> None:
    """C.07 art. 7.7: more than the opponent is one, as much a half; byes by what they brought."""
    cells = {
        1: (Cell(1, Kind.PLAYED, HALF, 2, WHITE), Cell(2, Kind.HALF_BYE, HALF)),
        2: (Cell(1, Kind.PLAYED, Fraction(0), 1, BLACK), Cell(2, Kind.PAB, Fraction(1))),
    }
    table = Crosstable((Player(1, "Ada"), Player(2, "Bo")), cells, 2, "swiss")
    assert value(table, 1, "STD") == "1.5"  # half a point against nothing is "more"
    assert value(table, 2, "STD") == "1"


def test_two_who_both_stayed_away_have_no_standard_point() -> None:
    """Not played, and worth nothing; both losing at the board by ruling is "as many" (art. 7.7)."""
    players = [Player(1, "Ada"), Player(2, "Bo")]
    stayed = tabulate(players, [GameResult(1, 1, 2, "0-0", forfeit=True)])
    ruled = tabulate(players, [GameResult(1, 1, 2, "0-0")])
    assert (value(stayed, 1, "STD"), value(ruled, 1, "STD")) == ("0", "0.5")


def test_most_blacks_is_not_used_where_colours_are_unknown() -> None:
    game = GameResult(1, 1, 2, "1-0", colours_known=False)
    table = tabulate([Player(1, "Ada"), Player(2, "Bo")], [game])
    assert [value(table, 2, code) for code in ("BPG", "BWG", "WON")] == ["-", "-", "0"]


@given(round_robins())
def test_against_a_naive_count(table: Crosstable) -> None:
    """Counting by the words of art. 7, edition 2024: over the board only."""
    for player in table.players:
        cells = table.row(player.number)
        played = [cell for cell in cells if cell.kind is Kind.PLAYED]
        naive = {
            "BPG": sum(cell.side is BLACK for cell in played),
            "BWG": sum(cell.side is BLACK and cell.points == 1 for cell in played),
            "WON": sum(cell.points == 1 for cell in played),
            "WIN": sum(cell.points == 1 for cell in cells),
        }
        for code, expected in naive.items():
            assert value(table, player.number, code, 2024) == str(expected)
        progressive = sum(cell.points * (table.rounds - cell.round + 1) for cell in cells)
        assert value(table, player.number, "PS") == plain(Fraction(progressive))
