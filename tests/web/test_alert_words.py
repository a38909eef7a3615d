"""Alerts in words and in order."""

from clockd.web.alert_words import KINDS, alert_rows
from clockd.web.words import ENGLISH

# Interfaces section 6, with section 3's; the last row is added to them.
PROMISED = {
    *("illegal-move", "no-move", "position-differs", "ambiguous", "missed-press"),
    *("draw-refused", "result-by-kings", "flag", "claim", "call", "late", "device"),
    *("notation-behind", "board-lost", "button-chatter", "disk", "clock-restored"),
    "foreign-object",
}


def test_every_alert_that_a_table_can_raise_has_a_title_and_an_answer() -> None:
    assert set(KINDS) == PROMISED
    for name in PROMISED:
        assert ENGLISH[f"alert.{name}"]
        assert ENGLISH[f"answer.{name}"].endswith((".", "."))


def test_what_needs_a_hand_now_comes_first() -> None:
    """Screens 7: Now before Soon before Look, then by kind, then oldest first."""
    names = ["draw-refused", "board-lost", "call", "flag", "call"]
    alerts = [{"id": n, "alert": name} for n, name in enumerate(names)]
    rows = alert_rows(alerts)
    assert [row["alert"] for row in rows] == ["flag", "call", "call", "board-lost", "draw-refused"]
    assert [row["id"] for row in rows] == ["3", "2", "4", "1", "0"]
    assert [row["level"] for row in rows] == ["now", "now", "now", "soon", "look"]
    assert {row["count"] for row in rows} == {"5 alerts"}


def test_an_alert_names_side_and_move() -> None:
    """Ply 23 is White's move 12."""
    (row,) = alert_rows([{"alert": "draw-refused", "side": "white", "ply": 23, "detail": "Early."}])
    assert (row["title"], row["who"], row["text"]) == ("Draw refused", "White, move 12", "Early.")


def test_an_alert_of_a_newer_table_is_shown_under_its_own_name() -> None:
    (row,) = alert_rows([{"alert": "comet", "detail": "Seen."}])
    assert (row["title"], row["level"], row["answer"]) == ("comet", "soon", "Look at the table.")
