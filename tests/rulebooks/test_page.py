"""The page of a rulebook: words that an arbiter reads, with the article beside each section."""

import pytest

from clockd.rulebooks import load_rulebook
from clockd.rulebooks.page import duration_words, page
from clockd.units import minutes, seconds


def test_the_us_senior_in_words() -> None:
    lines = page(load_rulebook("us-senior-2019")).splitlines()
    assert lines[0] == "2019 U.S. Senior Championship (us-senior-2019)"
    for line in (
        "Arrival  [reg. 1]",
        "  more than 30 min late: forfeits the round",
        "  no draw by agreement before both players have completed 30 moves",
        "  10 players: round robin, 9 rounds",
        "  3. Koya system (KS)",
        "  2 tied: rapid-match, then armageddon",
        "  5 or more tied: arbiter",
        "  absent at the announced start: the arbiter decides, nothing is automatic",
    ):
        assert line in lines


def test_the_women_s_tournament_in_words() -> None:
    lines = page(load_rulebook("world-senior-2011-women")).splitlines()
    for line in (
        "  absent at the start: forfeits",
        "  born in 1961 or before",
        "  13 to 30 players: Swiss system, 9 rounds",
        "  prize fund: by the number of players, at least 3000 euro",
    ):
        assert line in lines


@pytest.mark.parametrize(
    ("duration_ns", "words"),
    [(0, "0 min"), (seconds(30), "30 s"), (minutes(30), "30 min"), (minutes(90), "1 h 30 min")],
)
def test_durations_in_words(duration_ns: int, words: str) -> None:
    assert duration_words(duration_ns) == words
