"""The standings' view: values, the deciding one, ties, and sums that never contradict the hub."""

from typing import Any

from clockd.web.hub_standings import standings_view
from tests.web.fake_hub import event, standing

NAMES = ("Player One", "Player Two", "Player Three")


def _three(sb: str = "1.75") -> dict[str, Any]:
    """One beat Two and drew with Three, Two beat Three: 1½, 1, ½."""
    results = {1: {2: "1", 3: "½"}, 2: {1: "0", 3: "1"}, 3: {1: "½", 2: "0"}}
    points = {1: "1.5", 2: "1", 3: "0.5"}
    grid = [
        {
            "no": no,
            "name": NAMES[no - 1],
            "points": points[no],
            "cells": [
                {"opponent": other, "round": 1, "colour": "w", "result": result}
                for other, result in row.items()
            ],
        }
        for no, row in results.items()
    ]
    order = [
        standing(1, 1, "1.5", f"- 1 1 {sb} 1", ""),
        standing(2, 2, "1", "- 1 0 0.5 1", ""),
        standing(3, 3, "0.5", "- 1 0.5 0.75 0", ""),
    ]
    return event(1, standings=order, crosstable=grid, rounds=2, round=2)


def test_the_deciding_value_is_marked_once_a_row() -> None:
    view = standings_view(event(5))
    decided = [
        [value["text"] for value in row["values"] if value["decides"]] for row in view["rows"]
    ]
    assert decided == [["3"], ["2"], ["4"], ["1"], ["0"], ["2½"], ["2"], ["1½"], ["1"], []]


def test_ties_are_joined_and_their_ends_marked() -> None:
    rows = standings_view(event(5))["rows"]
    assert [row["rank"] for row in rows if row["last"]] == ["3", "5", "7", "9", "10"]
    assert [row["tied"] for row in rows] == [True] * 9 + [False]


def test_the_sums_behind_sonneborn_berger_come_to_the_hubs_value() -> None:
    """C.07 art. 9.1: 1 x 1 + ½ x ½ = 1¼; Koya counts opponents with 1 of 2 points or more: 1."""
    sums = standings_view(_three("1.25"))["chains"][0]["sums"]
    assert [(line["made"], line["theirs"], line["product"]) for line in sums["lines"]] == [
        ("1", "1", "1"),
        ("½", "½", "¼"),
    ]
    assert (sums["total"], sums["koya"], sums["total_koya"]) == ("1¼", True, "1")


def test_sums_that_differ_from_the_hubs_value_are_not_shown() -> None:
    assert standings_view(_three("1.75"))["chains"][0]["sums"] is None


def test_the_title_tells_how_far_the_event_is() -> None:
    assert standings_view(event(5))["title"] == "Standings after round 3 of 9"
    assert standings_view(event(5, phase="finished"))["title"] == "Final standings"
    assert standings_view(event(5, round=0, pairings=[]))["title"] == "Standings before round 1"


def test_without_players_it_says_so() -> None:
    view = standings_view(event(0, standings=[], crosstable=[]))
    assert view["none"] == "There are no standings before the players are entered."
