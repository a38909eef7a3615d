"""Mutated board streams through the frame reader: no exception, bounded memory, the next good message always read.

The same streams on the line of a live board, at any instants: once they end, the board is read again and its squares
are right. `python -m tests.bench fuzz` takes `CLOCKD_STREAMS` streams (default 20,000; a million have been run) and a
tenth as many on the line.
"""

import os
import random
import time

from clockd.units import milliseconds, seconds
from drivers.dgt_frames import FRAME_SIZE_MAX, FrameReader
from drivers.dgt_phases import Phase
from tests.drivers.test_dgt_frames import E4, PAWN_ON_E4, ROWS
from tests.drivers.virtual_line import VirtualLine, live_line

STREAMS = int(os.environ.get("CLOCKD_STREAMS", "20000"))
SEED = 11
STREAMS_A_CHECK = 20
# What a false start costs at most: eight heartbeats in vain, the port opened again, a board asked, an idle dump.
HEALED_NS = seconds(60)


def mutated(dice: random.Random, stream: bytearray) -> bytes:
    """The stream with bytes flipped, lost, doubled, moved or made up."""
    for _ in range(dice.randrange(1, 9)):
        place = dice.randrange(len(stream) + 1)
        kind = dice.randrange(5)
        if kind == 0 and place < len(stream):
            stream[place] ^= 1 << dice.randrange(8)
        elif kind == 1:
            del stream[place : place + dice.randrange(1, 12)]
        elif kind == 2:
            stream[place:place] = stream[place : place + dice.randrange(1, 12)]
        elif kind == 3:
            stream[place:place] = dice.randbytes(dice.randrange(1, 12))
        else:
            cut = stream[place:]
            stream[:] = cut + stream[:place]
    return bytes(stream)


def one(dice: random.Random, rows: list[bytes]) -> int:
    """One stream, whole and in random pieces; how many bytes it had."""
    stream = mutated(dice, bytearray(b"".join(dice.choices(rows, k=dice.randrange(1, 5)))))
    tail = (
        bytes(FRAME_SIZE_MAX) if dice.randrange(200) == 0 else b""
    )  # fills what a header announced
    stream += tail
    whole, pieces = FrameReader(), FrameReader()
    read = whole.feed(stream)
    found = []
    place = 0
    while place < len(stream):
        size = dice.choice((1, 1, 4, 7, 64))
        found += pieces.feed(stream[place : place + size])
        place += size
    assert found == read, f"another chunking, other messages: {stream.hex()}"
    assert len(whole._buffer) <= FRAME_SIZE_MAX, "memory is not bounded"
    assert whole.feed(E4)[-1:] == [PAWN_ON_E4], f"the next good message was lost: {stream.hex()}"
    return len(stream)


def on_the_line(dice: random.Random, rows: list[bytes], line: VirtualLine, streams: int) -> None:
    """So many streams on one line, now and then with a pause within; then it is read as if nothing had been."""
    for _ in range(streams):
        stream = mutated(dice, bytearray(b"".join(dice.choices(rows, k=dice.randrange(1, 5)))))
        cut = dice.randrange(len(stream) + 1)
        for piece in (stream[:cut], stream[cut:]):
            opened(line).hear(piece)
            line.run(milliseconds(dice.choice((0, 5, 300, 2000))))
    line.seen.clear()
    line.sent.clear()
    for _ in range(6):
        opened(line).run(HEALED_NS // 6)
    assert line.line.phase is Phase.READING, line.links
    assert line.board and line.believed == line.board.placement, "the squares are not right again"
    assert len(line.line.reader._buffer) <= FRAME_SIZE_MAX, "memory is not bounded"
    assert len(line.line._outbox._waiting) < 16, "commands pile up"


def opened(line: VirtualLine) -> VirtualLine:
    """The line, its port open: as the driver's thread does after each time that the line wants it."""
    if line.line.phase is Phase.CLOSED:
        line.open()
    return line


def bench() -> None:
    """Print how many streams went through, and how fast."""
    dice = random.Random(SEED)
    rows = [row[1] for row in ROWS]
    begin = time.perf_counter()
    size = sum(one(dice, rows) for _ in range(STREAMS))
    took_s = time.perf_counter() - begin
    print(
        f"  {STREAMS} mutated streams, {size / 1e6:.1f} MB, in {took_s:.1f} s: none broke the reader"
    )
    begin = time.perf_counter()
    line = live_line()
    checks = max(1, STREAMS // 10 // STREAMS_A_CHECK)
    for _ in range(checks):
        on_the_line(dice, rows, line, STREAMS_A_CHECK)
    took_s = time.perf_counter() - begin
    print(
        f"  {checks * STREAMS_A_CHECK} of them on the line of a live board in {took_s:.1f} s: right again after each "
        f"{STREAMS_A_CHECK}, {line.now_ns / seconds(3600):.1f} hours of the board's time"
    )
