"""A session at a virtual board, typed and by itself, in virtual time; nothing is served on a terminal here."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, cast

import chess
import pytest

from clockd.errors import BadInput
from clockd.ports import START_PLACEMENT
from clockd.sim.board_session import HELP_TEXT, BoardSession, Script, chess_placement
from clockd.sim.button_line import ButtonLine
from clockd.sim.desk import Desk
from clockd.sim.hand_levels import CLEAN
from clockd.units import seconds
from drivers.dgt_frames import UPDATES
from drivers.dgt_pty import PtyServer
from drivers.dgt_simulator import VirtualBoard
from drivers.dgt_simulator_clock import AttachedClock


class FakeServer:
    """A served board without a terminal."""

    def __init__(self) -> None:
        self.board = VirtualBoard(START_PLACEMENT)
        self.now_ns = 0
        self.link = Path("board")
        self.cable: list[str] = []

    @contextmanager
    def at(self) -> Iterator[tuple[VirtualBoard, int]]:
        yield self.board, self.now_ns

    def unplug(self) -> None:
        self.cable.append("out")

    def plug(self) -> None:
        self.cable.append("in")


class FakeButtons:
    def __init__(self) -> None:
        self.pushed: list[dict[str, Any]] = []
        self.connected = True
        self.next_deadline_ns = None

    def push(self, written: dict[str, Any], at_ns: int) -> None:
        self.pushed.append(dict(written))

    def flush(self, now_ns: int) -> list[str]:
        return []


class Sitting:
    """A session with its surroundings."""

    def __init__(self, buttons: FakeButtons | None = None) -> None:
        self.server, self.buttons, self.said = FakeServer(), buttons, list[str]()
        self.desk = Desk(chess.Board(), Random(1), CLEAN)
        self.session = BoardSession(
            self.desk,
            cast(PtyServer, self.server),
            cast(ButtonLine, buttons) if buttons else None,
            self.said.append,
        )

    def run(self, duration_ns: int) -> None:
        end_ns = self.server.now_ns + duration_ns
        while (due_ns := self.session.next_deadline_ns) is not None and due_ns <= end_ns:
            self.server.now_ns = max(self.server.now_ns, due_ns)
            self.session.wake(self.server.now_ns)
        self.server.now_ns = end_ns

    def type(self, line: str) -> None:
        self.session.obey(line, self.server.now_ns)
        self.run(seconds(10))


def test_typed_moves_in_san_and_uci() -> None:
    sitting = Sitting()
    for text in ("e2e4", "e5", "Nf3", "b8c6", "f1b5", "a6", "Bxc6", "dxc6", "O-O"):
        sitting.type(text)
    assert sitting.server.board.placement == chess_placement(sitting.desk.position)
    assert sitting.said[0] == "1. e4" and sitting.said[-1] == "5. O-O"


def test_single_men_and_the_picture() -> None:
    sitting = Sitting()
    sitting.type("lift e2")
    sitting.type("put e4 P")
    sitting.type("show")
    assert sitting.server.board.placement[chess.E4] == "P"
    assert sitting.said[-1].splitlines()[4] == "4 . . . . P . . ."
    sitting.type("new")
    assert sitting.server.board.placement == START_PLACEMENT


def test_the_cable_and_the_power() -> None:
    sitting = Sitting()
    sitting.server.board.receive(UPDATES, 0)
    for line in ("unplug", "plug", "power", "help"):
        sitting.type(line)
    assert sitting.server.cable == ["out", "in"] and sitting.server.board.mode == b""
    assert sitting.said[-1] == HELP_TEXT


def test_the_kings() -> None:
    sitting = Sitting()
    sitting.type("kings 0-1")
    assert sitting.server.board.placement[chess.D4] == "K"
    assert sitting.server.board.placement[chess.E5] == "k"


def test_buttons_by_hand_and_after_each_move() -> None:
    sitting = Sitting(FakeButtons())
    for line in ("start", "e4", "press black", "draw white", "resign black", "pause", "resume"):
        sitting.type(line)
    assert sitting.buttons and sitting.buttons.pushed == [
        {"arbiter": "start"},
        {"press": "white"},
        {"press": "black"},
        {"draw": "white"},
        {"resign": "black"},
        {"arbiter": "pause"},
        {"arbiter": "resume"},
    ]


def test_lines_typed_at_once_are_done_one_after_another() -> None:
    """As pasted: each press comes when its move has been made, the kings when all moves have."""
    sitting = Sitting(FakeButtons())
    for line in ("start", "e4", "d5", "exd5", "draw black", "lift d5", "put d5 P", "kings 1-0"):
        sitting.session.obey(line, 0)
    sitting.run(seconds(60))
    assert sitting.buttons and sitting.buttons.pushed == [
        {"arbiter": "start"},
        {"press": "white"},
        {"press": "black"},
        {"press": "white"},
        {"draw": "black"},
    ]
    placement = sitting.server.board.placement
    assert placement[chess.E4] + placement[chess.D5] == "Kk" and placement.count("P") == 7


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("e5", "'e5' is no legal move of White's and no command; `help` lists them"),
        ("--", "'--' is no legal move"),
        ("0000", "'0000' is no legal move"),
        ("castle kingside", "expected a move or a command"),
        ("lift", "expected a move or a command"),
        ("lift e9", "'e9', expected a square from a1 to h8"),
        ("put e4 X", "'X', expected a man's FEN letter"),
        ("put e4 PP", "'PP', expected a man's FEN letter"),
        ("kings 2-0", "'2-0', expected 1-0 or 0-1 or 1/2-1/2"),
        ("press white", "press: no buttons here, expected the option --buttons PATH"),
        ("start", "arbiter: no buttons here"),
    ],
)
def test_a_wrong_line_says_what_was_expected(line: str, error: str) -> None:
    with pytest.raises(BadInput) as caught:
        Sitting().type(line)
    assert error in str(caught.value)


def script(*sans: str, result: str, by_kings: bool = False) -> Script:
    board = chess.Board()
    moves = [board.push_san(san) for san in sans]
    return Script(moves, seconds(2), result, by_kings)


def test_a_game_by_itself_waits_until_the_board_is_read() -> None:
    sitting = Sitting(FakeButtons())
    sitting.session.begin(script("e4", "e5", result="1-0"), 0)
    sitting.run(seconds(60))
    assert sitting.said == []
    sitting.server.board.receive(UPDATES, sitting.server.now_ns)
    sitting.run(seconds(30))
    assert sitting.said == ["the arbiter starts the clock", "1. e4", "1... e5", "black resigns"]
    assert sitting.buttons and sitting.buttons.pushed == [
        {"arbiter": "start"},
        {"press": "white"},
        {"press": "black"},
        {"resign": "black"},
    ]
    assert sitting.session.finished


def test_a_drawn_game_ends_by_the_kings_if_so_wished() -> None:
    sitting = Sitting(FakeButtons())
    sitting.server.board.receive(UPDATES, 0)
    sitting.session.begin(script("e4", "e5", result="1/2-1/2", by_kings=True), 0)
    sitting.run(seconds(60))
    assert sitting.said[-1] == "kings on the centre: 1/2-1/2"
    assert sitting.server.board.placement[chess.E4] == "K"


def test_a_mate_needs_no_signal() -> None:
    sitting = Sitting(FakeButtons())
    sitting.server.board.receive(UPDATES, 0)
    sitting.session.begin(script("f3", "e5", "g4", "Qh4#", result="0-1"), 0)
    sitting.run(seconds(60))
    assert sitting.said[-1] == "the game is over: 0-1"
    assert sitting.buttons and {"resign": "white"} not in sitting.buttons.pushed


def test_two_moves_never_overlap_however_fast_the_pace() -> None:
    """Pace 0: the next hand comes 0.3 s after the press at the earliest."""
    sitting = Sitting()
    sitting.server.board.receive(UPDATES, 0)
    game = script("e4", "e5", "Nf3", "Nc6", result="*")
    sitting.session.begin(Script(game.moves, 0, "*", True), 0)
    for _ in range(400):
        sitting.run(seconds(1) // 10)
        assert len(sitting.desk._plan) <= 4
    assert sitting.server.board.placement == chess_placement(sitting.desk.position)
    assert sitting.said[-1] == "the game is over: *"


def test_the_lever_of_an_attached_clock() -> None:
    sitting = Sitting()
    with pytest.raises(BadInput, match="lever: no clock here, expected the option --clock"):
        sitting.session.obey("lever", 0)
    sitting.server.board.clock = clock = AttachedClock()
    sitting.session.obey("lever", 0)
    assert clock.right_high
