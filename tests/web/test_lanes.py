"""The two witnesses side by side (screens 5): moves on the board, presses on the buttons."""

from typing import Any

import pytest

from clockd.web.lanes import FIRST_X, LAST_X, SHOWN, lanes
from clockd.web.snapshot import complete
from tests.web.fake_table import IMMORTAL, RUNNING, game_of


def shown(count: int, **changes: Any) -> dict[str, Any]:
    return lanes(complete({**RUNNING, **game_of(IMMORTAL[:count]), **changes}))


def test_the_last_half_moves_with_their_presses() -> None:
    """Of 27 the last six; half-move 14 was not pressed and is not among them."""
    found = shown(27)
    assert [mark["word"] for mark in found["marks"]] == [
        "11... cxb5", "12. h4", "12... Qg6", "13. h5", "13... Qg5", "14. Qf3",
    ]  # fmt: skip
    assert {mark["press"] for mark in found["marks"]} == {"pressed"}
    assert (found["moves"], found["presses"], found["note"]) == ("14 · 13", "14 · 12", "")
    assert (found["marks"][0]["x"], found["marks"][-1]["x"]) == (FIRST_X, LAST_X)


def test_a_missing_press_is_a_ring_and_a_sentence() -> None:
    found = shown(16)
    assert [mark["press"] for mark in found["marks"]].count("none") == 1
    assert found["note"] == "not pressed: 7... Nh5"


def test_the_latest_half_move_may_still_be_pressed() -> None:
    found = shown(14)
    assert found["marks"][-1]["press"] == "open" and found["note"] == ""


@pytest.mark.parametrize("plies", [0, 1, 2, SHOWN])
def test_a_game_that_has_hardly_begun(plies: int) -> None:
    assert len(shown(plies)["marks"]) == plies


def test_a_game_that_black_began() -> None:
    plies = game_of(IMMORTAL[:6])["plies"][1:]
    words = [mark["word"] for mark in shown(6, plies=plies)["marks"]]
    assert words[:3] == ["1... e5", "2. f4", "2... exf4"]
