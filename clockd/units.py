"""Durations as integer nanoseconds, and the few ways they are written.

Every instant and duration inside clockd is an `int` of nanoseconds whose name ends in `_ns`; wire forms
carry `_ms` (floor of the nanoseconds). Durations in TOML files are text: "90m", "30s", "1h30m", "1500ms".
"""

import re

from clockd.errors import BadDuration

MICROSECOND_NS = 1_000
MILLISECOND_NS = 1_000_000
SECOND_NS = 1_000_000_000
MINUTE_NS = 60 * SECOND_NS
HOUR_NS = 60 * MINUTE_NS

_UNIT_NS = {"h": HOUR_NS, "m": MINUTE_NS, "s": SECOND_NS, "ms": MILLISECOND_NS}
_DURATION = re.compile(r"(?:\d+(?:ms|h|m|s))+")
_PART = re.compile(r"(\d+)(ms|h|m|s)")


def minutes(count: int) -> int:
    """`count` minutes in nanoseconds."""
    return count * MINUTE_NS


def seconds(count: int) -> int:
    """`count` seconds in nanoseconds."""
    return count * SECOND_NS


def milliseconds(count: int) -> int:
    """`count` milliseconds in nanoseconds."""
    return count * MILLISECOND_NS


def to_ms(duration_ns: int) -> int:
    """Whole milliseconds in a duration, rounded down: the wire form of every time."""
    return duration_ns // MILLISECOND_NS


def parse_duration(text: str) -> int:
    """Nanoseconds of "90m", "30s", "1h30m", "1500ms"; BadDuration when it is none of these."""
    compact = text.replace(" ", "")
    if not _DURATION.fullmatch(compact):
        raise BadDuration(
            f'{text!r}, expected a duration such as "90m", "1h30m", "30s" or "1500ms"'
        )
    return sum(int(count) * _UNIT_NS[unit] for count, unit in _PART.findall(compact))


def clock_text(duration_ns: int) -> str:
    """A clock reading as PGN writes it, to the millisecond: "1:30:28.250"."""
    whole_ms = to_ms(max(0, duration_ns))
    whole_seconds, part_ms = divmod(whole_ms, 1000)
    hours, rest = divmod(whole_seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}.{part_ms:03}"
