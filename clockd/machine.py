"""A decider at work: decide, believe, hand to the writer. And the inbox that orders what it is fed.

Generic over the decider (a game at a table, a tournament on a hub): state, inputs and facts are its own. Time is
`time.monotonic_ns()` of this process, handed in by the shell.
"""

import heapq
import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path
from typing import Any, Generic, TypeVar

from clockd.codec import encode
from clockd.journal import Record, make_record
from clockd.units import SECOND_NS, milliseconds

REORDER_NS = milliseconds(100)  # callbacks up to 60 ms late were seen: an earlier press still wins

State = TypeVar("State")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Decider(Generic[State]):
    """The three pure functions of a decider."""

    decide: Callable[[State, Any], list[Any]]
    evolve: Callable[[State, Any], State]
    next_deadline: Callable[[State], int | None]


@dataclass(frozen=True, slots=True)
class Stamps:
    """Evidence that rides in each record: the boot, and the wall time of day."""

    boot: str
    wall: Callable[[], str]


def wall_time() -> str:
    """Now, in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def boot_id() -> str:
    """The kernel's name for this boot; instants of two boots are never compared."""
    path = Path("/proc/sys/kernel/random/boot_id")
    return path.read_text().strip() if path.exists() else "unknown"


class Machine(Generic[State]):
    """Feeds one decider and keeps its journal in step."""

    def __init__(
        self,
        decider: Decider[State],
        state: State,
        seq: int,
        put: Callable[[Record], None],
        stamps: Stamps,
    ) -> None:
        self.decider, self.state, self.seq = decider, state, seq
        self.clamped = 0  # inputs older than the last fact: decided as if they came with it
        self._put, self._stamps = put, stamps
        self._last_ns = 0
        self._deadline_of: State | None = None
        self._deadline_ns: int | None = None

    def feed(self, seen: Any, extra: dict[str, Any] | None = None) -> list[Any]:
        """Decide, believe, hand to the writer; `extra` is evidence that rides in the cause."""
        if seen.at_ns < self._last_ns:
            seen = replace(seen, at_ns=self._last_ns)
            self.clamped += 1
        facts = self.decider.decide(self.state, seen)
        if not facts:
            return facts
        self.state = reduce(self.decider.evolve, facts, self.state)
        self._last_ns = max(self._last_ns, facts[-1].at_ns)
        self.seq += 1
        stamps = {"mono_ns": seen.at_ns, "wall": self._stamps.wall(), "boot": self._stamps.boot}
        cause = {**encode(seen), **(extra or {})}
        self._put(make_record(self.seq, cause, [encode(fact) for fact in facts], stamps))
        return facts

    def next_deadline(self) -> int | None:
        """When time alone changes the state; asked often, worked out once a state."""
        if self._deadline_of is not self.state:
            self._deadline_of = self.state
            self._deadline_ns = self.decider.next_deadline(self.state)
        return self._deadline_ns


class Inbox(Generic[T]):
    """Inputs from any thread, taken in the order of their stamps."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, T]] = []
        self._order = itertools.count()
        self._changed = threading.Condition()

    def put(self, seen: T) -> None:
        """Called on other people's threads: put and return."""
        at_ns: int = seen.at_ns  # type: ignore[attr-defined]
        with self._changed:
            heapq.heappush(self._heap, (at_ns, next(self._order), seen))
            self._changed.notify()

    def take(self, before_ns: int | None, until_ns: int) -> T | None:
        """The earliest input stamped before `before_ns`; None when `until_ns` comes first.

        What is stamped at or after a deadline waits until the deadline was decided.
        """
        with self._changed:
            while True:
                if self._heap and (before_ns is None or self._heap[0][0] < before_ns):
                    return heapq.heappop(self._heap)[2]
                left_ns = until_ns - time.monotonic_ns()
                if left_ns <= 0:
                    return None
                self._changed.wait(left_ns / SECOND_NS)
