"""One board in full on the hub: the table's own form, with what is said when the table says nothing."""

from clockd.web.hub_board import board_body, neighbours
from tests.web.fake_hub import FakeHub, board_of, event


def test_a_live_board_has_the_form_of_the_tables_own_stream() -> None:
    shown = event(20)
    body = board_body(shown, 1, FakeHub(shown).detail(1))
    assert body["table_link"] == "live"
    assert body["rate"] == 1.0
    assert body["view"]["place"] == "Board 1"
    assert len(body["plies"]) == body["moves"][0] + body["moves"][1]
    assert body["view"]["white"]["mode"] in ("running", "standing")


def test_a_silent_table_is_lost_and_its_age_is_said() -> None:
    shown = event(20)
    body = board_body(shown, 13, FakeHub(shown).detail(13))
    assert body["table_link"] == "lost"
    assert body["table_why"] == (
        "Table 13 has said nothing for 2:10. Its clock and board go on by themselves."
    )


def test_a_board_without_a_table_shows_its_pairing() -> None:
    shown = event(20)
    body = board_body(shown, 15, None)
    assert (body["white"], body["black"]) == ("Player Twenty-Nine", "Player Thirty")
    assert body["table_why"] == "No table plays this board yet."
    typed = event(1, boards=[board_of(1, live=None, link="none", result="1-0")])
    assert board_body(typed, 1, None)["view"]["result"]["score"] == "1–0"


def test_a_table_that_still_shows_the_round_before_says_nothing_of_this_one() -> None:
    shown = event(20)
    detail = FakeHub(shown).detail(1)
    assert detail is not None
    body = board_body(shown, 1, {**detail, "round": 3, "white": "Somebody Else"})
    assert body["white"] == "Player One"
    assert body["plies"] == []


def test_the_neighbours_are_the_next_numbers_that_exist() -> None:
    shown = event(1, boards=[board_of(n) for n in (2, 5, 9)])
    assert neighbours(shown, 5) == {"before": "/board/2", "after": "/board/9"}
    assert neighbours(shown, 2) == {"before": "", "after": "/board/5"}
    assert neighbours(shown, 9) == {"before": "/board/5", "after": ""}
