"""How long a Swiss round takes to pair, in CPU seconds, round by round; aims: 250 players 5 s, 500 players 20 s.

`python -m tests.bench pairing [--players N...] [--rounds N] [--seed N] [--edition 2026|2017]`. Each field twice: the
stronger player mostly wins, and chance decides, which is the harder to pair.
"""

import argparse
import resource
import time

from clockd.tournament.swiss.rules import EDITIONS
from tests.tournament.swiss_large import LargeEvent

PLAYERS = (100, 250, 251, 500, 501)
ROUNDS = 5


def bench(*arguments: str) -> None:
    """Print a line for each size of field."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench pairing")
    parser.add_argument("--players", type=int, nargs="+", default=PLAYERS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", type=int, choices=EDITIONS, default=EDITIONS[0])
    options = parser.parse_args(arguments)
    for players in options.players:
        for chance in (False, True):
            event = LargeEvent(
                players, options.rounds, options.seed, chance=chance, edition=options.edition
            )
            spent = " / ".join(f"{each:.1f}" for each in _seconds(event))
            how = "by chance" if chance else "by strength"
            print(f"  {players} players, {how}, rounds 1 to {options.rounds}: {spent} s")
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  peak memory {peak_mb:.0f} MiB")


def _seconds(event: LargeEvent) -> list[float]:
    spent = []
    for position in event.positions():
        begin = time.process_time()
        found = position.pair()
        spent.append(time.process_time() - begin)
        event.play(position, found)
    return spent
