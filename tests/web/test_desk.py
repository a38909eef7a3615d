"""The board against the record: what the arbiter reads, square by square."""

from typing import Any

import pytest

from clockd.web.desk import desk
from clockd.web.snapshot import UNKNOWN, complete

ROOK_ON_F1 = [
    {"square": "f1", "seen": "R", "expected": None},
    {"square": "h1", "seen": None, "expected": "R"},
]


def shown(**said: Any) -> dict[str, Any]:
    return desk(complete({**UNKNOWN, "board_link": "live", "state": "paused", **said}))


def test_each_differing_square_is_said_in_words() -> None:
    view = shown(board_diff=[*ROOK_ON_F1, {"square": "e4", "seen": "?", "expected": "P"}])
    assert view["lines"] == [
        "f1: white rook unexpected",
        "h1 empty, white rook expected",
        "e4: no chessman, white pawn expected",
    ]


def test_a_man_too_many_and_a_missing_one_have_marks_of_their_own() -> None:
    squares = {square["name"]: square for square in shown(board_diff=ROOK_ON_F1)["squares"]}
    assert (squares["f1"]["mark"], squares["f1"]["man"]) == ("extra", "wR")
    assert (squares["h1"]["mark"], squares["h1"]["man"]) == ("missing", "wR")
    assert sum(bool(square["mark"]) for square in squares.values()) == 2


@pytest.mark.parametrize(
    ("said", "kind", "headline"),
    [
        ({}, "right", "Board is right"),
        ({"state": "running"}, "same", "Board and record agree"),
        ({"board_diff": ROOK_ON_F1}, "differs", "Board matches 62 of 64."),
        (
            {"board_diff": ROOK_ON_F1, "restoring": True},
            "restoring",
            "Put the men back: 2 to go. Board matches 62 of 64.",
        ),
        ({"board_link": "lost", "board_diff": ROOK_ON_F1}, "unknown", "The board does not answer"),
        ({"state": "ended", "board_diff": ROOK_ON_F1}, "over", "The game is over"),
    ],
)
def test_the_verdict_claims_no_more_than_is_known(
    said: dict[str, Any], kind: str, headline: str
) -> None:
    view = shown(**said)
    assert view["kind"] == kind and view["headline"].startswith(headline)
    assert bool(view["lines"]) == (kind in ("differs", "restoring"))


def test_an_open_claim_says_what_clockd_finds() -> None:
    claim = {"side": "black", "kind": "threefold", "move": "g8f6", "correct": False}
    assert shown(claim=claim)["claim"] == (
        "Black claims a threefold repetition with g8f6: clockd finds it wrong"
    )


@pytest.mark.parametrize(
    ("counts", "state", "says"),
    [
        ([1, 1], "running", ""),
        ([2, 0], "running", "Draw offers so far: White 2, Black 0"),
        ([2, 0], "ended", ""),
    ],
)
def test_repeated_offers_are_shown_from_the_second_on(
    counts: list[int], state: str, says: str
) -> None:
    """Laws 11.5."""
    assert shown(draw_offers=counts, state=state)["offers"] == says


def sheet(side: str, **said: Any) -> dict[str, Any]:
    unseen = {"plies": None, "behind": None, "seen_at_ply": None, "check_due": False}
    return {"side": side, **unseen, "exempt": False, "findings": None, "signed": False, **said}


@pytest.mark.parametrize(
    ("state", "white", "black", "line"),
    [
        ("waiting", {}, {}, ""),
        (
            "running",
            {"behind": 2, "seen_at_ply": 24},
            {"check_due": True},
            "Scoresheets: White 2 plies behind at ply 24; Black not looked at yet, look now.",
        ),
        (
            "running",
            {"exempt": True},
            {},
            "Scoresheets: White need not write now; Black not looked at yet.",
        ),
        (
            "ended",
            {"findings": [], "signed": True},
            {"findings": [{}, {}]},
            "Scoresheets: White agrees, signed; Black differs in 2, not signed.",
        ),
        (
            "ended",
            {},
            {},
            "Scoresheets: White not compared, not signed; Black not compared, not signed.",
        ),
    ],
)
def test_both_scoresheets_stand_in_a_line(
    state: str, white: dict[str, Any], black: dict[str, Any], line: str
) -> None:
    sheets = [sheet("white", **white), sheet("black", **black)]
    assert shown(state=state, sheets=sheets)["sheets"] == line
