"""What a host says to a DGT board, cut into commands: the board's side of the line, for the virtual board.

Three shapes: one byte; clock, lamp and key commands with a size byte that counts all after it; four bytes of bus mode,
the last of them the sum of the others. Which of them a board obeys is decided elsewhere. Source: fact sheet "DGT
e-board and clock", sections 3, 4, 7 and 10.
"""

CLOCK = 0x2B
SIZED = (CLOCK, 0x60, 0x63)  # clock, lamps, key of the newest family
BUS_SIZE = 4


class CommandReader:
    """Cuts the host's bytes into whole commands, in whatever pieces they arrive."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The commands that these bytes complete."""
        commands = []
        for byte in data:
            self._buffer.append(byte)
            if len(self._buffer) >= _size(self._buffer):
                commands.append(bytes(self._buffer))
                self._buffer.clear()
        return commands

    def clear(self) -> None:
        """Forget a command that was begun."""
        self._buffer.clear()


def is_bus(command: bytes) -> bool:
    """Whether this is a command of bus mode."""
    return command[0] >= 0x80


def checksum(data: bytes) -> int:
    """The byte that ends a command or a message of bus mode."""
    return sum(data) & 0x7F


def _size(begun: bytes | bytearray) -> int:
    if begun[0] >= 0x80:
        return BUS_SIZE
    if begun[0] not in SIZED:
        return 1
    return 2 if len(begun) == 1 else 2 + begun[1]
