"""A power cut between a press and the settlement of its move loses neither (design 3: right to the last press)."""

import chess
import pytest

from clockd.game.facts import ClockHandedOver
from clockd.game.inputs import TableRestarted
from clockd.game.record import facts_of, replay
from clockd.game.state import Game
from clockd.ports import ArbiterPressed, BoardSeen, ClockPressed, Side, SquareChanged
from clockd.sim.virtual_table import VirtualTable
from clockd.units import milliseconds, seconds
from tests.table.kill_farm import PAIRING


@pytest.mark.parametrize("moves", [["e2e4"], ["e2e4", "d7d5"]])
def test_a_move_pressed_but_not_settled_is_settled_after_the_restart(moves: list[str]) -> None:
    before = VirtualTable()
    before.load(PAIRING)
    board = chess.Board()
    before.run([BoardSeen(seconds(1), _placement(board)), ArbiterPressed(seconds(2), "start")])
    at_ns = seconds(10)
    for number, uci in enumerate(moves):
        move = chess.Move.from_uci(uci)
        man = board.piece_at(move.from_square)
        assert man is not None
        side = Side.WHITE if board.turn else Side.BLACK
        before.run([SquareChanged(at_ns, move.from_square, None)])
        before.run([SquareChanged(at_ns + milliseconds(300), move.to_square, man.symbol())])
        board.push(move)
        last = number == len(moves) - 1
        before.run(
            [ClockPressed(at_ns + milliseconds(600), side)], extra_ns=0 if last else seconds(2)
        )
        at_ns += seconds(5)
    assert len(before.game.plies) == len(moves) - 1, "the last move must not be settled yet"

    game, clock_seq = Game(), 0
    for record in before.records:
        facts = facts_of(record.content)
        game = replay(game, facts)
        if any(isinstance(fact, ClockHandedOver) for fact in facts):
            clock_seq = record.seq
    after = VirtualTable(game, len(before.records), clock_seq)
    after.table.feed(TableRestarted(seconds(1)))
    after.run([BoardSeen(seconds(3), _placement(board))], extra_ns=seconds(3))
    assert [ply.uci for ply in after.game.plies] == moves
    assert after.game.plies[-1].pressed
    assert [alert.alert for alert in after.game.alerts] == ["clock-restored"]


def _placement(board: chess.Board) -> str:
    men = {square: piece.symbol() for square, piece in board.piece_map().items()}
    return "".join(men.get(square, ".") for square in range(64))
