"""Whole events through the decider, from the entry list to the final order, and back out of their facts."""

from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st

from clockd.codec import Codec, encode
from clockd.tournament import facts as f
from clockd.tournament.crosstable import FORFEIT_RESULTS, RESULT_MARKS
from clockd.tournament.decide import decide
from clockd.tournament.evolve import evolve
from clockd.tournament.facts import FACT_TYPES
from clockd.tournament.inputs import INPUT_TYPES, PairRound
from clockd.tournament.standings_view import as_json
from clockd.tournament.tie_breaks import plain
from clockd.tournament.tournament import Tournament, crosstable_of, next_deadline, standings_of
from tests.tournament.events import Event, opening, senior
from tests.tournament.shared_events import shared_event


def test_the_us_senior_of_2022_through_the_decider() -> None:
    """Ten players, nine rounds, five on 5.5 points: Akopian ahead on direct encounter (3 of 4)."""
    data, table = shared_event("events/us_senior_2022.json")
    score = {(p["a"], p["b"]): p["points_a"] for p in data["pairs"]}
    event = Event()
    event.feed(opening(senior(10), names=[p.name for p in table.players]))
    event.draw(tuple(range(1, 11)))
    for number in range(1, 10):
        for board in event.pair(number):
            low, high = sorted((board.white, board.black))
            points = score[low, high] if low == board.white else 1 - score[low, high]
            result = {1: "1-0", 0.5: "1/2-1/2", 0: "0-1"}[points]
            event.report(number, board.board, result)
    event.finish()
    order = standings_of(event.state)
    assert [s.player.number for s in order[:5]] == [1, 4, 5, 2, 3]
    assert plain(order[0].values["DE"].number) == "3"
    assert event.refusals == []
    assert event.state.finished


RESULTS = [(result, False) for result in sorted(RESULT_MARKS)]
FORFEITS = [(result, True) for result in sorted(FORFEIT_RESULTS)]


@settings(deadline=None, max_examples=30)
@given(st.integers(3, 8), st.integers(1, 2), st.data())
def test_any_event_can_be_played_replayed_and_written_as_json(
    players: int, cycles: int, data: st.DataObject
) -> None:
    """Facts survive JSON, and folding them again gives the same tournament: restart is replay."""
    event = Event()
    event.feed(opening(senior(players, cycles=cycles), players=players))
    event.draw(tuple(data.draw(st.permutations(range(1, players + 1)))))
    assert event.state.plan is not None
    for number in range(1, event.state.plan.rounds + 1):
        for board in event.pair(number):
            result, forfeit = data.draw(st.sampled_from(RESULTS + FORFEITS))
            event.report(number, board.board, result, forfeit=forfeit)
    event.finish()
    assert event.refusals == []
    facts, inputs = Codec(FACT_TYPES), Codec(INPUT_TYPES)
    assert [facts.decode(encode(fact)) for fact in event.facts] == event.facts
    assert [inputs.decode(encode(each)) for each in event.inputs] == event.inputs
    assert reduce(evolve, event.facts, Tournament()) == event.state
    assert len(as_json(standings_of(event.state))) == players
    games = sum(len(each.boards) for each in event.state.rounds)
    assert games == cycles * players * (players - 1) // 2
    assert sum(len(crosstable_of(event.state).games(n)) for n in range(1, players + 1)) == 2 * games


def test_an_empty_tournament_waits_for_nobody_and_refuses_everything() -> None:
    assert next_deadline(Tournament()) is None
    refused = decide(Tournament(), PairRound(0, "", 1))
    assert refused == [f.Refused(0, "", "PairRound", "the event has not been opened")]
