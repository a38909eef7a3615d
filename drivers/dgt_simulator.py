"""A virtual DGT board: men on squares, a scan that sees them late, and the bytes a real board would send.

Sans-IO: hands `put` and `lift`, the host's bytes come in by `receive`, the board's go out by `take`, all at given
instants; `next_deadline_ns` says when there will be more. Like the real one it knows no game, scans its fields one
after another, tells nothing until told to, forgets its mode with its power and is deaf for a while after. What it does
in bus mode is in `dgt_simulator_bus`, a clock on its port in `dgt_simulator_clock`, the cable with its faults, from a
seeded generator, in `dgt_simulator_line`. Which way it lies is `rotated`: where White sits.
Source: fact sheet "DGT e-board and clock", sections 4 to 7, 12 and 15.
"""

import random
from collections import deque

from clockd.units import SECOND_NS, milliseconds
from drivers import dgt_frames as wire
from drivers import dgt_simulator_bus as bus
from drivers.dgt_commands import CLOCK, CommandReader, is_bus
from drivers.dgt_frames import FIELDS, code_of, codes_of, encode, field_of, placement_of
from drivers.dgt_simulator_bus import BusSide
from drivers.dgt_simulator_clock import AttachedClock
from drivers.dgt_simulator_line import NO_FAULTS, Faults, FaultyLine

