"""What a process tells the service manager that started it: ready, alive, a line of state, ending.

Datagrams to the socket named in NOTIFY_SOCKET (sd_notify(3), sd_watchdog_enabled(3)); without one nothing is sent. The
socket never blocks: a word that cannot be told now is dropped, since the clock's loop is the one that speaks. Own code
because the libraries for it wait for the socket.
"""

import contextlib
import os
import socket
from collections.abc import Mapping


class ServiceManager:
    """The line to systemd, or to nobody. `alive` is called by the loop that does the work, as often as it likes."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        given = os.environ if environment is None else environment
        self._socket: socket.socket | None = None
        self._every_ns = _watchdog_ns(given) // 2
        self._next_ns = 0
        name = given.get("NOTIFY_SOCKET", "")
        if name[:1] in ("/", "@"):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            self._socket.setblocking(False)
            self._address = "\0" + name[1:] if name[0] == "@" else name

    def ready(self, status: str) -> None:
        """Everything is armed; `status` is the line that `systemctl status` shows."""
        self._tell(f"READY=1\nSTATUS={_line(status)}")

    def status(self, status: str) -> None:
        """Another line of state."""
        self._tell(f"STATUS={_line(status)}")

    def alive(self, now_ns: int) -> None:
        """The loop goes round; told at half the time after which the watchdog bites."""
        if self._every_ns and now_ns >= self._next_ns:
            self._next_ns = now_ns + self._every_ns
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The process was told to end and is putting things away."""
        self._tell("STOPPING=1")

    def _tell(self, text: str) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.sendto(text.encode(), self._address)


def _watchdog_ns(given: Mapping[str, str]) -> int:
    """After how long the watchdog bites; 0 when there is none, or it is another process's."""
    text, process = given.get("WATCHDOG_USEC", ""), given.get("WATCHDOG_PID", "")
    if process and process != str(os.getpid()):
        return 0
    return int(text) * 1000 if text.isascii() and text.isdecimal() else 0


def _line(text: str) -> str:
    return " ".join(text.split())
