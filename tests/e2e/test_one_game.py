"""One game at one table with real processes at real speed: board bytes, button lines, pages, journal."""

import re
from io import StringIO
from pathlib import Path

import chess.pgn
import pytest

from tests.e2e.hall import Hall, eventually, hall, monotonic_ms

# Castling on both sides, en passant (move 3), captures by swap, and the kings to the centre.
MOVES = tuple("e4 e6 e5 d5 exd6 Bxd6 Nf3 Nf6 Be2 O-O O-O Nc6 d4 e5 dxe5 Nxe5 Nxe5 Bxe5".split(" "))
CLOCK_TOLERANCE_MS = 50


def set_up(table: Hall, *board: str) -> None:
    table.start_board(*board)
    table.start_table()
    eventually("a live board", lambda: table.status()["board_link"] == "live")


def play(table: Hall, moves: list[str] | tuple[str, ...]) -> list[int]:
    """Make these moves by hand and press after each; the instants of the presses, in milliseconds."""
    presses = []
    for number, move in enumerate(moves):
        plies = len(table.status()["san"])
        table.say(move)
        eventually(f"{move} on the board", lambda: table.status()["shown"])
        side = "white" if number % 2 == 0 else "black"
        presses.append(monotonic_ms())
        table.push(press=side)
        eventually(f"{move} settled", lambda: len(table.status()["san"]) > plies)  # noqa: B023
    return presses


def clocks_of(presses: list[int], start_ms: int) -> list[int]:
    """What each mover had left after his press, by the test's own arithmetic: G/10;+2."""
    left = {0: 602_000, 1: 602_000}
    since, clocks = start_ms, []
    for number, pressed in enumerate(presses):
        left[number % 2] += 2_000 - (pressed - since)
        clocks.append(left[number % 2])
        since = pressed
    return clocks


@pytest.mark.slow
def test_a_game_from_bytes_and_edges_to_a_pgn_that_equals_its_source(tmp_path: Path) -> None:
    """Issue 2 point 10: PGN equal to the source, every clock within 50 ms of the presses, 1-0 by the kings."""
    with hall(tmp_path) as table:
        set_up(table)
        table.start("web", "web", "--config", table.config)
        start_ms = monotonic_ms()
        table.push(arbiter="start")
        eventually("a running clock", lambda: table.status()["running"] == "white")
        presses = play(table, MOVES)
        table.say("kings 1-0")
        ended = eventually("the end", lambda: (s := table.status())["state"] == "ended" and s)
        assert (ended["result"], ended["termination"]) == ("1-0", "resignation")
        assert table.alerts() == ["result-by-kings"]
        assert ended["presses"] == ended["moves"] == [9, 9]

        pgn = table.run("replay", table.folder / "state", "--pgn").stdout
        game = chess.pgn.read_game(StringIO(pgn))
        assert game is not None and not game.errors
        assert [node.san() for node in game.mainline()] == list(MOVES)
        assert game.headers["Result"] == "1-0"
        clocks = [node.clock() for node in game.mainline()]
        for clock, expected_ms in zip(clocks, clocks_of(presses, start_ms), strict=True):
            assert clock is not None and abs(clock * 1000 - expected_ms) <= CLOCK_TOLERANCE_MS

        page = eventually("the page", lambda: "Bxe5" in (text := table.page("/")) and text)
        assert "&lt;b&gt;" in page and "<b>" not in page
        assert re.search(r"1.0", table.page("/clock"))
        audit = table.run("replay", table.folder / "state", "--audit")
        assert audit.returncode == 0, audit.stdout


@pytest.mark.slow
def test_a_table_killed_in_mid_game_comes_back_paused_with_its_times(tmp_path: Path) -> None:
    """Design 3: right to the last committed press; the running side loses no more than 1.2 s."""
    with hall(tmp_path) as table:
        set_up(table, "--rotated")
        table.push(arbiter="start")
        play(table, MOVES[:5])
        eventually("a second of thought", lambda: table.status()["black_ms"] < 600_000)
        before = table.status()
        table.kill("table")
        table.pipe.unlink(missing_ok=True)
        table.start_table()
        after = table.status()
        assert after["state"] == "paused" and after["running"] is None
        assert after["san"] == list(MOVES[:5])
        assert after["white_ms"] == before["white_ms"]
        assert 0 <= after["black_ms"] - before["black_ms"] <= 1_200
        assert table.alerts() == ["clock-restored"]
        eventually("the board again", lambda: table.status()["board_link"] == "live")
        done = table.run("command", "--config", table.config, "resume", "--reason", "power cut")
        assert done.returncode == 0, done.stderr
        table.say(MOVES[5])
        eventually("the reply on the board", lambda: table.status()["shown"])
        table.push(press="black")
        eventually("the reply", lambda: table.status()["san"] == list(MOVES[:6]))


@pytest.mark.slow
def test_a_cable_pulled_in_mid_game_costs_nothing(tmp_path: Path) -> None:
    """Field scenario 14: unplugged, two moves made meanwhile, plugged in again: both are taken over."""
    with hall(tmp_path) as table:
        set_up(table)
        table.push(arbiter="start")
        play(table, MOVES[:4])
        table.say("unplug")
        eventually("a lost board", lambda: table.status()["board_link"] == "lost")
        assert table.alerts() == ["board-lost"]
        for move, side in zip(MOVES[4:6], ("white", "black"), strict=True):
            table.say(move)
            eventually(f"{move} by the hands", lambda: f" {move}\n" in table.log("board"))  # noqa: B023
            table.push(press=side)
        table.say("plug")
        eventually("the moves made unseen", lambda: table.status()["san"] == list(MOVES[:6]))
        after = table.status()
        assert after["running"] == "white" and after["moves"] == after["presses"] == [3, 3]
        assert table.alerts() == []
        assert table.end("table") == 0  # SIGTERM: in good order
        assert "Traceback" not in table.log("table")


@pytest.mark.slow
def test_a_wrong_or_missing_port_leaves_the_table_up_and_saying_so(tmp_path: Path) -> None:
    """Issue 2, bad input: a running table stays up, says what is wrong, and goes on trying."""
    with hall(tmp_path) as table:
        table.start_table()
        missing = eventually("a word on the port", lambda: table.status()["board_detail"])
        assert table.status()["board_link"] == "lost" and str(table.board) in missing
        second = table.run("table", "--config", table.config)
        assert second.returncode == 2
        assert second.stderr.count("\n") == 1 and "in use" in second.stderr
        table.start_board()
        eventually("a live board", lambda: table.status()["board_link"] == "live")
