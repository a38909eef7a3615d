"""A visit to a table: its file, its snapshot while it runs, and who answers on its socket."""

import contextlib
import socket
import struct
from collections.abc import Callable
from pathlib import Path

from clockd.config import load_table_config
from clockd.doctor.finding import Patient
from clockd.errors import ClockdError
from clockd.table.socket import SOCKET_NAME, ask


def patient_of(config_file: Path | None, ports: Callable[[], list[str]] = list) -> Patient:
    """The patient that this file describes; BadConfig when the file is wrong."""
    if config_file is None:
        return Patient(ports=ports)
    config = load_table_config(config_file)
    shown = {}
    with contextlib.suppress(ClockdError, ValueError):
        shown = ask(config.state, {"get": "snapshot"})
    process = _process(config.state / SOCKET_NAME) if shown else None
    return Patient(config, shown, process, ports=ports)


def _process(path: Path) -> int | None:
    """Whose socket this is (SO_PEERCRED)."""
    with socket.socket(socket.AF_UNIX) as line, contextlib.suppress(OSError):
        line.connect(str(path))
        told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        process: int = struct.unpack("3i", told)[0]
        return process
    return None
