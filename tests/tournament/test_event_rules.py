"""Entries, formats and tie-break lists, as the regulations of the two events have them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.errors import BadInput
from clockd.rulebooks import load_rulebook
from clockd.tournament.event_rules import Entries, format_for, tie_breaks_for, zones_complaint

US = load_rulebook("us-senior-2019").formats
WORLD = load_rulebook("world-senior-2011")
WOMEN = load_rulebook("world-senior-2011-women")


def test_eleven_players_in_a_tournament_of_ten() -> None:
    """2019 U.S. Senior, format summary: ten players."""
    with pytest.raises(BadInput, match=r"^11 players, expected 10$"):
        format_for(US, 11)


def test_eleven_women_are_too_few() -> None:
    """21st World Senior, reg. 6: at least 12."""
    with pytest.raises(BadInput, match=r"^11 players, expected 12 or more$"):
        format_for(WOMEN.formats, 11)


@given(st.integers(12, 10_000))
def test_every_number_of_women_from_twelve_has_one_format(entries: int) -> None:
    assert sum(one.fits(entries) for one in WOMEN.formats) == 1


def test_years_of_birth() -> None:
    """21st World Senior, reg. 3: men born in 1951 or before, women in 1961 or before."""
    assert WORLD.entries.complaint("1951/12/31", "m") is None
    assert WORLD.entries.complaint("1952/01/01", "m") == "born in 1952, expected 1951 or before"
    assert WOMEN.entries.complaint("1961", "w") is None
    assert WOMEN.entries.complaint("1962-05-01", "w") == "born in 1962, expected 1961 or before"
    assert WOMEN.entries.complaint("1950", "M") == "sex 'M', expected 'w'"
    assert WORLD.entries.complaint("", "") == "no year of birth, expected 1951 or before"
    for unknown in ("0000/00/00", "about 1950", "19xx"):
        found = WORLD.entries.complaint(unknown, "")
        assert found == f"birth {unknown!r} begins with no year, expected 1951 or before"
    assert Entries().complaint("2015", "w") is None


def test_federations_are_asked_where_the_rules_name_them() -> None:
    rules = Entries(federations=("CRO", "SLO"))
    assert rules.complaint("", "", "cro") is None
    assert rules.complaint("", "", "ITA") == "federation ITA, expected CRO, SLO"
    assert rules.complaint("", "") == "no federation, expected CRO, SLO"
    assert WORLD.entries.complaint("1950", "m", "") is None


def test_four_zones() -> None:
    """21st World Senior, reg. 6: 12 women out of 4 zones."""
    rules = WOMEN.entries
    assert zones_complaint(rules, ["1.1", "1.2", "1.3", "1.4"] * 3) is None
    expected = "players of 3 zones, expected 4 or more"
    assert zones_complaint(rules, ["1.1", "1.2", "1.3"] * 4) == expected
    assert zones_complaint(rules, ["1.1", ""] * 6) is None
    assert zones_complaint(WORLD.entries, ["1.1"]) is None


def test_progressive_cuts_reach_to_the_last_round_but_one() -> None:
    """21st World Senior, reg. 5 (2): less round 1, less round 2, and so on."""
    assert tie_breaks_for(["PS", "PS/C1..", "BPG"], 4) == ("PS", "PS/C1", "PS/C2", "PS/C3", "BPG")
    assert tie_breaks_for(["PS/C1.."], 1) == ()
