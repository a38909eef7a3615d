"""The driver's configuration, and the driver against the virtual board on a real pseudo-terminal."""

import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from serial.tools import list_ports

from clockd.errors import BadConfig
from clockd.ports import (
    START_PLACEMENT,
    BoardInput,
    BoardLink,
    BoardSeen,
    BoardTold,
    ButtonInput,
    SquareChanged,
)
from clockd.units import milliseconds
from drivers import dgt_search
from drivers.dgt_board import DgtBoard, make
from drivers.dgt_frames import START_CODES, UPDATES, FrameReader
from drivers.dgt_log import entry_of
from drivers.dgt_messages import BoardDump
from drivers.dgt_pty import PtyServer
from drivers.dgt_simulator import VirtualBoard
from drivers.dgt_simulator_line import NO_FAULTS, Faults

PATIENCE_S = 60.0  # of a loaded machine; nothing here is a measurement
E2, E4 = 12, 28


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (
            {"prot": "x"},
            "[board] prot: unknown key, expected one of driver, port, serial, orientation, log",
        ),
        ({"port": 3}, "[board] port = 3, expected a text in quotes"),
        ({"port": " "}, "[board] port = ' ', expected a text in quotes"),
        ({"serial": 13116}, "[board] serial = 13116, expected a text in quotes"),
        ({"serial": "A7"}, "[board] serial = 'A7', expected the digits under the board: \"13116\""),
        ({"orientation": "left"}, "[board] orientation = 'left', expected auto, normal, rotated"),
        ({"log": "/dev/null"}, "[board] log = '/dev/null', expected a file to write to"),
        (
            {"log": "/nowhere/log"},
            "[board] log = '/nowhere/log', expected a folder that exists: /nowhere",
        ),
        ({"orientation": []}, "[board] orientation = [], expected auto, normal, rotated"),
    ],
)
def test_a_wrong_key_is_one_clear_line(config: dict[str, Any], message: str) -> None:
    with pytest.raises(BadConfig) as caught:
        make(config)
    assert str(caught.value) == message


def test_a_good_configuration_opens_nothing_yet() -> None:
    board = make(
        {"port": "/dev/none", "serial": "13116", "orientation": "rotated", "driver": "dgt"}
    )
    board.ask()
    board.close()
    board.close()


class Table:
    """What the table would do with a driver: take what comes, in order."""

    def __init__(self, port: Path, **options: Any) -> None:
        self._inbox: queue.Queue[BoardInput | ButtonInput] = queue.Queue()
        self.expected = START_PLACEMENT
        self.seen: list[BoardInput | ButtonInput] = []
        self.driver = DgtBoard(str(port), **options)
        self.driver.start(self._inbox.put, lambda: self.expected)

    def until(self, wanted: Callable[[BoardInput | ButtonInput], bool]) -> BoardInput | ButtonInput:
        end = time.monotonic() + PATIENCE_S
        while True:
            seen = self._inbox.get(timeout=max(0.001, end - time.monotonic()))
            self.seen.append(seen)
            if wanted(seen):
                return seen

    def until_state(self, state: str) -> str:
        seen = self.until(lambda seen: isinstance(seen, BoardLink) and seen.state == state)
        assert isinstance(seen, BoardLink)
        return seen.detail

    def all_for(self, wait_s: float) -> list[BoardInput | ButtonInput]:
        """Everything that comes within this time."""
        end, told = time.monotonic() + wait_s, []
        with contextlib.suppress(queue.Empty):
            while (left_s := end - time.monotonic()) > 0:
                told.append(self._inbox.get(timeout=left_s))
        self.seen += told
        return told

    def until_placement(self, placement: str) -> None:
        self.until(lambda seen: isinstance(seen, BoardSeen) and seen.placement == placement)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Callable[..., tuple[PtyServer, Table]]]:
    opened: list[tuple[PtyServer, Table]] = []

    def lay_out(
        *, rotated: bool = False, faults: Faults = NO_FAULTS, **options: Any
    ) -> tuple[PtyServer, Table]:
        link = tmp_path / "board"
        board = VirtualBoard(
            START_PLACEMENT, rotated=rotated, serial="13116", faults=faults, seed=1
        )
        server = PtyServer(board, link)
        server.start()
        opened.append((server, Table(link, **options)))
        return opened[-1]

    yield lay_out
    for server, table in opened:
        table.driver.close()
        server.close()


Desk = Callable[..., tuple[PtyServer, Table]]


@pytest.mark.slow
@pytest.mark.parametrize("rotated", [False, True])
def test_connect_and_move(desk: Desk, rotated: bool) -> None:
    """The way round is found by itself; a move arrives as its two squares, and a dump confirms it."""
    server, table = desk(rotated=rotated)
    assert table.until_state("live") == "DGT 1.8, serial 13116"
    table.until_placement(START_PLACEMENT)
    before_ns = time.monotonic_ns()
    with server.at() as (board, now_ns):
        board.lift(E2, now_ns)
    seen = table.until(lambda seen: isinstance(seen, SquareChanged))
    with server.at() as (board, now_ns):
        board.put(E4, "P", now_ns)
        after = board.placement
    assert isinstance(seen, SquareChanged) and (seen.square, seen.piece) == (E2, None)
    assert before_ns < seen.at_ns < time.monotonic_ns()
    table.until_placement(after)
    table.driver.ask()
    table.until_placement(after)
    report = [seen.report for seen in table.seen if isinstance(seen, BoardTold)][-1]
    assert (report.serial, report.rotated, sum(dict(report.counts).values())) == (
        "13116",
        rotated,
        0,
    )


@pytest.mark.slow
def test_unplugged_twice_with_moves_made_meanwhile(desk: Desk) -> None:
    """Scenario 14: a pulled cable is an input; after the return the dump tells what stands there."""
    server, table = desk()
    table.until_placement(START_PLACEMENT)
    squares = list(START_PLACEMENT)
    for square in (8, 9):
        server.unplug()
        assert "unplugged or switched off" in table.until_state("lost")
        with server.at() as (board, now_ns):
            board.lift(square, now_ns)
        assert not [seen for seen in table.all_for(1.0) if isinstance(seen, BoardLink)]
        squares[square] = "."
        server.plug()
        table.until_placement("".join(squares))
    states = [seen.state for seen in table.seen if isinstance(seen, BoardLink)]
    assert [states.count(state) for state in ("live", "lost")] == [3, 2], "one loss is told once"


@pytest.mark.slow
def test_messages_that_come_in_one_and_four_bytes(desk: Desk) -> None:
    """As seen on an emulated Pi: a 5-byte message often arrives as 1 + 4 bytes."""
    server, table = desk(faults=Faults(split=1))
    table.until_placement(START_PLACEMENT)
    with server.at() as (board, now_ns):
        board.lift(E2, now_ns)
        board.put(E4, "P", now_ns)
    squares = [table.until(lambda seen: isinstance(seen, SquareChanged)) for _ in range(2)]
    assert {(s.square, s.piece) for s in squares if isinstance(s, SquareChanged)} == {
        (E2, None),
        (E4, "P"),
    }


@pytest.mark.slow
def test_a_port_that_is_missing_then_there(desk: Desk, tmp_path: Path) -> None:
    """The daemon stays up, says so and goes on trying: at a cold boot the port may be the last to appear."""
    table = Table(tmp_path / "board")
    assert table.until_state("lost") == f"{tmp_path}/board: no such port: is the board plugged in?"
    server = PtyServer(VirtualBoard(START_PLACEMENT), tmp_path / "board")
    server.start()
    table.until_placement(START_PLACEMENT)
    table.driver.close()
    server.close()


@pytest.mark.slow
def test_a_device_that_is_not_a_board(tmp_path: Path) -> None:
    """It answers everything with text, never in a frame: `wrong-device` and a sentence."""
    master, slave = os.openpty()
    stop = threading.Event()

    def chatter() -> None:
        while not stop.wait(0.2):
            os.write(master, b"$GPGGA,092750.000,N\r\n")

    thread = threading.Thread(target=chatter)
    thread.start()
    table = Table(Path(os.ttyname(slave)))
    assert "nothing on it answers like a DGT board" in table.until_state("wrong-device")
    stop.set()
    thread.join()
    table.driver.close()
    os.close(master)
    os.close(slave)


def test_closing_frees_the_port_at_once(tmp_path: Path) -> None:
    server = PtyServer(VirtualBoard(START_PLACEMENT), tmp_path / "board")
    server.start()
    for _ in range(2):
        table = Table(tmp_path / "board")
        assert "is open" in table.until_state("asking")
        table.driver.close()
        assert not any(thread.name == "dgt board" for thread in threading.enumerate())
    server.close()


@pytest.fixture
def two_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[PtyServer]]:
    """Boards 00042 and 13116 of one kind, in two sockets of one machine."""
    servers = [
        PtyServer(VirtualBoard(START_PLACEMENT, serial=number), tmp_path / f"tty{number}")
        for number in ("00042", "13116")
    ]
    for server in servers:
        server.start()

    def plugged() -> list[SimpleNamespace]:
        paths = sorted(tmp_path.glob("tty*"))
        return [SimpleNamespace(device=str(path), vid=0x0403, pid=0x6001) for path in paths]

    monkeypatch.setattr(list_ports, "comports", plugged)
    yield servers
    for server in servers:
        server.close()


@pytest.mark.slow
def test_each_of_two_tables_takes_its_own_board(two_boards: list[PtyServer]) -> None:
    """`port = "auto"` and a serial number each: nobody disturbs the other's board, and each finds its own."""
    tables = [Table(Path("auto"), number=number) for number in ("00042", "13116")]
    for table, number in zip(tables, ("00042", "13116"), strict=True):
        assert table.until_state("live") == f"DGT 1.8, serial {number}"
        table.until_placement(START_PLACEMENT)
        table.driver.close()


@pytest.mark.slow
def test_a_wanted_board_that_is_out_is_said_once(
    two_boards: list[PtyServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other table's board stays where it is, free or busy: the state of this table does not alternate."""
    monkeypatch.setattr(dgt_search, "ASK_OTHERS_AGAIN_NS", milliseconds(100))
    neighbour = Table(Path("auto"), number="00042")
    neighbour.until_state("live")
    table = Table(Path("auto"), number="13116")
    table.until_state("live")
    two_boards[1].unplug()
    assert "unplugged or switched off" in table.until_state("lost")
    told = table.all_for(4.0)
    assert [seen.state for seen in told if isinstance(seen, BoardLink)] == []
    two_boards[1].plug()
    assert table.until_state("live") == "DGT 1.8, serial 13116"
    assert all(seen.state == "live" for seen in neighbour.all_for(0.1) if type(seen) is BoardLink)
    for each in (table, neighbour):
        each.driver.close()


@pytest.mark.slow
def test_a_board_comes_back_under_another_name(two_boards: list[PtyServer], tmp_path: Path) -> None:
    """The named port is gone; by its serial number the board is found in the other socket (scenario 14)."""
    two_boards[0].unplug()
    table = Table(tmp_path / "tty13116", number="13116")
    table.until_state("live")
    two_boards[1].unplug()
    table.until_state("lost")
    two_boards[1].link = tmp_path / "tty7"
    two_boards[1].plug()
    table.until_placement(START_PLACEMENT)
    last = [seen.report.port for seen in table.seen if isinstance(seen, BoardTold)][-1]
    assert last == str(tmp_path / "tty7")
    table.driver.close()


@pytest.mark.slow
def test_one_connection_through_everything_that_a_line_does(desk: Desk) -> None:
    """Issue "Reading the board like an arbiter", point 5, on one real terminal: a tail of noise at the connection, a
    half frame that stands still, silence, the board's power off and on (it forgets its mode and is deaf), a foreign
    object. The line is never lost, and what stands on the board is known after each.
    """
    server, table = desk()
    server.say(b"\x00\x31\x07\x86\x00")  # garbage, and the beginning of a dump
    table.until_placement(START_PLACEMENT)
    squares = list(START_PLACEMENT)
    for square, before in ((8, b"\x8e\x00"), (9, b"\x8e\x00\x05\x08"), (10, b"\x86\x00\x43\x08")):
        server.say(before)  # half a frame, then nothing but what the driver asks for
        with server.at() as (board, now_ns):
            board.lift(square, now_ns)
        squares[square] = "."
        table.until_placement("".join(squares))
    with server.at() as (board, now_ns):
        board.power_up(now_ns)
        board.lift(11, now_ns)
        board.put_code(12, 0x0D, now_ns)
    squares[11] = squares[12] = "."
    table.until_placement("".join(squares))
    with server.at() as (board, _):
        assert board.mode == UPDATES
    assert [seen.state for seen in table.seen if type(seen) is BoardLink] == [
        "asking",
        "asking",
        "live",
    ]
    told = table.until(lambda seen: isinstance(seen, BoardTold) and seen.report.foreign == (12,))
    assert isinstance(told, BoardTold) and dict(told.report.counts)["dropped"] >= 8


@pytest.mark.slow
def test_the_log_holds_both_ways(desk: Desk, tmp_path: Path) -> None:
    """Section 16: raw bytes with monotonic and UTC stamps; and what went out, in the order of the start."""
    _, table = desk(log_file=tmp_path / "log")
    table.until_placement(START_PLACEMENT)
    table.driver.close()
    entries = [entry_of(line) for line in (tmp_path / "log").read_text().splitlines()]
    sent = [entry.data.hex() for entry in entries if entry and entry.way == "tx"]
    read = b"".join(entry.data for entry in entries if entry and entry.way == "rx")
    assert sent[:5] == ["40", "4d", "45", "44", "42"]
    assert BoardDump(START_CODES) in FrameReader().feed(read)
