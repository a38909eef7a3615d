"""`clockd access`, and where a first start tells its set-up code."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from clockd.cli import run
from clockd.cli._set_up import tell_set_up
from clockd.web.access import Access
from clockd.web.accounts import FILE_NAME, Accounts
from clockd.web.roles import Role
from tests.web.arbiters import NAME, PASSWORD, access_in

TOLD = r"no arbiter yet: set-up code (\d{8}) at http://hub/setup\n"


def told(folder: Path, out: int, **more: str) -> None:
    """A first start in a process of its own, with its output there."""
    script = (
        "import sys; from pathlib import Path; from clockd.web.access import access_in; "
        "from clockd.cli._set_up import tell_set_up; "
        "tell_set_up(access_in(Path(sys.argv[1])), 'http://hub/', 'clockd access --data DIR code')"
    )
    environment = {**os.environ, **more}
    command = [sys.executable, "-c", script, str(folder)]
    subprocess.run(command, stdout=out, env=environment, check=True)


def test_a_first_start_tells_the_code_to_who_reads_it_and_to_no_log(tmp_path: Path) -> None:
    """Issue 7: on the terminal, never in a log file; systemd names the pipe that goes to its log."""
    reading, writing = os.pipe()
    told(tmp_path, writing)
    found = re.fullmatch(TOLD, os.read(reading, 1000).decode())
    assert found and Accounts(tmp_path / FILE_NAME).takes_code(found[1])
    place = os.fstat(writing)
    told(tmp_path, writing, JOURNAL_STREAM=f"{place.st_dev}:{place.st_ino}")
    assert "for a set-up code run clockd access --data DIR code" in os.read(reading, 1000).decode()
    with (tmp_path / "log").open("w") as log:
        told(tmp_path, log.fileno())
    assert not re.search(r"\d{8}", (tmp_path / "log").read_text())
    assert Accounts(tmp_path / FILE_NAME).takes_code(found[1])  # the one that was read still works


def test_a_later_start_tells_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tell_set_up(access_in(tmp_path), "http://hub/", "x")
    assert capsys.readouterr().out == ""


def test_a_lost_password(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    access = access_in(tmp_path)
    assert run(["access", "--data", str(tmp_path), "code"]) == 0
    code = re.fullmatch(r"set-up code (\d{8}) \(.*\)\n", capsys.readouterr().out)
    assert code and access.set_up("a", code[1], NAME, "another password")
    assert not access.accounts.knows(NAME, PASSWORD)


def test_who_may_rule_is_listed_and_taken_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.toml").write_text('[table]\nnumber = 1\nstate = "s"\n')
    (tmp_path / "s").mkdir()
    access: Access = access_in(tmp_path / "s")
    access.add("Bob", PASSWORD, Role.ARBITER)
    config = ["access", "--config", str(tmp_path / "table.toml")]
    assert run([*config, "list"]) == 0
    assert capsys.readouterr().out == f"chief\t{NAME}\narbiter\tBob\n"
    assert run([*config, "remove", "Bob"]) == 0
    assert list(access.accounts.roles()) == [NAME]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["remove"], "expected remove NAME"),
        (["list", "Bob"], "expected remove NAME"),
        (["remove", "Eve"], "no account of the name 'Eve'"),
        (["remove", NAME], "one chief arbiter must stay"),
    ],
)
def test_a_mistake_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], why: str
) -> None:
    access_in(tmp_path)
    assert run(["access", "--data", str(tmp_path), *arguments]) == 2
    error = capsys.readouterr().err
    assert why in error and error.count("\n") == 1
    assert run(["access", "--data", str(tmp_path / "none"), "list"]) == 2
    assert "no such folder" in capsys.readouterr().err
