"""What the pairing knows of a player, by both editions."""

from fractions import Fraction

import pytest

from clockd.ports import BLACK, WHITE, Side
from clockd.tournament.crosstable import (
    CLASSICAL,
    Cell,
    Crosstable,
    GameResult,
    Kind,
    Player,
    tabulate,
)
from clockd.tournament.swiss.acceleration import baku
from clockd.tournament.swiss.contenders import Contender, Float, Strength, contenders, preference
from clockd.tournament.swiss.rules import SwissRules

HALF = Fraction(1, 2)


def table(
    *games: tuple[int, int, int, str],
    byes: tuple[tuple[int, int, Kind], ...] = (),
    players: int = 6,
) -> Crosstable:
    """Games as (round, White, Black, result), "+" after a result for a forfeit; byes as (player, round, kind)."""
    played = [
        GameResult(number, white, black, told.rstrip("+"), forfeit=told.endswith("+"))
        for number, white, black, told in games
    ]
    given = [(player, Cell(n, kind, CLASSICAL.of_bye(kind))) for player, n, kind in byes]
    field = [Player(number, f"P{number}") for number in range(1, players + 1)]
    return tabulate(field, played, given, system="swiss")


def one(found: Crosstable, number: int, player: int, rules: SwissRules | None = None) -> Contender:
    every = contenders(found, number, rules or SwissRules(5))
    return next(each for each in every if each.number == player)


@pytest.mark.parametrize(
    ("colours", "due", "strength"),
    [
        ("", None, Strength.NONE),
        ("W", BLACK, Strength.STRONG),
        ("WB", WHITE, Strength.MILD),
        ("BW", BLACK, Strength.MILD),
        ("WBW", BLACK, Strength.STRONG),
        ("BWW", BLACK, Strength.ABSOLUTE),
        ("WBB", WHITE, Strength.ABSOLUTE),
        ("WWBW", BLACK, Strength.ABSOLUTE),
        ("BWBB", WHITE, Strength.ABSOLUTE),
        ("WBBW", BLACK, Strength.MILD),
    ],
)
def test_the_colour_that_a_player_is_due(
    colours: str, due: Side | None, strength: Strength
) -> None:
    """1.6: absolute beyond one more or after two running, strong at one more, mild to alternate."""
    sides = tuple(WHITE if each == "W" else BLACK for each in colours)
    assert preference(sides) == (due, strength)


def test_the_order_is_by_score_then_number() -> None:
    found = contenders(table((1, 1, 2, "0-1"), (1, 3, 4, "1/2-1/2")), 2, SwissRules(5), absent=[6])
    assert [(each.number, each.score) for each in found] == [
        (2, 1), (3, HALF), (4, HALF), (1, 0), (5, 0),
    ]  # fmt: skip


def test_floats_are_of_the_real_rounds() -> None:
    """1.3: round 2 took 2 (1 point) down to 3 (half a point); a round later it is two rounds ago."""
    found = table((1, 1, 2, "0-1"), (1, 3, 4, "1/2-1/2"), (2, 2, 3, "1-0"), (3, 2, 4, "1-0"))
    assert one(found, 3, 2).floats == (Float.DOWN, Float.NONE)
    assert one(found, 3, 3).floats == (Float.UP, Float.NONE)
    assert one(found, 4, 2).floats == (Float.DOWN, Float.DOWN)
    assert one(found, 4, 3).floats == (Float.NONE, Float.UP)


@pytest.mark.parametrize(
    ("kind", "edition", "float_"),
    [
        (Kind.PAB, 2026, Float.DOWN),
        (Kind.HALF_BYE, 2026, Float.DOWN),
        (Kind.ZERO_BYE, 2026, Float.NONE),
        (Kind.ZERO_BYE, 2017, Float.DOWN),
        (Kind.HALF_BYE, 2017, Float.DOWN),
    ],
)
def test_a_round_without_a_game_may_be_a_float(kind: Kind, edition: int, float_: Float) -> None:
    """2026: down with more points than for a loss; 2017: always down. A round with nothing at all likewise."""
    found = table((1, 1, 2, "1-0"), byes=((3, 1, kind),))
    assert one(found, 2, 3, SwissRules(5, edition)).floats[0] is float_
    nothing = one(found, 2, 4, SwissRules(5, edition)).floats[0]
    assert nothing is (Float.DOWN if edition == 2017 else Float.NONE)


@pytest.mark.parametrize(
    ("kind", "may_2026", "may_2017"),
    [
        (Kind.PAB, False, False),
        (Kind.FULL_BYE, False, True),
        (Kind.HALF_BYE, True, True),
        (Kind.ZERO_BYE, True, True),
    ],
)
def test_who_may_have_the_bye(kind: Kind, may_2026: bool, may_2017: bool) -> None:
    """2.1.2 and C.2: the asked-for full point bars since 2026 only; a forfeit won bars in both."""
    found = table((1, 1, 2, "1-0"), (1, 4, 5, "1-0+"), byes=((3, 1, kind),))
    for edition, may in ((2026, may_2026), (2017, may_2017)):
        rules = SwissRules(5, edition)
        assert one(found, 2, 3, rules).may_have_bye is may
        assert [one(found, 2, n, rules).may_have_bye for n in (4, 5)] == [False, True]


def test_forfeits_give_no_colour_and_no_meeting() -> None:
    won = one(table((1, 1, 2, "1-0+")), 2, 1)
    assert (won.colours, won.met, won.unplayed) == ((), frozenset(), 1)
    assert won.points == 1


def test_topscorers_are_over_half_when_the_last_round_is_paired() -> None:
    """1.7: 2 of 3 points before round 4 of 4; 1.5 is not over half; no topscorers before the last round."""
    found = table(
        (1, 1, 2, "1-0"), (2, 3, 1, "0-1"), (3, 1, 4, "0-1"), (1, 5, 6, "1-0"), (2, 5, 4, "1/2-1/2"),
    )  # fmt: skip
    last = {n: one(found, 4, n, SwissRules(4)).topscorer for n in (1, 4, 5)}
    assert last == {1: True, 4: False, 5: False}
    assert not one(found, 4, 1, SwissRules(5)).topscorer
    assert not one(found, 4, 1, SwissRules(0)).topscorer


def test_virtual_points_group_and_float_but_are_not_points() -> None:
    """C.04.7: 20 players, 7 rounds: numbers 1 to 10, a point in rounds 1 and 2, half in rounds 3 and 4."""
    points = baku(range(1, 21), 7)
    assert sorted(points) == list(range(1, 11))
    assert points[1] == (Fraction(1), Fraction(1), HALF, HALF)
    rules = SwissRules(7, virtual_points=points)
    found = one(table((1, 1, 2, "1-0"), (1, 11, 3, "1-0"), players=20), 2, 11, rules)
    assert [found.points, found.score] == [1, 1]
    assert found.floats[0] == Float.UP
    assert one(table((1, 1, 2, "1-0"), players=20), 2, 1, rules).score == 2


@pytest.mark.parametrize(("players", "upper"), [(20, 10), (21, 12), (22, 12), (23, 12), (24, 12)])
def test_group_a_is_twice_the_quarter_rounded_up(players: int, upper: int) -> None:
    assert len(baku(range(1, players + 1), 9)) == upper
    assert baku(range(1, players + 1), 9)[1] == (*[Fraction(1)] * 3, HALF, HALF)
