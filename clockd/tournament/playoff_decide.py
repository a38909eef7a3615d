"""The playoff in the tournament's decider: what is told of it, and what follows by itself.

When the last round is closed and two or more are tied for first, the playoff starts; each stage waits for its lots,
then its games are paired round by round as the results come in, until it is decided. A ruling that changes who is
tied, or what was paired later, is never acted upon: it raises a question for the arbiter, who restarts the playoff,
gives the order, or lets it go on as it was. Sources: 2019 U.S. Senior
Championship, reg. 7; design.md section 8.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any

from clockd.errors import BadInput, NotAllowed
from clockd.ports import SIDES
from clockd.tournament import facts as f
from clockd.tournament import inputs as i
from clockd.tournament import playoff_facts as p
from clockd.tournament import playoff_inputs as pi
from clockd.tournament.entries import forfeits_of_the_withdrawn
from clockd.tournament.evolve import evolve
from clockd.tournament.playoff_course import (
    Awaited,
    contest_of,
    leaders,
    playoff_waits_for,
    tied_for_first,
    with_lots,
)
from clockd.tournament.playoff_formats import games_left, groups_of
from clockd.tournament.playoff_view import how_placed
from clockd.tournament.playoffs import Contest
from clockd.tournament.tournament import Round, Tournament


def starts_playoff(tournament: Tournament, facts: Sequence[f.Fact]) -> bool:
    """Whether a playoff starts once these facts are true."""
    after = reduce(evolve, facts, tournament)
    return after.playoff is None and bool(_tied_at_the_end(after))


def refuse_the_end(tournament: Tournament) -> None:
    """NotAllowed while a playoff is undecided or in question."""
    record = tournament.playoff
    if record is None:
        return
    if record.questioned:
        raise NotAllowed(record.questioned)
    if record.decided is None:
        awaited = playoff_waits_for(tournament)
        wanted = f": it waits for the {_what(awaited)}" if awaited else ""
        raise NotAllowed(f"the playoff is not decided{wanted}")


def _what(awaited: Awaited) -> str:
    return f"lots of the {awaited.stage}" if awaited.is_drawing else "arbiter's choice"


# -- what follows by itself -----------------------------------------------------------------------


def follow_up(tournament: Tournament, facts: Sequence[f.Fact], seen: i.Input) -> list[f.Fact]:
    """The steps of a playoff that follow from these facts, until it waits for somebody or is decided."""
    if not facts or tournament.plan is None or tournament.plan.playoff is None:
        return []
    after = reduce(evolve, facts, tournament)
    found: list[f.Fact] = []
    while more := _next(after, seen):
        found += more
        after = reduce(evolve, more, after)
    return found


def _next(tournament: Tournament, seen: i.Input) -> list[f.Fact]:
    record, where = tournament.playoff, (seen.at_ns, seen.tournament)
    if record is None:
        tied = _tied_at_the_end(tournament)
        return [p.PlayoffStarted(*where, tied)] if tied else []
    doubt = _doubt(tournament, record)
    if doubt != record.questioned:
        return [p.PlayoffQuestioned(*where, doubt)]
    if doubt or record.decided is not None:
        return []
    current = _latest(tournament, record)
    if current is not None and not current.closed:
        return [] if _is_open(tournament, current) else [f.RoundClosed(*where, current.number)]
    return _stage_on(tournament, record, contest_of(tournament), where)


def _tied_at_the_end(tournament: Tournament) -> tuple[int, ...]:
    """The tied once every round of the event is closed and settled."""
    plan, rounds = tournament.plan, tournament.event_rounds
    if plan is None or tournament.finished or tournament.disputes or len(rounds) < plan.rounds:
        return ()
    return tied_for_first(tournament) if all(each.closed for each in rounds) else ()


def _doubt(tournament: Tournament, record: p.PlayoffRecord) -> str:
    """What a ruling has changed under the playoff; "" when all is well, or the arbiter gave the order."""
    if record.steps and isinstance(record.steps[-1], p.PlayoffOrderRuled):
        return ""
    if leaders(tournament) != set(record.tied):
        tied = _names(tournament, record.tied)
        doubt = f"the playoff is between {tied}, who are not the tied now"
        if doubt != record.overruled:
            return doubt
    try:
        contest_of(tournament)
    except BadInput as error:
        return f"a ruling has changed the playoff: {error}"
    return ""


def _latest(tournament: Tournament, record: p.PlayoffRecord) -> Round | None:
    paired = [step.round for step in record.steps if isinstance(step, p.PlayoffGamesPaired)]
    return tournament.round(paired[-1]) if paired else None


def _is_open(tournament: Tournament, each: Round) -> bool:
    disputed = any(dispute.round == each.number for dispute in tournament.disputes)
    return disputed or bool(each.open_boards)


def _stage_on(
    tournament: Tournament, record: p.PlayoffRecord, contest: Contest, where: tuple[int, str]
) -> list[f.Fact]:
    if record.told < len(contest.done):
        over = contest.done[record.told]
        return [p.PlayoffStageDecided(*where, over.stage.name, groups_of(over) or ())]
    if contest.ranking is not None:
        return [_decided(contest, where)]
    return [] if tournament.finished else _pairing(tournament, contest, where)


def _decided(contest: Contest, where: tuple[int, str]) -> p.PlayoffDecided:
    groups = contest.ranking or ()
    ranking = [player for group in groups for player in group]
    ranks = [1 + sum(map(len, groups[:place])) for place, group in enumerate(groups) for _ in group]
    why = [how_placed(contest, player) for player in ranking]
    return p.PlayoffDecided(*where, tuple(ranking), tuple(ranks), tuple(why))


def _pairing(tournament: Tournament, contest: Contest, where: tuple[int, str]) -> list[f.Fact]:
    course = contest.course
    games = games_left(course) if course is not None else None
    if course is None or not games:
        return []  # waits for lots, or for the arbiter
    first = games[0]
    paired = p.PlayoffGamesPaired(
        *where,
        round=len(tournament.rounds) + 1,
        stage=course.stage.name,
        round_in_stage=first.round,
        game=first.game,
        pairs=tuple((game.white, game.black) for game in games if game.round == first.round),
    )
    return [paired, *forfeits_of_the_withdrawn(tournament, paired)]


# -- what is told ---------------------------------------------------------------------------------


def _draw(tournament: Tournament, seen: pi.DrawPlayoffLots) -> list[f.Fact]:
    awaited = _awaited(tournament)
    if awaited is None or not awaited.is_drawing or awaited.stage != seen.stage:
        wanted = f"expected the {_what(awaited)}" if awaited else "expected none now"
        raise NotAllowed(f"lots of the {seen.stage}, {wanted}")
    _check_order(tournament, seen.order, awaited.players)
    for winner, side in seen.choices:
        if side not in SIDES or winner not in awaited.players:
            raise NotAllowed(f"choice {winner} {side!r}, expected a player drawn, white or black")
    with_lots(contest_of(tournament), seen.stage, seen.order, seen.choices)
    return [
        p.PlayoffLotsDrawn(
            seen.at_ns,
            seen.tournament,
            seen.stage,
            seen.order,
            seen.how,
            choices=seen.choices,
            author=seen.author,
        )
    ]


def _choose(tournament: Tournament, seen: pi.ChoosePlayoffFormat) -> list[f.Fact]:
    awaited = _awaited(tournament)
    if awaited is None or seen.stage not in awaited.offered:
        offered = ", ".join(awaited.offered) if awaited and awaited.offered else "no choice now"
        raise NotAllowed(f"the format {seen.stage!r}, expected {offered}")
    return [
        p.PlayoffFormatChosen(seen.at_ns, seen.tournament, seen.stage, seen.author, seen.reason)
    ]


def _rule(tournament: Tournament, seen: pi.RulePlayoff) -> list[f.Fact]:
    record = _record(tournament)
    if not seen.reason.strip():
        raise NotAllowed("a ruling without a reason")
    if set(seen.order) != set(record.tied):
        _check_order(tournament, seen.order, _still_in(tournament, record))
    return [p.PlayoffOrderRuled(seen.at_ns, seen.tournament, seen.order, seen.author, seen.reason)]


def _still_in(tournament: Tournament, record: p.PlayoffRecord) -> tuple[int, ...]:
    """Those whose order a ruling gives: all the tied where the playoff is decided or in question."""
    if record.questioned or record.decided is not None:
        return record.tied
    course = contest_of(tournament).course
    return record.tied if course is None else course.players


def _restart(tournament: Tournament, seen: pi.RestartPlayoff) -> list[f.Fact]:
    _record(tournament)
    if tournament.finished:
        raise NotAllowed("the event is finished")
    if not seen.reason.strip():
        raise NotAllowed("a ruling without a reason")
    return [p.PlayoffSetAside(seen.at_ns, seen.tournament, seen.author, seen.reason)]


def _let_stand(tournament: Tournament, seen: pi.LetPlayoffStand) -> list[f.Fact]:
    doubt = _record(tournament).questioned
    if not doubt:
        raise NotAllowed("the playoff is not in question")
    if not seen.reason.strip():
        raise NotAllowed("a ruling without a reason")
    return [p.PlayoffLetStand(seen.at_ns, seen.tournament, doubt, seen.author, seen.reason)]


def _record(tournament: Tournament) -> p.PlayoffRecord:
    if tournament.playoff is None:
        raise NotAllowed("no playoff has started")
    return tournament.playoff


def _awaited(tournament: Tournament) -> Awaited | None:
    if _record(tournament).questioned:
        raise NotAllowed(_record(tournament).questioned)
    return playoff_waits_for(tournament)


def _check_order(tournament: Tournament, order: Sequence[int], players: Sequence[int]) -> None:
    if sorted(order) != sorted(players):
        known = range(1, len(tournament.players) + 1)
        found = _names(tournament, (player for player in order if player in known))
        raise NotAllowed(f"order {found}, expected each of {_names(tournament, players)} once")


def _names(tournament: Tournament, players: Iterable[int]) -> str:
    return ", ".join(tournament.name(player).split(",")[0] for player in players)


DECIDE: dict[type, Callable[[Tournament, Any], list[f.Fact]]] = {
    pi.DrawPlayoffLots: _draw,
    pi.ChoosePlayoffFormat: _choose,
    pi.RulePlayoff: _rule,
    pi.RestartPlayoff: _restart,
    pi.LetPlayoffStand: _let_stand,
}
