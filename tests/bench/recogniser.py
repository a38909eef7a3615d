"""How much processor time the recogniser takes for each input: printed, never asserted."""

import time
from random import Random

import chess

from clockd.game.recognise import Recogniser
from clockd.sim.hand_levels import CLUB, SCRAMBLE, Level
from clockd.sim.scans import play_game
from clockd.units import milliseconds

_GAMES = 12
_SCAN_NS = milliseconds(150)
# The Opera game: short, with castling, captures, checks and a mate.
_MOVES = (
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 "
    "O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"
)


def bench() -> None:
    """Print mean, median, p99 and p99.9 per input in microseconds."""
    for level in (CLUB, SCRAMBLE):
        spent_us = sorted(_spent_us(level))
        print(
            f"recogniser, {level.name}: {len(spent_us)} inputs,"
            f" mean {sum(spent_us) / len(spent_us):.0f} us,"
            f" median {_share(spent_us, 0.5):.0f}, p99 {_share(spent_us, 0.99):.0f},"
            f" p99.9 {_share(spent_us, 0.999):.0f}"
        )


def _spent_us(level: Level) -> list[float]:
    board, moves = chess.Board(), []
    for san in _MOVES.split():
        moves.append(board.push_san(san))
    spent = []
    for seed in range(_GAMES):
        played = play_game(chess.Board(), moves, Random(seed), level, scan_ns=_SCAN_NS)
        recogniser = Recogniser(chess.Board(), scan_ns=_SCAN_NS)
        for seen in played.seen:
            begun = time.thread_time_ns()
            recogniser.feed(seen)
            spent.append((time.thread_time_ns() - begun) / 1000)
    return spent


def _share(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
