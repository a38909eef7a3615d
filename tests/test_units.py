"""Durations: read exactly, written as PGN and the wire want them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.errors import BadDuration
from clockd.units import clock_text, milliseconds, minutes, parse_duration, seconds, to_ms


@pytest.mark.parametrize(
    ("text", "duration_ns"),
    [
        ("90m", minutes(90)),
        ("30s", seconds(30)),
        ("1h30m", minutes(90)),
        ("1500ms", milliseconds(1500)),
        ("1h 2m 3s 4ms", 3_723_004_000_000),
        ("0s", 0),
    ],
)
def test_the_durations_of_interfaces_section_0(text: str, duration_ns: int) -> None:
    assert parse_duration(text) == duration_ns


@pytest.mark.parametrize("text", ["", "90", "m", "-5s", "1.5s", "30 sec", "5m30", "1d", "\n"])
def test_anything_else_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadDuration, match="expected a duration") as caught:
        parse_duration(text)
    assert "\n" not in str(caught.value)


def test_milliseconds_are_the_floor() -> None:
    """Interfaces section 0: 1,999,999 ns is 1 ms."""
    assert to_ms(1_999_999) == 1


@pytest.mark.parametrize(
    ("duration_ns", "text"),
    [
        (minutes(90) + seconds(28) + milliseconds(250), "1:30:28.250"),
        (0, "0:00:00.000"),
        (999_999, "0:00:00.000"),
        (-seconds(1), "0:00:00.000"),  # a clock never shows less than nothing
        (100 * minutes(60), "100:00:00.000"),
    ],
)
def test_the_clock_as_pgn_writes_it(duration_ns: int, text: str) -> None:
    assert clock_text(duration_ns) == text


@given(st.integers(0, 99), st.integers(0, 59), st.integers(0, 59), st.integers(0, 999))
def test_every_written_duration_reads_back(hours: int, mins: int, secs: int, ms: int) -> None:
    expected_ns = minutes(hours * 60 + mins) + seconds(secs) + milliseconds(ms)
    assert parse_duration(f"{hours}h{mins}m{secs}s{ms}ms") == expected_ns
    assert clock_text(expected_ns) == f"{hours}:{mins:02}:{secs:02}.{ms:03}"
