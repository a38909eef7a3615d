"""Claims of a draw by the player on move (Laws 9.2 to 9.5): checked by clockd, decided by the arbiter's key.

A claim names a position that has just appeared, or a move that is written but not played and will bring it about. It
stops the clocks and cannot be withdrawn. Same position: same men on the same squares, same side to move, same castling
rights and a real en passant capture (9.2.3), as `position_key` has it.
"""

import chess

from clockd.errors import NotAllowed
from clockd.game import clock as clocks
from clockd.game import endings
from clockd.game.arguments import needs_game
from clockd.game.draft import Draft
from clockd.game.facts import ClaimMade, ClaimRejected
from clockd.game.illegal_moves import penalty_ns
from clockd.game.inputs import CommandGiven
from clockd.game.running import stop
from clockd.game.state import Claim, Game, position_key
from clockd.ports import DrawClaimed

THREEFOLD = 3
FIFTY_MOVES_PLIES = 100


def on_claim(draft: Draft, seen: DrawClaimed) -> None:
    """Stop the clocks, check the claim, and call the arbiter; without the move there is nothing to claim."""
    game = draft.game
    if not game.open or game.clock.flag is not None or game.claim is not None:
        return
    what = f"{seen.side.capitalize()} claims {seen.kind.replace('-', ' ')}"
    if game.to_move is not seen.side:
        draft.alert(seen.at_ns, "claim", seen.side, f"{what} without being on move: no claim (9.2)")
        return
    if game.phase == "running":
        stop(draft, seen.at_ns, "Stopped by a claim")
    move, found = _intended(game.board, seen.move)
    correct, detail = (False, found) if found else check(game, seen.kind, move)
    detail = f"{what}{f' with {seen.move}' if seen.move else ''}: {detail}"
    uci = None if move is None else move.uci()
    draft.add(ClaimMade(seen.at_ns, seen.side, seen.kind, uci, correct, detail))
    draft.alert(seen.at_ns, "claim", seen.side, detail)


def _intended(board: chess.Board, text: str | None) -> tuple[chess.Move | None, str]:
    """The intended move, and what is wrong with it if anything is."""
    if text is None:
        return None, ""
    try:
        return board.parse_san(text), ""
    except ValueError:
        return None, "wrong, that move is not legal"


def check(game: Game, kind: str, move: chess.Move | None) -> tuple[bool, str]:
    """Whether the claim is right, and why, in a sentence."""
    board = game.board.copy(stack=False)
    positions = game.positions
    if move is not None:
        if board.is_irreversible(move):
            positions = ()
        board.push(move)
    if kind == "threefold":
        times = positions.count(position_key(board)) + (move is not None)
        stands = "would stand" if move is not None else "stands"
        return times >= THREEFOLD, _verdict(
            times >= THREEFOLD, f"the position {stands} {times} times"
        )
    plies = board.halfmove_clock
    right = plies >= FIFTY_MOVES_PLIES
    return right, _verdict(right, f"{plies} plies without a capture or a pawn's move")


def _verdict(right: bool, why: str) -> str:
    return f"{'right' if right else 'wrong'}, {why}"


def accept(draft: Draft, seen: CommandGiven) -> None:
    """The claim is right: the game is drawn (9.5.2)."""
    claim = _open_claim(draft)
    draft.settle_alerts(seen.at_ns, "claim")
    endings.end(draft, seen.at_ns, endings.DRAW, claim.kind, seen.reason)


def reject(draft: Draft, seen: CommandGiven) -> None:
    """The claim is wrong: time for the opponent, and an intended move must be played (9.5.3)."""
    claim = _open_claim(draft)
    added_ns = penalty_ns(draft.game)
    clock = clocks.add_time(draft.game.clock, claim.side.other, added_ns)
    draft.settle_alerts(seen.at_ns, "claim")
    draft.add(ClaimRejected(seen.at_ns, claim.side, added_ns, clock, claim.move))


def _open_claim(draft: Draft) -> Claim:
    needs_game(draft)
    if draft.game.claim is None:
        raise NotAllowed("no claim is open")
    return draft.game.claim
