"""The table's process: one loop that owns the game, real devices, real time.

The loop waits for inputs and deadlines only. Sources: design.md sections 2, 3 and 3a.
"""

import contextlib
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess

from clockd.game.inputs import MatingJudged, TableStopping, TimePassed
from clockd.game.mating import can_mate
from clockd.machine import REORDER_NS, Inbox, boot_id
from clockd.ports import Board, Buttons, Display, Side
from clockd.service_manager import ServiceManager
from clockd.table.host import Host
from clockd.table.safe_mode import Starts
from clockd.units import milliseconds

IDLE_NS = milliseconds(500)  # the loop looks round at least this often
READING_RETRY_NS = milliseconds(20)  # a reading waits for its press to be on the disk: look again
DISPLAY_EVERY_S = 0.1  # tenths under 20 seconds
DISPLAY_AGAIN_S = 1.0  # after a display that failed


@dataclass(frozen=True, slots=True)
class Stop:
    """The process is to end."""

    at_ns: int


class Daemon:
    """A host, its devices and the loop; `run` returns when it was told to stop.

    The loop itself feeds the service manager's watchdog, so that a stopped clock is started again.
    """

    def __init__(
        self,
        folder: Path,
        number: int,
        board: Board,
        buttons: Buttons,
        starts: Starts | None = None,
        manager: ServiceManager | None = None,
    ) -> None:
        self._board, self._buttons = board, buttons
        self._starts = starts or Starts(folder, boot_id())
        self._manager = manager or ServiceManager()
        self.inbox: Inbox[Any] = Inbox()
        self.host = Host(folder, number, self.inbox.put, board.ask, judge=self._judge_apart)
        self._stopping = False

    def run(self, displays: Mapping[str, Display] | None = None) -> None:
        """Serve until `stop`; every wait is for an input or a deadline."""
        self._board.start(self.inbox.put, self.host.table.expected_placement)
        self._buttons.start(self.inbox.put)
        for name, display in (displays or {}).items():
            threading.Thread(
                target=self._show, args=(display,), name=f"display {name}", daemon=True
            ).start()
        self._manager.ready(f"table {self.host.number}: clock and buttons are ready")
        while not self._stopping:
            self._step()
        self._manager.stopping()
        self._starts.went_well()
        self._buttons.close()
        self._board.close()
        self.host.close()

    def stop(self) -> None:
        """End soon; may be called from another thread."""
        self.inbox.put(Stop(time.monotonic_ns()))

    def _judge_apart(self, board: chess.Board, side: Side) -> None:
        """Search on a thread of its own: no clock runs in this game, but pages and buttons do."""

        def search() -> None:
            verdict = can_mate(board, side)
            self.inbox.put(MatingJudged(time.monotonic_ns(), board.fen(), side, verdict))

        threading.Thread(target=search, name="help mate", daemon=True).start()

    def _step(self) -> None:
        table = self.host.table
        self._manager.alive(time.monotonic_ns())
        deadline_ns = table.machine.next_deadline()
        seen = self.inbox.take(deadline_ns, self._until(deadline_ns))
        now_ns = time.monotonic_ns()
        if isinstance(seen, Stop):
            self._stopping = True
            self.host.feed(TableStopping(now_ns))
        elif seen is not None:
            self.host.feed(seen)
        elif deadline_ns is not None and now_ns >= deadline_ns + REORDER_NS:
            self.host.feed(TimePassed(deadline_ns))
        table.pass_time(now_ns)
        self.host.publish()
        self.host.keep_reading(now_ns)
        self._starts.running(now_ns)

    def _until(self, deadline_ns: int | None) -> int:
        """When the loop must look round at the latest, if nothing comes in."""
        now_ns = time.monotonic_ns()
        wakes = [now_ns + IDLE_NS]
        if deadline_ns is not None:
            wakes.append(deadline_ns + REORDER_NS)
        recogniser_ns = self.host.table.next_wake()
        if recogniser_ns is not None:
            wakes.append(recogniser_ns)
        reading_ns = self.host.next_reading_ns()
        if reading_ns is not None:
            wakes.append(max(reading_ns, now_ns + READING_RETRY_NS))
        return min(wakes)

    def _show(self, display: Display) -> None:
        """On the display's own thread: one that fails is told once and tried again, one that hangs hangs alone."""
        number, told = 0, ""
        while not self._stopping:
            try:
                display.show(self.host.snapshot())
            except Exception as error:  # a loose wire is no reason to stop a clock
                if str(error) != told:
                    told = str(error)
                    name = threading.current_thread().name
                    print(f"clockd: {name}: {error}", file=sys.stderr)
                time.sleep(DISPLAY_AGAIN_S)
            number, _ = self.host.bulletin.newer(number, DISPLAY_EVERY_S)
        with contextlib.suppress(Exception):
            display.close()
