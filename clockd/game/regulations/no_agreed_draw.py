"""No agreed draw before move N. Source: 2019 U.S. Senior Championship, reg. 2 (move 30, playoffs included)."""

from clockd.game import draws
from clockd.game.draft import Draft
from clockd.game.endings import DRAW
from clockd.game.evidence import KingsSeen
from clockd.game.inputs import DrawProposed, Input
from clockd.game.regulations import regulation
from clockd.ports import SIDES


@regulation("no-agreed-draw-before-move")
def no_agreed_draw(draft: Draft, seen: Input, move: int) -> bool:
    """Refuse an offer, by button or by the kings, before both players have made `move` moves.

    An offer counts from the moment Black's move `move` stands on the board; agreement then needs both of these
    moves completed (design.md section 8). Repetition, 50 moves, stalemate and dead position are no agreements.
    """
    if not draft.game.open or draft.game.clock.flag is not None:
        return False
    if isinstance(seen, DrawProposed):
        return _button(draft, seen, move)
    if isinstance(seen, KingsSeen) and seen.result == DRAW and not _both_completed(draft, move):
        draws.refuse(draft, seen.at_ns, None, 0, f"Kings show a draw; none before move {move}")
        return True
    return False


def _button(draft: Draft, seen: DrawProposed, move: int) -> bool:
    accepts = draws.accepts(draft.game, seen)
    if accepts and _both_completed(draft, move):
        return False
    if not accepts and seen.plies_on_board >= 2 * move:
        return False
    if accepts:  # an answer, not an offer: nothing for the scoresheet, and the offer stands
        reason = f"No agreement before both have completed {move} moves"
        draft.alert(seen.at_ns, "draw-refused", seen.side, reason)
        return True
    ply = draws.last_ply_of(draft.game, seen.side, seen.plies_on_board)
    reason = f"No draw offer before both have made {move} moves"
    draws.refuse(draft, seen.at_ns, seen.side, ply, reason)
    return True


def _both_completed(draft: Draft, move: int) -> bool:
    return all(draft.game.pressed_or_completed(side) >= move for side in SIDES)
