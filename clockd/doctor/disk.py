"""The state folder: room, the time that a commit takes, and what the journal in it says of itself."""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from clockd.doctor.finding import Finding, Level, Patient, check
from clockd.errors import ClockdError
from clockd.journal import FILE_NAME, Journal

ROOM_LEAST_MB, ROOM_WANTED_MB = 20, 200  # a round of 200 moves takes less than one
SYNCS = 8
SLOW_MS, HOPELESS_MS = 100, 1000  # of one fsync: the alert `disk` comes at 250 ms behind
PROBE = ".doctor"
BLOCK = b"\0" * 4096
WORN = {"0x09": "80 to 90 %", "0x0a": "90 to 100 %", "0x0b": "all of it and more"}


@check("disk")
def room(patient: Patient) -> Iterator[Finding]:
    """How much is free where the journal is."""
    if patient.config is None:
        return
    folder = _nearest(patient.config.state)
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    said = f"{free_mb} MB free in {patient.config.state}"
    if free_mb < ROOM_LEAST_MB:
        yield Finding("disk", Level.STOPS, f"{said}, expected {ROOM_LEAST_MB} or more: make room")
    elif free_mb < ROOM_WANTED_MB:
        yield Finding("disk", Level.NOTE, f"{said}: make room before the event")
    else:
        yield Finding("disk", Level.GOOD, said)


@check("disk writes")
def writes(patient: Patient) -> Iterator[Finding]:
    """A file written and brought to the disk, as each record of the journal is."""
    if patient.config is None:
        return
    folder = patient.config.state
    if not folder.is_dir():
        yield Finding("disk writes", Level.NOTE, f"{folder} is made at the table's first start")
        return
    try:
        spent_ms = _sync_ms(folder / PROBE)
    except PermissionError:
        yield Finding(
            "disk writes",
            Level.NOTE,
            f"{folder} may not be written by this user: ask as clockd-table",
        )
        return
    except OSError as error:
        yield Finding("disk writes", Level.STOPS, f"{folder} cannot be written: {error.strerror}")
        return
    said = f"a write reaches the disk in {spent_ms:.1f} ms (median of {SYNCS})"
    if spent_ms > HOPELESS_MS:
        yield Finding(
            "disk writes", Level.STOPS, f"{said}: the card is dying or a fake, use another"
        )
    elif spent_ms > SLOW_MS:
        yield Finding("disk writes", Level.NOTE, f"{said}: a slow card, alerts `disk` may come")
    else:
        yield Finding("disk writes", Level.GOOD, said)


@check("journal")
def journal(patient: Patient) -> Iterator[Finding]:
    """Every record of the journal, with its chain."""
    path = None if patient.config is None else patient.config.state / FILE_NAME
    try:
        if path is None or not path.exists():
            return
        with path.open("rb"):
            pass
    except PermissionError:
        yield Finding("journal", Level.NOTE, "may not be read by this user: ask as clockd-table")
        return
    opened = None
    try:
        opened = Journal(path, read_only=True)
        records = sum(1 for _ in opened.verified())
    except (ClockdError, OSError) as error:
        yield Finding("journal", Level.STOPS, f"{error}: keep a copy of {path}, and move it away")
    else:
        yield Finding("journal", Level.GOOD, f"{records} records, the chain is whole")
    finally:
        if opened is not None:
            opened.close()


@check("card")
def wear(patient: Patient) -> Iterator[Finding]:
    """What a card or an eMMC tells of its age, where it tells."""
    for device in sorted((patient.root / "sys/block").glob("mmcblk[0-9]")):
        name = device.name
        life = patient.word(f"sys/block/{name}/device/life_time").split()
        used = next((WORN[each] for each in life if each in WORN), "")
        if used:
            yield Finding("card", Level.NOTE, f"{name} has used {used} of its life: replace it")
            continue
        sectors = patient.word(f"sys/block/{name}/stat").split()
        written = int(sectors[6]) * 512 // 1_000_000 if len(sectors) > 6 else 0
        yield Finding("card", Level.GOOD, f"{name}: {written} MB written since the start")


def _nearest(folder: Path) -> Path:
    while not folder.is_dir():
        folder = folder.parent
    return folder


def _sync_ms(path: Path) -> float:
    spent: list[float] = []
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    try:
        for _ in range(SYNCS):
            began = time.perf_counter()
            os.write(file, BLOCK)
            os.fsync(file)
            spent.append((time.perf_counter() - began) * 1000)
    finally:
        os.close(file)
        path.unlink(missing_ok=True)
    return median(spent)
