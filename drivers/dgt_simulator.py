"""A virtual DGT board: men on squares, a scan that sees them late, and the bytes a real board would send.

Sans-IO: hands `put` and `lift`, the host's bytes come in by `receive`, the board's go out by `take`, all at given
instants; `next_deadline_ns` says when there will be more. Like the real one it knows no game, scans its fields one
after another, tells nothing until told to, forgets its mode with its power and is deaf for a while after. No clock is
attached to it. Line faults come from a seeded generator. Which way it lies is `rotated`: where White sits.
Source: fact sheet "DGT e-board and clock", sections 4, 5, 12 and 15.
"""

import random
from collections import deque
from dataclasses import dataclass

from clockd.units import SECOND_NS, milliseconds
from drivers import dgt_frames as wire
from drivers.dgt_frames import FIELDS, code_of, codes_of, encode, field_of, placement_of

SCAN_NS = milliseconds(200)  # all fields once; a wireless board takes twice that
FIELD_NS = SCAN_NS // FIELDS
BYTE_NS = 10 * SECOND_NS // 9600  # 8N1 at 9600 baud
REPLY_MOST_MS = 20
DEAF_MS = (1000, 3000)  # after power comes on
OUTBOX_MOST = 4096  # messages: a host that reads nothing loses what is new, not our memory
TRADEMARK = b"clockd virtual board\nno product of any maker\n"
DISCHARGING = bytes.fromhex("7f7f000000000002")  # no estimate, just switched on
NO_CLOCK = bytes(6) + b"\x20"
POWER_UP_LOG = bytes.fromhex("7f7f7f6a6b")
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


