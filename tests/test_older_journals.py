"""A journal written by an older version opens: the same game, the same clocks, no difference under today's rules.

Each folder of `tests/fixtures` is a state folder as that version left it: every later one reads it.
"""

import shutil
from pathlib import Path

import pytest

from clockd.cli import run
from clockd.ports import SIDES
from clockd.table.host import open_state
from clockd.units import to_ms

FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("journal_*"))
MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"


@pytest.fixture(params=FIXTURES, ids=lambda folder: folder.name)
def state(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy: opening writes beside it."""
    folder = tmp_path / "state"
    shutil.copytree(request.param, folder)
    return folder


def test_a_table_finds_the_game_as_it_was(state: Path) -> None:
    opened = open_state(state)
    game = opened.game
    assert " ".join(ply.san for ply in game.plies) == MOVES
    assert (game.result, game.termination) == ("1-0", "resignation")
    assert [to_ms(game.clock.hand(side).remaining_ns) for side in SIDES] == [5_505_000, 5_505_000]
    opened.journal.close()


def test_it_is_replayed_and_audits_clean(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(state), "--pgn"]) == 0
    pgn = capsys.readouterr().out
    assert pgn.count("%clk") == 8 and "{(=)}" in pgn and "4. Ba4 {[%clk 1:31:45.000]}" in pgn
    assert run(["replay", str(state), "--audit"]) == 0
    assert '"differences":0' in capsys.readouterr().out.splitlines()[-1]
