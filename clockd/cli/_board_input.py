"""The written forms of what a board and a clock showed, made into inputs: JSON lines, raw DGT bytes, a board's log.

JSON lines and a log carry their own times. A raw byte stream carries only an order, so its events are given human
times: EVENT_GAP_NS apart, with a pause after each press. Which way the board lies is told by the first full board that
shows the expected position or its reverse; on a turned board the sides of the clock are swapped too (DGT fact
sheet section 6.3).
"""

from collections.abc import Iterator
from typing import Any, BinaryIO, Literal

import chess

from clockd.errors import BadInput
from clockd.game.positions import letters_of
from clockd.ports import EMPTY, BoardSeen, ClockPressed, Side, SquareChanged
from clockd.units import milliseconds
from drivers.dgt_frames import FrameReader, piece_of, placement_of, square_of
from drivers.dgt_log import HEADER, entry_of
from drivers.dgt_messages import BoardDump, ClockTime, FieldUpdate, Message

Seen = SquareChanged | BoardSeen | ClockPressed
Orientation = Literal["auto", "normal", "rotated"]

EVENT_GAP_NS = milliseconds(150)  # between square events that only have an order
PRESS_PAUSE_NS = milliseconds(
    700
)  # after a press: the opponent thinks, and the board has time to speak
CHUNK = 4096  # bytes read at once
_MEN = "PNBRQKpnbrqk"
_PRESSES = {"white": Side.WHITE, "black": Side.BLACK}


class Facing:
    """Which way the board lies: given, or found from the first full board that shows the position."""

    def __init__(self, orientation: Orientation, position: chess.Board) -> None:
        self.rotated = orientation == "rotated"
        self._found = orientation != "auto"
        self._expected = "".join(letters_of(position))

    def look(self, placement: str) -> None:
        """Learn from a full board, read as if it lay the normal way."""
        if not self._found and placement in (self._expected, self._expected[::-1]):
            self.rotated = placement != self._expected
            self._found = True

    def square(self, square: int) -> int:
        return 63 - square if self.rotated else square

    def placement(self, placement: str) -> str:
        return placement[::-1] if self.rotated else placement


# --- JSON lines ----------------------------------------------------------------------------------------------------


def seen_of_object(written: dict[str, Any], facing: Facing) -> Seen:
    """The input that one JSON object writes; BadInput names what it holds and what was expected."""
    at_ns = milliseconds(_time(written))
    kinds = [kind for kind in ("square", "press", "board") if kind in written]
    if len(kinds) != 1:
        found = " and ".join(kinds) or "none of them"
        raise BadInput(f'{found}, expected exactly one of "square", "press" and "board"')
    if kinds == ["square"]:
        return SquareChanged(at_ns, facing.square(_square(written)), _man(written))
    if kinds == ["press"]:
        return ClockPressed(at_ns, _side(written["press"]))
    placement = _placement(written["board"])
    facing.look(placement)
    return BoardSeen(at_ns, facing.placement(placement))


def _time(written: dict[str, Any]) -> int:
    at_ms = written.get("t_ms")
    if not isinstance(at_ms, int) or isinstance(at_ms, bool) or at_ms < 0:
        raise BadInput(f'"t_ms" is {at_ms!r}, expected whole milliseconds, 0 or more')
    return at_ms


def _square(written: dict[str, Any]) -> int:
    name = written["square"]
    if not isinstance(name, str) or name not in chess.SQUARE_NAMES:
        raise BadInput(f'"square" is {name!r}, expected a name from "a1" to "h8"')
    return chess.SQUARE_NAMES.index(name)


def _man(written: dict[str, Any]) -> str | None:
    if "piece" not in written:
        raise BadInput('no "piece", expected a FEN letter, or null for an empty square')
    man = written["piece"]
    if man is not None and (not isinstance(man, str) or len(man) != 1 or man not in _MEN):
        raise BadInput(f'"piece" is {man!r}, expected one of {_MEN}, or null')
    return man


