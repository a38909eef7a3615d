"""A table with everything but a loop and devices: journal, reading, socket and bulletin around the core.

The daemon drives it in real time and the demo in virtual time, so both are the same table. Only one thread feeds
it; onlookers and the disk have threads of their own and are told, never waited for. Sources: design.md 2, 3, 3a.
"""

import contextlib
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from clockd.game.facts import CommandAccepted, CommandRefused
from clockd.game.inputs import DeviceTrouble, PairingLoaded, TableRestarted
from clockd.game.pairing import Pairing
from clockd.game.record import GAME, facts_of, replay
from clockd.game.ruling_facts import MovesRuled, SheetChecked
from clockd.game.state import Game
from clockd.journal import FILE_NAME as JOURNAL_NAME
from clockd.journal import Journal
from clockd.machine import Machine, Stamps, boot_id, wall_time
from clockd.state_lock import lock_folder
from clockd.table.bulletin import Bulletin
from clockd.table.core import Judge, Table, judge_here
from clockd.table.enrolment import Enrolment, about
from clockd.table.hub_voice import HubVoice
from clockd.table.reading import FILE_NAME as READING_NAME
from clockd.table.reading import ReadingFile
from clockd.table.socket import Answers, Command, Services, TableSocket
from clockd.table.view import Snapshot, clock_at, snapshot
from clockd.units import SECOND_NS
from clockd.writer import Writer

READING_EVERY_NS = SECOND_NS  # a power cut costs at most about this much of one player's time
LOCK_NAME = "table.lock"
STAND_ALONE, HUB_LIVE, HUB_LOST = "stand-alone", "live", "lost"
HUB_LINK_GOOD_S = 3.0  # the reporter says so each second; after this long its word is stale


@dataclass(frozen=True, slots=True)
class Asked:
    """A command with somebody waiting for its answer."""

    command: Command
    answers: Answers

    @property
    def at_ns(self) -> int:
        return self.command.at_ns


@dataclass(frozen=True, slots=True)
class Opened:
    """What the state folder held: the game so far, and the record its clock comes from."""

    journal: Journal
    game: Game
    clock_seq: int


def lock_table(folder: Path) -> TextIO:
    """The folder as this process's own until the file is closed; DeviceError when another table runs on it."""
    return lock_folder(folder, LOCK_NAME, "a state folder", "table")


def open_state(folder: Path) -> Opened:
    """Fold the journal in this folder, from the first record, checking the chain."""
    journal = Journal(folder / JOURNAL_NAME)
    game, clock_seq = Game(), 0
    for kept in journal.verified():
        before = game.clock
        game = replay(game, facts_of(json.loads(kept.body)))
        if game.clock is not before:
            clock_seq = kept.seq
    return Opened(journal, game, clock_seq)


