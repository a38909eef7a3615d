"""How long simulated games of the U.S. rulebook take, faults included; the same games a second time as the ratio."""

import time

from clockd.cli.simulate import simulate
from clockd.rulebooks import load_rulebook
from clockd.sim.mass_game import FAULTS, Tally

GAMES = 100


def bench() -> None:
    """Print milliseconds a game, and what ten thousand would take."""
    rulebook = load_rulebook("us-senior-2019")
    for faults in (frozenset[str](), frozenset(FAULTS)):
        tally = Tally()
        begin = time.process_time()
        for seed in range(GAMES):
            simulate(rulebook, seed, faults, tally)
        each_s = (time.process_time() - begin) / GAMES
        named = "all faults" if faults else "no faults"
        print(
            f"  {named}: {each_s * 1000:.1f} ms of CPU a game of {tally.plies // GAMES} plies;"
            f" 10,000 games: {each_s * 10_000 / 60:.1f} min"
        )