def _side(side: Any) -> Side:
    if not isinstance(side, str) or side not in _PRESSES:
        raise BadInput(f'"press" is {side!r}, expected "white" or "black"')
    return _PRESSES[side]


def _placement(fen: Any) -> str:
    try:
        if not isinstance(fen, str):
            raise ValueError
        board = chess.BaseBoard(fen.split()[0] if fen.split() else "")
    except ValueError:
        raise BadInput(f'"board" is {fen!r}, expected the placement part of a FEN') from None
    pieces = board.piece_map()
    return "".join(
        pieces[square].symbol() if square in pieces else EMPTY for square in chess.SQUARES
    )


# --- raw bytes -----------------------------------------------------------------------------------------------------


class ByteInput:
    """Makes inputs of a DGT board's messages; a change of the clock's lever is the press of that side."""

    def __init__(self, facing: Facing, *, timed: bool = False) -> None:
        self._facing = facing
        self._reader = FrameReader()
        self._timed = timed  # the bytes come with their instants
        self._now_ns = 0
        self._right_high: bool | None = None

    def feed(self, data: bytes, at_ns: int = 0) -> Iterator[Seen]:
        """The inputs that these bytes complete; `at_ns` is theirs if they are timed."""
        if self._timed:
            self._now_ns = max(self._now_ns, at_ns)
        for message in self._reader.feed(data):
            yield from self._seen(message)

    def _pass(self, duration_ns: int) -> None:
        if not self._timed:
            self._now_ns += duration_ns

    def _seen(self, message: Message) -> Iterator[Seen]:
        if isinstance(message, FieldUpdate):
            self._pass(EVENT_GAP_NS)
            square = square_of(message.field, rotated=self._facing.rotated)
            yield SquareChanged(self._now_ns, square, piece_of(message.code))
        elif isinstance(message, BoardDump):
            self._pass(EVENT_GAP_NS)
            placement = placement_of(message.codes)
            self._facing.look(placement)
            yield BoardSeen(self._now_ns, self._facing.placement(placement))
        elif isinstance(message, ClockTime) and not message.no_clock and not message.is_null:
            yield from self._lever(message.lever_right_high)

    def _lever(self, right_high: bool) -> Iterator[ClockPressed]:
        before, self._right_high = self._right_high, right_high
        if before is None or before == right_high:
            return
        # The right side's lever goes up when the left player presses; White sits left of an unturned board.
        white = right_high != self._facing.rotated
        self._pass(EVENT_GAP_NS)
        yield ClockPressed(self._now_ns, Side.WHITE if white else Side.BLACK)
        self._pass(PRESS_PAUSE_NS)


def seen_in_bytes(stream: BinaryIO, facing: Facing) -> Iterator[Seen]:
    """The inputs of a raw byte stream, as they arrive; or of a board's log, told by its first line."""
    read = getattr(stream, "read1", stream.read)
    begun = read(CHUNK)
    if begun.startswith(HEADER.encode()):
        yield from _seen_in_log(begun, stream, facing)
        return
    source = ByteInput(facing)
    data = begun
    while data:
        yield from source.feed(data)
        data = read(CHUNK)


def _seen_in_log(begun: bytes, stream: BinaryIO, facing: Facing) -> Iterator[Seen]:
    """What the board said, at the instants at which it was read, the first of them being 0."""
    source, first_ns = ByteInput(facing, timed=True), None
    for number, line in enumerate(_lines(begun, stream), 1):
        try:
            entry = entry_of(line.decode("ascii", "replace"))
        except BadInput as error:
            raise BadInput(f"<stdin>:{number}: {error}") from None
        if entry is not None and entry.way == "rx":
            first_ns = entry.at_ns if first_ns is None else first_ns
            yield from source.feed(entry.data, entry.at_ns - first_ns)


def _lines(begun: bytes, stream: BinaryIO) -> Iterator[bytes]:
    *lines, rest = begun.split(b"\n")
    yield from lines
    yield rest + stream.readline()
    yield from stream