class VirtualBoard:
    """One board with its men. Squares are chess numbers (a1 = 0), men FEN letters, instants nanoseconds."""

    def __init__(
        self,
        placement: str,
        *,
        rotated: bool = False,
        serial: str = "00042",
        version: tuple[int, int] = (1, 8),
        battery: int | None = None,
        faults: Faults = NO_FAULTS,
        seed: int = 0,
        now_ns: int = 0,
    ) -> None:
        self.rotated = rotated
        self.serial = serial
        self.version = version
        self.battery = battery  # percent; None on a board that hangs on its cable
        self.faults = faults
        self.mode = b""  # the command that switched updates on; empty while idle
        self._rng = random.Random(seed)
        self._true = bytearray(codes_of(placement, rotated=rotated))
        self._seen = bytearray(self._true)
        self._misread: dict[int, int] = {}
        self._scanned = now_ns // FIELD_NS  # fields read since instant 0, all scans together
        self._outbox: deque[tuple[int, bytes]] = deque()
        self._line_free_ns = now_ns
        self._deaf_until_ns = now_ns
        self._skip_bytes = 0  # of a clock or bus command that is being received
        self._skip_sized = False

    # What hands do.

    def put(self, square: int, piece: str, now_ns: int) -> None:
        """A man is set on a square; one that stands there is gone."""
        self.put_code(square, code_of(piece), now_ns)

    def lift(self, square: int, now_ns: int) -> None:
        """The man on a square is taken up."""
        self.put_code(square, 0, now_ns)

    def put_code(self, square: int, code: int, now_ns: int) -> None:
        """Anything that the sensors tell apart, foreign objects (0x0d to 0x0f) included."""
        self._scan(now_ns)
        self._true[field_of(square, rotated=self.rotated)] = code

    def set_up(self, placement: str, now_ns: int) -> None:
        """All men at once, for a new game."""
        self._scan(now_ns)
        self._true[:] = codes_of(placement, rotated=self.rotated)

    @property
    def placement(self) -> str:
        """What really stands on the board, in square order."""
        return placement_of(self._true, rotated=self.rotated)

    # What the cable does.

    def power_up(self, now_ns: int) -> None:
        """Power comes back: no mode, everything unsent is gone, deaf for 1 to 3 s; the men stand as they stood."""
        self.mode = b""
        self._outbox.clear()
        self._skip_bytes, self._skip_sized = 0, False
        self._line_free_ns = now_ns
        self._deaf_until_ns = now_ns + milliseconds(self._rng.randint(*DEAF_MS))
        self._seen[:] = self._true
        self._scanned = now_ns // FIELD_NS

    def stall(self, now_ns: int, duration_ns: int) -> None:
        """The line stands still for a while; what is due in it comes after."""
        self._line_free_ns = max(self._line_free_ns, now_ns) + duration_ns

    def receive(self, data: bytes, now_ns: int) -> None:
        """Bytes from the host."""
        self._scan(now_ns)
        if now_ns < self._deaf_until_ns:
            return
        for byte in data:
            self._receive_byte(byte, now_ns)

    def take(self, now_ns: int) -> bytes:
        """The bytes that have left the board by now."""
        self._scan(now_ns)
        sent = b""
        while self._outbox and self._outbox[0][0] <= now_ns:
            sent += self._outbox.popleft()[1]
        return sent

    @property
    def next_deadline_ns(self) -> int | None:
        """When there may be something to take; None while nothing is due."""
        if self._outbox:
            return self._outbox[0][0]
        return self._next_news_ns() if self.mode else None

    # The scan.

    def _scan(self, now_ns: int) -> None:
        end = now_ns // FIELD_NS
        # Men moved only at instants that were scanned up to: two scans tell all that a longer while could.
        start = max(self._scanned, end - 2 * FIELDS)
        if self._true != self._seen or self._misread:
            for step in range(start, end):
                self._read_field(step % FIELDS, (step + 1) * FIELD_NS)
        self._scanned = max(self._scanned, end)

    def _read_field(self, field: int, at_ns: int) -> None:
        code = self._misread.pop(field, self._true[field])
        if code == self._seen[field]:
            return
        self._seen[field] = code
        if self.mode:
            self._tell_update(field, code, at_ns)
        if self._chance(self.faults.flicker):
            self._misread[field] = 0

    def _next_news_ns(self) -> int | None:
        if self._true == self._seen and not self._misread:
            return None
        changed = {field for field in range(FIELDS) if self._true[field] != self._seen[field]}
        for step in range(self._scanned, self._scanned + FIELDS):
            if step % FIELDS in changed or step % FIELDS in self._misread:
                return (step + 1) * FIELD_NS
        return None

    def _tell_update(self, field: int, code: int, at_ns: int) -> None:
        if self._chance(self.faults.lost):
            return
        frame = encode(0x8E, bytes((field, code)))
        for _ in range(2 if self._chance(self.faults.duplicate) else 1):
            self._tell(frame, at_ns)

    # The line.

    def _receive_byte(self, byte: int, now_ns: int) -> None:
        if self._skip_sized:
            self._skip_bytes, self._skip_sized = byte, False
        elif self._skip_bytes:
            self._skip_bytes -= 1
        elif byte in (
            0x2B,
            0x60,
        ):  # clock and lamp commands: a size byte, then as many; nobody answers here
            self._skip_sized = True
        elif byte >= 0x80:  # bus commands: address and checksum follow
            self._skip_bytes = 3
        else:
            self._obey(bytes((byte,)), now_ns)

    def _obey(self, command: bytes, now_ns: int) -> None:
        if command in (wire.RESET, wire.TO_BUS_MODE):
            self.mode = b""
        elif command in (wire.UPDATES, wire.UPDATES_AND_CLOCK, wire.UPDATES_AND_CLOCK_CHANGES):
            self.mode = command
        elif (reply := self._reply(command)) is not None:
            self._tell(reply, now_ns + milliseconds(self._rng.randint(1, REPLY_MOST_MS)))

    def _reply(self, command: bytes) -> bytes | None:
        """The answer to a command; None for what a classic board ignores."""
        address = int(self.serial[:5]) & 0x3FFF
        answers = {
            wire.SEND_CLOCK: (0x8D, NO_CLOCK),
            wire.SEND_BOARD: (0x86, bytes(self._seen)),
            wire.SEND_SERIAL: (0x91, self.serial.encode("ascii")),
            wire.SEND_BUS_ADDRESS: (0x90, bytes((address >> 7, address & 0x7F))),
            wire.SEND_TRADEMARK: (0x92, TRADEMARK),
            wire.SEND_EEPROM: (0x8F, POWER_UP_LOG),
            wire.SEND_VERSION: (0x93, bytes(self.version)),
            wire.SEND_LONG_SERIAL: (0xA2, self.serial.zfill(10).encode("ascii")),
        }
        if self.battery is not None:
            answers[wire.SEND_BATTERY] = (0xA0, bytes((self.battery, *DISCHARGING)))
        found = answers.get(command)
        return encode(*found) if found else None

    def _tell(self, frame: bytes, ready_ns: int) -> None:
        frame = self._damaged(frame)
        if self._chance(self.faults.stall):
            self.stall(ready_ns, milliseconds(self._rng.randint(100, STALL_MOST_MS)))
        start_ns = max(ready_ns, self._line_free_ns)
        self._line_free_ns = start_ns + len(frame) * BYTE_NS
        if len(frame) > 1 and self._chance(self.faults.split):
            self._deliver(start_ns + BYTE_NS, frame[:1])
            self._line_free_ns += SPLIT_GAP_NS
            frame = frame[1:]
        self._deliver(self._line_free_ns, frame)

    def _deliver(self, due_ns: int, piece: bytes) -> None:
        if len(self._outbox) < OUTBOX_MOST:
            self._outbox.append((due_ns, piece))

    def _damaged(self, frame: bytes) -> bytes:
        if self._chance(self.faults.truncated):
            frame = frame[: self._rng.randrange(len(frame))]
        if self._chance(self.faults.garbage):
            frame = self._rng.randbytes(self._rng.randint(1, 8)) + frame
        return frame

    def _chance(self, probability: float) -> bool:
        return probability > 0 and self._rng.random() < probability


# What a person may ask for by name (`clockd board-sim --noise`); hands of the same name move the men.
FAULTS_BY_LEVEL = {
    "clean": NO_FAULTS,
    "club": Faults(split=0.3),
    "scramble": Faults(split=0.5, duplicate=0.02, stall=0.005),
    "hostile": Faults(
        garbage=0.02, truncated=0.01, lost=0.01, duplicate=0.02, flicker=0.01, stall=0.01, split=0.5
    ),
}
