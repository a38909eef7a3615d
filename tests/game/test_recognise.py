"""One test for each way in which hands make a move: squares and instants in, moves and alerts out.

The kinds are those of the DGT fact sheet, sections 12 and 13, and of the recognition fact sheet.
"""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.game.evidence import Evidence, MoveSettled
from clockd.game.recognise import Recogniser
from clockd.ports import BLACK, WHITE, BoardSeen, ClockPressed, SquareChanged
from clockd.units import milliseconds
from tests.game.shown import Heard, heard, placement_of

E4 = "1000 e2 .\n1300 e4 P\n1600 white\n"
CASTLE = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"


def reads(script: str, *moves: str, position: str = chess.STARTING_FEN) -> Heard:
    """Assert that a script reads as exactly these moves, without any alert."""
    result = heard(script, position)
    assert result.moves == list(moves)
    assert result.names == []
    return result


# --- the press settles -----


def test_a_press_settles_the_move_three_tenths_of_a_second_later() -> None:
    result = reads(E4, "e2e4")
    (settled,) = result.settled
    assert settled.at_ns == milliseconds(1900)
    assert settled.landed_ns == milliseconds(1300)
    assert settled.pressed


def test_nothing_is_settled_before_the_press() -> None:
    result = heard("1000 e2 .\n1300 e4 P\n", until_ms=60_000)
    assert result.moves == []
    assert result.recogniser.shown == ("e2e4",)


def test_the_deadline_after_a_press_is_named() -> None:
    recogniser = heard(E4, until_ms=1600).recogniser
    assert recogniser.next_deadline() == milliseconds(1900)


def test_black_may_move_first() -> None:
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    reads("1000 c7 .\n1300 c5 p\n1600 black\n", "c7c5", position=fen)


def test_a_news_late_by_a_scan_still_belongs_to_its_press() -> None:
    reads("1000 e2 .\n1300 white\n1450 e4 P\n", "e2e4")


def test_a_repeated_press_is_no_press() -> None:
    reads(E4 + "2500 white\n4000 e7 .\n4300 e5 p\n4600 black\n", "e2e4", "e7e5")


# --- slides, tries, adjusting -----


def test_a_slide_over_a_legal_square() -> None:
    """e2-e3-e4 in steps: e3 would have been legal."""
    reads("1000 e2 .\n1200 e3 P\n1400 e3 .\n1600 e4 P\n1800 white\n", "e2e4")


def test_a_slide_that_comes_in_after_the_press() -> None:
    result = heard("1000 e2 .\n1200 e3 P\n1400 white\n1500 e3 .\n1560 e4 P\n", until_ms=4000)
    assert result.moves == ["e2e4"]


def test_a_man_tried_on_another_legal_square_first() -> None:
    reads("1000 g1 .\n1300 h3 N\n2900 h3 .\n3200 f3 N\n3500 white\n", "g1f3")


def test_adjusting_is_no_move() -> None:
    reads("1000 d1 .\n1800 d1 Q\n2500 e2 .\n2800 e4 P\n3100 white\n", "e2e4")


def test_the_whole_board_is_centred_again() -> None:
    lift_and_put = "".join(
        f"{1000 + 200 * n} {chess.square_name(n)} .\n{1100 + 200 * n} {chess.square_name(n)} {man}\n"
        for n, man in enumerate("RNBQKBNRPPPPPPPP")
    )
    reads(lift_and_put + "9000 e2 .\n9300 e4 P\n9600 white\n", "e2e4")


def test_a_man_held_in_the_air_for_long() -> None:
    reads("1000 e2 .\n19000 e4 P\n19300 white\n", "e2e4")


def test_put_before_lift() -> None:
    """Neighbouring squares in one scan: the new square is reported first."""
    reads("1000 e3 P\n1010 e2 .\n1300 white\n", "e2e3")


def test_a_square_that_reads_empty_for_a_scan() -> None:
    reads("500 h1 .\n700 h1 R\n" + E4, "e2e4")


def test_a_man_that_reads_as_another_for_a_scan() -> None:
    reads("500 h1 N\n700 h1 R\n" + E4, "e2e4")


