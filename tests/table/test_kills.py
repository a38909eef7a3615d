"""A pulled plug: at least 500 kills without warning, and nothing committed is lost, nothing invented."""

import json
import subprocess
import sys
from pathlib import Path

import chess.pgn
import pytest

from tests.shared import shared_file

KILLS = 500
GAMES = 6
PLIES = 50  # long enough for two periods' worth of presses, short enough to be killed often


def real_games() -> list[str]:
    source = shared_file("games/world_matches.pgn")
    games: list[str] = []
    with source.open() as file:
        while len(games) < GAMES and (game := chess.pgn.read_game(file)) is not None:
            games.append(" ".join(move.uci() for move in list(game.mainline_moves())[:PLIES]))
    return games


@pytest.mark.slow
def test_five_hundred_kills_lose_no_committed_move_and_invent_none() -> None:
    """Issue 2 point 7: kills at random moments, between commit and reading, and inside a reading."""
    farm = subprocess.run(
        [sys.executable, "-m", "tests.table.kill_farm", str(KILLS), "20191125", *real_games()],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert farm.returncode == 0, farm.stderr[-2000:]
    tally = json.loads(farm.stdout)
    faults = tally.pop("faults")
    print(tally)
    assert faults[:5] == []
    assert tally["kills"] >= KILLS
    assert min(tally["by_point"].get(point, 0) for point in ("time", "commit", "reading")) > 50
    assert tally["restored_from_reading"] > 0
