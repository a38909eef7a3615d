"""The position as squares and in words."""

from clockd.web.position import board_name, men_in_words, squares
from tests.web.fake_table import ENDED, READY, RUNNING


def test_the_board_is_listed_as_white_sees_it() -> None:
    found = squares(READY)
    assert [square["name"] for square in found[:2]] == ["a8", "b8"]
    assert found[-1] == {"name": "h1", "colour": "light", "man": "wR", "mark": ""}
    assert found[0]["man"] == "bR"
    assert sum(square["colour"] == "dark" for square in found) == 32


def test_the_last_move_and_an_unsettled_one_are_marked_apart() -> None:
    marks = {s["name"]: s["mark"] for s in squares({**RUNNING, "shown": ["f6g8"]}) if s["mark"]}
    assert marks == {"d1": "last", "f3": "last", "f6": "shown", "g8": "shown"}


def test_a_position_that_is_none_shows_an_empty_board() -> None:
    assert {square["man"] for square in squares({**READY, "fen": "8/8/what"})} == {""}
    assert men_in_words("") == []


def test_the_board_has_a_name_for_people_who_listen() -> None:
    """Screens 10: "After 16...N8c6, White to move"."""
    assert board_name(READY) == "Starting position, White to move"
    assert board_name(RUNNING) == "After 14.Qf3, Black to move"
    assert board_name({**RUNNING, "plies": RUNNING["plies"][:26], "to_move": "white"}) == (
        "After 13...Qg5, White to move"
    )
    assert board_name(ENDED) == "After 23.Be7#, Black to move"


def test_the_men_are_listed_kings_first() -> None:
    white, black = men_in_words("8/8/8/3k4/8/8/P7/K1Q5 w - - 0 1")
    assert white == "White: king a1, queen c1, pawn a2."
    assert black == "Black: king d5."
