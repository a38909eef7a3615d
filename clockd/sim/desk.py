"""What happens at a virtual table and when: men touched, buttons pushed, things to say. A plan, not a doer.

Moves are played by the seeded hands of `hands`; a result is signalled by the kings on the centre squares or by the
players' buttons. It knows the game's position, no board, no socket and no clock: instants are given, and what is due
is asked for. Sources: DGT fact sheet section 13 (kings); interfaces.md section 6 (buttons).
"""

import heapq
import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import chess

from clockd.ports import EMPTY, SIDES, Side
from clockd.sim.hand_levels import Level
from clockd.sim.hands import hand_actions
from clockd.units import milliseconds, seconds

BETWEEN_TOUCHES_NS = milliseconds(400)  # of a hand that is in no hurry
ANSWER_NS = seconds(2)  # a player thinks about a draw offer
# Kings on these squares say the result (White's king named first; either way round counts).
KINGS_STAND = {
    "1-0": (chess.E4, chess.D5),
    "0-1": (chess.D4, chess.E5),
    "1/2-1/2": (chess.E4, chess.E5),
}


@dataclass(frozen=True, slots=True)
class Touch:
    """A man is put on a square, or taken off."""

    square: int
    piece: str | None


@dataclass(frozen=True, slots=True)
class Push:
    """A button is pushed, as the pipe's JSON writes it."""

    written: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Say:
    """A line for whoever watches."""

    text: str


Step = Touch | Push | Say


class Desk:
    """A game at a board: asked to play, it plans what hands do; `due` is what they have done by now."""

    def __init__(self, position: chess.Board, rng: Random, level: Level) -> None:
        self.position = position
        self._rng = rng
        self._level = level
        self._plan: list[tuple[int, int, Step]] = []
        self._order = itertools.count()

    def play(self, move: chess.Move, now_ns: int) -> None:
        """Make a legal move with hands, and press the clock unless this player forgets to."""
        side = side_of(self.position.turn)
        name = f"{self.position.fullmove_number}{'.' if side is Side.WHITE else '...'} {self.position.san(move)}"
        hand = hand_actions(self.position, move, self._rng, self._level)
        for action in hand.actions:
            self.at(now_ns + action.offset_ns, Touch(action.square, action.piece))
        if hand.press_ns is None:
            self.at(now_ns + hand.landed_ns, Say(f"{name} (not pressed)"))
        else:
            self.at(now_ns + hand.press_ns, Push({"press": side.value}), Say(name))
        self.position.push(move)

    def signal_by_kings(self, result: str, placement: str, now_ns: int) -> None:
        """Say a result with the kings: both lifted first, so that neither step can be taken for a move."""
        stand = dict(zip("Kk", KINGS_STAND[result], strict=True))
        lifts = [square for square, man in enumerate(placement) if man in stand]
        in_the_way = [square for square in stand.values() if placement[square] not in "Kk" + EMPTY]
        touches = [Touch(square, None) for square in [*in_the_way, *lifts]]
        touches += [Touch(square, king) for king, square in stand.items()]
        for number, touch in enumerate(touches):
            self.at(now_ns + number * BETWEEN_TOUCHES_NS, touch)
        self.at(now_ns + len(touches) * BETWEEN_TOUCHES_NS, Say(f"kings on the centre: {result}"))

    def signal_by_buttons(self, result: str, now_ns: int) -> None:
        """End the game at the players' devices: the loser resigns, or a draw is offered and accepted."""
        mover = side_of(self.position.turn)
        if result == "1/2-1/2":
            for number, side in enumerate((mover.other, mover)):
                push = Push({"draw": side.value})
                self.at(now_ns + number * ANSWER_NS, push, Say(f"{side.value}'s draw button"))
            return
        loser = Side.BLACK if result == "1-0" else Side.WHITE
        self.at(now_ns, Push({"resign": loser.value}), Say(f"{loser.value} resigns"))

    def at(self, due_ns: int, *steps: Step) -> None:
        """Plan these steps for an instant, in this order."""
        for step in steps:
            heapq.heappush(self._plan, (due_ns, next(self._order), step))

    def due(self, now_ns: int) -> list[tuple[int, Step]]:
        """What has come due by now, in order, each with its own instant; it is taken off the plan."""
        done = []
        while self._plan and self._plan[0][0] <= now_ns:
            due_ns, _, step = heapq.heappop(self._plan)
            done.append((due_ns, step))
        return done

    def forget(self) -> None:
        """Drop whatever was planned."""
        self._plan.clear()

    @property
    def last_planned_ns(self) -> int | None:
        """When the last of what is planned comes due; None while nothing is planned."""
        return max((due_ns for due_ns, _, _ in self._plan), default=None)

    @property
    def next_deadline_ns(self) -> int | None:
        """When something comes due next; None while nothing is planned."""
        return self._plan[0][0] if self._plan else None


def side_of(turn: chess.Color) -> Side:
    """The side that python-chess calls `turn`."""
    return SIDES[0] if turn == chess.WHITE else SIDES[1]
