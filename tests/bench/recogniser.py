"""The recogniser over whole games of both models of hands: how many it reads, what it tells, what it costs.

`python -m tests.bench recogniser [--games N] [--seed N] [--hands first|second] [--level NAME] [--scan-ms MS]`: 12 games
a level without them; 300 and more for the figures of a release. Games are the real ones of clockd/sim and, where they
are at hand, of the shared folder, each under new hands. Printed, never asserted.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import chess
import chess.pgn

from clockd.game.bridge import bridges
from clockd.game.evidence import BoardAlert, MoveSettled
from clockd.game.positions import letters_of, position_of
from clockd.game.recognise import Recogniser
from clockd.ports import ClockPressed
from clockd.sim.game_library import real_games
from clockd.sim.hand_levels import LEVELS
from clockd.sim.scans import Seen, play_game
from clockd.units import MILLISECOND_NS, milliseconds, seconds
from tests.game.second_hands import STYLES, show_game
from tests.shared import SHARED

GAMES = 12
PGN = ("world_matches", "club_cup_2018_clocks", "online_blitz_clocks", "online_rare_endings")
NEAR = 4  # half-moves around the first wrong move in which an alert is one about it
SHORT = 10  # half-moves: games no longer than this prove little
NAMES = ("clean", "club", "scramble", "hostile")
Moves = list[chess.Move]


@dataclass
class Tally:
    """What a level gave."""

    games: int = 0
    exact: int = 0
    silent: int = 0  # wrong, and no alert in the whole game
    unheralded: int = 0  # wrong, and no alert near the first wrong move
    plies: int = 0
    alerts: Counter[str] = field(default_factory=Counter)
    forgotten: int = 0  # presses that hands forgot, in the games read exactly
    named: int = 0
    named_right: int = 0
    spent_ns: list[int] = field(default_factory=list)
    lag_ns: list[int] = field(default_factory=list)  # from press to settled, in the game's own time

    def add(self, moves: Moves, seen: Sequence[Seen], unpressed: set[int], read: "Read") -> None:
        """Count one game."""
        true = [move.uci() for move in moves]
        self.games += 1
        self.plies += len(true)
        self.alerts.update(alert for _, alert, _ in read.alerts)
        if read.moves == true:
            self.exact += 1
            self._count_missed(true, unpressed, read)
            return
        pairs = enumerate(zip(read.moves, true, strict=False))
        wrong = next((at for at, (got, meant) in pairs if got != meant), len(read.moves))
        self.silent += not read.alerts
        self.unheralded += all(abs(at - wrong) > NEAR for at, _, _ in read.alerts)

    def _count_missed(self, true: list[str], unpressed: set[int], read: "Read") -> None:
        self.forgotten += len(unpressed)
        for at, alert, detail in read.alerts:
            if alert == "missed-press":
                plies = range(max(0, at - 7), min(len(true), at + 1))
                self.named += 1
                self.named_right += any(
                    p in unpressed and true[p] == detail.split()[0] for p in plies
                )


@dataclass
class Read:
    """What the recogniser made of one game; an alert is (moves settled by then, name, detail)."""

    moves: list[str]
    alerts: list[tuple[int, str, str]]


def bench(*arguments: str) -> None:
    """Print, for each level and model of hands, the rates, the alerts and the processor time."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench recogniser")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", choices=["first", "second"])
    parser.add_argument("--level", choices=NAMES)
    parser.add_argument("--scan-ms", type=int, default=150)
    options = parser.parse_args(arguments)
    for hands in [options.hands] if options.hands else ["first", "second"]:
        for level in [options.level] if options.level else NAMES:
            tally = tallied(hands, level, options.games, options.seed, options.scan_ms)
            print_tally(f"{hands} hands, {level}, {options.scan_ms} ms", tally)
    print_recovery()


