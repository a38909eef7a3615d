"""The life of a line to a DGT board: who is there, is it still there, what to ask next.

Sans-IO: it is told of opened and closed ports, of bytes and of time; it answers with inputs for the table and bytes to
send, and says when it wants to be woken. It decides when a line is live, lost or not a board; it opens nothing and
knows no game. Order of a start: discard 0.5 s, reset, version and serial number until one answers, updates on, full
dump. Source: fact sheet "DGT e-board and clock", sections 12 and 16.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from clockd.ports import BoardInput, BoardLink, LinkState
from clockd.units import milliseconds, seconds
from drivers.dgt_frames import (
    RESET,
    SEND_BOARD,
    SEND_SERIAL,
    SEND_VERSION,
    UPDATES,
    FrameReader,
)
from drivers.dgt_messages import (
    BoardDump,
    FieldUpdate,
    Message,
    SerialNumber,
    Unknown,
    Version,
)
from drivers.dgt_mirror import Mirror

DISCARD_NS = milliseconds(500)  # the tail of what the board told the program before us
SPACING_NS = milliseconds(
    100
)  # between commands: the board's input buffer is ten bytes, and small boards choke
RETRY_NS = seconds(2)  # a board that just got power is deaf for 1 to 3 s
TRIES_UNTIL_WRONG = 4  # 8 s without one frame: no board of any age needs that long
TRIES_UNTIL_REOPEN = 15  # every 30 s a fresh start, should the port itself be stuck
HEARTBEAT_NS = seconds(2)  # silence after which the board is asked whether it is there
MISSES_UNTIL_LOST = 3
SETTLE_NS = milliseconds(
    400
)  # after the last change: one scan (250 ms), its line time, and the hand's way back
IDLE_DUMP_NS = seconds(10)  # an update lost on the line heals at most this late
RESYNC_NS = seconds(2)  # the same where an update was lost, or while people are setting up
DUMP_TRIES = 3
BACK_OFF_FIRST_NS = milliseconds(500)
BACK_OFF_MOST_NS = seconds(10)

NO_BOARD = "nothing on it answers like a DGT board: is it the right port, is the board switched on?"
SILENT = "the board has stopped answering: is it switched on and plugged in?"
SET_UP = "the men do not stand as the game's position, either way round: set it up"


class Phase(Enum):
    """Where a line stands between a closed port and a board that tells its squares."""

    CLOSED = auto()
    DISCARDING = auto()
    IDENTIFYING = auto()
    DUMPING = auto()
    READING = auto()


class Event(Enum):
    """What moves a line from phase to phase."""

    OPENED = auto()
    DISCARDED = auto()
    IDENTIFIED = auto()
    DUMPED = auto()
    CLOSED = auto()


TRANSITIONS = {
    (Phase.CLOSED, Event.OPENED): Phase.DISCARDING,
    (Phase.DISCARDING, Event.DISCARDED): Phase.IDENTIFYING,
    (Phase.IDENTIFYING, Event.IDENTIFIED): Phase.DUMPING,
    (Phase.DUMPING, Event.DUMPED): Phase.READING,
    (Phase.CLOSED, Event.CLOSED): Phase.CLOSED,  # a port that could not be opened
    (Phase.DISCARDING, Event.CLOSED): Phase.CLOSED,
    (Phase.IDENTIFYING, Event.CLOSED): Phase.CLOSED,
    (Phase.DUMPING, Event.CLOSED): Phase.CLOSED,
    (Phase.READING, Event.CLOSED): Phase.CLOSED,
}


class Timer(Enum):
    """What a line waits for; each has at most one instant."""

    DISCARD = auto()
    SEND = auto()
    RETRY = auto()
    HEARTBEAT = auto()
    QUIET = auto()
    IDLE = auto()
    DUMP_REPLY = auto()


@dataclass(frozen=True, slots=True)
class Effects:
    """What came of a step: inputs for the table, bytes for the board, and why the port must be reopened, if so."""

    inputs: tuple[BoardInput, ...] = ()
    send: bytes = b""
    reopen: str = ""


def back_off_ns(failures: int) -> int:
    """The wait before the next try to open: 0.5 s doubling to 10 s, for ever."""
    return min(BACK_OFF_MOST_NS, BACK_OFF_FIRST_NS << min(failures, 10))


class Line:
    """One line to one board, over all its losses and returns."""

    def __init__(self, mirror: Mirror, wanted_serial: str = "") -> None:
        self.mirror = mirror
        self.reader = FrameReader()
        self.phase = Phase.CLOSED
        self.failures = 0  # ports opened in vain, or lost, since the board last told its squares
        self._wanted = wanted_serial
        self._port = ""
        self._version: Version | None = None
        self._serial: SerialNumber | None = None
        self._last_number = ""
        self._answered = False
        self._tries = self._misses = self._dump_tries = 0
        self._silent = False  # lost because nothing came, and still nothing has
        self._timers: dict[Timer, int] = {}
        self._outbox: list[bytes] = []
        self._may_send_ns = 0
        self._announced: tuple[LinkState, str] | None = None
        self._inputs: list[BoardInput] = []
        self._send = b""
        self._reopen = ""

    # What the shell tells.

    def opened(self, port: str, now_ns: int) -> Effects:
        """The port was opened; a board on it is not proven yet."""
        self._step(Event.OPENED)
        self._port = port
        self._version = self._serial = None
        self._answered = False
        self._tries = self._misses = self._dump_tries = 0
        if not self._silent and self._state != "wrong-device":
            self._announce(now_ns, "asking", f"{port} is open, waiting for the board's answer")
        self._timers[Timer.DISCARD] = now_ns + DISCARD_NS
        return self._effects()

    def closed(self, reason: str, now_ns: int) -> Effects:
        """The port could not be opened, or is closed again; `reason` is a sentence for the arbiter.

        It is empty when the line itself wanted the port reopened: it has said why by then.
        """
        self._step(Event.CLOSED)
        self._timers.clear()
        self._outbox.clear()
        self.reader.clear()
        self.mirror.forget_squares()
        self.failures += 1
        if reason:
            self._announce(now_ns, "lost", reason)
        return self._effects()

    def received(self, data: bytes, now_ns: int) -> Effects:
        """Bytes came from the port at this instant."""
        if self.phase is Phase.READING and data:
            self._alive(now_ns)
        if self.phase is not Phase.DISCARDING:
            for message in self.reader.feed(data):
                self._take(message, now_ns)
        return self.woken(now_ns)  # a line that never stops talking must not starve what is due

    def ask(self, now_ns: int) -> Effects:
        """The table wants a full dump soon; nothing happens on a line that is not read."""
        if self.phase is Phase.READING:
            self._ask_dump(now_ns)
        return self.woken(now_ns)

    def woken(self, now_ns: int) -> Effects:
        """The instant of `next_deadline_ns` has come (or any other: only what is due is done)."""
        due = sorted((at, timer.value, timer) for timer, at in self._timers.items() if at <= now_ns)
        for _, _, timer in due:
            if self._timers.pop(timer, None) is not None:
                _ON_TIMER[timer](self, now_ns)
        return self._effects()

    @property
    def next_deadline_ns(self) -> int | None:
        """When to call `woken`; None while the port is closed."""
        return min(self._timers.values(), default=None)

    @property
    def detail(self) -> str:
        """Who is on the line: `DGT 1.8, serial 13116`."""
        version = f"DGT {self._version}" if self._version else "DGT board"
        return f"{version}, serial {self._serial.number}" if self._serial else version

    # Messages.

    def _take(self, message: Message, now_ns: int) -> None:
        if isinstance(message, Unknown):
            return
        self._answered = True
        if isinstance(message, Version):
            self._version = message
        elif isinstance(message, SerialNumber):
            self._serial = message
        elif isinstance(message, BoardDump) and self.phase in (Phase.DUMPING, Phase.READING):
            self._take_dump(message, now_ns)
        elif isinstance(message, FieldUpdate) and self.phase is Phase.READING:
            self._take_update(message, now_ns)
        if self.phase is Phase.IDENTIFYING and self._version and self._serial:
            self._identified(now_ns)

    def _take_dump(self, dump: BoardDump, now_ns: int) -> None:
        if self.phase is Phase.DUMPING:
            self._step(Event.DUMPED)
            self._alive(now_ns)
            self.failures = 0
        self._timers.pop(Timer.DUMP_REPLY, None)
        self._dump_tries = 0
        lost_updates = self.mirror.differs(dump.codes)
        seen = self.mirror.dump(dump.codes, now_ns)
        oriented = self.mirror.rotated is not None
        if oriented:
            self._announce(now_ns, "live", self.detail)
        else:
            self._announce(now_ns, "asking", SET_UP)
        # The board may have lost power for a moment, and with it its mode: tell it at once.
        soon = lost_updates or not oriented
        self._timers[Timer.IDLE] = now_ns + (RESYNC_NS if soon else IDLE_DUMP_NS)
        self._inputs += seen

    def _take_update(self, update: FieldUpdate, now_ns: int) -> None:
        self._inputs += self.mirror.update(update.field, update.code, now_ns)
        self._timers[Timer.QUIET] = now_ns + SETTLE_NS

    # Timers.

    def _on_discard(self, now_ns: int) -> None:
        self._step(Event.DISCARDED)
        self._queue(RESET, now_ns)
        self._on_retry(now_ns)

    def _on_retry(self, now_ns: int) -> None:
        if self._answered and not (self._wanted and self._serial is None):
            self._identified(now_ns)  # one optional reply may fail: never the whole start
            return
        if self._tries >= TRIES_UNTIL_WRONG:
            self._no_board(now_ns)
        if self._tries >= TRIES_UNTIL_REOPEN:
            self._reopen = "no answer from a board"
            return
        self._tries += 1
        self._queue(SEND_VERSION, now_ns)
        self._queue(SEND_SERIAL, now_ns)
        self._timers[Timer.RETRY] = now_ns + RETRY_NS

    def _on_heartbeat(self, now_ns: int) -> None:
        if self._misses == MISSES_UNTIL_LOST:
            self._fell_silent(now_ns)
            return
        self._misses += 1
        self._queue(SEND_SERIAL, now_ns)
        self._timers[Timer.HEARTBEAT] = now_ns + HEARTBEAT_NS

    def _on_quiet(self, now_ns: int) -> None:
        self._ask_dump(now_ns)

    def _on_idle(self, now_ns: int) -> None:
        self._queue(UPDATES, now_ns)  # a mode that is on already is not disturbed
        self._ask_dump(now_ns)

    def _on_dump_reply(self, now_ns: int) -> None:
        self._dump_tries += 1
        if self._dump_tries == DUMP_TRIES:
            self._fell_silent(now_ns)
        else:
            self._on_idle(now_ns)

    def _on_send(self, now_ns: int) -> None:
        self._send += self._outbox.pop(0)
        self._may_send_ns = now_ns + SPACING_NS
        if self._outbox:
            self._timers[Timer.SEND] = self._may_send_ns

    # Steps.

    def _identified(self, now_ns: int) -> None:
        number = self._serial.number if self._serial else ""
        if self._wanted and number.lstrip("0") != self._wanted.lstrip("0"):
            self._not_the_wanted(number, now_ns)
            return
        if number and self._last_number and number != self._last_number:
            self.mirror.forget_way_round()
        self._last_number = number or self._last_number
        self._step(Event.IDENTIFIED)
        self._silent = False
        self._timers.pop(Timer.RETRY, None)
        self._announce(now_ns, "asking", f"{self.detail}: asking for the position")
        self._queue(UPDATES, now_ns)
        self._ask_dump(now_ns)

    def _alive(self, now_ns: int) -> None:
        if self._misses > 1:  # it may have lost power for a moment, and with it its mode
            self._on_idle(now_ns)
        self._misses = 0
        self._timers[Timer.HEARTBEAT] = now_ns + HEARTBEAT_NS

    def _ask_dump(self, now_ns: int) -> None:
        self._queue(SEND_BOARD, now_ns)
        self._timers.pop(Timer.IDLE, None)
        self._timers.setdefault(Timer.DUMP_REPLY, now_ns + RETRY_NS)

    def _fell_silent(self, now_ns: int) -> None:
        self._silent = True
        self._announce(now_ns, "lost", f"{self._port} is open, but {SILENT}")
        self._reopen = "no answer from the board"

    def _no_board(self, now_ns: int) -> None:
        if self._answered:  # as a board, but the number that was wanted never came
            self._not_the_wanted("", now_ns)
        elif self._last_number:  # the board we know, out of power more likely than another device
            self._fell_silent(now_ns)
        else:
            self._announce(now_ns, "wrong-device", f"{self._port} opens, but {NO_BOARD}")

    def _not_the_wanted(self, number: str, now_ns: int) -> None:
        found = f"board {number}" if number else "a board that does not tell its number"
        self._announce(
            now_ns, "wrong-device", f"{self._port} is {found}, expected serial {self._wanted}"
        )
        self._reopen = "another board"

    def _queue(self, command: bytes, now_ns: int) -> None:
        if command not in self._outbox:  # so the outbox never holds more than there are commands
            self._outbox.append(command)
        self._timers.setdefault(Timer.SEND, max(now_ns, self._may_send_ns))

    def _announce(self, now_ns: int, state: LinkState, detail: str) -> None:
        if self._announced != (state, detail):
            self._announced = (state, detail)
            self._inputs.append(BoardLink(now_ns, state, detail))

    @property
    def _state(self) -> LinkState | None:
        return self._announced[0] if self._announced else None

    def _step(self, event: Event) -> None:
        """An absent row is our own mistake."""
        self.phase = TRANSITIONS[self.phase, event]

    def _effects(self) -> Effects:
        effects = Effects(tuple(self._inputs), self._send, self._reopen)
        self._inputs, self._send, self._reopen = [], b"", ""
        return effects


_ON_TIMER: dict[Timer, Callable[[Line, int], None]] = {
    Timer.DISCARD: Line._on_discard,
    Timer.SEND: Line._on_send,
    Timer.RETRY: Line._on_retry,
    Timer.HEARTBEAT: Line._on_heartbeat,
    Timer.QUIET: Line._on_quiet,
    Timer.IDLE: Line._on_idle,
    Timer.DUMP_REPLY: Line._on_dump_reply,
}
