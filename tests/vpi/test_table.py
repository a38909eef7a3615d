"""A table on the virtual Pi, in the order of its life: installed, played on, unplugged, stopped, cut off twice.

Real systemd, kernel edges, the FTDI driver, ext4. Judged by stamps and outcomes, never by how long an emulated machine
took. CLOCKD_VPI names the folder that `make vpi` prepares: the image, and the bundle that is installed.
"""

import json
import os
import random
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.vpi.board_line import BoardLine
from tests.vpi.card import Card
from tests.vpi.machine import VirtualPi, eventually, missing_tools, private_copy, put_right

FOLDER = Path(os.environ.get("CLOCKD_VPI", "."))
CONFIG = "/etc/clockd/table-1.toml"
STATE = "/var/lib/clockd/table-1"
AS_TABLE = "setpriv --reuid=clockd-table --regid=clockd --clear-groups"
WHITE, BLACK, ARBITER = 4, 5, 6  # lines of the virtual machine's pins
READING_MS = 1500  # the clock is written each second; an emulated disk may be slow about it
ASK = """
import json, socket
line = socket.socket(socket.AF_UNIX)
line.settimeout(20)
line.connect("{state}/table.sock")
line.sendall(b'{"get":"snapshot"}\\n')
print(line.makefile().readline())
"""
pytestmark = [
    pytest.mark.timeout(1500),
    pytest.mark.skipif(bool(missing_tools()), reason=f"not on this machine: {missing_tools()}"),
]


class Table:
    """The machine with a table on it and a board at its cable."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        installed = os.environ.get(
            "CLOCKD_VPI_ROOT"
        )  # a system disk of an earlier run, to save its minutes
        self.installed = bool(installed)
        root = folder / "root.ext4"
        private_copy(
            Path(installed).parent, Path(installed).name, root
        ) if installed else private_copy(FOLDER, "root.ext4", root)
        self.disk = private_copy(FOLDER, "state.ext4", folder / "state.ext4")
        self.pi = VirtualPi(FOLDER, folder, root, str(self.disk))
        self.board: BoardLine | None = None

    def boot(self) -> None:
        """Power on; the men stand as they stood."""
        position = self.board.position if self.board else None
        self.pi.boot()
        placement = self.board.board.placement if self.board else None
        self.board = BoardLine(self.pi.usb_path)
        if position is not None and placement is not None:
            self.board.position = position
            with self.board.at() as (board, now_ns):
                board.set_up(placement, now_ns)

    def power_cut(self) -> None:
        assert self.board is not None
        self.pi.power_cut()
        self.board.close()

    @property
    def shown(self) -> dict[str, Any]:
        """The table's snapshot; empty while nobody answers."""
        told = self.pi.run("python3 /usr/local/lib/ask.py 2>/dev/null", check=False).strip()
        return json.loads(told) if told.startswith("{") else {}

    def until(self, what: str, **wanted: Any) -> dict[str, Any]:
        """The first snapshot in which these keys have these values."""

        def look() -> dict[str, Any] | None:
            shown = self.shown
            return shown if all(shown.get(key) == value for key, value in wanted.items()) else None

        found: dict[str, Any] = eventually(f"{what} ({wanted})", look, 240)
        return found

    def load(self, number: int) -> None:
        """Give the table the next game."""
        text = f'rules = "us-senior-2019"\nround = {number}\nwhite = "Ann"\nblack = "Bo"\n'
        self.pi.write("/root/pairing.toml", text)
        self.pi.run(f"clockd command --config {CONFIG} pairing /root/pairing.toml")

    def play(self, *moves: str) -> dict[str, Any]:
        """Make these moves and press after each; waits until the record has each."""
        assert self.board is not None
        shown: dict[str, Any] = {}
        for san in moves:
            white = self.board.position.turn
            before = len(self.board.position.move_stack)
            self.board.move(san)
            self.pi.press(WHITE if white else BLACK)
            shown = eventually(f"{before + 1} moves", partial(self._has, before + 1), 240)
        return shown

    def _has(self, plies: int) -> dict[str, Any] | None:
        shown = self.shown
        return shown if len(shown.get("san", [])) >= plies else None


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    opened = Table(tmp_path_factory.mktemp("pi"))
    opened.boot()
    yield opened
    opened.pi.power_cut()


def test_installed_by_its_script(table: Table) -> None:
    """One command; the units run as their own users, the clock under the real-time policy, without a network."""
    pi = table.pi
    if not table.installed:
        pi.copy(FOLDER / "bundle", "/root/bundle")
        told = pi.run("/root/bundle/install.sh --table 1")
        assert "clockd: installed" in told, told
    pins = f"s/^white = .*/white = {WHITE}/; s/^black = .*/black = {BLACK}\\narbiter = {ARBITER}/"
    pi.run(f"grep -q ^arbiter {CONFIG} || sed -i '{pins}' {CONFIG}")
    pi.run("mkdir -p /usr/local/lib")
    pi.write("/usr/local/lib/ask.py", ASK.replace("{state}", STATE))
    pi.run("systemctl enable clockd-web@1; systemctl restart clockd-table@1")
    assert pi.run("systemctl is-active clockd-table@1").strip() == "active"
    pi.run("systemctl start clockd-web@1")
    assert pi.run("systemctl is-active clockd-web@1").strip() == "active"
    ours = pi.run("ps -eo user:20,cls,rtprio,args | grep '[c]lockd table'").split()
    assert ours[:3] == ["clockd-table", "FF", "20"]
    process = pi.run("systemctl show -P MainPID clockd-table@1").strip()
    names = pi.run(f"nsenter -t {process} -n cat /proc/net/dev | tail -n +3 | cut -d: -f1").split()
    assert names == ["lo"]
    assert pi.run("readlink /dev/clockd/board-*").strip() == "../ttyUSB0"
    assert pi.run("cat /sys/bus/usb-serial/devices/ttyUSB0/latency_timer").strip() == "1"
    table.until("the board", board_link="live")