def tallied(hands: str, level: str, games: int, seed: int, scan_ms: int) -> Tally:
    """So many games of one level, drawn from the library in turn, each with its own dice."""
    library, tally = list(whole_games()), Tally()
    for number in range(games):
        board, moves = library[(seed + 37 * number) % len(library)]
        rng = Random(f"{hands} {level} {seed} {number}")
        if hands == "first":
            played = play_game(board, moves, rng, LEVELS[level], scan_ns=milliseconds(scan_ms))
            seen, hidden = played.seen, bool(played.hidden)
            unpressed = {ply for ply, at_ns in enumerate(played.press_ns) if at_ns is None}
        else:
            style = next(one for one in STYLES if one.name == level)
            shown = show_game(board, moves, rng, style, scan_ms)
            seen, hidden, unpressed = shown.seen, shown.unreadable, shown.unpressed
        if not hidden:
            tally.add(moves, seen, unpressed, read(board, seen, scan_ms, tally))
    return tally


def whole_games() -> Iterator[tuple[chess.Board, Moves]]:
    """The games there are."""
    for name in PGN:
        path = SHARED / "games" / f"{name}.pgn"
        if path.exists():
            with path.open() as source:
                while (game := chess.pgn.read_game(source)) is not None:
                    moves = list(game.mainline_moves())
                    if len(moves) > SHORT:
                        yield game.board(), moves
    for real in real_games():
        yield chess.Board(), list(real.moves)


def read(board: chess.Board, seen: Sequence[Seen], scan_ms: int, tally: Tally) -> Read:
    """Feed one game, timing each input by itself."""
    recogniser, result = Recogniser(board, scan_ns=milliseconds(scan_ms)), Read([], [])
    pressed: list[int] = []
    for one in seen:
        begun = time.thread_time_ns()
        found = recogniser.feed(one)
        tally.spent_ns.append(time.thread_time_ns() - begun)
        if isinstance(one, ClockPressed):
            pressed.append(one.at_ns)
        for each in found:
            if isinstance(each, MoveSettled) and each.pressed:
                before = [at for at in pressed if each.landed_ns - milliseconds(400) <= at]
                tally.lag_ns += [each.at_ns - before[0]] if before else []
        note(result, found)
    note(result, recogniser.finish(seen[-1].at_ns + seconds(4)))
    result.moves += recogniser.shown
    return result


def note(result: Read, found: Sequence[object]) -> None:
    for one in found:
        if isinstance(one, MoveSettled):
            result.moves.append(one.uci)
        elif isinstance(one, BoardAlert):
            result.alerts.append((len(result.moves), one.alert, one.detail))


# --- printing ------------------------------------------------------------------------------------------------------


def print_tally(name: str, tally: Tally) -> None:
    """Three lines for a level."""
    hundred = 100 / max(1, tally.plies)
    kinds = ", ".join(f"{kind} {n * hundred:.2f}" for kind, n in tally.alerts.most_common())
    print(
        f"{name}: {tally.exact} of {tally.games} games exact"
        f" ({100 * tally.exact / max(1, tally.games):.1f} %), wrong without an alert {tally.silent}"
        f" (without one near {tally.unheralded})"
    )
    print(
        f"    alerts per 100 plies {tally.alerts.total() * hundred:.2f} ({kinds or 'none'});"
        f" presses forgotten {tally.forgotten}, named {tally.named}, rightly {tally.named_right}"
    )
    spent, lag = sorted(tally.spent_ns), sorted(tally.lag_ns)
    print(
        f"    CPU an input: mean {sum(spent) / len(spent) / 1000:.0f} us,"
        f" p99.9 {share(spent, 0.999) / 1000:.0f} us, most {spent[-1] / 1000:.0f} us;"
        f" press to settled: median {share(lag, 0.5) // MILLISECOND_NS} ms,"
        f" p99 {share(lag, 0.99) // MILLISECOND_NS} ms"
    )


def share(ordered: Sequence[int], part: float) -> int:
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0


def print_recovery() -> None:
    """Three half-moves found again from one full board, at every point of some games."""
    spent = []
    for board, moves in [(chess.Board(), list(game.moves)) for game in real_games()[:6]]:
        for ply, move in enumerate(moves[:-3]):
            if ply % 7 == 0:
                after = board.copy(stack=False)
                for missed in moves[ply : ply + 3]:
                    after.push(missed)
                begun = time.thread_time_ns()
                bridges(position_of(board), "".join(letters_of(after)))
                spent.append(time.thread_time_ns() - begun)
            board.push(move)
    print(
        f"recovery over three missed plies: {len(spent)} places,"
        f" mean {sum(spent) / len(spent) / 1e6:.1f} ms, most {max(spent) / 1e6:.1f} ms"
    )
