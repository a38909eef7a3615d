"""The bytes between a DGT e-board and its host: commands, the frame reader, the messages.

Feed a `FrameReader` whatever pieces arrive; it answers with messages and counts what it had to skip. It opens no
port, knows no game and no time. Fields are the board's own numbers 0..63 (a8, b8, ... h1, fixed to the board);
squares are chess numbers 0..63 (a1, b1, ... h8). Clock times are whole seconds, as the wire has them. Bus mode is
not spoken: its messages are recognised, by length and checksum, and left to whoever may want them. Source: fact sheet
"DGT e-board and clock", sections 3 to 7, 10 and 17. The messages themselves are in `dgt_messages`.
"""

import re
from collections.abc import Callable, Container, Sequence

from drivers.dgt_messages import (
    Battery,
    BoardDump,
    BusAddress,
    BusMessage,
    ClockAck,
    ClockTime,
    FieldUpdate,
    HardwareVersion,
    LongSerialNumber,
    Message,
    SerialNumber,
    Trademark,
    Unknown,
    Version,
)

RESET = b"\x40"
SEND_CLOCK = b"\x41"
SEND_BOARD = b"\x42"
UPDATES_AND_CLOCK = b"\x43"
UPDATES = b"\x44"  # field updates only: clockd is the clock, so no clock traffic
SEND_SERIAL = b"\x45"
SEND_BUS_ADDRESS = b"\x46"
SEND_TRADEMARK = b"\x47"
SEND_EEPROM = b"\x49"
TO_BUS_MODE = b"\x4a"
UPDATES_AND_CLOCK_CHANGES = b"\x4b"
SEND_BATTERY = b"\x4c"
SEND_VERSION = b"\x4d"
SEND_LONG_SERIAL = b"\x55"

FIELDS = 64
HEADER_SIZE = 3
FRAME_SIZE_MAX = 0x1F03  # the full EEPROM dump, the longest message of any board
START_CODES = bytes.fromhex(
    "08090a0c0b0a0908" + "07" * 8 + "00" * 32 + "01" * 8 + "0203040605040302"
)

_LETTERS = ".PRNBKQprnbkq"  # the board's order is pawn, rook, knight, bishop, king, queen
_START_OF_FRAME = re.compile(rb"[\x80-\xff]")
_ACK = 0x0A  # in the low nibble of an hours byte: no clock can show ten hours


class FrameReader:
    """Cuts the board's byte stream into messages, in whatever pieces it arrives.

    Only the first byte of a frame has its top bit set. So such a byte starts a frame wherever it stands, what was
    collected before it is given up, and damage never costs more than the message it hit.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._checked = 1  # bytes of the buffer known to hold no further start of frame
        self.dropped = 0  # bytes skipped in search of a frame: shown on the status page
        self.skipped = 0  # whole frames without a meaning here: of bus mode, or of no sheet

    def feed(self, data: bytes) -> list[Message]:
        """The messages that `data` completes; the same ones for every chunking of a stream."""
        self._buffer += data
        messages: list[Message] = []
        while (frame := self._next_frame()) is not None:
            messages.append(decode(frame))
            self.skipped += isinstance(messages[-1], Unknown | BusMessage)
        return messages

    @property
    def waiting(self) -> bool:
        """Whether a frame has been begun and is not whole yet."""
        return bool(self._buffer)

    def clear(self) -> None:
        """Forget a half-read frame: the line was closed, or what it said is not wanted."""
        self._drop(len(self._buffer))

    def _next_frame(self) -> bytes | None:
        self._skip_to_start()
        while self._buffer:
            size = self._announced_size()
            if (restart := self._restart_before(size)) is not None:
                self._drop(restart)
            elif len(self._buffer) < HEADER_SIZE:
                return None
            elif not HEADER_SIZE <= size <= FRAME_SIZE_MAX:
                self._drop(HEADER_SIZE)
                self._skip_to_start()
            elif len(self._buffer) < size:
                return None
            else:
                return self._take(size)
        return None

    def _skip_to_start(self) -> None:
        start = _START_OF_FRAME.search(self._buffer)
        self._drop(start.start() if start else len(self._buffer))

    def _announced_size(self) -> int:
        if len(self._buffer) < HEADER_SIZE:
            return HEADER_SIZE
        return self._buffer[1] << 7 | self._buffer[2]

    def _restart_before(self, size: int) -> int | None:
        end = min(max(size, HEADER_SIZE), len(self._buffer))
        later = _START_OF_FRAME.search(self._buffer, self._checked, end)
        if later is None:
            self._checked = max(1, end)
            return None
        return later.start()

    def _drop(self, count: int) -> None:
        self.dropped += count
        self._take(count)

    def _take(self, count: int) -> bytes:
        taken = bytes(self._buffer[:count])
        if count:
            del self._buffer[:count]
            self._checked = 1
        return taken


def decode(frame: bytes) -> Message:
    """What one whole frame says; `Unknown` when its id or its length is not one of the sheet's."""
    payload = frame[HEADER_SIZE:]
    reading = _READINGS.get(frame[0])
    message = reading(payload) if reading else None
    if message is None:
        message = _bus_message(frame)
    return Unknown(frame[0], payload) if message is None else message


def encode(identity: int, payload: bytes) -> bytes:
    """A frame as a board sends it: id, length in two groups of seven bits, payload."""
    size = HEADER_SIZE + len(payload)
    return bytes((0x80 | identity, size >> 7, size & 0x7F)) + payload


