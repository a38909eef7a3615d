"""What counts as a value of each type, at the edges."""

from datetime import UTC, date, datetime

from clockd import toml_values
from clockd.units import minutes


def test_true_is_no_number() -> None:
    assert toml_values.as_integer(True, 0, 5) is None
    assert toml_values.as_integer(5, 0, 5) == 5
    assert toml_values.as_integer(6, 0, 5) is None


def test_a_moment_is_no_day() -> None:
    assert toml_values.as_date(date(2011, 11, 14)) == date(2011, 11, 14)
    assert toml_values.as_date(datetime(2011, 11, 14, tzinfo=UTC)) is None


def test_durations() -> None:
    """interfaces.md section 0: "90m", "1h30m"; a number longer than Python reads is no duration either."""
    assert toml_values.as_duration("1h30m") == minutes(90)
    assert toml_values.as_duration("90") is None
    assert toml_values.as_duration("9" * 5000 + "s") is None
    assert toml_values.as_duration(90) is None


def test_ids_are_digits_with_or_without_quotes() -> None:
    assert toml_values.as_digits(2016192) == toml_values.as_digits("2016192") == "2016192"
    assert [toml_values.as_digits(wrong) for wrong in ("", "٣", "-1", -1, True, 1.0)] == [None] * 6


def test_a_text_is_one_line_with_something_on_it() -> None:
    assert toml_values.as_text("Ana Ådams") == "Ana Ådams"
    assert [toml_values.as_text(wrong) for wrong in ("", " ", "a\nb", "a\x1b[2J", 1)] == [None] * 5


def test_lists() -> None:
    assert toml_values.as_texts(["a", "b"]) == ("a", "b")
    assert toml_values.as_texts(["a", ""]) is None
    assert toml_values.as_integers([7, 4, 1]) == (7, 4, 1)
    assert toml_values.as_integers([7, True]) is None
    assert toml_values.as_tables([{}, 1]) is None
