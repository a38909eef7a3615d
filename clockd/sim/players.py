"""Two players who replay a real game at a virtual table: when they think, move, press, and how they end it.

Times of thought are drawn so that a game fits its time control; now and then one sits until the flag falls. Seeded:
the same seed plays the same game to the same nanosecond. What hands do is `Desk`'s business.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Literal

import chess

from clockd.game.time_control import TimeControl
from clockd.ports import SIDES
from clockd.sim.desk import Desk, Push
from clockd.sim.game_library import RealGame
from clockd.sim.hand_levels import CLUB, Level
from clockd.units import SECOND_NS, milliseconds, seconds

Ending = Literal["position", "buttons", "kings", "flag"]

BUDGET = 0.06  # share of the first period that the moves take: 5 of 90 minutes a side
SLOWEST_MOVE_SHARE = 0.2  # of the budget: nobody thinks longer over one move
LEAST_THOUGHT_NS = milliseconds(600)  # the hand is back, the other clock's press has been seen
READY_NS = seconds(2)  # from the start of the clock to the first move
RESULT_NS = seconds(4)  # from the last move to the sign of the result
FLAG_SHARE = 0.04  # of decided games: the loser sits until the flag falls


@dataclass(frozen=True, slots=True)
class Score:
    """What the two are going to play: the game, a thought before each move, and the end."""

    game: RealGame
    thoughts_ns: tuple[int, ...]
    ending: Ending


def compose(game: RealGame, control: TimeControl, rng: Random) -> Score:
    """A score of this game that fits the time control."""
    shortest_ns = min(control.of(side)[0].base_ns for side in SIDES)
    weights = [rng.lognormvariate(0, 1.1) for _ in game.moves]
    total = sum(weights) or 1.0
    budget_ns = BUDGET * shortest_ns * 2
    most_ns = int(budget_ns * SLOWEST_MOVE_SHARE)
    thoughts = (int(budget_ns * weight / total) for weight in weights)
    return Score(
        game,
        tuple(min(most_ns, max(LEAST_THOUGHT_NS, each)) for each in thoughts),
        _ending(game, rng),
    )


def _ending(game: RealGame, rng: Random) -> Ending:
    board = chess.Board()
    for move in game.moves:
        board.push(move)
    if board.is_game_over():
        return "position"
    loser = {"1-0": chess.BLACK, "0-1": chess.WHITE}.get(game.result)
    if loser is board.turn and rng.random() < FLAG_SHARE:
        return "flag"
    return "kings" if rng.random() < 0.5 else "buttons"


class Players:
    """Plays a score at a desk: `wake` plans what comes next, whenever nothing is planned any more."""

    def __init__(self, score: Score, rng: Random, now_ns: int, level: Level = CLUB) -> None:
        self.score = score
        self.desk = Desk(chess.Board(), rng, level)
        self._played = 0
        self._next_ns: int | None = now_ns + READY_NS
        self.desk.at(now_ns, Push({"arbiter": "start"}))

    @property
    def next_deadline_ns(self) -> int | None:
        ends = (self._next_ns, self.desk.next_deadline_ns)
        return min((end for end in ends if end is not None), default=None)

    def wake(self, now_ns: int, placement: Callable[[], str]) -> None:
        """Plan the next move, or the sign of the result, once the one before is done."""
        if self._next_ns is None or now_ns < self._next_ns:
            return
        busy_ns = self.desk.next_deadline_ns
        if busy_ns is not None:
            self._next_ns = busy_ns + SECOND_NS // 2
            return
        moves = self.score.game.moves
        if self._played < len(moves):
            self.desk.play(moves[self._played], now_ns)
            self._played += 1
            more = self._played < len(moves)
            thought_ns = self.score.thoughts_ns[self._played] if more else RESULT_NS
            self._next_ns = now_ns + thought_ns
        else:
            self._next_ns = None
            self._signal(now_ns, placement())

    def _signal(self, now_ns: int, placement: str) -> None:
        if self.score.ending == "kings":
            self.desk.signal_by_kings(self.score.game.result, placement, now_ns)
        elif self.score.ending == "buttons":
            self.desk.signal_by_buttons(self.score.game.result, now_ns)
