"""The loop wakes for what is due: the clock's reading among it, so a power cut costs no more than it promises."""

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from clockd.ports import ArbiterPressed, Put
from clockd.table.daemon import READING_RETRY_NS, Daemon
from clockd.units import SECOND_NS, milliseconds
from tests.table.kill_farm import PAIRING


class Nothing:
    """Devices that see nothing."""

    def start(self, put: Put, expected: Callable[[], str] | None = None) -> None:
        """Nobody to listen to."""

    def ask(self) -> None:
        """Nothing to show."""

    def close(self) -> None:
        """Nothing to free."""


def test_the_loop_wakes_when_the_next_reading_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Design 3: the running side within 1.2 s. An input just before the second must not put it off by half of one."""
    daemon = Daemon(tmp_path, 3, Nothing(), Nothing())
    daemon.host.load(PAIRING)
    assert daemon.host.next_reading_ns() is None, "no clock runs"
    began_ns = time.monotonic_ns()
    daemon.host.feed(ArbiterPressed(began_ns, "start"))
    while daemon.host.writer.durable_seq < daemon.host.table.clock_seq:
        time.sleep(0)
    daemon.host.keep_reading(began_ns)
    due_ns = began_ns + SECOND_NS
    assert daemon.host.next_reading_ns() == due_ns
    for early_ns, wakes_ns in [
        (milliseconds(300), due_ns),
        (milliseconds(5), due_ns - milliseconds(5) + READING_RETRY_NS),
        (-milliseconds(50), due_ns + milliseconds(50) + READING_RETRY_NS),
    ]:
        with monkeypatch.context() as patched:
            patched.setattr(
                "clockd.table.daemon.time.monotonic_ns", lambda at=due_ns - early_ns: at
            )
            assert daemon._until(None) == wakes_ns
    daemon.host.close()


class Broken:
    """A display on a loose wire: it raises as often as told, or hangs for ever."""

    def __init__(self, failures: int, hang: threading.Event | None = None) -> None:
        self.failures, self.hang = failures, hang
        self.shown = threading.Event()
        self.asked = threading.Event()

    def show(self, snapshot: Mapping[str, Any]) -> None:
        self.asked.set()
        if self.hang is not None:
            self.hang.wait()
        if self.failures:
            self.failures -= 1
            raise OSError(121, "Remote I/O error")
        self.shown.set()

    def close(self) -> None:
        raise OSError(121, "Remote I/O error")


def test_a_display_that_fails_or_hangs_never_touches_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("clockd.table.daemon.DISPLAY_AGAIN_S", 0.01)
    never = threading.Event()
    loose, hung, sound = Broken(3), Broken(0, never), Broken(0)
    daemon = Daemon(tmp_path, 3, Nothing(), Nothing())
    daemon.host.load(PAIRING)
    running = threading.Thread(
        target=daemon.run, args=({"loose": loose, "hung": hung, "sound": sound},), daemon=True
    )
    running.start()
    for display in (loose, sound):
        assert display.shown.wait(20)
    assert hung.asked.wait(20)
    daemon.inbox.put(ArbiterPressed(time.monotonic_ns(), "start"))
    while daemon.host.table.game.clock.running is None:
        time.sleep(0.01)
    daemon.stop()
    running.join(20)
    assert not running.is_alive(), "a display that hangs keeps nobody"
    assert capsys.readouterr().err.count("Remote I/O error") == 1
    never.set()
