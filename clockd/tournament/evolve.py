"""Folding facts into the tournament: `evolve(tournament, fact) -> tournament`. Nothing is decided or refused here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from clockd.tournament import facts as f
from clockd.tournament.inputs import Entry
from clockd.tournament.playoff_evolve import EVOLVE as EVOLVE_PLAYOFF
from clockd.tournament.playoff_evolve import reopened
from clockd.tournament.tournament import Dispute, Plan, Round, Tournament, absent_from


def evolve(tournament: Tournament, fact: f.Fact) -> Tournament:
    """The tournament after this fact."""
    return _EVOLVE[type(fact)](tournament, fact)


def _opened(tournament: Tournament, fact: f.EventOpened) -> Tournament:
    plan = Plan(
        name=fact.name,
        rules=fact.rules,
        system=fact.system,
        rounds=fact.rounds,
        cycles=fact.cycles,
        swap_last_two=fact.swap_last_two,
        tie_breaks=fact.tie_breaks,
        edition=fact.edition,
        site=fact.site,
        dates=fact.dates,
        arbiters=fact.arbiters,
        playoff=fact.playoff,
        eligible=fact.eligible,
        honours=fact.honours,
        title=fact.title,
        swiss=fact.swiss,
    )
    return replace(
        tournament,
        id=fact.tournament,
        plan=plan,
        spans=(fact.boards,) if fact.boards else (),
        initial_colour=fact.swiss.initial_colour,
        forbidden=fact.forbidden,
    )


def _entered(tournament: Tournament, fact: f.PlayerEntered) -> Tournament:
    assert fact.player == len(tournament.players) + 1, fact
    entry = Entry(
        name=fact.name,
        rating=fact.rating,
        title=fact.title,
        federation=fact.federation,
        fide_id=fact.fide_id,
        birth=fact.birth,
        sex=fact.sex,
        zone=fact.zone,
    )
    # What a late entry has for the rounds that he missed (rules sheet 6.2).
    rounds = [replace(r, absent=(*r.absent, (fact.player, fact.missed))) for r in tournament.rounds]
    return replace(tournament, players=(*tournament.players, entry), rounds=tuple(rounds))


def _colour_drawn(tournament: Tournament, fact: f.ColourDrawn) -> Tournament:
    return replace(tournament, initial_colour=fact.colour)


def _more_boards(tournament: Tournament, fact: f.BoardsAdded) -> Tournament:
    return replace(tournament, spans=(*tournament.spans, fact.boards))


def _drawn(tournament: Tournament, fact: f.LotsDrawn) -> Tournament:
    return replace(tournament, numbers=fact.numbers)


def _paired(tournament: Tournament, fact: f.RoundPaired) -> Tournament:
    assert fact.round == len(tournament.rounds) + 1, fact
    boards = tournament.boards_for(fact.pairs)
    paired = Round(fact.round, boards, fact.bye, absent_from(tournament, fact.round))
    return replace(tournament, rounds=(*tournament.rounds, paired))


def _published(tournament: Tournament, fact: f.RoundPublished) -> Tournament:
    return _with_round(tournament, fact.round, published=True)


def _forbidden(tournament: Tournament, fact: f.MeetingForbidden) -> Tournament:
    kept = replace(tournament, forbidden=(*tournament.forbidden, fact.players))
    return _told(kept, f"{_both(kept, fact)} are kept apart: {fact.reason} ({fact.author})")


def _allowed(tournament: Tournament, fact: f.MeetingAllowed) -> Tournament:
    left = tuple(pair for pair in tournament.forbidden if pair != fact.players)
    let = replace(tournament, forbidden=left)
    return _told(let, f"{_both(let, fact)} may meet: {fact.reason} ({fact.author})")


def _both(tournament: Tournament, fact: f.MeetingForbidden | f.MeetingAllowed) -> str:
    """By name: a late entry may renumber the players."""
    return " and ".join(map(tournament.name, fact.players))


def _told(tournament: Tournament, line: str) -> Tournament:
    """A change after the start, kept for the report."""
    assert tournament.plan is not None, line
    plan = replace(tournament.plan, changes=(*tournament.plan.changes, line))
    return replace(tournament, plan=plan)


def _unpublished(tournament: Tournament, fact: f.RoundUnpublished) -> Tournament:
    return _with_round(tournament, fact.round, published=False)


def _unpaired(tournament: Tournament, fact: f.RoundUnpaired) -> Tournament:
    assert fact.round == len(tournament.rounds), fact
    return replace(tournament, rounds=tournament.rounds[:-1])


def _handed(tournament: Tournament, fact: f.GameHandedToTable) -> Tournament:
    return _with_board(tournament, fact.round, fact.board, table=fact.table)


def _recorded(tournament: Tournament, fact: f.ResultRecorded) -> Tournament:
    return _with_board(
        tournament,
        fact.round,
        fact.board,
        result=fact.result,
        forfeit=fact.forfeit,
        source=fact.source,
        termination=fact.termination,
        game_id=fact.game_id,
    )


def _disputed(tournament: Tournament, fact: f.ResultDisputed) -> Tournament:
    dispute = Dispute(fact.round, fact.board, fact.reported, fact.forfeit, fact.table, fact.detail)
    return replace(tournament, disputes=(*tournament.disputes, dispute))


def _corrected(tournament: Tournament, fact: f.ResultCorrected) -> Tournament:
    place = (fact.round, fact.board)
    settled = [one for one in tournament.disputes if (one.round, one.board) == place]
    board = tournament.board(*place)
    assert board is not None, fact
    heard = [(one.reported, one.forfeit, one.game_id) for one in settled]
    heard.append((fact.was, fact.was_forfeit, board.game_id))
    ruled = _with_board(
        tournament,
        fact.round,
        fact.board,
        result=fact.result,
        forfeit=fact.forfeit,
        source=fact.author,
        overruled=(*board.overruled, *heard),
    )
    left = tuple(one for one in tournament.disputes if one not in settled)
    return reopened(replace(ruled, disputes=left), fact.round)


def _bye(tournament: Tournament, fact: f.ByeGiven) -> Tournament:
    given = (fact.round, fact.player, fact.kind)
    return replace(tournament, byes=(*tournament.byes, given))


def _withdrew(tournament: Tournament, fact: f.PlayerWithdrew) -> Tournament:
    annulled = (*tournament.annulled, fact.player) if fact.annulled else tournament.annulled
    gone = replace(tournament, withdrawn=(*tournament.withdrawn, fact.player), annulled=annulled)
    counts = ", his games count for nobody" if fact.annulled else ""
    name = tournament.name(fact.player)
    return _told(gone, f"{name} has left the event{counts}: {fact.reason} ({fact.author})")


def _came_back(tournament: Tournament, fact: f.PlayerCameBack) -> Tournament:
    withdrawn = tuple(player for player in tournament.withdrawn if player != fact.player)
    annulled = tuple(player for player in tournament.annulled if player != fact.player)
    back = replace(tournament, withdrawn=withdrawn, annulled=annulled)
    return _told(back, f"{back.name(fact.player)} is back: {fact.reason} ({fact.author})")


def _bye_cancelled(tournament: Tournament, fact: f.ByeCancelled) -> Tournament:
    gone = (fact.round, fact.player)
    return replace(tournament, byes=tuple(bye for bye in tournament.byes if bye[:2] != gone))


def _plan_changed(tournament: Tournament, fact: f.PlanChanged) -> Tournament:
    assert tournament.plan is not None, fact
    told = []
    if fact.rounds != fact.was_rounds:
        told.append(f"{fact.rounds} rounds instead of {fact.was_rounds}")
    if fact.tie_breaks != fact.was_tie_breaks:
        now, before = ",".join(fact.tie_breaks), ",".join(fact.was_tie_breaks)
        told.append(f"tie-breaks {now} instead of {before}")
    line = f"{', '.join(told)}: {fact.reason} ({fact.author})"
    plan = replace(tournament.plan, rounds=fact.rounds, tie_breaks=fact.tie_breaks)
    return _told(replace(tournament, plan=plan), line)


def _closed(tournament: Tournament, fact: f.RoundClosed) -> Tournament:
    return _with_round(tournament, fact.round, closed=True)


def _finished(tournament: Tournament, fact: f.EventFinished) -> Tournament:
    return replace(tournament, finished=True)


def _refused(tournament: Tournament, fact: f.Refused) -> Tournament:
    return tournament


def _with_round(tournament: Tournament, number: int, **changes: Any) -> Tournament:
    rounds = list(tournament.rounds)
    rounds[number - 1] = replace(rounds[number - 1], **changes)
    return replace(tournament, rounds=tuple(rounds))


def _with_board(
    tournament: Tournament, round_number: int, board: int, **changes: Any
) -> Tournament:
    boards = tournament.rounds[round_number - 1].boards
    changed = tuple(replace(one, **changes) if one.board == board else one for one in boards)
    return _with_round(tournament, round_number, boards=changed)


_EVOLVE: dict[type, Callable[[Tournament, Any], Tournament]] = {
    f.EventOpened: _opened,
    f.PlayerEntered: _entered,
    f.LotsDrawn: _drawn,
    f.ColourDrawn: _colour_drawn,
    f.BoardsAdded: _more_boards,
    f.RoundPaired: _paired,
    f.RoundPublished: _published,
    f.MeetingForbidden: _forbidden,
    f.MeetingAllowed: _allowed,
    f.RoundUnpublished: _unpublished,
    f.RoundUnpaired: _unpaired,
    f.GameHandedToTable: _handed,
    f.ResultRecorded: _recorded,
    f.ResultDisputed: _disputed,
    f.ResultCorrected: _corrected,
    f.ByeGiven: _bye,
    f.PlayerWithdrew: _withdrew,
    f.PlayerCameBack: _came_back,
    f.ByeCancelled: _bye_cancelled,
    f.PlanChanged: _plan_changed,
    f.RoundClosed: _closed,
    f.EventFinished: _finished,
    f.Refused: _refused,
    **EVOLVE_PLAYOFF,
}
