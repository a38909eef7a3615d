"""A table in virtual time: the same core as the daemon's, fed from a list and never waiting.

Inputs are taken in the order of their stamps, deadlines are decided before what is stamped at or after them, and
the recogniser is asked when it wants to be: just what the daemon's loop does, in microseconds instead of hours.
"""

import heapq
import itertools
from collections.abc import Callable, Iterable
from typing import Any

from clockd.game.inputs import PairingLoaded, TimePassed
from clockd.game.pairing import Pairing
from clockd.game.record import GAME
from clockd.game.state import Game
from clockd.journal import Record
from clockd.machine import Machine, Stamps
from clockd.table.core import Table

STAMPS = Stamps("virtual", lambda: "2026-01-01T00:00:00.000Z")


class VirtualTable:
    """Feed it inputs; it decides them in order up to any instant."""

    def __init__(
        self,
        game: Game | None = None,
        seq: int = 0,
        clock_seq: int = 0,
        put: Callable[[Record], None] | None = None,
    ) -> None:
        self.records: list[Record] = []
        machine = Machine(GAME, game or Game(), seq, put or self.records.append, STAMPS)
        self.table = Table(machine, clock_seq, self._asked, link="live")
        self.now_ns = 0
        self.dumps_asked = 0
        self._inputs: list[tuple[int, int, Any]] = []
        self._order = itertools.count()

    @property
    def game(self) -> Game:
        return self.table.game

    def load(self, pairing: Pairing) -> None:
        self.put(PairingLoaded(self.now_ns, pairing))
        self.run_until(self.now_ns)

    def put(self, *inputs: Any) -> None:
        """Inputs for later, in any order."""
        for seen in inputs:
            heapq.heappush(self._inputs, (seen.at_ns, next(self._order), seen))

    def run(self, inputs: Iterable[Any], extra_ns: int = 0) -> None:
        """Take in all of these and let `extra_ns` more pass."""
        self.put(*inputs)
        last_ns = max((at_ns for at_ns, _, _ in self._inputs), default=self.now_ns)
        self.run_until(last_ns + extra_ns)

    def run_until(self, until_ns: int) -> None:
        """Decide everything up to and including this instant."""
        while self._step(until_ns):
            pass
        self.now_ns = max(self.now_ns, until_ns)

    def _step(self, until_ns: int) -> bool:
        """One input or one deadline, whichever comes first; False when nothing is left by then."""
        at_ns = self._inputs[0][0] if self._inputs else None
        deadline_ns = self.table.machine.next_deadline()
        wake_ns = self.table.next_wake()
        due = [each for each in (at_ns, deadline_ns, wake_ns) if each is not None]
        if not due or min(due) > until_ns:
            return False
        self.now_ns = max(self.now_ns, min(due))
        if deadline_ns is not None and deadline_ns == min(due):
            self.table.feed(TimePassed(deadline_ns))
        elif wake_ns is not None and wake_ns == min(due):
            self.table.pass_time(wake_ns)
        else:
            self.table.feed(heapq.heappop(self._inputs)[2])
        return True

    def _asked(self) -> None:
        self.dumps_asked += 1