def test_a_report_that_comes_twice() -> None:
    reads("1000 e2 .\n1001 e2 .\n1300 e4 P\n1301 e4 P\n1600 white\n", "e2e4")


def test_a_move_taken_back_before_the_press() -> None:
    reads("1000 e2 .\n1300 e4 P\n2500 e4 .\n2800 e2 P\n4000 d2 .\n4300 d4 P\n4600 white\n", "d2d4")


# --- captures -----

TAKE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("1000 e4 .\n1300 d5 P\n1600 white\n", id="direct swap"),
        pytest.param("1000 d5 .\n1300 e4 .\n1500 d5 P\n1800 white\n", id="victim first"),
        pytest.param("1000 e4 .\n1300 d5 .\n1500 d5 P\n1800 white\n", id="mover first"),
        pytest.param("1000 d5 P\n1010 e4 .\n1300 white\n", id="put before lift"),
        pytest.param("1000 e4 .\n1300 d5 P\n1310 d6 p\n1600 d6 .\n1800 white\n", id="pushed aside"),
    ],
)
def test_a_capture(script: str) -> None:
    reads(script, "e4d5", position=TAKE)


def test_the_captured_man_is_set_down_on_the_board() -> None:
    script = "1000 e4 .\n1300 d5 P\n1700 a5 p\n2100 a5 .\n2300 white\n"
    assert heard(script, TAKE, until_ms=6000).moves == ["e4d5"]


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("1000 e5 .\n1300 d6 P\n1600 d5 .\n1900 white\n", id="victim last"),
        pytest.param("1000 d5 .\n1300 e5 .\n1600 d6 P\n1900 white\n", id="victim first"),
    ],
)
def test_en_passant(script: str) -> None:
    fen = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
    reads(script, "e5d6", position=fen)


# --- castling -----


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("1000 e1 .\n1300 g1 K\n1600 h1 .\n1900 f1 R\n2200 white\n", id="king first"),
        pytest.param("1000 h1 .\n1300 f1 R\n1600 e1 .\n1900 g1 K\n2200 white\n", id="rook first"),
        pytest.param(
            "1000 e1 .\n1050 h1 .\n1300 g1 K\n1500 f1 R\n2000 white\n", id="both in the air"
        ),
        pytest.param("1000 e1 .\n1300 g1 K\n1600 h1 .\n1700 white\n1850 f1 R\n", id="late rook"),
    ],
)
def test_castling(script: str) -> None:
    reads(script, "e1g1", position=CASTLE)


def test_castling_long() -> None:
    reads("1000 e1 .\n1300 c1 K\n1600 a1 .\n1900 d1 R\n2200 white\n", "e1c1", position=CASTLE)


def test_castling_in_chess960_where_only_the_rook_moves() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/4R1KR w H - 0 1", chess960=True)
    result = heard("1000 h1 .\n1300 f1 R\n1600 white\n", board)
    assert result.moves == ["g1h1"]


def test_castling_in_chess960_is_written_king_takes_rook() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/1R2K2R w BH - 0 1", chess960=True)
    result = heard("1000 e1 .\n1100 b1 .\n1400 c1 K\n1700 d1 R\n2000 white\n", board)
    assert result.moves == ["e1b1"]
    assert result.names == []


# --- promotion -----

PROMOTE = "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("script", "uci"),
    [
        pytest.param("1000 b7 .\n1400 b8 Q\n1700 white\n", "b7b8q", id="piece at once"),
        pytest.param(
            "1000 b7 .\n1300 b8 P\n1600 b8 .\n2000 b8 Q\n2300 white\n", "b7b8q", id="pawn first"
        ),
        pytest.param("1000 b7 .\n1400 b8 N\n1700 white\n", "b7b8n", id="under-promotion"),
        pytest.param(
            "1000 b7 .\n1300 b8 Q\n1900 b8 .\n2300 b8 R\n2600 white\n",
            "b7b8r",
            id="wrong piece first",
        ),
    ],
)
def test_promotion(script: str, uci: str) -> None:
    reads(script, uci, position=PROMOTE)


# --- replies that do not wait -----


def test_a_reply_begun_before_the_move_is_finished() -> None:
    script = "1000 e2 .\n1200 e7 .\n1300 e4 P\n1500 white\n1600 e5 p\n1900 black\n"
    assert heard(script, until_ms=4000).moves == ["e2e4", "e7e5"]


