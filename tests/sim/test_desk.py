"""DGT fact sheet section 13 (kings) and interfaces.md section 6 (buttons): what a desk plans, in virtual time."""

from random import Random

import chess
import pytest

from clockd.ports import EMPTY
from clockd.sim.board_session import chess_placement, drawing
from clockd.sim.desk import ANSWER_NS, KINGS_STAND, Desk, Push, Say, Step, Touch
from clockd.sim.hand_levels import CLEAN, LEVELS
from clockd.units import minutes, seconds


def all_steps(desk: Desk) -> list[Step]:
    return [step for _, step in desk.due(minutes(60))]


def after(placement: str, steps: list[Step]) -> str:
    squares = list(placement)
    for step in steps:
        if isinstance(step, Touch):
            squares[step.square] = step.piece or EMPTY
    return "".join(squares)


def test_a_move_is_its_touches_and_then_the_press() -> None:
    desk = Desk(chess.Board(), Random(1), CLEAN)
    desk.play(chess.Move.from_uci("e2e4"), seconds(5))
    steps = all_steps(desk)
    assert steps == [
        Touch(chess.E2, None),
        Touch(chess.E4, "P"),
        Push({"press": "white"}),
        Say("1. e4"),
    ]
    assert desk.position.turn is chess.BLACK and desk.next_deadline_ns is None


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_whatever_the_hands_do_the_men_stand_right_at_the_end(level: str) -> None:
    """Castling, a capture, en passant and a promotion, each by ten pairs of hands."""
    moves = [
        "e4",
        "Nf6",
        "e5",
        "d5",
        "exd6",
        "e5",
        "dxc7",
        "Be7",
        "cxb8=Q",
        "Rxb8",
        "Nf3",
        "O-O",
        "Be2",
        "b5",
        "O-O",
    ]
    for seed in range(10):
        desk = Desk(chess.Board(), Random(seed), LEVELS[level])
        placement = chess_placement(desk.position)
        for san in moves:
            desk.play(desk.position.parse_san(san), 0)
            placement = after(placement, all_steps(desk))
            assert placement == chess_placement(desk.position)


@pytest.mark.parametrize("result", sorted(KINGS_STAND))
@pytest.mark.parametrize(
    "fen",
    [
        chess.STARTING_FEN,
        "8/8/4k3/3pP3/3Pp3/4K3/8/8 w - - 0 1",  # men on all four centre squares
        "8/8/8/3k4/8/4K3/8/8 w - - 0 1",  # a king in the centre already
    ],
)
def test_the_kings_say_a_result(result: str, fen: str) -> None:
    """Both light 1-0, both dark 0-1, one of each a draw; both are lifted before one is set down."""
    desk = Desk(chess.Board(fen), Random(1), CLEAN)
    placement = chess_placement(desk.position)
    desk.signal_by_kings(result, placement, 0)
    steps = all_steps(desk)
    stands = after(placement, steps)
    kings = [stands.index("K"), stands.index("k")]
    light = sum(bool(chess.BB_LIGHT_SQUARES & chess.BB_SQUARES[king]) for king in kings)
    assert light == {"1-0": 2, "0-1": 0, "1/2-1/2": 1}[result]
    assert set(kings) <= {chess.D4, chess.E4, chess.D5, chess.E5}
    assert stands.count("K") == stands.count("k") == 1
    puts = [number for number, step in enumerate(steps) if isinstance(step, Touch) and step.piece]
    assert puts == [len(steps) - 3, len(steps) - 2]


def test_a_draw_is_offered_by_the_one_who_moved_and_accepted_by_the_other() -> None:
    desk = Desk(chess.Board(), Random(1), CLEAN)
    desk.signal_by_buttons("1/2-1/2", 0)
    pushes = [(at, step.written) for at, step in desk.due(minutes(1)) if isinstance(step, Push)]
    assert pushes == [(0, {"draw": "black"}), (ANSWER_NS, {"draw": "white"})]


def test_the_loser_resigns() -> None:
    for result, loser in (("1-0", "black"), ("0-1", "white")):
        desk = Desk(chess.Board(), Random(1), CLEAN)
        desk.signal_by_buttons(result, 0)
        assert Push({"resign": loser}) in all_steps(desk)


def test_only_what_is_due_comes_and_in_order() -> None:
    desk = Desk(chess.Board(), Random(1), CLEAN)
    desk.at(seconds(2), Say("two"))
    desk.at(seconds(1), Say("one"), Say("and a half"))
    assert [step for _, step in desk.due(seconds(1))] == [Say("one"), Say("and a half")]
    assert [desk.next_deadline_ns] == [seconds(2)]
    desk.forget()
    assert (desk.next_deadline_ns, all_steps(desk)) == (None, [])


def test_the_drawing_shows_white_below() -> None:
    lines = drawing(chess_placement(chess.Board())).splitlines()
    assert lines[0] == "8 r n b q k b n r" and lines[7] == "1 R N B Q K B N R"
    assert lines[8] == "  a b c d e f g h"
