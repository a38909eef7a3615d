"""Each rule switched off in turn: the tests that its articles name must fail. `python -m tests.conformance.mutants`.

A mutant replaces one name of one module before the tests run (tests/conftest.py applies the one that the environment
names). It is alive for an article when every test that the article names still passes: then they prove nothing.
With names of mutants behind it the command runs these alone.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import chess

from tests.conformance.articles import Article
from tests.conformance.events import ARTICLES

ENVIRONMENT = "CLOCKD_MUTANT"
ROOT = Path(__file__).parents[2]
BY_NUMBER = {article.number: article for article in ARTICLES}


@dataclass(frozen=True, slots=True)
class Mutant:
    """`name` of `module` ("Class.method" too) becomes `made(what it was)`; the articles' named tests must notice."""

    articles: tuple[str, ...]
    module: str
    name: str
    made: Callable[[Any], Any]


def _value(value: Any) -> Callable[[Any], Any]:
    return lambda was: value


def _never(*arguments: Any, **others: Any) -> None:
    """A rule that does nothing."""


def _answer(value: Any) -> Callable[[Any], Any]:
    """A rule that answers the same, whatever it is asked."""
    return lambda was: lambda *arguments, **others: value


def _without(*keys: Any) -> Callable[[Any], Any]:
    """A table of rules in which these do nothing."""

    def made(was: Mapping[Any, Any]) -> dict[Any, Any]:
        return {key: _never if _name(key) in keys else rule for key, rule in was.items()}

    return made


def _not_folded(*names: str) -> Callable[[Any], Any]:
    """A table of folds in which these facts change nothing."""

    def made(was: Mapping[Any, Any]) -> dict[Any, Any]:
        return {
            key: (lambda game, fact: game) if _name(key) in names else fold
            for key, fold in was.items()
        }

    return made


def _name(key: Any) -> str:
    return str(getattr(key, "__name__", key))


def _ending(name: str) -> Callable[[Any], Any]:
    """Positions end games, but for one kind of ending."""

    def made(was: Any) -> Any:
        def found(game: Any) -> Any:
            ending = was(game)
            return None if ending is not None and ending[1] == name else ending

        return found

    return made


def _no_increment(was: Any) -> Any:
    def press(timing: Any, clock: Any, at_ns: int) -> Any:
        from clockd.game.clock import with_hand

        after, side = was(timing, clock, at_ns), clock.to_run
        period = timing.period(side, clock.hand(side).period)
        hand = after.hand(side)
        less = replace(hand, remaining_ns=hand.remaining_ns - period.ahead_ns)
        return with_hand(after, side, less)

    return press


def _off_by(more: int) -> Callable[[Any], Any]:
    def made(was: Any) -> Any:
        def moved(*arguments: Any) -> Any:
            found = was(*arguments)
            return None if found is None else found + more

        return moved

    return made


def _other_side_runs(was: Any) -> Any:
    def start(clock: Any, at_ns: int) -> Any:
        return replace(was(clock, at_ns), to_run=clock.to_run.other)

    return start


def _keeps_running(was: Any) -> Any:
    return lambda draft, at_ns: draft.clock_at(at_ns)


def _without_rights(was: Any) -> Any:
    """Men and side to move alone; a lost right is known in two places, since nothing before it can come again."""
    chess.Board.is_irreversible = chess.Board.is_zeroing  # type: ignore[method-assign]
    return lambda board: was(board)[:8]


def _rule_off(was: dict[str, Any]) -> dict[str, Any]:
    return {name: lambda draft, seen, value: False for name in was}


def _english_only(was: dict[str, str]) -> dict[str, str]:
    return dict.fromkeys(was, was["en"])


def _exempt_by_the_laws_alone(was: Any) -> Any:
    def exempt(game: Any, side: Any) -> bool:
        return bool(was(replace(game, pairing=replace(game.pairing, notation="laws")), side))

    return exempt


def _next_round(was: Any) -> Any:
    return lambda players, index: was(players, (index + 1) % (players - 1))


