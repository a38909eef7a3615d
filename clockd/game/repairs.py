"""The arbiter puts the board right: a position is restored by hand, or taken from the board or from a FEN.

While a position is being restored nothing on the board is a move. The clocks' times are never touched (Laws 7.1).
What the record says of the moves is changed in `record_rulings`.
"""

import chess

from clockd.errors import NotAllowed
from clockd.game import endings
from clockd.game.arguments import needs_game, needs_stopped_clock
from clockd.game.draft import Draft
from clockd.game.inputs import BoardRestored, CommandGiven
from clockd.game.record_rulings import take_back, to_run
from clockd.game.ruling_facts import PositionRestored, PositionRuled, RestoreOrdered
from clockd.game.running import BY_ARBITER, stop
from clockd.game.state import Game, side_of
from clockd.ports import EMPTY, Side

ALERTS_OF_THE_BOARD = ("illegal-move", "no-move", "position-differs", "ambiguous")


def restore(draft: Draft, seen: CommandGiven) -> None:
    """The men go back to the record's position; `from=12 side=black` or `take-back=2`: to an earlier one."""
    needs_game(draft)
    take_back(draft, seen)
    order(draft, seen.at_ns)


def order(draft: Draft, at_ns: int) -> None:
    """Stop the clocks and wait until the board shows the position of the record."""
    if draft.game.phase == "running" and draft.game.clock.flag is None:
        stop(draft, at_ns, BY_ARBITER)
    draft.add(RestoreOrdered(at_ns))
    for alert in ALERTS_OF_THE_BOARD:
        draft.settle_alerts(at_ns, alert)


def on_board_restored(draft: Draft, seen: BoardRestored) -> None:
    """The board is right again: reading goes on; the arbiter starts the clocks."""
    if draft.game.restoring:
        draft.add(PositionRestored(seen.at_ns))


def set_position(draft: Draft, seen: CommandGiven) -> None:
    """`from=board` takes the men as the board shows them, `fen=...` as it is written; `to-move=black` if not as now.

    The moves so far stay on the record; the game's PGN begins anew at this position.
    """
    needs_stopped_clock(draft)
    game = draft.game
    assert game.pairing is not None, "checked"
    board = _position_given(game, seen)
    wanted = seen.get("to-move")
    if wanted is not None:
        if wanted not in ("white", "black"):
            raise NotAllowed(f"to-move={wanted}, expected white or black")
        board.turn = wanted == "white"
    made = len(game.plies)
    black_first = game.first_side is Side.BLACK
    board.fullmove_number = (made + black_first) // 2 + 1
    if not board.is_valid():
        raise NotAllowed(f"no legal position: {_faults(board)}")
    draft.add(PositionRuled(seen.at_ns, board.fen(), to_run(game.clock, side_of(board))))
    for alert in ALERTS_OF_THE_BOARD:
        draft.settle_alerts(seen.at_ns, alert)
    endings.end_by_position(draft, seen.at_ns, endings.BY_SET_POSITION)


def _position_given(game: Game, seen: CommandGiven) -> chess.Board:
    fen, source = seen.get("fen"), seen.get("from")
    assert game.pairing is not None, "checked"
    if fen is not None and source is None:
        try:
            return chess.Board(fen, chess960=game.pairing.chess960)
        except ValueError as error:
            raise NotAllowed(f"fen={fen[:80]}: {error}") from None
    if source != "board" or fen is not None:
        raise NotAllowed("expected from=board or fen=..., one of them")
    placement = seen.get("placement")
    if placement is None:
        raise NotAllowed("the board has not shown its men yet")
    board = game.board.copy(stack=False)
    for square, letter in enumerate(placement):
        piece = None if letter == EMPTY else _piece(letter, square)
        board.set_piece_at(square, piece)
    board.castling_rights = board.clean_castling_rights()
    board.ep_square, board.halfmove_clock = None, 0
    return board


def _piece(letter: str, square: int) -> chess.Piece:
    try:
        return chess.Piece.from_symbol(letter)
    except ValueError:
        name = chess.square_name(square)
        raise NotAllowed(f"{name} shows something that is no chessman") from None


def _faults(board: chess.Board) -> str:
    status = board.status()
    return ", ".join(
        (each.name or "").lower().replace("_", " ") for each in chess.Status if each & status
    )
