"""The playoff in the tournament: from a tie for first to the final order, and what a ruling may upset.

Four players, A to D, whose only decisive games are given; all others are drawn, so points are easily counted.
"""

from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockd.codec import Codec, encode
from clockd.tournament import facts as f
from clockd.tournament import inputs as i
from clockd.tournament import playoff_facts as p
from clockd.tournament import playoff_inputs as pi
from clockd.tournament.evolve import evolve
from clockd.tournament.playoff_course import Awaited, GameNow, games_now, playoff_waits_for
from clockd.tournament.tournament import Tournament, crosstable_of, standings_of
from tests.tournament.events import Event, opening, senior
from tests.tournament.playing_off import DRAW, RESULTS, us_senior

NAMES = ["Ahn, Ada", "Berg, Bo", "Cole, Cy", "Dahl, Di", "Egli, Edo", "Falk, Fay"]


def played(players: int, won: dict[tuple[int, int], int], **changes: Any) -> Event:
    """All rounds played; `won` maps a pair to its winner, the other games are drawn. Not yet closed."""
    event = Event()
    rules = {"playoff": us_senior(), **changes}
    event.feed(opening(senior(players), names=NAMES[:players], **rules))
    event.draw(tuple(range(1, players + 1)))
    assert event.state.plan is not None
    for number in range(1, event.state.plan.rounds + 1):
        for board in event.pair(number):
            pair = sorted((board.white, board.black))
            winner = won.get((pair[0], pair[1]))
            result = DRAW if winner is None else "1-0" if winner == board.white else "0-1"
            event.report(number, board.board, result)
    return event


def two_tied() -> Event:
    """A and B beat D: both 2 points of 3, C 1.5, D 0.5."""
    event = played(4, {(1, 4): 1, (2, 4): 2})
    event.finish()
    return event


def lots(event: Event, *order: int, **changes: Any) -> list[f.Fact]:
    awaited = playoff_waits_for(event.state)
    assert awaited is not None
    return event.feed(pi.DrawPlayoffLots(0, "", awaited.stage, order, "by hand", **changes))


def results(event: Event, *said: str) -> list[f.Fact]:
    """Results of the games now, each time of the first; the facts of the last."""
    facts: list[f.Fact] = []
    for result in said:
        now = games_now(event.state)[0]
        facts = event.feed(
            i.ResultReported(
                0, "", now.round, now.board, result, "1", stage=now.stage, game=now.game
            )
        )
    return facts


