"""`clockd demo`: the same seed gives the same event at any speed, from bytes on a terminal to the champion."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import pytest

from tests.hub.events import write_event, write_swiss

CLOCKD = [sys.executable, "-m", "clockd"]


def demo(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*CLOCKD, "demo", "--until-end", "--json", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@pytest.mark.slow
def test_the_same_seed_gives_the_same_standings_at_any_speed(tmp_path: Path) -> None:
    """Issue 3 point 4; four players, three rounds, 5 minutes and 2 seconds, a tie played off."""
    event = write_event(tmp_path, playoff=True, numbered=False)
    fast = demo("--event", event, "--speed", "max", "--seed", "4")
    slow = demo("--event", event, "--speed", "60", "--seed", "4", "--boards", "3")
    assert fast.returncode == slow.returncode == 0, fast.stderr + slow.stderr
    assert fast.stdout == slow.stdout
    standings, champion = fast.stdout.splitlines()
    rows = json.loads(standings)
    assert [row["rank"] for row in rows][:1] == [1]
    assert sum(float(row["points"]) for row in rows) == 6  # six games
    assert champion == f"Champion: {rows[0]['name']}"
    games = [line for line in fast.stderr.splitlines() if " board " in line]
    assert games == [line for line in slow.stderr.splitlines() if " board " in line]


@pytest.mark.slow
def test_another_seed_is_another_event(tmp_path: Path) -> None:
    event = write_event(tmp_path, numbered=False)
    one, other = (demo("--event", event, "--speed", "max", "--seed", seed) for seed in "12")
    assert one.stdout != other.stdout


@pytest.mark.slow
@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_told_to_stop_in_a_round_it_leaves_nothing(told: signal.Signals) -> None:
    """With a page's stream open: no traceback, no folder, and the stream ends as a whole answer."""
    with tempfile.TemporaryDirectory() as folder:  # short: a socket's path has 107 bytes at most
        _told_to_stop(Path(folder), told)


def _told_to_stop(tmp_path: Path, told: signal.Signals) -> None:
    running = subprocess.Popen(
        [*CLOCKD, "demo", "--speed", "60"],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(told, signal.SIG_DFL),  # whatever these tests run under
    )
    assert running.stderr is not None
    running.stderr.readline()
    address = running.stderr.readline().split()[-1]
    with urllib.request.urlopen(address + "events", timeout=60) as stream:
        stream.readline()
        running.send_signal(told)
        stream.read()
    rest = running.communicate(timeout=60)[1]
    assert running.returncode == 130 and "Traceback" not in rest, rest
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--speed", "fast"], "expected a number such as 15, or max"),
        (["--boards", "4"], "expected 5 or more"),
        (["--event", "nowhere.toml"], "nowhere.toml"),
        (["--event", "nowhere"], "expected us-senior-2019, world-senior-2011 or a file"),
        (["--listen", "nowhere"], "--listen: 'nowhere', expected host:port"),
    ],
)
def test_what_cannot_be_is_one_line(arguments: list[str], said: str) -> None:
    run = subprocess.run(
        [*CLOCKD, "demo", *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1 and said in run.stderr, run.stderr


@pytest.mark.slow
def test_a_small_swiss_is_paired_and_played(tmp_path: Path) -> None:
    """Four players, two rounds by the engine: four games, and nobody meets twice."""
    played = demo("--event", write_swiss(tmp_path, 4, 2), "--speed", "max", "--seed", "1")
    assert played.returncode == 0, played.stderr
    standings, champion = played.stdout.splitlines()
    assert sum(float(row["points"]) for row in json.loads(standings)) == 4
    assert champion.startswith("Champion: ")
    told = [line for line in played.stderr.splitlines() if " board " in line]
    met = {frozenset(line.split(": ")[1].split("  ")[0].split(" - ")) for line in told}
    assert len(met) == len(told) == 4
