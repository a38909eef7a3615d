"""Presses and moves: what a press does to the clock, and what a settled move does to the record.

The press moves the clock at once; the move it belongs to is settled when the board has told. A move is completed
by its press, by the player's next move, or by the end of the game (Laws 6.2.1); periods count those.
"""

import chess

from clockd.game import claims, endings, running
from clockd.game import clock as clocks
from clockd.game.draft import Draft
from clockd.game.evidence import BoardAlert, MoveSettled
from clockd.game.evolve import evolve
from clockd.game.facts import (
    ClockHandedOver,
    DrawDeclined,
    MovePlayed,
    PlayerCame,
    PressedWithoutMove,
    PressGivenBack,
    SplitWorkedOut,
)
from clockd.game.ruling_facts import PressedWhileRestoring
from clockd.game.state import Game, side_of
from clockd.ports import SIDES, ClockPressed, Side


def on_press(draft: Draft, seen: ClockPressed) -> None:
    """Hand the clock over, if it is this side's that runs; before the start a press is a sign of life."""
    game = draft.game
    if game.phase == "waiting" and game.pairing and seen.side not in game.arrived:
        draft.add(PlayerCame(seen.at_ns, seen.side))
    if game.restoring and seen.side not in game.pressed_restoring:
        draft.add(PressedWhileRestoring(seen.at_ns, seen.side))
    if game.phase != "running" or game.clock.running is not seen.side:
        return  # a press by the side whose clock stands is no press
    spent_ns = draft.clock_at(seen.at_ns).hand(seen.side).spent_ns
    handed = clocks.press(game.timing, game.clock, seen.at_ns)
    late = _owes_a_press(draft, seen.side)
    draft.add(ClockHandedOver(seen.at_ns, seen.side, spent_ns, handed))
    if late is not None:
        endings.complete(draft, late, seen.at_ns, pressed=True)


def _owes_a_press(draft: Draft, side: Side) -> int | None:
    """The ply of this side that stands on the board without its press (6.2.2), if any."""
    game = draft.game
    if any(press.side is side for press in game.counted_presses):
        return None
    for ply in range(len(game.plies), 0, -1):
        if game.plies[ply - 1].side is side:
            return None if game.plies[ply - 1].completed else ply
    return None


def on_move_settled(draft: Draft, seen: MoveSettled) -> None:
    """Write the move down, complete what it completes, and see whether it ends the game."""
    game = draft.game
    side = side_of(game.board)
    has_press = any(press.side is side for press in game.counted_presses)
    if game.phase == "waiting" or (game.phase == "ended" and not has_press):
        return
    move = chess.Move.from_uci(seen.uci)
    if not game.board.is_legal(move):
        draft.alert(seen.at_ns, "position-differs", None, f"{seen.uci} does not fit the record")
        return
    if game.clock.flag is not None and not has_press:
        _moved_at_the_flag(draft, seen, move)
        return
    if game.must_play is not None and game.must_play[0] is side and game.must_play[1] != seen.uci:
        wanted = game.board.san(chess.Move.from_uci(game.must_play[1]))
        detail = f"{side.capitalize()} claimed with {wanted} and must play it (9.5.3)"
        draft.alert(seen.at_ns, "claim", side, detail)
    _write_down(draft, seen, move)
    if draft.game.open:
        endings.end_by_position(draft, seen.at_ns)
    claims.check_waiting(draft, seen.at_ns)


def _write_down(draft: Draft, seen: MoveSettled, move: chess.Move) -> None:
    """The move, completed when a press of its side waits for it; it completes the one before."""
    game = draft.game
    side = side_of(game.board)
    _work_out_split(draft, seen)
    owed = _uncompleted_before(draft, side)
    if owed is not None:
        endings.complete(draft, owed, seen.at_ns, pressed=False)
    elif seen.pressed:
        _give_back_press(draft, seen.at_ns, side)
    san = game.board.san(move)
    ply = len(game.plies) + 1
    draft.add(MovePlayed(seen.at_ns, ply, side, move.uci(), san, seen.landed_ns))
    if any(press.side is side for press in draft.game.counted_presses):
        endings.complete(draft, ply, seen.at_ns, pressed=True)
    offer = draft.game.offer
    if offer is not None and offer.side is side.other and ply > offer.plies_on_board:
        draft.add(DrawDeclined(seen.at_ns, side))