def kinds(facts: list[f.Fact]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


def order_of(event: Event) -> list[tuple[int, int]]:
    return [(standing.rank, standing.player.number) for standing in standings_of(event.state)]


# -- how it starts --------------------------------------------------------------------------------


def test_a_tie_for_first_starts_the_playoff() -> None:
    """Reg. 7: if two or more players are tied for first, a playoff will be held."""
    event = played(4, {(1, 4): 1, (2, 4): 2})
    facts = event.feed(i.FinishEvent(0, ""))
    assert facts == [f.RoundClosed(0, "", 3), p.PlayoffStarted(0, "", (1, 2))]
    assert not event.state.finished
    assert playoff_waits_for(event.state) == Awaited("rapid-match", (1, 2))
    assert games_now(event.state) == ()


def test_closing_the_last_round_starts_it_too() -> None:
    event = played(4, {(1, 4): 1, (2, 4): 2})
    facts = event.feed(i.CloseRound(0, "", 3))
    assert kinds(facts) == ["RoundClosed", "PlayoffStarted"]


def test_no_tie_no_playoff() -> None:
    event = played(4, {(1, 4): 1})
    assert kinds(event.feed(i.FinishEvent(0, ""))) == ["RoundClosed", "EventFinished"]


def test_rules_without_a_playoff() -> None:
    event = played(4, {(1, 4): 1, (2, 4): 2}, playoff=None)
    assert kinds(event.feed(i.FinishEvent(0, ""))) == ["RoundClosed", "EventFinished"]


def test_a_dispute_holds_it_back() -> None:
    """A table that says otherwise after the round: first the arbiter rules, then the tie is known."""
    event = played(4, {(1, 4): 1, (2, 4): 2})
    event.report(1, 1, "0-1")
    assert kinds(event.feed(i.CloseRound(0, "", 3))) == ["RoundClosed"]
    assert kinds(event.rule(1, 1, "1-0")) == ["ResultCorrected", "PlayoffStarted"]


def test_the_event_does_not_end_before_it() -> None:
    event = two_tied()
    told = event.refused(i.FinishEvent(0, ""))
    assert told == "the playoff is not decided: it waits for the lots of the rapid-match"
    lots(event, 1, 2)
    assert event.refused(i.FinishEvent(0, "")) == "round 4 waits for board 1 (Ahn - Berg)"


# -- a match --------------------------------------------------------------------------------------


def test_a_match_from_lots_to_the_title() -> None:
    event = two_tied()
    paired = lots(event, 1, 2)
    assert paired[1] == p.PlayoffGamesPaired(0, "", 4, "rapid-match", 1, 1, ((1, 2),))
    assert games_now(event.state) == (GameNow(4, 1, 1, 2, "rapid-match", 1),)
    facts = results(event, DRAW)
    assert kinds(facts) == ["ResultRecorded", "RoundClosed", "PlayoffGamesPaired"]
    assert games_now(event.state) == (GameNow(5, 1, 2, 1, "rapid-match", 2),)
    facts = results(event, "1-0")
    assert kinds(facts) == [
        "ResultRecorded",
        "RoundClosed",
        "PlayoffStageDecided",
        "PlayoffDecided",
    ]
    decided = facts[-1]
    assert isinstance(decided, p.PlayoffDecided)
    assert (decided.ranking, decided.ranks) == ((2, 1), (1, 2))
    assert kinds(event.feed(i.FinishEvent(0, ""))) == ["EventFinished"]


def test_the_final_order_says_why() -> None:
    event = two_tied()
    lots(event, 1, 2)
    results(event, "1-0", DRAW)
    assert order_of(event) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    why = [standing.why for standing in standings_of(event.state)]
    assert why[0] == "2 points, won the playoff: rapid match 1.5-0.5"
    assert why[1] == "2 points, place 2 of the playoff: rapid match 0.5-1.5"


def test_the_playoff_stays_out_of_the_crosstable() -> None:
    event = two_tied()
    before = crosstable_of(event.state)
    lots(event, 1, 2)
    results(event, "1-0", "0-1")
    assert crosstable_of(event.state) == before


def test_the_winner_of_the_lot_takes_black() -> None:
    event = two_tied()
    lots(event, 1, 2, choices=((1, "black"),))
    assert games_now(event.state)[0] == GameNow(4, 1, 2, 1, "rapid-match", 1)


def test_each_stage_has_lots_of_its_own() -> None:
    event = two_tied()
    lots(event, 1, 2)
    facts = results(event, DRAW, DRAW)
    assert kinds(facts)[-1] == "PlayoffStageDecided"
    assert playoff_waits_for(event.state) == Awaited("armageddon", (1, 2))
    lots(event, 2, 1)
    assert games_now(event.state) == (GameNow(6, 1, 2, 1, "armageddon", 1),)
    results(event, DRAW)
    assert order_of(event)[:2] == [(1, 1), (2, 2)]  # Black has the draw
    assert standings_of(event.state)[0].why.endswith("Armageddon drawn with Black")


# -- three, four, five ----------------------------------------------------------------------------


def four_tied() -> Event:
    event = played(4, {})
    event.finish()
    return event


def test_four_play_two_boards_a_round() -> None:
    event = four_tied()
    lots(event, 1, 2, 3, 4)
    assert [(now.white, now.black) for now in games_now(event.state)] == [(1, 4), (2, 3)]
    results(event, DRAW)
    assert len(games_now(event.state)) == 1
    results(event, DRAW)
    assert [(now.round, now.board) for now in games_now(event.state)] == [(5, 1), (5, 2)]


def test_four_in_a_knock_out_draw_again_for_the_final() -> None:
    event = four_tied()
    for stage in ("rapid-round-robin", "blitz-round-robin"):
        assert playoff_waits_for(event.state) == Awaited(stage, (3, 4, 1, 2))
        lots(event, 1, 2, 3, 4)
        results(event, *([DRAW] * 6))
    lots(event, 1, 2, 3, 4, choices=((4, "white"),))
    assert [(now.white, now.black) for now in games_now(event.state)] == [(1, 2), (4, 3)]
    results(event, "1-0", "1-0")
    assert playoff_waits_for(event.state) == Awaited("armageddon", (1, 4))
    lots(event, 4, 1)
    assert [(now.white, now.black) for now in games_now(event.state)] == [(4, 1)]
    facts = results(event, "1-0")
    assert isinstance(facts[-1], p.PlayoffDecided)
    assert (facts[-1].ranking[:2], facts[-1].ranks) == ((4, 1), (1, 2, 3, 3))


def test_level_in_the_playoff_the_tie_breaks_decide() -> None:
    """Two who share a place in the playoff are in the order of the crosstable, each with a rank of his own."""
    event = played(4, {(1, 4): 1, (2, 4): 2, (3, 4): 3})
    event.finish()
    assert event.state.playoff is not None
    first, second, third = event.state.playoff.tied
    lots(event, third, first, second)
    for _ in range(3):
        now = games_now(event.state)[0]
        win = "1-0" if now.white == third else "0-1"
        results(event, win if third in (now.white, now.black) else DRAW)
    before = [s.player.number for s in standings_of(event.state)]
    assert before[:3] == [third, first, second]
    assert [rank for rank, _ in order_of(event)][:2] == [1, 2]


def test_rank_only_first_shares_the_places_behind() -> None:
    """As played in 2021: the playoff decided the title, the others shared second place."""
    rules = replace(us_senior(), rank_only_first=True)
    event = played(4, {(1, 4): 1, (2, 4): 2, (3, 4): 3}, playoff=rules)
    event.finish()
    lots(event, 1, 2, 3)
    results(event, "1-0", "0-1", "1-0")  # 2-3, 1-2, 3-1: B 2, C 1, A 0
    assert [rank for rank, _ in order_of(event)] == [1, 2, 2, 4]
    assert order_of(event)[0] == (1, 2)


def test_five_tied_is_the_arbiters() -> None:
    event = played(6, {(n, 6): n for n in range(1, 6)})
    event.finish()
    awaited = playoff_waits_for(event.state)
    assert awaited is not None
    assert (awaited.stage, awaited.offered) == ("arbiter", ("rapid-round-robin",))
    told = event.refused(pi.ChoosePlayoffFormat(0, "", "blitz-match", "arbiter"))
    assert told == "the format 'blitz-match', expected rapid-round-robin"
    event.feed(pi.ChoosePlayoffFormat(0, "", "rapid-round-robin", "arbiter"))
    lots(event, 1, 2, 3, 4, 5)
    while games_now(event.state):
        results(event, DRAW)
    assert event.refused(i.FinishEvent(0, "")) == (
        "the playoff is not decided: it waits for the arbiter's choice"
    )
    event.feed(pi.RulePlayoff(0, "", (5, 4, 3, 2, 1), "arbiter", "the club's decision"))
    assert [number for _, number in order_of(event)] == [5, 4, 3, 2, 1, 6]
    assert "won the playoff: by the arbiter's ruling" in standings_of(event.state)[0].why


# -- people and rulings ---------------------------------------------------------------------------


def test_the_arbiter_pairs_no_round_of_a_playoff() -> None:
    told = two_tied().refused(i.PairRound(0, "", 4))
    assert told == "a playoff pairs its own games, as its lots and results come in"


def test_lots_that_are_refused() -> None:
    event = two_tied()

    def refused(stage: str, order: tuple[int, ...], *choices: tuple[int, str]) -> str:
        return event.refused(pi.DrawPlayoffLots(0, "", stage, order, "by hand", choices))

    assert "expected the lots of the rapid-match" in refused("armageddon", (1, 2))
    assert refused("rapid-match", (1, 3)) == "order Ahn, Cole, expected each of Ahn, Berg once"
    assert "expected a player drawn, white or black" in refused("rapid-match", (1, 2), (1, "red"))
    lots(event, 1, 2)
    assert refused("rapid-match", (2, 1)) == "lots of the rapid-match, expected none now"
    assert "no playoff has started" in played(4, {}).refused(
        pi.DrawPlayoffLots(0, "", "rapid-match", (1, 2), "by hand")
    )


def test_a_player_who_left_forfeits_his_playoff_games() -> None:
    event = two_tied()
    event.feed(i.PlayerLeft(0, "", 2, "ill"))
    facts = lots(event, 1, 2)
    assert isinstance(facts[-1], p.PlayoffDecided)
    assert facts[-1].ranking == (1, 2)


def test_a_report_of_another_stage_is_refused() -> None:
    """A table that was loaded by hand with a playoff game must not score in round 1."""
    event = two_tied()
    told = event.refused(i.ResultReported(0, "", 1, 1, "0-1", "1", stage="rapid-match", game=1))
    assert told == (
        "table 1 reports game 1 of rapid-match as round 1, expected a game of that round"
    )


def test_a_result_said_twice_changes_nothing() -> None:
    event = two_tied()
    lots(event, 1, 2)
    results(event, DRAW)
    assert event.report(4, 1, DRAW) == []
    assert kinds(event.report(4, 1, "1-0")) == ["ResultDisputed"]


def test_a_ruling_on_a_playoff_game_is_taken_into_account() -> None:
    """1-0 becomes a draw: 1.5-0.5 is now 1-1, so the Armageddon is played after all."""
    event = two_tied()
    lots(event, 1, 2)
    results(event, "1-0", DRAW)
    facts = event.rule(4, 1, DRAW)
    assert kinds(facts) == ["ResultCorrected", "PlayoffStageDecided"]
    assert playoff_waits_for(event.state) == Awaited("armageddon", (1, 2))
    assert kinds(event.rule(4, 1, "0-1"))[-1] == "PlayoffDecided"
    assert order_of(event)[0] == (1, 2)


def test_a_ruling_that_ends_the_tie_asks_the_arbiter() -> None:
    """Design.md section 8: if it changes who is tied for first once playoffs began, the arbiter decides."""
    event = two_tied()
    lots(event, 1, 2)
    drawn = next(b for b in event.state.rounds[1].boards if {b.white, b.black} == {1, 2})
    facts = event.rule(2, drawn.board, "1-0")
    assert kinds(facts) == ["ResultCorrected", "PlayoffQuestioned"]
    told = "the playoff is between Ahn, Berg, who are not the tied now"
    assert event.state.playoff is not None
    assert event.state.playoff.questioned == told
    assert kinds(results(event, DRAW)) == ["ResultRecorded"]
    assert event.refused(i.FinishEvent(0, "")) == told
    facts = event.feed(pi.RestartPlayoff(0, "", "arbiter", "no tie any more"))
    assert kinds(facts) == ["PlayoffSetAside"]
    assert kinds(event.feed(i.FinishEvent(0, ""))) == ["EventFinished"]


def test_a_ruling_taken_back_ends_the_question() -> None:
    event = two_tied()
    lots(event, 1, 2)
    drawn = next(b for b in event.state.rounds[1].boards if {b.white, b.black} == {1, 2})
    event.rule(2, drawn.board, "1-0")
    assert kinds(event.rule(2, drawn.board, DRAW)) == ["ResultCorrected", "PlayoffQuestioned"]
    assert event.state.playoff is not None
    assert event.state.playoff.questioned == ""
    assert kinds(results(event, DRAW))[-1] == "PlayoffGamesPaired"


def test_a_ruling_that_upsets_a_later_stage_asks_the_arbiter() -> None:
    """1-1 led to an Armageddon that is being played; the first game now is a win."""
    event = two_tied()
    lots(event, 1, 2)
    results(event, DRAW, DRAW)
    lots(event, 1, 2)
    facts = event.rule(4, 1, "1-0")
    assert kinds(facts) == ["ResultCorrected", "PlayoffQuestioned"]
    facts = event.feed(pi.RulePlayoff(0, "", (1, 2), "arbiter", "the match was won"))
    assert kinds(facts) == ["PlayoffOrderRuled", "PlayoffDecided"]
    assert games_now(event.state) == ()
    assert kinds(event.feed(i.FinishEvent(0, ""))) == ["EventFinished"]
    assert order_of(event)[0] == (1, 1)


def test_it_may_go_on_regardless_of_who_is_tied_now() -> None:
    """A is alone in front by a ruling, and the arbiter lets the match decide all the same."""
    event = two_tied()
    lots(event, 1, 2)
    drawn = next(b for b in event.state.rounds[1].boards if {b.white, b.black} == {1, 2})
    event.rule(2, drawn.board, "1-0")
    facts = event.feed(pi.LetPlayoffStand(0, "", "arbiter", "both had agreed to play"))
    doubt = "the playoff is between Ahn, Berg, who are not the tied now"
    assert facts == [p.PlayoffLetStand(0, "", doubt, "arbiter", "both had agreed to play")]
    assert kinds(results(event, "0-1"))[-1] == "PlayoffGamesPaired"
    results(event, DRAW)
    assert kinds(event.feed(i.FinishEvent(0, ""))) == ["EventFinished"]
    score = crosstable_of(event.state).score
    assert [score(number) for number in (1, 2, 3)] == [
        Fraction(5, 2),
        Fraction(3, 2),
        Fraction(3, 2),
    ]
    assert order_of(event) == [(1, 2), (2, 1), (3, 3), (4, 4)]


def test_another_doubt_is_a_new_question() -> None:
    event = two_tied()
    lots(event, 1, 2)
    drawn = next(b for b in event.state.rounds[1].boards if {b.white, b.black} == {1, 2})
    event.rule(2, drawn.board, "1-0")
    event.feed(pi.LetPlayoffStand(0, "", "arbiter", "agreed"))
    results(event, DRAW, DRAW)
    lots(event, 1, 2)
    assert kinds(event.rule(4, 1, "1-0")) == ["ResultCorrected", "PlayoffQuestioned"]


def test_it_may_go_on_regardless_of_an_earlier_game() -> None:
    """1-1 led to the Armageddon under way; the first game is now a win, and the Armageddon decides all the same."""
    event = two_tied()
    lots(event, 1, 2)
    results(event, DRAW, DRAW)
    lots(event, 1, 2)
    event.rule(4, 1, "1-0")
    event.feed(pi.LetPlayoffStand(0, "", "arbiter", "found out too late"))
    assert [now.stage for now in games_now(event.state)] == ["armageddon"]
    assert kinds(results(event, DRAW))[-1] == "PlayoffDecided"  # drawn: Black has won it
    assert order_of(event)[:2] == [(1, 2), (2, 1)]


def test_a_decided_playoff_stays_decided_if_the_arbiter_says_so() -> None:
    """C has as many points by now: while that is in question points count, afterwards the match does."""
    event = two_tied()
    lots(event, 1, 2)
    results(event, "1-0", DRAW)
    number, board = next(
        (each.number, board)
        for each in event.state.rounds
        for board in each.boards
        if {board.white, board.black} == {3, 4}
    )
    event.rule(number, board.board, "1-0" if board.white == 3 else "0-1")
    assert event.state.playoff is not None and event.state.playoff.questioned
    assert {number for _, number in order_of(event)[:3]} == {1, 2, 3}
    event.feed(pi.LetPlayoffStand(0, "", "arbiter", "the match was played"))
    assert order_of(event) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert kinds(event.feed(i.FinishEvent(0, ""))) == ["EventFinished"]


def test_nothing_to_let_be() -> None:
    event = two_tied()
    seen = pi.LetPlayoffStand(0, "", "arbiter", "why not")
    assert event.refused(seen) == "the playoff is not in question"


def test_a_restart() -> None:
    event = two_tied()
    lots(event, 1, 2)
    results(event, DRAW)
    facts = event.feed(pi.RestartPlayoff(0, "", "arbiter", "wrong clocks"))
    assert kinds(facts) == ["PlayoffSetAside", "PlayoffStarted"]
    assert games_now(event.state) == ()
    lots(event, 2, 1)
    assert games_now(event.state) == (GameNow(6, 1, 2, 1, "rapid-match", 1),)


def test_rulings_need_a_reason() -> None:
    event = two_tied()
    assert event.refused(pi.RulePlayoff(0, "", (1, 2), "a", " ")) == "a ruling without a reason"
    assert event.refused(pi.RestartPlayoff(0, "", "a", "")) == "a ruling without a reason"


# -- the journal ----------------------------------------------------------------------------------


def test_the_journal_alone_tells_it_all() -> None:
    """Facts written as JSON and read back fold into the same tournament."""
    event = two_tied()
    lots(event, 1, 2, choices=((1, "black"),))
    results(event, DRAW, DRAW)
    lots(event, 2, 1)
    results(event, DRAW)
    event.finish()
    codec = Codec(f.FACT_TYPES)
    read = [codec.decode(encode(fact)) for fact in event.facts]
    assert reduce(evolve, read, Tournament()) == event.state
    inputs = Codec(i.INPUT_TYPES)
    assert [inputs.decode(encode(seen)) for seen in event.inputs] == event.inputs


@settings(max_examples=30)
@given(st.integers(3, 6), st.randoms(use_true_random=False))
def test_any_playoff_ends(players: int, rng: Any) -> None:
    """Everybody drawn with everybody: all are tied, and lots, choices and results lead to one final order."""
    event = played(players, {})
    event.finish()
    rounds = 0
    while event.state.playoff is not None and event.state.playoff.decided is None:
        awaited = playoff_waits_for(event.state)
        if awaited is None:
            results(event, rng.choice([*RESULTS, "0-0"]))
            rounds += 1
        elif awaited.is_drawing:
            lots(event, *rng.sample(awaited.players, len(awaited.players)))
        elif awaited.offered and rounds < 60:
            event.feed(pi.ChoosePlayoffFormat(0, "", rng.choice(awaited.offered), "arbiter"))
        else:
            event.feed(pi.RulePlayoff(0, "", awaited.players, "arbiter", "by lot"))
    assert event.refusals == []
    event.finish()
    assert event.state.finished
    assert sorted(number for _, number in order_of(event)) == list(range(1, players + 1))
    assert [rank for rank, _ in order_of(event)][:2] == [1, 2]


@pytest.mark.parametrize("how", ["finish", "close"])
def test_it_starts_once(how: str) -> None:
    event = two_tied()
    if how == "close":
        assert event.feed(i.CloseRound(0, "", 3)) == []
    else:
        event.finish()
    assert sum(isinstance(fact, p.PlayoffStarted) for fact in event.facts) == 1
