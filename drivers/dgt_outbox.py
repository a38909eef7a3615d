"""The commands on their way to a board: one at a time, with a pause after each.

Sans-IO; instants are nanoseconds. Source: fact sheet "DGT e-board and clock", section 4: the board's input buffer holds
ten bytes, one command in bus mode, and small boards choke on bursts.
"""

from clockd.units import milliseconds

SPACING_NS = milliseconds(100)


class Outbox:
    """Commands in order. One that waits already is not queued again, so it never holds more than there are commands."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._free_ns = 0  # from when the next may be sent
        self.due_ns: int | None = None  # when the next is to be sent; None while none waits

    def queue(self, command: bytes, now_ns: int) -> None:
        """Have a command sent as soon as its turn comes."""
        if command not in self._waiting:
            self._waiting.append(command)
        if self.due_ns is None:
            self.due_ns = max(now_ns, self._free_ns)

    def take(self, now_ns: int) -> bytes:
        """The command to be sent at this instant, if it is one's turn."""
        if self.due_ns is None or now_ns < self.due_ns:
            return b""
        self._free_ns = now_ns + SPACING_NS
        command = self._waiting.pop(0)
        self.due_ns = self._free_ns if self._waiting else None
        return command

    def clear(self) -> None:
        """Nothing that waits is wanted any more."""
        self._waiting.clear()
        self.due_ns = None
