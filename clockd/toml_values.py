"""What a TOML value must be: each function gives the value of its type, or None when it is none of it.

Source: TOML v1.0.0; durations as in interfaces.md section 0, in nanoseconds.
"""

from datetime import date, datetime
from typing import Any

from clockd.units import parse_duration

INTEGER_MAX = 10**9
DIGITS_MAX = 10**12  # twice the longest FIDE id


def as_text(found: object) -> str | None:
    return found if isinstance(found, str) and found.strip() and found.isprintable() else None


def as_integer(found: object, low: int, high: int) -> int | None:
    number = isinstance(found, int) and not isinstance(found, bool)
    return found if isinstance(found, int) and number and low <= found <= high else None


def as_digits(found: object) -> str | None:
    text = str(as_integer(found, 0, DIGITS_MAX)) if isinstance(found, int) else found
    return text if isinstance(text, str) and text.isascii() and text.isdigit() else None


def as_duration(found: object) -> int | None:
    try:
        return parse_duration(found) if isinstance(found, str) else None
    except ValueError:  # also a number of more digits than Python reads
        return None


def as_date(found: object) -> date | None:
    return found if isinstance(found, date) and not isinstance(found, datetime) else None


def as_texts(found: object) -> tuple[str, ...] | None:
    if not isinstance(found, list) or not all(as_text(each) for each in found):
        return None
    return tuple(found)


def as_integers(found: object) -> tuple[int, ...] | None:
    if not isinstance(found, list) or any(
        as_integer(each, 0, INTEGER_MAX) is None for each in found
    ):
        return None
    return tuple(found)


def as_table(found: object) -> dict[str, Any] | None:
    return found if isinstance(found, dict) else None


def as_tables(found: object) -> list[dict[str, Any]] | None:
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        return None
    return found
