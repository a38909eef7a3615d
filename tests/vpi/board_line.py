"""The board's end of the cable: a `VirtualBoard` behind the socket of QEMU's USB serial adapter, in real time."""

import contextlib
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import chess

from clockd.ports import START_PLACEMENT
from clockd.units import SECOND_NS
from drivers.dgt_simulator import VirtualBoard
from tests.vpi.machine import eventually

LOOK_S = 0.02
HAND_S = 0.5  # between two touches: the board scans its fields, the emulated machine reads them


class BoardLine:
    """Carries bytes both ways until closed. The adapter comes and goes; the board and its end of the line stay."""

    def __init__(self, path: Path) -> None:
        self.board = VirtualBoard(START_PLACEMENT, serial="13116", now_ns=time.monotonic_ns())
        self.position = chess.Board()
        self._lock, self._closing = threading.Lock(), threading.Event()
        self._socket = socket.socket(socket.AF_UNIX)
        eventually("the cable", lambda: self._connects(path), 30)
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def _connects(self, path: Path) -> bool:
        with contextlib.suppress(OSError):
            self._socket.connect(str(path))
            return True
        return False

    def close(self) -> None:
        self._closing.set()
        self._thread.join(5)
        self._socket.close()

    @contextmanager
    def at(self) -> Iterator[tuple[VirtualBoard, int]]:
        """The board and this instant, while nobody else touches it."""
        with self._lock:
            yield self.board, time.monotonic_ns()

    def move(self, san: str) -> None:
        """Hands make a move: the victim off, the man lifted, the man put."""
        move = self.position.parse_san(san)
        man = self.position.piece_at(move.from_square)
        assert man is not None and not self.position.is_castling(move) and not move.promotion
        if self.position.is_capture(move):
            self._touch(move.to_square, None)
        self._touch(move.from_square, None)
        self._touch(move.to_square, man.symbol())
        self.position.push(move)

    def set_up(self) -> None:
        """All men on their first squares."""
        self.position.reset()
        with self.at() as (board, now_ns):
            board.set_up(START_PLACEMENT, now_ns)

    def _touch(self, square: int, piece: str | None) -> None:
        with self.at() as (board, now_ns):
            if piece is None:
                board.lift(square, now_ns)
            else:
                board.put(square, piece, now_ns)
        time.sleep(HAND_S)

    def _carry(self) -> None:
        while not self._closing.is_set():
            with self._lock:
                due_ns = self.board.next_deadline_ns
            wait_s = LOOK_S if due_ns is None else (due_ns - time.monotonic_ns()) / SECOND_NS
            ready, _, _ = select.select([self._socket], [], [], min(LOOK_S, max(0.0, wait_s)))
            with self.at() as (board, now_ns), contextlib.suppress(OSError):
                if ready:
                    heard = self._socket.recv(4096)
                    if not heard:
                        return
                    board.receive(heard, now_ns)
                if said := board.take(now_ns):
                    self._socket.sendall(said)
