"""A finding, the patient that it is about, and the list of checks."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from clockd.config import TableConfig


class Level(StrEnum):
    """How bad it is."""

    GOOD = "good"
    NOTE = "note"  # worth a look before the round; a game can be played
    STOPS = "stops"  # would stop a game


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, how it is, and what to do where something is wrong."""

    what: str
    level: Level
    said: str


@dataclass(frozen=True, slots=True)
class Patient:
    """What there is to look at. `shown` is the running table's snapshot, empty while none runs."""

    config: TableConfig | None = None
    shown: Mapping[str, Any] = field(default_factory=dict)
    table_process: int | None = None
    ports: Callable[[], list[str]] = list  # where boards are known to be
    root: Path = Path("/")  # of /sys and /proc: a test's own folder

    def word(self, path: str) -> str:
        """A one-line file of the system's; empty when it is not there or may not be read."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return ""


Check = Callable[[Patient], Iterator[Finding]]
CHECKS: dict[str, Check] = {}


def check(name: str) -> Callable[[Check], Check]:
    """Put a function on the list, in the order of the files."""

    def listed(function: Check) -> Check:
        CHECKS[name] = function
        return function

    return listed


def findings(patient: Patient) -> Iterator[Finding]:
    """What every check says; a check that fails is a finding itself, since a doctor must not die of the patient."""
    for name, look in CHECKS.items():
        try:
            yield from look(patient)
        except Exception as error:
            yield Finding(
                name, Level.NOTE, f"could not be looked at: {type(error).__name__}: {error}"
            )
