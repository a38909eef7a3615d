"""The small lines about board and buttons on a table's page."""

from typing import Any

import pytest

from clockd.web.credible import credible
from clockd.web.devices import board_line, buttons_line
from clockd.web.snapshot import complete

REPORT = {
    "port": "/dev/ttyUSB0",
    "serial": "13116",
    "long_serial": "0000013116",
    "version": "1.8",
    "battery": 88,
    "charging": False,
    "orientation": "rotated",
    "counts": {"dropped": 3, "stalled": 0, "corrected": 1},
}


def line(**report: Any) -> str:
    return board_line(complete({"board_report": report}))


def test_the_boards_line() -> None:
    assert line(**REPORT) == (
        "13116 (0000013116), version 1.8, battery 88 %, lies turned, /dev/ttyUSB0; "
        "bytes dropped 3, lost updates 1"
    )
    assert line(serial="13116", battery=0, charging=True) == "13116, battery 0 %, charging"
    assert line(long_serial="3.25001000", orientation="normal") == "3.25001000"


def test_the_buttons_line() -> None:
    counts = {"bounces": 4, "unstamped": 0, "stuck": 1}
    assert buttons_line(complete({"button_counts": counts})) == "bounces 4, stuck 1"
    assert buttons_line(complete({})) == "no faults seen"


@pytest.mark.parametrize("said", [None, 3, [], "text", {"counts": 7}, {"counts": {"dropped": "x"}}])
def test_words_of_a_wrong_form_are_left_out(said: Any) -> None:
    """A table of another version, or a hostile one behind the hub."""
    assert board_line(complete({"board_report": said})) == ""
    assert board_line(credible({"board_report": said})) == ""
    assert buttons_line(complete({"button_counts": said})) == "no faults seen"
