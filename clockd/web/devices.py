"""One small line about the table's board and one about its buttons, for whoever has to help with them. Pure.

Who the board is, its battery, which way round it lies, where it hangs, and what went wrong so far. Nothing of it is for
players. The words come from another process: whatever has not its form is left out.
"""

from collections.abc import Mapping
from typing import Any

from clockd.web.snapshot import Snapshot
from clockd.web.words import say

_COUNTS = ("dropped", "stalled", "corrected", "foreign", "skipped")
_BUTTON_COUNTS = ("bounces", "unstamped", "stuck", "refused")


def board_line(snapshot: Snapshot) -> str:
    """`13116 (0000013116), version 1.8, battery 88 %, /dev/ttyUSB0; bytes dropped 3`; empty when nothing is known."""
    report = _object(snapshot["board_report"])
    battery = report.get("battery")
    parts = [
        _numbers(report),
        say("device.version", version=report["version"]) if report.get("version") else "",
        say("device.battery", percent=battery) if isinstance(battery, int) else "",
        say("device.charging") if report.get("charging") is True else "",
        say("device.rotated") if report.get("orientation") == "rotated" else "",
        str(report.get("port") or ""),
    ]
    return "; ".join(filter(None, (", ".join(filter(None, parts)), _counted(report, _COUNTS))))


def buttons_line(snapshot: Snapshot) -> str:
    """`bounces 4, late stamps 1`, or that nothing went wrong."""
    counted = _counted({"counts": snapshot["button_counts"]}, _BUTTON_COUNTS)
    return counted or say("device.no_faults")


def _numbers(report: Mapping[str, Any]) -> str:
    short, long = str(report.get("serial") or ""), str(report.get("long_serial") or "")
    return f"{short} ({long})" if short and long else short or long


def _counted(report: Mapping[str, Any], names: tuple[str, ...]) -> str:
    counts = _object(report.get("counts"))
    told = [(name, counts.get(name)) for name in names]
    whole = [(name, count) for name, count in told if isinstance(count, int) and count > 0]
    return ", ".join(f"{say(f'device.count.{name}')} {count}" for name, count in whole)


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
