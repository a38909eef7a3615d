"""The virtual board in bus mode: what it answers there, and the log that its answers are made of.

A board is in bus mode when power comes on and leaves it with the first command of the other kind. It reports changes
only when asked, as the events of its log. Left out: the watchdog, collisions, the draughts dump. Source: fact sheet
"DGT e-board and clock", sections 9 and 10.
"""

from collections.abc import Sequence

from drivers.dgt_commands import checksum

SEND_CLOCK, SEND_BOARD, SEND_CHANGES, REPEAT_CHANGES = 0x81, 0x82, 0x83, 0x84
SET_START, SEND_FROM_START, PING, END_BUS_MODE, RESET = 0x85, 0x86, 0x87, 0x88, 0x89
IGNORE_NEXT_PING, SEND_VERSION, SEND_ALL = 0x8A, 0x8B, 0x8D
LOG_MOST = 0x1F00  # the ring of a real board
START_TAG = 0x7B
PIECE = 0x40
EVERYBODY = 0


class BusSide:
    """One board's address, its log and its answers."""

    def __init__(self, address: int) -> None:
        self.address = address
        self._changes = bytearray()  # since they were last asked for
        self._last = b""  # the packet that was sent last
        self._game = bytearray()  # since the start of the game, without the changes not yet sent
        self._deaf_to_ping = False

    def changed(self, field: int, code: int) -> None:
        """A field reads differently now: an event of the log."""
        self._changes += bytes((PIECE | code, field))
        del self._changes[:-LOG_MOST]

    def answer(
        self, command: bytes, codes: Sequence[int], clock: bytes, version: Sequence[int]
    ) -> list[bytes]:
        """The messages that answer one command of bus mode; none to another board's, or to a wrong sum."""
        address = command[1] << 7 | command[2]
        if checksum(command[:-1]) != command[-1] or address not in (EVERYBODY, self.address):
            return []
        code = command[0]
        if code in (SEND_CHANGES, REPEAT_CHANGES, SEND_ALL):
            answers = [self._message(0x85, self._packet(fresh=code != REPEAT_CHANGES))]
            if code == SEND_ALL:
                answers += [self._message(0x84, clock), self._message(0x83, bytes(codes))]
            return answers
        if code == PING:
            return self._pinged(to_all=address == EVERYBODY)
        return self._plain_answer(code, codes, clock, version)

    def _plain_answer(
        self, code: int, codes: Sequence[int], clock: bytes, version: Sequence[int]
    ) -> list[bytes]:
        if code == SEND_CLOCK:
            return [self._message(0x84, clock)]
        if code == SEND_BOARD:
            return [self._message(0x83, bytes(codes))]
        if code == SET_START:
            pieces = [bytes((PIECE | man, field)) for field, man in enumerate(codes) if man]
            self._game[:] = bytes((START_TAG,)) + b"".join(pieces)
            return [self._message(0x88, b"")]
        if code == SEND_FROM_START:
            return [self._message(0x86, bytes(self._game))]
        if code == IGNORE_NEXT_PING:
            self._deaf_to_ping = True
            return [self._message(0x87, b"")]
        return [self._message(0x89, bytes(version))] if code == SEND_VERSION else []

    def _packet(self, *, fresh: bool) -> bytes:
        if fresh:
            self._last = bytes(self._changes)
            self._changes.clear()
            self._game += self._last
            del self._game[:-LOG_MOST]
        return self._last

    def _pinged(self, *, to_all: bool) -> list[bytes]:
        ignored, self._deaf_to_ping = self._deaf_to_ping and to_all, False
        return [] if ignored else [self._message(0x87, b"")]

    def _message(self, identity: int, data: bytes) -> bytes:
        size = 6 + len(data)
        address = bytes((self.address >> 7, self.address & 0x7F))
        message = bytes((identity, size >> 7, size & 0x7F)) + address + data
        return message + bytes((checksum(message),))
