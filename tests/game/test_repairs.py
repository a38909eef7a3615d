"""The arbiter's repairs: restore, set-moves, set-position. Times stay; counts and side to move follow the record."""

import io
from typing import Any

import chess
import chess.pgn
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clockd.feeds.pgn import to_pgn
from clockd.game.inputs import BoardRestored
from clockd.game.ruling_facts import MovesRuled, PressedWhileRestoring
from clockd.ports import BLACK, WHITE
from clockd.units import seconds
from tests.game.referee import Referee, refused


def paused(moves: str = "e4 e5 Nf3 Nc6 Bb5 a6") -> Referee:
    referee = Referee()
    referee.play(moves, seconds(10))
    referee.command("pause")
    return referee


def sans(referee: Referee) -> str:
    return " ".join(ply.san for ply in referee.game.plies)


def parsed(referee: Referee) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(to_pgn(referee.game)))
    assert game is not None and not game.errors
    return game


def test_taking_back_leaves_the_clock_alone() -> None:
    referee = paused()
    times = referee.left_ns(WHITE), referee.left_ns(BLACK)
    referee.command("set-moves", **{"take-back": "1"})
    assert sans(referee) == "e4 e5 Nf3 Nc6 Bb5"
    assert (referee.left_ns(WHITE), referee.left_ns(BLACK)) == times
    assert [referee.game.completed(side) for side in (WHITE, BLACK)] == [3, 2]
    referee.command("resume")
    assert referee.game.clock.running is BLACK


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"moves": "Ba4"}, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4"),
        ({"moves": "b5a4 Nf6"}, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"),
        ({"from": "3", "moves": "Bc4 Bc5"}, "e4 e5 Nf3 Nc6 Bc4 Bc5"),
        ({"from": "3", "side": "black", "moves": "Nf6"}, "e4 e5 Nf3 Nc6 Bb5 Nf6"),
        ({"from": "3", "moves": "Bc4", "then": "replace"}, "e4 e5 Nf3 Nc6 Bc4 a6"),
        ({"from": "2", "moves": "a3 h6", "then": "keep"}, "e4 e5 a3 h6 Nf3 Nc6 Bb5 a6"),
        ({"from": "1", "moves": ""}, ""),
    ],
)
def test_insert_replace_and_drop(arguments: dict[str, str], expected: str) -> None:
    referee = paused()
    referee.command("set-moves", "sheets of both players", **arguments)
    assert sans(referee) == expected
    played = [node.san() for node in parsed(referee).mainline()]
    assert played == expected.split()


def test_kept_moves_keep_their_times_and_new_ones_have_none() -> None:
    referee = paused()
    before = [ply.clock_ns for ply in referee.game.plies]
    referee.command("set-moves", **{"from": "3", "moves": "Bc4", "then": "replace"})
    assert [ply.clock_ns for ply in referee.game.plies] == [*before[:4], None, before[5]]
    nodes = list(parsed(referee).mainline())
    assert [node.clock() is None for node in nodes] == [False] * 4 + [True, False]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"moves": "Ke3"}, "move 4 white: Ke3, expected a legal move there"),
        ({"moves": "--"}, "move 4 white: --, expected a legal move there"),
        ({"moves": "Ba4 0000"}, "move 4 black: 0000, expected a legal move there"),
        ({"from": "9"}, "from=9 white, expected a move up to 4 white"),
        ({"take-back": "7"}, "take-back=7, expected 0 to 6"),
        ({"from": "2", "moves": "Ke2", "then": "keep"}, "move 2 black: Nf3 of the record"),
        ({"moves": "Ba4", "then": "later"}, "then=later"),
        ({}, "nothing to change"),
    ],
)
def test_what_cannot_be_is_refused_whole(arguments: dict[str, str], said: str) -> None:
    referee = paused()
    game = referee.game
    facts = referee.command("set-moves", **arguments)
    assert said in refused(facts) and len(facts) == 1
    assert sans(referee) == "e4 e5 Nf3 Nc6 Bb5 a6" and referee.game.clock == game.clock


