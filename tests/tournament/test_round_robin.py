"""Berger's tables against the published ones, and what every table must keep."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.errors import BadInput
from clockd.ports import BLACK, WHITE
from clockd.tournament.round_robin import RoundPairings, berger_rounds, berger_table

# FIDE General Regulations, Annex 1 (rules sheet 6.1).
PUBLISHED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 | "
    "8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7 | "
    "10-7 8-6 9-5 1-4 2-3 | 3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4 | "
    "4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5 | 5-10 6-4 7-3 8-2 9-1",
}

fields = st.integers(3, 24)


def text_of(table: tuple[RoundPairings, ...]) -> str:
    return " | ".join(" ".join(f"{w}-{b}" for w, b in each.pairs) for each in table)


def longest_colour_run(table: tuple[RoundPairings, ...], player: int) -> int:
    """The most games that a player has with one colour, one after the other."""
    colours = [
        WHITE if pair[0] == player else BLACK
        for each in table
        for pair in each.pairs
        if player in pair
    ]
    longest, run = 0, 0
    for before, colour in zip([None, *colours], colours, strict=False):
        run = run + 1 if colour == before else 1
        longest = max(longest, run)
    return longest


@pytest.mark.parametrize("players", sorted(PUBLISHED))
def test_the_table_is_the_published_one(players: int) -> None:
    """FIDE General Regulations, Annex 1, 4 to 10 players."""
    assert text_of(berger_table(players)) == PUBLISHED[players]


@given(fields)
def test_everybody_meets_everybody_once(players: int) -> None:
    """Each pair once, each player once a round, and one rest each in an odd field."""
    table = berger_table(players)
    pairs = [frozenset(pair) for each in table for pair in each.pairs]
    assert len(pairs) == len(set(pairs)) == players * (players - 1) // 2
    assert len(table) == berger_rounds(players)
    for each in table:
        seated = [player for pair in each.pairs for player in pair]
        resting = [] if each.resting is None else [each.resting]
        assert sorted(seated + resting) == list(range(1, players + 1))
    rests = [each.resting for each in table if each.resting is not None]
    assert sorted(rests) == (list(range(1, players + 1)) if players % 2 else [])


@given(fields)
def test_colours_are_balanced(players: int) -> None:
    """Numbers 1 to N/2 have one White more in an even field; in an odd one all have as many of each."""
    games = [pair for each in berger_table(players) for pair in each.pairs]
    for player in range(1, players + 1):
        whites = sum(white == player for white, _ in games)
        blacks = sum(black == player for _, black in games)
        more = 0 if players % 2 else (1 if player <= players // 2 else -1)
        assert whites - blacks == more


@given(fields, st.booleans())
def test_twice_through_reverses_every_colour(players: int, swap: bool) -> None:
    """Every ordered pair once: who had White has Black the second time."""
    table = berger_table(players, cycles=2, swap_last_two=swap)
    pairs = [pair for each in table for pair in each.pairs]
    assert len(pairs) == len(set(pairs)) == players * (players - 1)
    assert [each.round for each in table] == list(range(1, 2 * berger_rounds(players) + 1))


def test_the_swap_shortens_the_longest_run_of_one_colour() -> None:
    """Ten players twice through: three games with one colour without the swap, two with it."""
    swapped = berger_table(10, cycles=2)
    plain = berger_table(10, cycles=2, swap_last_two=False)
    numbers = range(1, 11)
    assert max(longest_colour_run(plain, number) for number in numbers) == 3
    assert max(longest_colour_run(swapped, number) for number in numbers) == 2
    assert text_of((plain[7],)) == text_of((swapped[8],))


@pytest.mark.parametrize("players", [-1, 0, 2, 25])
def test_a_field_without_a_table_is_refused(players: int) -> None:
    with pytest.raises(BadInput, match=f"round robin of {players} players, expected 3 to 24"):
        berger_table(players)


def test_three_times_through_is_refused() -> None:
    with pytest.raises(BadInput, match="3 cycles, expected 1 or 2"):
        berger_table(6, cycles=3)
