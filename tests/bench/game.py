"""What a press costs the referee, early and late in a game, and what folding a journal costs beside reading it."""

import json
import random
import time
from collections.abc import Callable
from typing import Any

import chess

from clockd.game.decide import decide
from clockd.game.record import facts_of, replay
from clockd.game.state import Game
from clockd.journal import Record
from clockd.ports import ClockPressed
from clockd.units import MICROSECOND_NS, MILLISECOND_NS, seconds
from tests.game.referee import Referee

PLIES = 200
ROUNDS = 500
FOLDS = 5


def bench() -> None:
    """Print the cost of a press in a 2-ply and a 200-ply game, and of folding the 200-ply journal."""
    short, long = played(2), played(PLIES)
    early, late = press_costs(short), press_costs(long)
    tell(f"press in a {len(short.game.plies)}-ply game", early)
    tell(f"press in a {len(long.game.plies)}-ply game", late)
    print(f"  ratio of the medians: {middle(late) / middle(early):.2f}")
    texts = [record.body for record in long.records]
    fold_ns = best(lambda: fold(long.records))
    read_ns = best(lambda: [json.loads(text) for text in texts])
    print(
        f"  folding {len(texts)} records: {fold_ns / MILLISECOND_NS:.1f} ms of processor time,"
        f" {fold_ns / read_ns:.1f} times a plain loop of json.loads"
    )


def played(plies: int) -> Referee:
    """A game of so many random legal moves that do not end it."""
    dice = random.Random(7)
    referee = Referee()
    while len(referee.game.plies) < plies:
        move = _harmless(referee.game, dice)
        if move is None:
            referee = Referee()
        else:
            referee.play(referee.game.board.san(move))
    return referee


def _harmless(game: Game, dice: random.Random) -> chess.Move | None:
    """A random move after which the game goes on; None when it is about to end anyway."""
    moves = list(game.board.legal_moves)
    dice.shuffle(moves)
    for move in moves:
        after = game.board.copy(stack=False)
        after.push(move)
        if not after.is_game_over() and after.halfmove_clock < 140:
            return move
    return None


def press_costs(referee: Referee) -> list[int]:
    """Nanoseconds of `decide` for one press, many times, in order of size."""
    seen = ClockPressed(referee.now_ns + seconds(1), referee.game.to_move)
    costs = []
    for _ in range(ROUNDS):
        begin_ns = time.perf_counter_ns()
        facts = decide(referee.game, seen)
        costs.append(time.perf_counter_ns() - begin_ns)
        assert facts
    return sorted(costs)


def middle(costs: list[int]) -> int:
    return costs[len(costs) // 2]


def tell(what: str, costs: list[int]) -> None:
    p99 = costs[len(costs) * 99 // 100]
    print(
        f"  {what}: median {middle(costs) / MICROSECOND_NS:.0f} us, p99 {p99 / MICROSECOND_NS:.0f} us"
    )


def fold(records: list[Record]) -> Game:
    game = Game()
    for record in records:
        game = replay(game, facts_of(record.content))
    return game


def best(work: Callable[[], Any]) -> int:
    """The least processor time of some runs: what others do on this machine does not count."""
    spent = []
    for _ in range(FOLDS):
        begin_ns = time.process_time_ns()
        work()
        spent.append(time.process_time_ns() - begin_ns)
    return min(spent)
