"""What changes after a tournament was opened: a late entry, somebody back again, a bye taken back, the plan itself.

Decides what may still change and what it needs. A round robin's table is full once it is opened; a Swiss takes late
entries, who have nothing for the rounds they missed. Another number of rounds or other tie-breaks are a ruling, with
a reason that the report keeps. Sources: FIDE C.04.1 and C.04.2 (2026), rules sheet 6.2; 21st World Senior, reg. 3.
"""

from clockd.errors import BadInput, NotAllowed
from clockd.tournament import facts as f
from clockd.tournament import inputs as i
from clockd.tournament.entries import BY_WITHDRAWAL, check_late_entry, check_player, entered
from clockd.tournament.event_rules import tie_breaks_for, tie_breaks_refitted
from clockd.tournament.seeding import numbers_with_late
from clockd.tournament.tie_breaks import parse_criteria
from clockd.tournament.tournament import BYE_KINDS, Plan, Round, Tournament

ROUNDS_MAX = 99  # two digits, as in TRF


def enter_late(tournament: Tournament, seen: i.PlayerAdded) -> list[f.Fact]:
    """Take a late entry of a Swiss; he is paired from the next round that is not paired yet."""
    plan = _open_plan(tournament)
    if plan.system == "round-robin":
        raise NotAllowed("a round robin takes no late entry: its table is full")
    if len(tournament.rounds) >= plan.rounds:
        raise NotAllowed(f"all {plan.rounds} rounds are paired, expected an entry before that")
    check_late_entry(tournament, plan, seen.entry)
    if seen.missed not in BYE_KINDS:
        raise NotAllowed(f"missed rounds {seen.missed!r}, expected {' or '.join(BYE_KINDS)}")
    if seen.missed == "half" and not seen.reason.strip():
        raise NotAllowed(
            "half a point for missed rounds without a reason: they bring none (C.04.2)"
        )
    newcomer = entered(seen, len(tournament.players) + 1, seen.entry)
    if not tournament.numbers:
        return [newcomer]
    numbers = numbers_with_late(
        tournament.players,
        tournament.numbers,
        seen.entry,
        rounds_paired=len(tournament.rounds),
    )
    how = f"with the late entry of {seen.entry.name}"
    return [newcomer, f.LotsDrawn(seen.at_ns, seen.tournament, numbers, how, seen.author)]


def return_player(tournament: Tournament, seen: i.PlayerReturned) -> list[f.Fact]:
    """Somebody who had left plays on; forfeits given meanwhile stand until they are ruled on."""
    _open_plan(tournament)
    check_player(tournament, seen.player)
    if seen.player not in tournament.withdrawn:
        raise NotAllowed(f"{tournament.name(seen.player)} has not left the event")
    if not seen.reason.strip():
        raise NotAllowed("a return without a reason")
    return [f.PlayerCameBack(seen.at_ns, seen.tournament, seen.player, seen.reason, seen.author)]


def cancel_bye(tournament: Tournament, seen: i.ByeTakenBack) -> list[f.Fact]:
    """A bye that was asked for is not wanted any more; too late once the round is paired."""
    _open_plan(tournament)
    check_player(tournament, seen.player)
    name = tournament.name(seen.player)
    if tournament.round(seen.round) is not None:
        raise NotAllowed(f"round {seen.round} is paired already")
    if not any((r, player) == (seen.round, seen.player) for r, player, _ in tournament.byes):
        raise NotAllowed(f"{name} has asked for no bye in round {seen.round}")
    return [f.ByeCancelled(seen.at_ns, seen.tournament, seen.round, seen.player, seen.author)]


def change_plan(tournament: Tournament, seen: i.PlanRuled) -> list[f.Fact]:
    """Another number of rounds, or other tie-breaks, from now on."""
    plan = _open_plan(tournament)
    if not seen.reason.strip():
        raise NotAllowed("a ruling without a reason")
    if tournament.playoff is not None:
        raise NotAllowed("the playoff has begun, expected a change before that")
    rounds = _rounds(tournament, plan, seen.rounds) if seen.rounds else plan.rounds
    as_before = tie_breaks_refitted(plan.tie_breaks, plan.rounds, rounds)
    tie_breaks = _tie_breaks(seen.tie_breaks, rounds) if seen.tie_breaks else as_before
    if (rounds, tie_breaks) == (plan.rounds, plan.tie_breaks):
        return []
    return [
        f.PlanChanged(
            seen.at_ns,
            seen.tournament,
            rounds=rounds,
            was_rounds=plan.rounds,
            tie_breaks=tie_breaks,
            was_tie_breaks=plan.tie_breaks,
            reason=seen.reason,
            author=seen.author,
        )
    ]


