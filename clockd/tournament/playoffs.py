"""A playoff for first place: which stage is played, by whom, and the order of all who were tied.

A fold: begin with the tied, then take drawings, choices of colour, results and an arbiter's rulings in the order in
which they came; the contest says what is played next. Who leads a stage alone has won; those level in front go on to
the next stage, the others keep their places behind them. More tied than the rules foresee, or a deciding game that
nobody won, is the arbiter's: he chooses a format or gives the order. Sources: 2019 U.S. Senior Championship, reg. 6
and 7; design.md section 8; rules sheet section 7.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clockd.errors import BadInput
from clockd.ports import Side
from clockd.tournament.playoff_formats import groups_of, pairs_left
from clockd.tournament.playoff_rules import Playoff, Stage
from clockd.tournament.playoff_stages import Course, Group, Played
from clockd.tournament.playoff_steps import with_choice, with_drawing, with_result

MATCH_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Contest:
    """A playoff as it stands. `course` is the stage being played, None once it is decided.

    `behind` are those who have their places already, best first and equals together; `tied` is in the order in which
    equals are listed. `drawings` are by stage; `first_lots` serves the stages without one where `lots_stand`. `ruled`
    are those whose places the arbiter gave.
    """

    rules: Playoff
    tied: Group
    course: Course | None = None
    done: tuple[Course, ...] = ()
    behind: tuple[Group, ...] = ()
    drawings: tuple[tuple[str, Group], ...] = ()
    first_lots: Group = ()
    lots_stand: bool = True
    ruled: Group = ()

    @property
    def ranking(self) -> tuple[Group, ...] | None:
        """The order of all the tied, the winner first and equals together; None before it is decided."""
        return self.behind if self.course is None else None


def begin(
    rules: Playoff, tied: Sequence[int], lots: Sequence[int] = (), *, lots_stand: bool = True
) -> Contest:
    """The playoff of these players; BadInput when they are too few, or the lots are not theirs."""
    players = tuple(tied)
    if len(set(players)) < len(players):
        raise BadInput(f"tied {_listed(players)}, expected each player once")
    if rules.path_for(len(players)) is None:
        raise BadInput(f"{len(players)} tied, expected {rules.tied_from} or more")
    for stage in rules.stages:
        if stage.format == "knock-out" and stage.games > 1:
            raise BadInput(f"{stage.games} games a round in the {stage.name}, expected 1")
    if lots:
        _check_order(lots, among=players, all_of=players)
    contest = Contest(rules, players, first_lots=tuple(lots), lots_stand=lots_stand)
    if lots:
        contest = replace(contest, drawings=((_stage_for(contest, players).name, tuple(lots)),))
    return _with_stage(contest, _stage_for(contest, players), players)


def draw_lots(contest: Contest, order: Sequence[int], stage: str | None = None) -> Contest:
    """The contest after a drawing for a stage, the one being played where none is named."""
    course = _playing(contest)
    name = stage or course.stage.name
    _check_stage(contest, name)
    if name != course.stage.name:
        if any(past.stage.name == name for past in contest.done):
            raise BadInput(f"a drawing for {name!r}, expected {course.stage.name!r} or a later one")
        _check_order(order, among=contest.tied, all_of=())
        kept = tuple(each for each in contest.drawings if each[0] != name)
        return replace(contest, drawings=(*kept, (name, tuple(order))))
    pairs = pairs_left(course) if course.played else None
    needed = [player for pair in pairs for player in pair] if pairs else course.players
    _check_order(order, among=contest.tied, all_of=needed)
    here = tuple(player for player in order if player in course.players)
    first = contest.first_lots or (() if contest.done else here)
    return replace(contest, course=with_drawing(course, here), first_lots=first)


def choose_colour(contest: Contest, chooser: int, side: Side) -> Contest:
    """The contest after the winner of a lot has chosen his colour."""
    return replace(contest, course=with_choice(_playing(contest), chooser, side))


def choose_format(contest: Contest, name: str) -> Contest:
    """The contest after the arbiter has chosen what is played: one of the formats offered."""
    course = _playing(contest)
    if course.stage.format != "arbiter":
        raise BadInput(f"the format {name!r}, expected none: {course.stage.name} is being played")
    stage = contest.rules.stage(name)
    if stage is None or name not in course.stage.offered:
        offered = ", ".join(course.stage.offered) or "an order"
        raise BadInput(f"the format {name!r}, expected one of those offered: {offered}")
    if stage.format == "match" and len(course.players) != MATCH_PLAYERS:
        raise BadInput(f"{name} of {len(course.players)} players, expected two players")
    return _with_stage(contest, stage, course.players)


def rule_order(contest: Contest, order: Sequence[int]) -> Contest:
    """The contest decided by the arbiter's word: the order of those still in it, or of all the tied."""
    if contest.course is None or set(order) == set(contest.tied):
        _check_order(order, among=contest.tied, all_of=contest.tied)
        contest = replace(contest, behind=())
    else:
        _check_order(order, among=contest.course.players, all_of=contest.course.players)
    groups = tuple((player,) for player in order)
    return replace(contest, course=None, behind=(*groups, *contest.behind), ruled=tuple(order))