def test_two_moves_within_three_tenths_of_a_second() -> None:
    script = "1000 e2 .\n1150 e4 P\n1200 e7 .\n1400 e5 p\n1500 white\n1600 black\n"
    assert heard(script, until_ms=5000).moves == ["e2e4", "e7e5"]


def test_presses_that_cross() -> None:
    """Black answers and presses before White gets to his button."""
    script = (
        E4
        + "2500 e7 .\n2800 e5 p\n3000 black\n4000 g1 .\n4200 f3 N\n4500 b8 .\n"
        + "4700 c6 n\n4800 black\n4900 white\n"
    )
    assert heard(script, until_ms=8000).moves == ["e2e4", "e7e5", "g1f3", "b8c6"]


def test_a_recapture_so_fast_that_the_first_capture_is_never_seen() -> None:
    """exd5 Qxd5 between two looks at d5: the pawn is only ever missing."""
    script = "1000 e4 .\n1200 d8 .\n1350 d5 q\n1400 white\n1600 black\n4000 b1 .\n4300 c3 N\n4600 white\n"
    assert heard(script, TAKE, until_ms=8000).moves == ["e4d5", "d8d5", "b1c3"]


def test_a_move_without_its_press_is_settled_by_the_reply() -> None:
    script = "1000 e2 .\n1300 e4 P\n3000 e7 .\n3300 e5 p\n3600 black\n"
    result = heard(script, until_ms=6000)
    assert [(one.uci, one.pressed) for one in result.settled] == [("e2e4", False), ("e7e5", True)]
    assert result.names == ["missed-press"]
    assert result.alerts[0].side is WHITE


def test_no_press_at_all_and_the_game_is_still_read() -> None:
    script = (
        "1000 e2 .\n1300 e4 P\n3000 e7 .\n3300 e5 p\n6000 g1 .\n6300 f3 N\n9000 b8 .\n9300 c6 n\n"
    )
    result = heard(script, until_ms=12_000)
    assert result.moves == ["e2e4", "e7e5", "g1f3"]
    assert result.recogniser.shown == ("b8c6",)


# --- the end of the game -----


def test_checkmate_needs_no_press() -> None:
    """Laws 5.1.1: the mating move ends the game; it has stood for 500 ms at 2200."""
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    result = heard("1000 a1 .\n1700 a8 R\n", fen, until_ms=3000)
    (settled,) = result.settled
    assert (settled.uci, settled.pressed) == ("a1a8", False)
    assert (settled.landed_ns, settled.at_ns) == (milliseconds(1700), milliseconds(2200))
    assert result.names == []


@pytest.mark.parametrize("stop_ms", [200, 400])
def test_a_slide_that_stops_on_a_mating_square_goes_on(stop_ms: int) -> None:
    """A queen on its way to f5 was seen on f6, mate, for two scans of 200 ms: no mate, and no alert."""
    fen = "5Q2/8/8/7b/p5bk/P5R1/7K/8 w - - 0 1"
    seen = f"1000 f8 .\n1050 f6 Q\n{1050 + stop_ms} f6 .\n{1250 + stop_ms} f5 Q\n3000 white\n"
    result = heard(seen, fen, until_ms=5000)
    assert (result.moves, result.names) == (["f8f5"], [])


def test_stalemate_and_dead_position_need_no_press() -> None:
    assert heard("1000 c6 .\n1300 c7 Q\n", "k7/8/2Q5/8/8/8/8/4K3 w - - 0 1").moves == ["c6c7"]
    assert heard("1000 e1 .\n1300 e2 K\n", "k7/8/8/8/8/8/4p3/4K3 w - - 0 1").moves == ["e1e2"]


def test_pieces_put_away_after_mate_say_nothing() -> None:
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
    result = heard("1000 a1 .\n1700 a8 R\n4000 g8 .\n5000 a8 .\n6000 e1 .\n", fen, until_ms=60_000)
    assert result.moves == ["a1a8"]
    assert result.names == []


# --- what is no legal move -----


