"""How the shown time moves between two snapshots."""

import pytest

from clockd.web.pace import paces
from tests.web.fake_table import READY


@pytest.mark.parametrize(
    ("control", "white", "black"),
    [
        ("40/5400+30:1800+30", "plain", "plain"),
        ("600d2", "delay", "delay"),
        ("600b2", "bronstein", "bronstein"),
        ("*180", "hourglass", "hourglass"),
        ("W300d2-B240b2", "delay", "bronstein"),
        ("no control at all", "plain", "plain"),
        (None, "plain", "plain"),
    ],
)
def test_the_pace_is_that_of_the_time_control(control: str | None, white: str, black: str) -> None:
    assert paces({**READY, "control": control}) == {"white": white, "black": black}


def test_the_pace_is_that_of_the_sides_own_period() -> None:
    """40 moves in 2 h with a 5 s delay, then 30 min with 30 s a move; Black is still in the first."""
    snapshot = {**READY, "control": "40/7200d5:1800+30", "period": [2, 1]}
    assert paces(snapshot) == {"white": "plain", "black": "delay"}
    assert paces({**snapshot, "period": [9, 9]}) == {"white": "plain", "black": "plain"}
