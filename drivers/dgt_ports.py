"""Which serial port to open for the board, and the port opened: 9600 8N1, ours alone.

A port is named in the configuration, or `auto` looks for the USB identities that DGT boards are known by. Classic
boards carry no serial number in USB, so telling two apart is the line's work, by asking. Source: fact sheet
"DGT e-board and clock", section 2.
"""

import errno

import serial
from serial.tools import list_ports

from clockd.errors import DeviceError

BAUD = 9600
WRITE_LIMIT_S = 1.0  # a command is one byte: a port that cannot take it for a second is gone
BOARD_IDS = {
    (0x0403, 0x6001): "USB board (FTDI)",
    (0x04D8, 0x000A): "Bluetooth or older CDC board",
    (0x045B, 0x8111): "Smart Board or USB-C board",
}
GONE = (errno.ENOENT, errno.ENXIO, errno.EIO, errno.ENODEV)
_REASONS = {
    errno.ENOENT: "no such port: is the board plugged in?",
    errno.EPERM: "kept from us by the unit's list of devices: restart clockd-table, or install again",
    errno.EACCES: "no permission to open it: is clockd's user in the group dialout?",
    errno.EAGAIN: "busy: another program has it open",
    errno.EBUSY: "busy: another program has it open",
    errno.EIO: "the device does not respond: was it just unplugged?",
    errno.ENXIO: "the device is not there: was it just unplugged?",
}


class PortBusy(DeviceError):
    """Another program has the port open: another table, perhaps, that asks which board is there."""


class PortGone(DeviceError):
    """There is no device behind the port, or not any more."""


def board_ports() -> list[str]:
    """The ports whose USB identity is one of a DGT board's, in order of name."""
    return sorted(
        port.device for port in list_ports.comports() if (port.vid, port.pid) in BOARD_IDS
    )


def open_port(path: str) -> serial.Serial:
    """The port opened for us alone, nothing read yet; DeviceError says why it cannot be."""
    port = serial.Serial(
        port=None, baudrate=BAUD, timeout=0, write_timeout=WRITE_LIMIT_S, exclusive=True
    )
    port.port = path
    port.dtr = port.rts = False  # old RS-232 boards are erratic with these lines high
    try:
        port.open()
    except (OSError, ValueError) as error:
        number = _number(error)
        raise _kind(number)(f"{path}: {_reason(number, error)}") from error
    return port


def _kind(number: int | None) -> type[DeviceError]:
    if number in (errno.EAGAIN, errno.EBUSY):
        return PortBusy
    return PortGone if number in GONE else DeviceError


def _number(error: Exception) -> int | None:
    number: int | None = getattr(error, "errno", None)
    if number is None and "exclusively lock" in str(error):
        return errno.EAGAIN  # pyserial keeps the number in its text
    return number


def _reason(number: int | None, error: Exception) -> str:
    return _REASONS.get(number or 0, f"cannot be opened as a serial port ({error})")
