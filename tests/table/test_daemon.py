"""The loop wakes for what is due: the clock's reading among it, so a power cut costs no more than it promises."""

import time
from collections.abc import Callable
from pathlib import Path

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
