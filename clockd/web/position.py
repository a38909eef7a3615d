"""The position as the page shows it: squares, marks and a description for people who listen to the page.

Squares are listed as a reader sees the board with White below: a8, b8, ... h1. Men are `wP` ... `bK`, the names of
the drawings. A FEN that cannot be read shows as an empty board: the table is the judge of positions, not the page.
"""

from collections.abc import Sequence
from typing import Any

import chess

from clockd.web.snapshot import Snapshot
from clockd.web.words import say

SEEN_FROM_WHITE = [chess.square(file, rank) for rank in reversed(range(8)) for file in range(8)]
_HEAVIEST_FIRST = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


def placement(fen: str) -> chess.BaseBoard:
    """The men of a FEN; an empty board when it is not one."""
    try:
        return chess.BaseBoard(fen.split(" ")[0])
    except ValueError:
        return chess.BaseBoard(None)


def man_name(piece: chess.Piece) -> str:
    """The name of a man's drawing: "wP" ... "bK"."""
    return f"{'w' if piece.color else 'b'}{piece.symbol().upper()}"


def _ends(move: str | None) -> set[str]:
    return {move[:2], move[2:4]} if move else set()


def squares(snapshot: Snapshot) -> list[dict[str, str]]:
    """The 64 squares: name, colour, man ("" when empty) and mark ("last", "shown" or "")."""
    board = placement(snapshot["fen"])
    last = _ends(snapshot["last_move"])
    shown = {square for move in snapshot["shown"] for square in _ends(move)}
    rows = []
    for square in SEEN_FROM_WHITE:
        name, piece = chess.square_name(square), board.piece_at(square)
        mark = "shown" if name in shown else "last" if name in last else ""
        light = (chess.square_file(square) + chess.square_rank(square)) % 2
        rows.append(
            {
                "name": name,
                "colour": "light" if light else "dark",
                "man": man_name(piece) if piece else "",
                "mark": mark,
            }
        )
    return rows


def board_name(snapshot: Snapshot) -> str:
    """What the picture of the board is called: "After 23...Nf6, White to move"."""
    side = say(snapshot["to_move"] or "white")
    if not snapshot["plies"]:
        return say("position.start", side=side)
    return say("position.after", move=numbered(snapshot["plies"]), side=side)


def numbered(plies: Sequence[Any]) -> str:
    """The last ply with its number: "23.Nf3", "23...Nf6"."""
    side, san = plies[-1]["side"], plies[-1]["san"]
    first_is_black = plies[0]["side"] == "black"
    number = (len(plies) + 1 + first_is_black) // 2
    return f"{number}{'.' if side == 'white' else '...'}{san}"


def men_in_words(fen: str) -> list[str]:
    """One sentence a side: "White: king e1, queen d1, ..."."""
    board = placement(fen)
    sentences = []
    for colour, side in ((chess.WHITE, "white"), (chess.BLACK, "black")):
        men = [
            f"{say('man.' + chess.piece_symbol(kind))} {chess.square_name(square)}"
            for kind in _HEAVIEST_FIRST
            for square in board.pieces(kind, colour)
        ]
        if men:
            sentences.append(say("position.men", side=say(side), men=", ".join(men)))
    return sentences
