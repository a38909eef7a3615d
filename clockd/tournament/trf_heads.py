"""What a report says of the event as a whole: the records ahead of the players.

Decides which record says what, and which of them TRF16 does not have. Values come in as texts and numbers; where
they come from (a running tournament, an event file) is the caller's business. Sources: FIDE TRF16; TRF26 records 142
to 222 and Remark 1 (`###`); ETT26 (codes of record 192); rules sheet section 8.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from clockd.ports import WHITE, Side
from clockd.tournament.criterion import TRF_NAMES
from clockd.tournament.crosstable import System

Version = Literal[16, 26]
VERSIONS: tuple[Version, ...] = (16, 26)

# Records that came with TRF26; a program of TRF16 does not know them.
LATER = frozenset(
    "142 152 162 172 182 192 202 212 222 240 250 260 299 300 310 320 330 352 362 801 802 ###".split()
)
_TYPES: dict[System, str] = {
    "round-robin": "Individual: Round-Robin",
    "swiss": "Individual: Swiss-System",
}
_OWN_CODES = {own: written for written, own in TRF_NAMES.items()}
_DATE = r"(\d{4})[-/.](\d{2})[-/.](\d{2})"
_DATES = re.compile(rf"{_DATE}(?: (?:to|-|–) {_DATE})?")
# Record 222: moves/seconds+increment for each period, for both or for each side; nothing of delays.
_ENCODED = re.compile(r"(?:W[\d/+:]+-B[\d/+:]+|[\d/+:]+)")


@dataclass(frozen=True, slots=True)
class Heads:
    """An event for its report; what is "" or 0 is not said. `control` is a time control's canonical text."""

    name: str = ""
    site: str = ""
    federation: str = ""
    dates: str = ""  # "2019-07-11 to 2019-07-20"; other texts are for people and have no record
    players: int = 0
    rated: int = 0
    system: System | None = None
    encoded_system: str = ""
    arbiters: tuple[str, ...] = ()  # the chief arbiter first
    control: str = ""
    rounds: int = 0
    initial: Side | None = None
    program: str = ""
    tie_breaks: tuple[str, ...] = ()


def head_records(heads: Heads) -> Iterator[tuple[str, str]]:
    """(code, value) of every record that this event has, TRF26's included, in the order of their codes."""
    chief, *deputies = heads.arbiters or ("",)
    first, last = report_dates(heads.dates)
    told = [
        ("012", heads.name),
        ("022", heads.site),
        ("032", heads.federation),
        ("042", first),
        ("052", last),
        ("062", str(heads.players)),
        ("072", str(heads.rated)),
        ("092", _TYPES[heads.system] if heads.system else ""),
        ("102", chief),
        *(("112", deputy) for deputy in deputies),
        ("122", heads.control),
        ("142", str(heads.rounds or "")),
        ("152", "" if heads.initial is None else initial_letter(heads.initial)),
        ("182", heads.program),
        ("192", heads.encoded_system),
        ("202", ",".join(_OWN_CODES.get(code, code) for code in heads.tie_breaks)),
        ("222", heads.control if _ENCODED.fullmatch(heads.control) else ""),
    ]
    yield from ((code, value) for code, value in told if value)


def initial_letter(side: Side) -> str:
    """The colour drawn for round one, as record 152 has it."""
    return "W" if side is WHITE else "B"


def report_dates(dates: str) -> tuple[str, str]:
    """First and last day as records 042 and 052 have them; twice "" where the text is not two dates, or one."""
    found = _DATES.fullmatch(dates.strip())
    if not found:
        return "", ""
    year, month, day, *end = found.groups()
    first = f"{year}/{month}/{day}"
    return first, "/".join(end) if end[0] else first


def system_code(
    system: System,
    *,
    cycles: int = 1,
    swap_last_two: bool = True,
    edition: int = 2026,
    accelerated: bool = False,
) -> str:
    """Record 192. ETT26: FIDE's double round robin has the last two rounds of its first cycle reversed."""
    if system == "swiss":
        return f"FIDE_DUTCH_{edition}" + ("_BAKU" if accelerated else "")
    if cycles == 1:
        return "FIDE_ROUNDROBIN"
    return "FIDE_DOUBLEROUNDROBIN" if swap_last_two else "BERGER_ROUNDROBIN_G2"
