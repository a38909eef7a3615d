"""The life of a line to a DGT board: is it still there, what to ask next.

Sans-IO: it is told of opened and closed ports, of bytes and of time; it answers with inputs for the table, bytes to
send and what it found the port to be, and says when it wants to be woken. It decides when a line is live, lost or not a
board; it opens nothing and knows no game. Order of a start: discard 0.5 s, reset, version and serial number until one
answers, updates on, full dump; then the rest of what the board tells of itself. Where a certain board is wanted, the
reset waits until it has told its number: a board that is another table's is only asked. Who is there is in
`dgt_identity`, which port to try in `dgt_search`. Source: fact sheet "DGT e-board and clock", sections 3, 12 and 16.
"""

from collections.abc import Callable
from dataclasses import dataclass

from clockd.ports import BoardInput, BoardLink, BoardReport, BoardTold, LinkState
from drivers.dgt_frames import (
    RESET,
    SEND_BATTERY,
    SEND_BOARD,
    SEND_LONG_SERIAL,
    SEND_SERIAL,
    SEND_TRADEMARK,
    SEND_VERSION,
    UPDATES,
    FrameReader,
)
from drivers.dgt_identity import Identity, same_number
from drivers.dgt_messages import Battery, BoardDump, FieldUpdate, Message, SerialNumber
from drivers.dgt_mirror import Mirror
from drivers.dgt_outbox import Outbox
from drivers.dgt_phases import (
    BATTERY_NS,
    DISCARD_NS,
    DUMP_TRIES,
    HEARTBEAT_NS,
    IDLE_DUMP_NS,
    MISSES_UNTIL_LOST,
    RESYNC_NS,
    RETRY_NS,
    SETTLE_NS,
    STALL_NS,
    TRANSITIONS,
    TRIES_UNTIL_REOPEN,
    TRIES_UNTIL_WRONG,
    Event,
    Phase,
    Timer,
)
from drivers.dgt_search import Finding

ONCE_LIVE = (SEND_LONG_SERIAL, SEND_BATTERY, SEND_TRADEMARK)  # none of them is needed for a game

NO_BOARD = "nothing on it answers like a DGT board: is it the right port, is the board switched on?"
NO_SQUARES = "what is on it answers but tells no squares: is it a board for chess?"
SILENT = "the board has stopped answering: is it switched on and plugged in?"
SET_UP = "the men do not stand as the game's position, either way round: set it up"


@dataclass(frozen=True, slots=True)
class Effects:
    """What came of a step: inputs for the table, bytes for the board, why the port must be reopened, if so.

    `finding` is what the port turned out to be, where it is not the board; it is said once other ports were tried.
    """

    inputs: tuple[BoardInput, ...] = ()
    send: bytes = b""
    reopen: str = ""
    finding: Finding | None = None


