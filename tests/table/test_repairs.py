"""The arbiter's repairs at a table with a board: nothing is a move meanwhile, and reading goes on from the ruling."""

from typing import Any

import chess

from clockd.game.facts import CommandRefused
from clockd.game.inputs import CommandGiven, TableRestarted
from clockd.game.record import facts_of
from clockd.game.ruling_facts import PositionRestored, PressedWhileRestoring
from clockd.ports import BLACK, WHITE, BoardSeen, SquareChanged
from clockd.sim.virtual_table import VirtualTable
from clockd.table.view import snapshot
from clockd.units import milliseconds
from tests.table.board_play import BoardPlay, differences


class Repaired(BoardPlay):
    """A game with an arbiter beside it."""

    def command(self, second: float, name: str, reason: str = "", **arguments: str) -> None:
        given = CommandGiven(
            self.at(second), f"{name}-{second}", name, "arbiter", tuple(arguments.items()), reason
        )
        self.table.put(given)
        self.run(second)

    def square(self, second: float, name: str, piece: str | None) -> None:
        self.table.put(SquareChanged(self.at(second), chess.parse_square(name), piece))
        self.run(second)

    def sans(self) -> list[str]:
        return [ply.san for ply in self.game.plies]

    def facts(self, kind: type[Any]) -> list[Any]:
        every = [fact for record in self.table.records for fact in facts_of(record.content)]
        return [fact for fact in every if isinstance(fact, kind)]

    def shown(self) -> dict[str, Any]:
        return snapshot(self.table.table.frame(), self.table.now_ns, 3, 0, "stand-alone")


def pressed_illegally() -> Repaired:
    """1. e4 e5, then Ng1-g3 and White's press."""
    play = Repaired()
    play.play(10, "e4")
    play.play(20, "e5")
    play.square(30, "g1", None)
    play.square(31, "g3", "N")
    play.press(32, WHITE)
    play.run(34)
    return play


def test_a_pawn_left_on_the_last_rank_is_ruled_a_queen_and_put_there() -> None:
    """7.5.2: 5. axb8 without a piece, pressed; the move stands, Black has his time and takes the queen."""
    play = Repaired()
    for number, san in enumerate("a4 b5 axb5 a6 bxa6 e6 a7 e5".split()):
        play.play(10 * number + 10, san)
    play.square(90, "b8", None)
    play.square(90.5, "a7", None)
    play.square(91, "b8", "P")
    play.press(92, WHITE)
    play.run(95)
    assert play.alerts() == ["illegal-move"]
    play.command(96, "illegal-move", queen="axb8")
    assert play.sans()[-1] == "axb8=Q" and play.alerts() == []
    assert [each["square"] for each in play.shown()["board_diff"]] == ["b8"]
    play.square(98, "b8", None)
    play.square(99, "b8", "Q")
    assert not play.game.restoring
    play.command(100, "resume")
    assert play.game.clock.running is BLACK
    play.board.push_san("axb8=Q")
    play.play(110, "Rxb8")
    play.run(115)
    assert play.sans()[-1] == "Rxb8" and play.alerts() == []
    assert differences(play.table) == []


def test_an_illegal_position_is_restored_and_the_game_goes_on() -> None:
    play = pressed_illegally()
    assert play.alerts() == ["illegal-move"]
    play.command(40, "restore")
    assert (play.game.restoring, play.game.phase, play.alerts()) == (True, "paused", [])
    assert play.shown()["board_diff"] == [
        {"square": "g1", "seen": None, "expected": "N"},
        {"square": "g3", "seen": "N", "expected": None},
    ]
    play.square(42, "g3", None)
    play.press(42.5, BLACK)
    play.press(43, BLACK)
    assert play.shown()["restoring"] and len(play.shown()["board_diff"]) == 1
    play.square(44, "g1", "N")
    (restored,) = play.facts(PositionRestored)
    assert restored.at_ns == play.at(44) and not play.shown()["board_diff"]
    assert [fact.side for fact in play.facts(PressedWhileRestoring)] == [BLACK]
    play.command(50, "resume")
    play.play(60, "Nf3")
    play.play(70, "Nc6")
    play.run(75)
    assert play.sans() == ["e4", "e5", "Nf3", "Nc6"] and differences(play.table) == []


