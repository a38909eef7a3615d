"""The arbiter corrects the record of moves: inserts, replaces, takes back, and takes such a ruling back.

The clocks' times are never touched; the side to move and the counts of moves completed follow the record (Laws 7.6).
A period that these counts reach comes with the next move completed, or at once by `set-period` and `set-time`.
`set-aside what=record` or another correction undoes one; each stands in the journal with its author and reason.
"""

from collections.abc import Sequence
from dataclasses import replace

import chess

from clockd.errors import NotAllowed
from clockd.game import clock as clocks
from clockd.game import endings
from clockd.game.arguments import move_of, needs_stopped_clock, number
from clockd.game.clock import Clock
from clockd.game.draft import Draft
from clockd.game.evolve_rulings import board_after
from clockd.game.inputs import CommandGiven
from clockd.game.ruling_facts import MovesRuled, RecordPutBack
from clockd.game.running import BY_ARBITER, stop
from clockd.game.state import Game, Ply, changed, side_of
from clockd.ports import SIDES, Side

MOST_MOVES = 300  # in one command


def take_back(draft: Draft, seen: CommandGiven) -> None:
    """Take the last `take-back` plies off the record, or those from the move `from=` on, if any are named."""
    made = len(draft.game.plies)
    count = _plies_to_take(draft.game, seen)
    if not 0 <= count <= made:
        raise NotAllowed(f"take-back={count}, expected 0 to {made}: so many plies are made")
    if count:
        if draft.game.phase == "running":
            stop(draft, seen.at_ns, BY_ARBITER)
        rule_moves(draft, seen.at_ns, made - count, (), f"the last {count} plies taken back")


def _plies_to_take(game: Game, seen: CommandGiven) -> int:
    if seen.get("take-back") is None:
        return len(game.plies) - _from_ply(game, seen)
    if seen.get("from") is not None:
        raise NotAllowed("expected take-back=... or from=..., one of them")
    return number(seen, "take-back")


def set_moves(draft: Draft, seen: CommandGiven) -> None:
    """Correct the record: `take-back=2`, or `moves="Nf3 Nc6"` at the end, or `from=12 side=black moves=...`.

    With `then=drop` (the default) nothing follows the given moves, with `then=keep` the old moves do (an insertion),
    with `then=replace` the old moves behind as many as were given.
    """
    needs_stopped_clock(draft)
    if seen.get("take-back") is not None:
        take_back(draft, seen)
        return
    game = draft.game
    keep = _from_ply(game, seen)
    words = (seen.get("moves") or "").split()
    if len(words) > MOST_MOVES:
        raise NotAllowed(f"{len(words)} moves, expected {MOST_MOVES} at most")
    if not words and keep == len(game.plies):
        raise NotAllowed("nothing to change, expected moves=..., from=... or take-back=...")
    board, _ = board_after(game, game.plies[:keep])
    plies = played(board, words)
    then = seen.get("then") or "drop"
    if then not in ("drop", "keep", "replace"):
        raise NotAllowed(f"then={then}, expected drop, keep or replace")
    if then != "drop":
        plies += _following(board, game.plies[keep + (len(words) if then == "replace" else 0) :])
    number_, side = _place(game, keep)
    what = f"from {number_} {side}: {' '.join(ply.san for ply in plies) or 'nothing'}"
    rule_moves(draft, seen.at_ns, keep, tuple(plies), what)
    endings.end_by_position(draft, seen.at_ns, endings.BY_SET_POSITION)


def rule_moves(draft: Draft, at_ns: int, keep: int, plies: tuple[Ply, ...], what: str) -> None:
    """The record: its first `keep` plies, then these. Counts and the side to move follow it; times stay."""
    game = draft.game
    whole = _with_completions((*game.plies[:keep], *plies))
    ruled = tuple(each for each in game.ruled_positions if each[0] <= keep)
    if ruled == game.ruled_positions:  # else a position set after these plies falls with them
        keep = _in_common(game.plies, whole)
    clock = _following_counts(changed(game, ruled_positions=ruled), whole)
    what += "".join(_period_words(game, clock, side) for side in SIDES)
    draft.add(MovesRuled(at_ns, keep, whole[keep:], clock, what))


def _following_counts(game: Game, plies: tuple[Ply, ...]) -> Clock:
    """The standing clock with the counts of moves completed and the side to move of this record."""
    clock = game.clock
    for side in SIDES:
        more = _completed(plies, side) - _completed(game.plies, side)
        hand = clock.hand(side)
        clock = clocks.with_hand(clock, side, replace(hand, moves=max(0, hand.moves + more)))
    return to_run(clock, side_of(board_after(game, plies)[0]))


