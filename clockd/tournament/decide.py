"""The tournament's decider: `decide(tournament, seen) -> facts`. What cannot be done is refused, with the reason.

Entries and lots are decided in `entries`, changes after the start in `changes`, results in `results`; here is the
course of the event: rounds paired, published, closed, and the end. Pure: drawings, entry lists and Swiss pairings are
handed in. Sources: design.md sections 1, 2 and 8; FIDE C.04.1 (no rematch, one bye); rules sheet 6.1.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from clockd.errors import BadInput, NotAllowed
from clockd.tournament import facts as f
from clockd.tournament import inputs as i
from clockd.tournament.changes import (
    cancel_bye,
    change_plan,
    enter_late,
    return_player,
    rule_meeting,
    unpair,
    unpublish,
)
from clockd.tournament.entries import (
    draw_colour,
    draw_lots,
    forfeits_of_the_withdrawn,
    give_bye,
    open_event,
    withdraw,
)
from clockd.tournament.playoff_decide import DECIDE as DECIDE_PLAYOFF
from clockd.tournament.playoff_decide import follow_up, refuse_the_end, starts_playoff
from clockd.tournament.results import claim_table, enter_result, report_result, rule_result
from clockd.tournament.tournament import (
    Plan,
    Round,
    Tournament,
    absent_from,
    berger_round,
    met_in,
)


def decide(tournament: Tournament, seen: i.Input) -> list[f.Fact]:
    """The facts that follow from this input, in order; none when it changes nothing."""
    try:
        facts = _DECIDE[type(seen)](tournament, seen)
    except (NotAllowed, BadInput) as error:
        asked, author = type(seen).__name__, getattr(seen, "author", "")
        return [f.Refused(seen.at_ns, seen.tournament, asked, str(error), author)]
    return [*facts, *follow_up(tournament, facts, seen)]


def _plan(tournament: Tournament) -> Plan:
    if tournament.plan is None:
        raise NotAllowed("the event has not been opened")
    return tournament.plan


def _paired_round(tournament: Tournament, number: int) -> Round:
    found = tournament.round(number)
    if found is None:
        raise NotAllowed(f"round {number} has not been paired")
    return found


def refuse_to_pair(tournament: Tournament, number: int) -> None:
    """NotAllowed when this round is not the one to be paired now; whether its pairs will do is asked later."""
    _may_be_paired(tournament, _plan(tournament), number)
    before = tournament.current
    if before is not None and not before.closed:
        _refuse_open_boards(tournament, before)


def _pair(tournament: Tournament, seen: i.PairRound) -> list[f.Fact]:
    plan = _plan(tournament)
    _may_be_paired(tournament, plan, seen.round)
    closing = _closing(tournament, seen)
    if plan.system == "round-robin":
        if seen.pairs:
            raise NotAllowed("a round robin is paired by its table, expected no pairs")
        by_table = berger_round(tournament, seen.round)
        pairs, bye = by_table.pairs, by_table.resting
    else:
        _check_pairs(tournament, seen)
        pairs, bye = seen.pairs, seen.bye
    paired = f.RoundPaired(
        seen.at_ns, seen.tournament, seen.round, pairs, bye=bye, author=seen.author
    )
    forfeits = forfeits_of_the_withdrawn(tournament, paired)
    return [*closing, paired, *forfeits, *(_publishing(seen) if seen.publish else [])]


def _publishing(seen: i.PairRound | i.PublishRound) -> list[f.Fact]:
    return [f.RoundPublished(seen.at_ns, seen.tournament, seen.round, seen.author)]


def _may_be_paired(tournament: Tournament, plan: Plan, number: int) -> None:
    paired = len(tournament.rounds)
    if tournament.playoff is not None:
        raise NotAllowed("a playoff pairs its own games, as its lots and results come in")
    if not tournament.numbers:
        raise NotAllowed("the lots have not been drawn")
    if number <= paired:
        raise NotAllowed(f"round {number} is already paired")
    if number > plan.rounds:
        raise NotAllowed(f"round {number}, expected one of {plan.rounds}")
    if number > paired + 1:
        raise NotAllowed(f"round {number}, expected round {paired + 1} next")


def _closing(tournament: Tournament, seen: i.PairRound | i.FinishEvent) -> list[f.Fact]:
    """The round before is closed by the next one, once all its results are in."""
    before = tournament.current
    if before is None or before.closed:
        return []
    _refuse_open_boards(tournament, before)
    return [f.RoundClosed(seen.at_ns, seen.tournament, before.number, seen.author)]


def _refuse_open_boards(tournament: Tournament, each: Round) -> None:
    if not each.published:
        raise NotAllowed(f"round {each.number} has not been published")
    waiting = [tournament.title_of(board) for board in each.open_boards]
    if waiting:
        raise NotAllowed(f"round {each.number} waits for {', '.join(waiting)}")


def _check_pairs(tournament: Tournament, seen: i.PairRound) -> None:
    """Pairs from elsewhere: everybody once, nobody twice against the same, one bye at most and never a second."""
    absent = {player for player, _ in absent_from(tournament, seen.round)}
    here = set(range(1, len(tournament.players) + 1)) - absent
    named = Counter(player for pair in seen.pairs for player in pair)
    if seen.bye is not None:
        named[seen.bye] += 1
    for player, times in named.items():
        if player not in here:
            raise NotAllowed(f"player {player} is not to be paired in round {seen.round}")
        if times > 1:
            raise NotAllowed(f"{tournament.name(player)} is paired twice in round {seen.round}")
    left_out = sorted(here - set(named))
    if left_out:
        names = ", ".join(tournament.name(player) for player in left_out)
        raise NotAllowed(f"round {seen.round} leaves out {names}")
    _refuse_rematch(tournament, seen)


def _refuse_rematch(tournament: Tournament, seen: i.PairRound) -> None:
    for white, black in seen.pairs:
        met = met_in(tournament, white, black)
        who = f"{tournament.name(white)} and {tournament.name(black)}"
        if met:
            raise NotAllowed(f"{who} have met in round {met[0]}")
        if (min(white, black), max(white, black)) in tournament.forbidden:
            raise NotAllowed(f"{who} are not to meet in this event")
    before = next((each for each in tournament.rounds if each.bye == seen.bye), None)
    if seen.bye is not None and before is not None:
        raise NotAllowed(f"{tournament.name(seen.bye)} had the bye in round {before.number}")


def _publish(tournament: Tournament, seen: i.PublishRound) -> list[f.Fact]:
    found = _paired_round(tournament, seen.round)
    return [] if found.published else _publishing(seen)


def _close(tournament: Tournament, seen: i.CloseRound) -> list[f.Fact]:
    found = _paired_round(tournament, seen.round)
    if found.closed:
        return []
    _refuse_open_boards(tournament, found)
    return [f.RoundClosed(seen.at_ns, seen.tournament, seen.round, seen.author)]


def _finish(tournament: Tournament, seen: i.FinishEvent) -> list[f.Fact]:
    plan = _plan(tournament)
    if tournament.finished:
        return []
    if len(tournament.rounds) < plan.rounds:
        raise NotAllowed(f"{len(tournament.rounds)} rounds are paired, expected {plan.rounds}")
    if tournament.disputes:
        first = tournament.disputes[0]
        raise NotAllowed(f"round {first.round} board {first.board}: {first.detail}")
    closing = _closing(tournament, seen)
    if starts_playoff(tournament, closing):
        return closing  # the playoff follows; the event ends after it
    refuse_the_end(tournament)
    return [*closing, f.EventFinished(seen.at_ns, seen.tournament, seen.author)]


_DECIDE: dict[type, Callable[[Tournament, Any], list[f.Fact]]] = {
    i.OpenEvent: open_event,
    i.DrawLots: draw_lots,
    i.DrawColour: draw_colour,
    i.PairRound: _pair,
    i.PublishRound: _publish,
    i.MeetingRuled: rule_meeting,
    i.UnpublishRound: unpublish,
    i.UnpairRound: unpair,
    i.TableClaimed: claim_table,
    i.ResultReported: report_result,
    i.ResultEntered: enter_result,
    i.ResultRuled: rule_result,
    i.ByeRequested: give_bye,
    i.PlayerLeft: withdraw,
    i.PlayerAdded: enter_late,
    i.PlayerReturned: return_player,
    i.ByeTakenBack: cancel_bye,
    i.PlanRuled: change_plan,
    i.CloseRound: _close,
    i.FinishEvent: _finish,
    **DECIDE_PLAYOFF,
}