G, T = "clockd.game.", "clockd.tournament."
MUTANTS = {
    "a-clock-runs-on": Mutant(
        ("6.1", "6.11"), G + "draft", "Draft.stopped_clock_at", _keeps_running
    ),
    "checkmate": Mutant(("5.1.1",), G + "endings", "ending_by_position", _ending("checkmate")),
    "resignation": Mutant(("5.1.2",), G + "decide", "_LAWS", _without("ResignPressed")),
    "stalemate": Mutant(("5.2.1",), G + "endings", "ending_by_position", _ending("stalemate")),
    "dead": Mutant(("5.2.2",), G + "endings", "ending_by_position", _ending("dead-position")),
    "agreement": Mutant(("5.2.3", "9.1.2.1"), G + "draws", "accepts", _answer(False)),
    "complete-at-the-end": Mutant(("6.2.1",), G + "endings", "complete_last_move", _value(_never)),
    "late-press": Mutant(("6.2.2",), G + "moves", "_owes_a_press", _answer(None)),
    "periods": Mutant(("6.3.1",), G + "clock", "moves_to_go", _off_by(1)),
    "increment": Mutant(("6.3.2", "US 4"), G + "clock", "press", _no_increment),
    "saved-by-the-press": Mutant(("6.4",), G + "endings", "clock_saved_by_press", _answer(None)),
    "white-starts": Mutant(("6.6", "6.7.2"), G + "clock", "start", _other_side_runs),
    "default-time": Mutant(("6.7.1", "US 1"), G + "arrival", "late_at_ns", _answer(None)),
    "default-time-to-the-ns": Mutant(("6.7.1", "US 1"), G + "arrival", "late_at_ns", _off_by(-1)),
    "flag-instant": Mutant(("6.8",), G + "clock", "zero_at_ns", _off_by(1)),
    "flag-doubt": Mutant(("6.9",), G + "endings", "FLAG_DOUBT_NS", _value(0)),
    "mate-by-search": Mutant(("6.9",), "tests.game.referee", "can_mate", _answer("possible")),
    "edits-stand-still": Mutant(("6.10",), G + "rulings", "needs_stopped_clock", _value(_never)),
    "moves-set": Mutant(
        ("7.1",), G + "rulings", "_COMMANDS", _without("set-moves", "set-position", "restore")
    ),
    "illegal-restores": Mutant(("7.5.1",), G + "repairs", "order", _value(_never)),
    "clocks-stop": Mutant(("7.5.1",), G + "moves", "_stop_where_agreed", _value(_never)),
    "queen-of-a-left-pawn": Mutant(("7.5.2",), G + "illegal_moves", "_promote", _value(_never)),
    "no-move-told": Mutant(("7.5.3",), G + "decide", "_LAWS", _without("BoardAlert")),
    "illegal-time": Mutant(
        ("7.5.5",), G + "illegal_moves", "PENALTY_NS", lambda was: dict.fromkeys(was, 0)
    ),
    "illegal-rapid": Mutant(
        ("A.3, B.2",),
        G + "illegal_moves",
        "PENALTY_NS",
        lambda was: dict.fromkeys(was, was["standard"]),
    ),
    "letters": Mutant(("8.1.1", "Appendix C"), G + "sheet_words", "LETTERS", _english_only),
    "behind": Mutant(("8.1.3",), G + "notation", "ALLOWED_BEHIND", _value(99)),
    "behind-on-paper": Mutant(("8.1.3",), G + "sheet_check", "ALLOWED_BEHIND", _value(99)),
    "offers-on-paper": Mutant(("8.1.5",), G + "sheet_check", "_Comparison._offer", _answer([])),
    "offers-in-the-pgn": Mutant(("8.1.5",), "clockd.feeds.pgn", "_offered_at", _answer(False)),
    "thirty-seconds": Mutant(("8.4",), G + "notation_duty", "ALWAYS_FROM_NS", _value(1 << 62)),
    "sheets": Mutant(("8.7",), G + "rulings", "_COMMANDS", _without("check-sheet", "signed")),
    "move-30": Mutant(("9.1.1", "US 2"), G + "regulations", "_REGULATIONS", _rule_off),
    "rejected-by-moving": Mutant(
        ("9.1.2.1",),
        G + "draws",
        "accepts",
        _value(lambda game, seen: game.offer is not None and game.offer.side is not seen.side),
    ),
    "claim-is-an-offer": Mutant(("9.1.2.3",), G + "draws", "on_draw_proposed", _value(_never)),
    "threefold": Mutant(("9.2.2",), G + "claims", "THREEFOLD", _value(2)),
    "same-position": Mutant(("9.2.3",), G + "state", "position_key", _without_rights),
    "fifty": Mutant(("9.3",), G + "claims", "FIFTY_MOVES_PLIES", _value(98)),
    "claim-after-moving": Mutant(
        ("9.4",), G + "claims", "_as_it_stands", _value(lambda game, seen: game)
    ),
    "claim-stops": Mutant(("9.5.1",), G + "claims", "stop", _value(_never)),
    "wrong-claim": Mutant(("9.5.3",), G + "claims", "penalty_ns", _answer(0)),
    "fivefold": Mutant(("9.6.1",), G + "endings", "FIVEFOLD", _value(6)),
    "seventy-five": Mutant(("9.6.2",), G + "endings", "SEVENTY_FIVE_MOVES_PLIES", _value(152)),
    "device": Mutant(("11.3", "US 3"), G + "rulings", "_COMMANDS", _without("device")),
    "refused-offers-count": Mutant(
        ("11.5",), G + "evolve", "_EVOLVE", _not_folded("DrawOffered", "DrawRefused")
    ),
    "face-tells-all": Mutant(
        ("12.6",),
        "clockd.web.app",
        "TablePages.clock",
        _value(lambda pages, request: pages.dashboard(request)),
    ),
    "uneven-results": Mutant(
        ("12.9",), G + "rulings", "RESULTS", _value(("1-0", "0-1", "1/2-1/2"))
    ),
    "set-aside": Mutant(("US 6",), G + "rulings", "_COMMANDS", _without("set-aside")),
    "always-notation": Mutant(("US 5",), G + "notation", "exempt", _exempt_by_the_laws_alone),
    "berger": Mutant(("US format",), T + "round_robin", "_pairs", _next_round),
    "little-table": Mutant(
        ("US 7, tie-breaks",), T + "direct_encounter", "_ranked", _value(lambda table, tied: [tied])
    ),
    "stages": Mutant(("US 7, playoff",), T + "playoff_rules", "Playoff.stage_at", _answer(None)),
    "draw-odds": Mutant(("US 7, Armageddon",), G + "endings", "match_winner", _answer(None)),
    "born-before": Mutant(("WS 3",), T + "event_rules", "Entries.complaint", _answer(None)),
    "zero-tolerance": Mutant(("WS 4, lateness",), G + "arrival", "absent", _answer(())),
    "colours-in-a-row": Mutant(("WS 4, Swiss",), T + "pairing_check", "IN_A_ROW", _value(9)),
    "all-met": Mutant(
        ("WS 5, tie-breaks",),
        T + "direct_encounter",
        "LittleTable.all_met",
        _value(property(lambda little: True)),
    ),
    "medals": Mutant(("WS 5, medals",), T + "awards", "_of_rank", _answer(())),
    "format-by-entries": Mutant(("WS 6",), T + "event_rules", "Format.fits", _answer(True)),
}


