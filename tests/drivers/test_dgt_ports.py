"""Fact sheet "DGT e-board and clock", section 2: which ports are a board's, and why one cannot be opened."""

import errno
import os
import pty
from pathlib import Path
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from clockd.errors import DeviceError
from drivers.dgt_ports import PortGone, board_ports, open_port


def usb(device: str, vid: int | None, pid: int | None) -> SimpleNamespace:
    return SimpleNamespace(device=device, vid=vid, pid=pid)


def test_boards_are_known_by_their_usb_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    """0403:6001 FTDI, 04d8:000a CDC, 045b:8111 Smart Board; a printer and the Pi's own UART are none."""
    ports = [
        usb("/dev/ttyUSB1", 0x0403, 0x6001),
        usb("/dev/ttyACM0", 0x04D8, 0x000A),
        usb("/dev/ttyACM1", 0x045B, 0x8111),
        usb("/dev/ttyACM2", 0x2341, 0x0043),
        usb("/dev/ttyAMA0", None, None),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    assert board_ports() == ["/dev/ttyACM0", "/dev/ttyACM1", "/dev/ttyUSB1"]


def test_a_missing_port(tmp_path: Path) -> None:
    with pytest.raises(PortGone, match=r"ttyNone: no such port: is the board plugged in\?"):
        open_port(str(tmp_path / "ttyNone"))


def test_something_that_is_no_port(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(DeviceError, match="cannot be opened as a serial port"):
        open_port(str(file))


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EACCES, r"ttyUSB0: no permission to open it: .* group dialout"),
        (errno.EPERM, r"ttyUSB0: kept from us by the unit's list of devices"),
    ],
)
def test_a_port_without_permission(monkeypatch: pytest.MonkeyPatch, number: int, said: str) -> None:
    """As the kernel gives it to a user outside the group, and to a unit that may not; by the system call itself."""

    def refuse(path: str, flags: int) -> int:
        raise PermissionError(number, os.strerror(number), path)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(DeviceError, match=said):
        open_port("/dev/ttyUSB0")


def test_a_busy_port() -> None:
    """Scenario: a relay program has the board open."""
    master, slave = pty.openpty()
    try:
        first = open_port(os.ttyname(slave))
        with pytest.raises(DeviceError, match="busy: another program has it open"):
            open_port(os.ttyname(slave))
        first.close()
        open_port(os.ttyname(slave)).close()
    finally:
        os.close(master)
        os.close(slave)