def _with_completions(plies: tuple[Ply, ...]) -> tuple[Ply, ...]:
    """A player's later move completes his earlier one (6.2.1), on a corrected record too."""
    last = {ply.side: place for place, ply in enumerate(plies)}
    return tuple(
        replace(ply, completed=ply.completed or place < last[ply.side])
        for place, ply in enumerate(plies)
    )


def _in_common(old: Sequence[Ply], new: Sequence[Ply]) -> int:
    """How many plies both begin with."""
    for same, (before, after) in enumerate(zip(old, new, strict=False)):
        if before != after:
            return same
    return min(len(old), len(new))


def _period_words(game: Game, clock: Clock, side: Side) -> str:
    """What a count that passes the end of a period, either way, means for this side's time."""
    hand, period = clock.hand(side), game.clock.hand(side).period
    ends = sum(each.moves or 0 for each in game.timing.control.of(side)[:period])
    name = side.capitalize()
    if hand.moves < ends:
        return f"; {name} keeps the time of period {period + 1}, which came at move {ends}"
    due = clocks.moves_to_go(game.timing, side, hand) == 0
    if not due or clocks.moves_to_go(game.timing, side, game.clock.hand(side)) == 0:
        return ""
    return f"; {name} gets the time of period {period + 2} with the next move completed"


def put_record_back(draft: Draft, seen: CommandGiven) -> None:
    """`set-aside what=record`: the last ruling on moves or position falls; refused once a move followed it."""
    needs_stopped_clock(draft)
    game = draft.game
    if not game.earlier_records:
        raise NotAllowed("no ruling has changed the record")
    before = game.earlier_records[-1]
    if len(game.plies) != before.plies_after:
        raise NotAllowed("moves were made since that ruling: correct them with set-moves")
    undone = replace(game, ruled_positions=before.ruled_positions)
    clock = _following_counts(undone, before.plies)
    draft.add(RecordPutBack(seen.at_ns, before.plies, before.ruled_positions, clock))


def _from_ply(game: Game, seen: CommandGiven) -> int:
    """How many plies stay: `from=12 side=black` keeps those before Black's 12th move; default all."""
    if seen.get("from") is None:
        return len(game.plies)
    move, side = number(seen, "from"), seen.get("side") or "white"
    if side not in ("white", "black"):
        raise NotAllowed(f"side={side}, expected side=white or side=black")
    for keep in range(len(game.plies) + 1):
        if _place(game, keep) == (move, side):
            return keep
    last, last_side = _place(game, len(game.plies))
    raise NotAllowed(f"from={move} {side}, expected a move up to {last} {last_side}")


def _place(game: Game, keep: int) -> tuple[int, str]:
    """Number and side of the ply after the first `keep`, as the scoresheet counts."""
    board, _ = board_after(game, game.plies[:keep])
    return board.fullmove_number, str(side_of(board))


def played(board: chess.Board, words: Sequence[str]) -> list[Ply]:
    """These moves (SAN or UCI) on the board, which is moved on; none has a clock time."""
    plies: list[Ply] = []
    for word in words:
        side, move = side_of(board), move_of(board, word)
        if move is None:
            place = f"move {board.fullmove_number} {side}"
            raise NotAllowed(f"{place}: {word[:20]}, expected a legal move there")
        plies.append(Ply(side, move.uci(), board.san(move), completed=True))
        board.push(move)
    return plies


def _following(board: chess.Board, plies: Sequence[Ply]) -> list[Ply]:
    """The old moves played on, with the times they have."""
    kept: list[Ply] = []
    for ply in plies:
        move = chess.Move.from_uci(ply.uci)
        place = f"move {board.fullmove_number} {side_of(board)}"
        if not board.is_legal(move):
            raise NotAllowed(
                f"{place}: {ply.san} of the record is no longer legal, expected then=drop"
            )
        kept.append(replace(ply, side=side_of(board), san=board.san(move)))
        board.push(move)
    return kept


def _completed(plies: Sequence[Ply], side: Side) -> int:
    return sum(ply.side is side and ply.completed for ply in plies)


def to_run(clock: Clock, side: Side) -> Clock:
    """The standing clock, ready to run for the side to move."""
    return replace(clock, to_run=side)
