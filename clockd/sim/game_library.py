"""Whole real games as data of the product: moves and results, for demos and simulations.

Moves are facts of chess history and are taken from public game collections; each line of `real_games.tsv` names where
the game was played. None of the draws was agreed before move 30.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

import chess

FILE_NAME = "real_games.tsv"


@dataclass(frozen=True, slots=True)
class RealGame:
    """One game from its first move; `result` as it was."""

    result: str
    source: str
    moves: tuple[chess.Move, ...]


@cache
def real_games() -> tuple[RealGame, ...]:
    """All of them, in the order of the file."""
    text = resources.files("clockd.sim").joinpath(FILE_NAME).read_text(encoding="utf-8")
    return tuple(_parse(line) for line in text.splitlines() if not line.startswith("#"))


def _parse(line: str) -> RealGame:
    result, source, moves = line.split("\t")
    return RealGame(result, source, tuple(_moves(moves)))


def _moves(san: str) -> Iterator[chess.Move]:
    board = chess.Board()
    for word in san.split():
        move = board.parse_san(word)
        board.push(move)
        yield move
