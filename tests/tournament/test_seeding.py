"""Numbers of a Swiss by strength: rating, title, alphabet (C.04.2; rules sheet 6.2)."""

from hypothesis import given
from hypothesis import strategies as st

from clockd.tournament.inputs import Entry
from clockd.tournament.seeding import numbers_by_strength, numbers_with_late

LIST = (
    Entry("Dahl", 2400),
    Entry("Cole", 2400, title="FM"),
    Entry("Berg", 2500),
    Entry("Ahn", 2400, title="wgm"),
    Entry("Abel", 2400),
)


def test_rating_then_title_then_alphabet() -> None:
    """Berg 2500; then of 2400: WGM Ahn, FM Cole, Abel, Dahl."""
    assert numbers_by_strength(LIST) == (5, 3, 1, 2, 4)


@given(st.permutations(LIST))
def test_who_comes_late_has_the_number_as_if_he_had_been_there(order: list[Entry]) -> None:
    known, late = order[:-1], order[-1]
    numbers = numbers_by_strength(known)
    assert numbers_with_late(known, numbers, late, rounds_paired=3) == numbers_by_strength(order)
    assert numbers_with_late(known, numbers, late, rounds_paired=4) == (*numbers, 5)
