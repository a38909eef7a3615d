"""A repair with real processes: an illegal move confirmed, the board set right by hand, played on."""

from io import StringIO
from pathlib import Path

import chess.pgn
import pytest

from tests.e2e.hall import Hall, eventually, hall
from tests.e2e.scenes import after_e4_e5, knight_on_g3
from tests.e2e.test_one_game import play


def rule(table: Hall, *words: str) -> str:
    """A command to its end; what it said, refusal or not."""
    done = table.run("command", "--config", table.config, *words)
    return done.stdout + done.stderr


@pytest.mark.slow
def test_an_illegal_move_is_put_right_on_the_board_and_the_game_goes_on(tmp_path: Path) -> None:
    """7.5.1 and 7.5.5: G/10;+2 is rapid, so Black gets one minute; White's knight goes back and out again."""
    with hall(tmp_path) as table:
        after_e4_e5(table)
        knight_on_g3(table)
        eventually("the alert", lambda: "illegal-move" in table.alerts())
        before_ms = table.status()["black_ms"]
        assert rule(table, "illegal-move", "--reason", "knight to g3").startswith("done")
        waiting = table.status()
        assert (waiting["restoring"], waiting["state"], waiting["running"]) == (
            True,
            "paused",
            None,
        )
        assert waiting["illegal_moves"] == [1, 0]
        assert 0 <= before_ms + 60_000 - waiting["black_ms"] < 60_000
        assert "give a reason" in rule(table, "resume")
        table.say("lift g3")
        eventually("one square to go", lambda: len(table.status()["board_diff"]) == 1)
        assert table.status()["restoring"]
        table.say("put g1 N")
        eventually("the board is right", lambda: not table.status()["restoring"])
        assert rule(table, "resume").startswith("done")
        play(table, ["Nf3", "Nc6"])
        assert rule(table, "pause").startswith("done")
        refused = rule(table, "set-moves", "from=2", "moves=Ke3")
        assert "move 2 white: Ke3, expected a legal move there" in refused
        ruled = rule(table, "set-moves", "from=2", "side=black", "moves=Nf6", "--reason", "sheets")
        assert "from 2 black: Nf6" in ruled
        table.end("table")
        pgn = table.run("replay", tmp_path / "state", "--pgn").stdout
        game = chess.pgn.read_game(StringIO(pgn))
        assert game is not None and not game.errors
        nodes = list(game.mainline())
        assert [node.san() for node in nodes] == ["e4", "e5", "Nf3", "Nf6"]
        assert [node.clock() is None for node in nodes] == [False, False, False, True]
        audit = table.run("replay", tmp_path / "state", "--audit")
        assert audit.returncode == 0, audit.stdout
