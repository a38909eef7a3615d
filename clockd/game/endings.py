"""How a game ends: by a move, by the flag, by the players, by a ruling, and who wins the match then.

Sources: FIDE Laws 5.1, 5.2, 6.9, 9.6; interfaces.md section 0 (results and termination words); 2019 U.S. Senior
Championship, reg. 7 (Armageddon: Black wins a drawn game).
"""

from dataclasses import replace

from clockd.game.clock import Clock, advance, complete_move
from clockd.game.draft import Draft
from clockd.game.facts import (
    GameEnded,
    MatingAsked,
    MatingFound,
    MoveCompleted,
    ResultLeftOpen,
)
from clockd.game.inputs import MatingJudged
from clockd.game.mating import can_mate_by_material
from clockd.game.state import Game, position_key
from clockd.ports import WHITE, Side
from clockd.units import milliseconds

DRAW = "1/2-1/2"
FLAG_DOUBT_NS = milliseconds(500)  # a game-ending move this near to the flag is the arbiter's
FLAG_RESULT_AFTER_NS = milliseconds(1000)  # doubt, a scan and the stand of a final move (design 4)
FIVEFOLD = 5
SEVENTY_FIVE_MOVES_PLIES = 150


def win_for(side: Side) -> str:
    """The result that says this side won."""
    return "1-0" if side is WHITE else "0-1"


def match_winner(game: Game, result: str) -> Side | None:
    """The match winner of a game with draw odds; None where a draw is a draw."""
    if game.pairing is None or game.pairing.draw_odds is None:
        return None
    decided = {"1-0": Side.WHITE, "0-1": Side.BLACK, DRAW: game.pairing.draw_odds}
    return decided.get(result)


def end(
    draft: Draft,
    at_ns: int,
    result: str,
    termination: str,
    detail: str = "",
    forfeit: bool = False,
) -> None:
    """End the game: both clocks stand, and the last move is complete (Laws 6.2.1)."""
    if draft.game.clock.flag is None:
        complete_last_move(draft, at_ns)
    winner = match_winner(draft.game, result)
    clock = draft.stopped_clock_at(at_ns)
    draft.add(GameEnded(at_ns, result, termination, winner, clock, detail, forfeit))


def complete_last_move(draft: Draft, at_ns: int) -> None:
    """The end of the game completes the moves that nobody pressed (6.2.1)."""
    for number, ply in enumerate(draft.game.plies[-2:], max(1, len(draft.game.plies) - 1)):
        if not ply.completed:
            complete(draft, number, at_ns, pressed=False)


def complete(draft: Draft, ply: int, at_ns: int, pressed: bool) -> None:
    """Count a move as completed, with the clock reading of its press when there was one."""
    game = draft.game
    side = game.plies[ply - 1].side
    press = next((each for each in game.counted_presses if each.side is side), None)
    hand = draft.clock_at(at_ns).hand(side)
    clock_ns, spent_ns = hand.remaining_ns, hand.spent_ns
    if pressed:
        assert press is not None, "a pressed move without its press"
        clock_ns, spent_ns = press.clock_ns, press.spent_ns
    spent_ns = max(0, spent_ns - spent_before_ns(game, ply))
    saved = clock_saved_by_press(game) if pressed and game.clock.flag is side else None
    after = saved or complete_move(game.timing, game.clock, side)
    gained_ns = after.hand(side).remaining_ns - game.clock.hand(side).remaining_ns
    draft.add(MoveCompleted(at_ns, ply, side, pressed, clock_ns + gained_ns, spent_ns, after))
    if saved is not None:
        draft.settle_alerts(at_ns, "flag")


def spent_before_ns(game: Game, ply: int) -> int:
    """What this side's unpressed moves just before this ply took: the clock ran through them all."""
    spent_ns = 0
    for each in reversed(game.plies[: ply - 1]):
        if each.side is game.plies[ply - 1].side:
            if each.pressed:
                break
            spent_ns += each.spent_ns or 0
    return spent_ns


def clock_saved_by_press(game: Game) -> Clock | None:
    """The clock running on, when a press before the flag had completed the period's moves (6.4).

    The move's squares came in after the flag; its count brings the next period at that instant.
    """
    side, flag_at_ns = game.clock.flag, game.clock.flag_at_ns
    pressed = any(press.side is side for press in game.counted_presses)
    if side is None or not pressed or game.phase != "running" or game.result_left_open:
        return None
    assert flag_at_ns is not None, "a flag without its instant"
    running = replace(game.clock, flag=None, flag_at_ns=None, since_ns=flag_at_ns)
    counted = complete_move(game.timing, running, side)
    return counted if advance(game.timing, counted, flag_at_ns).flag is None else None


