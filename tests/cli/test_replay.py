"""`clockd replay`: PGN, facts and audit of a state folder, also while a table writes to it."""

import io
import json
from pathlib import Path

import chess.pgn
import pytest

from clockd.cli import run
from clockd.game.facts import GameEnded
from clockd.game.record import facts_of
from clockd.journal import FILE_NAME, Journal
from tests.table.journals import bent, folder_of, two_games


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return folder_of(tmp_path / "state", two_games().records)


def test_the_current_game_as_pgn(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(state)]) == 0
    plain = capsys.readouterr().out
    assert run(["replay", str(state), "--pgn"]) == 0
    assert capsys.readouterr().out == plain
    game = chess.pgn.read_game(io.StringIO(plain))
    assert game is not None
    assert (game.headers["Round"], game.headers["Date"]) == ("2", "2026.01.01")
    assert [node.clock() for node in game.mainline()] == [299.0, 299.0, 298.0]


def test_a_named_game(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(state), "--game", "open-r1-b1"]) == 0
    assert '[Result "0-1"]' in capsys.readouterr().out


def test_facts_are_json_lines_with_their_record(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(state), "--facts"]) == 0
    facts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert facts[0]["type"] == "GamePaired"
    assert [fact["san"] for fact in facts if fact["type"] == "MovePlayed"] == ["d4", "d5", "c4"]
    assert [fact["seq"] for fact in facts] == sorted(fact["seq"] for fact in facts)


def test_a_clean_audit_is_a_yes(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(state), "--audit"]) == 0
    last = json.loads(capsys.readouterr().out)
    assert (last["end"], last["differences"]) == (True, 0)
    assert last["records"] == len(two_games().records)


def test_an_audit_with_differences_is_a_no(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = two_games().records
    for number, record in enumerate(records):
        facts = facts_of(record.content)
        if isinstance(facts[-1], GameEnded):
            records[number] = bent(record, facts[:-1])
    assert run(["replay", str(folder_of(tmp_path / "bent", records)), "--audit"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["today"][-1]["type"] == "GameEnded"
    assert lines[-1]["differences"] == len(lines) - 1 >= 1


def test_a_running_table_s_journal_is_read_too(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    writing = Journal(state / FILE_NAME)
    assert run(["replay", str(state)]) == 0
    assert "d4" in capsys.readouterr().out
    writing.close()


@pytest.mark.parametrize(
    "arguments", [["nowhere"], ["STATE", "--game", "x"], ["STATE", "--pgn", "--facts"], []]
)
def test_bad_input_is_one_line(
    state: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    named = [each.replace("STATE", str(state)) for each in arguments]
    try:
        status = run(["replay", *named])
    except SystemExit as error:
        status = int(str(error.code))
    assert status == 2
    err = capsys.readouterr().err
    assert err.startswith("clockd")
    assert err.count("\n") == 1


def test_a_broken_chain_is_one_line(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal(state / FILE_NAME)
    with journal._base as base:
        base.execute("UPDATE records SET body = replace(body, 'd2d4', 'e2e4')")
    journal.close()
    for form in ("--pgn", "--facts", "--audit"):
        assert run(["replay", str(state), form]) == 2
        assert "breaks the chain" in capsys.readouterr().err
