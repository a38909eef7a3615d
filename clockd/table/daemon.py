"""The table's process: one loop that owns the game, and the threads around it.

The loop waits for inputs and deadlines only. Disk, socket clients and displays have threads of their own and are
told, never waited for. Sources: design.md sections 2, 3 and 3a.
"""

import contextlib
import fcntl
import json
import queue
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from clockd.errors import DeviceError
from clockd.game.facts import CommandAccepted, CommandRefused
from clockd.game.inputs import (
    DeviceTrouble,
    PairingLoaded,
    TableRestarted,
    TableStopping,
    TimePassed,
)
from clockd.game.pairing import Pairing
from clockd.game.record import GAME, facts_of, replay
from clockd.game.state import Game
from clockd.journal import FILE_NAME as JOURNAL_NAME
from clockd.journal import Journal
from clockd.machine import REORDER_NS, Inbox, Machine, Stamps, boot_id, wall_time
from clockd.ports import Board, Buttons, Display
from clockd.table.bulletin import Bulletin
from clockd.table.core import Table
from clockd.table.reading import FILE_NAME as READING_NAME
from clockd.table.reading import ReadingFile
from clockd.table.socket import SOCKET_NAME, Command, Services, TableSocket
from clockd.table.view import clock_at, snapshot
from clockd.units import SECOND_NS, milliseconds
from clockd.writer import Writer

READING_EVERY_NS = SECOND_NS  # a power cut costs at most about this much of one player's time
IDLE_NS = milliseconds(500)  # the loop looks round at least this often
DISPLAY_EVERY_S = 0.1  # tenths under 20 seconds
LOCK_NAME = "table.lock"


@dataclass(frozen=True, slots=True)
class Stop:
    """The process is to end."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A command with somebody waiting for its answer."""

    command: Command
    answers: "queue.SimpleQueue[dict[str, Any]]"

    @property
    def at_ns(self) -> int:
        return self.command.at_ns


@dataclass(frozen=True, slots=True)
class Opened:
    """What the state folder held: the game so far, and the record its clock comes from."""

    journal: Journal
    game: Game
    clock_seq: int


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


