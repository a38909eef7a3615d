"""Whether a side can mate by any series of legal moves (Laws 5.2.2, 6.9, 7.5.5): material, walls, forced lines."""

import chess
import pytest

from clockd.game.endings import DRAW
from clockd.game.mating import Verdict, can_mate
from clockd.ports import BLACK, WHITE, Side
from clockd.units import minutes
from tests.game.referee import Referee

POSITIONS: list[tuple[str, Side, Verdict]] = [
    # the material (rules.md 1.7)
    ("8/8/8/4k3/8/8/4P3/3K4 w - - 0 1", BLACK, "impossible"),  # the bare king
    ("8/8/8/3k1n2/8/8/4Q3/3K4 w - - 0 1", BLACK, "impossible"),  # K+N v K+Q
    ("8/8/8/3k1n2/8/8/4R3/3K4 w - - 0 1", BLACK, "possible"),  # K+N v K+R
    ("8/8/8/3k1n2/8/8/4P3/3K4 w - - 0 1", BLACK, "possible"),  # K+N v K+P
    ("8/8/8/3k1b2/8/8/4R3/3K4 w - - 0 1", BLACK, "impossible"),  # K+B v K+R
    ("8/8/8/4kb2/8/8/4N3/3K4 w - - 0 1", BLACK, "possible"),  # K+B v K+N
    ("8/8/8/4kb2/8/8/4B3/3K4 w - - 0 1", BLACK, "impossible"),  # both on light squares
    ("8/8/8/4kb2/8/4B3/8/3K4 w - - 0 1", BLACK, "possible"),  # light against dark
    ("8/8/8/3nkn2/8/8/8/3K4 w - - 0 1", BLACK, "possible"),  # K+NN v K
    # pawns, rooks and queens that are free
    ("8/8/8/4k3/8/8/4P3/3K4 w - - 0 1", WHITE, "possible"),
    ("7k/8/8/8/8/8/8/R6K b - - 0 1", WHITE, "possible"),
    (chess.STARTING_FEN, WHITE, "possible"),
    (chess.STARTING_FEN, BLACK, "possible"),
    # walls of pawns without a way through, kings only
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", WHITE, "impossible"),
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", BLACK, "impossible"),
    ("4k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 b - - 0 1", WHITE, "impossible"),
    ("8/4k3/8/1p1p1p1p/1P1P1P1P/8/4K3/8 b - - 0 1", BLACK, "impossible"),
    ("8/8/3k4/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3 w - - 0 1", WHITE, "impossible"),
    ("4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1", WHITE, "impossible"),
    # a wall with a hole, or with a pawn that can take
    ("4k3/8/8/p1p3p1/P1P3P1/8/8/4K3 w - - 0 1", WHITE, "possible"),
    ("4k3/8/8/p1p1p1p1/P1PPP1P1/8/8/4K3 w - - 0 1", WHITE, "possible"),
    # only moves: what is forced decides
    ("8/8/8/8/8/1k6/1q6/K7 w - - 0 1", BLACK, "possible"),  # it is mate already
    ("7k/8/8/8/8/8/6q1/7K w - - 0 1", BLACK, "impossible"),  # the only move takes the queen
    ("7k/8/8/8/8/8/6r1/7K w - - 0 1", BLACK, "impossible"),  # and here the rook
    ("k7/P7/K7/8/8/8/8/8 b - - 0 1", WHITE, "impossible"),  # stalemate
    ("kb6/p1p5/P1P5/8/8/8/8/K7 w - - 0 1", WHITE, "impossible"),  # Black is walled in: stalemate
    # promotions that help the other side
    ("k7/8/8/8/8/8/6p1/K5N1 b - - 0 1", WHITE, "possible"),  # K+N: Black promotes to block his king
    ("8/8/8/8/8/8/p7/k1K5 b - - 0 1", WHITE, "impossible"),
]


@pytest.mark.parametrize(("fen", "side", "verdict"), POSITIONS)
def test_positions_and_what_is_proved_about_them(fen: str, side: Side, verdict: Verdict) -> None:
    board = chess.Board(fen)
    assert board.is_valid(), "a position that can come up"
    assert can_mate(board, side) == verdict


def test_what_is_not_decided_is_said_to_be_undecided() -> None:
    assert can_mate(chess.Board(), WHITE, budget=1) == "undecided"


WALL = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"


def test_a_flag_before_a_wall_is_a_draw() -> None:
    """6.9: drawn, "if ... the opponent cannot checkmate ... by any possible series of legal moves"."""
    referee = Referee("300", start_fen=WALL)
    referee.wait(minutes(6))
    assert (referee.game.result, referee.game.termination) == (DRAW, "time-draw")


def test_a_flag_in_an_ordinary_position_loses() -> None:
    referee = Referee("300")
    referee.wait(minutes(6))
    assert (referee.game.result, referee.game.termination) == ("0-1", "time-forfeit")


def test_what_the_search_leaves_open_is_the_arbiters_never_a_draw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.game.referee.can_mate", lambda board, side: "undecided")
    referee = Referee("300")
    referee.wait(minutes(6))
    assert (referee.game.result, referee.game.phase) == ("*", "running")
    assert "the arbiter decides (6.9)" in referee.game.alerts[-1].detail
    referee.command("result", "looked at it", result="0-1", termination="time-forfeit")
    assert referee.game.result == "0-1"


def test_after_a_restart_the_answer_is_searched_again() -> None:
    referee = Referee("300")
    referee.wait(minutes(5))
    assert referee.game.clock.flag is WHITE
    referee.restart()
    referee.wait(minutes(1))
    assert referee.game.result == "0-1"
