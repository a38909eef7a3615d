"""A board's card: its state, what stands in its head, and that it never claims more than is known."""

from typing import Any

import pytest

from clockd.web.hub_cards import card, mini_squares
from tests.web.fake_hub import ALERTS, SPECIAL, board_of, live_of


def _card(number: int) -> dict[str, Any]:
    board = SPECIAL.get(number, board_of)(number)
    return card(board, [each for each in ALERTS if each["board"] == number])


@pytest.mark.parametrize(
    ("number", "state", "word"),
    [
        (1, "running", ""),
        (3, "flag", "Flag fell"),
        (5, "ended", "resignation"),
        (6, "running", "Time trouble"),
        (7, "stopped", "Illegal move"),
        (9, "running", "Board lost"),
        (10, "ended", "agreed"),
        (13, "offline", "Table offline"),
        (14, "stopped", "Paused by arbiter"),
        (15, "none", "No table yet"),
        (17, "ended", "on time"),
    ],
)
def test_each_state_has_its_word(number: int, state: str, word: str) -> None:
    """Screens 6."""
    shown = _card(number)
    assert (shown["state"], shown["word"]) == (state, word)


def test_the_last_move_stands_with_its_number() -> None:
    live = {**live_of(1), "san": ["Nc6", "Bg5"], "move_number": 21, "to_move": "black"}
    assert card(board_of(1, live=live), [])["last"] == "21.Bg5"
    live |= {"san": ["Qf6"], "move_number": 19, "to_move": "white"}
    assert card(board_of(1, live=live), [])["last"] == "18...Qf6"


def test_the_running_side_is_the_only_running_clock() -> None:
    shown = _card(1)
    assert {shown["white"]["mode"], shown["black"]["mode"]} == {"running", "standing"}
    assert shown["clocks"]["running"] in ("white", "black")


def test_a_silent_table_has_no_running_clock_and_tells_its_age() -> None:
    """Screens 6: a disagreement ends in the card that claims less."""
    shown = _card(13)
    assert shown["clocks"]["running"] is None
    assert (shown["white"]["mode"], shown["black"]["mode"]) == ("stale", "stale")
    assert (shown["seen"], shown["since_ms"], shown["clocks"]["age_ms"]) == (
        "table",
        130_000,
        130_000,
    )
    assert "hand" in shown["groups"]


def test_a_lost_board_keeps_its_clock_and_labels_its_position() -> None:
    shown = _card(9)
    assert shown["seen"] == "board"
    assert shown["clocks"]["running"] is not None
    assert shown["note"] == "clock keeps running"
    assert shown["since_ms"] == 48_000


def test_a_live_table_that_has_not_taken_its_pairing_waits() -> None:
    shown = card(board_of(4, live=None, age_ms=100), [])
    assert (shown["state"], shown["word"]) == ("waiting", "Waiting")
    assert shown["white"]["name"] == "Player Seven"


def test_a_result_outlives_its_table() -> None:
    shown = card(board_of(4, live=None, link="none", result="1-0", forfeit=True), [])
    assert (shown["score"], shown["word"], shown["state"]) == ("1–0", "forfeit", "ended")


def test_the_name_says_board_matter_and_side() -> None:
    """Screens 10: an article named "Board 7, illegal move, White"."""
    assert _card(7)["name"] == "Board 7, illegal move, White"
    assert _card(1)["name"] in ("Board 1, white to move", "Board 1, black to move")
    assert _card(10)["name"] == "Board 10, ½–½ agreed"


def test_the_fallen_flag_counts_the_moves_made() -> None:
    shown = _card(3)
    assert shown["black"]["time"] == "0:00"
    assert shown["note"] == "36 of 40 moves"


def test_under_five_minutes_is_low_and_five_minutes_is_not() -> None:
    live = {**live_of(1), "white_ms": 299_999, "black_ms": 300_000}
    shown = card(board_of(1, live=live), [])
    assert (shown["white"]["low"], shown["black"]["low"]) == ("low", "")
    assert "trouble" in shown["groups"]


def test_an_armageddon_says_who_wins_with_a_draw() -> None:
    live = {**live_of(1), "draw_odds": "black"}
    assert card(board_of(1, live=live), [])["note"] == "a draw wins for Black"
    ended = {**live, "state": "ended", "result": "1/2-1/2", "match_winner": "black"}
    shown = card(board_of(1, live=ended, result="1/2-1/2", termination="threefold"), [])
    assert (shown["score"], shown["note"]) == ("½–½", "Black wins the match")


def test_a_small_board_has_64_squares_also_without_a_position() -> None:
    assert len(mini_squares(_card(1))) == 64
    assert {square["man"] for square in mini_squares(_card(15))} == {""}
