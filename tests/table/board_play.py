"""A virtual table played by squares and buttons: lifts and puts at known instants, presses when a test says so."""

from typing import Any

import chess

from clockd.codec import encode
from clockd.game.decide import decide
from clockd.game.pairing import Pairing, Player
from clockd.game.record import cause_of, facts_of, replay
from clockd.game.state import Game
from clockd.ports import START_PLACEMENT, ArbiterPressed, BoardLink, BoardSeen, ClockPressed, Side
from clockd.ports import SquareChanged as Square
from clockd.sim.virtual_table import VirtualTable
from clockd.units import milliseconds, seconds

TOUCH_NS = milliseconds(300)  # from one touch of a hand to the next
START_NS = seconds(1)


def touches(board: chess.Board, move: chess.Move, landed_ns: int) -> list[Square]:
    """The square changes of a move whose last man stands at `landed_ns`."""
    before = {square: piece.symbol() for square, piece in board.piece_map().items()}
    after_move = board.copy(stack=False)
    after_move.push(move)
    after = {square: piece.symbol() for square, piece in after_move.piece_map().items()}
    changed = [each for each in chess.SQUARES if before.get(each) != after.get(each)]
    order = [each for each in changed if each not in after]
    order += [each for each in changed if each in after]
    begin_ns = landed_ns - TOUCH_NS * (len(order) - 1)
    return [
        Square(begin_ns + TOUCH_NS * number, each, after.get(each))
        for number, each in enumerate(order)
    ]


class BoardPlay:
    """One game at a virtual table; instants are seconds since the start of the clock."""

    def __init__(self, control: str = "40/5400+30:1800+30", **others: Any) -> None:
        self.table = VirtualTable()
        pairing = Pairing(Player("Anna"), Player("Bert"), control, "test", **others)
        self.table.load(pairing)
        self.table.run(
            [
                BoardLink(0, "live"),
                BoardSeen(0, START_PLACEMENT),
                ArbiterPressed(START_NS, "start"),
            ]
        )
        self.board = chess.Board()

    @property
    def game(self) -> Game:
        return self.table.game

    @staticmethod
    def at(second: float) -> int:
        return START_NS + round(second * 1000) * milliseconds(1)

    def move(self, second: float, san: str) -> list[Square]:
        """The touches of a move that stands at this second; kept for the next `run`."""
        move = self.board.parse_san(san)
        seen = touches(self.board, move, self.at(second))
        self.board.push(move)
        self.table.put(*seen)
        return seen

    def press(self, second: float, side: Side) -> None:
        self.table.put(ClockPressed(self.at(second), side))

    def play(self, second: float, san: str, press_after_s: float = 0.4) -> None:
        """A move and its press."""
        side = Side.WHITE if self.board.turn else Side.BLACK
        self.move(second, san)
        self.press(second + press_after_s, side)

    def run(self, until_second: float) -> None:
        self.table.run_until(self.at(until_second))

    def alerts(self) -> list[str]:
        return [alert.alert for alert in self.game.alerts]


def differences(table: VirtualTable) -> list[int]:
    """Records whose facts today's rules would not give, or that do not rebuild the state."""
    state, odd = Game(), []
    for record in table.records:
        recorded = facts_of(record.content)
        if decide(state, cause_of(record.content)) != recorded:
            odd.append(record.seq)
        if [encode(fact) for fact in recorded] != record.content["facts"]:
            odd.append(-record.seq)
        state = replay(state, recorded)
    return odd if state == table.game else [*odd, 0]
