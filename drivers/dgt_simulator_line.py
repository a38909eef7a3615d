"""The virtual board's side of the cable: bytes at the line's pace, and what goes wrong on it.

Sans-IO. Frames go in with the instant at which they are ready and come out as pieces with theirs, one after another at
9600 baud; faults come from dice that are handed in. Source: fact sheet "DGT e-board and clock", sections 2, 12 and 15.
"""

import random
from collections import deque
from dataclasses import dataclass

from clockd.units import SECOND_NS, milliseconds

BYTE_NS = 10 * SECOND_NS // 9600  # 8N1 at 9600 baud
OUTBOX_MOST = 4096  # pieces: a host that reads nothing loses what is new, not our memory
SPLIT_GAP_NS = milliseconds(16)  # the latency timer of a common USB serial chip


@dataclass(frozen=True, slots=True)
class Faults:
    """How often the line goes wrong: chances per message, all zero by default."""

    garbage: float = 0.0
    truncated: float = 0.0
    lost: float = 0.0
    duplicate: float = 0.0
    flicker: float = 0.0
    stall: float = 0.0
    split: float = 0.0


NO_FAULTS = Faults()
STALL_MOST_MS = 1500


class FaultyLine:
    """Carries frames to the host; with no faults, just as they are."""

    def __init__(self, faults: Faults, dice: random.Random, now_ns: int) -> None:
        self.faults = faults
        self._dice = dice
        self._outbox: deque[tuple[int, bytes]] = deque()
        self._free_ns = now_ns

    def send(self, frame: bytes, ready_ns: int) -> None:
        """A frame that can leave at this instant, or as soon after as the line is free."""
        frame = self._damaged(frame)
        if self.chance(self.faults.stall):
            self.stall(ready_ns, milliseconds(self._dice.randint(100, STALL_MOST_MS)))
        start_ns = max(ready_ns, self._free_ns)
        self._free_ns = start_ns + len(frame) * BYTE_NS
        if len(frame) > 1 and self.chance(self.faults.split):
            self._deliver(start_ns + BYTE_NS, frame[:1])
            self._free_ns += SPLIT_GAP_NS
            frame = frame[1:]
        self._deliver(self._free_ns, frame)

    def take(self, now_ns: int) -> bytes:
        """The bytes that have arrived by now."""
        arrived = b""
        while self._outbox and self._outbox[0][0] <= now_ns:
            arrived += self._outbox.popleft()[1]
        return arrived

    @property
    def next_ns(self) -> int | None:
        """When the next piece arrives; None while nothing is on its way."""
        return self._outbox[0][0] if self._outbox else None

    @property
    def pieces(self) -> int:
        """How many pieces nobody has taken yet."""
        return len(self._outbox)

    def stall(self, now_ns: int, duration_ns: int) -> None:
        """The line stands still for a while; what is due in it comes after."""
        self._free_ns = max(self._free_ns, now_ns) + duration_ns

    def cut(self, now_ns: int) -> None:
        """Everything on its way is gone."""
        self._outbox.clear()
        self._free_ns = now_ns

    def chance(self, probability: float) -> bool:
        """The dice, thrown only where something may go wrong at all."""
        return probability > 0 and self._dice.random() < probability

    def _deliver(self, due_ns: int, piece: bytes) -> None:
        if len(self._outbox) < OUTBOX_MOST:
            self._outbox.append((due_ns, piece))

    def _damaged(self, frame: bytes) -> bytes:
        if self.chance(self.faults.truncated):
            frame = frame[: self._dice.randrange(len(frame))]
        if self.chance(self.faults.garbage):
            frame = self._dice.randbytes(self._dice.randint(1, 8)) + frame
        return frame


# What a person may ask for by name (`clockd board-sim --noise`); hands of the same name move the men.
FAULTS_BY_LEVEL = {
    "clean": NO_FAULTS,
    "club": Faults(split=0.3),
    "scramble": Faults(split=0.5, duplicate=0.02, stall=0.005),
    "hostile": Faults(
        garbage=0.02, truncated=0.01, lost=0.01, duplicate=0.02, flicker=0.01, stall=0.01, split=0.5
    ),
}