def test_repairs_need_standing_clocks_and_an_open_game() -> None:
    referee = Referee()
    assert "pause it first" in refused(referee.command("set-moves", moves="e4"))
    referee.resign(WHITE)
    assert "set its result aside first" in refused(referee.command("restore"))


def test_a_repetition_counts_by_the_corrected_record() -> None:
    referee = Referee()
    referee.play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", seconds(1))
    referee.command("pause")
    referee.command("set-moves", moves="Ng8")
    assert len(referee.game.positions) == 9
    assert referee.game.positions.count(referee.game.positions[-1]) == 3


def test_restore_waits_for_the_board_and_stops_the_clocks() -> None:
    referee = Referee()
    referee.play("e4", seconds(10))
    referee.doubt("position-differs", None, "h1 empty, R expected")
    referee.command("restore")
    assert (referee.game.restoring, referee.game.phase, referee.alerts()) == (True, "paused", [])
    referee.feed(BoardRestored(referee.now_ns))
    assert (referee.game.restoring, referee.game.phase) == (False, "paused")
    referee.command("resume")
    assert referee.game.clock.running is BLACK


def test_restore_to_an_earlier_position_takes_the_moves_off() -> None:
    referee = Referee()
    referee.play("e4 e5 Nf3", seconds(10))
    referee.command("restore", **{"take-back": "2"})
    assert sans(referee) == "e4" and referee.game.restoring


def test_the_arbiter_may_go_on_without_the_board() -> None:
    referee = paused()
    referee.command("restore")
    for name in ("resume", "start"):
        assert "or give a reason" in refused(referee.command(name))
    referee.command("resume", "a man is missing: a coin stands for it")
    assert not referee.game.restoring and referee.game.phase == "running"


def test_restore_to_the_position_before_a_move() -> None:
    referee = paused()
    referee.command("restore", **{"from": "2", "side": "black"})
    assert sans(referee) == "e4 e5 Nf3" and referee.game.restoring
    both = referee.command("restore", **{"from": "1", "take-back": "1"})
    assert "one of them" in refused(both)


def test_a_press_while_the_men_are_put_back_is_kept_and_completes_nothing() -> None:
    referee = Referee()
    referee.play("e4", seconds(10))
    referee.command("restore")
    game = referee.game
    for _ in range(3):
        referee.press(BLACK, seconds(1))
    referee.press(WHITE, seconds(1))
    assert [fact.side for fact in referee.of(PressedWhileRestoring)] == [BLACK, WHITE]
    assert (referee.game.presses, referee.game.clock) == (game.presses, game.clock)
    assert [referee.game.completed(side) for side in (WHITE, BLACK)] == [1, 0]


def test_a_later_move_of_the_player_completes_his_earlier_one() -> None:
    """6.2.1: e4 stood without its press; with White's next move on the record it is completed."""
    referee = Referee()
    referee.settle("e4", pressed=False)
    referee.command("pause")
    assert referee.game.completed(WHITE) == 0
    referee.command("set-moves", moves="e5 Nf3")
    assert [ply.completed for ply in referee.game.plies] == [True, True, True]
    assert [referee.game.completed(side) for side in (WHITE, BLACK)] == [2, 1]


def test_a_period_reached_by_the_record_comes_with_the_next_move() -> None:
    """2 moves in 1 min, then 5 min: Black's inserted second move leaves his time alone, his third brings 5:00."""
    referee = Referee("2/60:300")
    referee.play("e4 e5 Nf3", seconds(10))
    referee.command("pause")
    referee.command("set-moves", moves="Nc6")
    (ruled,) = referee.of(MovesRuled)
    assert ruled.what.endswith("Black gets the time of period 2 with the next move completed")
    assert referee.left_ns(BLACK) == seconds(50)
    referee.command("resume")
    referee.play("Bb5 a6", seconds(10))
    assert referee.left_ns(BLACK) == seconds(50 - 10 + 300)