class Line:
    """One line to one board, over all its losses and returns."""

    def __init__(self, mirror: Mirror, wanted_serial: str = "") -> None:
        self.mirror = mirror
        self.reader = FrameReader()
        self.phase = Phase.CLOSED
        self.stalled = 0  # frames that were begun and never ended
        self._wanted = wanted_serial
        self._port = ""
        self._who = Identity()
        self._last_number = ""
        self._known = False  # a board has told its squares here, whatever became of it
        self._tries = self._misses = self._dump_tries = 0
        self._timers: dict[Timer, int] = {}
        self._outbox = Outbox()
        self._announced: tuple[LinkState, str] | None = None
        self._gone = False  # announced: there is no device behind the port
        self._told: BoardReport | None = None
        self._news = False  # the report may have changed
        self._inputs: list[BoardInput] = []
        self._reopen = ""
        self._finding: Finding | None = None

    # What the shell tells.

    def opened(self, port: str, now_ns: int) -> Effects:
        """The port was opened; a board on it is not proven yet."""
        self._step(Event.OPENED)
        self._port = port
        self._who = Identity()
        self._news = True
        self._tries = self._misses = self._dump_tries = 0
        if self._announced is None:  # later, the last word stands until there is a better one
            self._announce(now_ns, "asking", f"{port} is open, waiting for the board's answer")
        self._timers[Timer.DISCARD] = now_ns + DISCARD_NS
        return self._effects(now_ns)

    def closed(self, verdict: Finding | None, now_ns: int) -> Effects:
        """The port could not be opened, or is closed again; the verdict is what all ports come to by now."""
        self._step(Event.CLOSED)
        self._timers.clear()
        self._outbox.clear()
        self.reader.clear()
        self.mirror.forget_squares()
        self._news = True
        return self.judged(verdict, now_ns)

    def judged(self, verdict: Finding | None, now_ns: int) -> Effects:
        """Every port was tried, and this is what they come to; None while one is left to try.

        That there is no port adds nothing to a board that was pulled off it: one loss is one alert.
        """
        if verdict is not None and not (verdict.gone and self._gone):
            self._announce(now_ns, verdict.state, verdict.detail)
            self._gone = verdict.gone
        return self._effects(now_ns)

    def received(self, data: bytes, now_ns: int) -> Effects:
        """Bytes came from the port at this instant."""
        if self.phase is Phase.READING and data:
            self._alive(now_ns)
        if self.phase is not Phase.DISCARDING:
            for message in self.reader.feed(data):
                self._take(message, now_ns)
            if data:
                self._watch_half_frame(now_ns)
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
        return self._effects(now_ns)

    @property
    def next_deadline_ns(self) -> int | None:
        """When to call `woken`; None while the port is closed."""
        sends = () if self._outbox.due_ns is None else (self._outbox.due_ns,)
        return min((*self._timers.values(), *sends), default=None)

    # What onlookers are told.

    @property
    def report(self) -> BoardReport:
        """Who is on the line and what went wrong on it, for onlookers."""
        who = self._who
        return BoardReport(
            port=self._port,
            serial=who.number,
            long_serial=who.long_number,
            version=str(who.version or ""),
            trademark=who.trademark,
            battery_percent=who.battery.percent if who.battery else None,
            charging=who.battery is not None and who.battery.charging,
            rotated=self.mirror.rotated,
            foreign=self.mirror.foreign_squares,
            counts=tuple(self.counts.items()),
        )

    @property
    def counts(self) -> dict[str, int]:
        """What went wrong so far: bytes dropped, half frames, foreign objects, lost updates, frames skipped."""
        return {
            "dropped": self.reader.dropped,
            "stalled": self.stalled,
            "foreign": self.mirror.foreign,
            "corrected": self.mirror.corrected,
            "skipped": self.reader.skipped,
        }

    # Messages.

    def _take(self, message: Message, now_ns: int) -> None:
        self._who.take(message)
        self._news |= not isinstance(message, FieldUpdate)
        if isinstance(message, BoardDump) and self.phase in (Phase.DUMPING, Phase.READING):
            self._take_dump(message, now_ns)
        elif isinstance(message, FieldUpdate) and self.phase is Phase.READING:
            self._take_update(message, now_ns)
        elif isinstance(message, Battery):
            self._timers[Timer.BATTERY] = now_ns + BATTERY_NS
        elif isinstance(message, SerialNumber):
            self._look_at_number(now_ns)
        if self.phase is Phase.IDENTIFYING and self._who.version and self._who.number:
            self._identified(now_ns)

    def _take_dump(self, dump: BoardDump, now_ns: int) -> None:
        first = self.phase is Phase.DUMPING
        if first:
            self._step(Event.DUMPED)
            self._known = True
            self._alive(now_ns)
        self._timers.pop(Timer.DUMP_REPLY, None)
        self._dump_tries = 0
        lost_updates = self.mirror.differs(dump.codes)
        seen = self.mirror.dump(dump.codes, now_ns)
        oriented = self.mirror.rotated is not None
        if oriented:
            self._announce(now_ns, "live", self._who.detail)
        else:
            self._announce(now_ns, "asking", SET_UP)
        if lost_updates:  # it may have lost power for a moment, and with it its mode
            self._outbox.queue(UPDATES, now_ns)
        soon = lost_updates or not oriented
        self._timers[Timer.IDLE] = now_ns + (RESYNC_NS if soon else IDLE_DUMP_NS)
        self._inputs += seen
        for command in ONCE_LIVE if first else ():
            self._outbox.queue(command, now_ns)

    def _take_update(self, update: FieldUpdate, now_ns: int) -> None:
        self._inputs += self.mirror.update(update.field, update.code, now_ns)
        self._timers[Timer.QUIET] = now_ns + SETTLE_NS

    def _look_at_number(self, now_ns: int) -> None:
        """A board that is read says another number, twice: somebody has changed boards on the cable."""
        if self.phase is not Phase.READING or not self._who.number:
            return
        self._last_number = self._last_number or self._who.number
        if self._who.number != self._last_number and self._who.sure:
            self._reopen = "another board"

    def _watch_half_frame(self, now_ns: int) -> None:
        self._timers.pop(Timer.STALL, None)
        if self.reader.waiting:
            self._timers[Timer.STALL] = now_ns + STALL_NS

    # Timers.

    def _on_discard(self, now_ns: int) -> None:
        self._step(Event.DISCARDED)
        if not self._wanted:
            self._outbox.queue(RESET, now_ns)
        self._on_retry(now_ns)

    def _on_retry(self, now_ns: int) -> None:
        if self._who.answered and not (self._wanted and not self._who.number):
            self._identified(now_ns)  # one optional reply may fail: never the whole start
            return
        if self._tries >= TRIES_UNTIL_WRONG:
            self._no_board(now_ns)
        if self._tries >= TRIES_UNTIL_REOPEN:
            self._reopen = "no answer from a board"
            return
        self._ask_who(now_ns)

    def _ask_who(self, now_ns: int) -> None:
        self._tries += 1
        self._outbox.queue(SEND_VERSION, now_ns)
        self._outbox.queue(SEND_SERIAL, now_ns)
        self._timers[Timer.RETRY] = now_ns + RETRY_NS

    def _on_heartbeat(self, now_ns: int) -> None:
        if self._misses == MISSES_UNTIL_LOST:
            self._fell_silent(now_ns)
            return
        self._misses += 1
        self._outbox.queue(SEND_SERIAL, now_ns)
        self._timers[Timer.HEARTBEAT] = now_ns + HEARTBEAT_NS

    def _on_quiet(self, now_ns: int) -> None:
        self._ask_dump(now_ns)

    def _on_idle(self, now_ns: int) -> None:
        self._outbox.queue(UPDATES, now_ns)  # a mode that is on already is not disturbed
        self._ask_dump(now_ns)

    def _on_dump_reply(self, now_ns: int) -> None:
        self._dump_tries += 1
        if self._dump_tries < DUMP_TRIES:
            self._on_idle(now_ns)
        elif self._known:
            self._fell_silent(now_ns)
        else:
            self._finding = Finding("wrong-device", f"{self._port} opens, but {NO_SQUARES}")
            self._reopen = "no squares"

    def _on_stall(self, now_ns: int) -> None:
        """A frame stands still half-way: give it up, and ask for what it may have told."""
        self.stalled += 1
        self.reader.clear()
        if self.phase is Phase.READING:
            self._ask_dump(now_ns)

    def _on_battery(self, now_ns: int) -> None:
        self._outbox.queue(SEND_BATTERY, now_ns)

    # Steps.

    def _identified(self, now_ns: int) -> None:
        number = self._who.number
        if self._wanted and not same_number(number, self._wanted):
            if self._who.sure or self._tries >= TRIES_UNTIL_WRONG:
                self._not_the_wanted()
            else:
                self._ask_who(now_ns)
            return
        if number and self._last_number and number != self._last_number:
            self.mirror.forget_way_round()
        self._last_number = number or self._last_number
        self._step(Event.IDENTIFIED)
        self._timers.pop(Timer.RETRY, None)
        self._announce(now_ns, "asking", f"{self._who.detail}: asking for the position")
        if self._wanted:  # it is ours now, and no longer only asked
            self._outbox.queue(RESET, now_ns)
        self._outbox.queue(UPDATES, now_ns)
        self._ask_dump(now_ns)

    def _alive(self, now_ns: int) -> None:
        if self._misses > 1:  # it may have lost power for a moment, and with it its mode
            self._on_idle(now_ns)
        self._misses = 0
        self._timers[Timer.HEARTBEAT] = now_ns + HEARTBEAT_NS

    def _ask_dump(self, now_ns: int) -> None:
        self._outbox.queue(SEND_BOARD, now_ns)
        self._timers.pop(Timer.IDLE, None)
        self._timers.setdefault(Timer.DUMP_REPLY, now_ns + RETRY_NS)

    def _fell_silent(self, now_ns: int) -> None:
        self._finding = Finding("lost", f"{self._port} is open, but {SILENT}")
        self._announce(now_ns, "lost", self._finding.detail)
        self._reopen = "no answer from the board"

    def _no_board(self, now_ns: int) -> None:
        if self._who.answered:  # as a board, but the number that was wanted never came
            self._not_the_wanted()
        elif self._known:  # the board we know, out of power more likely than another device
            self._finding = Finding("lost", f"{self._port} is open, but {SILENT}")
        else:
            self._finding = Finding("wrong-device", f"{self._port} opens, but {NO_BOARD}")

    def _not_the_wanted(self) -> None:
        number = self._who.number
        found = f"board {number}" if number else "a board that does not tell its number"
        detail = f"{self._port} is {found}, expected serial {self._wanted}"
        self._finding = Finding("wrong-device", detail, other_number=bool(number))
        self._reopen = "another board"

    def _announce(self, now_ns: int, state: LinkState, detail: str) -> None:
        if self._announced != (state, detail):
            self._announced, self._gone = (state, detail), False
            self._inputs.append(BoardLink(now_ns, state, detail))

    def _step(self, event: Event) -> None:
        """An absent row is our own mistake."""
        self.phase = TRANSITIONS[self.phase, event]

    def _effects(self, now_ns: int) -> Effects:
        self._tell(now_ns)
        send = self._outbox.take(now_ns)
        effects = Effects(tuple(self._inputs), send, self._reopen, self._finding)
        self._inputs, self._reopen, self._finding = [], "", None
        return effects

    def _tell(self, now_ns: int) -> None:
        if self._news and (report := self.report) != self._told:
            self._told = report
            self._inputs.append(BoardTold(now_ns, report))
        self._news = False


_ON_TIMER: dict[Timer, Callable[[Line, int], None]] = {
    Timer.DISCARD: Line._on_discard,
    Timer.RETRY: Line._on_retry,
    Timer.HEARTBEAT: Line._on_heartbeat,
    Timer.QUIET: Line._on_quiet,
    Timer.IDLE: Line._on_idle,
    Timer.DUMP_REPLY: Line._on_dump_reply,
    Timer.STALL: Line._on_stall,
    Timer.BATTERY: Line._on_battery,
}
