"""The two lines of a game must tell the same game."""

import pytest

from clockd.errors import BadInput
from clockd.tournament.trf_read import read_trf
from tests.tournament.trf_samples import FOUR


def complaint(*changes: tuple[str, str]) -> str:
    text = FOUR
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(BadInput) as caught:
        read_trf("a.trf", text.encode())
    return str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([("     4 w 1", "     9 w 1")], "a.trf:6: round 1 names player 9, who has no 001 record"),
        ([("     4 w 1", "     1 w 1")], "a.trf:6: player 1 meets himself in round 1"),
        ([("     4 w 1", "     4 b 1")], "round 1: line 6 has player 1 against 4, both with black"),
        ([("     4 w 1", "  0000 w 1")], "a.trf:6: found 1 without an opponent (round 1)"),
        ([("     4 w 1", "     4 w U")], "a.trf:6: found U beside player 4 (round 1)"),
        ([("     4 w 1", "     3 w 1")], "a.trf:8: round 1: line 6 has player 1 against 3"),
    ],
)
def test_what_only_one_player_tells(changes: list[tuple[str, str]], message: str) -> None:
    assert message in complaint(*changes)


@pytest.mark.parametrize(
    ("mine", "theirs", "possible"),
    [
        ("1", "0", True),
        ("=", "=", True),
        ("0", "0", True),  # both lose by ruling
        ("=", "0", True),  # Laws 12.9: the results need not sum to one
        ("1", "=", True),
        ("1", "1", False),
        ("+", "-", True),
        ("-", "-", True),
        ("+", "+", False),
        ("+", "0", False),
        ("1", "-", False),
        ("W", "L", True),
        ("D", "D", True),
        ("W", "W", False),
        ("W", "0", False),
    ],
)
def test_which_results_go_together(mine: str, theirs: str, possible: bool) -> None:
    """Rules sheet section 8: played, forfeited, under one move."""
    text = FOUR.replace("     4 w 1", f"     4 w {mine}").replace(
        "     1 b 0", f"     1 b {theirs}"
    )
    text = text.replace(
        f"     3 w 1     1 b {theirs}", "     3 w 1     1 b 0"
    )  # player 2's round 2
    if possible:
        assert read_trf("a.trf", text.encode()).players[0].rounds[0].code == mine
        return
    with pytest.raises(BadInput, match="do not go together"):
        read_trf("a.trf", text.encode())


def test_a_game_without_a_result_in_both_lines_is_open() -> None:
    text = FOUR.replace("     3 b =", "     3 b  ").replace("     1 w =", "     1 w")
    assert read_trf("a.trf", text.encode()).players[2].rounds[2].code == ""
