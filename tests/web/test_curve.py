"""Both clocks over the game."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clockd.web.curve import CURVE_HEIGHT, CURVE_WIDTH, LABEL_GAP, curve
from tests.web.fake_table import READY, RUNNING

ply = st.fixed_dictionaries(
    {
        "side": st.sampled_from(["white", "black"]),
        "clock_ms": st.none() | st.integers(min_value=0, max_value=14_400_000),
    }
)


def test_the_curve_ends_at_the_clocks_after_the_last_moves() -> None:
    ends = {end["side"]: end["word"] for end in curve(RUNNING)["ends"]}
    assert ends == {"white": "White 1:06:25", "black": "Black 1:05:47"}


def test_two_hours_are_marked_every_half_hour() -> None:
    assert [tick["word"] for tick in curve(RUNNING)["ticks"]] == [
        *("0 min", "30 min", "60 min", "90 min", "120 min"),
    ]


def test_a_game_without_moves_has_an_empty_curve() -> None:
    found = curve(READY)
    assert (found["white"], found["black"], found["ends"]) == ("", "", [])


@given(st.lists(ply, max_size=200))
def test_every_point_lies_in_the_box_and_labels_do_not_overprint(plies: list[Any]) -> None:
    found = curve({**READY, "plies": plies})
    for side in ("white", "black"):
        for point in found[side].split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= CURVE_WIDTH
            assert 0 <= y <= CURVE_HEIGHT
    assert 2 <= len(found["ticks"]) <= 6
    if len(found["ends"]) == 2:
        upper, lower = (end["label_y"] for end in found["ends"])
        assert lower - upper >= LABEL_GAP - 0.001
