"""Results that are not worth 1, 1/2 and 0: records 162 and 299."""

from fractions import Fraction

import pytest

from clockd.errors import BadInput
from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_points import scoring_of
from clockd.tournament.trf_read import read_trf
from clockd.tournament.trf_table import absent_in, crosstable
from tests.tournament.trf_samples import FOUR, with_lines

PLAYERS = FOUR[FOUR.index("001") :]
TEAM = (
    "310   1 Norge                            NOR     2400    4.0    6.0   1     1    2    3    4"
)


def file_with(*lines: str) -> TrfFile:
    return read_trf("a.trf", with_lines(PLAYERS, *lines).encode())


def scores(*lines: str) -> list[Fraction]:
    """The four players' points; without further lines 2.5, 1.5, 0.5 and 1.5."""
    table = crosstable(file_with(*lines), "round-robin")
    return [table.score(n) for n in (1, 2, 3, 4)]


def test_three_points_for_a_win() -> None:
    """Record 162, symbols at 6, 15, 24: W 3, D 1; the pairing's bye is worth a win unless P says otherwise."""
    three = "162  W 3.0    D 1.0    L 0.0"
    scoring = scoring_of(file_with(three))
    assert [scoring.win, scoring.draw, scoring.pab] == [3, 1, 3]
    assert scores(three) == [7, 4, 1, 4]
    assert scoring_of(file_with("162  P 0.5")).pab == Fraction(1, 2)


def test_points_given_outside_of_games() -> None:
    """Record 299 without a type: points in 14-17, players from 24 on."""
    lines = ("299           1.5         2    4", "299          -0.5         4")
    assert scores(*lines) == [Fraction(5, 2), 3, Fraction(1, 2), Fraction(5, 2)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("299 W         0.5  000    1    2", ["1.5", "1", "0.5", "1.5"]),  # 1 won twice, 2 once
        ("299 W         0.5  002    1    2", ["2", "1.5", "0.5", "1.5"]),
        ("299 D         0.0         4", ["2.5", "1.5", "0.5", "1"]),
        ("299 +         0.5  002    4", ["2.5", "1.5", "0.5", "1"]),
        ("299 -         0.5         3", ["2.5", "1.5", "1", "1.5"]),
        ("299 L         1.0  001    3", ["2.5", "1.5", "1.5", "1.5"]),
    ],
)
def test_single_results_with_a_worth_of_their_own(line: str, expected: list[str]) -> None:
    """TRF26, record 299 with a type: the kind of result, its points, a round or all, the players."""
    assert scores(line) == [Fraction(points) for points in expected]


def test_a_record_for_one_round_goes_before_that_for_all() -> None:
    lines = ("299 W         0.0         1", "299 W         0.5  001    1")
    assert scores(*lines)[0] == 1  # 0.5 in round 1, 0 in round 2, the draw


def test_in_a_report_of_teams_the_numbers_are_the_teams() -> None:
    """Records 240 and 299 beside 310: "240 H 003  026  047" gives two teams a bye, no player."""
    assert scores(TEAM, "299           1.5         2    4") == scores()
    assert absent_in(file_with(TEAM, "240 H 004    1    2"), 4) == set()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("299           x.5         2", "found 'x.5', expected points in columns 14-17"),
        ("299 Q         1.5         2", "found 'Q' in column 5, expected one of W D L F H Z + -"),
        ("299 W         1.5  0x0    2", "found '0x0', expected a round in columns 20-22"),
        ("299 W         1.5         two", "found 'two', expected numbers"),
    ],
)
def test_a_wrong_record_names_its_line(line: str, message: str) -> None:
    with pytest.raises(BadInput, match=r"a\.trf:5: ") as caught:
        scores(line)
    assert message in str(caught.value)
