"""A state folder belongs to one process: made when absent, locked while it runs."""

import fcntl
from pathlib import Path
from typing import TextIO

from clockd.errors import DeviceError


def lock_folder(folder: Path, name: str, wanted: str, whose: str) -> TextIO:
    """Make the folder ours until the file returned is closed; DeviceError when another `whose` runs on it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / name).open("w")
    except OSError as error:
        why = error.strerror or str(error)
        raise DeviceError(f"{folder}: {why}, expected {wanted} to write in") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise DeviceError(f"{folder}: in use, expected no other clockd {whose} on it") from None
    return lock
