"""PGN out of the game: read back by another program it is the same game with the same clocks."""

import io
import re
from dataclasses import replace
from typing import Any

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.feeds.pgn import LINE_WIDTH, to_pgn
from clockd.game.pairing import Player
from clockd.game.state import Game
from clockd.ports import BLACK, WHITE
from clockd.units import milliseconds, seconds
from tests.game.referee import Referee

NAMES = [
    "Ørn, Åse",
    "Çelik, Ğüneş",
    "Жук, Ия",
    'O"Brien \\ "x"',
    "{(=)} [%clk 0:00:01] 1-0",
    "a\nb\t]",
]


def read_back(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    return game


def named(game: Game, white: str, **others: Any) -> Game:
    assert game.pairing is not None
    return replace(game, pairing=replace(game.pairing, white=Player(white), **others))


def played(moves: str = "e4 e5 Nf3 Nc6 Bb5 a6", **others: Any) -> Referee:
    referee = Referee(**others)
    referee.play(moves, seconds(12) + milliseconds(345))
    return referee


def test_the_moves_and_every_clock_come_back() -> None:
    """Interfaces 6: [%clk h:mm:ss.mmm] on every ply; 12.345 s a move, 30 s added."""
    referee = played()
    back = read_back(to_pgn(referee.game, "2019.07.11", "Saint Louis"))
    nodes = list(back.mainline())
    assert [node.move.uci() for node in nodes] == [ply.uci for ply in referee.game.plies]
    for node, ply in zip(nodes, referee.game.plies, strict=True):
        assert node.clock() == pytest.approx((ply.clock_ns or 0) / seconds(1), abs=1e-9)
    assert nodes[0].comment == "[%clk 1:30:47.655]"
    assert nodes[4].clock() == pytest.approx(5_430 + 3 * (30 - 12.345))


def test_the_tags_of_the_export_form_in_their_order() -> None:
    """PGN 8.1: the seven tags first, in this order."""
    referee = played(event="U.S. Senior", round=3, board=2)
    back = read_back(to_pgn(referee.game, "2019.07.11", "Saint Louis"))
    assert list(back.headers)[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert dict(back.headers) | {
        "Event": "U.S. Senior", "Site": "Saint Louis", "Date": "2019.07.11", "Round": "3",
        "White": "Anna", "Black": "Bert", "Result": "*", "Board": "2",
        "TimeControl": "40/5400+30:1800+30", "PlyCount": "6",
    } == dict(back.headers)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_hostile_and_foreign_names_come_back(name: str) -> None:
    """Field scenario 17; nothing a name holds can end the tag or the line."""
    back = read_back(to_pgn(named(played().game, name)))
    expected = "".join(char if char.isprintable() else " " for char in name)
    # This reader hands out the escapes of PGN 7 ("string token") as they stand.
    assert re.sub(r"\\(.)", r"\1", back.headers["White"]) == expected
    assert len(list(back.mainline())) == 6


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_name_and_no_event_breaks_the_game(name: str, event: str) -> None:
    text = to_pgn(named(_GAME, name, event=event))
    back = read_back(text)
    assert len(list(back.mainline())) == 6
    assert all(line == "" or line.startswith("[") for line in text.split("\n\n")[0].split("\n"))


_GAME = played().game


def test_no_line_is_too_long_and_no_comment_is_broken_over_lines() -> None:
    """PGN 8.2: export width; a reader that looks for [%clk] line by line finds every one."""
    referee = Referee()
    referee.shuffle(100)
    referee.offer(WHITE)
    movetext = to_pgn(referee.game).split("\n\n")[1]
    lines = movetext.split("\n")
    assert max(map(len, lines)) <= LINE_WIDTH
    assert sum(len(re.findall(r"\{\[%clk \d:\d\d:\d\d\.\d{3}\]\}", line)) for line in lines) == 100
    for line in lines:
        assert line.count("{") == line.count("}")


@pytest.mark.parametrize(
    ("result", "written"),
    [
        ("1-0", "1-0"),
        ("0-1", "0-1"),
        ("1/2-1/2", "1/2-1/2"),
        ("0-0", "*"),
        ("1/2-0", "*"),
        ("0-1/2", "*"),
    ],
)
def test_a_ruling_that_pgn_has_no_word_for_stands_in_a_tag(result: str, written: str) -> None:
    referee = played()
    referee.command("result", result=result)
    text = to_pgn(referee.game)
    back = read_back(text)
    assert (back.headers["Result"], text.rstrip().endswith(f" {written}")) == (written, True)
    assert back.headers.get("RulingResult") == (None if result == written else result)
    assert back.headers["Termination"] == "ruling"


def test_an_armageddon_says_who_won_the_match() -> None:
    referee = Referee("W300-B240", draw_odds=BLACK, stage="armageddon", game=1)
    referee.play("Nf3 Nf6 Ng1 Ng8 " * 4)
    headers = read_back(to_pgn(referee.game)).headers
    assert (headers["Result"], headers["MatchWinner"]) == ("1/2-1/2", "black")
    assert (headers["TimeControl"], headers["Stage"]) == ("W300-B240", "armageddon game 1")


def test_offers_stand_after_the_offering_side_s_move() -> None:
    """Interfaces 4; refused ones too (8.1.5)."""
    referee = Referee(regulations=(("no-agreed-draw-before-move", 30),))
    referee.offer(WHITE)
    referee.play("e4 e5")
    referee.offer(BLACK)
    referee.play("Nf3")
    text = " ".join(to_pgn(referee.game).split("\n\n")[1].split())
    assert text.startswith("{(=)} 1. e4 {[%clk")
    assert "e5 {[%clk 1:30:59.000]} {(=)} 2. Nf3" in text
    assert text.count("(=)") == 2
    assert [node.comment for node in read_back(to_pgn(referee.game)).mainline()][1].endswith("(=)")


@pytest.mark.parametrize(
    "fen", ["4k3/8/8/8/8/8/4P3/4K3 b - - 3 40", "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40"]
)
def test_another_start_comes_back_with_its_numbers(fen: str) -> None:
    referee = Referee(start_fen=fen)
    referee.play("Kd7 e4" if " b " in fen else "e4 Kd7")
    text = to_pgn(referee.game)
    back = read_back(text)
    assert back.headers["FEN"] == fen
    assert [node.move.uci() for node in back.mainline()] == [ply.uci for ply in referee.game.plies]
    first, second = ("40... Kd7", "41. e4") if " b " in fen else ("40. e4", "40... Kd7")
    assert 0 < text.index(first) < text.index(second)


def test_a_chess960_game_comes_back() -> None:
    fen = "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w HBhb - 0 1"
    referee = Referee(start_fen=fen, chess960=True)
    referee.play("Ng3 Ng6 O-O")
    back = read_back(to_pgn(referee.game))
    assert back.headers["Variant"] == "Chess960"
    assert back.end().board().board_fen() == referee.game.board.board_fen()


def test_an_unpressed_last_move_shows_what_the_mover_has() -> None:
    referee = played("e4")
    referee.wait(seconds(5))
    referee.settle("e5", pressed=False)
    nodes = list(read_back(to_pgn(referee.game)).mainline())
    assert nodes[1].clock() == 5_430


def test_a_game_without_moves_is_a_game() -> None:
    referee = Referee()
    referee.command("forfeit", side="black")
    back = read_back(to_pgn(referee.game))
    assert (back.headers["Result"], back.headers["Termination"]) == ("1-0", "default-time")
    assert back.headers["PlyCount"] == "0"