def test_an_illegal_move_is_named_half_a_second_after_the_press() -> None:
    result = heard("1000 e1 .\n1300 e3 K\n1600 white\n", until_ms=4000)
    (alert,) = result.alerts
    assert (alert.alert, alert.side) == ("illegal-move", WHITE)
    assert alert.at_ns == milliseconds(2100)
    assert alert.detail == "e1 empty, K expected; e3 K unexpected"


def test_an_illegal_move_is_corrected_and_pressed_again() -> None:
    script = "1000 e1 .\n1300 e3 K\n1600 white\n3000 black\n4000 e3 .\n4300 e1 K\n5000 e2 .\n5300 e4 P\n5600 white\n"
    result = heard(script, until_ms=8000)
    assert result.moves == ["e2e4"]
    assert result.names[0] == "illegal-move"
    assert result.settled[0].pressed


def test_a_press_without_a_move() -> None:
    result = heard("1000 white\n", until_ms=4000)
    (alert,) = result.alerts
    assert (alert.alert, alert.side, alert.at_ns) == ("no-move", WHITE, milliseconds(1500))


def test_black_may_press_to_start_the_clock() -> None:
    reads("500 black\n" + E4, "e2e4")


def test_a_wrong_man_that_stays_is_told_after_five_seconds() -> None:
    result = heard("1000 f1 .\n1000 h1 .\n1200 f1 R\n", until_ms=10_000)
    (alert,) = result.alerts
    assert alert.alert == "position-differs"
    assert alert.detail == "f1 R unexpected, B expected; h1 empty, R expected"
    assert alert.at_ns == milliseconds(6200)


# --- full boards -----

AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"


def test_a_full_board_heals_a_lost_landing() -> None:
    reads(f"1000 e2 .\n1600 white\n1900 board {AFTER_E4}\n", "e2e4")


def test_a_full_board_heals_a_lost_lift() -> None:
    reads(f"1300 e4 P\n1600 white\n1900 board {AFTER_E4}\n", "e2e4")


def test_moves_made_while_the_cable_was_out() -> None:
    """1. Nf3 d5 2. Ne5: the knight's stop on f3 was never seen, and only one order is legal."""
    after = "rnbqkbnr/ppp1pppp/8/3pN3/8/8/PPPPPPPP/RNBQKB1R"
    script = f"60000 board {after}\n61000 d8 .\n61300 d6 q\n61600 black\n"
    result = heard(script, until_ms=70_000)
    assert result.moves == ["g1f3", "d7d5", "f3e5", "d8d6"]
    assert result.names == []


def test_two_orders_at_a_full_board_are_told_and_nothing_is_settled() -> None:
    """1. Nf3 d5 2. Nc3 or 1. Nc3 d5 2. Nf3: the arbiter knows, the board does not."""
    after = "rnbqkbnr/ppp1pppp/8/3p4/8/2N2N2/PPPPPPPP/R1BQKB1R"
    on = "61000 d8 .\n61300 d6 q\n61600 black\n63000 e2 .\n63300 e4 P\n63600 white\n"
    result = heard(f"60000 board {after}\n" + on, until_ms=90_000)
    assert result.moves == []
    assert [(one.alert, one.at_ns, one.detail) for one in result.alerts] == [
        (
            "ambiguous",
            milliseconds(61_000),
            "the board does not tell the order: g1f3 d7d5 b1c3 or b1c3 d7d5 g1f3",
        )
    ]
    assert result.recogniser.shown == ()


def test_an_unreachable_board_is_told_and_gives_no_move() -> None:
    result = heard("1000 board 8/8/8/8/8/8/8/8\n", until_ms=60_000)
    assert result.moves == []
    assert set(result.names) == {"position-differs"}


def test_setting_up_the_men_says_nothing_silly() -> None:
    men = "RNBQKBNR" + "P" * 8 + "." * 32 + "p" * 8 + "rnbqkbnr"
    order = [(at, square) for at, square in enumerate(s for s in chess.SQUARES if men[s] != ".")]
    puts = "".join(
        f"{2000 + 700 * at} {chess.square_name(square)} {men[square]}\n" for at, square in order
    )
    script = "1000 board 8/8/8/8/8/8/8/8\n" + puts + "30000 e2 .\n30300 e4 P\n30600 white\n"
    result = heard(script)
    assert result.moves == ["e2e4"]
    assert result.names == []


