"""Entries and lots: taken whole or refused whole, with one reason."""

from typing import Any

import pytest

from clockd.tournament import facts as f
from clockd.tournament import inputs as i
from clockd.tournament.event_rules import Entries, Format
from tests.tournament.events import Event, entries, four_players, opening, senior, swiss

NAMES = ["Ahn, Ada", "Berg, Bo", "Cole, Cy", "Dahl, Di"]


def refused(seen: i.OpenEvent) -> str:
    return Event().refused(seen)


def test_the_entry_list_becomes_facts() -> None:
    """One fact for the event, one for each player; rounds are those of Berger's table."""
    event = Event()
    facts = event.feed(opening(senior(4), names=NAMES))
    opened = facts[0]
    assert isinstance(opened, f.EventOpened)
    assert (opened.system, opened.rounds, opened.cycles) == ("round-robin", 3, 1)
    assert [fact.name for fact in facts[1:] if isinstance(fact, f.PlayerEntered)] == NAMES
    assert event.state.numbers == ()


@pytest.mark.parametrize(("players", "expected"), [(11, "10"), (9, "10")])
def test_eleven_players_in_a_ten_player_rulebook(players: int, expected: str) -> None:
    """2019 U.S. Senior: "a 10-player tournament"; nothing half done."""
    reason = refused(opening(senior(10), players=players))
    assert reason == f"{players} players, expected {expected} (us-senior-2019)"


@pytest.mark.parametrize(
    ("one", "other", "twice"),
    [
        (i.Entry("Ahn, Ada", fide_id="7"), i.Entry("Ahn, A.", fide_id="7"), True),
        (i.Entry("Ahn, Ada"), i.Entry("AHN  ada"), True),
        (i.Entry("Ahn, Ada", fide_id="7"), i.Entry("Ahn, Ada"), True),
        (i.Entry("Ahn, Ada", fide_id="7"), i.Entry("Ahn, Ada", fide_id="8"), False),
        (i.Entry("Ahn, Ada", birth="1950"), i.Entry("Ahn, Ada", birth="1949"), False),
        (i.Entry("Ahn, Ada", fide_id="0"), i.Entry("Berg, Bo", fide_id="0"), False),
    ],
)
def test_a_player_twice(one: i.Entry, other: i.Entry, twice: bool) -> None:
    """The same FIDE id, or the same name with nothing to tell the two apart."""
    event = Event()
    facts = event.feed(opening(senior(3), entries=(one, i.Entry("Cole, Cy"), other)))
    if twice:
        assert facts == [
            f.Refused(0, "", "OpenEvent", "Ahn, Ada is entered twice (entries 1 and 3)")
        ]
    else:
        assert len(facts) == 4


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"tie_breaks": ("DE", "KOYA")}, "tie-break 'KOYA', expected one of"),
        ({"rounds": 5}, "5 rounds, expected 3 for 4 players"),
        ({"entries": entries(["Ahn", " ", "Cole", "Dahl"])}, "entry 2 has no name"),
        ({"formats": (senior(5), senior(6))}, "4 players, expected 5 to 6 (us-senior-2019)"),
    ],
)
def test_what_else_is_refused_at_the_door(changes: dict[str, Any], reason: str) -> None:
    assert refused(opening(senior(4), names=NAMES, **changes)).startswith(reason)


def test_birth_year_and_sex_are_the_rulebooks() -> None:
    """21st World Senior, reg. 3: men born in 1951 or before."""
    young = (i.Entry("Ahn, Ada", birth="1952/01/01"), *entries(NAMES[1:]))
    seen = opening(swiss(), entries=young, eligible=Entries(born_by=1951), rules="world-senior")
    assert refused(seen) == (
        "entry 1, Ahn, Ada: born in 1952, expected 1951 or before (world-senior)"
    )


def test_zones_of_the_women() -> None:
    """21st World Senior, reg. 6: twelve women out of four zones."""
    women = tuple(i.Entry(f"Player {n}", zone=f"1.{n % 3}") for n in range(12))
    seen = opening(senior(12), entries=women, eligible=Entries(zones_min=4), rules="women")
    assert refused(seen) == "players of 3 zones, expected 4 or more (women)"


def test_an_open_event_is_not_opened_again() -> None:
    assert four_players().refused(opening(senior(4), names=NAMES)).startswith("the event is open")


def test_numbers_in_the_file_are_the_drawing() -> None:
    event = Event()
    drawn = tuple(i.Entry(name, number=n) for name, n in zip(NAMES, (3, 1, 4, 2), strict=True))
    event.feed(opening(senior(4), entries=drawn))
    assert event.state.numbers == (3, 1, 4, 2)
    assert [(b.white, b.black) for b in event.pair(1)] == [(2, 3), (4, 1)]


