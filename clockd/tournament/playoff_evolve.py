"""Folding the facts of a playoff into the tournament. Nothing is decided or refused here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from clockd.tournament import playoff_facts as p
from clockd.tournament.tournament import Round, Tournament


def _started(tournament: Tournament, fact: p.PlayoffStarted) -> Tournament:
    return replace(tournament, playoff=p.PlayoffRecord(fact.tied))


def _step(tournament: Tournament, fact: p.PlayoffStep) -> Tournament:
    assert tournament.playoff is not None, fact
    return _changed(tournament, steps=(*tournament.playoff.steps, fact))


def _ruled(tournament: Tournament, fact: p.PlayoffOrderRuled) -> Tournament:
    """Games still going on are not waited for."""
    return _changed(_step(_closed(tournament), fact), questioned="", decided=None)


def _paired(tournament: Tournament, fact: p.PlayoffGamesPaired) -> Tournament:
    assert fact.round == len(tournament.rounds) + 1, fact
    boards = tournament.boards_for(fact.pairs)
    paired = Round(fact.round, boards, published=True, stage=fact.stage, game=fact.game)
    settled = _changed(tournament, settled=_results(tournament))
    return _step(replace(settled, rounds=(*tournament.rounds, paired)), fact)


def _stage_decided(tournament: Tournament, fact: p.PlayoffStageDecided) -> Tournament:
    assert tournament.playoff is not None, fact
    return _changed(tournament, told=tournament.playoff.told + 1)


def _decided(tournament: Tournament, fact: p.PlayoffDecided) -> Tournament:
    return _changed(tournament, decided=fact, settled=_results(tournament))


def _results(tournament: Tournament) -> tuple[tuple[int, int, str], ...]:
    """The results of the playoff's games as they stand: those kept in spite of a ruling, else the boards' own."""
    assert tournament.playoff is not None, "no playoff"
    kept = {(number, board): result for number, board, result in tournament.playoff.kept}
    return tuple(
        (each.number, board.board, kept.get((each.number, board.board), board.result))
        for each in tournament.rounds
        if each.stage
        for board in each.boards
        if not board.is_open
    )


def _questioned(tournament: Tournament, fact: p.PlayoffQuestioned) -> Tournament:
    return _changed(tournament, questioned=fact.detail)


def _let_stand(tournament: Tournament, fact: p.PlayoffLetStand) -> Tournament:
    assert tournament.playoff is not None, fact
    kept = tournament.playoff.settled
    return _changed(tournament, questioned="", overruled=fact.doubt, kept=kept)


def _set_aside(tournament: Tournament, fact: p.PlayoffSetAside) -> Tournament:
    """Its rounds stay in the record, and nothing is waited for in them."""
    return replace(_closed(tournament), playoff=None)


def _closed(tournament: Tournament) -> Tournament:
    rounds = [replace(each, closed=True) if each.stage else each for each in tournament.rounds]
    return replace(tournament, rounds=tuple(rounds))


def reopened(tournament: Tournament, round_number: int) -> Tournament:
    """A ruling on a game of the playoff: what was decided by it has to be decided anew."""
    record, each = tournament.playoff, tournament.round(round_number)
    if record is None or each is None or not each.stage:
        return tournament
    paired = [step for step in record.steps if isinstance(step, p.PlayoffGamesPaired)]
    stages = list(dict.fromkeys(step.stage for step in paired))
    if round_number not in [step.round for step in paired]:
        return tournament  # a game of a playoff that was set aside
    return _changed(tournament, decided=None, told=min(record.told, stages.index(each.stage)))


def _changed(tournament: Tournament, **changes: Any) -> Tournament:
    assert tournament.playoff is not None, changes
    return replace(tournament, playoff=replace(tournament.playoff, **changes))


EVOLVE: dict[type, Callable[[Tournament, Any], Tournament]] = {
    p.PlayoffStarted: _started,
    p.PlayoffLotsDrawn: _step,
    p.PlayoffFormatChosen: _step,
    p.PlayoffOrderRuled: _ruled,
    p.PlayoffGamesPaired: _paired,
    p.PlayoffStageDecided: _stage_decided,
    p.PlayoffDecided: _decided,
    p.PlayoffQuestioned: _questioned,
    p.PlayoffSetAside: _set_aside,
    p.PlayoffLetStand: _let_stand,
}
