"""The copies on the disk: durable when told, once each, refused when they fork, and there again after a restart."""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from clockd.hub.chain import Batch, Fork, Head
from clockd.hub.store import FILE_NAME, Store
from clockd.journal import Kept
from tests.hub.test_chain import batch, chain, head_of

JOURNAL = "00" * 8
WITHIN_S = 10.0

Told = list[tuple[str, str, Sequence[Kept]]]


@pytest.fixture
def told() -> Told:
    return []


@pytest.fixture
def store(tmp_path: Path, told: Told) -> Iterator[Store]:
    opened = Store(tmp_path / FILE_NAME, lambda *stored: told.append(stored))
    yield opened
    opened.close()


def put(store: Store, sent: Batch) -> Head:
    return store.submit("3", sent).result(WITHIN_S)


def on_disk(folder: Path) -> list[str]:
    base = sqlite3.connect(folder / FILE_NAME)
    found = [row[0] for row in base.execute("SELECT body FROM copies ORDER BY seq")]
    base.close()
    return found


def test_what_was_answered_is_on_the_disk(store: Store, told: Told, tmp_path: Path) -> None:
    records = chain(["a", "b", "c"])
    assert put(store, batch(records, 1, 2)) == head_of(records[:2])
    assert on_disk(tmp_path) == ["a", "b"]
    assert [(table, list(fresh)) for table, _, fresh in told] == [("3", records[:2])]


def test_a_resend_changes_nothing(store: Store, told: Told, tmp_path: Path) -> None:
    records = chain(["a", "b", "c"])
    for _ in range(3):
        put(store, batch(records, 1, 3))
    assert on_disk(tmp_path) == ["a", "b", "c"]
    assert len(told) == 1


def test_a_hole_is_answered_with_what_is_held(store: Store, told: Told) -> None:
    records = chain(["a", "b", "c"])
    put(store, batch(records, 1, 1))
    assert put(store, batch(records, 3, 3)) == head_of(records[:1])
    assert len(told) == 1


def test_a_fork_is_refused_and_spoils_no_other_batch_of_its_commit(
    store: Store, tmp_path: Path
) -> None:
    records, other = chain(["a", "b"]), chain(["a", "X"])
    waiting = [store.submit("3", batch(each, 1, 2)) for each in (records, other, records)]
    assert waiting[0].result(WITHIN_S) == waiting[2].result(WITHIN_S) == head_of(records)
    with pytest.raises(Fork):
        waiting[1].result(WITHIN_S)
    assert on_disk(tmp_path) == ["a", "b"]


def test_many_batches_at_once_are_taken_in_order(store: Store, told: Told) -> None:
    records = chain([str(number) for number in range(200)])
    waiting = [store.submit("3", batch(records, seq, seq)) for seq in range(1, 201)]
    assert [each.result(WITHIN_S).seq for each in waiting][-1] == 200
    assert [record.seq for _, _, fresh in told for record in fresh] == list(range(1, 201))


def test_a_disk_that_refuses_is_told_and_nothing_is_taken_for_held(
    store: Store, told: Told, tmp_path: Path
) -> None:
    records = chain(["a", "b"])
    put(store, batch(records, 1, 1))
    base = sqlite3.connect(tmp_path / FILE_NAME)
    base.execute(
        "CREATE TRIGGER full BEFORE INSERT ON copies BEGIN SELECT RAISE(ABORT, 'full'); END"
    )
    base.commit()
    with pytest.raises(sqlite3.Error, match="full"):
        put(store, batch(records, 2, 2))
    assert store.head(JOURNAL) == head_of(records[:1])
    base.execute("DROP TRIGGER full")
    base.commit()
    base.close()
    assert put(store, batch(records, 2, 2)) == head_of(records)
    assert len(told) == 2


def test_a_restart_goes_on_where_the_disk_stopped(tmp_path: Path, told: Told) -> None:
    records = chain(["a", "b", "c"])
    for first in (1, 2, 3):
        opened = Store(tmp_path / FILE_NAME, lambda *stored: told.append(stored))
        assert opened.head(JOURNAL).seq == first - 1
        put(opened, batch(records, first, first))
        opened.close()
    last = Store(tmp_path / FILE_NAME, lambda *stored: None)
    assert [copy.table for copy in last.copies()] == ["3"]
    assert list(last.read(JOURNAL, after=1)) == records[1:]
    last.close()
