"""What a DGT e-board says: its messages as values.

Fields are the board's own numbers 0..63 (a8, b8, ... h1). Clock times are whole seconds, as the wire has them. How
the bytes become these is `dgt_frames`. Source: fact sheet "DGT e-board and clock", sections 5 to 7.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BoardDump:
    """All 64 piece codes in field order."""

    codes: bytes


@dataclass(frozen=True, slots=True)
class FieldUpdate:
    """One field changed: the code of the man now on it, 0 when empty."""

    field: int
    code: int


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A reading of the attached clock: seconds left on either side as seen from its front."""

    right_s: int
    left_s: int
    right_flags: int
    left_flags: int
    status: int

    @property
    def running(self) -> bool:
        return bool(self.status & 0x01)

    @property
    def lever_right_high(self) -> bool:
        """The right side's lever is up, so the right side's time runs."""
        return bool(self.status & 0x02)

    @property
    def battery_low(self) -> bool:
        return bool(self.status & 0x04)

    @property
    def no_clock(self) -> bool:
        """No clock is plugged in; the times mean nothing."""
        return bool(self.status & 0x20)

    @property
    def is_null(self) -> bool:
        """The all-zero message that some boards send after a clock command: to be ignored."""
        return self == ClockTime(0, 0, 0, 0, 0)

    @property
    def right_flag(self) -> bool:
        """The right side's flag has fallen for good and the clock is blocked at zero."""
        return bool(self.right_flags & 0x01)

    @property
    def left_flag(self) -> bool:
        return bool(self.left_flags & 0x01)


@dataclass(frozen=True, slots=True)
class ClockAck:
    """The clock answers a command, or speaks unasked (a button): the four bytes of the sheet's section 7."""

    ack0: int
    ack1: int
    ack2: int
    ack3: int

    @property
    def good(self) -> bool:
        return self.ack0 == 0x10

    @property
    def unsolicited(self) -> bool:
        """Nobody asked for it: the clock is ready, a button was pressed, its mode changed."""
        return bool(self.ack1 & 0x80)


@dataclass(frozen=True, slots=True)
class Version:
    """The board's version; 1.10 and 1.1 differ, so it is never a decimal fraction."""

    major: int
    minor: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


@dataclass(frozen=True, slots=True)
class HardwareVersion:
    """The hardware version that boards of the newest family tell."""

    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class SerialNumber:
    """The serial number as sent: five digits, on boards of 1998 followed by a storage version."""

    text: str

    @property
    def number(self) -> str:
        """The digits alone: what is printed under the board."""
        return self.text.split()[0] if self.text.split() else ""


@dataclass(frozen=True, slots=True)
class LongSerialNumber:
    """Ten characters; some makers put the firmware in front."""

    text: str


@dataclass(frozen=True, slots=True)
class BusAddress:
    """The board's address on a shared line."""

    address: int


@dataclass(frozen=True, slots=True)
class Battery:
    """The charge of a wireless board, and how long it has been on."""

    percent: int
    on_minutes: int
    charging: bool
    discharging: bool


@dataclass(frozen=True, slots=True)
class Trademark:
    """The maker's text, several lines."""

    text: str


@dataclass(frozen=True, slots=True)
class BusMessage:
    """What a board says when several share a line: recognised, and not needed with one board to a line."""

    id: int
    address: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Unknown:
    """A well-formed frame that this module has no meaning for: consumed and not needed."""

    id: int
    payload: bytes


Message = (
    BoardDump
    | FieldUpdate
    | ClockTime
    | ClockAck
    | Version
    | HardwareVersion
    | SerialNumber
    | LongSerialNumber
    | BusAddress
    | Battery
    | Trademark
    | BusMessage
    | Unknown
)
