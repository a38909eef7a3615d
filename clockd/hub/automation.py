"""What an event does by itself: lots, the next round when the last result is in, the end. Pure.

Each step is an input like the arbiter's own, journaled with the author `automation`. With `--manual` none is taken.
A dispute, or a result that a table took back, holds the next round until the arbiter has ruled; the hub asks no sooner
than a short pause after a game has ended.
"""

from collections.abc import Callable

from clockd.ports import SIDES
from clockd.tournament import inputs as i
from clockd.tournament.playoff_course import playoff_waits_for
from clockd.tournament.playoff_inputs import DrawPlayoffLots
from clockd.tournament.tournament import Plan, Tournament

AUTHOR = "automation"
LOTS_BY = "drawn by the system's random generator"

Shuffle = Callable[[list[int]], None]


def next_step(tournament: Tournament, at_ns: int, shuffle: Shuffle) -> i.Input | None:
    """The next thing that is due without anybody's word, or None."""
    plan = tournament.plan
    if plan is None or tournament.finished:
        return None
    if not tournament.numbers:
        return i.DrawLots(at_ns, tournament.id, _drawn(tournament, shuffle), LOTS_BY, AUTHOR)
    if plan.system == "swiss" and not tournament.initial_colour:
        return drawn_colour(tournament, at_ns, shuffle, AUTHOR)
    current = tournament.current
    if current is not None and (not current.published or current.open_boards):
        return None
    if len(tournament.event_rounds) < plan.rounds:
        return _next_round(tournament, plan, at_ns)
    record = tournament.playoff
    if record is not None and record.decided is None:
        return _playoff_step(tournament, at_ns, shuffle)
    return i.FinishEvent(at_ns, tournament.id, AUTHOR)


def _next_round(tournament: Tournament, plan: Plan, at_ns: int) -> i.PairRound:
    """A round robin has its table; the pairs of a Swiss are worked out aside before this is fed."""
    return i.PairRound(at_ns, tournament.id, len(tournament.rounds) + 1, author=AUTHOR)


def _playoff_step(tournament: Tournament, at_ns: int, shuffle: Shuffle) -> i.Input | None:
    """The lots of a stage are drawn; a format that the rules leave to the arbiter is his to choose.

    The winner of a lot has White: nobody is there to be asked for another choice. With `--manual` the arbiter asks
    him, and says it with the drawing (`lots choice=4-black`).
    """
    awaited = playoff_waits_for(tournament)
    if awaited is None or not awaited.is_drawing:
        return None
    order = list(awaited.players)
    shuffle(order)
    return DrawPlayoffLots(
        at_ns, tournament.id, awaited.stage, tuple(order), LOTS_BY, author=AUTHOR
    )


def drawn_lots(tournament: Tournament, at_ns: int, shuffle: Shuffle, author: str) -> i.DrawLots:
    """A drawing of lots, asked for by the arbiter."""
    return i.DrawLots(at_ns, tournament.id, _drawn(tournament, shuffle), LOTS_BY, author)


def drawn_colour(tournament: Tournament, at_ns: int, shuffle: Shuffle, author: str) -> i.DrawColour:
    """A drawing of the initial colour of a Swiss."""
    sides = [0, 1]
    shuffle(sides)
    return i.DrawColour(at_ns, tournament.id, SIDES[sides[0]], LOTS_BY, author)


def _drawn(tournament: Tournament, shuffle: Shuffle) -> tuple[int, ...]:
    numbers = list(range(1, len(tournament.players) + 1))
    shuffle(numbers)
    return tuple(numbers)
