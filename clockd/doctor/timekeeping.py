"""The crystal: how far it goes wrong by the network's time, and what that costs in a round.

The kernel's own figures (adjtimex(2), read only): while NTP keeps the time, `freq` is what the crystal is off, in parts
per million. clockd counts on CLOCK_MONOTONIC, which the same correction holds; without a network the crystal is alone.
"""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass

from clockd.doctor.finding import Finding, Level, Patient, check

ROUND_S = 5 * 3600
PPM_USUAL, PPM_MOST = 100, 500  # a Pi's crystal is within 100; 500 is what the kernel can correct
UNSYNCHRONISED = 0x40  # STA_UNSYNC
_WORDS = 26  # longs in struct timex, more than any kernel writes


@dataclass(frozen=True, slots=True)
class KernelClock:
    """What the kernel says of its time: the correction in ppm, whether NTP keeps it, the error bound in ms."""

    ppm: float
    synchronised: bool
    error_ms: float


def kernel_clock() -> KernelClock:
    """Read adjtimex with no mode bits, which anybody may; OSError where the system has none."""
    words = (ctypes.c_long * _WORDS)()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.adjtimex(ctypes.byref(words)) < 0:
        raise OSError(ctypes.get_errno(), "adjtimex")
    # struct timex: modes, offset, freq, maxerror, esterror, status, ... (ints are padded to longs on 64 bits)
    if ctypes.sizeof(ctypes.c_long) == 8:
        freq, most, status = words[2], words[3], ctypes.c_int(words[5] & 0xFFFFFFFF).value
    else:
        freq, most, status = words[2], words[3], words[5]
    return KernelClock(freq / 65536, not status & UNSYNCHRONISED, most / 1000)


def cost_ms(ppm: float, duration_s: float = ROUND_S) -> float:
    """What a clock that is off by so much gains or loses in so long."""
    return abs(ppm) * duration_s / 1000


@check("time")
def drift(_: Patient) -> Iterator[Finding]:
    """By NTP where there is one; else the crystal's own word."""
    yield told_of(kernel_clock())


def told_of(clock: KernelClock) -> Finding:
    """One finding for one reading of the kernel's clock."""
    if not clock.synchronised:
        bound_s = cost_ms(PPM_USUAL) / 1000
        said = f"not set by the network: games are timed by the crystal alone, within {bound_s:.1f} s in five hours"
        return Finding("time", Level.GOOD, said)
    said = f"the crystal is off by {clock.ppm:+.1f} ppm, {cost_ms(clock.ppm) / 1000:.2f} s in five hours, and corrected"
    if abs(clock.ppm) >= PPM_MOST:
        return Finding(
            "time", Level.STOPS, f"{said} as far as can be: this Pi cannot keep time, use another"
        )
    if abs(clock.ppm) > PPM_USUAL:
        return Finding("time", Level.NOTE, f"{said}: unusual, look at it again after a day")
    return Finding("time", Level.GOOD, said)
