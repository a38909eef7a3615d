"""Finding back after a wrong settled move: the board has one explanation, or the arbiter gives the position."""

import chess
import pytest

from clockd.ports import SquareChanged
from clockd.units import milliseconds
from tests.game.shown import Heard, heard

# Settled as e3 (it was pressed there); the hand then goes on to e4, and both play on.
WRONG = "1000 e2 .\n1300 e3 P\n1500 white\n2100 e3 .\n2300 e4 P\n"
ON = (
    "5000 e7 .\n5300 e5 p\n5600 black\n9000 g1 .\n9300 f3 N\n9600 white\n"
    "12000 b8 .\n12300 c6 n\n12600 black\n"
)


def differing(result: Heard) -> list[tuple[str, str | None]]:
    return [(one.detail, one.fen) for one in result.alerts if one.alert == "position-differs"]


def test_the_only_other_move_that_explains_the_board_is_read_on_from() -> None:
    result = heard(WRONG + ON, until_ms=16_000)
    assert result.moves == ["e2e3", "e7e5", "g1f3", "b8c6"]
    ((detail, fen),) = differing(result)
    assert detail.startswith("e3 empty, P expected; e4 P unexpected: 1. was e2e4, not e2e3; ")
    assert fen is not None and "4P3" in fen
    assert result.recogniser.position.piece_at(chess.E4) == chess.Piece.from_symbol("P")


def test_a_move_that_the_written_position_forbids_is_read_once_it_is_put_right() -> None:
    """1. e4 written as e3: exd5 exists only from e4."""
    script = WRONG + "5000 d7 .\n5300 d5 p\n5600 black\n9000 e4 .\n9300 d5 P\n9600 white\n"
    result = heard(script, until_ms=12_000)
    assert result.moves == ["e2e3", "d7d5", "e4d5"]


def test_an_illegal_move_long_after_is_not_taken_for_another_reading_of_an_old_one() -> None:
    """The knight of b1 stood on c3 for seconds: put from there on a3 it is an illegal move, not 1. Na3."""
    script = (
        "1000 b1 .\n1300 c3 N\n1500 white\n3000 e7 .\n3300 e5 p\n3500 black\n"
        "9000 c3 .\n9300 a3 N\n9600 white\n"
    )
    result = heard(script, until_ms=20_000)
    assert result.moves == ["b1c3", "e7e5"]
    assert result.names[0] == "illegal-move"
    assert [fen for _, fen in differing(result)] == [None]


def test_the_arbiters_position_is_read_on_from() -> None:
    """What the squares show is kept, what was read is forgotten."""
    result = heard("1000 e1 .\n1300 e3 K\n1600 white\n", until_ms=8000)
    recogniser = result.recogniser
    board = chess.Board("rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQ1BNR b kq - 0 1")
    recogniser.start_from(board)
    for at, square, man in ((9000, chess.E7, None), (9300, chess.E5, "p")):
        result.add(recogniser.feed(SquareChanged(milliseconds(at), square, man)))
    assert recogniser.shown == ("e7e5",)


@pytest.mark.parametrize("swap", [False, True])
def test_black_too(swap: bool) -> None:
    """The same with colours changed: Black's e6 was e5."""
    first = "1000 e2 .\n1200 e4 P\n1400 white\n"
    wrong = "3000 e7 .\n3300 e6 p\n3500 black\n4100 e6 .\n4300 e5 p\n"
    on = "7000 g1 .\n7300 f3 N\n7600 white\n"
    script = first + wrong + (on if swap else "")
    result = heard(script, until_ms=14_000)
    assert result.moves == ["e2e4", "e7e6", "g1f3"][: 3 if swap else 2]
    assert "1... was e7e5, not e7e6" in differing(result)[0][0]
