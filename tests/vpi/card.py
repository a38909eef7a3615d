"""An SD card that loses what it was not told to flush: a disk image served to QEMU over NBD on a Unix socket.

Sectors written but not flushed live in this process alone. At a power cut a random part of them reaches the image, so
that writes are torn and out of order, as with a card's own cache. Newstyle negotiation and the four requests that QEMU
makes (NBD protocol document of the nbd project).
"""

import contextlib
import os
import random
import socket
import struct
import threading
from pathlib import Path
from typing import BinaryIO

SECTOR = 512
HELLO, OPTIONS, REQUEST, REPLY, OPTION_REPLY = (
    b"NBDMAGIC", b"IHAVEOPT", 0x25609513, 0x67446698, 0x3E889045565A9,
)  # fmt: skip
FIXED_NEWSTYLE, NO_ZEROES = 1, 2
HAS_FLAGS, CAN_FLUSH, CAN_FUA = 1, 4, 8
EXPORT_NAME, GO = 1, 7
ACK, INFO, UNSUPPORTED = 1, 3, 0x80000001
READ, WRITE, DISCONNECT, FLUSH = 0, 1, 2, 3
FUA = 1  # this write is flushed before it is answered
EINVAL = 22


class Card:
    """One card, served until closed."""

    def __init__(self, image: Path, path: Path) -> None:
        self._file = os.open(image, os.O_RDWR)
        self._size = os.fstat(self._file).st_size
        self._waiting: dict[int, bytes] = {}  # sectors that were not flushed
        self._lock = threading.Lock()
        path.unlink(missing_ok=True)
        self.address = f"nbd+unix:///?socket={path}"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen(1)
        threading.Thread(target=self._accept, daemon=True).start()

    def power_cut(self, dice: random.Random, kept: float = 0.5) -> tuple[int, int]:
        """Each unflushed sector is kept by this chance; how many there were, how many stayed. QEMU is gone by now."""
        with self._lock:
            lucky = [sector for sector in self._waiting if dice.random() < kept]
            there = len(self._waiting)
            self._keep(lucky)
            self._waiting.clear()
        return there, len(lucky)

    def close(self) -> None:
        self._listener.close()
        os.close(self._file)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, client.makefile("rb") as stream, contextlib.suppress(OSError, EOFError):
            if self._agree(client, stream):
                while self._answer(client, stream):
                    pass

    def _agree(self, client: socket.socket, stream: BinaryIO) -> bool:
        """The negotiation: size and flags, whatever name is asked for."""
        client.sendall(HELLO + OPTIONS + struct.pack(">H", FIXED_NEWSTYLE | NO_ZEROES))
        _take(stream, 4)
        flags = HAS_FLAGS | CAN_FLUSH | CAN_FUA
        while True:
            _, option, length = struct.unpack(">QII", _take(stream, 16))
            _take(stream, length)
            if option == EXPORT_NAME:
                client.sendall(struct.pack(">QH", self._size, flags))
                return True
            if option == GO:
                told = struct.pack(">HQH", 0, self._size, flags)
                client.sendall(struct.pack(">QIII", OPTION_REPLY, option, INFO, len(told)) + told)
                client.sendall(struct.pack(">QIII", OPTION_REPLY, option, ACK, 0))
                return True
            client.sendall(struct.pack(">QIII", OPTION_REPLY, option, UNSUPPORTED, 0))

    def _answer(self, client: socket.socket, stream: BinaryIO) -> bool:
        """One request; False when the client says goodbye."""
        _, flags, kind, handle, at, length = struct.unpack(">IHHQQI", _take(stream, 28))
        given = _take(stream, length) if kind == WRITE else b""
        if kind == DISCONNECT:
            return False
        error, data = 0, b""
        with self._lock:
            if kind == READ:
                data = self._read(at, length)
            elif kind == WRITE:
                sectors = range(at // SECTOR, (at + length) // SECTOR)
                for number, sector in enumerate(sectors):
                    self._waiting[sector] = given[number * SECTOR : (number + 1) * SECTOR]
                if flags & FUA:
                    self._keep(list(sectors))
            elif kind == FLUSH:
                self._keep(list(self._waiting))
            else:
                error = EINVAL
        client.sendall(struct.pack(">IIQ", REPLY, error, handle) + data)
        return True

    def _read(self, at: int, length: int) -> bytes:
        data = bytearray(os.pread(self._file, length, at))
        for place in range(0, length, SECTOR):
            newer = self._waiting.get((at + place) // SECTOR)
            if newer is not None:
                data[place : place + SECTOR] = newer
        return bytes(data)

    def _keep(self, sectors: list[int]) -> None:
        for sector in sectors:
            os.pwrite(self._file, self._waiting.pop(sector), sector * SECTOR)


def _take(stream: BinaryIO, length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return data
