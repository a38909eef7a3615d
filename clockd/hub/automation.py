"""What an event does by itself: lots, the next round when the last result is in, the end. Pure.

Each step is an input like the arbiter's own, journaled with the author `automation`. With `--manual` none is taken.
A dispute, or a result that a table took back, holds the next round until the arbiter has ruled.
"""

from collections.abc import Callable

from clockd.tournament import inputs as i
from clockd.tournament.tournament import Tournament

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
    current = tournament.current
    if current is not None and (not current.published or current.open_boards):
        return None
    if len(tournament.rounds) < plan.rounds:
        number = len(tournament.rounds) + 1
        if plan.system != "round-robin":
            return None  # the pairs of a Swiss round are handed in
        return i.PairRound(at_ns, tournament.id, number, author=AUTHOR)
    return i.FinishEvent(at_ns, tournament.id, AUTHOR)


def drawn_lots(tournament: Tournament, at_ns: int, shuffle: Shuffle, author: str) -> i.DrawLots:
    """A drawing of lots, asked for by the arbiter."""
    return i.DrawLots(at_ns, tournament.id, _drawn(tournament, shuffle), LOTS_BY, author)


def _drawn(tournament: Tournament, shuffle: Shuffle) -> tuple[int, ...]:
    numbers = list(range(1, len(tournament.players) + 1))
    shuffle(numbers)
    return tuple(numbers)
