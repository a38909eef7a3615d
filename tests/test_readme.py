"""The README shows commands and files that work: each is run, or read, here."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from clockd.cli import command_names
from clockd.config import load_pairing, load_table_config

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_files_it_shows_are_read(tmp_path: Path) -> None:
    table, pairing = blocks("toml")
    (tmp_path / "table.toml").write_text(table)
    (tmp_path / "pairing.toml").write_text(pairing)
    assert load_table_config(tmp_path / "table.toml").number == 3
    assert load_pairing(tmp_path / "pairing.toml").control == "40/5400+30:1800+30"


@pytest.mark.parametrize("name", command_names())
def test_every_command_it_may_name_has_help_with_an_example(name: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "clockd", name, "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0 and "example" in run.stdout


def test_the_commands_and_files_it_names_exist() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in re.findall(r"\bmake ([a-z]+)", README):
        assert target in targets or target == "sure"
    named = set(re.findall(r"clockd ([a-z][a-z-]+)", "\n".join([*blocks("sh"), README])))
    assert {"table", "web", "board-sim", "hub", "demo"} <= named
    for path in re.findall(r"\]\(([^)]+)\)|`((?:clockd|drivers|tests|systemd)/[\w./-]+)`", README):
        name = path[0] or path[1]
        if "NAME" not in name:
            assert (ROOT / name).exists(), name
