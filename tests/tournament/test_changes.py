"""Changes after the start: late entries, somebody back, byes taken back, rounds and tie-breaks by ruling."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from clockd.tournament import facts as f
from clockd.tournament import inputs as i
from clockd.tournament.event_rules import Entries
from clockd.tournament.tournament import crosstable_of
from clockd.tournament.trf_build import build_trf
from clockd.tournament.trf_write import write_trf
from tests.tournament.events import Event, entries, four_players, opening, swiss

NAMES = ["Ahn, Ada", "Berg, Bo", "Cole, Cy", "Dahl, Di"]


def four_in_a_swiss(rounds: int = 3) -> Event:
    """Numbers 1 to 4 by rating (2500 down to 2497); round 1 played 1-3, 2-4, both won by White."""
    event = Event()
    born = tuple(replace(entry, birth="1950/01/01") for entry in entries(NAMES))
    rules: dict[str, Any] = {"eligible": Entries(born_by=1951), "tie_breaks": ("PS",)}
    event.feed(opening(swiss(rounds), entries=born, **rules))
    event.feed(i.PairRound(0, "", 1, pairs=((1, 3), (2, 4))))
    event.report(1, 1, "1-0")
    event.report(1, 2, "1-0")
    return event


def late(name: str = "Eng, Eli", rating: int = 0, birth: str = "1949") -> i.PlayerAdded:
    return i.PlayerAdded(0, "", i.Entry(name, rating, birth=birth), "arbiter")


def test_a_late_entry_gets_the_number_of_his_strength() -> None:
    """Rules sheet 6.2: proper TPN. 2498 is Cole's rating; Eng follows him by the alphabet."""
    event = four_in_a_swiss()
    event.feed(late(rating=2498))
    assert event.state.numbers == (1, 2, 3, 5, 4)


def test_a_late_entry_has_nothing_for_the_rounds_he_missed() -> None:
    event = four_in_a_swiss()
    event.feed(late(rating=2600))
    assert crosstable_of(event.state).score(1) == 0
    assert crosstable_of(event.state).score(2) == 1  # Ahn, who was number 1 before
    missing = i.PairRound(0, "", 2, pairs=((1, 2), (3, 4)))
    assert event.refused(missing) == "round 2 leaves out Eng, Eli"
    event.feed(i.PairRound(0, "", 2, pairs=((1, 2), (5, 3)), bye=4))
    assert len(event.state.rounds) == 2


def test_half_a_point_for_missed_rounds_is_a_ruling() -> None:
    """C.04.2: no points for missed rounds unless the rules say so; an arbiter who gives a half says why."""
    event = four_in_a_swiss()
    entry = i.Entry("Eng, Eli", 2000, birth="1949")
    reason = "half a point for missed rounds without a reason: they bring none (C.04.2)"
    assert event.refused(i.PlayerAdded(0, "", entry, "arbiter", "half")) == reason
    wrong = i.PlayerAdded(0, "", entry, "arbiter", "full", "so")
    assert event.refused(wrong) == "missed rounds 'full', expected half or zero"
    event.feed(i.PlayerAdded(0, "", entry, "arbiter", "half", "his train was late"))
    assert crosstable_of(event.state).score(5) == Fraction(1, 2)


def unpair(number: int, reason: str = "two names changed over") -> i.UnpairRound:
    return i.UnpairRound(0, "", number, "arbiter", reason)


def test_a_round_that_nobody_has_played_is_paired_anew() -> None:
    event = four_in_a_swiss()
    event.feed(i.PairRound(0, "", 2, pairs=((3, 2), (1, 4))))
    assert event.feed(unpair(2)) == [f.RoundUnpaired(0, "", 2, "arbiter", "two names changed over")]
    assert [each.closed for each in event.state.rounds] == [True]
    event.feed(i.PairRound(0, "", 2, pairs=((1, 2), (3, 4))))
    pairs = [[(b.white, b.black) for b in each.boards] for each in event.state.rounds]
    assert pairs[1:] == [[(1, 2), (3, 4)]]


def test_publishing_is_taken_back() -> None:
    event = four_in_a_swiss()
    event.feed(i.PairRound(0, "", 2, pairs=((1, 2), (3, 4))))
    event.feed(i.UnpublishRound(0, "", 2, "arbiter", "too early"))
    assert not event.state.rounds[1].published
    again = i.UnpublishRound(0, "", 2, "arbiter", "too early")
    assert event.refused(again) == "round 2 has not been published"
    event.feed(i.PublishRound(0, "", 2))
    assert event.state.rounds[1].published


