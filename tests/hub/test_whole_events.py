"""Both rulebooks from the entry list to the final standings, through the public commands and a hub's own process.

Each event has a forfeit, a double default, a withdrawal, a late entry (refused in the round robin), a result corrected
by a ruling, and five who tie for first: they draw among themselves and beat everybody else.
Sources: 2019 U.S. Senior Championship; 21st World Senior Championship, reg. 3 to 6; issue 6.
"""

import json
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from clockd.cli import run
from tests.hub.processes import eventually, free_port

pytestmark = pytest.mark.slow

Json = dict[str, Any]
LEAVES = "Weak E"
FIVE = [f"Five {letter}" for letter in "ABCDE"]
STOP_WITHIN_S = 20


class Shell:
    """`clockd hub-command` and the other public commands, on the folder of a running hub."""

    def __init__(self, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.data, self._capsys = data, capsys

    def run(self, *arguments: str) -> tuple[int, str]:
        """Exit status, and what was said."""
        self._capsys.readouterr()
        status = run(list(arguments))
        said = self._capsys.readouterr()
        return status, (said.out or said.err).strip()

    def tell(self, line: str, reason: str = "") -> str:
        status, said = self.run(
            "hub-command", f"--data={self.data}", f"--reason={reason}", *line.split()
        )
        assert status == 0, said
        return said

    def refused(self, line: str, reason: str = "") -> str:
        options = (f"--data={self.data}", f"--reason={reason}")
        status, said = self.run("hub-command", *options, *line.split())
        assert status == 1, said
        return said.removeprefix("clockd: refused: ")

    def enter(self, name: str, **more: str) -> tuple[int, str]:
        words = [f"{key}={value}" for key, value in {"name": name, **more}.items()]
        return self.run("hub-command", f"--data={self.data}", "enter", *words)

    def status(self, tournament: str = "") -> Json:
        """The snapshot of one tournament."""
        _, said = self.run("hub-command", f"--data={self.data}", "status")
        snapshot: Json = json.loads(said)
        parts: list[Json] = snapshot["tournaments"]
        part: Json = next((each for each in parts if each["id"] == tournament), {})
        return {**snapshot, **part}

    def paired(self, number: int, tournament: str = "") -> Json:
        """Round `number`, once it is paired."""
        rounds = eventually(
            f"round {number} of {tournament or 'the event'}",
            lambda: self.status(tournament)["pairings"][number - 1 : number],
        )
        found: Json = rounds[0]
        return found

    def reported(self, *which: str) -> list[Json]:
        """The final standings of the hub's own report, as another command reads them."""
        report = self.data.parent / "final.trf"
        status, said = self.run("trf", str(self.data), *which, "--final", "-o", str(report))
        assert status == 0, said
        status, said = self.run("standings", str(report), "--json", "--edition", "2009")
        assert status == 0, said
        rows: list[Json] = json.loads(said)
        return rows


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short path: a socket's has 107 bytes at most."""
    with tempfile.TemporaryDirectory(prefix="hall") as made:
        yield Path(made)


@contextmanager
def hub(folder: Path, event: str, capsys: pytest.CaptureFixture[str]) -> Iterator[Shell]:
    """A hub's process that goes on by itself as soon as a round is over."""
    (folder / "EVENT.toml").write_text(event)
    options = (f"--event={folder / 'EVENT.toml'}", f"--data={folder / 'd'}", "--pause=0")
    command = [sys.executable, "-m", "clockd", "hub", *options, f"--listen=127.0.0.1:{free_port()}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        assert "http://" in process.stdout.readline()
        yield Shell(folder / "d", capsys)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(STOP_WITHIN_S) == 0


def player(name: str, **keys: str) -> str:
    lines = [
        f'{key} = "{value}"' if key not in ("rating", "number") else f"{key} = {value}"
        for key, value in keys.items()
    ]
    return "\n".join(["[[player]]", f'name = "{name}"', *lines])


Special = Callable[
    [Shell, Json], bool
]  # plays a board in a way of its own; False leaves it to the rule


def play(shell: Shell, number: int, tournament: str = "", special: Special | None = None) -> None:
    """A round: the five draw among themselves and beat the others, who draw."""
    for board in shell.paired(number, tournament)["boards"]:
        if board["result"] != "*" or (special is not None and special(shell, board)):
            continue
        shell.tell(f"result round={number} board={board['board']} result={expected(board)}")


def expected(board: Json) -> str:
    white, black = board["white"] in FIVE, board["black"] in FIVE
    return "1/2-1/2" if white == black else "1-0" if white else "0-1"


def weak(board: Json) -> bool:
    return not {board["white"], board["black"]} & {*FIVE, LEAVES}


def once(number: int, line: str, then: str = "", reason: str = "") -> Special:
    """This result at one board of round `number` on which neither the five play nor who leaves; a ruling over it."""
    used: list[int] = []

    def special(shell: Shell, board: Json) -> bool:
        if used or not weak(board):
            return False
        used.append(board["board"])
        place = f"round={number} board={board['board']}"
        shell.tell(f"result {place} {line}")
        if then:
            shell.tell(f"rule {place} {then}", reason)
        return True

    return special


def points(rows: Sequence[Json]) -> dict[str, str]:
    return {row["name"]: row["points"] for row in rows}


def test_the_us_senior(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ten players, 45 games. The five make 4 x 1/2 + 5 = 7 each; the double default costs a point: 44 in all."""
    names = [*FIVE, *(f"Weak {letter}" for letter in "ABCDE")]
    event = "\n".join(
        [
            'rules = "us-senior-2019"',
            *(player(name, number=str(n)) for n, name in enumerate(names, start=1)),
        ]
    )
    with hub(folder, event, capsys) as shell:
        shell.paired(1)
        status, said = shell.enter("Late, Lew")
        assert status == 1 and "a round robin takes no late entry" in said
        specials = {
            3: once(3, "result=1-0 forfeit=yes"),
            4: once(4, "result=0-0 forfeit=yes"),
            5: once(5, "result=1-0", "result=1/2-1/2", "both scoresheets say so"),
        }
        for number in range(1, 7):
            play(shell, number, special=specials.get(number))
        number = next(r["no"] for r in shell.status()["standings"] if r["name"] == LEAVES)
        shell.tell(f"withdraw player={number}", "ill")
        assert shell.refused("finish") == "7 rounds are paired, expected 9"
        for number in range(7, 10):
            play(shell, number)
        assert shell.run("trf", str(shell.data), "--final")[0] == 1
        five_play_it_off(shell)
        final = shell.status()
        assert final["phase"] == "finished" and final["champion"] == "Five A"
        order = [row["name"] for row in final["standings"]]
        assert order[0] == "Five A" and set(order[:5]) == set(FIVE)
        made = points(final["standings"])
        assert [made[name] for name in FIVE] == ["7"] * 5
        assert sum(map(float, made.values())) == 44
        games = [game for each in final["pairings"] for game in each["boards"] if not each["stage"]]
        forfeits = [game for game in games if game["forfeit"]]
        assert sum(game["result"] == "0-0" for game in forfeits) == 1
        assert sum(LEAVES in (game["white"], game["black"]) for game in forfeits) == 2
        reported = shell.reported()
        assert points(reported) == made
        assert [r["name"] for r in reported[5:]] == order[5:]
        report = (folder / "final.trf").read_text()
        assert re.search(r"### ruling: round 5 board \d, \d+-\d+: 1/2-1/2 ", report)


def five_play_it_off(shell: Shell) -> None:
    """As in 2022: one rapid round robin of all five, by the arbiter's choice. Five A wins his games."""
    waiting = eventually("the playoff waits for the arbiter", lambda: shell.status()["playoff"])
    assert waiting["offered"] == ["rapid-round-robin"], waiting
    assert len(waiting["tied"]) == 5
    shell.tell("playoff-format stage=rapid-round-robin")
    played = 9
    while shell.status()["phase"] == "playoff":
        played += 1
        for board in shell.paired(played)["boards"]:
            result = "1/2-1/2"
            if "Five A" in (board["white"], board["black"]):
                result = "1-0" if board["white"] == "Five A" else "0-1"
            shell.tell(f"result round={played} board={board['board']} result={result}")
    assert played == 14


MEN, WOMEN, ROUNDS = 24, 12, 11


def world_senior() -> str:
    """24 men, the five in front by rating; 12 women of four zones."""
    head = """\
name = "World Senior"
initial_colour = "white"
[[tournament]]
id = "open"
rules = "world-senior-2011"
[[tournament]]
id = "women"
rules = "world-senior-2011-women"
"""
    names = [*FIVE, *(f"Man {number:02}" for number in range(6, MEN + 1))]
    men = [
        player(name, tournament="open", birth="1950/02/03", sex="m", rating=str(2500 - place))
        for place, name in enumerate(names)
    ]
    women = [
        player(f"Woman {n:02}", tournament="women", birth="1960/01/01", sex="w", zone=f"1.{n % 4}")
        for n in range(WOMEN)
    ]
    return "\n".join([head, *men, *women])


def test_the_world_senior(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An eleven-round Swiss beside the women's round robin. The five make 4 x 1/2 + 7 = 9 of 11 each."""
    with hub(folder, world_senior(), capsys) as shell:
        boards = shell.paired(1, "open")["boards"] + shell.paired(1, "women")["boards"]
        assert [board["board"] for board in boards] == list(range(1, 19))
        specials = {
            2: once(2, "result=0-1 forfeit=yes"),
            3: once(3, "result=0-0 forfeit=yes"),
            5: once(5, "result=1-0", "result=0-1", "entered for the wrong side"),
        }
        for number in range(1, ROUNDS + 1):
            play(shell, number, "open", specials.get(number))
            if number == 2:
                two_late_entries(shell)
            if number == 4:
                assert [b["board"] for b in shell.paired(4, "open")["boards"]][-2:] == [12, 19]
                shell.tell("bye tournament=open round=7 player=20 kind=half")
                shell.tell("withdraw tournament=open player=26", "travels home")
        women_finish(shell)
        final = eventually("the open is over", lambda: finished(shell, "open"))
        made = points(final["standings"])
        assert [made[name] for name in FIVE] == ["9"] * 5
        order = [row["name"] for row in final["standings"]]
        assert set(order[:5]) == set(FIVE)
        assert sum(map(float, made.values())) == worth(final)
        assert [r["name"] for r in shell.reported("--tournament", "open")] == order
        alone = final["standings"][1]["rank"] > 1
        assert final["champion"] == (order[0] if alone else None)
        medals = [given for each in final["awards"] for given in each["awards"]]
        assert "Gold medal" in medals


def two_late_entries(shell: Shell) -> None:
    """Reg. 3: born in 1951 or before. 26 men need a thirteenth board, and boards 13 to 18 are the women's."""
    status, said = shell.enter("Young, Yan", tournament="open", birth="1952/01/01")
    assert (
        status == 1 and "born in 1952, expected 1951 or before (world-senior-2011, reg. 3)" in said
    )
    for name in ("Late, Lew", "Later, Leo"):
        status, said = shell.enter(name, tournament="open", birth="1940/05/05", rating="2000")
        assert status == 0, said


def women_finish(shell: Shell) -> None:
    """Reg. 6: twelve women meet each other once. Woman 05 wins everything she plays."""
    for number in range(1, ROUNDS + 1):
        for board in shell.paired(number, "women")["boards"]:
            white, black = board["white"] == "Woman 05", board["black"] == "Woman 05"
            result = "1-0" if white else "0-1" if black else "1/2-1/2"
            shell.tell(f"result round={number} board={board['board']} result={result}")
    final = finished(shell, "women")
    assert final and final["champion"] == "Woman 05"
    assert final["standings"][0]["points"] == "11"
    assert final["awards"][0]["awards"] == ["Women World Senior Champion 2011", "Gold medal"]


def finished(shell: Shell, tournament: str) -> Json | None:
    status = shell.status(tournament)
    return status if status["phase"] == "finished" else None


def worth(final: Json) -> float:
    """All points that there were to make: a game one, a double default none, a bye one, a half-point bye a half."""
    games = [board for each in final["pairings"] for board in each["boards"]]
    lost = sum(board["result"] == "0-0" for board in games)
    byes = sum(each["bye_no"] is not None for each in final["pairings"])
    return float(len(games) - lost + byes + 0.5)
