"""The board: what the running table knows of it, or which ports there are while none runs."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clockd.doctor.finding import Finding, Level, Patient, check

BATTERY_LOW = 20  # percent
LINKS = {
    "asking": "does not answer yet: is it switched on?",
    "lost": "is not there: look at its cable",
    "wrong-device": "is another device",
}


@check("board")
def board(patient: Patient) -> Iterator[Finding]:
    """Which board, its firmware, which way it lies, its battery."""
    if not patient.shown:
        yield from _ports(patient)
        return
    link = patient.shown.get("board_link")
    report = patient.shown.get("board_report")
    told = report if isinstance(report, dict) else {}
    if link != "live":
        detail = patient.shown.get("board_detail") or LINKS.get(str(link), "is not known")
        yield Finding("board", Level.STOPS, f"{detail}")
        return
    yield Finding("board", Level.GOOD, _identity(told))
    battery = told.get("battery")
    if isinstance(battery, int) and battery < BATTERY_LOW and not told.get("charging"):
        yield Finding("board battery", Level.NOTE, f"{battery} %: charge it before the round")
    if told.get("foreign"):
        squares = " ".join(map(str, told["foreign"]))
        yield Finding("board squares", Level.NOTE, f"something that is no chessman on {squares}")


def _identity(told: dict[str, Any]) -> str:
    version, serial = told.get("version") or "of unknown version", told.get("serial") or "not told"
    lies = {"normal": "White below", "rotated": "turned round"}.get(
        str(told.get("orientation")), "which way round: known with the men on their first squares"
    )
    battery = told.get("battery")
    charge = "" if battery is None else f", battery {battery} %"
    return f"DGT {version}, serial {serial}, {lies}{charge}"


def _ports(patient: Patient) -> Iterator[Finding]:
    wanted = "auto"
    if patient.config is not None and patient.config.board is not None:
        if patient.config.board.driver != "dgt":
            return
        wanted = str(patient.config.board.options.get("port", wanted))
    ports = patient.ports() if wanted == "auto" else [wanted]
    if not ports:
        level = Level.NOTE if patient.config is None else Level.STOPS  # a hub has none
        yield Finding("board", level, "no DGT board at any USB socket: plug it in")
    for port in ports:
        yield _port(port)


def _port(port: str) -> Finding:
    if not Path(port).exists():
        return Finding("board", Level.STOPS, f"{port} is not there: is the board plugged in?")
    if not os.access(port, os.R_OK | os.W_OK):
        why = f"{port} may not be opened by this user: is it in the group dialout?"
        return Finding("board", Level.STOPS, why)
    return Finding("board", Level.GOOD, f"{port} is there; a running table tells which board it is")
