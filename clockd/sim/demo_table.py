"""A virtual table: a byte-level board on a pseudo-terminal, the real driver's line, the real host, in virtual time.

Bytes that leave the virtual board go through a pseudo-terminal and are all read back before the next step, so what
the table takes in is what a serial line would carry, and two runs are alike to the nanosecond. Nothing here waits.
"""

import os
import pty
import queue
import tty
from pathlib import Path
from typing import Any

from clockd.game.inputs import CommandGiven, TableStopping, TimePassed
from clockd.machine import Stamps
from clockd.ports import START_PLACEMENT
from clockd.sim.desk import Push, Say, Step, Touch
from clockd.sim.players import Players
from clockd.sim.virtual_clock import VirtualClock
from clockd.table.host import Host
from clockd.units import SECOND_NS
from drivers.button_lines import button_input
from drivers.dgt_link import Effects, Line
from drivers.dgt_mirror import Mirror
from drivers.dgt_simulator import VirtualBoard
from drivers.dgt_simulator_line import Faults

READ_SIZE = 4096
LINE_FAULTS = Faults(
    split=0.05
)  # now and then a message comes as 1 + 4 bytes, as on a USB serial chip
FULL_SPEED = 1000  # about what a machine reaches; readings stay about one a real second


class Terminal:
    """Both ends of a pseudo-terminal, as raw as a serial line."""

    def __init__(self) -> None:
        self._board, self._host = pty.openpty()
        tty.setraw(self._board)
        tty.setraw(self._host)

    def to_host(self, data: bytes) -> bytes:
        """What the driver reads when the board has sent this."""
        return self._carry(self._board, self._host, data)

    def to_board(self, data: bytes) -> bytes:
        """What the board reads when the driver has sent this."""
        return self._carry(self._host, self._board, data)

    def _carry(self, source: int, sink: int, data: bytes) -> bytes:
        carried = b""
        for start in range(0, len(data), READ_SIZE):
            block = data[start : start + READ_SIZE]
            os.write(source, block)
            got = b""
            while len(got) < len(block):
                got += os.read(sink, len(block) - len(got))
            carried += got
        return carried

    def close(self) -> None:
        os.close(self._board)
        os.close(self._host)


class DemoTable:
    """One table of a demo; `step` does all that is due at an instant, `next_ns` says when that is."""

    def __init__(
        self, folder: Path, number: int, clock: VirtualClock, stamps: Stamps, seed: int
    ) -> None:
        self.clock, self.number = clock, number
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._dump_wanted = self._fed = False
        self._deadline_ns: int | None = None
        self.host = Host(folder, number, self._inbox.put, self._ask_dump, clock.now_ns, stamps)
        self.host.rate = clock.speed or 1.0
        self.host.reading_every_ns = int(SECOND_NS * (clock.speed or FULL_SPEED))
        now_ns = clock.now_ns()
        self.board = VirtualBoard(
            START_PLACEMENT,
            serial=f"{number:05}",
            faults=LINE_FAULTS,
            seed=seed,
            now_ns=now_ns,
        )
        self._terminal = Terminal()
        self._line = Line(Mirror("auto", self.host.table.expected_placement))
        self.players: Players | None = None
        self._perform(self._line.opened(f"virtual board {number}", now_ns), now_ns)

    def play(self, players: Players, now_ns: int) -> None:
        """Set the men up and let these two play the game that is loaded."""
        self.board.set_up(START_PLACEMENT, now_ns)
        self.players = players

    @property
    def done(self) -> bool:
        """The game that was being played has ended, and nothing of it is still to come."""
        game = self.host.table.game
        return game.phase == "ended" and not game.counted_presses

    def next_ns(self) -> int:
        """When something is due here; a line that is read always has its heartbeat to come."""
        self._deadline_ns = self.host.table.machine.next_deadline()
        due = [
            self.board.next_deadline_ns,
            self._line.next_deadline_ns,
            self._deadline_ns,
            self.host.table.next_wake(),
            self.players.next_deadline_ns if self.players else None,
        ]
        return min(each for each in due if each is not None)

    def step(self, now_ns: int) -> None:
        """Do everything that is due at this instant, in the order in which a table would see it."""
        self._fed = False
        if self._deadline_ns is not None and self._deadline_ns <= now_ns:
            self._feed(TimePassed(self._deadline_ns))
        self._play(now_ns)
        data = self.board.take(now_ns)
        if data:
            self._perform(self._line.received(self._terminal.to_host(data), now_ns), now_ns)
        else:
            self._perform(self._line.woken(now_ns), now_ns)
        if not self.host.table.game.counted_presses or self.host.table.game.open:
            self._take_inbox()  # a next game waits until the last move has come in
        if self.host.table.pass_time(now_ns) or self._fed:
            self.host.publish()
        self.host.keep_reading(now_ns)

    def take_commands(self) -> None:
        """While the clock stands: what the hub or a shell has sent down."""
        self._take_inbox()
        self.host.publish()

    def arbiter_looks(self, now_ns: int) -> None:
        """The arbiter has seen what the game left behind: a result by the kings, a flag."""
        if self.host.table.game.alerts:
            seen_id = f"demo-{self.number}-{now_ns}"
            self._feed(CommandGiven(now_ns, seen_id, "acknowledge", "Demo arbiter"))
            self.host.publish()

    def close(self) -> None:
        self.host.feed(TableStopping(self.clock.now_ns()))
        self.host.close()
        self._terminal.close()

    # -- the two players --------------------------------------------------------------------------

    def _play(self, now_ns: int) -> None:
        players = self.players
        if players is None:
            return
        players.wake(now_ns, lambda: self.board.placement)
        for due_ns, step in players.desk.due(now_ns):
            self._touch(step, due_ns)

    def _touch(self, step: Step, due_ns: int) -> None:
        if isinstance(step, Push):
            self._feed(button_input(step.written, due_ns))
            if self._dump_wanted:
                self._dump_wanted = False
                self._perform(self._line.ask(due_ns), due_ns)
        elif isinstance(step, Touch) and step.piece is None:
            self.board.lift(step.square, due_ns)
        elif isinstance(step, Touch):
            self.board.put(step.square, str(step.piece), due_ns)
        else:
            assert isinstance(step, Say), step  # for people who watch a terminal

    # -- the line ---------------------------------------------------------------------------------

    def _ask_dump(self) -> None:
        self._dump_wanted = True

    def _feed(self, seen: Any) -> None:
        self._fed = True
        self.host.feed(seen)

    def _take_inbox(self) -> None:
        while not self._inbox.empty():
            self._feed(self._inbox.get())

    def _perform(self, effects: Effects, now_ns: int) -> None:
        for seen in effects.inputs:
            self._feed(seen)
        if effects.send:
            self.board.receive(self._terminal.to_board(effects.send), now_ns)
