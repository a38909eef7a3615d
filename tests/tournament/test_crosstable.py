"""What a round is worth, who met whom, and which rounds have begun."""

from fractions import Fraction

import pytest

from clockd.ports import BLACK, WHITE
from clockd.tournament.crosstable import (
    RESULT_MARKS,
    Cell,
    GameResult,
    Kind,
    Player,
    Scoring,
    tabulate,
)

PLAYERS = [Player(1, "Ada"), Player(2, "Bo"), Player(3, "Cy")]
HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("result", "white", "black"),
    [
        ("1-0", 1, 0),
        ("1/2-1/2", HALF, HALF),
        ("0-0", 0, 0),
        ("1/2-0", HALF, 0),
        ("0-1/2", 0, HALF),
    ],
)
def test_a_ruling_need_not_sum_to_one(result: str, white: Fraction, black: Fraction) -> None:
    """Laws 12.9: the arbiter decides each player's score."""
    table = tabulate(PLAYERS, [GameResult(1, 1, 2, result)])
    assert (table.score(1), table.score(2)) == (white, black)
    assert len(RESULT_MARKS) == 6


def test_a_forfeit_scores_like_a_win_but_nobody_played() -> None:
    """Laws 10.1; C.07 art. 15.1."""
    table = tabulate(PLAYERS, [GameResult(1, 1, 2, "0-1", forfeit=True)])
    assert [table.score(1), table.score(2)] == [0, 1]
    assert [cell.kind for cell in table.row(1)] == [Kind.FORFEIT_LOSS]
    assert not table.met(2)
    assert len(table.games(2)) == 1


def test_a_double_forfeit_gives_nobody_anything() -> None:
    table = tabulate(PLAYERS, [GameResult(1, 1, 2, "0-0", forfeit=True)])
    assert [table.row(n)[0].kind for n in (1, 2)] == [Kind.FORFEIT_LOSS] * 2
    assert table.score(1) + table.score(2) == 0


def test_an_open_game_is_no_game_and_begins_no_round() -> None:
    games = [GameResult(1, 1, 2, "1-0"), GameResult(2, 2, 3, "*")]
    table = tabulate(PLAYERS, games)
    assert table.rounds == 1
    assert table.games(3) == ()
    assert table.row(3)[0].kind is Kind.PENDING


def test_byes_are_worth_what_the_scoring_says() -> None:
    """TRF26 record 162: three for a win, one for a draw, two for the pairing's bye."""
    scoring = Scoring(win=Fraction(3), draw=Fraction(1), pab=Fraction(2))
    worth = {kind: scoring.of_bye(kind) for kind in (Kind.PAB, Kind.FULL_BYE, Kind.HALF_BYE)}
    assert worth == {Kind.PAB: 2, Kind.FULL_BYE: 3, Kind.HALF_BYE: 1}
    assert scoring.of_bye(Kind.ZERO_BYE) == 0


def test_rows_are_in_round_order_and_know_their_colours() -> None:
    games = [GameResult(2, 2, 1, "1-0"), GameResult(1, 1, 3, "1-0")]
    table = tabulate(PLAYERS, games, [(2, Cell(1, Kind.PAB, Fraction(1)))])
    assert [(cell.round, cell.side) for cell in table.row(1)] == [(1, WHITE), (2, BLACK)]
    assert [cell.opponent for cell in table.row(2)] == [0, 1]
    found = table.cell(3, 1)
    assert found is not None
    assert found.opponent == 1
    assert table.cell(3, 2) is None


def test_two_players_with_one_number_are_our_mistake() -> None:
    with pytest.raises(AssertionError):
        tabulate([Player(1, "Ada"), Player(1, "Bo")], [])
