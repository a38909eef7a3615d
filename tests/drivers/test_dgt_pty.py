"""The virtual board as a file: opened, read, closed and pulled out like a serial port."""

import os
import select
from pathlib import Path

import pytest

from clockd.errors import DeviceError
from clockd.ports import START_PLACEMENT
from drivers import dgt_frames as wire
from drivers.dgt_frames import START_CODES, FrameReader
from drivers.dgt_messages import BoardDump, FieldUpdate, Message
from drivers.dgt_pty import PtyServer
from drivers.dgt_simulator import VirtualBoard

PATIENCE_S = 20.0  # of a loaded machine; nothing here is a measurement


def messages(fd: int, count: int) -> list[Message]:
    reader, found = FrameReader(), list[Message]()
    while len(found) < count:
        ready, _, _ = select.select([fd], [], [], PATIENCE_S)
        assert ready, f"nothing more came after {found}"
        found += reader.feed(os.read(fd, 4096))
    return found


def serve(link: Path) -> PtyServer:
    server = PtyServer(VirtualBoard(START_PLACEMENT), link)
    server.start()
    return server


def test_a_reader_sees_the_board(tmp_path: Path) -> None:
    link = tmp_path / "board"
    server = serve(link)
    fd = os.open(link, os.O_RDWR | os.O_NOCTTY)
    os.write(fd, wire.SEND_BOARD + wire.UPDATES)
    assert messages(fd, 1) == [BoardDump(START_CODES)]
    with server.at() as (board, now_ns):
        board.lift(12, now_ns)
    assert messages(fd, 1) == [FieldUpdate(52, 0)]
    os.close(fd)
    server.close()
    assert not link.is_symlink()


def test_readers_come_and_go(tmp_path: Path) -> None:
    """A client that closes the terminal must not end the board."""
    link = tmp_path / "board"
    server = serve(link)
    for _ in range(3):
        fd = os.open(link, os.O_RDWR | os.O_NOCTTY)
        os.write(fd, wire.SEND_BOARD)
        assert messages(fd, 1) == [BoardDump(START_CODES)]
        os.close(fd)
    server.close()


def test_unplugged_under_its_reader_and_back_under_the_same_name(tmp_path: Path) -> None:
    """Section 12: a pulled cable ends the read with EOF or an error, and the node is gone."""
    link = tmp_path / "board"
    server = serve(link)
    fd = os.open(link, os.O_RDWR | os.O_NOCTTY)
    server.unplug()
    assert (server.plugged, link.is_symlink()) == (False, False)
    with pytest.raises(OSError):
        while os.read(fd, 4096):
            pass
        raise OSError("end of file")
    os.close(fd)
    server.unplug()  # pulling twice is pulling once
    server.plug()
    server.plug()
    assert (server.plugged, link.is_symlink()) == (True, True)
    server.close()


def test_bytes_that_nobody_reads_do_not_stop_the_board(tmp_path: Path) -> None:
    link = tmp_path / "board"
    server = PtyServer(
        VirtualBoard(START_PLACEMENT), link, clock=iter(range(0, 10**18, 10**9)).__next__
    )
    server.start()
    with server.at() as (board, now_ns):
        board.receive(wire.SEND_BOARD * 500, now_ns)
    fd = os.open(link, os.O_RDWR | os.O_NOCTTY)
    assert messages(fd, 1)
    os.close(fd)
    server.close()


def test_a_link_that_cannot_be_made(tmp_path: Path) -> None:
    with pytest.raises(
        DeviceError, match="cannot make the board's link: No such file or directory"
    ):
        serve(tmp_path / "nowhere" / "board")
    (tmp_path / "folder").mkdir()
    with pytest.raises(DeviceError, match="folder: cannot make the board's link"):
        serve(tmp_path / "folder")
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]


def test_an_old_link_is_replaced_and_anothers_is_left_alone(tmp_path: Path) -> None:
    link = tmp_path / "board"
    link.symlink_to("/dev/null")
    server = serve(link)
    assert str(link.readlink()).startswith("/dev/pts/")
    link.unlink()
    link.symlink_to("/dev/null")
    server.close()
    assert str(link.readlink()) == "/dev/null"


@pytest.mark.parametrize("dangling", [False, True])
def test_only_a_link_is_ever_replaced(tmp_path: Path, dangling: bool) -> None:
    """A slip of the pen in --link must not cost anybody a file, however mighty the user."""
    link = tmp_path / "board"
    if dangling:
        link.symlink_to(tmp_path / "gone")
        serve(link).close()
    else:
        link.write_text("somebody's work", encoding="utf-8")
        with pytest.raises(DeviceError, match="there is something that is no link"):
            serve(link)
        assert link.read_text(encoding="utf-8") == "somebody's work"
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []
