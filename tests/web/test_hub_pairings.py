"""The pairings' view: every round that is published, and what goes on in the round under way."""

from clockd.web.hub_pairings import pairings_view
from tests.web.fake_hub import event, pairings


def test_the_round_under_way_has_the_moves_that_its_boards_have_reached() -> None:
    current = pairings_view(event(5))["current"]
    assert (current["title"], current["state"]) == ("Round 4", "0 of 5 results")
    assert current["boards"][0]["status"] == "move 9"
    assert current["boards"][0]["white"]["points"] == "2½"
    assert current["boards"][0]["href"] == "/board/1"


def test_a_closed_round_has_results_and_winners() -> None:
    first = pairings_view(event(5))["rounds"][0]
    assert first["state"] == "closed"
    assert [(board["score"], board["winner"]) for board in first["boards"]] == [
        ("0–1", "black"),
        ("½–½", ""),
        ("1–0", "white"),
        ("1–0", "white"),
        ("½–½", ""),
    ]
    assert first["boards"][1]["forfeit"] == "forfeit"
    assert first["boards"][0]["href"] == ""


def test_a_round_that_is_not_published_shows_nobody() -> None:
    rounds = pairings(5)
    rounds[3] |= {"published": False, "bye": "Player Eleven"}
    view = pairings_view(event(5, pairings=rounds))
    assert view["rounds"][3]["boards"] == []
    assert view["rounds"][3]["bye"] == ""
    assert view["rounds"][3]["state"] == "not published"
    assert view["current"] is None


def test_a_bye_is_named() -> None:
    rounds = pairings(5)
    rounds[0]["bye"] = "Player Eleven"
    assert pairings_view(event(5, pairings=rounds))["rounds"][0]["bye"] == "Bye: Player Eleven"


def test_before_the_first_round_it_says_so() -> None:
    assert pairings_view(event(0, pairings=[]))["none"] == "No round has been paired yet."
