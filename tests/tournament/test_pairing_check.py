"""The second look at a Swiss round: each absolute criterion broken once, and nothing said of a good round."""

from fractions import Fraction

import pytest

from clockd.tournament.crosstable import Cell, Crosstable, GameResult, Kind, Player, tabulate
from clockd.tournament.pairing_check import BadPairing, check_pairing

PLAYERS = [Player(n, f"P{n}") for n in range(1, 7)]


def table(*games: tuple[int, int, int, str], byes: tuple[tuple[int, int], ...] = ()) -> Crosstable:
    """Games as (round, White, Black, result), byes as (player, round)."""
    given = [(player, Cell(number, Kind.PAB, Fraction(1))) for player, number in byes]
    return tabulate(PLAYERS, [GameResult(*game) for game in games], given, system="swiss")


ONE = table((1, 1, 4, "1-0"), (1, 5, 2, "0-1"), (1, 3, 6, "1-0"))
WHITE_TWICE = table((1, 1, 2, "1-0"), (2, 1, 3, "1-0"))
WHITE_AHEAD = table((1, 1, 2, "1-0"), (2, 1, 3, "1-0"), (3, 4, 1, "1-0"), (4, 1, 5, "1-0"))


def test_a_good_round_passes() -> None:
    check_pairing(ONE, 2, [(2, 1), (4, 5)], None, absent=[3, 6])
    check_pairing(table(), 1, [(1, 4), (5, 2), (3, 6)], None)
    check_pairing(table(), 1, [(1, 3), (4, 2)], 5, absent=[6])


@pytest.mark.parametrize(
    ("pairs", "bye", "message"),
    [
        ([(4, 1), (2, 3), (6, 5)], None, "round 2: 4 and 1 have met in round 1 \\(C1\\)"),
        ([(2, 1), (4, 3)], None, "player 5 is left out"),
        ([(2, 1), (4, 3), (5, 1)], None, "player 1 is paired 2 times"),
        ([(2, 1), (4, 3), (5, 9)], None, "player 9 is not there"),
        ([(2, 1), (4, 3), (6, 6)], 5, "player 6 is paired 2 times"),
    ],
)
def test_who_meets_whom(pairs: list[tuple[int, int]], bye: int | None, message: str) -> None:
    with pytest.raises(BadPairing, match=message):
        check_pairing(ONE, 2, pairs, bye)


def test_a_forfeit_is_no_meeting() -> None:
    games = [GameResult(1, 1, 2, "1-0", forfeit=True)]
    check_pairing(tabulate(PLAYERS[:2], games, system="swiss"), 2, [(2, 1)], None)


@pytest.mark.parametrize("byes", [((5, 1),)])
def test_no_second_bye(byes: tuple[tuple[int, int], ...]) -> None:
    """C2."""
    with pytest.raises(BadPairing, match=r"player 5 had the bye in round 1 .* \(C2\)"):
        check_pairing(table(byes=byes), 2, [(1, 2), (3, 4)], 5, absent=[6])
    won = tabulate(PLAYERS, [GameResult(1, 5, 6, "1-0", forfeit=True)], system="swiss")
    with pytest.raises(BadPairing, match="a win's points without playing in round 1"):
        check_pairing(won, 2, [(1, 2), (3, 4)], 5, absent=[6])


def test_a_forbidden_pair() -> None:
    with pytest.raises(BadPairing, match="1 and 4 are not to meet in this event"):
        check_pairing(table(), 1, [(1, 4), (5, 2), (3, 6)], None, forbidden=[(4, 1)])


def test_no_colour_three_times_running() -> None:
    """C3: 1 has had White twice; as a topscorer he may in the last round only."""
    rest = {"absent": [2, 3, 5, 6]}
    with pytest.raises(BadPairing, match=r"player 1 would have white three times running \(C3\)"):
        check_pairing(WHITE_TWICE, 3, [(1, 4)], None, rounds=5, **rest)  # type: ignore[arg-type]
    check_pairing(WHITE_TWICE, 3, [(1, 4)], None, rounds=3, **rest)  # type: ignore[arg-type]
    check_pairing(WHITE_TWICE, 3, [(4, 1)], None, rounds=5, **rest)  # type: ignore[arg-type]


def test_no_third_white_more_than_blacks() -> None:
    """C3: three Whites and one Black, the last two games Black and White."""
    with pytest.raises(BadPairing, match="player 1 would have white 3 times more than the other"):
        check_pairing(WHITE_AHEAD, 5, [(1, 6)], None, absent=[2, 3, 4, 5], rounds=9)
