"""Draw offers and agreement, by the buttons or by the kings; resignation stands beside them.

Whether an offer is allowed is the event's rule (clockd.game.regulations). An offer lives until it is accepted, the
opponent moves instead, or the game ends (Laws 9.1.2.1); it cannot be withdrawn. The board tells a man that stands
elsewhere, not a finger on it, so "touching" is the opponent's move on the board, settled or not: his button is then
an offer of his own. What is said aloud is not heard: an offer that was rejected so ends with the rejecting move.
"""

from clockd.game import endings
from clockd.game.draft import Draft
from clockd.game.evidence import KingsSeen, MoveSettled
from clockd.game.facts import DrawDeclined, DrawOffered, DrawRefused
from clockd.game.inputs import DrawProposed
from clockd.game.moves import on_move_settled
from clockd.game.state import Game
from clockd.ports import ResignPressed, Side


def last_ply_of(game: Game, side: Side, plies_on_board: int) -> int:
    """The number of this side's last ply when so many stand on the board; 0 before its first."""
    own = plies_on_board % 2 == (1 if side is game.first_side else 0)
    return plies_on_board if own else max(0, plies_on_board - 1)


def on_draw_proposed(draft: Draft, seen: DrawProposed) -> None:
    """An offer, or the acceptance of the other side's standing offer."""
    game = draft.game
    if not game.open or game.clock.flag is not None:
        return
    if accepts(game, seen):
        endings.end(draft, seen.at_ns, endings.DRAW, "agreement")
        return
    if game.offer is not None and game.offer.side is seen.side.other:
        draft.add(DrawDeclined(seen.at_ns, seen.side))
    if draft.game.offer is None:
        ply = last_ply_of(game, seen.side, seen.plies_on_board)
        draft.add(DrawOffered(seen.at_ns, seen.side, ply, seen.plies_on_board))


def accepts(game: Game, seen: DrawProposed) -> bool:
    """Whether this is the answer to a standing offer: the other side's, and not rejected by a move since."""
    offer = game.offer
    if offer is None or offer.side is seen.side:
        return False
    return last_ply_of(game, seen.side, seen.plies_on_board) <= offer.plies_on_board


def refuse(draft: Draft, at_ns: int, side: Side | None, ply: int, reason: str) -> None:
    """Refuse an offer or an agreement: recorded like any offer, shown to the arbiter."""
    if side is not None:
        draft.add(DrawRefused(at_ns, side, ply, reason))
    draft.alert(at_ns, "draw-refused", side, reason)


def on_kings(draft: Draft, seen: KingsSeen) -> None:
    """The players' result by the kings: it ends the game, and the arbiter sees it."""
    game = draft.game
    if not game.open or game.clock.flag is not None:
        return
    if seen.pending is not None:
        on_move_settled(draft, MoveSettled(seen.at_ns, seen.pending, seen.at_ns, pressed=False))
        if not draft.game.open:
            return
    drawn = seen.result == endings.DRAW
    termination = "agreement" if drawn else "resignation"
    endings.end(draft, seen.at_ns, seen.result, termination, "kings on the centre squares")
    draft.alert(seen.at_ns, "result-by-kings", None, f"Kings in the centre: {seen.result}")


def on_resign(draft: Draft, seen: ResignPressed) -> None:
    """A resignation ends the game at once (Laws 5.1.2)."""
    if draft.game.open and draft.game.clock.flag is None:
        endings.end(draft, seen.at_ns, endings.win_for(seen.side.other), "resignation")