# --- promises -----


def test_start_from_keeps_what_the_squares_show() -> None:
    recogniser = Recogniser(chess.Board())
    recogniser.feed(BoardSeen(0, placement_of(AFTER_E4)))
    board = chess.Board()
    board.push_uci("e2e4")
    recogniser.start_from(board)
    assert recogniser.placement == placement_of(AFTER_E4)
    assert recogniser.shown == ()
    recogniser.feed(SquareChanged(milliseconds(100), chess.E7, None))
    recogniser.feed(SquareChanged(milliseconds(400), chess.E5, "p"))
    recogniser.feed(ClockPressed(milliseconds(600), BLACK))
    (settled,) = recogniser.pass_time(milliseconds(1000))
    assert settled.at_ns == milliseconds(900)


def test_an_input_out_of_order_is_clamped() -> None:
    recogniser = Recogniser(chess.Board())
    recogniser.feed(SquareChanged(milliseconds(1000), chess.E2, None))
    recogniser.feed(SquareChanged(milliseconds(1300), chess.E4, "P"))
    recogniser.feed(ClockPressed(milliseconds(1250), WHITE))
    assert [one.at_ns for one in recogniser.pass_time(milliseconds(5000))] == [milliseconds(1600)]


@given(st.lists(st.integers(0, 6000), max_size=30))
def test_the_evidence_does_not_depend_on_when_time_is_passed(instants: list[int]) -> None:
    """Called late or often, `pass_time` gives the same evidence with the same instants."""
    lines = [
        (1000, chess.E2, None),
        (1200, chess.E3, "P"),
        (1300, chess.E3, None),
        (1500, chess.E4, "P"),
    ]
    inputs: list[SquareChanged | ClockPressed] = [
        SquareChanged(milliseconds(at), square, man) for at, square, man in lines
    ]
    inputs += [ClockPressed(milliseconds(1600), WHITE), ClockPressed(milliseconds(3000), BLACK)]
    wanted: list[Evidence] = []
    plain = Recogniser(chess.Board())
    for seen in inputs:
        wanted += plain.feed(seen)
    wanted += plain.pass_time(milliseconds(9000))
    got: list[Evidence] = []
    often = Recogniser(chess.Board())
    calls = sorted(milliseconds(instant) for instant in instants)
    for seen in inputs:
        while calls and calls[0] <= seen.at_ns:
            got += often.pass_time(calls.pop(0))
        got += often.feed(seen)
    for call in calls:
        got += often.pass_time(call)
    got += often.pass_time(milliseconds(9000))
    assert got == wanted
    assert len(wanted) == 2


def test_pawn_takes_and_pawn_takes_back_on_a_square_that_never_changed() -> None:
    """...exf4 gxf4 between two looks at f4: a white pawn stood there and stands there."""
    fen = "2rr4/5k1p/5Np1/pp2p3/3nPP2/P2RK1P1/1P1R3P/8 b - - 0 42"
    script = "1000 e5 .\n1250 g3 .\n1500 black\n1700 white\n3000 d4 .\n3400 f5 n\n3800 black\n"
    assert heard(script, fen, until_ms=8000).moves == ["e5f4", "g3f4", "d4f5"]


def test_a_castling_king_whose_lift_was_lost_is_waited_for() -> None:
    """Rook first; the king is seen on g8 after the press, its lift only in the full board."""
    fen = CASTLE.replace(" w ", " b ")
    script = (
        "1000 h8 .\n1300 f8 r\n1800 black\n1850 g8 k\n"
        "2150 board r4rk1/pppppppp/8/8/8/8/PPPPPPPP/R3K2R\n"
    )
    assert heard(script, fen, until_ms=6000).moves == ["e8g8"]


def test_an_echo_tells_of_a_landing_whose_news_was_lost() -> None:
    """The king went e8-d7-e8; that it stood on d7 is only told by d7 reading empty once more."""
    fen = "4k3/8/8/8/8/8/7R/4K3 b - - 0 1"
    script = "1000 e8 .\n1600 black\n1700 h2 .\n1900 g2 R\n2000 d7 .\n2200 white\n2400 e8 k\n2700 black\n"
    assert heard(script, fen, until_ms=6000).moves == ["e8d7", "h2g2", "d7e8"]


