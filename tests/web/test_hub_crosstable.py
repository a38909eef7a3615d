"""The crosstable's view: order, frames among the tied, and the grid by rounds of a Swiss."""

from clockd.web.hub_crosstable import crosstable_view
from tests.web.fake_hub import event


def test_players_stand_in_the_order_of_the_standings() -> None:
    view = crosstable_view(event(5))
    assert [row["name"] for row in view["rows"]][:3] == [
        "Player Three",
        "Player Six",
        "Player Nine",
    ]
    assert view["columns"] == [str(n) for n in range(1, 11)]
    assert all(row["cells"][n]["kind"] == "self" for n, row in enumerate(view["rows"]))


def test_games_among_the_tied_leaders_are_framed() -> None:
    rows = crosstable_view(event(5))["rows"]
    framed = [
        (r, c)
        for r, row in enumerate(rows)
        for c, cell in enumerate(row["cells"])
        if cell["kind"] == "framed"
    ]
    assert framed == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]


def test_nothing_is_framed_before_anybody_has_a_point() -> None:
    shown = event(5)
    for row in shown["crosstable"]:
        row["points"] = "0"
    assert crosstable_view(shown)["framed"] == ""


def test_a_cell_is_read_out_as_a_sentence() -> None:
    cell = crosstable_view(event(5))["rows"][0]["cells"][1]
    assert cell["label"] == "½ against Player Six, with White, round 1"
    assert cell["games"][0]["result"] == "½"


def test_a_swiss_has_a_column_a_round() -> None:
    shown = event(5, system="swiss", rounds=3, standings=[])
    shown["crosstable"] = [
        {
            "no": 1,
            "name": "Player One",
            "points": "1.5",
            "cells": [
                {"opponent": 2, "round": 1, "colour": "w", "result": "1"},
                {"opponent": None, "round": 2, "colour": None, "result": "bye"},
            ],
        },
        {"no": 2, "name": "Player Two", "points": "0", "cells": []},
    ]
    view = crosstable_view(shown)
    assert view["columns"] == ["R1", "R2", "R3"]
    games = [
        [(game["opponent"], game["result"], game["colour"]) for game in cell["games"]]
        for cell in view["rows"][0]["cells"]
    ]
    assert games == [[("2", "1", "w")], [("", "bye", "")], []]
