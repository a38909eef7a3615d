"""The alert list: order, one row a board and kind, floods folded."""

from typing import Any

from clockd.web.alert_words import KINDS
from clockd.web.hub_alerts import hub_alert_rows, sign_of, title_of
from clockd.web.hub_view import alert_levels, wall_view
from tests.web.fake_hub import ALERTS, alert, event

BOARDS: list[dict[str, Any]] = event(20)["boards"]


def _rows(alerts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return hub_alert_rows(alerts, BOARDS)


def test_the_order_is_level_then_kind_then_oldest_first() -> None:
    """Screens 7: now before soon before look; in a level the sheet's order of kinds."""
    order = [(row["level"], row["alert"]) for row in _rows(ALERTS)]
    assert order == [
        ("now", "flag"),
        ("now", "illegal-move"),
        ("now", "clock-restored"),
        ("soon", "late"),
        ("soon", "missed-press"),
        ("soon", "board-lost"),
        ("soon", "table-offline"),
        ("look", "draw-refused"),
        ("look", "notation-behind"),
    ]
    old, young = alert("now", 4, "call", "white", 90_000), alert("now", 2, "call", "black", 5_000)
    assert [row["board"] for row in _rows([young, old])] == ["4", "2"]


def test_a_row_names_the_player_and_leads_to_the_board() -> None:
    flag = _rows(ALERTS)[0]
    assert (flag["board"], flag["href"], flag["title"]) == ("3", "/board/3", "Flag fell")
    assert flag["who"] == "Black, Player Six"
    assert flag["text"] == "36 of 40 moves. White can mate."


def test_a_dispute_of_an_earlier_round_is_not_of_the_board_now() -> None:
    """Its row leads to the pairings; the card of that board, with other players, has no part in it."""
    shown = event(20)
    now = {**alert("now", 3, "disputed", "white", 0), "id": "b", "round": shown["round"]}
    past = {**now, "id": "a", "round": shown["round"] - 1}
    shown["alerts"] = [past, now]
    rows = alert_levels(shown)[0]["rows"]
    assert {(row["id"], row["href"], row["who"]) for row in rows} == {
        ("a", "/pairings", "White"),
        ("b", "/board/3", "White, Player Five"),
    }
    shown["alerts"] = []
    calm = wall_view(shown)["cards"]
    shown["alerts"] = [past]
    assert wall_view(shown)["cards"] == calm


def test_repeats_at_one_board_are_one_row_with_their_number() -> None:
    again = [{**alert("soon", 9, "button-chatter", None, 1000 * n), "id": str(n)} for n in range(3)]
    (row,) = _rows(again)
    assert row["times"] == "×3"
    assert row["age_ms"] == 2000


def test_five_boards_lost_within_ten_seconds_are_one_row() -> None:
    """Screens 7 and EEMUA 191: one cause, one row; a sixth that is older makes it six rows."""
    lost = [alert("soon", board, "board-lost", None, 3000 + board) for board in range(1, 6)]
    (row,) = _rows(lost)
    assert row["title"] == "5 boards: board lost"
    assert row["who"] == "Boards 5, 4, 3, 2, 1"
    assert (row["href"], row["board"]) == ("", "5")
    late = alert("soon", 8, "board-lost", None, 300_000)
    assert len(_rows([*lost, late])) == 6


def test_an_alert_of_no_board_and_of_no_known_kind_is_shown_by_its_own_name() -> None:
    strange = {"alert": "printer-jammed", "level": "loud", "board": None, "detail": ""}
    (row,) = _rows([strange])
    assert (row["level"], row["title"], row["board"], row["href"]) == (
        "soon",
        "Printer jammed",
        "–",
        "",
    )
    assert row["text"] == "Look at the table."


def test_every_kind_of_a_table_has_a_title_and_a_sign() -> None:
    for name in KINDS:
        assert title_of(name) and sign_of(name) == KINDS[name][1]
