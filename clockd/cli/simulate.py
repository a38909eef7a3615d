"""Play games in virtual time, with players who slip and faults at every seam, and check every invariant.

Never two clocks run; no time is negative before a flag; spent and remaining add up to granted; the folded journal is
the game that was played; no result changes without a ruling. The journal is kept in memory; one game in a hundred is
also written to a real one on the disk and read back. Exit status 1 on a broken invariant, with the seed that
repeats it.

example:
  clockd simulate --games 1000 --seed 1 --faults all
  clockd simulate --games 1 --seed 4711 --faults kill,torn
"""

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random

from clockd.errors import BadInput
from clockd.game.pairing import Pairing, Player
from clockd.game.record import facts_of, replay
from clockd.game.state import Game
from clockd.journal import Journal, Record
from clockd.rulebooks import Rulebook, find_rulebook, resolve
from clockd.sim.game_library import real_games
from clockd.sim.mass_game import FAULTS, MassGame, Tally
from clockd.sim.mass_ledger import Broken

HELP = "play games in virtual time and check every invariant"
ON_DISK_EVERY = 100
TELL_EVERY = 500
GAMES_MOST = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--games", type=int, default=100, metavar="N", help="how many (default 100)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="of the first game; then S+1"
    )
    parser.add_argument(
        "--faults",
        default="all",
        metavar="none|all|LIST",
        help=f"comma-separated: {', '.join(FAULTS)} (default all)",
    )
    parser.add_argument(
        "--rules",
        default="us-senior-2019",
        metavar="NAME",
        help="the rulebook (default us-senior-2019)",
    )


def run(options: argparse.Namespace) -> int:
    if not 1 <= options.games <= GAMES_MOST:
        raise BadInput(f"--games {options.games}, expected 1 to {GAMES_MOST}")
    faults, rulebook = _faults(options.faults), find_rulebook(options.rules, Path.cwd())
    tally = Tally()
    for seed in range(options.seed, options.seed + options.games):
        try:
            played = simulate(rulebook, seed, faults, tally)
            if seed % ON_DISK_EVERY == 0:
                _on_disk(played)
        except Broken as broken:
            _summary(tally, options)
            print(f"broken: {broken}")
            print(
                f"repeat: clockd simulate --games 1 --seed {seed} --faults {options.faults}",
                flush=True,
            )
            return 1
        if tally.games % TELL_EVERY == 0 and sys.stderr.isatty():
            print(f"\r{tally.games} of {options.games} games", end="", file=sys.stderr, flush=True)
    if options.games >= TELL_EVERY and sys.stderr.isatty():
        print(file=sys.stderr)
    _summary(tally, options)
    return 0


def simulate(rulebook: Rulebook, seed: int, faults: frozenset[str], tally: Tally) -> MassGame:
    """One game of this seed, played to its end."""
    dice = Random(seed)
    game = MassGame(_pairing(rulebook, dice), dice.choice(real_games()), dice, faults, tally)
    game.play()
    return game


def _pairing(rulebook: Rulebook, dice: Random) -> Pairing:
    """Mostly a round's game; now and then one of a playoff stage that has its own control."""
    stages = (
        [each.name for each in rulebook.playoff.stages if each.control] if rulebook.playoff else []
    )
    stage = dice.choice(stages) if stages and dice.randrange(10) < 3 else None
    registration = None if stage is not None else dice.randrange(2) == 0
    white, black = Player("White"), Player("Black")
    return resolve(rulebook, white, black, stage=stage, arrival_registration=registration)


def _faults(text: str) -> frozenset[str]:
    if text in ("none", "all"):
        return frozenset(FAULTS if text == "all" else ())
    asked = [name.strip() for name in text.split(",")]
    for name in asked:
        if name not in FAULTS:
            raise BadInput(f"--faults {name!r}, expected none, all or some of {', '.join(FAULTS)}")
    return frozenset(asked)


def _on_disk(played: MassGame) -> None:
    """The same records through a real journal: written, verified and folded again."""
    with tempfile.TemporaryDirectory(prefix="clockd-simulate-") as folder:
        path = Path(folder) / "journal.sqlite"
        journal = Journal(path)
        journal.append(played.records)
        journal.close()
        game = Game()
        for kept in Journal(path, read_only=True).verified():
            game = replay(game, facts_of(Record(kept.seq, kept.body).content))
        if game != played.game:
            raise Broken("the journal on the disk is not the game that was played")


def _summary(tally: Tally, options: argparse.Namespace) -> None:
    print(
        f"{tally.games} games of {options.rules} from seed {options.seed}: {tally.plies} plies,"
        f" {tally.inputs} inputs, invariants checked {tally.checks} times; journal in memory,"
        f" one in {ON_DISK_EVERY} on the disk"
    )
    for title, counted in (("endings", tally.endings), ("faults", tally.faults)):
        told = ", ".join(f"{name} {count}" for name, count in sorted(counted.items()))
        print(f"{title}: {told or 'none'}")
