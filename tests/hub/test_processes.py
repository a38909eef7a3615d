"""Real processes at real speed: everything is killed and cut once, and an event runs from entries to standings.

Issue 3, points 2 and 5. What is compared is the records: the hub's copies with the tables' own journals.
"""

import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from clockd.cli import run
from tests.hub.events import write_event
from tests.hub.processes import Buttons, Hall, VirtualBoard, eventually, free_port

PRESSES = 4
MEN_SEEN_S = 1.0  # a whole board set up is read in a few scans; the arbiter looks before he starts


def event(folder: Path) -> Path:
    return write_event(folder, control="60+1")


class Disturbed:
    """Two tables whose buttons are pressed while something happens to the processes around them."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.buttons = {number: Buttons(hall.folder / f"b{number}") for number in (1, 2)}
        self.side = 0

    def press(self, times: int = PRESSES) -> None:
        for _ in range(times):
            for number, buttons in self.buttons.items():
                before = self.hall.table(number)["seq"]
                eventually("a button is there", partial(buttons.push, press=self.mover))
                eventually("the press is a record", partial(self._beyond, number, before))
            self.side = 1 - self.side

    def _beyond(self, number: int, seq: int) -> bool:
        return bool(self.hall.table(number)["seq"] > seq)

    @property
    def mover(self) -> str:
        return ("white", "black")[self.side]

    def settled(self) -> None:
        """The hub has caught up with both tables."""
        for number in (1, 2):
            eventually("the copy is the journal", partial(self.hall.is_copied, number))


def both_have_a_game(hall: Hall, round_number: int) -> None:
    for number in (1, 2):
        eventually("its game is there", partial(_has_game, hall, number, round_number))


def _has_game(hall: Hall, number: int, round_number: int) -> bool:
    return bool(hall.table(number)["round"] == round_number)


@pytest.mark.slow
def test_killed_and_cut_at_every_joint_nothing_is_lost_or_doubled() -> None:
    with Hall(event) as hall:
        hall.start_hub()
        for number in (1, 2):
            hall.start_table(number)
            hall.start_web(number)
        both_have_a_game(hall, 1)
        assert run(["hub-command", "--data", str(hall.data), "start", "table=all"]) == 0
        scene = Disturbed(hall)
        scene.press()

        hall.kill("hub")
        scene.press()
        eventually("the table knows", lambda: hall.table(1)["hub_link"] == "lost")
        hall.event.write_text("rules = ")
        hall.start_hub()
        assert "the journal is the truth" in hall.snapshot()["notices"][0]
        scene.settled()

        hall.kill("web1")
        scene.press()
        hall.start_web(1)
        scene.settled()

        hall.wire.cut_after = 300
        scene.press()
        eventually("a request was cut in its body", lambda: hall.wire.cuts == 1)
        scene.settled()

        hall.wire.drop_reply = True
        scene.press()
        eventually("a reply was lost", lambda: hall.wire.drops == 1)
        scene.settled()

        hall.kill("table1")
        hall.start_table(1)
        eventually("it is paused after the restart", lambda: hall.table(1)["state"] == "paused")
        for number, loser in ((1, "white"), (2, "black")):
            line = scene.buttons[number]
            line.close()
            eventually("the player resigns", partial(line.push, resign=loser))
        both_have_a_game(hall, 2)
        scene.settled()

        results = hall.facts("ResultRecorded")
        assert sorted((each["round"], each["board"], each["result"]) for each in results) == [
            (1, 1, "0-1"),
            (1, 2, "1-0"),
        ]
        assert hall.facts("ResultDisputed") == hall.facts("Refused") == []
        assert len(hall.facts("RoundPaired")) == 2
        assert hall.kill("hub", signal.SIGTERM) == 0


def test_who_reads_the_address_may_end_the_hub_at_once(tmp_path: Path) -> None:
    """A supervisor waits for the line and may send SIGTERM right behind it: everything is closed, status 0."""
    options = (
        f"--event={write_event(tmp_path)}",
        f"--data={tmp_path / 'd'}",
        f"--listen=127.0.0.1:{free_port()}",
    )
    command = [sys.executable, "-m", "clockd", "hub", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert b"http://" in process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


MATE = ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#")


@pytest.mark.slow
def test_an_event_of_four_from_entries_to_standings() -> None:
    """Boards with bytes, buttons, two tables, their pages and the hub; one mate, resignations, one agreed draw.

    Berger for four: 1-4 2-3, 4-3 1-2, 2-4 3-1. 1 mates 4; 2 beats 3; 4 beats 3; 1-2 drawn; 2 beats 4; 1 beats 3.
    """
    with Hall(event) as hall:
        hall.start_hub()
        boards = {number: VirtualBoard(hall, number) for number in (1, 2)}
        for number in (1, 2):
            hall.start_table(number)
            hall.start_web(number)
        for round_number, ends in enumerate(ROUNDS, start=1):
            both_have_a_game(hall, round_number)
            for number, board in boards.items():
                _set_up(hall, number, board)
                _play(hall, number, board, ends[number])
        done = eventually(
            "the event is over", lambda: (s := hall.snapshot())["phase"] == "finished" and s
        )
        assert done["champion"] is None, "1 and 2 have two and a half points each"
        assert [(row["no"], row["points"]) for row in done["standings"]] == [
            (1, "2.5"),
            (2, "2.5"),
            (4, "1"),
            (3, "0"),
        ]
        endings = {
            (fact["round"], fact["board"]): (fact["result"], fact["termination"])
            for fact in hall.facts("ResultRecorded")
        }
        assert endings[1, 1] == ("1-0", "checkmate")
        assert endings[2, 2] == ("1/2-1/2", "agreement")
        for number in (1, 2):
            eventually("the copy is the journal", partial(hall.is_copied, number))


ROUNDS: tuple[dict[int, tuple[str, ...]], ...] = (
    {1: MATE, 2: ("d4", "resign black")},
    {1: ("d4", "resign black"), 2: ("c4", "c5", "draw white", "draw black")},
    {1: ("e4", "resign black"), 2: ("Nf3", "resign white")},
)


def _set_up(hall: Hall, number: int, board: VirtualBoard) -> None:
    board.type("new")
    board.wait_for("the men stand on their first squares")
    eventually("the board is read", lambda: hall.table(number)["board_link"] == "live")
    time.sleep(MEN_SEEN_S)
    board.type("start")
    board.wait_for("start")
    eventually("the clock runs", lambda: hall.table(number)["state"] == "running")


def _play(hall: Hall, number: int, board: VirtualBoard, lines: tuple[str, ...]) -> None:
    plies = 0
    for line in lines:
        if " " in line:
            board.type(line)
            board.wait_for(line)
        else:
            plies += 1
            board.play(line)
            eventually(f"{line} is on the scoresheet", partial(_written, hall, number, plies))


def _written(hall: Hall, number: int, plies: int) -> bool:
    """So many half-moves stand there; a game that the last of them ended may be gone already."""
    table = hall.table(number)
    return len(table["san"]) >= plies or table["state"] in ("waiting", "ended")
