"""Where the playoff of a tournament stands, computed from its facts and the results of its rounds; what it waits for.

Pure and deterministic: the record holds what was drawn, chosen, ruled and paired, the rounds hold the results, and
the contest is folded from both anew, so a corrected result needs no special case. Source: design.md section 8.
"""

from dataclasses import dataclass

from clockd.errors import BadInput
from clockd.ports import Side
from clockd.tournament import playoff_facts as p
from clockd.tournament.playoff_formats import games_left, pairs_left
from clockd.tournament.playoffs import (
    Contest,
    begin,
    choose_colour,
    choose_format,
    draw_lots,
    rule_order,
    take_result,
)
from clockd.tournament.tournament import (
    NO_RESULT,
    Tournament,
    crosstable_of,
    standings_of,
)


@dataclass(frozen=True, slots=True)
class GameNow:
    """A game to be handed to a table. Players are places in the entry list; `stage` "" in the event's own rounds."""

    round: int
    board: int
    white: int
    black: int
    stage: str = ""
    game: int = 1
    table: str = ""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What somebody must say before the playoff goes on: a drawing for `stage`, or ("arbiter") the format."""

    stage: str
    players: tuple[int, ...]
    offered: tuple[str, ...] = ()

    @property
    def is_drawing(self) -> bool:
        return self.stage != "arbiter"


def games_now(tournament: Tournament) -> tuple[GameNow, ...]:
    """The games that tables play now: published, without a result, in a round that is not closed."""
    return tuple(
        GameNow(
            each.number, board.board, board.white, board.black, each.stage, each.game, board.table
        )
        for each in tournament.rounds
        if each.published
        for board in each.open_boards
    )


def playoff_waits_for(tournament: Tournament) -> Awaited | None:
    """The drawing or the arbiter's choice that the playoff waits for; None while games go on or none is on."""
    record = tournament.playoff
    if record is None or record.decided is not None or games_now(tournament):
        return None
    contest = contest_of(tournament)
    course = contest.course
    if course is None:
        return None
    if course.stage.format == "arbiter":
        return Awaited(course.stage.name, course.players, course.stage.offered)
    if games_left(course) is not None:
        return None
    pairs = pairs_left(course) if course.played else None
    known = tuple(player for pair in pairs for player in pair) if pairs else course.players
    return Awaited(course.stage.name, known)


def tied_for_first(tournament: Tournament) -> tuple[int, ...]:
    """Who has as many points as the first, in the order of the standings; nobody where that needs no playoff."""
    tied = leaders(tournament)
    if tournament.plan is None or tournament.plan.playoff is None:
        return ()
    if len(tied) < tournament.plan.playoff.tied_from:
        return ()
    order = [standing.player.number for standing in standings_of(tournament)]
    return tuple(sorted(tied, key=lambda player: order.index(tournament.number(player))))


def leaders(tournament: Tournament) -> frozenset[int]:
    """Everybody who has as many points as the first."""
    table = crosstable_of(tournament)
    best = max((table.score(player.number) for player in table.players), default=None)
    return frozenset(
        tournament.player_with(player.number)
        for player in table.players
        if table.score(player.number) == best
    )


def contest_of(tournament: Tournament) -> Contest:
    """The playoff as it stands; BadInput when a ruling has taken away what its later steps stand on."""
    record = tournament.playoff
    assert record is not None, "no playoff has started"
    assert tournament.plan is not None and tournament.plan.playoff is not None
    contest = begin(tournament.plan.playoff, record.tied, lots_stand=False)
    for step in _steps_that_count(record):
        contest = _after(tournament, contest, step)
    return contest


def _steps_that_count(record: p.PlayoffRecord) -> tuple[p.PlayoffStep, ...]:
    """A ruling on all the tied makes the steps before it void."""
    for position in reversed(range(len(record.steps))):
        step = record.steps[position]
        if isinstance(step, p.PlayoffOrderRuled) and set(step.order) == set(record.tied):
            return record.steps[position:]
    return record.steps


def _after(tournament: Tournament, contest: Contest, step: p.PlayoffStep) -> Contest:
    if isinstance(step, p.PlayoffGamesPaired):
        return _with_results(tournament, contest, step)
    if isinstance(step, p.PlayoffFormatChosen):
        return choose_format(contest, step.stage)
    if isinstance(step, p.PlayoffOrderRuled):
        return rule_order(contest, step.order)
    return with_lots(contest, step.stage, step.order, step.choices)


def with_lots(
    contest: Contest, stage: str, order: tuple[int, ...], choices: tuple[tuple[int, str], ...]
) -> Contest:
    """The contest after a drawing, and the colours that its winners chose."""
    contest = draw_lots(contest, order, stage)
    for winner, side in choices:
        contest = choose_colour(contest, winner, Side(side))
    return contest


def _with_results(tournament: Tournament, contest: Contest, step: p.PlayoffGamesPaired) -> Contest:
    each, course = tournament.round(step.round), contest.course
    assert each is not None, step
    left = [set(pair) for pair in pairs_left(course) or ()] if course else []
    if (
        course is None
        or course.stage.name != step.stage
        or not all({board.white, board.black} in left for board in each.boards)
    ):
        raise BadInput(f"round {step.round} ({step.stage}) is not the one that follows any more")
    assert tournament.playoff is not None, step
    kept = {(number, board): result for number, board, result in tournament.playoff.kept}
    for board in each.boards:
        result = kept.get((each.number, board.board), board.result)
        if result != NO_RESULT:
            contest = take_result(contest, step.stage, board.white, board.black, result)
    return contest