@pytest.mark.parametrize("numbers", [(1, 2, 3), (1, 2, 3, 3), (0, 1, 2, 3), (1, 2, 3, 5)])
def test_lots_must_be_each_number_once(numbers: tuple[int, ...]) -> None:
    event = Event()
    event.feed(opening(senior(4), names=NAMES))
    reason = event.refused(i.DrawLots(0, "", numbers, "by hand"))
    assert reason.endswith("expected each of 1 to 4 once")
    half = (*(i.Entry(n) for n in NAMES[:3]), i.Entry(NAMES[3], number=1))
    assert "expected each of 1 to 4 once" in refused(opening(senior(4), entries=half))


def test_lots_are_drawn_once() -> None:
    assert four_players().refused(i.DrawLots(0, "", (4, 3, 2, 1), "again")) == (
        "the lots have been drawn"
    )


def test_a_swiss_draws_no_lots() -> None:
    """FIDE C.04.2: it is numbered by strength; what is drawn is the colour."""
    event = Event()
    event.feed(opening(swiss(), players=4, eligible=Entries()))
    reason = event.refused(i.DrawLots(0, "", (1, 2, 3, 4), "by hand"))
    assert reason == "a Swiss is numbered by strength, only its initial colour is drawn"


def test_a_round_robin_has_no_byes() -> None:
    event = four_players()
    assert event.refused(i.ByeRequested(0, "", 2, 1, "half")).startswith("a round robin has no bye")


def test_byes_of_a_swiss_are_asked_for_ahead() -> None:
    event = Event()
    event.feed(opening(swiss(3), names=NAMES))
    event.draw((1, 2, 3, 4))
    event.feed(i.ByeRequested(0, "", 1, 4, "half"))
    assert event.feed(i.ByeRequested(0, "", 1, 4, "half")) == []
    assert event.refused(i.ByeRequested(0, "", 1, 4, "full")).startswith("a bye 'full', expected")
    assert event.refused(i.ByeRequested(0, "", 9, 4, "half")).startswith("round 9 is paired")
    assert event.refused(i.ByeRequested(0, "", 1, 5, "half")).startswith("player 5, expected")
    event.feed(i.PairRound(0, "", 1, pairs=((1, 2),), bye=3))
    first = event.state.round(1)
    assert first is not None
    assert first.absent == ((4, "half"),)


def test_who_leaves_a_round_robin_early_counts_for_nobody() -> None:
    """Rules sheet 6.1: one game of three is fewer than half; his games to come are forfeits."""
    event = four_players()
    event.report(1, 1, "0-1")
    event.report(1, 2, "1-0")
    facts = event.feed(i.PlayerLeft(0, "", 4, "ill", "arbiter"))
    assert facts == [f.PlayerWithdrew(0, "", 4, True, "ill", "arbiter")]
    boards = event.pair(2)
    assert [(b.result, b.forfeit, b.source) for b in boards] == [
        ("0-1", True, "withdrawal"),
        ("*", False, ""),
    ]
    assert event.feed(i.PlayerLeft(0, "", 4, "ill", "arbiter")) == []


def test_who_leaves_after_half_of_his_games_keeps_them() -> None:
    """Two of three: the last one is a forfeit and counts."""
    event = four_players()
    for number in (1, 2):
        if number > 1:
            event.pair(number)
        event.report(number, 1, "0-1")
        event.report(number, 2, "1-0")
    facts = event.feed(i.PlayerLeft(0, "", 4, "ill", "arbiter"))
    assert facts == [f.PlayerWithdrew(0, "", 4, False, "ill", "arbiter")]
    assert event.refused(i.PlayerLeft(0, "", 3, " ", "arbiter")) == "a withdrawal without a reason"


def test_a_format_of_several_is_chosen_by_the_number_of_entries() -> None:
    """21st World Senior, reg. 6: twelve women play a round robin, thirteen to thirty nine rounds of Swiss."""
    formats = (Format(12, 12, "round-robin", None), Format(13, 30, "swiss", 9))
    for players, system, rounds in ((12, "round-robin", 11), (13, "swiss", 9)):
        event = Event()
        event.feed(opening(formats[0], players=players, formats=formats))
        assert event.state.plan is not None
        assert (event.state.plan.system, event.state.plan.rounds) == (system, rounds)


def test_a_refusal_names_the_article() -> None:
    """21st World Senior, reg. 6: eleven women are one too few."""
    form = Format(12, 12, "round-robin", None, source="reg. 6")
    assert refused(opening(form, players=11, rules="women")) == (
        "11 players, expected 12 (women, reg. 6)"
    )
    young = (i.Entry("Ahn, Ada", birth="1952"), *entries(NAMES[1:]))
    born = Entries(born_by=1951, source="reg. 3")
    assert refused(opening(swiss(), entries=young, eligible=born, rules="men")) == (
        "entry 1, Ahn, Ada: born in 1952, expected 1951 or before (men, reg. 3)"
    )