def rule_meeting(tournament: Tournament, seen: i.MeetingRuled) -> list[f.Fact]:
    """Keep two players of a Swiss apart in the rounds to come, or let them meet again."""
    plan = _open_plan(tournament)
    if plan.system == "round-robin":
        raise NotAllowed("in a round robin everybody meets everybody")
    one, other = sorted(seen.players)
    for player in (one, other):
        check_player(tournament, player)
    if one == other:
        raise NotAllowed(f"{tournament.name(one)} twice, expected two players")
    if not seen.reason.strip():
        raise NotAllowed("a ruling without a reason")
    if ((one, other) in tournament.forbidden) != seen.allowed:
        if seen.allowed:  # most likely a wrong number, which must not pass for done
            names = " and ".join(map(tournament.name, (one, other)))
            raise NotAllowed(f"{names} are not kept apart")
        return []
    kind = f.MeetingAllowed if seen.allowed else f.MeetingForbidden
    return [kind(seen.at_ns, seen.tournament, (one, other), seen.author, seen.reason)]


def unpublish(tournament: Tournament, seen: i.UnpublishRound) -> list[f.Fact]:
    """Take back the publication of the latest round, while nobody has played in it."""
    found = _untouched(tournament, seen)
    if not found.published:
        raise NotAllowed(f"round {seen.round} has not been published")
    where = (seen.at_ns, seen.tournament, seen.round)
    return [f.RoundUnpublished(*where, seen.author, seen.reason)]


def unpair(tournament: Tournament, seen: i.UnpairRound) -> list[f.Fact]:
    """Set the pairing of the latest round aside, published or not, while nobody has played in it."""
    _untouched(tournament, seen)
    where = (seen.at_ns, seen.tournament, seen.round)
    return [f.RoundUnpaired(*where, seen.author, seen.reason)]


def _untouched(tournament: Tournament, seen: i.UnpublishRound | i.UnpairRound) -> Round:
    """The round meant, if it is the latest of the event's own and has no result but those of players who left."""
    _open_plan(tournament)
    found = tournament.round(seen.round)
    if found is None:
        raise NotAllowed(f"round {seen.round} has not been paired")
    if found is not tournament.current:
        raise NotAllowed(f"round {seen.round} has been followed by another one")
    if found.stage:
        raise NotAllowed(f"round {seen.round} is one of the playoff, expected playoff-restart")
    if not seen.reason.strip():
        raise NotAllowed("a ruling without a reason")
    results = [one for one in found.boards if not one.is_open and one.source != BY_WITHDRAWAL]
    if results or any(one.round == seen.round for one in tournament.disputes):
        named = ", ".join(map(tournament.title_of, results)) or "a dispute"
        raise NotAllowed(f"round {seen.round} has a result: {named}")
    return found


def _open_plan(tournament: Tournament) -> Plan:
    if tournament.plan is None:
        raise NotAllowed("the event has not been opened")
    if tournament.finished:
        raise NotAllowed("the event is over")
    return tournament.plan


def _rounds(tournament: Tournament, plan: Plan, rounds: int) -> int:
    if rounds == plan.rounds:
        return rounds
    if plan.system == "round-robin":
        raise NotAllowed(f"{rounds} rounds, expected the {plan.rounds} of the round robin's table")
    paired = max(1, len(tournament.rounds))
    if not paired <= rounds <= ROUNDS_MAX:
        raise NotAllowed(f"{rounds} rounds, expected {paired} to {ROUNDS_MAX}")
    return rounds


def _tie_breaks(codes: tuple[str, ...], rounds: int) -> tuple[str, ...]:
    written_out = tie_breaks_for(codes, rounds)
    if len(set(written_out)) < len(written_out):
        raise BadInput(f"tie-breaks {','.join(codes)}, expected each once")
    parse_criteria(",".join(written_out))
    return written_out
