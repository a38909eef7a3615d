"""Article 5.2, each rule once."""

from fractions import Fraction

import pytest

from clockd.ports import BLACK, WHITE, Side
from clockd.tournament.swiss.colours import allocate
from clockd.tournament.swiss.contenders import Contender, Float, preference


def player(number: int, colours: str = "", *, odd: bool = True) -> Contender:
    """A player after games with these colours."""
    sides = tuple(WHITE if each == "W" else BLACK for each in colours)
    due, strength = preference(sides)
    return Contender(
        number=number,
        score=Fraction(0),
        points=Fraction(0),
        colours=sides,
        difference=sides.count(WHITE) - sides.count(BLACK),
        due=due,
        strength=strength,
        floats=(Float.NONE, Float.NONE),
        unplayed=0,
        may_have_bye=True,
        topscorer=False,
        odd=odd,
        met=frozenset(),
    )


@pytest.mark.parametrize(
    ("higher", "lower", "white", "article"),
    [
        ("W", "B", 2, "5.2.1"),  # both preferences
        ("B", "", 1, "5.2.1"),  # the only preference there is
        ("", "B", 2, "5.2.1"),
        ("WB", "WBB", 2, "5.2.2"),  # both due White: mild yields to absolute
        ("WBB", "B", 1, "5.2.2"),
        ("WWBWW", "BWW", 2, "5.2.2"),  # both absolute, due Black: three more against one more
        ("WBWWB", "WWBWB", 2, "5.2.3"),  # the third game back was unlike: the higher had White then
        ("WWBWB", "WBWWB", 1, "5.2.3"),
        ("BW", "BWBW", 2, "5.2.4"),  # never unlike, counted back: the higher ranked has Black
        ("WB", "WB", 1, "5.2.4"),
    ],
)
def test_who_has_white(higher: str, lower: str, white: int, article: str) -> None:
    pair = allocate(player(1, higher), player(2, lower), WHITE)
    assert (pair.white, pair.colours_by) == (white, article)
    assert {pair.white, pair.black} == {1, 2}


@pytest.mark.parametrize(
    ("odd", "initial", "white"),
    [(True, WHITE, 3), (False, WHITE, 8), (True, BLACK, 8), (False, BLACK, 3)],
)
def test_without_games_the_number_and_the_drawing_decide(
    odd: bool, initial: Side, white: int
) -> None:
    """5.2.5: an odd number has the colour drawn."""
    pair = allocate(player(3, odd=odd), player(8), initial)
    assert (pair.white, pair.colours_by) == (white, "5.2.5")
