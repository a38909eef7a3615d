"""The machine itself: versions, rights, power, heat, and whether the table runs as it should."""

import os
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from clockd.doctor.finding import Finding, Level, Patient, check

PARTS = ("clockd", "chess", "pyserial", "gpiozero")
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
NOW = {0: "too little voltage", 1: "slowed for heat", 2: "throttled", 3: "near its heat limit"}
SINCE = 16  # the same bits, this much higher: at some time since the start
HOT_C, TOO_HOT_C = 75, 84
MEMORY_LEAST_MB = 60


@check("versions")
def versions(_: Patient) -> Iterator[Finding]:
    """What is installed."""
    found = [f"{part} {_version(part)}" for part in PARTS]
    yield Finding("versions", Level.GOOD, f"{', '.join(found)}, Python {platform.python_version()}")


def _version(part: str) -> str:
    try:
        return version(part)
    except PackageNotFoundError:
        return "unknown"


@check("table")
def table(patient: Patient) -> Iterator[Finding]:
    """Whether it runs, in which state, and in which class it is scheduled."""
    if patient.config is None:
        return
    if not patient.shown:
        yield Finding(
            "table",
            Level.NOTE,
            f"table {patient.config.number} does not run: systemctl status clockd-table@{patient.config.number}",
        )
        return
    state = patient.shown.get("state")
    if patient.shown.get("safe_mode"):
        yield Finding(
            "table",
            Level.NOTE,
            f"{state}, in safe mode after failed starts: see its log, then restart it",
        )
    else:
        yield Finding("table", Level.GOOD, f"{state}")
    if patient.table_process is None:
        return
    policy = os.sched_getscheduler(patient.table_process)
    if policy in (os.SCHED_FIFO, os.SCHED_RR):
        yield Finding("scheduling", Level.GOOD, "real-time")
    else:
        yield Finding(
            "scheduling", Level.NOTE, "no real-time policy: start it by its unit, clockd-table@N"
        )


@check("power")
def power(patient: Patient) -> Iterator[Finding]:
    """The Pi's own word on voltage and heat; nothing on other machines."""
    text = patient.word(THROTTLED)
    try:
        bits = int(text, 16)
    except ValueError:
        return
    now = [words for bit, words in NOW.items() if bits >> bit & 1]
    before = [words for bit, words in NOW.items() if bits >> (bit + SINCE) & 1]
    if now:
        yield Finding(
            "power", Level.NOTE, f"{', '.join(now)}: use the Pi's own supply and a short cable"
        )
    elif before:
        yield Finding("power", Level.NOTE, f"at some time since the start: {', '.join(before)}")
    else:
        yield Finding("power", Level.GOOD, "voltage and heat have been right since the start")


@check("heat")
def heat(patient: Patient) -> Iterator[Finding]:
    """The processor's temperature."""
    text = patient.word("sys/class/thermal/thermal_zone0/temp")
    if not text.lstrip("-").isdecimal():
        return
    celsius = int(text) // 1000
    if celsius >= TOO_HOT_C:
        yield Finding("heat", Level.NOTE, f"{celsius} degrees: it slows down, give it air")
    elif celsius >= HOT_C:
        yield Finding("heat", Level.NOTE, f"{celsius} degrees: warm for a long round")
    else:
        yield Finding("heat", Level.GOOD, f"{celsius} degrees")


@check("memory")
def memory(patient: Patient) -> Iterator[Finding]:
    """What is left for others."""
    for line in patient.word("proc/meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            left_mb = int(line.split()[1]) // 1000
            level = Level.GOOD if left_mb >= MEMORY_LEAST_MB else Level.NOTE
            yield Finding("memory", level, f"{left_mb} MB available")