def apply(name: str) -> None:
    """Put the mutant in force in this process."""
    mutant = MUTANTS[name]
    owner: Any = import_module(mutant.module)
    *outer, last = mutant.name.split(".")
    for each in outer:
        owner = getattr(owner, each)
    setattr(owner, last, mutant.made(getattr(owner, last)))


def is_noticed(name: str, article: Article) -> bool:
    """Whether at least one of the tests that the article names fails under this mutant."""
    tests = [f"tests/{each}" for each in article.tests]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    run = subprocess.run(
        command, cwd=ROOT, env={**os.environ, ENVIRONMENT: name}, capture_output=True, check=False
    )
    said = run.stdout.decode()
    assert run.returncode in (0, 1), f"{name}: the tests could not run: {said[-500:]}"
    return run.returncode == 1


def main(names: list[str]) -> int:
    """Every mutant against every article that it belongs to, two at a time."""
    asked = [
        (name, BY_NUMBER[number]) for name in names or MUTANTS for number in MUTANTS[name].articles
    ]
    alive = 0
    with ThreadPoolExecutor(2) as pool:
        for (name, article), noticed in zip(
            asked, pool.map(lambda each: is_noticed(*each), asked), strict=True
        ):
            print(f"{article.number:18} {name:24} {'noticed' if noticed else 'ALIVE'}", flush=True)
            alive += not noticed
    print(f"{len(asked) - alive} noticed, {alive} alive")
    return 1 if alive else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
