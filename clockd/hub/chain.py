"""Whether a batch of records joins the copy that the hub holds: pure, and the same for every table.

A record is bound to all before it by `link(previous hash, seq, body)`. A batch begins behind a record that both sides
know (`after`); what is held already changes nothing, what joins is new, a hole is answered with what is wanted, and
one hash that differs is a fork: two histories under one journal's name, never mended by itself. Sources: design.md
sections 2 and 3a.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clockd.errors import ClockdError
from clockd.journal import GENESIS, Kept, link


class Fork(ClockdError):
    """A journal's records contradict the copy: refused, and shown to the arbiter."""


@dataclass(frozen=True, slots=True)
class Head:
    """How far a copy reaches: the last record's number and hash."""

    seq: int = 0
    hash: str = GENESIS


@dataclass(frozen=True, slots=True)
class Batch:
    """Records of one journal that follow `after`, in order."""

    journal: str
    after: Head
    records: tuple[Kept, ...]


HashOf = Callable[[int], str]


def new_records(head: Head, batch: Batch, hash_of: HashOf) -> Sequence[Kept]:
    """The records that the copy lacks; none when the batch begins behind a hole. Fork when the two do not agree.

    `hash_of(seq)` is the held record's hash, asked for only where the batch reaches back.
    """
    if batch.after.seq > head.seq:
        return ()
    held = _Held(head, hash_of)
    held.check(batch.after.seq, batch.after.hash)
    previous = batch.after
    fresh = []
    for record in batch.records:
        if record.seq != previous.seq + 1:
            raise Fork(f"record {record.seq} after {previous.seq}, expected {previous.seq + 1}")
        if link(previous.hash, record.seq, record.body) != record.hash:
            raise Fork(
                f"record {record.seq} does not join record {previous.seq}: its hash is wrong"
            )
        if record.seq <= head.seq:
            held.check(record.seq, record.hash)
        else:
            fresh.append(record)
        previous = Head(record.seq, record.hash)
    return fresh


@dataclass(frozen=True, slots=True)
class _Held:
    head: Head
    hash_of: HashOf

    def check(self, seq: int, its_hash: str) -> None:
        held = GENESIS if seq == 0 else self.head.hash if seq == self.head.seq else None
        if its_hash != (held or self.hash_of(seq)):
            raise Fork(f"record {seq} is not the record {seq} that the hub holds of this journal")
