"""The form of a snapshot."""

from clockd.web.snapshot import UNKNOWN, complete
from clockd.web.view import page_view


def test_a_table_that_says_little_is_still_shown() -> None:
    """A table of an older version lacks keys; the page shows what there is and invents no clock."""
    view = page_view(complete({"state": "running", "white_ms": 1000}))
    assert view["white"]["time"] == "0:01.0"
    assert view["black"]["time"] == "–:––"
    assert view["state"]["kind"] == "stopped"


def test_added_keys_pass_through() -> None:
    assert complete({"spectators": 3})["spectators"] == 3


def test_nothing_is_known_of_an_unknown_table() -> None:
    assert UNKNOWN["white_ms"] is None
    assert UNKNOWN["running"] is None
