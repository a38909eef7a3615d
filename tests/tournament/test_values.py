"""Addends, cuts, and values as texts."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.tournament.values import Part, Value, cut_lowest, cut_median, plain, rounded_mean, total


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(109, 4), "27.25"),
        (Fraction(5), "5"),
        (Fraction(1, 2), "0.5"),
        (Fraction(0), "0"),
        (Fraction(-3, 2), "-1.5"),
        (Fraction(1, 3), "0.3333"),
        (Fraction(2, 3), "0.6667"),
        (Fraction(100), "100"),
        (None, "-"),
    ],
)
def test_values_are_decimal_texts_without_trailing_zeros(
    number: Fraction | None, text: str
) -> None:
    """interfaces.md section 5."""
    assert plain(number) == text


@given(st.integers(-4000, 4000))
def test_quarters_are_written_exactly(quarters: int) -> None:
    """A Sonneborn-Berger sum is a number of quarters."""
    assert Fraction(plain(Fraction(quarters, 4))) == Fraction(quarters, 4)


def test_an_average_is_rounded_half_up() -> None:
    """C.07 art. 10.1."""
    assert rounded_mean([Fraction(2000), Fraction(2001)]) == 2001
    assert rounded_mean([Fraction(2000), Fraction(2000), Fraction(2001)]) == 2000
    assert rounded_mean([]) == 0


halves = st.lists(st.integers(0, 20).map(lambda n: Fraction(n, 2)), max_size=12)


@given(halves, st.integers(0, 13))
def test_a_cut_takes_the_lowest_away(values: list[Fraction], count: int) -> None:
    """C.07 art. 14.1, 14.2: what is left is the sorted rest."""
    kept = [Part(value) for value in values]
    gone = cut_lowest(kept, count)
    assert sorted(part.value for part in kept) == sorted(values)[count:]
    assert len(gone) == min(count, len(values))
    assert total([part.value for part in kept + gone]) == total(values)


@given(halves.filter(lambda values: len(values) >= 4))
def test_a_median_takes_both_ends_away(values: list[Fraction]) -> None:
    """C.07 art. 14.3, 14.4."""
    for count in (1, 2):
        kept = [Part(value) for value in values]
        cut_median(kept, count)
        assert sorted(part.value for part in kept) == sorted(values)[count:-count]


def test_a_voluntary_round_is_cut_before_a_lower_value() -> None:
    """C.07 art. 16.5, as long as it is not worth less than the least significant value."""
    kept = [Part(Fraction(1)), Part(Fraction(3), voluntary=True), Part(Fraction(5))]
    assert [part.value for part in cut_lowest(kept, 1)] == [3]
    product = [
        Part(Fraction(4), weight=Fraction(1)),
        Part(Fraction(2), weight=Fraction(9), voluntary=True),
    ]
    assert [part.value for part in cut_lowest(product, 1)] == [4]


def test_at_equal_worth_the_voluntary_round_goes_first() -> None:
    """C.07 art. 16.5.2: of 3, (3), (3.5) and 4, those in brackets not played, two cuts leave 3 and 4."""
    kept = [
        Part(Fraction(3)),
        Part(Fraction(3), voluntary=True),
        Part(Fraction(7, 2), voluntary=True),
        Part(Fraction(4)),
    ]
    cut_lowest(kept, 2)
    assert [(str(part.value), part.voluntary) for part in kept] == [("3", False), ("4", False)]


def test_the_sum_is_told_with_what_was_left_out() -> None:
    kept = (Part(Fraction(7, 2), "v 4", factors=(Fraction(1), Fraction(7, 2))), Part(Fraction(2)))
    value = Value(Fraction(11, 2), kept=kept, left_out=(Part(Fraction(0), "round 1", factors=()),))
    assert value.words == "1 × 3.5 v 4 + 2; left out: round 1"
    assert Value(Fraction(0)).words == "nothing"
    assert Value(None, "not used in a swiss").words == "not used in a swiss"


def test_counts_and_means_are_told_as_such() -> None:
    """ "Games won" counts rounds, an average rating is a mean: neither is a sum of figures."""
    rounds = tuple(Part(Fraction(1), f"round {n}", factors=()) for n in (1, 3))
    assert Value(Fraction(2), kept=rounds).words == "round 1, round 3"
    ratings = (Part(Fraction(2400), "v 2"), Part(Fraction(2301), "v 3"))
    assert Value(Fraction(2351), kept=ratings, is_mean=True).words == "mean of 2400 v 2, 2301 v 3"