def take_result(contest: Contest, stage: str, white: int, black: int, result: str) -> Contest:
    """The contest after a game; BadInput when that game is not one to be played now.

    A result of a format that the arbiter was offered says that he has chosen it.
    """
    _check_stage(contest, stage)
    course = _playing(contest)
    if stage in course.stage.offered:
        contest = choose_format(contest, stage)
        course = _playing(contest)
    if stage != course.stage.name:
        raise BadInput(f"a result of {stage!r}, expected {course.stage.name!r} to be played now")
    course = with_result(course, Played(white, black, result))
    groups = groups_of(course)
    if groups is None:
        return replace(contest, course=course)
    return _stage_over(replace(contest, done=(*contest.done, course)), groups)


def _stage_over(contest: Contest, groups: tuple[Group, ...]) -> Contest:
    leaders = groups[0]
    if len(leaders) == 1:
        return replace(contest, course=None, behind=(*groups, *contest.behind))
    contest = replace(contest, behind=(*groups[1:], *contest.behind))
    return _with_stage(contest, _stage_for(contest, leaders), leaders)


def _stage_for(contest: Contest, players: Group) -> Stage:
    """The rules' next stage for those left; past the last one the arbiter decides, with all that fits offered."""
    found = contest.rules.stage_at(len(contest.tied), len(contest.done), len(players))
    if found is not None:
        return found
    fitting = [s for s in contest.rules.stages if s.format != "arbiter" and s.fits(len(players))]
    offered = tuple(stage.name for stage in fitting)
    return Stage("arbiter", "arbiter", 2, None, games=0, control=None, offered=offered)


def _with_stage(contest: Contest, stage: Stage, players: Group) -> Contest:
    drawn = dict(contest.drawings).get(stage.name, ())
    if not set(players) <= set(drawn):
        drawn = contest.first_lots if contest.lots_stand else ()
    order = tuple(player for player in drawn if player in players)
    return replace(contest, course=Course(stage, players, order, lots_stand=contest.lots_stand))


def _playing(contest: Contest) -> Course:
    if contest.course is None:
        winner = contest.behind[0][0]
        raise BadInput(f"the playoff is decided ({winner} won it), expected nothing more")
    return contest.course


def _check_stage(contest: Contest, name: str) -> None:
    known = [stage.name for stage in contest.rules.stages]
    if name not in known:
        raise BadInput(f"stage {name!r}, expected one of {', '.join(known)}")


def _check_order(order: Sequence[int], *, among: Sequence[int], all_of: Sequence[int]) -> None:
    for player in order:
        if player not in among:
            raise BadInput(f"{player} in the order, expected players out of {_listed(among)}")
    missing = [player for player in all_of if player not in order]
    if missing or len(set(order)) < len(order):
        raise BadInput(f"order {_listed(order)}, expected each of {_listed(all_of or among)} once")


def _listed(players: Sequence[int]) -> str:
    return ", ".join(map(str, players))
