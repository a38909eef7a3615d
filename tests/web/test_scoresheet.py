"""The moves as a scoresheet."""

from clockd.web.scoresheet import scoresheet
from tests.web.fake_table import ENDED, READY, RUNNING


def test_a_row_has_a_number_and_two_moves_with_their_times() -> None:
    row = scoresheet(RUNNING)[0]
    assert row["number"] == 1
    assert (row["white"]["san"], row["white"]["spent"], row["white"]["clock"]) == (
        *("e4", "0:04", "1:30:56"),
    )
    assert row["black"]["san"] == "e5"


def test_an_offer_and_a_missing_press_are_signed() -> None:
    """Move 9 of White was offered with (=); Black's move 7 was not pressed."""
    rows = scoresheet(RUNNING)
    assert rows[8]["white"]["offer"] == "(=)"
    assert rows[6]["black"]["no_press"] == "no press"
    assert sum(bool(row[side]["no_press"]) for row in rows[:-1] for side in ("white", "black")) == 1


def test_the_last_move_is_not_called_unpressed_while_its_press_may_still_come() -> None:
    plies = [*RUNNING["plies"][:-1], {**RUNNING["plies"][-1], "pressed": False}]
    assert scoresheet({**RUNNING, "plies": plies})[-1]["white"]["no_press"] == ""


def test_the_move_that_is_awaited_has_a_cell_until_the_game_ends() -> None:
    assert scoresheet(RUNNING)[-1]["black"]["san"] == "to move"
    assert scoresheet({**RUNNING, "plies": RUNNING["plies"][:26]})[-1]["white"]["pending"]
    assert scoresheet(ENDED)[-1]["black"] is None
    assert scoresheet(READY) == []


def test_a_game_that_black_begins_leaves_whites_first_cell_empty() -> None:
    rows = scoresheet({**ENDED, "plies": ENDED["plies"][1:4]})
    assert rows[0]["white"] is None
    assert (rows[0]["black"]["san"], rows[1]["white"]["san"]) == ("e5", "f4")