def test_what_somebody_has_played_stays_paired() -> None:
    event = four_in_a_swiss()
    assert event.refused(unpair(2)) == "round 2 has not been paired"
    assert event.refused(unpair(1)) == (
        "round 1 has a result: board 1 (Ahn - Cole), board 2 (Berg - Dahl)"
    )
    event.feed(i.PairRound(0, "", 2, pairs=((1, 2), (3, 4))))
    assert event.refused(unpair(1)) == "round 1 has been followed by another one"
    assert event.refused(unpair(2, " ")) == "a ruling without a reason"
    event.report(2, 1, "1-0")
    assert event.refused(unpair(2)) == "round 2 has a result: board 1 (Ahn - Berg)"


def test_forfeits_of_those_who_left_do_not_hold_a_pairing() -> None:
    """They are given with the pairing, and fall with it."""
    event = four_players()
    for board, result in ((1, "1-0"), (2, "1-0")):
        event.report(1, board, result)
    event.feed(i.PlayerLeft(0, "", 4, "ill", "arbiter"))
    event.pair(2)
    assert [board.source for board in event.state.rounds[1].boards] == ["withdrawal", ""]
    event.feed(unpair(2))
    assert len(event.state.rounds) == 1


def test_numbers_are_fixed_once_round_four_is_paired() -> None:
    """C.04.2: renumbering until round 4 is paired; afterwards the next number."""
    event = four_in_a_swiss(rounds=5)
    event.feed(i.PlayerLeft(0, "", 3, "ill", "arbiter"))
    event.feed(i.PlayerLeft(0, "", 4, "ill", "arbiter"))
    event.feed(i.PairRound(0, "", 2, pairs=((1, 2),)))
    event.report(2, 1, "1-0", forfeit=True)
    for number in (3, 4):
        event.feed(i.PairRound(0, "", number, pairs=((1, 2),)))
        event.report(number, 1, "1-0", forfeit=True)
    assert len(event.state.rounds) == 4, event.refusals
    event.feed(late(rating=2800))
    assert event.state.numbers == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        (late("ahn ada", birth="1950/01/01"), "ahn ada is entered already (entry 1)"),
        (late(" "), "an entry without a name"),
        (late(rating=4001), "Eng, Eli: rating 4001, expected at most 4000"),
        (
            i.PlayerAdded(0, "", i.Entry("Eng, Eli", sex="x", birth="1949")),
            "Eng, Eli: sex 'x', expected m, w or none",
        ),
        (
            late(birth="1952/03/04"),
            "Eng, Eli: born in 1952, expected 1951 or before (us-senior-2019)",
        ),
        (
            late(birth=""),
            "Eng, Eli: no year of birth, expected 1951 or before (us-senior-2019)",
        ),
    ],
)
def test_who_cannot_enter_late(seen: i.PlayerAdded, reason: str) -> None:
    assert four_in_a_swiss().refused(seen) == reason


def test_a_full_table_takes_nobody() -> None:
    reason = "a round robin takes no late entry: its table is full"
    assert four_players().refused(late()) == reason
    assert four_in_a_swiss(rounds=1).refused(late()).startswith("all 1 rounds are paired")


def test_a_withdrawal_is_undone() -> None:
    """One game of three: all annulled by the withdrawal, all back by the return."""
    event = four_players()
    event.report(1, 1, "0-1")
    event.report(1, 2, "1-0")
    event.feed(i.PlayerLeft(0, "", 4, "ill", "arbiter"))
    assert event.state.annulled == (4,)
    event.feed(i.PlayerReturned(0, "", 4, "was only late", "arbiter"))
    assert not (*event.state.withdrawn, *event.state.annulled)
    assert crosstable_of(event.state).score(4) == 1
    assert [board.forfeit for board in event.pair(2)] == [False, False]
    again = i.PlayerReturned(0, "", 4, "was only late", "arbiter")
    assert event.refused(again) == "Dahl, Di has not left the event"


