"""Joining batches to a copy: what is held changes nothing, a hole adds nothing, a contradiction is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.hub.chain import Batch, Fork, Head, new_records
from clockd.journal import GENESIS, Kept, link

JOURNAL = "00" * 8


def chain(bodies: list[str]) -> list[Kept]:
    previous, kept = GENESIS, []
    for seq, body in enumerate(bodies, start=1):
        previous = link(previous, seq, body)
        kept.append(Kept(seq, previous, body))
    return kept


def head_of(records: list[Kept]) -> Head:
    return Head(records[-1].seq, records[-1].hash) if records else Head()


def batch(records: list[Kept], first: int, last: int) -> Batch:
    """Records `first` to `last`, counted from 1, behind the one before them."""
    return Batch(JOURNAL, head_of(records[: first - 1]), tuple(records[first - 1 : last]))


def joined(held: list[Kept], sent: Batch) -> list[Kept]:
    return list(new_records(head_of(held), sent, lambda seq: held[seq - 1].hash))


@given(st.data())
def test_any_overlapping_batches_make_the_same_copy(data: st.DataObject) -> None:
    """Resent, cut, repeated, out of turn: a copy grows by what joins it, record by record the journal."""
    journal = chain(["a", "b", "c", "d", "e", "f"])
    held: list[Kept] = []
    for _ in range(data.draw(st.integers(1, 12))):
        first = data.draw(st.integers(1, 6))
        last = data.draw(st.integers(first - 1, 6))
        held += joined(held, batch(journal, first, last))
        assert held == journal[: len(held)]
    held += joined(held, batch(journal, 1, 6))
    assert held == journal


def test_a_batch_behind_a_hole_adds_nothing() -> None:
    journal = chain(["a", "b", "c", "d"])
    assert new_records(head_of(journal[:1]), batch(journal, 3, 4), lambda seq: "") == ()


def test_the_same_number_with_another_hash_is_a_fork() -> None:
    """Design 2: the same key with another hash is a fork that is refused."""
    held, other = chain(["a", "b"]), chain(["a", "B", "c"])
    with pytest.raises(Fork, match="record 2 is not the record 2"):
        joined(held, batch(other, 1, 3))
    with pytest.raises(Fork, match="record 2 is not the record 2"):
        joined(held, batch(other, 3, 3))


@given(st.integers(0, 2), st.sampled_from(["body", "hash", "seq"]))
def test_a_record_that_does_not_join_is_refused(place: int, what: str) -> None:
    records = chain(["a", "b", "c"])
    bad = records[place]
    wrong = {
        "body": Kept(bad.seq, bad.hash, bad.body + " "),
        "hash": Kept(bad.seq, "f" * 64, bad.body),
        "seq": Kept(bad.seq + 1, bad.hash, bad.body),
    }[what]
    spoilt = (*records[:place], wrong, *records[place + 1 :])
    with pytest.raises(Fork):
        new_records(Head(), Batch(JOURNAL, Head(), spoilt), lambda seq: "")