def _work_out_split(draft: Draft, seen: MoveSettled) -> None:
    """A reply to a move that was not pressed: what would move its time to the side that made it (design 8)."""
    game = draft.game
    last = game.plies[-1] if game.plies else None
    if last is None or last.completed or game.landed_ns is None or game.clock.flag is not None:
        return
    if game.clock.to_run is not last.side or any(p.side is last.side for p in game.counted_presses):
        return
    reply_ns = max(0, seen.landed_ns - game.landed_ns)
    adds = {last.side: reply_ns + _ahead_ns(game, last.side)}
    adds[last.side.other] = _ahead_ns(game, last.side.other) - reply_ns
    white, black = (adds[side] for side in SIDES)
    draft.add(SplitWorkedOut(seen.at_ns, last.side, len(game.plies), reply_ns, white, black))


def _ahead_ns(game: Game, side: Side) -> int:
    """The increment that a press of this side would have credited."""
    return game.timing.period(side, game.clock.hand(side).period).ahead_ns


def _give_back_press(draft: Draft, at_ns: int, side: Side) -> None:
    """A press taken for the late one of the move before was this move's own: that one had none.

    The move before stays completed (6.2.1: by this one); only whose the press was is put right.
    """
    game = draft.game
    if any(press.side is side for press in game.counted_presses):
        return
    number = next((n for n in range(len(game.plies), 0, -1) if game.plies[n - 1].side is side), 0)
    ply = game.plies[number - 1] if number else None
    if ply is not None and ply.pressed and ply.clock_ns is not None and ply.spent_ns is not None:
        spent_ns = ply.spent_ns + endings.spent_before_ns(game, number)
        draft.add(PressGivenBack(at_ns, number, side, ply.clock_ns, spent_ns))


def _uncompleted_before(draft: Draft, side: Side) -> int | None:
    """This side's earlier ply that its next move completes (6.2.1)."""
    for ply in range(len(draft.game.plies), 0, -1):
        each = draft.game.plies[ply - 1]
        if each.side is side:
            return None if each.completed else ply
    return None


def _moved_at_the_flag(draft: Draft, seen: MoveSettled, move: chess.Move) -> None:
    """An unpressed move beside a fallen flag: only one that ends the game matters (6.9)."""
    game = draft.game
    flag_at_ns = game.clock.flag_at_ns
    if flag_at_ns is None or game.phase == "ended" or game.result_left_open:
        return
    san = game.board.san(move)
    played = MovePlayed(
        seen.at_ns, len(game.plies) + 1, game.to_move, seen.uci, san, seen.landed_ns
    )
    if endings.ending_by_position(evolve(game, played)) is None:
        return
    early_ns = flag_at_ns - seen.landed_ns
    if early_ns > endings.FLAG_DOUBT_NS:
        _write_down(draft, seen, move)
        endings.complete_last_move(draft, seen.at_ns)
        endings.end_by_position(draft, seen.at_ns)
    elif early_ns >= -endings.FLAG_DOUBT_NS:
        when = f"{abs(early_ns) // 1_000_000} ms {'before' if early_ns >= 0 else 'after'} the flag"
        endings.leave_open(draft, seen.at_ns, f"{san} ended the game {when}: the arbiter decides")


def on_board_alert(draft: Draft, seen: BoardAlert) -> None:
    """Hand the board's doubt to the arbiter; a press that no legal move explains counts for none."""
    counted = any(press.side is seen.side for press in draft.game.counted_presses)
    if counted and seen.side is not None and seen.alert in ("no-move", "illegal-move"):
        draft.add(PressedWithoutMove(seen.at_ns, seen.side))
    late_press = seen.alert == "no-move" and not counted  # it completed the move before (6.2.2)
    if not draft.game.open or late_press:
        return
    draft.alert(seen.at_ns, seen.alert, seen.side, seen.detail)
    if counted and seen.alert in ("no-move", "illegal-move"):
        _stop_where_agreed(draft, seen.at_ns)


def _stop_where_agreed(draft: Draft, at_ns: int) -> None:
    """The event's rules may have an illegal move stop the clocks; else they go on until somebody pauses."""
    pairing = draft.game.pairing
    if pairing is not None and pairing.illegal_moves_stop and running.can_stop(draft.game):
        running.stop(draft, at_ns, "Stopped by an illegal move")
