"""A round from enrolment to playoff: an arbiter at a browser, and a hub, two tables and their boards as processes.

Once with the keyboard alone, once on a telephone. Pictures of every page and state are kept in the folder that
CLOCKD_PICTURES names, else beside the test's other files. Needs the `e2e` extra and a Chromium.
"""

import os
import re
import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chess
import pytest

from clockd.web.access import access_in
from tests.e2e.arbiter_hands import Arbiter, Fingers, Hands, Keyboard
from tests.hub.events import SWISS, write_event
from tests.hub.processes import Hall, VirtualBoard, eventually
from tests.web.arbiters import NAME, PASSWORD

playwright_api = pytest.importorskip("playwright.sync_api", reason="needs the e2e extra")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium"),
]

TWELVE_MOVES = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2".split()
)
ILLEGAL_KNIGHT = ("e4", "e5", "lift g1", "put g3 N", "press white")
PHONE = {
    "viewport": {"width": 360, "height": 780},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESKTOP = {"viewport": {"width": 1280, "height": 900}}


AS_SWISS = (
    ('"round-robin"', '"swiss"\nrounds = 1'),
    ("entries_to = 4\n", ""),
    ('["DE", "BPG", "KS", "SB", "WON"]', '["BH", "WON"]'),
    ("[regulations]\n", "[regulations]\nno-agreed-draw-before-move = 30\n"),
)


def event(folder: Path) -> Path:
    """Four in a Swiss of one round, no draw agreed before move 30; who ties for first plays an Armageddon."""
    path = write_event(folder, control="300+2", playoff=True, numbered=False)
    rules = folder / "club.toml"
    text = rules.read_text() + SWISS
    for old, new in AS_SWISS:
        assert old in text
        text = text.replace(old, new, 1)
    rules.write_text(text)
    return path


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with playwright_api.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Room(Hall):
    """A hub that waits for its arbiter, and tables that have to enrol."""

    def open(self) -> str:
        """Start everything; where the hub's pages are."""
        listen = f"127.0.0.1:{self.hub_port}"
        options = (f"--event={self.event}", f"--data={self.data}", f"--listen={listen}")
        self.start("hub", "hub", *options, "--manual", "--pause=0", "--enrolment=required")
        self.boards: dict[int, VirtualBoard] = {}
        for number in (1, 2):
            self.boards[number] = VirtualBoard(self, number)
            self.start(f"table{number}", "table", "--config", str(self.config(number)))
            self.start_web(number)
        eventually("the hub answers", lambda: self.snapshot(quietly=True))
        return f"http://{listen}/"

    def face(self, number: int) -> str:
        """The address of a table's clock face."""
        listen = tomllib.loads(self.config(number).read_text())["web"]["listen"]
        return f"http://{listen}/clock"

    def type(self, board: int, *lines: str) -> None:
        for line in lines:
            self.boards[board].type(line)

    def play_briskly(self, board: int, moves: list[str]) -> None:
        """Moves that take nothing, each man carried as fast as the line goes, and pressed; the next when it stands."""
        position = chess.Board()
        for plies, san in enumerate(moves, start=1):
            side = "white" if position.turn else "black"
            before = position.piece_map()
            position.push_san(san)
            after = position.piece_map()
            self.type(board, *(f"lift {chess.square_name(at)}" for at in before if at not in after))
            self.type(
                board,
                *(
                    f"put {chess.square_name(at)} {man.symbol()}"
                    for at, man in after.items()
                    if at not in before
                ),
                f"press {side}",
            )
            eventually(san, lambda: len(self.table(board)["san"]) == plies)  # noqa: B023

    def until(self, number: int, what: str, **wanted: Any) -> None:
        """A table's snapshot says so."""
        eventually(
            f"table {number}: {what}",
            lambda: (
                (said := self.table(number, quietly=True))
                and all(said[key] == value for key, value in wanted.items())
            ),
        )

    def alerts(self, number: int) -> list[str]:
        return [each["alert"] for each in self.table(number)["alerts"]]


def enrol(room: Room, arbiter: Arbiter, glance: Any) -> None:
    """The code is read off each table's own face, as a person would, and typed at the hub."""
    for number in (1, 2):
        glance.goto(room.face(number))
        shown = glance.get_by_text(re.compile(r"\d{4} \d{4}")).first
        found = re.search(r"(\d{4}) (\d{4})", shown.inner_text())
        assert found is not None
        if number == 1:
            arbiter.look()
            arbiter.page.wait_for_selector("#desk-enrolling-title")
            arbiter.picture("tables-ask")
        said = arbiter.give("enrol", table=str(number), code="".join(found.groups()))
        assert said == f"table {number} is enrolled"


def pair_and_start(room: Room, arbiter: Arbiter) -> None:
    assert arbiter.give("initial-colour", colour="white") == "initial colour: white"
    assert "round 1 is paired and published" in arbiter.give("pair", publish="yes")
    for number in (1, 2):
        room.until(number, "its game is there", round=1, board_link="live")
    arbiter.picture("paired")
    arbiter.look("pairings")
    arbiter.picture("pairings")
    assert "table 1, 2" in arbiter.give("start")
    for number in (1, 2):
        room.until(number, "its clock runs", state="running")


def rule_the_illegal_move(room: Room, arbiter: Arbiter) -> None:
    """7.5.1 and 7.5.5: the knight went to g3; a minute for Black, the men set back, play goes on."""
    alert = arbiter.page.locator(".desk-alerts li", has_text="llegal")
    arbiter.look()
    alert.wait_for()
    arbiter.picture("illegal-move")
    arbiter.look("board/2")
    arbiter.picture("illegal-move-board")
    before_ms = room.table(2)["black_ms"]
    said = arbiter.give("order", "knight to g3", order="illegal-move", table="2")
    assert said.startswith("illegal-move: ") and "table 2" in said
    room.until(2, "the board is to be put right", restoring=True, illegal_moves=[1, 0])
    assert room.table(2)["black_ms"] >= before_ms
    room.type(2, "lift g3", "put g1 N")
    room.until(2, "the board is right", restoring=False)
    arbiter.give("order", order="resume", table="2")
    room.until(2, "play goes on", state="running", running="white")


def see_the_draw_refused(room: Room, arbiter: Arbiter, plies: int) -> None:
    """Reg. of the event: no agreed draw before move 30."""
    eventually("the offer", lambda: "draw-refused" in room.alerts(1))
    eventually("and the move before it", lambda: len(room.table(1)["san"]) == plies)
    arbiter.look()
    alert = arbiter.page.locator(".desk-alerts li", has_text="30 moves")
    alert.wait_for()
    arbiter.picture("draw-refused")
    arbiter.acknowledge("Draw refused")
    alert.wait_for(state="detached")


def let_a_flag_fall(room: Room, arbiter: Arbiter) -> None:
    """White of board 2 is left with two seconds, and thinks."""
    arbiter.give("order", order="pause", table="2")
    room.until(2, "the clock stands", state="paused")
    arbiter.give("order", "agreed", order="set-time", table="2", arguments="side=white time=0:02")
    room.until(2, "two seconds", white_ms=2000)
    arbiter.give("order", order="resume", table="2")
    eventually("the flag", lambda: room.table(2)["flag"] == "white")
    arbiter.look("")
    arbiter.page.wait_for_selector("text=Flag")
    arbiter.picture("flag")


def correct(room: Room, arbiter: Arbiter) -> None:
    """Black of board 1 resigns; it was White who did, says the arbiter, and why."""
    room.type(1, "resign black")
    for number, result in ((1, "1-0"), (2, "0-1")):
        eventually(f"board {number}", lambda: result_of(room, number) == result)  # noqa: B023
    said = arbiter.give("rule", "the wrong button", board="1", result="0-1")
    assert said == "round 1 board 1: 0-1 by ruling"
    assert result_of(room, 1) == "0-1"
    arbiter.picture("corrected")


def result_of(room: Room, board: int) -> str:
    boards = room.snapshot()["pairings"][0]["boards"]
    return next(str(each["result"]) for each in boards if each["board"] == board)


def play_off(room: Room, arbiter: Arbiter) -> None:
    """Both Blacks have won: one Armageddon, colours by lot, its clock started at the table."""
    assert "round 1 is closed" in arbiter.give("close")
    for page in ("standings", "crosstable"):
        arbiter.look(page)
        arbiter.picture(page)
    assert "lots of the armageddon" in arbiter.give("lots")
    table = eventually("the Armageddon's table", lambda: table_of(room))
    room.type(table, "new")
    room.until(table, "the men stand", board_link="live", restoring=False, stage="armageddon")
    arbiter.give("start")
    room.until(table, "the Armageddon runs", state="running", draw_odds="black")
    assert room.table(table)["white_ms"] > room.table(table)["black_ms"]
    arbiter.look("")
    arbiter.picture("playoff")
    arbiter.look()
    arbiter.picture("trail")


def table_of(room: Room) -> int | None:
    """Which table plays the playoff's only game."""
    for number in (1, 2):
        if room.table(number)["stage"]:
            return number
    return None


@pytest.mark.parametrize(
    ("hands", "screen", "moves"),
    [(Keyboard, DESKTOP, TWELVE_MOVES), (Fingers, PHONE, TWELVE_MOVES[:3])],
    ids=["keyboard", "phone"],
)
def test_an_arbiter_runs_a_round(
    chromium: Any,
    tmp_path: Path,
    hands: Callable[[Any], Hands],
    screen: dict[str, Any],
    moves: list[str],
) -> None:
    """Issue 7 point 7: enrol, pair, start, an illegal move, a draw refused, a flag, a correction, close, a playoff."""
    kept = Path(os.environ.get("CLOCKD_PICTURES", tmp_path)) / (
        "phone" if "has_touch" in screen else "keyboard"
    )
    context, glance = chromium.new_context(**screen), chromium.new_page()
    errors: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    with Room(event) as room:
        arbiter = Arbiter(hands(page), room.open(), kept)
        code = access_in(room.data).accounts.new_code()
        arbiter.sign_up(code, NAME, PASSWORD)
        enrol(room, arbiter, glance)
        pair_and_start(room, arbiter)
        room.type(2, *ILLEGAL_KNIGHT)
        room.play_briskly(1, moves)
        room.type(1, "draw white")
        rule_the_illegal_move(room, arbiter)
        let_a_flag_fall(room, arbiter)
        see_the_draw_refused(room, arbiter, len(moves))
        correct(room, arbiter)
        play_off(room, arbiter)
        assert "the wrong button" in page.inner_text(".desk-trail")
        trail = room.facts("ActionRecorded")
        assert [(each["name"], each["reason"]) for each in trail] == arbiter.given
        assert {each["author"] for each in trail} == {NAME}
    context.close()
    glance.close()
    assert errors == []
