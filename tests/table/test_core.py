"""The table's core in virtual time: squares and buttons in, a record with its evidence out."""

import random
from typing import Any

import chess
import chess.pgn
import pytest

from clockd.feeds.pgn import to_pgn
from clockd.game.inputs import CommandGiven, TableRestarted
from clockd.game.pairing import Pairing, Player
from clockd.ports import (
    BLACK,
    SIDES,
    START_PLACEMENT,
    WHITE,
    ArbiterPressed,
    BoardLink,
    BoardSeen,
    DrawClaimed,
    DrawPressed,
    ResignPressed,
    SquareChanged,
)
from clockd.sim.hand_levels import CLUB, SCRAMBLE, Level
from clockd.sim.scans import play_game
from clockd.sim.virtual_table import VirtualTable
from clockd.units import milliseconds, minutes, seconds
from tests.shared import shared_file
from tests.table.board_play import BoardPlay, differences

START_LEFT_NS = minutes(90) + seconds(30)


def test_a_game_of_four_moves_and_its_times() -> None:
    """Every reading is the press's own, to the millisecond, however late the move was settled."""
    play = BoardPlay()
    play.play(10, "e4", 0.5)
    play.play(15, "e5", 0.5)
    play.play(25, "Nf3", 0.5)
    play.run(30)
    assert [ply.san for ply in play.game.plies] == ["e4", "e5", "Nf3"]
    assert [ply.spent_ns for ply in play.game.plies] == [
        seconds(10) + milliseconds(500),
        seconds(5),
        seconds(10),
    ]
    assert (play.game.presses, play.alerts()) == ((2, 1), [])
    assert play.table.dumps_asked == 3  # one full board for each press


def test_mate_needs_no_press() -> None:
    play = BoardPlay()
    for second, san in enumerate(["f3", "e5", "g4"], 1):
        play.play(second * 3, san)
    play.move(14, "Qh4#")
    play.run(20)
    assert (play.game.result, play.game.termination) == ("0-1", "checkmate")
    assert play.game.plies[-1].completed and not play.game.plies[-1].pressed


