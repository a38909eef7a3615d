"""Fact sheet "DGT e-board and clock", sections 5 and 12: squares from fields, and which way the board lies."""

from collections.abc import Callable

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.ports import START_PLACEMENT, BoardSeen, SquareChanged
from drivers.dgt_frames import START_CODES, codes_of
from drivers.dgt_mirror import Mirror, differences, way_round

E2_FIELD, E4_FIELD = 52, 36


def always(placement: str) -> Callable[[], str]:
    return lambda: placement


def after(*moves: str) -> str:
    board = chess.Board()
    for move in moves:
        board.push_san(move)
    return placement(board)


def placement(board: chess.Board) -> str:
    pieces = (board.piece_at(square) for square in chess.SQUARES)
    return "".join(piece.symbol() if piece else "." for piece in pieces)


def test_the_start_position_and_its_reverse_fix_the_way_round() -> None:
    for codes, rotated in ((START_CODES, False), (START_CODES[::-1], True)):
        mirror = Mirror("auto", always(START_PLACEMENT))
        assert mirror.dump(codes, 5) == [BoardSeen(5, START_PLACEMENT)]
        assert mirror.rotated is rotated


def test_a_turned_board_names_the_true_squares() -> None:
    """e2 on a turned board is field 63 - 52 = 11."""
    mirror = Mirror("auto", always(START_PLACEMENT))
    mirror.dump(START_CODES[::-1], 0)
    assert mirror.update(63 - E2_FIELD, 0, 7) == [SquareChanged(7, 12, None)]
    assert mirror.update(63 - E4_FIELD, 1, 9) == [SquareChanged(9, 28, "P")]


def test_a_configured_way_round_is_never_doubted() -> None:
    mirror = Mirror("rotated", always(START_PLACEMENT))
    (seen,) = mirror.dump(START_CODES, 0)
    assert isinstance(seen, BoardSeen) and seen.placement == START_PLACEMENT[::-1]


def test_nothing_is_handed_over_while_the_way_round_is_open() -> None:
    mirror = Mirror("auto", always(START_PLACEMENT))
    assert mirror.dump(bytes(64), 0) == []
    assert mirror.update(E4_FIELD, 1, 0) == []
    assert mirror.rotated is None


@pytest.mark.parametrize("missing", range(17))
def test_a_board_in_mid_set_up_leaves_it_open(missing: int) -> None:
    """Up to 8 squares may differ (men in hand, moves made while the cable was out); more is a set-up."""
    men = [square for square, man in enumerate(START_PLACEMENT) if man != "."][-missing:]
    seen = "".join("." if missing and i in men else man for i, man in enumerate(START_PLACEMENT))
    mirror = Mirror("auto", always(START_PLACEMENT))
    mirror.dump(codes_of(seen, rotated=True), 0)
    assert mirror.rotated is (True if missing <= 8 else None)


def test_two_moves_made_while_the_cable_was_out() -> None:
    """Scenario 14: the clearly nearer way round is taken though it fits neither way exactly."""
    expected = after("e4", "e5", "Nf3")
    seen = after("e4", "e5", "Nf3", "Nc6", "Bb5")
    assert way_round(seen, expected, None) is False
    assert way_round(seen[::-1], expected, None) is True


def test_two_kings_and_a_pawn_are_enough() -> None:
    expected = placement(chess.Board("8/8/4k3/8/4P3/4K3/8/8 w - - 0 1"))
    assert way_round(expected, expected, None) is False
    assert way_round(expected[::-1], expected, None) is True


def test_a_board_turned_between_two_rounds_is_found_again() -> None:
    """A dump that fits exactly the other way, and nowhere near as it lies, is a board that was turned."""
    mirror = Mirror("auto", always(START_PLACEMENT))
    mirror.dump(START_CODES, 0)
    mirror.dump(START_CODES[::-1], 1)
    assert mirror.rotated is True


def test_a_known_way_round_stays_whatever_else_stands_there() -> None:
    """Men swept off, another position, two kings changing places: none of them turns a board."""
    mirror = Mirror("auto", always(START_PLACEMENT))
    mirror.dump(START_CODES[::-1], 0)
    for seen in (bytes(64), codes_of(after("e4", "c5")), codes_of("K" + "." * 62 + "k")):
        mirror.dump(seen, 1)
        assert mirror.rotated is True
    mirror.forget_squares()
    mirror.dump(codes_of(after("d4"), rotated=False), 2)
    assert mirror.rotated is True


def test_kings_that_changed_places_do_not_turn_a_board() -> None:
    expected = "K" + "." * 62 + "k"
    assert way_round(expected[::-1], expected, False) is False


def test_foreign_objects_read_as_empty_and_are_counted() -> None:
    """Section 5: 0x0d to 0x0f are no men; codes above the queen's never reach the table."""
    mirror = Mirror("normal", always(START_PLACEMENT))
    codes = bytearray(START_CODES)
    codes[E2_FIELD] = 0x0D
    (seen,) = mirror.dump(bytes(codes), 0)
    assert isinstance(seen, BoardSeen) and seen.placement[12] == "."
    assert mirror.update(E4_FIELD, 0x0E, 1) == []  # empty before, empty now
    assert mirror.update(E2_FIELD, 1, 2) == [SquareChanged(2, 12, "P")]
    assert mirror.foreign == 2


def test_news_already_known_is_not_handed_over() -> None:
    """Section 15: a duplicated update."""
    mirror = Mirror("normal", always(START_PLACEMENT))
    mirror.dump(START_CODES, 0)
    assert len(mirror.update(E2_FIELD, 0, 1)) == 1
    assert mirror.update(E2_FIELD, 0, 2) == []


def test_updates_before_the_first_dump_are_left_to_the_dump() -> None:
    mirror = Mirror("normal", always(START_PLACEMENT))
    assert mirror.update(E2_FIELD, 0, 1) == []


def test_a_dump_that_differs_counts_as_lost_updates() -> None:
    mirror = Mirror("normal", always(START_PLACEMENT))
    mirror.dump(START_CODES, 0)
    mirror.dump(START_CODES, 1)
    mirror.dump(bytes(64), 2)
    assert mirror.corrected == 1


def test_another_board_may_lie_another_way() -> None:
    mirror = Mirror("auto", always(START_PLACEMENT))
    mirror.dump(START_CODES, 0)
    mirror.forget_way_round()
    assert mirror.rotated is None
    fixed = Mirror("normal", always(START_PLACEMENT))
    fixed.forget_way_round()
    assert fixed.rotated is False


@given(st.lists(st.integers(0, 30), max_size=60))
def test_the_whole_game_in_either_way_round(choices: list[int]) -> None:
    """Positions of random games: the position itself and its reverse are told apart, and never confused."""
    board = chess.Board()
    for choice in choices:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[choice % len(moves)])
    expected = placement(board)
    assert way_round(expected, expected, None) is False
    assert way_round(expected[::-1], expected, None) is True
    assert differences(expected, expected) == 0
