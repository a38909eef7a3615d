"""Each rule switched off in turn: its named tests must fail. `python -m tests.conformance.mutants [NAME ...]`.

A mutant replaces one name of one module before the tests run (tests/conftest.py applies the one that the environment
names). It is alive when all its tests still pass: then they prove nothing about that rule.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

ENVIRONMENT = "CLOCKD_MUTANT"
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Mutant:
    """`module.name` becomes `made(what it was)`; `tests` are node ids under tests/."""

    article: str
    module: str
    name: str
    made: Callable[[Any], Any]
    tests: tuple[str, ...]


def _value(value: Any) -> Callable[[Any], Any]:
    return lambda was: value


def _never(*arguments: Any, **others: Any) -> None:
    """A rule that does nothing."""


def _no_increment(was: Any) -> Any:
    def press(timing: Any, clock: Any, at_ns: int) -> Any:
        from clockd.game.clock import with_hand

        after, side = was(timing, clock, at_ns), clock.to_run
        period = timing.period(side, clock.hand(side).period)
        hand = after.hand(side)
        less = type(hand)(
            hand.remaining_ns - period.ahead_ns, hand.delay_left_ns, 0, hand.moves, hand.period
        )
        return with_hand(after, side, less)

    return press


def _off_by(more: int) -> Callable[[Any], Any]:
    def made(was: Any) -> Any:
        def moved(*arguments: Any) -> Any:
            found = was(*arguments)
            return None if found is None else found + more

        return moved

    return made


def _without_rights(was: Any) -> Any:
    return lambda board: was(board)[:8]


def _rule_off(was: dict[str, Any]) -> dict[str, Any]:
    return {name: lambda draft, seen, value: False for name in was}


G = "clockd.game."
MUTANTS = {
    "increment": Mutant("6.3.2", G + "clock", "press", _no_increment, ("game/test_clock.py",)),
    "periods": Mutant("6.3.1", G + "clock", "moves_to_go", _off_by(1), ("game/test_clock.py",)),
    "complete-at-the-end": Mutant(
        "6.2.1",
        G + "endings",
        "complete_last_move",
        _value(_never),
        ("game/test_endings.py", "game/test_presses.py"),
    ),
    "late-press": Mutant(
        "6.2.2",
        G + "moves",
        "_owes_a_press",
        _value(lambda draft, side: None),
        ("game/test_presses.py",),
    ),
    "default-time": Mutant(
        "6.7.1", G + "arrival", "late_at_ns", _value(lambda game: None), ("game/test_arrival.py",)
    ),
    "default-time-to-the-ns": Mutant(
        "6.7.1", G + "arrival", "late_at_ns", _off_by(-1), ("game/test_arrival.py",)
    ),
    "flag-doubt": Mutant("6.9", G + "endings", "FLAG_DOUBT_NS", _value(0), ("game/test_flag.py",)),
    "mate-by-search": Mutant(
        "6.9",
        "tests.game.referee",
        "can_mate",
        _value(lambda board, side: "possible"),
        ("game/test_mating.py",),
    ),
    "illegal-time": Mutant(
        "7.5.5",
        G + "illegal_moves",
        "PENALTY_NS",
        lambda was: dict.fromkeys(was, 0),
        ("game/test_illegal_moves.py",),
    ),
    "illegal-rapid": Mutant(
        "A.3",
        G + "illegal_moves",
        "PENALTY_NS",
        lambda was: dict.fromkeys(was, was["standard"]),
        ("game/test_illegal_moves.py",),
    ),
    "illegal-restores": Mutant(
        "7.5.1",
        G + "repairs",
        "order",
        _value(_never),
        ("game/test_illegal_moves.py", "game/test_repairs.py"),
    ),
    "behind": Mutant(
        "8.1.3", G + "notation", "ALLOWED_BEHIND", _value(99), ("game/test_notation.py",)
    ),
    "behind-on-paper": Mutant(
        "8.1.3", G + "sheet_check", "ALLOWED_BEHIND", _value(99), ("game/test_scoresheet.py",)
    ),
    "thirty-seconds": Mutant(
        "8.4",
        G + "notation_duty",
        "ALWAYS_FROM_NS",
        _value(1 << 62),
        ("game/test_scoresheet.py", "game/test_notation.py"),
    ),
    "move-30": Mutant(
        "US 2",
        G + "regulations",
        "_REGULATIONS",
        _rule_off,
        ("game/test_thirty_moves.py", "game/test_armageddon.py"),
    ),
    "threefold": Mutant("9.2.2", G + "claims", "THREEFOLD", _value(2), ("game/test_claims.py",)),
    "same-position": Mutant(
        "9.2.3", G + "evolve", "position_key", _without_rights, ("game/test_claims.py",)
    ),
    "fifty": Mutant("9.3", G + "claims", "FIFTY_MOVES_PLIES", _value(98), ("game/test_claims.py",)),
    "wrong-claim": Mutant(
        "9.5.3", G + "claims", "penalty_ns", _value(lambda game: 0), ("game/test_claims.py",)
    ),
    "claim-after-moving": Mutant(
        "9.4",
        G + "claims",
        "_as_it_stands",
        _value(lambda game, seen: game),
        ("game/test_claims.py",),
    ),
    "rejected-by-moving": Mutant(
        "9.1.2.1",
        G + "draws",
        "accepts",
        _value(lambda game, seen: game.offer is not None and game.offer.side is not seen.side),
        ("game/test_draws.py",),
    ),
    "queen-of-a-left-pawn": Mutant(
        "7.5.2", G + "illegal_moves", "_promote", _value(_never), ("game/test_illegal_moves.py",)
    ),
    "clocks-stop": Mutant(
        "7.5.1", G + "moves", "_stop_where_agreed", _value(_never), ("game/test_illegal_moves.py",)
    ),
    "fivefold": Mutant("9.6.1", G + "endings", "FIVEFOLD", _value(6), ("game/test_endings.py",)),
    "seventy-five": Mutant(
        "9.6.2", G + "endings", "SEVENTY_FIVE_MOVES_PLIES", _value(152), ("game/test_endings.py",)
    ),
    "draw-odds": Mutant(
        "US 7",
        G + "endings",
        "match_winner",
        _value(lambda game, result: None),
        ("game/test_armageddon.py",),
    ),
    "zero-tolerance": Mutant(
        "WS zero tolerance",
        G + "arrival",
        "absent",
        _value(lambda game: ()),
        ("game/test_arrival.py",),
    ),
}


def apply(name: str) -> None:
    """Put the mutant in force in this process."""
    mutant = MUTANTS[name]
    module = import_module(mutant.module)
    setattr(module, mutant.name, mutant.made(getattr(module, mutant.name)))


def is_noticed(name: str) -> bool:
    """Whether at least one of the mutant's tests fails."""
    tests = [f"tests/{each}" for each in MUTANTS[name].tests]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    run = subprocess.run(
        command, cwd=ROOT, env={**os.environ, ENVIRONMENT: name}, capture_output=True, check=False
    )
    assert run.returncode in (0, 1), (
        f"{name}: the tests could not run: {run.stdout.decode()[-500:]}"
    )
    return run.returncode == 1


def main(names: list[str]) -> int:
    alive = []
    for name in names or list(MUTANTS):
        noticed = is_noticed(name)
        print(
            f"{MUTANTS[name].article:18} {name:24} {'noticed' if noticed else 'ALIVE'}", flush=True
        )
        alive += [] if noticed else [name]
    print(f"{len(names or MUTANTS) - len(alive)} noticed, {len(alive)} alive")
    return 1 if alive else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
