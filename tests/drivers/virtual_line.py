"""A virtual board and the driver's line to it, joined in virtual time."""

from clockd.ports import (
    START_PLACEMENT,
    BoardInput,
    BoardLink,
    BoardReport,
    BoardSeen,
    BoardTold,
    SquareChanged,
)
from clockd.units import seconds
from drivers.dgt_link import Effects, Line
from drivers.dgt_mirror import Mirror, Orientation
from drivers.dgt_search import Finding
from drivers.dgt_simulator import VirtualBoard
from drivers.dgt_simulator_line import NO_FAULTS, Faults

PORT = "/dev/ttyUSB0"


class VirtualLine:
    """Runs both ends; `seen` is what the table was handed, `sent` the driver's bytes with their instants."""

    def __init__(
        self,
        *,
        board: VirtualBoard | None = None,
        rotated: bool = False,
        orientation: Orientation = "auto",
        wanted: str = "",
        faults: Faults = NO_FAULTS,
        seed: int = 0,
    ) -> None:
        self.now_ns = 0
        self.board: VirtualBoard | None = board or VirtualBoard(
            START_PLACEMENT, rotated=rotated, faults=faults, seed=seed, serial="13116"
        )
        self.expected = START_PLACEMENT
        self.line = Line(Mirror(orientation, lambda: self.expected), wanted)
        self.seen: list[BoardInput] = []
        self.sent: list[tuple[int, bytes]] = []
        self.reopened: list[str] = []

    def open(self) -> None:
        self._perform(self.line.opened(PORT, self.now_ns))

    def close(self, reason: str = "unplugged") -> None:
        self._perform(self.line.closed(Finding("lost", reason), self.now_ns))

    def ask(self) -> None:
        self._perform(self.line.ask(self.now_ns))

    def run(self, duration_ns: int) -> None:
        """Let time pass, waking each end exactly when it asked for it."""
        end_ns = self.now_ns + duration_ns
        while (due_ns := self._next_ns()) is not None and due_ns <= end_ns:
            self.now_ns = max(self.now_ns, due_ns)
            self._step()
        self.now_ns = end_ns

    def hear(self, data: bytes) -> None:
        """Bytes on the line that the virtual board did not send."""
        self._perform(self.line.received(data, self.now_ns))

    def put(self, square: int, piece: str | None) -> None:
        assert self.board
        if piece is None:
            self.board.lift(square, self.now_ns)
        else:
            self.board.put(square, piece, self.now_ns)

    def _next_ns(self) -> int | None:
        ends = [self.line.next_deadline_ns, self.board.next_deadline_ns if self.board else None]
        return min((end for end in ends if end is not None), default=None)

    def _step(self) -> None:
        if self.board and (data := self.board.take(self.now_ns)):
            self._perform(self.line.received(data, self.now_ns))
        self._perform(self.line.woken(self.now_ns))

    def _perform(self, effects: Effects) -> None:
        self.seen += effects.inputs
        if effects.send:
            self.sent.append((self.now_ns, effects.send))
            if self.board:
                self.board.receive(effects.send, self.now_ns)
        if effects.finding:  # the only port there is
            self._perform(self.line.judged(effects.finding, self.now_ns))
        if effects.reopen:
            self.reopened.append(effects.reopen)
            self._perform(self.line.closed(None, self.now_ns))

    @property
    def links(self) -> list[tuple[str, str]]:
        return [(seen.state, seen.detail) for seen in self.seen if isinstance(seen, BoardLink)]

    @property
    def states(self) -> list[str]:
        return [state for state, _ in self.links]

    @property
    def changes(self) -> list[tuple[int, str | None]]:
        return [(seen.square, seen.piece) for seen in self.seen if isinstance(seen, SquareChanged)]

    @property
    def placements(self) -> list[str]:
        return [seen.placement for seen in self.seen if isinstance(seen, BoardSeen)]

    @property
    def reports(self) -> list[BoardReport]:
        return [seen.report for seen in self.seen if isinstance(seen, BoardTold)]

    @property
    def believed(self) -> str:
        """The placement that somebody who applies all that was handed over holds now."""
        squares = ["?"] * 64
        for seen in self.seen:
            if isinstance(seen, BoardSeen):
                squares = list(seen.placement)
            elif isinstance(seen, SquareChanged):
                squares[seen.square] = seen.piece or "."
        return "".join(squares)


def live_line(**options: object) -> VirtualLine:
    """A line whose board is live, three seconds after it was opened."""
    line = VirtualLine(**options)  # type: ignore[arg-type]
    line.open()
    line.run(seconds(3))
    assert line.states[-1] == "live", line.links
    return line
