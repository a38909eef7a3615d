"""The clock's last reading: a small preallocated file with two alternating checksummed slots.

Written each second while a clock runs, so a power cut costs at most about one second of one player's time. A
reading names the journal and the record (`seq`) that it runs on from and is good only beside that very record.
"""

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clockd.codec import Codec, encode
from clockd.errors import JournalError
from clockd.game.clock import Clock

FILE_NAME = "clock.reading"
SLOT_BYTES = 2048  # one slot never shares a sector with the other
SLOTS = 2
_CHECK_BYTES = 64

_CODEC = Codec([Clock])


@dataclass(frozen=True, slots=True)
class Reading:
    """Both hands as they stood, running on from record `seq` of this journal."""

    journal_id: str
    seq: int
    number: int
    clock: Clock


class ReadingFile:
    """Two slots, written in turn; a torn write spoils one of them at most."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o640)
        if os.fstat(self._file).st_size < SLOTS * SLOT_BYTES:
            os.pwrite(self._file, b" " * SLOTS * SLOT_BYTES, 0)
            os.fsync(self._file)
        last = self.latest()
        self._number = last.number if last else 0

    def write(self, journal_id: str, seq: int, clock: Clock) -> None:
        """Write the next reading and wait until it is on the disk."""
        self._number += 1
        body = {"journal": journal_id, "seq": seq, "number": self._number, "clock": encode(clock)}
        os.pwrite(self._file, _sealed(body), self._number % SLOTS * SLOT_BYTES)
        os.fdatasync(self._file)

    def latest(self) -> Reading | None:
        """The newest slot that is whole, if any is."""
        slots = (os.pread(self._file, SLOT_BYTES, slot * SLOT_BYTES) for slot in range(SLOTS))
        whole = [reading for slot in slots if (reading := _unsealed(slot)) is not None]
        return max(whole, key=lambda reading: reading.number, default=None)

    def close(self) -> None:
        os.close(self._file)


def _check(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest().encode()


def _sealed(body: dict[str, Any]) -> bytes:
    text = json.dumps(body, separators=(",", ":")).encode()
    assert len(text) <= SLOT_BYTES - _CHECK_BYTES, "a reading outgrew its slot"
    padded = text.ljust(SLOT_BYTES - _CHECK_BYTES)
    return _check(padded) + padded


def _unsealed(slot: bytes) -> Reading | None:
    check, padded = slot[:_CHECK_BYTES], slot[_CHECK_BYTES:]
    if len(slot) != SLOT_BYTES or check != _check(padded):
        return None
    try:
        body = json.loads(padded)
        clock = _CODEC.decode(body["clock"])
        return Reading(body["journal"], body["seq"], body["number"], clock)
    except (ValueError, KeyError, TypeError, JournalError):
        return None  # whole, but written by another version: as good as none
