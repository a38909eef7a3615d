"""Claims of a draw by the player on move (Laws 9.2 to 9.5): checked by clockd, decided by the arbiter's key.

A claim names a position that has just appeared, or a move that is written but not played and will bring it about. It
stops the clocks and cannot be withdrawn. Same position: same men on the same squares, same side to move, same castling
rights and a real en passant capture (9.2.3), as `position_key` has it. The board's news is late, so a claim is judged
on the position that stands there: an opponent's move just pressed counts, and who has moved himself has no claim (9.4).
"""

import chess

from clockd.errors import NotAllowed
from clockd.game import clock as clocks
from clockd.game import endings
from clockd.game.arguments import move_of, needs_game, needs_stopped_clock
from clockd.game.draft import Draft
from clockd.game.evolve import evolve
from clockd.game.facts import MovePlayed
from clockd.game.illegal_moves import penalty_ns
from clockd.game.inputs import CommandGiven
from clockd.game.ruling_facts import ClaimMade, ClaimRejected, ClaimRejectionLifted
from clockd.game.running import stop
from clockd.game.state import Claim, ClaimKind, Game, position_key
from clockd.ports import DrawClaimed, Side

THREEFOLD = 3
FIFTY_MOVES_PLIES = 100


def on_claim(draft: Draft, seen: DrawClaimed) -> None:
    """Stop the clocks, check the claim, and call the arbiter; without the move there is nothing to claim."""
    game = draft.game
    if not game.open or game.clock.flag is not None or game.claim is not None:
        return
    what = _what(seen.side, seen.kind)
    standing = _as_it_stands(game, seen)
    waits = not seen.unsettled and _move_is_coming_in(game, seen.side)
    if standing.to_move is not seen.side and not waits:
        moved = any(ply.side is seen.side for ply in standing.plies[len(game.plies) :])
        why = "after moving: no claim (9.4)" if moved else "without being on move: no claim (9.2)"
        draft.alert(seen.at_ns, "claim", seen.side, f"{what} {why}")
        return
    if game.phase == "running":
        stop(draft, seen.at_ns, "Stopped by a claim")
    if waits:
        detail = f"{what}: not checked, {seen.side.other.capitalize()}'s move is not seen yet"
        claim = ClaimMade(
            seen.at_ns, seen.side, seen.kind, None, False, detail, waits=True, said=seen.move
        )
        draft.add(claim)
        draft.alert(seen.at_ns, "claim", seen.side, detail)
    else:
        _judge(draft, seen.at_ns, standing, seen.side, seen.kind, seen.move)


def check_waiting(draft: Draft, at_ns: int) -> None:
    """The move that a claim waited for is settled: what clockd finds now."""
    claim = draft.game.claim
    if claim is not None and claim.waits and draft.game.to_move is claim.side:
        draft.settle_alerts(at_ns, "claim", claim.side)
        _judge(draft, at_ns, draft.game, claim.side, claim.kind, claim.said)


def _judge(
    draft: Draft, at_ns: int, standing: Game, side: Side, kind: ClaimKind, said: str | None
) -> None:
    move, found = _intended(standing.board, said)
    correct, detail = (False, found) if found else check(standing, kind, move)
    detail = f"{_what(side, kind)}{f' with {said}' if said else ''}: {detail}"
    uci = None if move is None else move.uci()
    draft.add(ClaimMade(at_ns, side, kind, uci, correct, detail))
    draft.alert(at_ns, "claim", side, detail)


def _what(side: Side, kind: ClaimKind) -> str:
    return f"{side.capitalize()} claims {kind.replace('-', ' ')}"


def _move_is_coming_in(game: Game, side: Side) -> bool:
    """The opponent has pressed and no square of his move was seen: the board's news is late."""
    pressed = any(press.side is side.other for press in game.counted_presses)
    return pressed and game.to_move is side.other and game.clock.to_run is side


def _as_it_stands(game: Game, seen: DrawClaimed) -> Game:
    """The game with the moves that stand on the board and are not settled yet."""
    for uci in seen.unsettled:
        move = chess.Move.from_uci(uci)
        if not game.board.is_legal(move):
            break
        ply, san = len(game.plies) + 1, game.board.san(move)
        game = evolve(game, MovePlayed(seen.at_ns, ply, game.to_move, uci, san, seen.at_ns))
    return game


def _intended(board: chess.Board, text: str | None) -> tuple[chess.Move | None, str]:
    """The intended move, and what is wrong with it if anything is."""
    move = None if text is None else move_of(board, text)
    illegal = text is not None and move is None
    return move, "wrong, that move is not legal" if illegal else ""


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
    bound = _still_to_play(draft.game, claim)
    draft.add(ClaimRejected(seen.at_ns, claim.side, added_ns, clock, bound))


def _still_to_play(game: Game, claim: Claim) -> str | None:
    """The intended move, unless the arbiter has meanwhile set a position in which it cannot be played."""
    if claim.move is None or game.to_move is not claim.side:
        return None
    return claim.move if game.board.is_legal(chess.Move.from_uci(claim.move)) else None


def lift_rejection(draft: Draft, seen: CommandGiven) -> None:
    """`set-aside what=claim`: the last claim was not wrong; its time goes back.

    The claim is open again for `accept-claim`, unless moves were played since.
    """
    game = draft.game
    needs_stopped_clock(draft)
    if game.claim is not None or not game.rejected_claims:
        raise NotAllowed("no claim was rejected" if game.claim is None else "a claim is open")
    last = game.rejected_claims[-1]
    side = last.claim.side
    clock = clocks.add_time(game.clock, side.other, -last.added_ns)
    if clock.hand(side.other).remaining_ns <= 0:
        raise NotAllowed(f"that would leave {side.other} no time: set a time first")
    reopened = last.plies == len(game.plies)
    draft.add(ClaimRejectionLifted(seen.at_ns, side, clock, reopened))
    if reopened:
        detail = f"{side.capitalize()}'s claim of {last.claim.kind} is open again"
        draft.alert(seen.at_ns, "claim", side, detail)


def _open_claim(draft: Draft) -> Claim:
    needs_game(draft)
    if draft.game.claim is None:
        raise NotAllowed("no claim is open")
    return draft.game.claim