# --- play over a board that shows another game -----


def test_fast_play_on_a_board_that_shows_another_game_is_told_once() -> None:
    """Nobody lets the board rest for five seconds: the first press tells, and the next ones do not repeat it."""
    turned = "0 board RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr\n"
    men = "".join(
        f"{at} {start} .\n{at + 300} {to} {man}\n{at + 600} {side}\n"
        for at, start, to, man, side in (
            (1000, "d7", "d5", "P", "white"),
            (2500, "d2", "d4", "p", "black"),
            (4000, "e7", "e5", "P", "white"),
        )
    )
    result = heard(turned + men, until_ms=5000)
    assert result.moves == []
    assert [(one.alert, one.at_ns) for one in result.alerts] == [
        ("position-differs", milliseconds(1600))
    ]


def test_an_upset_board_that_nobody_presses_at_is_being_set_up() -> None:
    result = heard("0 board 8/8/8/8/8/8/8/8\n2000 e1 K\n4000 e8 k\n", until_ms=6000)
    assert (result.moves, result.names) == ([], [])


# --- whose press is missing -----


@pytest.mark.parametrize("rook_ms", [1750, 2000, 2500, 3500])
def test_castling_pressed_with_the_rook_in_the_hand_is_quiet(rook_ms: int) -> None:
    """The rook lands 150 ms to 1.9 s after the press: one move, pressed early, and nothing to tell."""
    script = f"1000 e1 .\n1300 g1 K\n1500 h1 .\n1600 white\n{rook_ms} f1 R\n"
    result = reads(script + "6000 a7 .\n6300 a6 p\n6600 black\n", "e1g1", "a7a6", position=CASTLE)
    assert [one.pressed for one in result.settled] == [True, True]


def test_a_castling_rook_that_never_comes_is_told() -> None:
    """Two and a half seconds after the press a castling without its rook is an illegal move (7.5.4)."""
    result = heard("1000 e1 .\n1300 g1 K\n1500 h1 .\n1600 white\n", CASTLE, until_ms=6000)
    (alert,) = result.alerts
    assert (alert.alert, alert.at_ns) == ("illegal-move", milliseconds(4100))
    assert alert.detail == "e1 empty, K expected; g1 K unexpected; h1 empty, R expected"


def test_the_opponent_who_gives_the_clock_back_presses_for_nothing_quietly() -> None:
    """7.5.1: an illegal move is told once, not again for the press that answers it."""
    script = "1000 e1 .\n1300 e3 K\n1600 white\n3000 black\n"
    assert heard(script, until_ms=4500).names == ["illegal-move"]


FORGOTTEN = [
    "1000 e2 .\n1200 e4 P\n1400 white\n",
    "1800 e7 .\n2000 e5 p\n",  # Black does not press
    "2300 g1 .\n2500 f3 N\n2650 white\n",
    "3000 b8 .\n3200 c6 n\n3350 black\n",
    "3700 f1 .\n3900 b5 B\n4050 white\n",
    "4300 a7 .\n4500 a6 p\n4650 black\n",
]


def test_a_forgotten_press_is_named_once_and_for_the_right_move() -> None:
    """Black's next press, 1.35 s after e5, comes 150 ms after his knight: it is the knight's."""
    result = heard("".join(FORGOTTEN), until_ms=8000)
    assert result.moves == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]
    assert [(one.alert, one.side, one.detail) for one in result.alerts] == [
        ("missed-press", BLACK, "e7e5 was not pressed")
    ]


def test_a_late_press_before_the_next_move_takes_the_reason_away() -> None:
    """6.2.2: Black presses 1.4 s late, White having replied meanwhile: no alert."""
    late = [*FORGOTTEN[:3], "3400 black\n4500 b8 .\n4700 c6 n\n4850 black\n"]
    result = heard("".join(late), until_ms=9000)
    assert result.moves == ["e2e4", "e7e5", "g1f3", "b8c6"]
    assert result.names == []


# --- a slide whose end is seen before its last stop empties -----


