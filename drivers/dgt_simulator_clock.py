"""A clock on the virtual board's clock port: its readings and its acknowledgements, as the board passes them on.

Sans-IO. It counts whole sides down, knows its lever, takes texts and times from the host and says so, one command at a
time. No increments, periods or flags of its own: it is the display that strangers write to. Nanoseconds inside, whole
seconds on the wire. Source: fact sheet "DGT e-board and clock", sections 6 and 7.
"""

from collections.abc import Sequence

from clockd.units import SECOND_NS, milliseconds

ACK_AFTER_NS = milliseconds(350)  # as measured; two seconds at the worst
VERSION = 0x22  # a DGT 3000 of version 2.2
HOURS_MOST_NS = (10 * 3600 - 1) * SECOND_NS
SET_AND_RUN, ASK_VERSION = 0x0A, 0x09
TAKEN = (0x01, 0x02, 0x03, 0x08, 0x0B, 0x0C)  # shown, heard or without effect: acknowledged
OK, REFUSED, LOST = 0x10, 0x40, 0x20
LEFT_DOWN, RIGHT_DOWN = 0x01, 0x02


class AttachedClock:
    """Two times, a lever, and the host's commands."""

    def __init__(self, *, remote: bool = True) -> None:
        self.remote = remote  # the option in which a host may set times
        self.right_high = False  # the right side's lever is up, so its time runs
        self.left_ns = self.right_ns = 0
        self.running = False
        self._since_ns = 0
        self._busy_until_ns = 0

    def press(self, now_ns: int) -> None:
        """A player pushes the lever over: the other side's time runs."""
        self._count(now_ns)
        self.right_high = not self.right_high

    def reading(self, now_ns: int) -> bytes:
        """The seven bytes of a time message at this instant."""
        self._count(now_ns)
        turn = 0x10 if self.right_high else 0x08
        status = self.running | self.right_high << 1 | turn
        return bytes((*_bcd(self.right_ns), *_bcd(self.left_ns), status))

    def next_change_ns(self, now_ns: int) -> int | None:
        """When the shown time changes next; None while it stands."""
        self._count(now_ns)
        left_ns = self.right_ns if self.right_high else self.left_ns
        if not self.running or left_ns == 0:
            return None
        return now_ns + (left_ns % SECOND_NS or SECOND_NS)

    def obey(self, command: bytes, now_ns: int) -> tuple[int, bytes]:
        """A whole clock command: when its acknowledgement comes, and its seven bytes."""
        kind, data = command[3], command[4:-1]
        if now_ns < self._busy_until_ns:  # the one before is not acknowledged yet: this one is lost
            return self._busy_until_ns, _ack(LOST, 0, 0, 0)
        self._busy_until_ns = now_ns + ACK_AFTER_NS
        return self._busy_until_ns, self._answer(kind, data, now_ns)

    def _answer(self, kind: int, data: bytes, now_ns: int) -> bytes:
        if kind == ASK_VERSION:
            return _ack(OK, kind, VERSION, 0)
        if kind == SET_AND_RUN and self.remote and len(data) == 7:
            self._set(data, now_ns)
            return _ack(OK, kind, 0, 0)
        return _ack(OK if kind in TAKEN else REFUSED, kind, 0, 0)

    def _set(self, data: Sequence[int], now_ns: int) -> None:
        """Left first, minutes and seconds binary; which side counts down, or neither."""
        self.left_ns, self.right_ns = _duration(data[0:3]), _duration(data[3:6])
        self.running = bool(data[6] & (LEFT_DOWN | RIGHT_DOWN))
        if self.running:
            self.right_high = bool(data[6] & RIGHT_DOWN)
        self._since_ns = now_ns

    def _count(self, now_ns: int) -> None:
        spent_ns, self._since_ns = now_ns - self._since_ns, now_ns
        if not self.running:
            return
        if self.right_high:
            self.right_ns = max(0, self.right_ns - spent_ns)
        else:
            self.left_ns = max(0, self.left_ns - spent_ns)


def _duration(three: Sequence[int]) -> int:
    hours, minutes, seconds = three[0] & 0x0F, three[1], three[2]
    return min(HOURS_MOST_NS, (3600 * hours + 60 * minutes + seconds) * SECOND_NS)


def _bcd(left_ns: int) -> tuple[int, int, int]:
    """Hours, minutes and seconds as a clock shows them: the begun second counts."""
    minutes, seconds = divmod(-(-left_ns // SECOND_NS), 60)
    hours, minutes = divmod(minutes, 60)
    return hours, minutes // 10 << 4 | minutes % 10, seconds // 10 << 4 | seconds % 10


def _ack(ack0: int, ack1: int, ack2: int, ack3: int) -> bytes:
    """Section 7: the four bytes' top bits are kept in the bytes whose low nibble says that this is no time."""
    b3 = 0x0A | (ack2 & 0x80) >> 3 | (ack3 & 0x80) >> 2
    b6 = 0x0A | (ack0 & 0x80) >> 3 | (ack1 & 0x80) >> 2
    return bytes((b3, ack0 & 0x7F, ack1 & 0x7F, b6, ack2 & 0x7F, ack3 & 0x7F, 0))