def test_a_game_through_edges_and_the_cable_with_a_pulled_plug_of_the_board(table: Table) -> None:
    """Seven moves to mate; the cable is out for one of them and comes back in another socket."""
    assert table.board is not None
    table.load(1)
    table.pi.press(ARBITER)
    table.until("the start", state="running")
    table.play("e4", "e5")
    table.pi.unplug()
    table.until("the loss", board_link="lost")
    table.board.move("Qh5")
    table.pi.press(WHITE)
    table.pi.plug(3)
    shown = table.until("the board again", board_link="live", san=["e4", "e5", "Qh5"])
    assert shown["running"] == "black" and shown["presses"] == [2, 1]
    table.play("Nc6", "Bc4", "Nf6")
    table.board.move("Qxf7#")
    shown = table.until("the mate", state="ended")
    assert (shown["result"], shown["termination"]) == ("1-0", "checkmate")
    pgn = table.pi.run(f"{AS_TABLE} clockd replay {STATE} --pgn")
    assert pgn.count("%clk") == 7 and '[Termination "checkmate"]' in pgn


def test_a_clock_that_stands_is_bitten_by_the_watchdog(table: Table) -> None:
    """The stopped process is killed and started again; the game stands there, paused."""
    assert table.board is not None
    table.board.set_up()
    table.load(2)
    table.pi.press(ARBITER)
    table.until("the start", state="running")
    table.play("d4", "d5")
    before = table.pi.run("systemctl show -P MainPID clockd-table@1").strip()
    table.pi.run(f"kill -STOP {before}")
    shown = table.until("the restart", state="paused", san=["d4", "d5"])
    assert "clock-restored" in [alert["alert"] for alert in shown["alerts"]]
    assert table.pi.run("systemctl show -P MainPID clockd-table@1").strip() != before
    assert (
        "watchdog" in table.pi.run("journalctl -u clockd-table@1 --no-pager | tail -n 40").lower()
    )
    table.until("the board", board_link="live")
    table.pi.press(ARBITER)
    table.until("the game goes on", state="running")


def test_a_power_cut_and_a_clock_that_nobody_set(table: Table) -> None:
    """The journal has what was shown; the clock is right to the last reading; the wall clock is not asked."""
    shown = table.play("c4", "e6")
    time.sleep(3)  # the side that moves uses some time, and readings are written
    shown = table.shown
    table.power_cut()
    card = Card(table.disk, table.folder / "card.sock")
    table.pi.state, table.pi.rtc = card.address, "2019-01-01T00:00:00"
    table.boot()
    told_s = int(
        table.pi.run("date +%s")
    )  # systemd puts it forward to the day that it was built, no further
    assert told_s < time.time() - 86_400
    _is_resumed(table, shown, ["d4", "d5", "c4", "e6"])
    _cut_with_the_card(table, card)


def _cut_with_the_card(table: Table, card: Card) -> None:
    """A second cut in the same game, on a card with a cache of its own: half of what was not flushed is lost."""
    table.until("the board", board_link="live")
    table.pi.press(ARBITER)
    table.until("the game goes on", state="running")
    shown = table.play("Nc3", "Nf6")
    time.sleep(3)
    shown = table.shown
    table.power_cut()
    card.power_cut(random.Random(1))
    card.close()
    put_right(table.pi.root)  # a system that is read-only was never cut off in a write
    table.pi.state, table.pi.rtc, table.pi.read_only = str(table.disk), "", True
    table.boot()
    _is_resumed(table, shown, ["d4", "d5", "c4", "e6", "Nc3", "Nf6"])


def test_on_a_read_only_system_the_game_goes_on(table: Table) -> None:
    """Only the state can be written; the game that was cut off twice is played to its end and audits clean."""
    told = table.pi.run("touch /root/nothing", check=False)
    assert "Read-only" in told
    table.until("the board", board_link="live")
    table.pi.press(ARBITER)
    table.until("the game goes on", state="running")
    table.play("Bg5", "Be7")
    table.pi.run(
        f"clockd command --config {CONFIG} result result=0-1 termination=resignation --reason 'White resigns'"
    )
    assert table.until("the end", state="ended")["result"] == "0-1"
    audit = table.pi.run(f"{AS_TABLE} clockd replay {STATE} --audit")
    assert '"differences":0' in audit.splitlines()[-1].replace(" ", "")


def _is_resumed(table: Table, before: dict[str, Any], san: list[str]) -> None:
    """Paused; the side that stood has its time to the millisecond, the other at most a reading more."""
    shown = table.until("the game again", state="paused", san=san)
    running = before["running"]
    other = "black" if running == "white" else "white"
    assert shown[f"{other}_ms"] == before[f"{other}_ms"]
    assert -2 * READING_MS <= before[f"{running}_ms"] - shown[f"{running}_ms"] <= 60_000
    assert "clock-restored" in [alert["alert"] for alert in shown["alerts"]]
