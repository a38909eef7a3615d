"""How fast the frame reader reads, beside a plain copy of the same bytes: a Pi must never be behind its board."""

import time
from collections.abc import Callable
from functools import partial

from drivers.dgt_frames import START_CODES, FrameReader, encode

BAUD_BYTES = 960  # bytes a second that one board can send
ROUNDS = 2000
STREAM = (
    encode(0x8E, b"\x34\x00") + encode(0x8E, b"\x24\x01") + encode(0x86, START_CODES)
) * ROUNDS
CHUNK_SIZES = (1, 5, 64, 4096)


def bench() -> None:
    """Print bytes a second by chunk size, the ratio to a copy, and the share of a core that one board takes."""
    print(f"frame reader, {len(STREAM)} bytes of moves and dumps")
    for size in CHUNK_SIZES:
        chunks = [STREAM[at : at + size] for at in range(0, len(STREAM), size)]
        read_ns = _spent_ns(partial(_read, chunks))
        copy_ns = _spent_ns(partial(_copy, chunks))
        rate = len(STREAM) * 1_000_000_000 // read_ns
        print(
            f"  chunks of {size:4}: {rate / 1e6:6.2f} MB/s, {read_ns / copy_ns:5.1f} times a copy,"
            f" one board {100 * BAUD_BYTES / rate:.3f} % of a core"
        )


def _spent_ns(work: Callable[[], object]) -> int:
    best = 0
    for _ in range(3):
        begin_ns = time.perf_counter_ns()
        work()
        spent_ns = time.perf_counter_ns() - begin_ns
        best = spent_ns if not best else min(best, spent_ns)
    return max(1, best)


def _read(chunks: list[bytes]) -> int:
    reader = FrameReader()
    return sum(len(reader.feed(chunk)) for chunk in chunks)


def _copy(chunks: list[bytes]) -> int:
    copy = bytearray()
    for chunk in chunks:
        copy += chunk
    return len(copy)


if __name__ == "__main__":
    bench()
