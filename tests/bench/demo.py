"""A whole event at full speed: how long, how much processor, how much memory for hub and five tables together."""

import os
import resource
import subprocess
import sys
import time


def bench() -> None:
    """Print the figures of one `clockd demo --speed max --until-end`, beside a plain loop in the same run."""
    begun_s = time.perf_counter()
    command = [sys.executable, "-m", "clockd", "demo", "--speed", "max", "--until-end"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    took_s = time.perf_counter() - begun_s
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    games = [line for line in run.stderr.splitlines() if " board " in line]
    plain_s = _plain_loop_s()
    print(f"{len(games)} games, {run.stdout.splitlines()[-1]}, in {took_s:.1f} s")
    print(f"  that is {took_s / plain_s:.0f} times ten million additions on this machine now")
    print(f"  processor {used.ru_utime + used.ru_stime:.1f} s of {os.cpu_count()} cores")
    print(f"  memory {used.ru_maxrss / 1024:.0f} MiB at most, hub and tables in one process")


def _plain_loop_s() -> float:
    begun_s = time.perf_counter()
    total = 0
    for number in range(10_000_000):
        total += number
    return time.perf_counter() - begun_s
