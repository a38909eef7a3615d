"""How the pages write a clock's time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.web.times import clock_form, clock_words, whole_seconds


@pytest.mark.parametrize(
    ("time_ms", "text", "form"),
    [
        (3_734_000, "1:02:14", "h"),
        (3_600_000, "1:00:00", "h"),
        (3_599_999, "59:59", "mm"),
        (2_911_900, "48:31", "mm"),
        (252_000, "4:12", "m"),
        (20_000, "0:20", "m"),
        (19_999, "0:19.9", "tenths"),
        (17_400, "0:17.4", "tenths"),
        (99, "0:00.0", "tenths"),
        (0, "0:00.0", "tenths"),
        (None, "–:––", "m"),
    ],
)
def test_a_time_is_written_as_the_screens_description_says(
    time_ms: int | None, text: str, form: str
) -> None:
    """Screens 3 and 13: `1:02:14`, `48:31`, tenths under 20 s; 0:00 is kept for a fallen flag."""
    assert clock_words(time_ms) == text
    assert clock_form(text) == form


@given(st.integers(min_value=0, max_value=36_000_000))
def test_a_clock_never_shows_more_time_than_there_is(time_ms: int) -> None:
    """Rounded down, by less than a second above 20 s and less than a tenth below."""
    parts = clock_words(time_ms).split(":")
    shown_ms = round(sum(float(part) * 60_000 * 60**n for n, part in enumerate(parts[-2::-1])))
    shown_ms += round(float(parts[-1]) * 1000)
    assert 0 <= time_ms - shown_ms < (100 if time_ms < 20_000 else 1000)


def test_a_scoresheet_column_has_whole_seconds() -> None:
    assert whole_seconds(14_999) == "0:14"
    assert whole_seconds(-1) == "0:00"
