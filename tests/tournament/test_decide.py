"""The course of the event: which round may be paired, published, closed, and when it is over."""

import pytest

from clockd.tournament import facts as f
from clockd.tournament import inputs as i
from clockd.tournament.tournament import standings_of
from tests.tournament.events import Event, four_players, opening, senior, swiss

NAMES = ["Ahn, Ada", "Berg, Bo", "Cole, Cy", "Dahl, Di", "Eng, Eli"]


def five_in_a_swiss() -> Event:
    event = Event()
    event.feed(opening(swiss(5), names=NAMES))
    event.draw((1, 2, 3, 4, 5))
    return event


def test_pairing_and_publishing_are_one_answer() -> None:
    """From "pair" to "published" in one transaction; Berger's round 1 of four."""
    event = Event()
    event.feed(opening(senior(4), names=NAMES[:4]))
    event.draw((1, 2, 3, 4))
    assert event.feed(i.PairRound(5, "", 1, author="arbiter")) == [
        f.RoundPaired(5, "", 1, ((1, 4), (2, 3)), None, "arbiter"),
        f.RoundPublished(5, "", 1, "arbiter"),
    ]


def test_numbers_drawn_decide_who_meets_whom() -> None:
    """Players 1 to 4 draw 3, 1, 4, 2: round 1 is number 1 v 4 and 2 v 3."""
    event = Event()
    event.feed(opening(senior(4), names=NAMES[:4]))
    event.draw((3, 1, 4, 2))
    assert [(b.white, b.black) for b in event.pair(1)] == [(2, 3), (4, 1)]


def test_the_next_round_waits_for_results_and_says_which() -> None:
    event = four_players()
    event.report(1, 2, "1-0")
    assert event.refused(i.PairRound(0, "", 2)) == "round 1 waits for board 1 (Ahn - Dahl)"
    event.report(1, 1, "1/2-1/2")
    assert [type(fact).__name__ for fact in event.feed(i.PairRound(0, "", 2))] == [
        "RoundClosed",
        "RoundPaired",
        "RoundPublished",
    ]


def test_both_open_boards_are_named() -> None:
    event = four_players()
    reason = event.refused(i.CloseRound(0, "", 1))
    assert reason == "round 1 waits for board 1 (Ahn - Dahl), board 2 (Berg - Cole)"


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (0, "round 0 is already paired"),
        (1, "round 1 is already paired"),
        (3, "round 3, expected round 2 next"),
        (4, "round 4, expected one of 3"),
    ],
)
def test_rounds_come_in_order_and_once(number: int, reason: str) -> None:
    assert four_players().refused(i.PairRound(0, "", number)) == reason


def test_lots_come_before_the_first_round() -> None:
    event = Event()
    event.feed(opening(senior(4), names=NAMES[:4]))
    assert event.refused(i.PairRound(0, "", 1)) == "the lots have not been drawn"


def test_a_round_may_be_paired_first_and_published_later() -> None:
    event = Event()
    event.feed(opening(senior(4), names=NAMES[:4]))
    event.draw((1, 2, 3, 4))
    event.feed(i.PairRound(0, "", 1, publish=False))
    hidden = "round 1 has not been published"
    assert event.refused(i.TableClaimed(0, "", 1, 1, "1")) == hidden
    assert event.refused(i.ResultEntered(0, "", 1, 1, "1-0", "arbiter")) == hidden
    assert event.refused(i.PairRound(0, "", 2)) == hidden
    assert event.refused(i.PublishRound(0, "", 2)) == "round 2 has not been paired"
    assert event.feed(i.PublishRound(0, "", 1)) == [f.RoundPublished(0, "", 1)]
    assert event.feed(i.PublishRound(0, "", 1)) == []


def test_a_round_robin_takes_no_pairs_from_elsewhere() -> None:
    event = Event()
    event.feed(opening(senior(4), names=NAMES[:4]))
    event.draw((1, 2, 3, 4))
    asked = i.PairRound(0, "", 1, pairs=((1, 2), (3, 4)))
    assert event.refused(asked).startswith("a round robin is paired by its table")


@pytest.mark.parametrize(
    ("pairs", "bye", "reason"),
    [
        (((1, 2), (3, 4)), None, "round 1 leaves out Eng, Eli"),
        (((1, 2), (1, 3)), 4, "Ahn, Ada is paired twice in round 1"),
        (((1, 2), (3, 4)), 4, "Dahl, Di is paired twice in round 1"),
        (((1, 2), (3, 9)), 4, "player 9 is not to be paired in round 1"),
        ((), None, "round 1 leaves out Ahn, Ada, Berg, Bo, Cole, Cy, Dahl, Di, Eng, Eli"),
    ],
)
def test_pairs_from_elsewhere_hold_everybody_once(
    pairs: tuple[tuple[int, int], ...], bye: int | None, reason: str
) -> None:
    assert five_in_a_swiss().refused(i.PairRound(0, "", 1, pairs, bye)) == reason


def test_the_same_pair_never_twice_and_no_second_bye() -> None:
    """FIDE C.04.1: two who have met do not meet again; a forfeit is no meeting; one bye each."""
    event = five_in_a_swiss()
    event.feed(i.PairRound(0, "", 1, ((1, 2), (3, 4)), 5))
    event.report(1, 1, "1-0")
    event.report(1, 2, "1-0", forfeit=True)
    again = i.PairRound(0, "", 2, ((2, 1), (3, 5)), 4)
    assert event.refused(again) == "Berg, Bo and Ahn, Ada have met in round 1"
    bye = i.PairRound(0, "", 2, ((1, 3), (2, 4)), 5)
    assert event.refused(bye) == "Eng, Eli had the bye in round 1"
    event.feed(i.PairRound(0, "", 2, ((1, 5), (4, 3)), 2))
    assert event.state.round(2) is not None


def test_the_event_ends_when_everything_is_settled() -> None:
    event = four_players()
    assert event.refused(i.FinishEvent(0, "")) == "1 rounds are paired, expected 3"
    for number in (1, 2, 3):
        if number > 1:
            event.pair(number)
        event.report(number, 1, "1-0")
        event.report(number, 2, "1-0")
    event.report(3, 1, "0-1")
    assert event.refused(i.FinishEvent(0, "")).startswith("round 3 board 1: table 1 reports 0-1")
    event.rule(3, 1, "1-0")
    assert [type(fact).__name__ for fact in event.feed(i.FinishEvent(0, ""))] == [
        "RoundClosed",
        "EventFinished",
    ]
    assert event.feed(i.FinishEvent(0, "")) == []
    assert [s.player.number for s in standings_of(event.state)] == [1, 2, 4, 3]


def test_an_annulled_player_is_not_in_the_order() -> None:
    """Rules sheet 6.1: his games stay on the chart, they count for nobody. 3 had Black, so he is ahead of 1."""
    event = four_players()
    event.report(1, 1, "0-1")
    event.report(1, 2, "1-0")
    event.feed(i.PlayerLeft(0, "", 4, "ill", "arbiter"))
    order = standings_of(event.state)
    assert [(s.player.number, str(s.points)) for s in order] == [(2, "1"), (3, "0"), (1, "0")]


def test_the_rest_in_an_odd_field_is_no_point() -> None:
    event = Event()
    event.feed(opening(senior(5), names=NAMES))
    event.draw((1, 2, 3, 4, 5))
    event.pair(1)
    first = event.state.round(1)
    assert first is not None
    assert first.bye == 1
    event.report(1, 1, "1-0")
    event.report(1, 2, "1-0")
    order = {s.player.number: str(s.points) for s in standings_of(event.state)}
    assert order[1] == "0"