def ending_by_position(game: Game) -> tuple[str, str] | None:
    """(result, termination) when the position on the board ends the game by itself, else None."""
    board = game.board
    if board.is_checkmate():
        return win_for(game.to_move.other), "checkmate"
    if board.is_stalemate():
        return DRAW, "stalemate"
    if board.is_insufficient_material():
        return DRAW, "dead-position"
    if game.positions.count(position_key(board)) >= FIVEFOLD:
        return DRAW, "fivefold"
    if board.halfmove_clock >= SEVENTY_FIVE_MOVES_PLIES:
        return DRAW, "seventy-five-moves"
    return None


BY_SET_POSITION = "by the position that the arbiter set"


def end_by_position(draft: Draft, at_ns: int, detail: str = "") -> None:
    """A mate, a stalemate or a dead position ends the game, ruled as well as played (5.1.1, 5.2)."""
    ending = ending_by_position(draft.game)
    if ending is not None:
        end(draft, at_ns, *ending, detail)


def decide_flag(draft: Draft, at_ns: int) -> None:
    """The flag's result (6.9): a loss, or a draw when the opponent cannot mate by any series of legal moves.

    A press before the flag whose squares never came in may have made the time control: the arbiter decides.
    """
    flag = draft.game.clock.flag
    assert flag is not None, "no flag has fallen"
    if clock_saved_by_press(draft.game) is not None:
        detail = f"{flag.capitalize()} pressed before the flag, but no move was seen"
        leave_open(draft, at_ns, f"{detail}: the arbiter decides whether the control was made")
    else:
        lose(draft, at_ns, flag, "time-forfeit")


DRAWN_INSTEAD = {"time-forfeit": "time-draw"}  # the others keep their name


def lose(draft: Draft, at_ns: int, loser: Side, termination: str, detail: str = "") -> None:
    """A loss, or a draw when the opponent cannot mate by any series of legal moves (6.9, 7.5.5).

    The material is looked at here; a search, if one is needed, is the shell's, and its answer comes as an input.
    What it does not decide is the arbiter's, never a silent draw.
    """
    winner = loser.other
    by_material = can_mate_by_material(draft.game.board, winner)
    verdict = draft.game.mating if by_material else "impossible"
    if verdict is None:
        draft.add(MatingAsked(at_ns, loser, termination, detail))
    elif verdict == "possible":
        end(draft, at_ns, win_for(winner), termination, detail)
    elif verdict == "impossible":
        why = f"{winner.capitalize()} cannot mate by any series of legal moves"
        told = f"{detail}; {why}" if detail else why
        end(draft, at_ns, DRAW, DRAWN_INSTEAD.get(termination, termination), told)
    else:
        cause, article = (
            (detail, "7.5.5") if detail else (f"{loser.capitalize()}'s flag fell", "6.9")
        )
        why = f"whether {winner.capitalize()} can still mate was not decided"
        leave_open(draft, at_ns, f"{cause}; {why}: the arbiter decides ({article})")


def mating_question(game: Game) -> Side | None:
    """The side of which it must be found whether it can mate from this position; None while nobody asks."""
    if not game.open or game.result_left_open or game.mating is not None:
        return None
    flag = game.clock.flag if game.phase == "running" else None
    loser = game.losing.side if game.losing is not None else flag
    if loser is None or not can_mate_by_material(game.board, loser.other):
        return None
    return loser.other


def on_mating_judged(draft: Draft, seen: MatingJudged) -> None:
    """The search's answer, if it is still about this position; a result that waited for it comes now."""
    game = draft.game
    if mating_question(game) is not seen.side or game.board.fen() != seen.fen:
        return
    due_ns = flag_result_due_ns(game)
    draft.add(MatingFound(seen.at_ns, seen.side, seen.verdict))
    if game.losing is not None:
        waiting = game.losing
        lose(draft, seen.at_ns, waiting.side, waiting.termination, waiting.detail)
    elif due_ns is not None and due_ns <= seen.at_ns:
        decide_flag(draft, seen.at_ns)


def leave_open(draft: Draft, at_ns: int, detail: str) -> None:
    """Leave the result to the arbiter (6.9, 7.5.5), with the alert `flag`, or `illegal-move` where none fell."""
    flag, losing = draft.game.clock.flag, draft.game.losing
    draft.add(ResultLeftOpen(at_ns, detail))
    if flag is None and losing is not None:
        draft.alert(at_ns, "illegal-move", losing.side, detail)
    else:
        draft.alert(at_ns, "flag", flag, detail)


def flag_result_due_ns(game: Game) -> int | None:
    """When a fallen flag becomes a result, unless something leaves it to the arbiter."""
    undecided = game.phase == "running" and not game.result_left_open
    if not undecided or game.losing is not None or game.clock.flag_at_ns is None:
        return None
    return game.clock.flag_at_ns + FLAG_RESULT_AFTER_NS
