"""Who is on the line: what a DGT board has told of itself since its port was opened.

Decides which messages only a board sends, and whether a number is the wanted one. Texts from the wire are hostile: only
printable characters are kept, and no more than a page can show. Source: fact sheet "DGT e-board and clock", section 5.
"""

from collections import Counter

from drivers.dgt_messages import (
    Battery,
    BoardDump,
    FieldUpdate,
    LongSerialNumber,
    Message,
    SerialNumber,
    Trademark,
    Version,
)

SERIAL_MOST = 16  # five digits today, and what other makers may print under a board
LONG_SERIAL_MOST = 32
TRADEMARK_MOST = 256  # section 5: the longest message holds as many
STRANGE_TIMES = 2  # there is no checksum: another number counts when it was told twice running


def plain(text: str, most: int) -> str:
    """The printable characters of a text from the wire, in one line."""
    words = "".join(one if one.isprintable() else " " for one in text).split()
    return " ".join(words)[:most]


class Identity:
    """What was told so far; a fresh one for each opening of a port."""

    def __init__(self) -> None:
        self.version: Version | None = None
        self.battery: Battery | None = None
        self.number = self.long_number = self.trademark = ""
        self.answered = False  # something came that only a board says
        self._numbers: Counter[str] = Counter()

    def take(self, message: Message) -> None:
        """Remember what this message tells, if it tells of the board."""
        self.answered |= isinstance(message, Version | SerialNumber | BoardDump | FieldUpdate)
        if isinstance(message, Version):
            self.version = message
        elif isinstance(message, SerialNumber):
            self._take_number(plain(message.number, SERIAL_MOST))
        elif isinstance(message, LongSerialNumber):
            self.long_number = plain(message.text, LONG_SERIAL_MOST)
        elif isinstance(message, Trademark):
            self.trademark = plain(message.text, TRADEMARK_MOST)
        elif isinstance(message, Battery):
            self.battery = message

    def _take_number(self, number: str) -> None:
        if number != self.number:
            self._numbers.clear()
        self.number = number
        self._numbers[number] += 1

    @property
    def sure(self) -> bool:
        """The number was told often enough to send a board away for it."""
        return self._numbers[self.number] >= STRANGE_TIMES

    @property
    def detail(self) -> str:
        """Who is on the line, for people: `DGT 1.8, serial 13116`."""
        version = f"DGT {self.version}" if self.version else "DGT board"
        return f"{version}, serial {self.number}" if self.number else version


def same_number(one: str, other: str) -> bool:
    """Whether two serial numbers are one; leading zeros are often left out."""
    return one.lstrip("0") == other.lstrip("0")