def test_a_bye_is_taken_back_until_the_round_is_paired() -> None:
    event = four_in_a_swiss()
    event.feed(i.ByeRequested(0, "", 2, 4, "half"))
    assert event.feed(i.ByeTakenBack(0, "", 2, 4)) == [f.ByeCancelled(0, "", 2, 4)]
    assert event.state.byes == ()
    assert event.refused(i.ByeTakenBack(0, "", 2, 4)).endswith("has asked for no bye in round 2")
    assert event.refused(i.ByeTakenBack(0, "", 1, 4)) == "round 1 is paired already"


def test_other_rounds_are_a_ruling_that_the_report_keeps() -> None:
    event = four_in_a_swiss()
    ruling = i.PlanRuled(0, "", "a storm", rounds=2, tie_breaks=("BPG", "PS/C1.."), author="Anna")
    event.feed(ruling)
    plan = event.state.plan
    assert plan is not None
    assert (plan.rounds, plan.tie_breaks) == (2, ("BPG", "PS/C1"))
    assert event.feed(ruling) == []
    text = write_trf(build_trf(event.state))
    told = "### ruling: 2 rounds instead of 3, tie-breaks BPG,PS/C1 instead of PS: a storm (Anna)"
    assert told in text.splitlines()
    assert event.refused(i.PairRound(0, "", 3)) == "round 3, expected one of 2"


@pytest.mark.parametrize(
    ("ruling", "reason"),
    [
        (i.PlanRuled(0, "", " ", rounds=2), "a ruling without a reason"),
        (i.PlanRuled(0, "", "why not", rounds=100), "100 rounds, expected 1 to 99"),
        (i.PlanRuled(0, "", "why", tie_breaks=("XX",)), "tie-break 'XX', expected one of"),
        (i.PlanRuled(0, "", "why", tie_breaks=("PS", "PS")), "tie-breaks PS,PS, expected each"),
    ],
)
def test_what_is_no_plan(ruling: i.PlanRuled, reason: str) -> None:
    assert four_in_a_swiss().refused(ruling).startswith(reason)


def test_cuts_go_as_far_as_the_rounds() -> None:
    """21st World Senior, reg. 5: "and so on" ends one round before the last, however many there are."""
    event = Event()
    event.feed(opening(swiss(4), names=NAMES, tie_breaks=("PS", "PS/C1..", "BPG")))
    for rounds, cuts in ((2, ["PS/C1"]), (5, ["PS/C1", "PS/C2", "PS/C3", "PS/C4"])):
        event.feed(i.PlanRuled(0, "", "as agreed", rounds=rounds))
        assert event.state.plan is not None
        assert event.state.plan.tie_breaks == ("PS", *cuts, "BPG")


def test_a_round_robin_keeps_the_rounds_of_its_table() -> None:
    reason = four_players().refused(i.PlanRuled(0, "", "a storm", rounds=2))
    assert reason == "2 rounds, expected the 3 of the round robin's table"


def kept_apart(one: int, other: int, reason: str = "one family", allowed: bool = False) -> i.Input:
    return i.MeetingRuled(0, "", (one, other), allowed, "arbiter", reason)


def test_two_players_are_kept_apart() -> None:
    """FIDE C.04.1: a rule of the event; the pairs are refused, and allowed again by another ruling."""
    event = four_in_a_swiss()
    event.feed(kept_apart(2, 1))
    assert event.state.forbidden == ((1, 2),)
    assert event.feed(kept_apart(1, 2)) == []
    seen = i.PairRound(0, "", 2, pairs=((1, 2), (3, 4)))
    assert event.refused(seen) == "Ahn, Ada and Berg, Bo are not to meet in this event"
    event.feed(kept_apart(1, 2, "they agree", allowed=True))
    event.feed(seen)
    assert len(event.state.rounds) == 2


@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        (kept_apart(1, 1), "Ahn, Ada twice, expected two players"),
        (kept_apart(1, 9), "player 9, expected one of 1 to 4"),
        (kept_apart(1, 2, ""), "a ruling without a reason"),
        (kept_apart(1, 2, "peace", allowed=True), "Ahn, Ada and Berg, Bo are not kept apart"),
    ],
)
def test_who_cannot_be_kept_apart(seen: i.Input, reason: str) -> None:
    assert four_in_a_swiss().refused(seen) == reason
    assert four_players().refused(seen) == "in a round robin everybody meets everybody"
