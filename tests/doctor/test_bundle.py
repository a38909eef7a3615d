"""The archive for a helper far away, with secrets planted wherever one might lie."""

import secrets
import tarfile
from pathlib import Path

import pytest

from clockd.cli import run
from clockd.doctor.bundle import scrubbed, units_log

TABLE = """[table]
number = 7
state = "state"
[board]
driver = "dgt"
[buttons]
driver = "pipe"
path = "buttons"
[hub]
url = "http://hub.local:8080"
"""


def test_no_secret_gets_into_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = {
        name: secrets.token_hex(32)
        for name in ("hub_key.json", "arbiters.json", "sessions.json", "log")
    }
    state = tmp_path / "state"
    state.mkdir()
    for name, secret in planted.items():
        (state / name).write_text(f'{{"secret": "{secret}"}}')
    (tmp_path / "table.toml").write_text(TABLE)
    log = f"set-up code 12345678 (once)\nkey {planted['log']}\nclockd: table 7 runs\n"
    monkeypatch.setattr("clockd.cli.support_bundle.units_log", lambda _: log)
    out = tmp_path / "out.tar.gz"
    assert run(["support-bundle", "--config", str(tmp_path / "table.toml"), "-o", str(out)]) == 0
    assert out.stat().st_mode & 0o077 == 0
    with tarfile.open(out) as archive:
        files = [archive.extractfile(entry) for entry in archive.getmembers()]
        text = b"\n".join(file.read() for file in files if file).decode()
    assert "clockd: table 7 runs" in text and "http://hub.local:8080" in text
    assert "MemAvailable" in text
    for secret in [*planted.values(), "12345678"]:
        assert secret not in text


def test_it_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text(TABLE)
    out = tmp_path / "mine"
    out.write_text("kept")
    assert run(["support-bundle", "--config", str(tmp_path / "table.toml"), "-o", str(out)]) == 2
    assert out.read_text() == "kept"
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("http://ann:pw@hub.local/", "http://hub.local/"),
        ("password: hunter2 and more", "password: (hidden) and more"),
        ("/opt/clockd/current/lib/python3.11/site-packages/clockd/table/daemon.py", None),
        ("table 3: clock and buttons are ready", None),
    ],
)
def test_what_is_taken_out_and_what_stays(text: str, left: str | None) -> None:
    assert scrubbed(text) == (text if left is None else left)


def test_a_machine_without_a_log_says_so() -> None:
    assert units_log(9999)
