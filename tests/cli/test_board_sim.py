"""interfaces.md section 7: `clockd board-sim` as a person and a script use it."""

import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from clockd.cli import run
from clockd.ports import START_PLACEMENT, BoardInput, BoardSeen, ButtonInput
from clockd.sim.board_session import chess_placement
from drivers.buttons_pipe import PipeButtons
from drivers.dgt_board import DgtBoard

PATIENCE_S = 90.0  # of a loaded machine; nothing here is a measurement
GAME = '[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 d5 2. exd5 Qxd5 1-0\n'


class Sim:
    """The command in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "clockd", "board-sim", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def type(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, text: str) -> str:
        while text not in (line := self._lines.get(timeout=PATIENCE_S)):
            pass
        return line


@pytest.fixture
def sims() -> Iterator[list[Sim]]:
    started: list[Sim] = []
    yield started
    for sim in started:
        sim.process.kill()
        sim.process.wait()


def placement_after(*sans: str) -> str:
    board = chess.Board()
    for san in sans:
        board.push_san(san)
    return chess_placement(board)


def until_placement(inbox: "queue.Queue[BoardInput | ButtonInput]", placement: str) -> None:
    while True:
        seen = inbox.get(timeout=PATIENCE_S)
        if isinstance(seen, BoardSeen) and seen.placement == placement:
            return


@pytest.mark.slow
def test_a_person_at_the_board(sims: list[Sim], tmp_path: Path) -> None:
    """Moves typed, seen by the driver over the terminal; the cable out and in; then `quit`."""
    link = tmp_path / "board"
    sim = Sim("--link", str(link), "--rotated")
    sims.append(sim)
    sim.until("the board is at")
    inbox: queue.Queue[BoardInput | ButtonInput] = queue.Queue()
    driver = DgtBoard(str(link))
    driver.start(inbox.put, lambda: START_PLACEMENT)
    until_placement(inbox, START_PLACEMENT)
    sim.type("e2e4")
    until_placement(inbox, placement_after("e4"))
    sim.type("Nf3")
    assert "no legal move of Black's" in sim.until("Nf3")
    sim.type("unplug")
    sim.until("the cable is out")
    assert not link.is_symlink()
    sim.type("d5")
    sim.until("1... d5")
    sim.type("plug")
    until_placement(inbox, placement_after("e4", "d5"))
    driver.close()
    sim.type("quit")
    assert sim.process.wait(PATIENCE_S) == 0
    assert not link.is_symlink()


@pytest.mark.slow
def test_a_game_by_itself_with_a_tables_pipe(sims: list[Sim], tmp_path: Path) -> None:
    """Input at its end from the start: the game goes on, and the pipe, which comes late, is found."""
    (tmp_path / "game.pgn").write_text(GAME)
    link, pipe = tmp_path / "board", tmp_path / "buttons"
    sim = Sim(
        *("--link", str(link), "--pgn", str(tmp_path / "game.pgn"), "--pace", "0.5"),
        *("--buttons", str(pipe), "--noise", "club", "--until-end"),
    )
    sims.append(sim)
    assert sim.process.stdin
    sim.process.stdin.close()
    sim.until("Ann - Ben: begins when the board is read")
    inbox: queue.Queue[BoardInput | ButtonInput] = queue.Queue()
    driver, buttons = DgtBoard(str(link)), PipeButtons(pipe)
    driver.start(inbox.put, lambda: START_PLACEMENT)
    buttons.start(inbox.put)
    until_placement(inbox, placement_after("e4", "d5", "exd5", "Qxd5"))
    sim.until("black resigns")
    assert sim.process.wait(PATIENCE_S) == 0
    driver.close()
    buttons.close()


@pytest.mark.slow
def test_the_board_stays_when_its_input_ends_and_goes_on_sigterm(
    sims: list[Sim], tmp_path: Path
) -> None:
    link = tmp_path / "board"
    sim = Sim("--link", str(link))
    sims.append(sim)
    sim.until("the board is at")
    assert sim.process.stdin
    sim.process.stdin.close()
    with pytest.raises(subprocess.TimeoutExpired):
        sim.process.wait(1.5)
    sim.process.send_signal(signal.SIGTERM)
    assert sim.process.wait(PATIENCE_S) == 0
    assert not link.is_symlink()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--pgn", "no.pgn"], "no.pgn: No such file or directory, expected a PGN file"),
        (["--battery", "101"], "--battery 101, expected 0 to 100 percent"),
        (["--serial", "12"], "--serial '12', expected five digits"),
        (
            ["--link", "no/where"],
            "no/where: cannot make the board's link: No such file or directory",
        ),
    ],
)
def test_a_wrong_option_is_one_line_and_exit_2(
    arguments: list[str], error: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["board-sim", "--link", str(tmp_path / "board"), *arguments]) == 2
    assert capsys.readouterr().err == f"clockd: {error}\n"


def test_a_file_without_the_game_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.pgn"
    file.write_text(GAME)
    arguments = ["--link", str(tmp_path / "board"), "--pgn", str(file)]
    assert run(["board-sim", *arguments, "--game", "2"]) == 2
    assert "no game number 2, expected a PGN file with it" in capsys.readouterr().err
    file.write_text(GAME.replace("exd5", "exf5"))
    assert run(["board-sim", *arguments]) == 2
    assert "illegal san: 'exf5'" in capsys.readouterr().err
    file.write_text(GAME)
    assert run(["board-sim", *arguments, "--pace", "-1"]) == 2
    assert "--pace -1.0, expected 0 to 3600 seconds" in capsys.readouterr().err


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(["board-sim", "--help"])
    assert ended.value.code == 0
    assert "clockd board-sim --link /tmp/board --pgn game.pgn" in capsys.readouterr().out
