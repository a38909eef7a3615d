"""Medals and titles by rank: 21st World Senior Championship, reg. 5."""

from fractions import Fraction

from clockd.tournament.awards import Honours, awards_of
from clockd.tournament.crosstable import Player
from clockd.tournament.standings import Standing

SENIOR = Honours("Senior World Champion 2011", "Grandmaster", ("Gold", "Silver", "Bronze"))


def order(*ranks: int) -> list[Standing]:
    """Players 1, 2, ... with these ranks."""
    return [
        Standing(rank, Player(number, f"Player {number}"), Fraction(0), {}, (), "")
        for number, rank in enumerate(ranks, start=1)
    ]


def test_gold_silver_bronze_and_the_grandmaster_title() -> None:
    assert awards_of(order(1, 2, 3, 4), SENIOR) == {
        1: ("Senior World Champion 2011", "Grandmaster", "Gold medal"),
        2: ("Silver medal",),
        3: ("Bronze medal",),
    }


def test_equal_players_share_a_medal_and_nobody_is_champion() -> None:
    """Equal to the end of the list: two golds, no silver, one bronze; the title waits for the arbiter."""
    assert awards_of(order(1, 1, 3), SENIOR) == {
        1: ("Gold medal",),
        2: ("Gold medal",),
        3: ("Bronze medal",),
    }


def test_nothing_to_win() -> None:
    assert awards_of(order(1, 2), Honours()) == {}
    assert awards_of([], SENIOR) == {}
