"""Illegal moves (Laws 7.5): the arbiter confirms one; the position goes back, the opponent gets time, the second loses.

What counts as one is the arbiter's to say: an illegal position pressed (7.5.1), a pawn left on the last rank (7.5.2:
it becomes a queen and the move stands), a press without a move (7.5.3), two hands (7.5.4). clockd raises the alert and
does the rest. A.3: one minute in rapid and blitz instead of two.
"""

from clockd.errors import NotAllowed
from clockd.game import clock as clocks
from clockd.game import endings, record_rulings, repairs
from clockd.game.arguments import needs_game, side_of_command
from clockd.game.clock import Clock
from clockd.game.draft import Draft
from clockd.game.inputs import CommandGiven
from clockd.game.ruling_facts import IllegalMoveLifted, IllegalMoveRuled
from clockd.game.running import BY_ARBITER, stop
from clockd.game.state import Game
from clockd.ports import Side
from clockd.units import minutes

PENALTY_NS = {"standard": minutes(2), "rapid": minutes(1), "blitz": minutes(1)}  # 7.5.5, A.3, B.2


def penalty_ns(game: Game) -> int:
    """What the opponent gets for an illegal move or a wrong claim, by the rate of play."""
    return PENALTY_NS[game.timing.control.rate()]


def confirm(draft: Draft, seen: CommandGiven) -> None:
    """`[side=white] [take-back=2] [queen=e8]`: an illegal move of this side (default: of the open alert).

    `queen=e8` (or `dxe8`) is the move of a pawn that was left on the last rank: it stands, with a queen (7.5.2).
    """
    needs_game(draft)
    side = _whose(draft, seen)
    if draft.game.clock.flag is not None:
        raise NotAllowed("a flag is down: set a time or a result first")
    if draft.game.phase == "running":
        stop(draft, seen.at_ns, BY_ARBITER)
    record_rulings.take_back(draft, seen)
    left_pawn = seen.get("queen")
    if left_pawn is not None:
        _promote(draft, seen.at_ns, side, left_pawn)
    game = draft.game
    assert game.pairing is not None, "checked"
    count = game.illegal_by(side) + 1
    if count >= game.pairing.illegal_moves_lose:
        draft.add(IllegalMoveRuled(seen.at_ns, side, count, 0, game.clock))
        for alert in repairs.ALERTS_OF_THE_BOARD:
            draft.settle_alerts(seen.at_ns, alert)
        detail = f"{side.capitalize()}'s illegal move number {count}"
        endings.lose(draft, seen.at_ns, side, "illegal-moves", detail)
        return
    added_ns = game.pairing.illegal_move_adds_ns
    added_ns = penalty_ns(game) if added_ns is None else added_ns
    clock = game.clock if left_pawn is not None else _mover_runs(game, side)
    clock = clocks.add_time(clock, side.other, added_ns)
    draft.add(IllegalMoveRuled(seen.at_ns, side, count, added_ns, clock))
    repairs.order(draft, seen.at_ns)
    endings.end_by_position(draft, seen.at_ns, endings.BY_SET_POSITION)  # the queen may give mate


def _promote(draft: Draft, at_ns: int, side: Side, pawn_move: str) -> None:
    """The pawn's move stands on the record, completed by its press, with a queen (7.5.2)."""
    if draft.game.to_move is not side:
        raise NotAllowed(f"queen={pawn_move[:20]}: {side} is not to move in the record")
    board = draft.game.board.copy(stack=False)
    plies = record_rulings.played(board, (f"{pawn_move}=Q",))
    keep = len(draft.game.plies)
    record_rulings.rule_moves(draft, at_ns, keep, tuple(plies), f"{plies[0].san} (7.5.2)")


def _mover_runs(game: Game, side: Side) -> Clock:
    """The standing clock, to run for the player who has to move instead; his press counts for nothing."""
    if game.clock.to_run is side or game.to_move is not side:
        return game.clock
    hand, period = game.clock.hand(side), game.timing.period(side, game.clock.hand(side).period)
    taken_ns = min(period.ahead_ns, max(0, hand.remaining_ns - 1))  # the increment of that press
    clock = clocks.add_time(game.clock, side, -taken_ns)
    return record_rulings.to_run(clock, side)


def _whose(draft: Draft, seen: CommandGiven) -> Side:
    if seen.get("side") is not None:
        return side_of_command(seen)
    for alert in reversed(draft.game.alerts):
        if alert.alert in ("illegal-move", "no-move") and alert.side is not None:
            return alert.side
    raise NotAllowed("no alert names the player, expected side=white or side=black")


def lift(draft: Draft, seen: CommandGiven) -> None:
    """`set-aside what=illegal-move side=white`: the last one of this side counts no more, its time goes back."""
    side = side_of_command(seen)
    if draft.game.phase == "ended" or draft.game.clock.running is not None:
        raise NotAllowed("pause the clock, or set the result aside first")
    penalties = [each for each in draft.game.illegal_moves if each.side is side]
    if not penalties:
        raise NotAllowed(f"{side} has no confirmed illegal move")
    clock = clocks.add_time(draft.game.clock, side.other, -penalties[-1].added_ns)
    if clock.hand(side.other).remaining_ns <= 0:
        raise NotAllowed(f"that would leave {side.other} no time: set a time first")
    draft.add(IllegalMoveLifted(seen.at_ns, side, clock))