def test_a_period_that_came_is_kept_and_never_comes_twice() -> None:
    """The same control, White's second move taken back and made again: 40 s + 5:00, then 10 s less."""
    referee = Referee("2/60:300")
    referee.play("e4 e5 Nf3", seconds(10))
    referee.command("pause")
    referee.command("set-moves", **{"take-back": "1"})
    (ruled,) = referee.of(MovesRuled)
    assert ruled.what.endswith("White keeps the time of period 2, which came at move 2")
    assert referee.left_ns(WHITE) == seconds(340)
    referee.command("resume")
    referee.play("Nc3", seconds(10))
    assert referee.left_ns(WHITE) == seconds(330)


def test_an_offer_stays_only_beside_its_own_move() -> None:
    referee = Referee()
    referee.play("e4", seconds(1))
    referee.offer(WHITE)
    referee.play("e5 Nf3", seconds(1))
    referee.offer(WHITE)
    referee.command("pause")
    referee.command("set-moves", **{"from": "2", "moves": "Nc3"})
    assert [offer.ply for offer in referee.game.offers] == [1]


def test_a_mate_on_the_corrected_record_ends_the_game() -> None:
    referee = paused("f3 e5 g4")
    referee.command("set-moves", moves="Qh4#")
    assert (referee.game.result, referee.game.termination) == ("0-1", "checkmate")
    assert "set its result aside first" in refused(referee.command("set-aside", what="record"))
    referee.command("set-aside")
    referee.command("set-aside", what="record")
    assert sans(referee) == "f3 e5 g4" and referee.game.clock.to_run is BLACK


def test_rulings_on_the_record_are_set_aside_one_after_the_other() -> None:
    referee = paused()
    start = referee.game
    referee.command("set-moves", **{"take-back": "3"})
    referee.command("set-position", fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    referee.command("set-aside", what="record")
    assert sans(referee) == "e4 e5 Nf3" and not referee.game.ruled_positions
    referee.command("set-aside", what="record")
    assert (referee.game.plies, referee.game.positions) == (start.plies, start.positions)
    assert referee.game.board == start.board and referee.game.clock == start.clock
    assert "no ruling" in refused(referee.command("set-aside", what="record"))


def test_a_ruling_followed_by_moves_is_not_set_aside() -> None:
    referee = paused()
    referee.command("set-moves", **{"take-back": "1"})
    referee.command("resume")
    referee.play("Nf6", seconds(1))
    referee.command("pause")
    referee.command("set-moves", moves="O-O")
    referee.command("set-aside", what="record")
    assert sans(referee) == "e4 e5 Nf3 Nc6 Bb5 Nf6"
    assert "moves were made since" in refused(referee.command("set-aside", what="record"))


def test_chess960_is_repaired_with_black_to_move() -> None:
    """King b1, rooks a1 and c1: the castling right outlives a position taken from the board."""
    fen = "rkr5/pppppppp/8/8/8/8/PPPPPPPP/RKR5 w CAca - 0 1"
    referee = Referee(start_fen=fen, chess960=True)
    referee.play("a3", seconds(1))
    referee.command("pause")
    ruled = chess.Board("rkr5/pppppppp/8/8/8/P7/1PPPPPPP/RKR5 b CAca - 0 1", chess960=True)
    placement = "".join(str(ruled.piece_at(square) or ".") for square in chess.SQUARES)
    referee.command("set-position", **{"from": "board", "placement": placement})
    assert referee.game.board.chess960 and referee.game.to_move is BLACK
    referee.command("resume")
    referee.play("O-O", seconds(1))
    assert referee.game.plies[-1].uci == "b8c8"
    assert [node.san() for node in parsed(referee).mainline()] == ["O-O"]


PLACEMENT = "....K..." + "....Q..." + "........" * 5 + "....k..."


def test_the_position_is_taken_from_the_board() -> None:
    referee = paused()
    facts = referee.command(
        "set-position", **{"from": "board", "to-move": "black", "placement": PLACEMENT}
    )
    assert not any(type(fact).__name__ == "CommandRefused" for fact in facts)
    assert referee.game.board.fen() == "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 4"
    assert len(referee.game.plies) == 6
    referee.command("resume")
    referee.play("Kd7", seconds(3))
    game = parsed(referee)
    assert game.headers["FEN"] == "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 4"
    assert [node.san() for node in game.mainline()] == ["Kd7"]
    assert "after e4 e5 Nf3 Nc6 Bb5 a6" in to_pgn(referee.game).replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, "no white king, no black king, empty"),
        ({"fen": "nonsense"}, "fen=nonsense"),
        ({"from": "board"}, "has not shown its men yet"),
        ({}, "expected from=board or fen="),
        ({"from": "board", "placement": "?" * 64}, "a1 shows something that is no chessman"),
    ],
)
def test_no_position_that_cannot_be(arguments: dict[str, str], said: str) -> None:
    assert said in refused(paused().command("set-position", **arguments))


