"""Fact sheet "DGT e-board and clock", section 4: one command at a time, 0.1 s apart."""

from clockd.units import milliseconds
from drivers.dgt_outbox import Outbox


def test_one_command_each_tenth_of_a_second() -> None:
    outbox = Outbox()
    for command in (b"\x44", b"\x42"):
        outbox.queue(command, 0)
    assert (outbox.take(0), outbox.take(milliseconds(99))) == (b"\x44", b"")
    due = [outbox.due_ns]
    assert outbox.take(milliseconds(100)) == b"\x42"
    assert [*due, outbox.due_ns] == [milliseconds(100), None]
    outbox.queue(b"\x45", milliseconds(150))
    assert outbox.due_ns == milliseconds(200)


def test_a_command_that_waits_is_not_queued_twice() -> None:
    outbox = Outbox()
    for _ in range(1000):
        outbox.queue(b"\x42", 0)
    assert (outbox.take(0), outbox.take(milliseconds(200))) == (b"\x42", b"")


def test_cleared_it_sends_nothing() -> None:
    outbox = Outbox()
    outbox.queue(b"\x42", 0)
    outbox.clear()
    assert (outbox.take(milliseconds(500)), outbox.due_ns) == (b"", None)
