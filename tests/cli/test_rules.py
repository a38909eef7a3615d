"""`clockd rules`: list, show and check, with exit status 0 or 2 and one line."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from clockd.cli import run

US = (files("clockd.rulebooks") / "us-senior-2019.toml").read_text(encoding="utf-8")


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "list"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == ["us-senior-2019", "world-senior-2011", "world-senior-2011-women"]


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "show", "us-senior-2019"]) == 0
    assert "more than 30 min late: forfeits the round" in capsys.readouterr().out


def test_show_as_json_has_milliseconds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "show", "us-senior-2019", "--json"]) == 0
    book = json.loads(capsys.readouterr().out)
    assert book["arrival"]["default_time_ms"] == 1_800_000
    assert book["illegal_moves"]["added_ms"] == {
        "standard": 120_000,
        "rapid": 60_000,
        "blitz": 60_000,
    }
    assert book["playoff"]["stages"][0]["control"] == "600d2"


def test_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.toml"
    path.write_text(US, encoding="utf-8")
    assert run(["rules", "check", str(path)]) == 0
    assert capsys.readouterr().out == "ok\n"
    assert run(["rules", "show", str(path)]) == 0
    assert "2019 U.S. Senior Championship (own)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["check", "no.toml"], "clockd: no.toml: no such file, expected a TOML file"),
        (["show", "us"], "clockd: no rulebook 'us', expected us-senior-2019, world-senior-2011"),
    ],
)
def test_a_wrong_name_is_exit_2_with_one_line(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith(expected) and error.count("\n") == 1


def test_a_wrong_key_is_exit_2_with_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(US.replace("default_time", "default_tme", 1), encoding="utf-8")
    line = US[: US.index("default_time")].count("\n") + 1
    assert run(["rules", "check", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"clockd: {path}:{line}: 'default_tme' is not a key in [arrival], "
        "did you mean 'default_time'?\n"
    )