class Host:
    """One table's state folder at work.

    `put` hands an input to whoever feeds this table; it is called from other threads. `rate` is how many seconds of
    `now_ns` pass in one real second: pages count with it (a demo runs faster than life).
    """

    def __init__(
        self,
        folder: Path,
        number: int,
        put: Callable[[Any], None],
        ask_board: Callable[[], None],
        now_ns: Callable[[], int] = time.monotonic_ns,
        stamps: Stamps | None = None,
        judge: Judge = judge_here,
    ) -> None:
        self._lock = lock_table(folder)
        self.folder, self.number, self.rate = folder, number, 1.0
        self._put, self.now_ns = put, now_ns
        self.hub_link = STAND_ALONE
        self.safe_mode = False  # no displays, the board later: shown, since somebody must look
        self._hub_told_s: float | None = None  # real time: a reporter lives outside of any other
        opened = open_state(folder)
        self.journal_id = opened.journal.journal_id
        self._reading = ReadingFile(folder / READING_NAME)
        self._next_reading_ns = 0
        self.reading_every_ns = READING_EVERY_NS
        self.writer = Writer(opened.journal, self._on_disk, self._on_durable)
        stamps = stamps or Stamps(boot_id(), wall_time)
        machine = Machine(GAME, opened.game, opened.journal.last_seq, self.writer.put, stamps)
        self.table = Table(machine, opened.clock_seq, ask_board, judge=judge)
        self._restart(opened)
        self.bulletin = Bulletin(self.table.frame())
        self._answers: list[tuple[int, Answers, dict[str, Any]]] = []
        self._reader = Journal(folder / JOURNAL_NAME, read_only=True)
        self._reader_lock = threading.Lock()
        self.enrolment = Enrolment(folder, about(number, self.journal_id), time.time_ns)
        voice = HubVoice(number, self.journal_id, self.enrolment, self.records, self.snapshot)
        services = Services(
            self.snapshot,
            self._wait,
            self.records,
            self._submit,
            now_ns,
            self._tell_hub_link,
            voice.answer,
        )
        self._socket = TableSocket(folder, services)

    def _restart(self, opened: Opened) -> None:
        """An open game goes on from the journal and the reading that fits it, paused."""
        latest = self._reading.latest()
        fits = (
            latest is not None
            and latest.journal_id == self.journal_id
            and latest.seq == opened.clock_seq
        )
        clock = latest.clock if latest is not None and fits else None
        self.table.feed(TableRestarted(self.now_ns(), clock))

    def load(self, pairing: Pairing) -> None:
        """Give the table its game; an open one goes on whatever the pairing says."""
        self.table.feed(PairingLoaded(self.now_ns(), pairing))
        self.publish()

    # -- for the one thread that feeds it ---------------------------------------------------------

    def feed(self, seen: Any) -> list[Any]:
        """One input, in order; a command's answer follows when its record is on the disk."""
        return self._command(seen) if isinstance(seen, Asked) else self.table.feed(seen)

    def publish(self) -> None:
        """Show the onlookers what has changed."""
        frame = self.table.frame()
        if frame != self.bulletin.latest():
            self.bulletin.pin(frame)

    def next_reading_ns(self) -> int | None:
        """When the clock's next reading is due; None while no clock runs."""
        return None if self.table.game.clock.running is None else self._next_reading_ns

    def keep_reading(self, now_ns: int) -> None:
        """Each second while a clock runs: hand the writer the clock's reading."""
        self.writer.watch(time.monotonic_ns())
        game, seq = self.table.game, self.table.clock_seq
        if now_ns < self._next_reading_ns or game.clock.running is None:
            return
        if self.writer.durable_seq < seq:
            return  # a reading must never outlive the press it runs on from
        self._next_reading_ns = now_ns + self.reading_every_ns
        clock = replace(clock_at(game.timing, game.clock, now_ns), since_ns=None)
        if clock.flag is None:
            self.writer.aside(lambda: self._reading.write(self.journal_id, seq, clock))

    def close(self) -> bool:
        """Put everything on the disk and let go; True when it is all there."""
        self._socket.close()
        kept = self.writer.close()
        self.bulletin.nudge()
        self._reading.close()
        self._lock.close()
        return kept

    # -- commands ---------------------------------------------------------------------------------

    def _submit(self, command: Command, answers: Answers) -> None:
        self._put(Asked(command, answers))

    def _command(self, asked: Asked) -> list[Any]:
        facts = self.table.feed(asked.command)
        seq = self.table.machine.seq
        answer: dict[str, Any] = {"ok": True, "seq": seq, "detail": "already answered"}
        for fact in facts:
            if isinstance(fact, CommandAccepted):
                answer = {"ok": True, "seq": seq, **_detail(facts)}
            elif isinstance(fact, CommandRefused):
                answer = {"ok": False, "seq": seq, "error": fact.why}
        self._answers.append((seq, asked.answers, answer))
        self._answer_durable(self.writer.durable_seq)
        return facts

    def _on_durable(self, seq: int) -> None:
        """On the writer's thread: what is on the disk may be told."""
        self._answer_durable(seq)
        self.bulletin.nudge()

    def _answer_durable(self, durable_seq: int) -> None:
        for waiting in list(self._answers):
            seq, answers, answer = waiting
            if seq <= durable_seq:
                with contextlib.suppress(ValueError):  # the other thread has just answered it
                    self._answers.remove(waiting)
                    answers.put(answer)

    def _on_disk(self, trouble: str | None) -> None:
        self._put(DeviceTrouble(self.now_ns(), "disk", trouble or "", over=trouble is None))

    # -- for onlookers, on their threads ----------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """Interfaces.md section 6, as of now."""
        frame, durable_seq = self.bulletin.latest(), self.writer.durable_seq
        hub_link = self._hub_link_now()
        shown = snapshot(frame, self.now_ns(), self.number, durable_seq, hub_link)
        more = {"journal": self.journal_id, "rate": self.rate, "enrolment": self.enrolment.shown()}
        return {**shown, **more, "safe_mode": self.safe_mode}

    def _wait(self, number: int, timeout_s: float) -> int:
        return self.bulletin.newer(number, timeout_s)[0]

    def _tell_hub_link(self, state: str) -> None:
        """The reporter's word on its line; a changed one is shown at once."""
        self._hub_told_s = time.monotonic()
        if state != self.hub_link:
            self.hub_link = state
            self.bulletin.nudge()

    def _hub_link_now(self) -> str:
        """A line that nobody has called live for a while is lost, whoever died."""
        told_s = self._hub_told_s
        stale = told_s is not None and time.monotonic() - told_s > HUB_LINK_GOOD_S
        return HUB_LOST if stale and self.hub_link == HUB_LIVE else self.hub_link

    def records(self, after: int, limit: int) -> dict[str, Any]:
        """Committed records only: nothing leaves the machine before it is on the disk."""
        with self._reader_lock:
            kept = list(self._reader.read(after, limit))
        return {
            "journal": self.journal_id,
            "table": self.number,
            "records": [{"seq": each.seq, "hash": each.hash, "body": each.body} for each in kept],
        }


def _detail(facts: list[Any]) -> dict[str, str]:
    """What a ruling on the record came to, where its author cannot have seen it all."""
    told = [fact.what for fact in facts if isinstance(fact, MovesRuled)]
    told += [fact.detail for fact in facts if isinstance(fact, SheetChecked)]
    return {"detail": told[-1]} if told else {}
