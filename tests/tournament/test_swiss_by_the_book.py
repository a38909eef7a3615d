"""The engine against an exhaustive search of the articles, on whole random events of up to eight players."""

import pytest

from tests.tournament.swiss_by_the_book import Book, Event, exchanges
from tests.tournament.swiss_random import Tally, compare_event

SAMPLE = 20  # events of each edition; `python -m tests.bench swiss --tournaments N` takes as many as one likes


@pytest.mark.parametrize("edition", [2026, 2017])
@pytest.mark.parametrize("tens", range(SAMPLE // 10))
def test_engine_and_book_pair_alike(tens: int, edition: int) -> None:
    """Opponents, colours and bye of every round; odd, even, absent, forfeited, forbidden, accelerated."""
    tally = Tally()
    for seed in range(10 * tens, 10 * tens + 10):
        compare_event(seed, tally, edition)
    assert tally.events == 10
    assert tally.rounds > 20


def test_a_round_in_which_two_of_s2_had_been_paired_with_each_other() -> None:
    """Seed 3006, round 4: the greedy matching once took two opponents who had each other."""
    compare_event(3006, Tally())


def test_the_book_exchanges_as_article_4_3_says() -> None:
    """Of six players: 4 for 3 first; then one apart by sum, the largest out, the smallest in; then two."""
    by_places = [tuple(place + 1 for place in upper) for upper in exchanges(6, 3)]
    assert by_places[:6] == [(1, 2, 3), (1, 2, 4), (1, 2, 5), (1, 3, 4), (1, 2, 6), (1, 3, 5)]
    assert by_places[10:13] == [(1, 4, 5), (1, 4, 6), (2, 4, 5)]
    assert by_places[-1] == (4, 5, 6)


def test_the_book_knows_round_one() -> None:
    """Rules sheet 6.3: seven players, White drawn."""
    event = Event({player: [] for player in range(1, 8)}, 1, 5)
    assert Book(event).pair() == ({(1, 4), (5, 2), (3, 6)}, 7)