def lock_state(folder: Path) -> TextIO:
    """Make the state folder ours; DeviceError when another table runs on it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK_NAME).open("w")
    except OSError as error:
        raise DeviceError(f"{folder}: {error.strerror}, expected a state folder to write") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise DeviceError(f"{folder}: in use, expected no other clockd table on it") from None
    return lock


class Daemon:
    """Everything that a table's process holds; `run` returns when it was told to stop."""

    def __init__(self, folder: Path, number: int, board: Board, buttons: Buttons) -> None:
        self._lock = lock_state(folder)
        self.number, self._board, self._buttons = number, board, buttons
        self.inbox: Inbox[Any] = Inbox()
        opened = open_state(folder)
        self.journal_id = opened.journal.journal_id
        self._reading = ReadingFile(folder / READING_NAME)
        self._writer = Writer(opened.journal, self._on_disk, self._on_durable)
        stamps = Stamps(boot_id(), wall_time)
        machine = Machine(GAME, opened.game, opened.journal.last_seq, self._writer.put, stamps)
        self.table = Table(machine, opened.clock_seq, board.ask)
        self._reader = Journal(folder / JOURNAL_NAME, read_only=True)
        self._reader_lock = threading.Lock()
        self._restart(opened)
        self.bulletin = Bulletin(self.table.frame())
        self._answers: list[tuple[int, queue.SimpleQueue[dict[str, Any]], dict[str, Any]]] = []
        self._next_reading_ns = 0
        self._stopping = False
        services = Services(self.snapshot, self._wait, self._records, self._submit)
        self._socket = TableSocket(folder / SOCKET_NAME, services)

    def _restart(self, opened: Opened) -> None:
        """An open game goes on from the journal and the reading that fits it, paused."""
        latest = self._reading.latest()
        fits = (
            latest is not None
            and latest.journal_id == self.journal_id
            and latest.seq == opened.clock_seq
        )
        clock = latest.clock if latest is not None and fits else None
        self.table.feed(TableRestarted(time.monotonic_ns(), clock))

    def load(self, pairing: Pairing) -> None:
        """Give the table its game; an open one goes on whatever the pairing says."""
        self.table.feed(PairingLoaded(time.monotonic_ns(), pairing))

    # -- the loop ---------------------------------------------------------------------------------

    def run(self, displays: Mapping[str, Display] | None = None) -> None:
        """Serve until `stop`; every wait is for an input or a deadline."""
        for name, display in (displays or {}).items():
            threading.Thread(
                target=self._show, args=(display,), name=f"display {name}", daemon=True
            ).start()
        self._board.start(self.inbox.put, self.table.expected_placement)
        self._buttons.start(self.inbox.put)
        while not self._stopping:
            self._step()
        self._close()

    def stop(self) -> None:
        """End soon; may be called from a signal handler."""
        self.inbox.put(Stop(time.monotonic_ns()))

    def _step(self) -> None:
        deadline_ns = self.table.machine.next_deadline()
        seen = self.inbox.take(deadline_ns, self._until(deadline_ns))
        now_ns = time.monotonic_ns()
        if isinstance(seen, Stop):
            self._stopping = True
            self.table.feed(TableStopping(now_ns))
        elif isinstance(seen, Asked):
            self._command(seen)
        elif seen is not None:
            self.table.feed(seen)
        elif deadline_ns is not None and now_ns >= deadline_ns + REORDER_NS:
            self.table.feed(TimePassed(deadline_ns))
        self.table.pass_time(now_ns)
        frame = self.table.frame()
        if frame != self.bulletin.latest():
            self.bulletin.pin(frame)
        self._each_second(now_ns)

    def _until(self, deadline_ns: int | None) -> int:
        """When the loop must look round at the latest, if nothing comes in."""
        wakes = [time.monotonic_ns() + IDLE_NS]
        if deadline_ns is not None:
            wakes.append(deadline_ns + REORDER_NS)
        recogniser_ns = self.table.next_wake()
        if recogniser_ns is not None:
            wakes.append(recogniser_ns)
        return min(wakes)

    def _each_second(self, now_ns: int) -> None:
        self._writer.watch(now_ns)
        game, seq = self.table.game, self.table.clock_seq
        if now_ns < self._next_reading_ns or game.clock.running is None:
            return
        if self._writer.durable_seq < seq:
            return  # a reading must never outlive the press it runs on from
        self._next_reading_ns = now_ns + READING_EVERY_NS
        clock = replace(clock_at(game.timing, game.clock, now_ns), since_ns=None)
        if clock.flag is None:
            self._writer.aside(lambda: self._reading.write(self.journal_id, seq, clock))

    def _close(self) -> None:
        self._socket.close()
        self._buttons.close()
        self._board.close()
        self._writer.close()
        self.bulletin.nudge()
        self._reading.close()
        self._lock.close()

    # -- commands ---------------------------------------------------------------------------------

    def _submit(self, command: Command, answers: "queue.SimpleQueue[dict[str, Any]]") -> None:
        self.inbox.put(Asked(command, answers))

    def _command(self, asked: Asked) -> None:
        facts = self.table.feed(asked.command)
        seq = self.table.machine.seq
        answer: dict[str, Any] = {"ok": True, "seq": seq, "detail": "already answered"}
        for fact in facts:
            if isinstance(fact, CommandAccepted):
                answer = {"ok": True, "seq": seq}
            elif isinstance(fact, CommandRefused):
                answer = {"ok": False, "seq": seq, "error": fact.why}
        self._answers.append((seq, asked.answers, answer))
        self._answer_durable(self._writer.durable_seq)

    def _on_durable(self, seq: int) -> None:
        """On the writer's thread: what is on the disk may be told."""
        self._answer_durable(seq)
        self.bulletin.nudge()

    def _answer_durable(self, durable_seq: int) -> None:
        for waiting in list(self._answers):
            seq, answers, answer = waiting
            if seq <= durable_seq:
                with contextlib.suppress(ValueError):
                    self._answers.remove(waiting)
                    answers.put(answer)

    def _on_disk(self, trouble: str | None) -> None:
        at_ns = time.monotonic_ns()
        over = trouble is None
        self.inbox.put(DeviceTrouble(at_ns, "disk", trouble or "", over=over))

    # -- for onlookers, on their threads ----------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        frame = self.bulletin.latest()
        return snapshot(
            frame, time.monotonic_ns(), self.number, self._writer.durable_seq, "stand-alone"
        )

    def _wait(self, number: int, timeout_s: float) -> int:
        return self.bulletin.newer(number, timeout_s)[0]

    def _records(self, after: int, limit: int) -> dict[str, Any]:
        """Committed records only: nothing leaves the machine before it is on the disk."""
        with self._reader_lock:
            kept = list(self._reader.read(after, limit))
        return {
            "journal": self.journal_id,
            "records": [{"seq": each.seq, "hash": each.hash, "body": each.body} for each in kept],
        }

    def _show(self, display: Display) -> None:
        number = 0
        while not self._stopping:
            display.show(self.snapshot())
            number = self._wait(number, DISPLAY_EVERY_S)
        display.close()
