"""`clockd command`: what goes over the table's socket, and what the answer makes of the exit status."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clockd.cli import command, run
from clockd.game.inputs import CommandGiven, PairingLoaded
from clockd.game.rulings import arguments_of, command_names
from clockd.line_socket import LineSocket
from clockd.table.requests import command_of
from clockd.table.socket import SOCKET_NAME
from clockd.web.ruling_forms import FORMS

PAIRING = """\
rules = "us-senior-2019"
event = "Open"
round = 2
board = 1
white = "Ørn, Åse"
black = "Жук, Ия"
"""


class Table:
    """Somebody who listens on the socket of a table, and a configuration that leads to it."""

    def __init__(self, folder: Path, answer: dict[str, Any]) -> None:
        (folder / "state").mkdir()
        self.config = folder / "table.toml"
        self.config.write_text(f'[table]\nnumber = 3\nstate = "{folder / "state"}"\n')
        self.heard: list[Any] = []
        self._answer = answer
        self.socket = LineSocket(folder / "state" / SOCKET_NAME, self.on_line)

    def on_line(self, asked: dict[str, Any]) -> Iterator[dict[str, Any]]:
        self.heard.append(command_of(asked["command"], 7))
        yield self._answer

    def say(self, *words: str) -> int:
        try:
            return run(["command", "--config", str(self.config), *words])
        except SystemExit as error:
            return int(str(error.code))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    listening = Table(tmp_path, {"ok": True, "seq": 12})
    yield listening
    listening.socket.close()


def test_a_command_goes_over_with_all_it_says(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("set-time", "side=white", "time=1:02:14", "--reason", "clock was set wrongly")
    assert table.say(*words, "--author", "Ada") == 0
    assert capsys.readouterr().out == "done: set-time (record 12)\n"
    [heard] = table.heard
    assert isinstance(heard, CommandGiven)
    assert (heard.name, heard.author, heard.reason) == ("set-time", "Ada", "clock was set wrongly")
    assert heard.arguments == (("side", "white"), ("time", "1:02:14"))


def test_every_command_has_an_id_of_its_own(table: Table) -> None:
    assert (table.say("pause"), table.say("pause")) == (0, 0)
    assert len({heard.id for heard in table.heard}) == 2


def test_a_pairing_is_read_here_and_loaded_there(table: Table, tmp_path: Path) -> None:
    """The rulebook's values travel with the game: reg. 2 and reg. 4 of the 2019 U.S. Senior."""
    path = tmp_path / "pairing.toml"
    path.write_text(PAIRING, encoding="utf-8")
    assert table.say("pairing", str(path)) == 0
    [heard] = table.heard
    assert isinstance(heard, PairingLoaded)
    assert (heard.pairing.white.name, heard.pairing.round) == ("Ørn, Åse", 2)
    assert heard.pairing.control == "40/5400+30:1800+30"
    assert heard.pairing.regulations == (("no-agreed-draw-before-move", 30),)


def test_a_refusal_is_a_no(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(tmp_path, {"ok": False, "error": "no clock is running"})
    assert table.say("pause") == 1
    assert capsys.readouterr().err == "clockd: refused: no clock is running\n"
    table.socket.close()


def test_what_the_table_cannot_read_is_bad_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """interfaces.md section 0: 1 is the answer no, 2 a command that was not understood."""
    answer = {"ok": False, "error": "set-time: side= is missing", "bad_input": True}
    table = Table(tmp_path, answer)
    assert table.say("pause") == 2
    assert capsys.readouterr().err == "clockd: set-time: side= is missing\n"
    table.socket.close()


def test_a_command_that_waits_for_the_disk_is_not_called_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A full disk: the clock has stopped, and the arbiter who reads "refused" would tell it twice."""
    table = Table(tmp_path, {"ok": False, "taken": True, "error": "taken, but not on the disk yet"})
    assert table.say("pause") == 1
    assert capsys.readouterr().err == "clockd: taken, but not on the disk yet\n"
    table.socket.close()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("explode",), "no command 'explode', expected one of accept-claim"),
        (("set-time", "white"), "argument 'white', expected key=value"),
        (("set-time", "=1"), "argument '=1', expected key=value"),
        (("pairing",), "pairing: expected one file"),
        (("pairing", "nowhere.toml"), "nowhere.toml"),
        ((), "NAME"),
    ],
)
def test_bad_words_are_one_line(
    table: Table, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str
) -> None:
    assert table.say(*words) == 2
    err = capsys.readouterr().err
    assert err.startswith("clockd")
    assert complaint in err
    assert err.count("\n") == 1
    assert table.heard == []


def test_no_table_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(tmp_path, {})
    table.socket.close()
    assert table.say("pause") == 2
    err = capsys.readouterr().err
    assert "expected a running table" in err
    assert err.count("\n") == 1


def test_the_help_and_the_pages_forms_name_the_same_arguments() -> None:
    for name in command_names():
        offered = {field.name for form in FORMS if form.command == name for field in form.fields}
        assert offered <= set(arguments_of(name)), name
        missing = [
            key
            for key in arguments_of(name)
            if key != "text" and f"{key}=" not in str(command.__doc__)
        ]
        assert name in str(command.__doc__) and not missing, (name, missing)
