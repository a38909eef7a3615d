"""Points, tie-break values and results as people write them."""

from fractions import Fraction

import pytest

from clockd.web.hub_numbers import exact, points_words, result_sign


@pytest.mark.parametrize(
    ("sent", "written"),
    [("6.5", "6½"), ("0.5", "½"), ("27.25", "27¼"), ("25.75", "25¾"), ("4", "4"), ("-", "-")],
)
def test_halves_and_quarters_are_signs(sent: str, written: str) -> None:
    assert points_words(sent) == written


def test_a_value_with_other_decimals_is_shown_as_it_came() -> None:
    assert points_words("33.33") == "33.33"


@pytest.mark.parametrize(
    ("sent", "sign"),
    [("1", "1"), ("½", "½"), ("1/2", "½"), ("0.5", "½"), ("+", "+"), ("-", "–"), ("*", "")],
)
def test_a_cell_shows_what_was_scored(sent: str, sign: str) -> None:
    assert result_sign(sent) == sign


def test_only_numbers_are_reckoned_with() -> None:
    assert exact("27.25") == Fraction(109, 4)
    assert exact("-") is None
