"""sd_notify(3): what a real datagram socket hears."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from clockd.service_manager import ServiceManager
from clockd.units import milliseconds, seconds


class Manager:
    """The other end."""

    def __init__(self, name: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + name[1:] if name.startswith("@") else name)
        self.socket.setblocking(False)
        self.environment = {"NOTIFY_SOCKET": name}

    def heard(self) -> list[str]:
        found = []
        while True:
            try:
                found.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return found


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    name = str(tmp_path / "notify") if request.param == "path" else f"@clockd-test-{os.getpid()}"
    opened = Manager(name)
    yield opened
    opened.socket.close()


def test_ready_state_and_end(manager: Manager) -> None:
    told = ServiceManager(manager.environment)
    told.ready("table 3: waiting\nfor a game")
    told.status("round 1")
    told.stopping()
    assert manager.heard() == [
        "READY=1\nSTATUS=table 3: waiting for a game",
        "STATUS=round 1",
        "STOPPING=1",
    ]


def test_the_watchdog_is_fed_at_half_its_time(manager: Manager) -> None:
    told = ServiceManager(manager.environment | {"WATCHDOG_USEC": "5000000"})
    for now_ms in range(0, 10_000, 100):
        told.alive(milliseconds(now_ms))
    assert manager.heard() == ["WATCHDOG=1"] * 4  # at 0, 2.5, 5 and 7.5 s


@pytest.mark.parametrize(
    "more", [{}, {"WATCHDOG_USEC": "5000000", "WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "soon"}]
)
def test_without_a_watchdog_of_its_own_nothing_is_fed(
    manager: Manager, more: dict[str, str]
) -> None:
    told = ServiceManager(manager.environment | more)
    told.alive(seconds(100))
    assert manager.heard() == []


def test_a_manager_that_does_not_read_stops_nobody(manager: Manager) -> None:
    """The queue fills up; the loop goes on."""
    told = ServiceManager(manager.environment | {"WATCHDOG_USEC": "2"})
    for number in range(5000):
        told.alive(number * 1000)
    assert 0 < len(manager.heard()) < 5000


def test_without_a_manager_nothing_happens(tmp_path: Path) -> None:
    for name in ("", "relative", str(tmp_path / "nobody")):
        told = ServiceManager({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "2000000"})
        told.ready("here")
        told.alive(seconds(1))
