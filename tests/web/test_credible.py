"""A table may say anything; the pages show what has the right form."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.web.credible import credible
from clockd.web.hub_board import board_body
from clockd.web.hub_view import wall_view
from clockd.web.snapshot import UNKNOWN
from tests.web.fake_hub import board_of, event, live_of
from tests.web.fake_table import RUNNING

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-10, 10**7) | st.text(max_size=6) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


def test_a_tables_own_snapshot_passes_untouched() -> None:
    assert credible(RUNNING) == RUNNING


@pytest.mark.parametrize(
    ("key", "value"),
    [("fen", None), ("moves", [1]), ("white_ms", "long"), ("last_move", "e2"), ("running", "both")],
)
def test_a_wrong_form_reads_as_unknown(key: str, value: Any) -> None:
    assert credible({**RUNNING, key: value})[key] == UNKNOWN[key]


@given(key=st.sampled_from(sorted(UNKNOWN)), value=JSON)
def test_no_word_of_a_table_breaks_the_wall_or_its_page(key: str, value: Any) -> None:
    """Twenty boards are shown whatever one table says."""
    board = board_of(1, live={**live_of(1), key: value})
    shown = event(1, quiet=True, boards=[board])
    assert wall_view(shown)["cards"][0]["number"] == "1"
    detail = {**RUNNING, "round": 4, "board": 1, key: value}
    assert board_body(shown, 1, detail)["view"]["place"]
