"""What a table says about itself, and what is assumed while it has not said it.

The form of interfaces section 6 with every key present, so that the views never ask whether a key exists. A table
of another version may lack or add keys: lacking ones read as unknown, added ones pass through untouched.
Times are integer milliseconds.
"""

from collections.abc import Mapping
from typing import Any

import chess

Snapshot = Mapping[str, Any]

UNKNOWN: Snapshot = {
    "table": None,
    "state": "waiting",
    "fen": chess.STARTING_FEN,
    "san": [],
    "white_ms": None,
    "black_ms": None,
    "running": None,
    "flag": None,
    "result": "*",
    "match_winner": None,
    "termination": None,
    "presses": [0, 0],
    "moves": [0, 0],
    "durable_seq": 0,
    "seq": 0,
    "draw_offer": None,
    "alerts": [],
    "board_link": None,
    "board_detail": "",
    "board_report": None,
    "button_counts": None,
    "hub_link": None,
    "event": None,
    "round": None,
    "board": None,
    "stage": None,
    "game": 1,
    "rules": None,
    "white": None,
    "black": None,
    "white_rating": None,
    "black_rating": None,
    "control": None,
    "control_words": None,
    "period": [1, 1],
    "periods": 1,
    "moves_to_go": [None, None],
    "delay_ms": [0, 0],
    "delay_full_ms": [0, 0],
    "move_number": 1,
    "to_move": "white",
    "last_move": None,
    "shown": [],
    "plies": [],
    "draw_odds": None,
    "no_draw_before": None,
    "paused_why": None,
    "restoring": False,
    "board_diff": [],
    "claim": None,
    "illegal_moves": [0, 0],
    "draw_offers": [0, 0],
    "sheets": [],
    "enrolment": {"state": "none", "code": None},
    "problems": [],
    "game_id": None,
}


def complete(said: Mapping[str, Any]) -> Snapshot:
    """The table's own words with every absent key as unknown."""
    return {**UNKNOWN, **said}