def test_the_queen_that_slides_to_her_victim_is_one_move() -> None:
    """DGT fact sheet section 12, worst case: c4 empty, Qc2, Qc3, c1 empty, c2 empty, Qc4, c3 empty."""
    fen = "4k3/p7/8/8/2p5/8/8/2Q1K3 w - - 0 1"
    script = (
        "1000 c4 .\n1400 c2 Q\n1450 c3 Q\n1460 c1 .\n1600 c2 .\n1650 c4 Q\n1700 c3 .\n1900 white\n"
    )
    reads(script + "2500 a7 .\n2700 a6 p\n2900 black\n", "c1c4", "a7a6", position=fen)


def test_a_rook_that_slides_and_goes_on_two_plies_later_did_not_stop_on_the_way() -> None:
    """Rd8-d2 by d5, then Rd2-d1: d5 empties 60 ms after d2 was seen, which is no second move."""
    fen = "3r2k1/8/8/8/8/8/2K5/8 b - - 0 1"
    script = (
        "1000 d5 r\n1040 d8 .\n1100 d2 r\n1160 d5 .\n1300 black\n"
        "1700 c2 .\n1720 b3 K\n1900 white\n2000 d2 .\n2150 d1 r\n2300 black\n"
    )
    result = heard(script, fen, until_ms=5000)
    assert result.moves == ["d8d2", "c2b3", "d2d1"]
    assert result.names == []


def test_a_rook_in_the_hand_is_not_the_rook_taken_in_a_mate() -> None:
    """White's rook went b1-b4 and is lifted again under check: taken on c1 it would have been mate."""
    fen = "8/R7/2p5/2kpP3/7P/P7/2r2r2/KR6 w - - 7 47"
    script = (
        "1000 b1 .\n1250 b4 R\n1440 c2 .\n1600 black\n1610 c1 r\n1940 white\n"
        "2000 b4 .\n2510 b1 R\n2900 white\n"
    )
    reads(script, "b1b4", "c2c1", "b4b1", position=fen)


# --- a game that was over, and was not -----

MATED = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def test_a_slow_board_needs_two_scans_for_a_mate() -> None:
    """At 400 ms a scan a stop on a8 is shown for 400 ms: Ra1-a8-b8 is one slide, and either square mates."""
    recogniser = Recogniser(chess.Board(MATED), scan_ns=milliseconds(400))
    found: list[Evidence] = []
    for at, square, man in ((1000, "a1", None), (1400, "a8", "R"), (1800, "a8", None)):
        found += recogniser.feed(SquareChanged(milliseconds(at), chess.parse_square(square), man))
    assert found == []
    found = recogniser.feed(SquareChanged(milliseconds(2200), chess.A7, "R"))
    found += recogniser.feed(ClockPressed(milliseconds(2400), WHITE))
    found += recogniser.pass_time(milliseconds(4000))
    assert [one.uci for one in found if isinstance(one, MoveSettled)] == ["a1a7"]


def test_a_mate_that_was_only_a_stop_is_put_right() -> None:
    """The rook rests on a8 for a second and goes on to a7: not pressed, but settled as mate; the board tells."""
    result = heard("1000 a1 .\n1300 a8 R\n2300 a8 .\n2600 a7 R\n2900 white\n", MATED, until_ms=6000)
    assert result.moves == ["a1a8"]
    (alert,) = result.alerts
    assert alert.fen is not None and alert.fen.startswith("6k1/R4ppp/")
    assert "1. was a1a7, not a1a8" in alert.detail


def test_play_that_goes_on_after_the_end_is_told_once() -> None:
    """Bare kings are a dead position (5.2.2): nothing is read, but two presses over other squares are told."""
    script = "1000 e1 .\n1300 e2 K\n1600 white\n3000 e8 .\n3300 e7 k\n3600 black\n5000 e2 .\n5300 e3 K\n5600 white\n"
    result = heard(script, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", until_ms=30_000)
    assert result.moves == []
    assert result.names == ["position-differs"]


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ],
)
def test_a_start_that_has_ended_already(fen: str) -> None:
    """Dead, mate and stalemate on the board at the start: no move, no alert for a lone press, men may be put away."""
    result = heard("1000 white\n2000 black\n", fen, until_ms=9000)
    assert (result.moves, result.names, result.recogniser.shown) == ([], [], ())
    assert result.recogniser.position.fen() == fen