SCAN_NS = milliseconds(200)  # all fields once; a wireless board takes twice that
FIELD_NS = SCAN_NS // FIELDS
REPLY_MOST_MS = 20
DEAF_MS = (1000, 3000)  # after power comes on
TRADEMARK = b"clockd virtual board\nno product of any maker\n"
DISCHARGING = bytes.fromhex("7f7f000000000002")  # no estimate, just switched on
NO_CLOCK = bytes(6) + b"\x20"
MODES = (wire.UPDATES, wire.UPDATES_AND_CLOCK, wire.UPDATES_AND_CLOCK_CHANGES)
CLOCK_MODES = MODES[1:]
CLOCK_COMMAND_LEAST = 5  # id, size, 3, command, 0
CLOCK_BEHIND_NS = 2 * SECOND_NS  # clock messages that nobody took so long ago are not made up for
POWER_UP_LOG = bytes.fromhex("7f7f7f6a6b")


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
        clock: AttachedClock | None = None,
        faults: Faults = NO_FAULTS,
        seed: int = 0,
        now_ns: int = 0,
    ) -> None:
        self.rotated = rotated
        self.serial = serial
        self.version = version
        self.battery = battery  # percent; None on a board that hangs on its cable
        self.clock = clock
        self.mode = b""  # the command that switched updates on; empty while idle
        self.bus_mode = True  # as after every power-up
        self._rng = random.Random(seed)
        self._true = bytearray(codes_of(placement, rotated=rotated))
        self._seen = bytearray(self._true)
        self._misread: dict[int, int] = {}
        self._scanned = now_ns // FIELD_NS  # fields read since instant 0, all scans together
        self._faults = faults
        self._line = FaultyLine(faults, self._rng, now_ns)
        self._deaf_until_ns = now_ns
        self._commands = CommandReader()
        self._bus = BusSide(int(serial[:5]) & 0x3FFF)
        self._acks: deque[tuple[int, bytes]] = deque()
        self._clock_due_ns: int | None = None  # when the next clock message is due

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
        self._line.cut(now_ns)
        self._acks.clear()
        self._commands.clear()
        self.bus_mode = True
        self._deaf_until_ns = now_ns + milliseconds(self._rng.randint(*DEAF_MS))
        self._seen[:] = self._true
        self._scanned = now_ns // FIELD_NS

    def stall(self, now_ns: int, duration_ns: int) -> None:
        """The line stands still for a while; what is due in it comes after."""
        self._line.stall(now_ns, duration_ns)

    def receive(self, data: bytes, now_ns: int) -> None:
        """Bytes from the host."""
        self._scan(now_ns)
        if now_ns < self._deaf_until_ns:
            return
        for command in self._commands.feed(data):
            self._obey(command, now_ns)

    def take(self, now_ns: int) -> bytes:
        """The bytes that have left the board by now."""
        self._scan(now_ns)
        return self._line.take(now_ns)

    @property
    def unread(self) -> int:
        """How many pieces of its messages nobody has taken yet."""
        return self._line.pieces

    @property
    def next_deadline_ns(self) -> int | None:
        """When there may be something to take; None while nothing is due."""
        if (line_ns := self._line.next_ns) is not None:
            return line_ns
        ends = [self._clock_due_ns if self.mode in CLOCK_MODES else None]
        ends += [self._acks[0][0] if self._acks else None]
        ends += [self._next_news_ns() if self.mode else None]
        return min((end for end in ends if end is not None), default=None)

    # The scan.

    def _scan(self, now_ns: int) -> None:
        end = now_ns // FIELD_NS
        # Men moved only at instants that were scanned up to: two scans tell all that a longer while could.
        start = max(self._scanned, end - 2 * FIELDS)
        if self._true != self._seen or self._misread:
            for step in range(start, end):
                self._read_field(step % FIELDS, (step + 1) * FIELD_NS)
        self._scanned = max(self._scanned, end)
        self._tick(now_ns)

    def _read_field(self, field: int, at_ns: int) -> None:
        code = self._misread.pop(field, self._true[field])
        if code == self._seen[field]:
            return
        self._seen[field] = code
        self._bus.changed(field, code)
        if self.mode:
            self._tell_update(field, code, at_ns)
        if self._line.chance(self._faults.flicker):
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
        if self._line.chance(self._faults.lost):
            return
        frame = encode(0x8E, bytes((field, code)))
        for _ in range(2 if self._line.chance(self._faults.duplicate) else 1):
            self._line.send(frame, at_ns)

    # The line.

    def _obey(self, command: bytes, now_ns: int) -> None:
        """One whole command. One of the other mode switches, and only a single-board one is then obeyed too."""
        if is_bus(command):
            was_bus, self.bus_mode = self.bus_mode, True
            self.mode = b""
            if was_bus:
                self._answer_bus(command, now_ns)
            return
        self.bus_mode = command == wire.TO_BUS_MODE
        if command in (wire.RESET, wire.TO_BUS_MODE):
            self.mode = b""
        elif command in MODES:
            self.mode = command
            self._clock_due_ns = None if command == wire.UPDATES else now_ns
        elif command[0] == CLOCK:
            self._pass_to_clock(command, now_ns)
        elif (reply := self._reply(command, now_ns)) is not None:
            self._line.send(reply, self._soon(now_ns))

    def _answer_bus(self, command: bytes, now_ns: int) -> None:
        if command[0] == bus.END_BUS_MODE:
            self.bus_mode = False
        elif command[0] == bus.RESET:
            self.power_up(now_ns)
        else:
            clock = self._clock_reading(now_ns)
            for reply in self._bus.answer(command, self._seen, clock, self.version):
                self._line.send(reply, self._soon(now_ns))

    def _soon(self, now_ns: int) -> int:
        return now_ns + milliseconds(self._rng.randint(1, REPLY_MOST_MS))

    # The clock on the clock port, if there is one.

    def _clock_reading(self, now_ns: int) -> bytes:
        return NO_CLOCK if self.clock is None else self.clock.reading(now_ns)

    def _pass_to_clock(self, command: bytes, now_ns: int) -> None:
        """Acknowledged only while clock messages are sent at all."""
        if self.clock is None or len(command) < CLOCK_COMMAND_LEAST:
            return
        ready_ns, ack = self.clock.obey(command, now_ns)
        if self.mode in CLOCK_MODES:
            self._acks.append((ready_ns, encode(0x8D, ack)))
            self._clock_due_ns = ready_ns

    def press_clock(self, now_ns: int) -> None:
        """A player pushes the lever of the attached clock."""
        assert self.clock is not None, "no clock is attached"
        self._scan(now_ns)
        self.clock.press(now_ns)
        if self.mode in CLOCK_MODES:
            self._clock_due_ns = now_ns

    def _tick(self, now_ns: int) -> None:
        """Clock messages: each second in one mode, at each change in the other; acknowledgements when they come."""
        while self._acks and self._acks[0][0] <= now_ns:
            ready_ns, ack = self._acks.popleft()
            self._line.send(ack, ready_ns)
        while self.mode in CLOCK_MODES and self._clock_due_ns is not None:
            at_ns = max(self._clock_due_ns, now_ns - CLOCK_BEHIND_NS)
            if at_ns > now_ns:
                return
            self._line.send(encode(0x8D, self._clock_reading(at_ns)), at_ns)
            if self.mode == wire.UPDATES_AND_CLOCK:
                self._clock_due_ns = at_ns + SECOND_NS
            else:
                self._clock_due_ns = self.clock.next_change_ns(at_ns) if self.clock else None

    def _reply(self, command: bytes, now_ns: int) -> bytes | None:
        """The answer to a command; None for what a classic board ignores."""
        address = self._bus.address
        answers = {
            wire.SEND_CLOCK: (0x8D, self._clock_reading(now_ns)),
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
