"""The arbiter's repairs: restore, set-moves, set-position. Times stay; counts and the side to move follow the record."""

import io
from typing import Any

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockd.feeds.pgn import to_pgn
from clockd.game.inputs import BoardRestored
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
    referee.command("resume")
    assert not referee.game.restoring and referee.game.phase == "running"


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


REPAIRS: list[dict[str, Any]] = [
    {"take-back": "1"},
    {"take-back": "2"},
    {"moves": "a3"},
    {"moves": "h6 h3"},
    {"from": "1", "moves": "d4"},
    {"from": "1", "moves": "Nh3 Nh6", "then": "keep"},
    {"from": "2", "moves": "Na3", "then": "replace"},
]


@settings(max_examples=40)
@given(st.lists(st.integers(0, len(REPAIRS)), max_size=12))
def test_after_any_repairs_the_pgn_and_a_replay_agree(steps: list[int]) -> None:
    referee = paused("e4 e5")
    for step in steps:
        if step < len(REPAIRS):
            referee.command("set-moves", **REPAIRS[step])
            continue
        referee.command("resume")
        moves = list(referee.game.board.legal_moves)
        if moves and referee.game.phase == "running":
            referee.play(referee.game.board.san(moves[0]), seconds(1))
        if referee.game.phase == "running":
            referee.command("pause")
    game = parsed(referee)
    assert [node.san() for node in game.mainline()] == [ply.san for ply in referee.game.plies]
    assert game.end().board().board_fen() == referee.game.board.board_fen()
    live = referee.game
    referee.restart()
    assert referee.game == live
