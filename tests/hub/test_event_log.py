"""The hub's journal: nothing is shown before it is on the disk, and a restart finds what was shown."""

import sqlite3
from pathlib import Path

import pytest

from clockd.hub import event_log
from clockd.hub.event_file import load_event, stamped
from clockd.hub.event_log import EventLog
from clockd.journal import FILE_NAME
from clockd.machine import Stamps
from clockd.tournament.inputs import PairRound
from tests.hub.events import write_event

STAMPS = Stamps("test", lambda: "2026-01-01T00:00:00.000Z")


def opened(folder: Path) -> EventLog:
    log = EventLog(folder, STAMPS)
    if log.seq == 0:
        ((rules, opening),) = stamped(load_event(write_event(folder)), 1)
        log.feed(rules)
        log.feed(opening)
    return log


def test_what_is_shown_is_found_again(tmp_path: Path) -> None:
    log = opened(tmp_path)
    log.feed(PairRound(2, "", 1))
    shown = log.shown
    assert log.close()
    again = opened(tmp_path)
    assert again.shown == shown
    assert (again.seq, again.durable) == (3, True)
    again.close()


def test_a_sick_disk_shows_nothing_new_until_it_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Design 3a: nothing is sent before it is committed; the event goes on in memory, the trouble is told."""
    monkeypatch.setattr(event_log, "DURABLE_WITHIN_S", 0.2)
    log = opened(tmp_path)
    base = sqlite3.connect(tmp_path / FILE_NAME)
    base.execute("CREATE TRIGGER f BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'sick'); END")
    base.commit()
    log.feed(PairRound(2, "", 1))
    assert len(log.event.tournament.rounds) == 1
    assert len(log.shown.tournament.rounds) == 0
    assert str(log.trouble) == "The journal cannot be written: sick"
    base.execute("DROP TRIGGER f")
    base.commit()
    base.close()
    log.settle(10)
    assert log.shown == log.event and log.trouble is None
    log.close()


def test_every_fact_of_the_journal_is_read_back(tmp_path: Path) -> None:
    log = opened(tmp_path)
    event = log.event
    log.close()
    again = EventLog(tmp_path, STAMPS)
    assert again.event == event
    again.close()
