"""The hub's own journal at work: an input is decided, believed, and on the disk before anybody is told.

Inputs of an event are few (a handful a game), so each is waited for. A disk that does not follow in time is told
through `trouble`; the event goes on in memory and `shown` stays at what is durable, so no table and no page is told
anything that a power cut could take back. Only one thread at a time may feed. Sources: design.md sections 2 and 3a.
"""

import threading
from pathlib import Path
from typing import Any

from clockd.hub.state import EVENT, Event, facts_of, replay
from clockd.journal import FILE_NAME, Journal, Record
from clockd.machine import Machine, Stamps
from clockd.writer import Writer

DURABLE_WITHIN_S = 2.0  # a healthy card commits in a few milliseconds


class EventLog:
    """The event folded from `folder`'s journal, and the way to add to it."""

    def __init__(self, folder: Path, stamps: Stamps) -> None:
        journal = Journal(folder / FILE_NAME)
        event = Event()
        for kept in journal.verified():
            event = replay(event, facts_of(Record(kept.seq, kept.body).content))
        self.shown = event
        self.trouble: str | None = None
        self._followed = threading.Condition()
        self._writer = Writer(journal, self._on_trouble, self._on_durable)
        self._machine = Machine(EVENT, event, journal.last_seq, self._writer.put, stamps)

    @property
    def event(self) -> Event:
        """The event as it is believed: never told before it is `shown`."""
        return self._machine.state

    @property
    def seq(self) -> int:
        return self._machine.seq

    @property
    def durable(self) -> bool:
        """Whether everything believed is on the disk."""
        return self._writer.durable_seq >= self._machine.seq

    def feed(self, seen: Any) -> list[Any]:
        """The facts that follow from an input; they are on the disk, or `durable` is False."""
        facts = self._machine.feed(seen)
        if facts:
            self.settle(DURABLE_WITHIN_S)
        return facts

    def settle(self, timeout_s: float = 0.0) -> None:
        """Show what is believed if the disk has followed, or follows within this time."""
        with self._followed:
            self._followed.wait_for(lambda: self.durable, timeout_s)
        if self.durable:
            self.shown = self._machine.state

    def close(self) -> bool:
        """Put everything on the disk; True when it is all there."""
        return self._writer.close()

    def _on_durable(self, seq: int) -> None:
        with self._followed:
            self._followed.notify_all()

    def _on_trouble(self, trouble: str | None) -> None:
        self.trouble = trouble
