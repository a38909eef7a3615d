"""Every button pressed once: which were seen, and how cleanly."""

import time
from collections.abc import Callable
from typing import Any

from clockd.config import TableConfig
from clockd.doctor.finding import Finding, Level
from clockd.ports import (
    ArbiterPressed,
    ButtonFault,
    Buttons,
    ButtonsTold,
    ClockPressed,
    DrawPressed,
)

WAIT_S = 30.0
LOOK_S = 0.05


def name_of(seen: Any) -> str | None:
    """The configuration's name of the button that this came from; None when it came from none."""
    if isinstance(seen, ClockPressed):
        return seen.side.value
    if isinstance(seen, DrawPressed):
        return f"{seen.side.value}_draw"
    return "arbiter" if isinstance(seen, ArbiterPressed) else None


def watch_presses(
    config: TableConfig, buttons: Buttons, say: Callable[[str], None], wait_s: float = WAIT_S
) -> list[Finding]:
    """Wait until each configured button was pressed, or the time is over."""
    wanted = [] if config.buttons is None else [
        key for key, value in config.buttons.options.items() if isinstance(value, int)
    ]  # fmt: skip
    wanted = wanted or ["white", "black"]
    seen: list[Any] = []
    buttons.start(seen.append)
    try:
        say(f"press each button now: {', '.join(wanted)} ({wait_s:.0f} s)")
        pressed = _pressed(seen, wanted, say, time.monotonic() + wait_s)
    finally:
        buttons.close()
    return [*_missing(wanted, pressed), *_counts(seen)]


def _pressed(
    seen: list[Any], wanted: list[str], say: Callable[[str], None], end_s: float
) -> set[str]:
    pressed: set[str] = set()
    while not pressed.issuperset(wanted) and time.monotonic() < end_s:
        for name in {name_of(each) for each in tuple(seen)} - pressed - {None}:
            pressed.add(str(name))
            say(f"  {name}: seen")
        time.sleep(LOOK_S)
    return pressed


def _missing(wanted: list[str], pressed: set[str]) -> list[Finding]:
    missing = [name for name in wanted if name not in pressed]
    if not missing:
        return [Finding("buttons", Level.GOOD, f"all pressed and seen: {', '.join(wanted)}")]
    said = f"not seen: {', '.join(missing)}: look at the lead and the pin's number"
    stops = any(name in ("white", "black") for name in missing)
    return [Finding("buttons", Level.STOPS if stops else Level.NOTE, said)]


def _counts(seen: list[Any]) -> list[Finding]:
    faults = [each.detail for each in seen if isinstance(each, ButtonFault)]
    counts = dict(seen_counts.counts) if (seen_counts := _last_counts(seen)) else {}
    told = [f"{number} {name}" for name, number in counts.items() if number]
    found = [Finding("buttons", Level.NOTE, detail) for detail in dict.fromkeys(faults)]
    return found + ([Finding("buttons", Level.NOTE, ", ".join(told))] if told else [])


def _last_counts(seen: list[Any]) -> ButtonsTold | None:
    return next((each for each in reversed(seen) if isinstance(each, ButtonsTold)), None)