def test_going_puts_the_arbiters_name_on_the_alert() -> None:
    referee = Referee()
    referee.doubt("illegal-move", BLACK)
    referee.command("going", id=str(referee.game.alerts[0].id))
    assert referee.game.alerts[0].going == "arbiter"
    assert "no such alert" in refused(referee.command("going", id="99"))


REPAIRS: list[tuple[str, dict[str, Any]]] = [
    ("set-moves", {"take-back": "1"}),
    ("set-moves", {"take-back": "2"}),
    ("set-moves", {"moves": "a3"}),
    ("set-moves", {"moves": "h6 h3"}),
    ("set-moves", {"from": "1", "moves": "d4"}),
    ("set-moves", {"from": "1", "moves": "Nh3 Nh6", "then": "keep"}),
    ("set-moves", {"from": "2", "moves": "Na3", "then": "replace"}),
    ("set-position", {"fen": "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"}),
    ("set-aside", {"what": "record"}),
    ("restore", {"take-back": "1"}),
    ("restore", {}),
]


def play_on(referee: Referee) -> None:
    """Somebody makes a move and the arbiter stops the clocks again."""
    referee.command("resume", "go on")
    moves = list(referee.game.board.legal_moves)
    if moves and referee.game.phase == "running":
        referee.play(referee.game.board.san(moves[0]), seconds(1))
    if referee.game.phase == "running":
        referee.command("pause")


@settings(max_examples=40, deadline=None)
@example([7, 5])  # moves put in before a position that was set: it falls with the plies behind them
@example([7, 4])
@given(st.lists(st.integers(0, len(REPAIRS)), max_size=12))
def test_after_any_repairs_the_pgn_and_a_replay_agree(steps: list[int]) -> None:
    referee = paused("e4 e5")
    times = sum(referee.left_ns(side) for side in (WHITE, BLACK))
    for step in steps:
        if step == len(REPAIRS):
            play_on(referee)
            times = sum(referee.left_ns(side) for side in (WHITE, BLACK))
            continue
        name, arguments = REPAIRS[step]
        referee.command(name, **arguments)
        assert sum(referee.left_ns(side) for side in (WHITE, BLACK)) == times
    game, live = parsed(referee), referee.game
    first = live.ruled_positions[-1][0] if live.ruled_positions else 0
    assert [node.san() for node in game.mainline()] == [ply.san for ply in live.plies[first:]]
    assert game.end().board().board_fen() == live.board.board_fen()
    assert [live.completed(side) for side in (WHITE, BLACK)] == [
        sum(ply.side is side and ply.completed for ply in live.plies) for side in (WHITE, BLACK)
    ]
    referee.restart()
    assert referee.game == live
