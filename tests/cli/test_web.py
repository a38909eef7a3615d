"""`clockd web`: what it says to a user's mistakes, and how it starts and ends."""

import re
import socket
import urllib.request
from pathlib import Path

import pytest

from clockd.cli import run
from tests.web.live import LiveTable, WebProcess


def _config(folder: Path, listen: str) -> Path:
    path = folder / "table.toml"
    path.write_text(f'[table]\nnumber = 3\nstate = "state"\n[web]\nlisten = "{listen}"\n')
    return path


def test_a_missing_file_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["web", "--config", str(tmp_path / "none.toml")]) == 2
    error = capsys.readouterr().err
    assert error.startswith("clockd: ") and error.count("\n") == 1
    assert "none.toml" in error


def test_a_taken_address_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        assert run(["web", "--config", str(_config(tmp_path, listen))]) == 2
    error = capsys.readouterr().err
    assert error == f"clockd: {listen}: Address already in use, expected a free address\n"


def test_an_address_of_another_machine_and_a_wrong_option_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = str(_config(tmp_path, "192.0.2.1:8081"))
    assert run(["web", "--config", config]) == 2
    assert "192.0.2.1:8081: " in capsys.readouterr().err
    assert run(["web", "--config", config, "--listen", "everywhere"]) == 2
    assert capsys.readouterr().err.startswith("clockd: --listen: 'everywhere', expected host:port")


@pytest.mark.slow
def test_it_serves_until_told_to_stop_and_a_stream_does_not_hold_it(tmp_path: Path) -> None:
    table = LiveTable(tmp_path)
    web = WebProcess(table)
    stream = urllib.request.urlopen(f"{web.url}/events", timeout=10)
    assert stream.readline() == b"retry: 1000\n"
    status, out, error = web.stop()
    table.close()
    assert (status, error) == (0, "")
    served, code = out.splitlines()
    assert served == f"table 3: {web.url}/ (clock face: /clock)"
    assert re.fullmatch(rf"no arbiter yet: set-up code \d{{8}} at {web.url}/setup", code)