def piece_of(code: int) -> str | None:
    """The FEN letter of a piece code; None when empty or a foreign object."""
    return _LETTERS[code] if 0 < code < len(_LETTERS) else None


def code_of(piece: str | None) -> int:
    """The piece code of a FEN letter, 0 for None."""
    return 0 if piece is None else _LETTERS.index(piece)


def is_foreign(code: int) -> bool:
    """Whether a code stands for something that is no chessman (0x0d to 0x0f)."""
    return code >= len(_LETTERS)


def square_of(field: int, *, rotated: bool = False) -> int:
    """The chess square (a1 = 0) of a board's field; its own inverse is `field_of`."""
    return (63 - field if rotated else field) ^ 56


def field_of(square: int, *, rotated: bool = False) -> int:
    """The board's field of a chess square (a1 = 0); `rotated` when the board lies turned by 180 degrees."""
    field = square ^ 56
    return 63 - field if rotated else field


def placement_of(codes: Sequence[int], *, rotated: bool = False) -> str:
    """A dump as a placement in square order; foreign objects read as empty squares."""
    return "".join(
        piece_of(codes[field_of(square, rotated=rotated)]) or "." for square in range(FIELDS)
    )


def codes_of(placement: str, *, rotated: bool = False) -> bytes:
    """The piece codes in field order that a board with this placement reports."""
    assert len(placement) == FIELDS, placement
    letters = (placement[square_of(field, rotated=rotated)] for field in range(FIELDS))
    return bytes(_LETTERS.index(letter) for letter in letters)


def _bus_message(frame: bytes) -> BusMessage | None:
    """A message of bus mode: its id and length, and a sum of all bytes before the last that is the last."""
    sizes = _BUS_SIZES.get(frame[0])
    if sizes is None or len(frame) not in sizes or sum(frame[:-1]) & 0x7F != frame[-1]:
        return None
    return BusMessage(frame[0], frame[3] << 7 | frame[4], frame[5:-1])


def _board_dump(payload: bytes) -> BoardDump | None:
    if len(payload) != FIELDS:  # 100 fields: a draughts board
        return None
    return BoardDump(bytes(code & 0x0F for code in payload))


def _field_update(payload: bytes) -> FieldUpdate | None:
    if len(payload) != 2:
        return None
    # The sheet's "S bit" is described nowhere: whatever it is, it lies above the field and the code.
    return FieldUpdate(payload[0] & 0x3F, payload[1] & 0x0F)


def _clock(payload: bytes) -> ClockTime | ClockAck | None:
    if len(payload) != 7:
        return None
    if _ACK in (payload[0] & 0x0F, payload[3] & 0x0F):
        return _clock_ack(payload)
    right_s, left_s = _side_seconds(payload[0:3]), _side_seconds(payload[3:6])
    if right_s is None or left_s is None:
        return None
    return ClockTime(right_s, left_s, payload[0] >> 4, payload[3] >> 4, payload[6])


def _clock_ack(payload: bytes) -> ClockAck:
    b3, b4, b5, b6, b7, b8 = payload[:6]
    return ClockAck(
        ack0=b4 | (b6 << 3) & 0x80,
        ack1=b5 | (b6 << 2) & 0x80,
        ack2=b7 | (b3 << 3) & 0x80,
        ack3=b8 | (b3 << 2) & 0x80,
    )


def _side_seconds(three: bytes) -> int | None:
    """Hours (low nibble), minutes and seconds in BCD; None when a digit is none or a value is past 59."""
    hours, minutes, seconds = three[0] & 0x0F, _from_bcd(three[1]), _from_bcd(three[2])
    if hours > 9 or minutes is None or seconds is None:
        return None
    return 3600 * hours + 60 * minutes + seconds


def _from_bcd(byte: int) -> int | None:
    tens, ones = byte >> 4, byte & 0x0F
    return 10 * tens + ones if tens < 6 and ones < 10 else None


def _battery(payload: bytes) -> Battery | None:
    if len(payload) != 9:
        return None
    return Battery(
        percent=payload[0],
        on_minutes=60 * payload[3] + payload[4],
        charging=bool(payload[8] & 0x01),
        discharging=bool(payload[8] & 0x02),
    )


def _pair(make: Callable[[int, int], Message]) -> Callable[[bytes], Message | None]:
    return lambda payload: make(payload[0], payload[1]) if len(payload) == 2 else None


def _text(make: Callable[[str], Message]) -> Callable[[bytes], Message | None]:
    return lambda payload: make(payload.decode("ascii"))


_BUS_LEAST = 6  # header, address, checksum
_BUS_ANY = range(_BUS_LEAST, FRAME_SIZE_MAX + 1)
_BUS_SIZES: dict[int, Container[int]] = {
    0x83: (70,),  # full dump
    0x84: (13,),  # clock
    0x85: _BUS_ANY,  # changes since the last request
    0x86: _BUS_ANY,  # changes since the start of the game
    0x87: (_BUS_LEAST,),  # ping
    0x88: (_BUS_LEAST,),  # start of a game noted
    0x89: (_BUS_LEAST, 8),  # version; empty before board version 1.2
    0x8A: (56,),  # draughts dump
}
_READINGS: dict[int, Callable[[bytes], Message | None]] = {
    0x86: _board_dump,
    0x8D: _clock,
    0x8E: _field_update,
    0x90: _pair(lambda high, low: BusAddress(high << 7 | low)),
    0x91: _text(SerialNumber),
    0x92: _text(Trademark),
    0x93: _pair(Version),
    0x96: _pair(HardwareVersion),
    0xA0: _battery,
    0xA2: _text(LongSerialNumber),
}
