"""The kings on the centre: DGT fact sheet section 13, and what must not become a move."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.game.kings import CENTRE, kings_result
from clockd.units import milliseconds
from tests.game.shown import heard

MIDDLE = "r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQkq - 0 1"
NEAR = "4k3/8/8/8/8/4K3/7P/8 w - - 0 1"
LIFT = "1000 e1 .\n1100 e8 .\n"


def letters(**men: str) -> list[str]:
    """Kings by square name; K and k."""
    placement = ["."] * 64
    for square, man in men.items():
        placement[chess.parse_square(square)] = man
    return placement


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("e4", "d5", "1-0"),
        ("d5", "e4", "1-0"),
        ("d4", "e5", "0-1"),
        ("e5", "d4", "0-1"),
        ("d4", "e4", "1/2-1/2"),
        ("e4", "d4", "1/2-1/2"),
        ("d5", "e5", "1/2-1/2"),
        ("d4", "d5", "1/2-1/2"),
        ("e4", "e5", "1/2-1/2"),
    ],
)
def test_the_three_signals(white: str, black: str, result: str) -> None:
    assert kings_result(letters(**{white: "K", black: "k"})) == result
    assert kings_result(letters(**{white: "K", black: "k"})[::-1]) == result


@given(st.integers(0, 63), st.integers(0, 63))
def test_only_the_four_centre_squares_count(white: int, black: int) -> None:
    if white == black:
        return
    placement = ["."] * 64
    placement[white], placement[black] = "K", "k"
    both = CENTRE >> white & 1 and CENTRE >> black & 1
    assert (kings_result(placement) is not None) == bool(both)


def test_three_seconds_and_it_is_told_once() -> None:
    result = heard(LIFT + "2000 e4 K\n2500 d5 k\n", MIDDLE, until_ms=60_000)
    (kings,) = result.kings
    assert kings.result == "1-0"
    assert kings.at_ns == milliseconds(5500)
    assert kings.pending is None
    assert result.moves == []
    assert result.names == []


def test_taken_up_before_three_seconds_is_nothing() -> None:
    result = heard(LIFT + "2000 e4 K\n2500 d5 k\n5400 d5 .\n", MIDDLE, until_ms=9000)
    assert result.kings == []


def test_put_again_it_is_told_again() -> None:
    script = LIFT + "2000 e4 K\n2500 d5 k\n9000 d5 .\n9500 e5 k\n"
    result = heard(script, MIDDLE, until_ms=20_000)
    assert [one.result for one in result.kings] == ["1-0", "1/2-1/2"]


def test_a_legal_first_step_does_not_become_a_move() -> None:
    """Ke3-e4 would be legal: the vendor warns of it, broadcasts have shown it."""
    script = "1000 e3 .\n1500 e4 K\n2500 e8 .\n3500 d5 k\n"
    result = heard(script, NEAR, until_ms=20_000)
    assert result.moves == []
    assert [(one.result, one.pending) for one in result.kings] == [("1-0", None)]


def test_a_legal_first_step_that_was_pressed_is_a_move() -> None:
    script = "1000 e3 .\n1500 e4 K\n1800 white\n2500 e8 .\n3500 d5 k\n"
    result = heard(script, NEAR, until_ms=20_000)
    assert result.moves == ["e3e4"]
    assert [one.result for one in result.kings] == ["1-0"]


def test_a_lone_legal_king_move_stays_a_move() -> None:
    assert heard("1000 e3 .\n1500 d4 K\n1800 white\n", NEAR).moves == ["e3d4"]


def test_the_last_move_nobody_pressed_is_pending() -> None:
    """White plays h2-h4 and, instead of pressing, both put the kings up."""
    script = "1000 h2 .\n1500 h4 P\n3000 e3 .\n3500 e4 K\n4500 e8 .\n5500 d5 k\n"
    result = heard(script, NEAR, until_ms=20_000)
    assert result.moves == []
    assert [(one.result, one.pending) for one in result.kings] == [("1-0", "h2h4")]


def test_a_man_cleared_from_the_centre_first_is_no_move() -> None:
    """As recorded: d4 pawn off, both kings up, both kings down."""
    fen = "6k1/5ppp/8/8/3P4/8/5PPP/6K1 w - - 0 1"
    script = "1000 d4 .\n1500 g8 .\n1900 g1 .\n2400 d5 k\n2900 e4 K\n"
    result = heard(script, fen, until_ms=20_000)
    assert (result.moves, result.names) == ([], [])
    assert [one.result for one in result.kings] == ["1-0"]


def test_after_a_refused_signal_the_game_goes_on() -> None:
    script = LIFT + (
        "2000 e4 K\n2500 d4 k\n9000 e4 .\n9500 d4 .\n10000 e1 K\n10500 e8 k\n"
        "12000 h2 .\n12500 h4 P\n13000 white\n"
    )
    result = heard(script, MIDDLE, until_ms=20_000)
    assert [one.result for one in result.kings] == ["1/2-1/2"]
    assert result.moves == ["h2h4"]
