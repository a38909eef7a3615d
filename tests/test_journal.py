"""The journal: an append-only chain. Whatever is bent in the file is found, and never guessed at."""

import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from clockd.errors import JournalError
from clockd.journal import GENESIS, Journal, Record, link, make_record


def records(count: int, first: int = 1) -> list[Record]:
    return [make_record(n, {"n": n}, [], {"wall": "é"}) for n in range(first, first + count)]


def journal(folder: Path, count: int = 3) -> Journal:
    made = Journal(folder / "journal.sqlite3")
    made.append(records(count))
    return made


def bent(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as base:
        base.execute(statement)
    base.close()


def test_what_was_appended_reads_back_in_order(tmp_path: Path) -> None:
    log = journal(tmp_path, 5)
    assert [kept.seq for kept in log.verified()] == [1, 2, 3, 4, 5]
    assert Record(1, next(log.read()).body).content == {"cause": {"n": 1}, "facts": [], "wall": "é"}
    assert log.append(records(2, first=6)) == 7
    assert [kept.seq for kept in log.read(after=4)] == [5, 6, 7]
    assert [kept.seq for kept in log.read(after=1, limit=2)] == [2, 3]


def test_no_text_is_so_odd_that_it_stops_the_writer(tmp_path: Path) -> None:
    """Half a surrogate pair has no UTF-8: it is escaped, and comes back as it was."""
    log = Journal(tmp_path / "journal.sqlite3")
    log.append([make_record(1, {"detail": "port \ud800"}, [], {})])
    assert Record(1, next(log.verified()).body).content["cause"] == {"detail": "port \ud800"}


def test_the_chain_begins_at_the_genesis_hash(tmp_path: Path) -> None:
    first = next(journal(tmp_path).read())
    assert first.hash == link(GENESIS, 1, first.body)


def test_an_opened_journal_goes_on_where_it_ended(tmp_path: Path) -> None:
    log = journal(tmp_path)
    again = Journal(log.path)
    assert (again.last_seq, again.last_hash) == (3, log.last_hash)
    assert again.journal_id == log.journal_id
    assert len(log.journal_id) == 16


def test_two_new_journals_are_two(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert journal(tmp_path / "a").journal_id != journal(tmp_path / "b").journal_id


def test_a_hole_is_our_own_mistake(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="a hole in the journal"):
        journal(tmp_path).append(records(1, first=5))


def test_a_batch_is_committed_whole_or_not_at_all(tmp_path: Path) -> None:
    log = journal(tmp_path)
    with pytest.raises(AssertionError):
        log.append([*records(1, first=4), *records(1, first=9)])
    assert [kept.seq for kept in Journal(log.path).verified()] == [1, 2, 3]


def test_it_is_wal_with_full_synchronisation(tmp_path: Path) -> None:
    """Design 3a: what `append` has returned from is on the disk."""
    log = journal(tmp_path)
    assert log._base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert log._base.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET body = body || ' ' WHERE seq = 2",
        "UPDATE records SET hash = 'x' WHERE seq = 2",
        "DELETE FROM records WHERE seq = 2",
        "DELETE FROM records WHERE seq = 1",
        "UPDATE records SET seq = 9 WHERE seq = 3",
        "INSERT INTO records VALUES (4, 'x', '{}')",
    ],
)
def test_a_bent_record_breaks_the_chain(tmp_path: Path, statement: str) -> None:
    log = journal(tmp_path)
    log.close()
    bent(log.path, statement)
    with pytest.raises(JournalError, match="breaks the chain"):
        list(Journal(log.path).verified())


def test_an_unknown_form_is_not_guessed_at(tmp_path: Path) -> None:
    log = journal(tmp_path)
    log.close()
    bent(log.path, "UPDATE meta SET value = '2' WHERE key = 'form'")
    with pytest.raises(JournalError, match="form 2, expected form 1"):
        Journal(log.path)


def test_a_file_that_is_no_journal_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    path.write_bytes(b"not a data base, but long enough to be looked at" * 100)
    for read_only in (True, False):
        with pytest.raises(JournalError, match="expected a clockd journal"):
            Journal(path, read_only=read_only)


def test_a_full_disk_is_told_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite cannot open a journal without room for its WAL, and calls that a disk I/O error."""
    (tmp_path / "folder").mkdir()
    with pytest.raises(JournalError, match="expected a clockd journal"):
        Journal(tmp_path / "folder")
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=512))
    with pytest.raises(JournalError, match="expected 1 MB of free space on the disk"):
        Journal(tmp_path / "folder")


def test_another_sqlite_file_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    bent(path, "CREATE TABLE other (a)")
    with pytest.raises(JournalError, match="expected a clockd journal"):
        Journal(path, read_only=True)


def test_looking_on_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no such file"):
        Journal(tmp_path / "journal.sqlite3", read_only=True)
    assert list(tmp_path.iterdir()) == []


def test_a_spoilt_page_is_told_not_raised_raw(tmp_path: Path) -> None:
    log = journal(tmp_path, 200)
    log.close()
    data = bytearray(log.path.read_bytes())
    data[3 * 4096 : 4 * 4096] = b"\xff" * 4096
    log.path.write_bytes(data)
    with pytest.raises(JournalError):
        list(Journal(log.path).verified())


def test_an_onlooker_sees_what_was_committed_since(tmp_path: Path) -> None:
    log = journal(tmp_path)
    onlooker = Journal(log.path, read_only=True)
    log.append(records(1, first=4))
    assert [kept.seq for kept in onlooker.verified()] == [1, 2, 3, 4]
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        onlooker.append(records(1, first=4))
