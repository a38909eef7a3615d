"""`clockd hub` and `clockd hub-command`: bad input is one line, exit 2, and leaves nothing half done."""

import json
import random
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from clockd.cli import run
from clockd.hub.desk import Desk
from clockd.hub.event_file import load_event
from clockd.hub.hub import Hub
from clockd.hub.socket import HubSocket
from tests.hub.events import FOUR, event_text, write_event


def refused(capsys: pytest.CaptureFixture[str], event: Path, data: Path, *more: str) -> str:
    assert run(["hub", f"--event={event}", f"--data={data}", *more]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    return said.err.strip()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Path]:
    """The folder of a hub with its socket."""
    data = tmp_path / "data"
    hub = Hub(data, load_event(write_event(tmp_path)), rng=random.Random(1))
    ruling = HubSocket(hub.folder, Desk(hub))
    yield data
    ruling.close()
    hub.close()


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        ((*FOUR, "Eve"), "EVENT.toml:21: 5 players, expected 4 (club, made)"),
        ((*FOUR[:3], FOUR[0]), "EVENT.toml:17: Alpha, Ann is entered twice (entries 1 and 4)"),
    ],
)
def test_entries_that_do_not_fit_leave_the_folder_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], names: tuple[str, ...], wanted: str
) -> None:
    event = write_event(tmp_path)
    event.write_text(event_text(names))
    assert refused(capsys, event, tmp_path / "data").endswith(wanted)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("listen", "wanted"),
    [
        ("nowhere", "--listen: 'nowhere', expected host:port"),
        ("127.0.0.1:99999", "--listen: '127.0.0.1:99999', expected host:port"),
        ("203.0.113.7:8080", "203.0.113.7:8080: Cannot assign requested address, expected a free"),
    ],
)
def test_an_address_that_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], listen: str, wanted: str
) -> None:
    event, data = write_event(tmp_path), tmp_path / "data"
    assert run(["hub", f"--event={event}", f"--data={data}", f"--listen={listen}"]) == 2
    assert capsys.readouterr().err.startswith(f"clockd: {wanted}")
    assert not data.exists()


def test_an_address_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event, data = write_event(tmp_path), tmp_path / "data"
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = f"--listen=127.0.0.1:{other.getsockname()[1]}"
        assert run(["hub", f"--event={event}", f"--data={data}", taken]) == 2
    assert "Address already in use" in capsys.readouterr().err
    assert not data.exists()


def test_no_event_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = capsys_error(capsys, ["hub", "--event=none.toml", f"--data={tmp_path}"])
    assert found == "clockd: none.toml: no such file, expected a TOML file"


def capsys_error(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> str:
    assert run(arguments) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    return said.err.strip()


def test_status_is_the_snapshot(running: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hub-command", f"--data={running}", "status"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["event"], shown["round"], shown["rounds"]) == ("Club match", 1, 3)


def test_a_command_is_carried_out(running: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["result", "board=1", "result=1-0"]
    assert run(["hub-command", f"--data={running}", *arguments]) == 0
    assert capsys.readouterr().out == "round 1 board 1: 1-0\n"


def test_a_refusal_is_exit_1_and_one_line(
    running: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["hub-command", f"--data={running}", "close"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("clockd: refused: round 1 waits for board 1") and said.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["result", "result=1-0"], "result: board= is missing"),
        (["result", "board=x", "result=1-0"], "result: board=x, expected a whole number"),
        (["close", "ruond=1"], "close: ruond="),
    ],
)
def test_an_argument_that_cannot_be_read_is_bad_usage(
    running: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], found: str
) -> None:
    """interfaces.md section 0: 1 is the answer no, 2 a command that was not understood."""
    said = capsys_error(capsys, ["hub-command", f"--data={running}", *arguments])
    assert said.startswith(f"clockd: {found}")


def test_a_name_that_is_none(running: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = capsys_error(capsys, ["hub-command", f"--data={running}", "dance"])
    assert found.startswith("clockd: no command 'dance', expected one of status, accept-claim")


def test_an_argument_without_a_value(running: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = capsys_error(capsys, ["hub-command", f"--data={running}", "close", "3"])
    assert found == "clockd: argument '3', expected key=value"


def test_without_a_hub(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = capsys_error(capsys, ["hub-command", f"--data={tmp_path}", "status"])
    assert found.endswith(
        "hub.sock: No such file or directory, expected a running hub (clockd hub)"
    )


def test_a_folder_belongs_to_one_hub(
    running: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        free = f"127.0.0.1:{probe.getsockname()[1]}"
    event = tmp_path / "EVENT.toml"
    found = capsys_error(
        capsys, ["hub", f"--event={event}", f"--data={running}", f"--listen={free}"]
    )
    assert found.endswith("in use, expected no other clockd hub on it")


@pytest.mark.parametrize("name", ["journal.sqlite3", "copies.sqlite3"])
def test_a_file_that_is_none_of_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    event, data = write_event(tmp_path), tmp_path / "data"
    Hub(data, load_event(event)).close()
    (data / name).write_bytes(b"garbage" * 1000)
    for tail in ("-wal", "-shm"):
        (data / f"{name}{tail}").unlink(missing_ok=True)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        free = f"127.0.0.1:{probe.getsockname()[1]}"
    found = capsys_error(capsys, ["hub", f"--event={event}", f"--data={data}", f"--listen={free}"])
    assert str(data / name) in found and ", expected a" in found
