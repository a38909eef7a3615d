"""The console display: what a snapshot (interfaces.md section 6) reads like."""

import io
from typing import Any

import pytest

from clockd.errors import BadConfig
from drivers.display_console import ConsoleDisplay, console_line, log_line, make, reading

SNAPSHOT: dict[str, Any] = {
    "state": "running",
    "san": ["e4", "e5", "Nf3"],
    "white_ms": 5_398_001,
    "black_ms": 5_430_000,
    "running": "black",
    "flag": None,
    "result": "*",
    "termination": None,
}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("time_ms", "text"),
    [
        (5_398_001, "1:29:59"),  # rounded up: 1:29:58.001 is not yet 1:29:58
        (5_398_000, "1:29:58"),
        (3_600_000, "1:00:00"),
        (545_000, "9:05"),
        (20_000, "0:20"),
        (19_999, "0:20.0"),
        (7_250, "0:07.3"),
        (1, "0:00.1"),
        (0, "0:00.0"),
        (-5, "0:00.0"),
        (None, "-:--"),
    ],
)
def test_a_time_as_a_chess_clock_shows_it(time_ms: int | None, text: str) -> None:
    assert reading(time_ms) == text


def test_a_running_game() -> None:
    assert console_line(SNAPSHOT) == "White  1:29:59  *1:30:30 Black   2. Nf3  running"
    assert log_line(SNAPSHOT) == "2. Nf3  running"


def test_before_the_game_and_after_it() -> None:
    waiting: dict[str, Any] = {
        "state": "waiting",
        "san": [],
        "white_ms": None,
        "black_ms": None,
        "result": "*",
    }
    assert console_line(waiting) == "White  -:--   -:-- Black   waiting"
    ended = SNAPSHOT | {
        "running": None,
        "flag": "white",
        "white_ms": 0,
        "result": "0-1",
        "termination": "time-forfeit",
    }
    assert console_line(ended) == "White  0:00.0 FLAG   1:30:30 Black   2. Nf3  0-1 time-forfeit"
    assert console_line({}) == "White  -:--   -:-- Black"


def test_a_terminal_is_rewritten_and_left_on_a_fresh_line() -> None:
    out = Terminal()
    display = ConsoleDisplay(out)
    display.show(SNAPSHOT)
    display.show(SNAPSHOT)
    display.show(SNAPSHOT | {"black_ms": 5_429_000})
    display.close()
    assert out.getvalue().count("\r\x1b[2K") == 2 and out.getvalue().endswith(
        "Black   2. Nf3  running\n"
    )


def test_a_file_gets_a_line_a_move_and_not_a_second() -> None:
    out = io.StringIO()
    display = ConsoleDisplay(out)
    for second in range(5):
        display.show(SNAPSHOT | {"black_ms": 5_430_000 - 1000 * second})
    display.show(SNAPSHOT | {"san": [*SNAPSHOT["san"], "Nc6"]})
    display.close()
    assert out.getvalue() == "2. Nf3  running\n2... Nc6  running\n"


def test_a_terminal_that_is_gone_stops_nobody() -> None:
    out = Terminal()
    display = ConsoleDisplay(out)
    out.close()
    display.show(SNAPSHOT)
    display.close()


def test_the_console_takes_no_keys() -> None:
    make({})
    with pytest.raises(BadConfig, match=r"\[display\] colour: unknown key"):
        make({"colour": "red"})