def test_a_claim_right_after_the_press_is_judged_by_what_stands_on_the_board() -> None:
    """9.2.2.2: Ng8 makes it the third time; White claims 100 ms after its press, before it is settled."""
    play = BoardPlay()
    for number, san in enumerate("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split()):
        play.play(5 * number + 5, san, 0.4)
    play.table.put(DrawClaimed(play.at(40.5), WHITE, "threefold"))
    play.run(40.55)
    assert play.game.plies[-1].san == "Ng1"
    assert play.game.claim is not None and play.game.claim.correct
    assert play.game.phase == "paused"
    play.run(45)
    assert (play.game.plies[-1].san, play.alerts()) == ("Ng8", ["claim"])
    play.table.put(CommandGiven(play.at(46), "c1", "accept-claim", "arbiter"))
    play.run(47)
    assert (play.game.result, play.game.termination) == ("1/2-1/2", "threefold")
    assert differences(play.table) == []


def test_an_offer_right_after_the_opponents_press_outlives_the_late_squares() -> None:
    """9.1.2.1: White offers 50 ms after Black's press, before the board has told e5."""
    play = BoardPlay()
    play.play(5, "e4")
    play.press(9.9, BLACK)
    play.table.put(DrawPressed(play.at(9.95), WHITE))
    play.move(10.2, "e5")
    play.table.run_until(play.at(15))
    assert [ply.san for ply in play.game.plies] == ["e4", "e5"]
    assert play.game.offer is not None and play.game.offer.side is WHITE


def test_a_claim_after_moving_is_none() -> None:
    """9.4: White's own move stands on the board, unpressed."""
    play = BoardPlay()
    play.move(5, "Nf3")
    play.table.put(DrawClaimed(play.at(5.2), WHITE, "threefold"))
    play.run(5.3)
    assert play.game.claim is None and play.game.clock.running is WHITE
    assert play.game.alerts[0].detail.endswith("after moving: no claim (9.4)")


def test_scenario_1_presses_before_any_move() -> None:
    """Both press, then both move: presses 2 and 2, moves 1 and 1, each press told to the arbiter."""
    play = BoardPlay()
    play.press(2, WHITE)
    play.press(4, BLACK)
    play.play(12, "e4")
    play.play(16, "e5")
    play.run(20)
    assert (play.game.presses, play.game.counted_presses) == ((2, 2), ())
    assert [play.game.completed(side) for side in (WHITE, BLACK)] == [1, 1]
    assert play.alerts() == ["no-move", "no-move"]
    assert play.game.plies[0].spent_ns == seconds(8) + milliseconds(400)


def test_scenario_2_a_press_is_missed() -> None:
    """White forgets; Black's press finds White's clock running; the next presses find their own moves."""
    play = BoardPlay()
    play.move(3, "e4")
    play.play(6, "e5", 0.5)
    play.play(10, "Nf3")
    play.play(14, "Nc6")
    play.run(20)
    assert [ply.pressed for ply in play.game.plies] == [False, False, True, True]
    assert play.game.presses == (1, 1)
    assert [play.game.completed(side) for side in (WHITE, BLACK)] == [2, 2]
    assert set(play.alerts()) == {"missed-press"}
    # 10.4 s are White's own and one credit was not given: 30:00 + 30 less than with the press
    assert play.game.clock.white.remaining_ns == START_LEFT_NS - milliseconds(10_400) + seconds(30)
    assert differences(play.table) == []


def test_a_late_press_is_no_press_without_a_move() -> None:
    """6.2.2: White presses after Black has replied."""
    play = BoardPlay()
    play.move(3, "e4")
    play.move(6, "e5")
    play.press(9, WHITE)
    play.press(9.4, BLACK)
    play.play(13, "Nf3")
    play.run(20)
    assert [ply.pressed for ply in play.game.plies] == [True, True, True]
    assert (play.game.presses, play.alerts()) == ((2, 1), ["missed-press"])


def test_an_offer_goes_with_the_move_that_stands_on_the_board() -> None:
    """9.1.2.1: after moving, before pressing; the move is not settled yet."""
    play = BoardPlay()
    play.play(5, "e4")
    play.move(10, "e5")
    play.table.put(DrawPressed(play.at(10.3), BLACK))
    play.press(10.6, BLACK)
    play.run(12)
    assert [(offer.side, offer.ply) for offer in play.game.offers] == [(BLACK, 2)]
    play.table.put(DrawPressed(play.at(13), WHITE))
    play.run(14)
    assert play.game.termination == "agreement"


def test_a_move_pressed_just_before_the_end_still_comes_in() -> None:
    play = BoardPlay()
    play.play(5, "e4", 0.2)
    play.table.put(ResignPressed(play.at(5.25), BLACK))
    play.run(10)
    assert [ply.san for ply in play.game.plies] == ["e4"]
    assert (play.game.result, play.game.termination) == ("1-0", "resignation")


def test_pieces_reset_after_the_end_are_no_moves() -> None:
    play = BoardPlay()
    play.play(5, "e4")
    play.table.put(ResignPressed(play.at(6), BLACK))
    play.table.put(SquareChanged(play.at(8), chess.E4, None))
    play.table.put(SquareChanged(play.at(9), chess.E2, "P"))
    play.table.put(SquareChanged(play.at(10), chess.G8, None))
    play.table.put(SquareChanged(play.at(11), chess.F6, "n"))
    play.run(60)
    assert [ply.san for ply in play.game.plies] == ["e4"]
    assert play.alerts() == []
    assert play.table.table.recogniser is None


def test_pieces_stirred_before_the_start_are_no_moves() -> None:
    play = BoardPlay()
    waiting = VirtualTable()
    assert play.game.pairing is not None
    waiting.load(play.game.pairing)
    waiting.run([BoardLink(0, "live"), BoardSeen(0, START_PLACEMENT)])
    waiting.put(SquareChanged(seconds(1), chess.E2, None), SquareChanged(seconds(2), chess.E4, "P"))
    waiting.put(SquareChanged(seconds(3), chess.E4, None), SquareChanged(seconds(4), chess.E2, "P"))
    waiting.run([ArbiterPressed(seconds(5), "start")], extra_ns=seconds(10))
    assert (waiting.game.phase, waiting.game.plies, waiting.game.alerts) == ("running", (), ())


def test_the_record_of_a_press_carries_the_squares_since_the_one_before() -> None:
    """Design 4: square events ride in the cause, so that an audit can run the recognition again."""
    play = BoardPlay()
    seen = play.move(5, "e4")
    play.press(5.4, WHITE)
    play.run(10)
    press = next(r for r in play.table.records if r.content["cause"]["type"] == "ClockPressed")
    assert press.content["cause"]["seen"] == [
        [each.at_ns, each.square, each.piece] for each in seen
    ]


def test_the_seq_of_the_clock_is_that_of_its_last_change() -> None:
    """Design 3: a reading names the press, pause or edit that it runs on from."""
    play = BoardPlay()
    play.play(5, "e4")
    play.run(10)
    table = play.table.table
    settled = table.clock_seq  # the move was completed: it carries the clock as well
    assert settled == table.machine.seq
    play.table.put(CommandGiven(play.at(11), "c", "note", "arbiter", (), "nothing of the clock"))
    play.run(12)
    assert (table.clock_seq, table.machine.seq) == (settled, settled + 1)
    play.table.put(ArbiterPressed(play.at(13), "pause"))
    play.run(14)
    assert table.clock_seq == settled + 2


# -- the flag -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("landed_s", [58.8, 59.3, 59.6, 59.9, 60.3])
def test_a_mate_beside_the_flag_is_told_once_and_then_all_is_quiet(landed_s: float) -> None:
    """Landed at most 500 ms beside Black's flag the arbiter decides; well before it is mate; after it is not."""
    play = BoardPlay("60")
    play.play(1, "f3", 0)
    play.play(1.5, "e5", 0)
    play.play(2, "g4", 0)
    flag_s = 2 + 60 - 0.5
    play.move(flag_s + landed_s - 60, "Qh4#")
    play.run(600)
    records = len(play.table.records)
    if landed_s < 59.5:
        assert (play.game.result, play.game.termination) == ("0-1", "checkmate")
    else:
        assert (play.game.result, play.game.result_left_open) == ("*", True)
    play.run(6_000)
    assert len(play.table.records) == records
    assert differences(play.table) == []


def test_a_mate_a_second_after_the_flag_is_none() -> None:
    play = BoardPlay("60")
    play.play(1, "f3", 0)
    play.play(1.5, "e5", 0)
    play.play(2, "g4", 0)
    play.move(2 + 60 - 0.5 + 1.2, "Qh4#")
    play.run(600)
    assert (play.game.result, play.game.termination) == ("1-0", "time-forfeit")


# -- the line to the board ----------------------------------------------------------------------------


def test_a_lost_board_is_an_alert_while_a_game_is_open_and_goes_with_its_return() -> None:
    play = BoardPlay()
    play.table.put(BoardLink(play.at(5), "lost", "the cable is out"))
    play.run(6)
    assert play.alerts() == ["board-lost"]
    assert play.table.table.frame().board_link == "lost"
    play.table.put(BoardLink(play.at(7), "asking"), BoardLink(play.at(8), "live"))
    play.run(9)
    assert (play.alerts(), play.table.table.frame().board_link) == ([], "live")


def test_a_clock_that_starts_without_a_board_says_so() -> None:
    """The line was lost before the game: the alert comes with the start, and goes with the board."""
    table = VirtualTable()
    table.load(Pairing(Player("A"), Player("B"), "300", "test"))
    table.run([BoardLink(1, "wrong-device", "a printer"), ArbiterPressed(seconds(1), "start")])
    assert [(alert.alert, alert.detail) for alert in table.game.alerts] == [
        ("board-lost", "a printer")
    ]
    table.run([BoardLink(seconds(2), "live")])
    assert table.game.alerts == ()


def test_scenario_14_a_move_made_while_the_cable_was_out_is_taken_over() -> None:
    """The clock is unaffected throughout; one legal sequence explains the board."""
    play = BoardPlay()
    play.play(5, "e4")
    play.table.put(BoardLink(play.at(8), "lost", "the cable is out"))
    for san in ("e5", "Nf3"):
        play.board.push_san(san)
    placement = "".join(str(play.board.piece_at(square) or ".") for square in chess.SQUARES)
    play.press(20.5, BLACK)
    play.press(40, WHITE)
    play.table.put(BoardLink(play.at(50), "live"), BoardSeen(play.at(50), placement))
    play.run(60)
    assert [ply.san for ply in play.game.plies] == ["e4", "e5", "Nf3"]
    assert play.game.presses == (2, 1)
    assert play.game.clock.black.remaining_ns == START_LEFT_NS + seconds(30) - milliseconds(15_100)


# -- whole games --------------------------------------------------------------------------------------


def events(moves: list[chess.Move], seed: int, level: Level = CLUB) -> list[Any]:
    seen = play_game(chess.Board(), moves, random.Random(seed), level).seen
    first = [BoardLink(0, "live"), seen[0], ArbiterPressed(milliseconds(500), "start")]
    return first + list(seen[1:])


def test_real_games_come_out_as_they_were_played_and_audit_clean() -> None:
    """Ten games by careful club hands: moves, press counts, PGN; today's rules give every recorded fact."""
    source = shared_file("games/world_matches.pgn").open(encoding="utf-8")
    for seed in range(10):
        source_game = chess.pgn.read_game(source)
        assert source_game is not None
        moves = list(source_game.mainline_moves())
        table = VirtualTable()
        table.load(Pairing(Player("A"), Player("B"), "40/5400+30:1800+30", "us-senior-2019"))
        table.run(events(moves, seed), extra_ns=seconds(5))
        assert [ply.uci for ply in table.game.plies] == [move.uci() for move in moves]
        assert sum(table.game.presses) >= len(moves) - 1
        assert differences(table) == []
        assert f'[PlyCount "{len(moves)}"]' in to_pgn(table.game)


@pytest.mark.parametrize("level", [CLUB, SCRAMBLE], ids=["club", "scramble"])
def test_every_press_and_every_second_is_accounted_for(level: Level) -> None:
    """Presses and unpressed moves are all the moves; time granted less time spent is what is left.

    In a scramble presses are forgotten and come late; no second may be counted twice or lost.
    """
    source = shared_file("games/world_matches.pgn").open(encoding="utf-8")
    for seed in range(6):
        source_game = chess.pgn.read_game(source)
        assert source_game is not None
        table = VirtualTable()
        table.load(Pairing(Player("A"), Player("B"), "5400+30", "test"))
        table.run(events(list(source_game.mainline_moves()), seed, level), extra_ns=seconds(9))
        game = table.game
        pressed = sum(ply.pressed for ply in game.plies)
        assert pressed + len(game.counted_presses) == sum(game.presses)
        for side, presses in zip(SIDES, game.presses, strict=True):
            if game.clock.running is side or game.phase == "ended":
                continue
            spent_ns = sum(ply.spent_ns or 0 for ply in game.plies if ply.side is side)
            granted_ns = START_LEFT_NS + presses * seconds(30)
            assert game.clock.hand(side).remaining_ns == granted_ns - spent_ns
        assert differences(table) == []


def test_an_eventful_game_audits_clean() -> None:
    """Draw offers, a pause, an edit, a restart, a flag, a result set aside and a flag again."""
    play = BoardPlay("300+2", regulations=(("no-agreed-draw-before-move", 30),))
    play.play(3, "e4")
    play.table.put(DrawPressed(play.at(4), WHITE))
    play.play(8, "e5")
    play.press(9, BLACK)
    commands: list[tuple[float, str, tuple[tuple[str, str], ...]]] = [
        (10, "pause", ()),
        (11, "set-time", (("side", "white"), ("add", "2:00"))),
        (12, "resume", ()),
        (700, "set-aside", ()),
        (701, "resume", ()),  # refused: no time left
        (702, "set-time", (("side", "white"), ("time", "0:10"))),
        (703, "resume", ()),
    ]
    for number, (second, name, arguments) in enumerate(commands):
        given = CommandGiven(play.at(second), f"c{number}", name, "arbiter", arguments, "because")
        play.table.put(given)
    play.table.put(TableRestarted(play.at(20), None), ArbiterPressed(play.at(25), "resume"))
    play.run(800)
    assert (play.game.result, play.game.termination) == ("0-1", "time-forfeit")
    assert {"draw-refused", "clock-restored", "flag"} <= set(play.alerts())
    assert differences(play.table) == []


def test_a_stalled_game_does_not_spin() -> None:
    """A day in virtual time with nobody at the board: a handful of decisions, no loop."""
    play = BoardPlay("2/60:300", bonus_at="zero")
    play.play(3, "e4")
    play.move(6, "e5")
    play.run(86_400)
    assert play.game.phase == "ended"
    assert len(play.table.records) < 30
