"""The wall's view: head, filters, alert levels, the first of the standings, and what an empty wall says."""

import json

import pytest

from clockd.web.hub_view import LEADERS_MOST, head, wall_view
from tests.web.fake_hub import event


def test_the_head_tells_event_round_control_and_tables() -> None:
    shown = head(event(20))
    assert (shown["event"], shown["round"], shown["phase"]) == (
        "Autumn Open",
        "Round 4 of 9",
        "playing",
    )
    assert shown["control"] == "90 min for 40 moves, then 30 min; 30 s a move from move one"
    assert (shown["tables"], shown["tables_kind"]) == ("18 of 19 tables", "lost")


def test_two_controls_are_not_one() -> None:
    shown = event(2, quiet=True)
    shown["boards"][0]["live"]["control_words"] = "10 min, 2 s delay"
    assert head(shown)["control"] == ""


def test_cards_stand_in_board_order_and_filters_count_them() -> None:
    view = wall_view(event(20))
    assert [card["board"] for card in view["cards"]] == list(range(1, 21))
    counts = {each["name"]: each["count"] for each in view["filters"]}
    assert counts == {
        "all": "20",
        "hand": "7",
        "playing": "11",
        "trouble": "2",
        "stopped": "4",
        "ended": "3",
    }


def test_each_level_has_its_place_also_when_it_is_empty() -> None:
    view = wall_view(event(20))
    assert [(each["level"], each["count"]) for each in view["levels"]] == [
        ("now", "3"),
        ("soon", "4"),
        ("look", "2"),
    ]
    calm = wall_view(event(20, quiet=True))
    assert [each["count"] for each in calm["levels"]] == ["0", "0", "0"]
    assert calm["calm"] == "Nothing needs a hand."


@pytest.mark.parametrize("phase", ["waiting", "playing", "between", "finished", "playoff"])
def test_an_empty_wall_says_what_comes_next(phase: str) -> None:
    view = wall_view(event(0, phase=phase, standings=[], round=0))
    assert view["empty"].endswith(".")
    assert view["leaders"] == []


def test_the_corner_has_the_first_of_the_standings() -> None:
    view = wall_view(event(5))
    assert view["leaders"][3] == {"rank": "4", "no": 7, "name": "Player Seven", "points": "4½"}
    assert len(view["leaders"]) <= LEADERS_MOST


def test_a_wall_of_twenty_boards_is_a_message_of_twenty_kilobytes() -> None:
    """Five a second to each page: 100 kB/s at most, and far below what a hall's network carries."""
    assert len(json.dumps(wall_view(event(20)), separators=(",", ":"))) < 22_000


def test_the_champion_stands_in_the_head() -> None:
    assert head(event(5, champion="Player Three"))["champion"] == "Champion: Player Three"
