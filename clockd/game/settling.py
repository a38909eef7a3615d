"""When a move is settled: ripe, far enough ahead of its rivals, and with nothing in its way.

A move is ripe a scan and a full board after its press (slides and castling rooks still come in until then), or once
later moves have made it certain. Settled moves are never withdrawn, so a doubt waits for more play; when that does
not decide either, the best reading is taken and the arbiter is told. Source: recognition fact sheet section 4.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from clockd.game import costs
from clockd.game.beam import Ranked
from clockd.game.costs import Pace
from clockd.game.plays import Play
from clockd.game.positions import IS_WHITE, Position
from clockd.game.readings import Reading
from clockd.game.squares import Squares

FAR = 1_000.0  # the margin when no other reading is left


@dataclass(frozen=True, slots=True)
class Verdict:
    """The move to settle, and why the arbiter should look at it, if he should."""

    play: Play
    pressed: bool
    doubt: str  # empty when there is none


@dataclass(frozen=True, slots=True)
class Doubt:
    """A ripe move that the evidence does not decide, since when, and how many presses there had been."""

    ply: int
    since_ns: int
    presses: int


def ripe_at(reading: Reading, pace: Pace) -> int | None:
    """The instant from which the reading's first move has had the time, or the followers, to be believed."""
    first, *later = reading.plays
    pressed_ns = reading.paid.get(first.ply)
    instants = [
        play.landed_ns + costs.FOLLOWED_NS
        for play in later
        if play.seen and play.white != first.white
    ]
    if first.bridged and (later or pressed_ns is not None):
        instants.append(first.landed_ns)
    if first.seen and pressed_ns is not None:
        early = first.landed_ns - pressed_ns > pace.press_early_ns
        instants.append((first.landed_ns if early else pressed_ns) + pace.ripe_ns)
    # A late press may still come: an answered move is called unpressed only after a while.
    answered_ns = 0 if pressed_ns is not None or not first.seen else first.landed_ns
    for play in later:
        if play.ply in reading.paid:
            at_ns = reading.paid[play.ply] + pace.ripe_ns
            instants.append(
                max(at_ns, answered_ns + costs.UNPRESSED_SETTLE_NS) if answered_ns else at_ns
            )
    return min(instants, default=None)


def margin(ranked: Ranked) -> float:
    """How far the best reading is ahead of the best one with another first move, or with none."""
    best_total, best = ranked[0]
    first = best.plays[0].move
    for total, reading in ranked[1:]:
        if not reading.plays or reading.plays[0].move != first:
            return total - best_total
    return FAR


def other_order(ranked: Ranked) -> Reading | None:
    """A reading of the same moves in another order, when a full board told of both first moves: nothing decides."""
    total, best = ranked[0]
    first = best.plays[0]
    if first.timed or not first.seen:
        return None
    for other_total, other in ranked[1:]:
        if other_total - total >= costs.MARGIN_CLEAR:
            return None
        if not other.plays or other.plays[0].move == first.move:
            continue
        if other.plays[0].timed or not other.plays[0].seen:
            continue
        same = any(play.move == first.move for play in other.plays)
        if same and any(play.move == other.plays[0].move for play in best.plays):
            return other
    return None


def obstacle(reading: Reading, squares: Squares) -> str:
    """What speaks against settling the first move although its reading is the best; empty when nothing does."""
    first = reading.plays[0]
    if first.square in reading.gone:
        return f"{chess.square_name(first.square)} changed again"
    older = {
        square
        for open_squares in (reading.gone, reading.stands)
        for square, since_ns in open_squares.items()
        if since_ns < first.landed_ns
    }
    if older:
        names = " ".join(sorted(chess.square_name(square) for square in older))
        return f"still unexplained from before the move: {names}"
    if len(reading.plays) == 1:
        # The rest of a longer move may be under way: a castling king, a slide.
        for square in reading.stands:
            man = squares.letters[square]
            if IS_WHITE[man] == first.white:
                return f"{chess.square_name(square)} {man} unexplained"
    return ""


def crowded(
    position: Position, plays: Sequence[Play], past: Sequence[tuple[Position, Play]], pace: Pace
) -> bool:
    """Whether the first move and an own one beside it are so close that their order may be the other way round.

    `past`: the last two settled moves, each with the position before it. Only an order that is legal counts.
    """
    first = plays[0]
    if len(past) == 2:
        (before, own), (_, reply) = past
        if _changeable(before, (own, reply, first), pace):
            return True
    return len(plays) > 2 and _changeable(position, plays[:3], pace)


def _changeable(position: Position, plays: Sequence[Play], pace: Pace) -> bool:
    """Whether first and third move, of one side, could have been made the other way round."""
    first, reply, third = plays
    if not (first.timed and third.timed):
        return False
    if abs(third.landed_ns - first.landed_ns) >= pace.own_order_ns:
        return False
    swapped, as_read = position, position
    for play in (third, reply, first):
        if not swapped.is_legal(play.move):
            return False
        swapped = swapped.after(play.move)
    for play in plays:
        as_read = as_read.after(play.move)
    return swapped.letters == as_read.letters


def waited_enough(doubt: Doubt, now_ns: int, presses: int) -> bool:
    """Whether a doubt has had two presses and a second more without being decided."""
    enough_play = presses - doubt.presses >= costs.DOUBT_PRESSES
    return enough_play and now_ns - doubt.since_ns >= costs.DOUBT_NS
