"""`clockd scoresheet check` as interfaces.md section 4 promises it, key by key."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PGN = '[Event "x"]\n\n1. e4 {[%clk 0:04:00]} e5 2. Nf3 {(=)} Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n'


def check(
    tmp_path: Path, sheet: str | bytes, *options: str, pgn: str = PGN
) -> tuple[int, str, str]:
    (tmp_path / "game.pgn").write_text(pgn)
    content = sheet if isinstance(sheet, bytes) else sheet.encode()
    (tmp_path / "sheet.txt").write_bytes(content)
    files = ["--game", str(tmp_path / "game.pgn"), "--sheet", str(tmp_path / "sheet.txt")]
    command = [sys.executable, "-m", "clockd", "scoresheet", "check", *files, *options]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return run.returncode, run.stdout, run.stderr


def test_a_true_sheet_is_status_0_and_one_line(tmp_path: Path) -> None:
    status, out, _ = check(tmp_path, "1 e4 e5 2 Sf3(=) Sc6 3 Lb5 a6 4 La4 Sf6", "--language", "de")
    assert status == 0
    assert json.loads(out) == {"end": True, "moves_checked": 8, "findings": 0, "behind_plies": 0}


def test_findings_are_status_1_with_every_key(tmp_path: Path) -> None:
    status, out, _ = check(tmp_path, "1 e4 e5 2 Nf3 Nf6 3 Bb5 a6", "--side", "white")
    assert status == 1
    assert [json.loads(line) for line in out.splitlines()] == [
        {"move": 2, "side": "white", "written": "Nf3", "played": "Nf3", "kind": "offer-missing"},
        {"move": 2, "side": "black", "written": "Nf6", "played": "Nc6", "kind": "wrong"},
        {"end": True, "moves_checked": 6, "findings": 2, "behind_plies": 2},
    ]


def test_under_five_minutes_without_increment_he_need_not_write(tmp_path: Path) -> None:
    """Laws 8.4, by the game's own clock times; with 30 s a move he must (both championships)."""
    assert check(tmp_path, "1 e4", "--side", "white")[0] == 1
    assert check(tmp_path, "1 e4", "--side", "white", "--control", "40/7200:3600")[0] == 0
    assert check(tmp_path, "1 e4", "--side", "white", "--control", "90/40+30+30")[0] == 1


@pytest.mark.parametrize(
    ("sheet", "options", "said"),
    [
        (b"e4\n\xff\xfe", (), "sheet.txt:2: not UTF-8"),
        (b"e4\n\x00", (), "sheet.txt:2: a control character"),
        (b"e4", ("--language", "xx"), "invalid choice: 'xx'"),
        (b"e4", ("--control", "soon"), "--control"),
        (b"e4", ("--sheet", "/nowhere/at/all"), "/nowhere/at/all: No such file"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path, sheet: bytes, options: tuple[str, ...], said: str
) -> None:
    status, out, err = check(tmp_path, sheet, *options)
    assert (status, out, err.count("\n")) == (2, "", 1) and said in err


@pytest.mark.parametrize("pgn", ["", "hello", '[Event "x"]\n\n1. e4 e5 2. Ke3 *\n'])
def test_a_game_that_is_none_is_one_line(tmp_path: Path, pgn: str) -> None:
    status, out, err = check(tmp_path, "e4", pgn=pgn)
    assert (status, out, err.count("\n")) == (2, "", 1) and "game.pgn" in err
