"""How a clock's time is written for people: `1:02:14`, `48:31`, and tenths under 20 s, `0:17.4`.

Always rounded down, as the wire's milliseconds are: a face never shows more time than there is. The pages' own
script writes times by the same rule between two snapshots. Milliseconds in, text out.
"""

TENTHS_BELOW_MS = (
    20_000  # the last 20 s are shown in tenths: below that a second is too coarse to plan by
)
NO_READING = "–:––"
FLAG_FELL = "0:00"  # written for a fallen flag only: a clock that merely reads zero shows "0:00.0"


def clock_words(time_ms: int | None) -> str:
    """What a clock shows for this time; a clock without a reading shows dashes, never a zero."""
    if time_ms is None:
        return NO_READING
    time_ms = max(0, time_ms)
    if time_ms < TENTHS_BELOW_MS:
        return f"0:{time_ms // 1000:02}.{time_ms % 1000 // 100}"
    return whole_seconds(time_ms)


def whole_seconds(time_ms: int) -> str:
    """A time to the second, as a scoresheet's column shows it."""
    minutes, seconds = divmod(max(0, time_ms) // 1000, 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def clock_form(text: str) -> str:
    """The kind of a clock's text, which decides how large its digits can be: "h", "mm", "m" or "tenths"."""
    if "." in text:
        return "tenths"
    if text.count(":") == 2:
        return "h"
    return "mm" if len(text) == 5 else "m"
