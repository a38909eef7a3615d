"""Random small Swiss events, each round by the engine and by an exhaustive search of the articles.

`python -m tests.bench swiss [--tournaments N] [--seed N] [--edition 2026|2017]`: 150 events of both editions, from seed
1 on, without them; the first round that differs stops the run with its seed.
"""

import argparse
import time

from clockd.tournament.swiss.rules import EDITIONS
from tests.tournament.swiss_random import Tally, compare_event

TOURNAMENTS = 150


def bench(*arguments: str) -> None:
    """Print how many events and rounds agreed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench swiss")
    parser.add_argument("--tournaments", type=int, default=TOURNAMENTS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", type=int, choices=EDITIONS)
    options = parser.parse_args(arguments)
    for edition in [options.edition] if options.edition else EDITIONS:
        tally, begin = Tally(), time.process_time()
        for seed in range(options.seed, options.seed + options.tournaments):
            compare_event(seed, tally, edition)
        took_s = time.process_time() - begin
        print(
            f"  {edition}: {tally.events} events of 2 to 8 players, {tally.rounds} rounds"
            f" ({tally.impossible} impossible) agree with the exhaustive search; {took_s:.0f} s of CPU"
        )
