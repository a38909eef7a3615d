"""install.sh in a scratch root, with a bundle whose program is a stand-in: install, repair, update, back, off."""

import base64
import hashlib
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
PROGRAM = """
import pathlib, sys
def main():
    if sys.argv[1:] == ["--version"]:
        print("clockd {version}")
    elif sys.argv[1] == "replay":
        print(pathlib.Path(sys.argv[2], "journal.sqlite3").read_text())
"""


def wheel(folder: Path, version: str) -> None:
    """A wheel of one module with a command `clockd`."""
    info = f"clockd-{version}.dist-info"
    files = {
        "clockd.py": PROGRAM.replace("{version}", version),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: clockd\nVersion: {version}\n"
        "Provides-Extra: display\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[console_scripts]\nclockd = clockd:main\n",
    }
    with zipfile.ZipFile(folder / f"clockd-{version}-py3-none-any.whl", "w") as out:
        record = ""
        for name, text in files.items():
            out.writestr(name, text)
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()
            record += f"{name},sha256={digest.rstrip('=')},{len(text.encode())}\n"
        out.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")


def bundle(folder: Path, version: str) -> Path:
    """A bundle with the real installer, units and notes."""
    (folder / "wheels").mkdir(parents=True)
    wheel(folder / "wheels", version)
    shutil.copytree(SYSTEMD, folder / "systemd")
    shutil.copy(SYSTEMD / "install.sh", folder)
    shutil.copytree(SYSTEMD.parent / "firmware_notes", folder / "firmware_notes")
    return folder


class Pi:
    """A scratch root and who installs in it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        (self.root / "etc").mkdir(parents=True)
        self.system("debian", "12")

    def system(self, name: str, release: str) -> None:
        text = f'PRETTY_NAME="A system"\nID={name}\nVERSION_ID="{release}"\n'
        (self.root / "etc/os-release").write_text(text)

    def run(self, bundle: Path, *arguments: str) -> tuple[int, str]:
        environment = os.environ | {"CLOCKD_ROOT": str(self.root)}
        done = subprocess.run(
            ["bash", str(bundle / "install.sh"), *arguments],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    @property
    def version(self) -> str:
        program = self.root / "opt/clockd/current/bin/clockd"
        return subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip()

    def game(self, result: str) -> None:
        state = self.root / "var/lib/clockd/table-1"
        state.mkdir(parents=True, exist_ok=True)
        moves = (
            "1. e4 e5 " * 40_000
        )  # more than a pipe holds: a reader that stops early hangs up on who writes
        (state / "journal.sqlite3").write_text(f'[Result "{result}"]\n\n{moves}\n')


@pytest.mark.slow
def test_the_life_of_an_installation(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    first, second = bundle(tmp_path / "one", "0.1.0"), bundle(tmp_path / "two", "0.2.0")
    status, told = pi.run(first, "--table", "7", "--table", "8")
    assert status == 0, told
    assert pi.version == "clockd 0.1.0"
    config = pi.root / "etc/clockd/table-7.toml"
    config.write_text(config.read_text().replace("white = 17", "white = 4"))
    before = (pi.root / "opt/clockd/current").readlink()

    status, told = pi.run(
        first, "--table", "7"
    )  # again: nothing changes, the organiser's file least
    assert status == 0 and "is here and well" in told
    assert "white = 4" in config.read_text()
    assert (pi.root / "opt/clockd/current").readlink() == before

    (pi.root / "opt/clockd/current/bin/clockd").unlink()  # broken: put right
    status, told = pi.run(first, "--table", "7")
    assert status == 0 and pi.version == "clockd 0.1.0"

    pi.game("*")
    status, told = pi.run(second)
    assert (status, pi.version) == (2, "clockd 0.1.0") and "a game is open in" in told
    pi.game("1-0")
    status, told = pi.run(second)
    assert (status, pi.version) == (0, "clockd 0.2.0")
    assert "back to 0.1.0" in pi.run(second, "--back")[1] and pi.version == "clockd 0.1.0"
    pi.game("*")
    assert pi.run(second, "--back")[0] == 2 and pi.version == "clockd 0.1.0"
    assert pi.run(second, "--back", "--force")[0] == 0 and pi.version == "clockd 0.2.0"

    pi.game("1/2-1/2")
    status, told = pi.run(second, "--uninstall")
    assert status == 0 and "journals stay" in told
    assert (pi.root / "var/lib/clockd/table-1/journal.sqlite3").exists() and config.exists()
    left = list(pi.root.rglob("*clockd*.service"))
    assert left == [] and not (pi.root / "opt/clockd").exists()


def test_what_it_will_not_start_on(tmp_path: Path) -> None:
    """One sentence each, and nothing has been changed."""
    pi, good = Pi(tmp_path), bundle(tmp_path / "good", "0.1.0")
    for name, release, said in [
        ("fedora", "40", "this system is fedora, expected Raspberry Pi OS or Debian 12 or later"),
        ("debian", "11", "this is Debian 11, expected 12 (bookworm) or later"),
        ("debian", "", "this is Debian of no known release, expected 12 (bookworm) or later"),
    ]:
        pi.system(name, release)
        assert pi.run(good) == (2, f"install.sh: {said}\n")
    pi.system("raspbian", "12")
    shutil.rmtree(good / "wheels")
    assert pi.run(good)[1].endswith("expected a bundle made by 'make bundle'\n")
    assert not (pi.root / "opt").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--table"], "--table without a number, expected 1 to 9999"),
        (["--table", "x; rm"], "--table x; rm, expected 1 to 9999"),
        (["--frobnicate"], "--frobnicate, expected --table N"),
        (["--back"], "no version before this one is here"),
    ],
)
def test_a_wrong_word_is_one_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    status, told = Pi(tmp_path).run(bundle(tmp_path / "b", "0.1.0"), *arguments)
    assert status == 2 and told.startswith(f"install.sh: {said}") and told.count("\n") == 1


def test_no_room_is_one_line(tmp_path: Path) -> None:
    full = tmp_path / "bin"
    full.mkdir()
    (full / "df").write_text("#!/bin/sh\necho Avail; echo 12\n")
    (full / "df").chmod(0o755)
    pi, given = Pi(tmp_path), bundle(tmp_path / "b", "0.1.0")
    environment = os.environ | {
        "CLOCKD_ROOT": str(pi.root), "PATH": f"{full}:{os.environ['PATH']}",
    }  # fmt: skip
    command = ["bash", str(given / "install.sh")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "12 MB are free" in done.stderr


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="no shellcheck on this machine")
def test_the_scripts_are_clean() -> None:
    scripts = sorted(map(str, SYSTEMD.glob("*.sh")))
    done = subprocess.run(["shellcheck", *scripts], capture_output=True, text=True, check=False)
    assert done.stdout == ""
