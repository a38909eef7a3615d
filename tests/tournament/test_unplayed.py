"""Rounds not played, by edition: the worked examples of the rules sheet (5.2, 5.3)."""

from fractions import Fraction

import pytest

from clockd.ports import WHITE
from clockd.tournament.crosstable import Cell, Crosstable, Kind, Player
from clockd.tournament.tie_breaks import Rules, evaluate, parse_criteria, plain

HALF, ONE, ZERO = Fraction(1, 2), Fraction(1), Fraction(0)


def table_of(rows: dict[int, list[Cell]], rounds: int = 5) -> Crosstable:
    players = tuple(Player(number, f"P{number}") for number in rows)
    cells = {number: tuple(row) for number, row in rows.items()}
    return Crosstable(players, cells, rounds, "swiss")


def value(table: Crosstable, code: str, edition: int) -> str:
    return plain(evaluate(table, 1, parse_criteria(code, Rules(edition))[0]).number)


def with_unplayed(kind: Kind, points: Fraction, opponent: int = 0) -> Crosstable:
    """Player 1: two wins over 2 and 3, the round in question third, draws with 4 and 5; they end on 2 points."""
    met = [
        Cell(1, Kind.PLAYED, ONE, 2, WHITE),
        Cell(2, Kind.PLAYED, ONE, 3, WHITE),
        Cell(3, kind, points, opponent),
        Cell(4, Kind.PLAYED, HALF, 4, WHITE),
        Cell(5, Kind.PLAYED, HALF, 5, WHITE),
    ]
    others = {n: [Cell(r, Kind.PLAYED, HALF, 1, None) for r in range(1, 5)] for n in range(2, 7)}
    for row in others.values():
        row.append(Cell(5, Kind.PLAYED, ZERO, 1, None))
    return table_of({1: met, **others})


@pytest.mark.parametrize(
    ("edition", "dummy"),
    [
        (2009, "3.5"),  # 2 before the round, 0.5 for the opponent of half a point, 2 x 0.5 after it
        (2023, "3.5"),  # his own final score
        (2024, "3.5"),
        (2026, "2.5"),  # capped at a draw in each of five rounds (16.4.2)
    ],
)
def test_the_opponent_of_a_half_point_bye(edition: int, dummy: str) -> None:
    table = with_unplayed(Kind.HALF_BYE, HALF)
    assert table.score(1) == Fraction(7, 2)
    assert value(table, "BH", edition) == plain(8 + Fraction(dummy))


@pytest.mark.parametrize(("edition", "dummy"), [(2009, 3), (2023, 4), (2026, 2)])
def test_the_opponent_of_a_forfeit_win(edition: int, dummy: int) -> None:
    """2026: no more than the scheduled opponent's score, here 2 (16.4.1)."""
    table = with_unplayed(Kind.FORFEIT_WIN, ONE, 6)
    assert value(table, "BH", edition) == str(8 + dummy)


def test_a_withdrawn_opponent_counts_half_a_point_a_round_at_the_end() -> None:
    """16.3.2: requested byes followed only by such to the end are draws; one with a game after it is not."""
    row = [
        Cell(1, Kind.PLAYED, ZERO, 1, None),
        Cell(2, Kind.ZERO_BYE, ZERO),
        Cell(3, Kind.PLAYED, ONE, 1, None),
        Cell(4, Kind.ZERO_BYE, ZERO),
        Cell(5, Kind.ZERO_BYE, ZERO),
    ]
    table = table_of({1: [Cell(1, Kind.PLAYED, ONE, 2, WHITE)], 2: row}, rounds=5)
    seen = value(table, "BH", 2026)
    # 1 + 2 x 0.5 for the opponent; his own four absences each give a dummy of one point (his score).
    assert seen == plain(Fraction(2 + 4))
    assert value(table, "BH", 2009)  # every edition has an answer


def test_the_cut_is_spent_on_the_round_he_chose_not_to_play() -> None:
    """16.5: the dummy of the half-point bye (2.5) goes before an opponent's 2 points."""
    table = with_unplayed(Kind.HALF_BYE, HALF)
    assert value(table, "BH/C1", 2026) == "8"
    assert value(table, "BH/C1", 2009) == "9.5"


def test_before_2023_sonneborn_berger_halves_the_virtual_opponent() -> None:
    """Rules sheet 5.3: multiplied by a half whatever the round brought."""
    table = with_unplayed(Kind.FORFEIT_WIN, ONE, 6)
    assert value(table, "SB", 2009) == plain(2 + 2 + Fraction(3, 2) + 1 + 1)


def test_fore_buchholz_takes_the_last_round_for_drawn() -> None:
    """C.07 art. 8.3: each opponent lost in round 5 and has half a point more."""
    table = with_unplayed(Kind.HALF_BYE, HALF)
    assert value(table, "FB", 2026) == plain(4 * Fraction(5, 2) + Fraction(5, 2))


def test_fore_buchholz_draws_a_forfeit_of_the_last_round_too() -> None:
    """It was paired: the scheduled opponent counts, as it would have before anybody knew."""
    rows = {
        1: [Cell(1, Kind.FORFEIT_WIN, ONE, 2, WHITE)],
        2: [Cell(1, Kind.FORFEIT_LOSS, ZERO, 1, None)],
    }
    table = table_of(rows, rounds=1)
    assert value(table, "FB", 2026) == "0.5"
    assert value(table, "BH", 2026) == "0"


def test_a_round_robin_knows_no_dummy() -> None:
    table = with_unplayed(Kind.ZERO_BYE, ZERO)
    robin = Crosstable(table.players, table.cells, table.rounds, "round-robin")
    assert value(robin, "SB", 2026) == "6"
