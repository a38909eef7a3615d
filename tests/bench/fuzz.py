"""Mutated board streams through the frame reader: no exception, bounded memory, the next good message always read.

`python -m tests.bench fuzz` takes `CLOCKD_STREAMS` streams (default 20,000; a million have been run).
"""

import os
import random
import time

from drivers.dgt_frames import FRAME_SIZE_MAX, FrameReader
from tests.drivers.test_dgt_frames import E4, PAWN_ON_E4, ROWS

STREAMS = int(os.environ.get("CLOCKD_STREAMS", "20000"))
SEED = 11


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