def test_what_hands_do_while_an_earlier_position_is_set_up_is_no_move() -> None:
    play = Repaired()
    play.play(10, "e4")
    play.play(20, "e5")
    play.play(30, "Nf3")
    play.run(35)
    play.command(40, "restore", "", **{"from": "1", "side": "black"})
    for second, name, piece in (
        (41.0, "f3", None),
        (42.0, "g1", "N"),
        (43.0, "e5", None),
        (44.0, "e6", "p"),
        (50.0, "e6", None),
        (51.0, "e7", "p"),
    ):
        assert play.game.restoring, second
        play.square(second, name, piece)
    assert not play.game.restoring and play.sans() == ["e4"]
    play.command(60, "resume")
    play.board = play.game.board.copy()
    play.play(70, "c5")
    play.run(75)
    assert play.sans() == ["e4", "c5"] and differences(play.table) == []


def test_a_corrected_move_is_read_on_from() -> None:
    """The record says 2. Nf3; both players say 2. Nc3, which the board shows."""
    play = Repaired()
    play.play(10, "e4")
    play.play(20, "e5")
    play.play(30, "Nf3")
    play.run(35)
    play.command(36, "pause")
    for name, piece in (("f3", None), ("g1", "N"), ("b1", None), ("c3", "N")):
        play.square(37, name, piece)
    play.command(40, "set-moves", "both sheets", **{"from": "2", "moves": "Nc3"})
    play.command(41, "resume")
    play.board = play.game.board.copy()
    play.play(50, "Nf6")
    play.run(55)
    assert play.sans() == ["e4", "e5", "Nc3", "Nf6"] and play.alerts() == []


def test_a_position_from_the_board_with_black_to_move_is_read_on_from() -> None:
    play = Repaired()
    play.command(5, "pause")
    men = "....K..." + "...P...." + "........" * 4 + "...p...." + "....k..."
    play.table.put(BoardSeen(play.at(6), men))
    play.run(7)
    play.command(8, "set-position", "as agreed", **{"from": "board", "to-move": "black"})
    assert play.facts(CommandRefused) == []
    play.command(9, "resume")
    play.board = play.game.board.copy()
    play.play(20, "d5")
    play.play(30, "d4")
    play.run(35)
    assert play.sans() == ["d5", "d4"] and differences(play.table) == []
    assert play.game.board.fen() == "4k3/8/8/3p4/3P4/8/8/4K3 b - - 0 2"


def test_chess960_goes_on_from_a_ruling_with_its_castling() -> None:
    """King f1, rooks a1 and h1; after a repair White castles by king to h1's rook, g1 and f1."""
    fen = "rnqbnkbr/pppppppp/8/8/8/8/PPPPPPPP/RNQBNKBR w HAha - 0 1"
    play = Repaired(start_fen=fen, chess960=True)
    start = chess.Board(fen, chess960=True)
    play.board = start.copy()
    placement = "".join(str(start.piece_at(square) or ".") for square in chess.SQUARES)
    play.table.put(BoardSeen(play.at(1), placement))
    play.run(2)
    play.play(10, "f3")
    play.play(20, "f6")
    play.run(25)
    play.command(30, "pause")
    play.command(31, "set-moves", "Bf2 was forgotten", moves="Bf2 Bf7")
    play.command(32, "restore")
    for second, name, piece in (
        (33.0, "g1", None),
        (34.0, "f2", "B"),
        (35.0, "g8", None),
        (36.0, "f7", "b"),
    ):
        play.square(second, name, piece)
    assert not play.game.restoring
    play.command(40, "resume")
    play.board = play.game.board.copy()
    play.play(50, "O-O")
    play.run(55)
    assert play.game.plies[-1].uci == "f1h1" and play.alerts() == []


def test_a_restart_in_the_middle_waits_for_the_position_still() -> None:
    play = pressed_illegally()
    play.command(40, "restore")
    before = len(play.table.records)
    again = VirtualTable(play.game, before, before)
    again.put(TableRestarted(milliseconds(1)))
    again.run_until(milliseconds(2))
    assert again.game.restoring and again.game.phase == "paused"
    right = again.table.expected_placement()
    again.run([BoardSeen(milliseconds(10), right.replace("N", ".", 1))])
    assert again.game.restoring
    again.run([BoardSeen(milliseconds(20), right)])
    assert (again.game.restoring, again.game.phase) == (False, "paused")


def test_only_the_board_says_what_the_board_shows() -> None:
    """A command that brings a placement of its own finds that the board has shown none."""
    before = Repaired()
    again = VirtualTable(before.game, len(before.table.records), 0)
    again.put(
        TableRestarted(milliseconds(1)),
        CommandGiven(
            milliseconds(2),
            "forged",
            "set-position",
            "arbiter",
            (("from", "board"), ("placement", before.table.table.expected_placement())),
            "a placement of my own",
        ),
    )
    again.run_until(milliseconds(5))
    refusals = [
        fact
        for record in again.records
        for fact in facts_of(record.content)
        if isinstance(fact, CommandRefused)
    ]
    assert len(refusals) == 1 and "has not shown" in refusals[0].why
