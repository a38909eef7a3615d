"""The arbiter's round: where a scoresheet stands, and whether it is behind. After the game: sheets.py.

Behind is measured by Laws 8.1.3: a player must have written his own last move before he makes another, so right after
a move two plies may be missing. With 30 s or more a move nobody is exempt (8.4). Players are never disturbed.
"""

from clockd.errors import NotAllowed
from clockd.game.arguments import number, side_of_command
from clockd.game.draft import Draft
from clockd.game.inputs import CommandGiven
from clockd.game.notation_duty import is_exempt
from clockd.game.ruling_facts import NotationSeen
from clockd.game.sheet_check import ALLOWED_BEHIND
from clockd.game.state import Game
from clockd.ports import Side

CHECK_EVERY_PLIES = 20  # ten moves: the arbiter's custom (rules.md 1.5)


def seen_on_the_round(draft: Draft, seen: CommandGiven) -> None:
    """`side=white move=23 [last=black] [offers=1]`: this sheet's last entry is White's (or Black's) 23rd move.

    `offers` is how many (=) stand on it: fewer than were made are told (8.1.5).
    """
    game, side = draft.game, side_of_command(seen)
    if game.pairing is None or game.phase == "waiting":
        raise NotAllowed("no game is under way at this table")
    written = _plies_written(game, seen)
    behind = max(0, len(game.plies) - written)
    draft.add(NotationSeen(seen.at_ns, side, written, behind))
    draft.settle_alerts(seen.at_ns, "notation-behind", side)
    _look_for_offers(draft, seen, side)
    if behind > ALLOWED_BEHIND and game.open and not exempt(game, side):
        made = f"{(len(game.plies) + 1) // 2} moves are made"
        draft.alert(
            seen.at_ns,
            "notation-behind",
            side,
            f"{side.capitalize()}'s sheet lacks {behind} plies; {made}",
        )


def _look_for_offers(draft: Draft, seen: CommandGiven, side: Side) -> None:
    """Each offer stands on both sheets as (=), a refused one too."""
    if seen.get("offers") is None:
        return
    made, written = len(draft.game.offers), number(seen, "offers")
    if written < made:
        detail = f"{side.capitalize()}'s sheet has {written} (=), {made} were made"
        draft.alert(seen.at_ns, "notation-behind", side, detail)


def _plies_written(game: Game, seen: CommandGiven) -> int:
    move, last = number(seen, "move"), seen.get("last") or "white"
    if last not in ("white", "black"):
        raise NotAllowed(f"last={last}, expected last=white or last=black")
    plies = max(0, 2 * move - (1 if last == "white" else 0))
    plies -= 1 if game.first_side is Side.BLACK and plies else 0
    if plies > len(game.plies) + 1:  # a move may be written while the board still settles it
        raise NotAllowed(f"move={move}, but only {(len(game.plies) + 1) // 2} moves are made")
    return min(plies, len(game.plies))


def exempt(game: Game, side: Side) -> bool:
    """Whether this side need not write now (8.4); never where the event says always."""
    if game.pairing is not None and game.pairing.notation == "always":
        return False
    hand = game.clock.hand(side)
    return is_exempt(game.timing.control, side, hand.period + 1, hand.remaining_ns)


def next_check_due(game: Game, side: Side) -> int:
    """The ply from which this side's sheet should be looked at again."""
    last = next((sheet.at_ply for sheet in game.sheets if sheet.side is side), 0)
    return last + CHECK_EVERY_PLIES
