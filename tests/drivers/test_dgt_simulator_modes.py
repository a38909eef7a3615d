"""Fact sheet "DGT e-board and clock", sections 6, 7 and 10: the virtual board in bus mode, and with a clock."""

import pytest

from clockd.ports import START_PLACEMENT
from clockd.units import milliseconds, seconds
from drivers import dgt_frames as wire
from drivers.dgt_frames import START_CODES, FrameReader, encode
from drivers.dgt_messages import BoardDump, BusMessage, ClockAck, ClockTime, FieldUpdate, Message
from drivers.dgt_simulator import VirtualBoard
from drivers.dgt_simulator_clock import AttachedClock
from tests.drivers.test_dgt_simulator import taken

E2, E4 = 12, 28
ADDRESS = 1025  # serial 01025: row 10 of section 17
SET_90_MINUTES = bytes.fromhex("2b0a030a011e00011e000100")  # row 25: both 1:30:00, left runs
ASK_VERSION = bytes.fromhex("2b03030900")
TEXT = bytes.fromhex("2b0c030c636c6f636b6420200000")


def bus_command(code: int, address: int = ADDRESS) -> bytes:
    """Section 10: code, address in two groups of seven bits, sum of the bytes before it."""
    begun = bytes((code, address >> 7, address & 0x7F))
    return begun + bytes((sum(begun) & 0x7F,))


def board_of(**options: object) -> VirtualBoard:
    return VirtualBoard(START_PLACEMENT, serial="01025", **options)  # type: ignore[arg-type]


def said(board: VirtualBoard, command: bytes, at_ns: int = 0) -> list[Message]:
    board.receive(command, at_ns)
    return FrameReader().feed(taken(board, at_ns + seconds(1)))


def acks(messages: list[Message]) -> list[tuple[int, int, int]]:
    return [(m.ack0, m.ack1, m.ack2) for m in messages if isinstance(m, ClockAck)]


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("87000007", "870006080116"),  # rows 35, 36: ping to all
        ("8208010b", encode(0x83, b"").hex()[:2] + "0046"),  # row 34: a dump of 70 bytes
        ("8b080114", "8900080801010823"),  # version 1.8
        ("8508010e", "880006080117"),  # row 39: the start of a game is noted
        ("8108010a", "84000d0801000000000000203a"),  # no clock
    ],
)
def test_answers_in_bus_mode(command: str, answer: str) -> None:
    board = board_of()
    board.receive(bytes.fromhex(command), 0)
    assert taken(board, seconds(1)).hex().startswith(answer)


def test_a_bus_dump_is_read_by_our_own_reader() -> None:
    (message,) = said(board_of(), bus_command(0x82))
    assert message == BusMessage(0x83, ADDRESS, START_CODES)


def test_another_boards_command_and_a_wrong_sum_are_not_answered() -> None:
    assert said(board_of(), bus_command(0x82, 1026)) == []
    assert said(board_of(), bytes.fromhex("82080100")) == []


def test_the_mode_changes_with_the_first_command_of_the_other_kind() -> None:
    """Section 10: single-board commands switch and are executed, bus commands switch and are not."""
    board = board_of()
    assert len(said(board, wire.SEND_VERSION)) == 1
    assert said(board, bus_command(0x87)) == []
    assert len(said(board, bus_command(0x87))) == 1
    assert isinstance(said(board, wire.SEND_BOARD)[0], BoardDump)


def test_updates_end_in_bus_mode_and_changes_are_told_when_asked() -> None:
    """Section 9: `40` e2 empty, `41` a white pawn, each with its field; asked again by 84, gone by 83."""
    board = board_of()
    said(board, wire.UPDATES)
    board.receive(bus_command(0x87), seconds(1))
    board.lift(E2, seconds(1))
    assert taken(board, seconds(2)) == b""
    board.put(E4, "P", seconds(2))
    changes = BusMessage(0x85, ADDRESS, bytes.fromhex("40344124"))
    assert said(board, bus_command(0x83), seconds(3)) == [changes]
    assert said(board, bus_command(0x84), seconds(4)) == [changes]
    assert said(board, bus_command(0x83), seconds(5)) == [BusMessage(0x85, ADDRESS, b"")]


def test_ignore_next_ping_is_for_one_ping_to_all() -> None:
    board = board_of()
    assert len(said(board, bus_command(0x8A))) == 1
    assert said(board, bus_command(0x87, 0)) == []
    assert len(said(board, bus_command(0x87, 0))) == 1


# A clock on the board's port.


def test_without_a_clock_no_command_is_acknowledged() -> None:
    """Section 15.5; in mode 43 a reading that says "no clock" comes each second, in mode 4b once."""
    board = board_of()
    board.receive(wire.UPDATES_AND_CLOCK + ASK_VERSION, 0)
    every = FrameReader().feed(taken(board, milliseconds(3500)))
    once = said(board_of(), wire.UPDATES_AND_CLOCK_CHANGES + ASK_VERSION)
    assert acks(every) == [] and all(m.no_clock for m in every if isinstance(m, ClockTime))
    assert (len(every), len(once)) == (4, 1)
    assert said(board_of(), wire.UPDATES + ASK_VERSION) == []


def test_what_a_stranger_asks_of_the_clock_is_acknowledged() -> None:
    """Rows 17 and 21: version 2.2, a text; each after 0.35 s, and the second waits for the first."""
    board = board_of(clock=AttachedClock())
    board.receive(wire.UPDATES_AND_CLOCK_CHANGES, 0)
    assert acks(said(board, ASK_VERSION, seconds(1))) == [(0x10, 0x09, 0x22)]
    assert acks(said(board, TEXT, seconds(3))) == [(0x10, 0x0C, 0)]
    assert acks(said(board, TEXT + ASK_VERSION, seconds(5))) == [(0x10, 0x0C, 0), (0x20, 0, 0)]


def test_times_are_set_only_in_the_clocks_remote_option() -> None:
    """Row 20: 40 with 0a elsewhere."""
    board = board_of(clock=AttachedClock(remote=False))
    board.receive(wire.UPDATES_AND_CLOCK_CHANGES, 0)
    assert acks(said(board, SET_90_MINUTES, seconds(1))) == [(0x40, 0x0A, 0)]


def test_no_acknowledgement_without_clock_messages() -> None:
    """Section 1, fact 7."""
    board = board_of(clock=AttachedClock())
    board.receive(wire.UPDATES, 0)
    assert said(board, TEXT, seconds(1)) == []


def test_a_set_clock_counts_down_and_its_lever_hands_over() -> None:
    """Rows 25 and 13: 1:30:00 each, left runs; one message a displayed second; D1 after the press."""
    board = board_of(clock=AttachedClock())
    board.receive(wire.UPDATES_AND_CLOCK_CHANGES + SET_90_MINUTES, 0)
    first = FrameReader().feed(taken(board, milliseconds(3900)))
    times = [m for m in first if isinstance(m, ClockTime)]
    assert [m.left_s for m in times if m.running] == [5400, 5399, 5398, 5397]
    assert not any(m.lever_right_high for m in times)
    board.press_clock(milliseconds(3900))
    after = FrameReader().feed(taken(board, milliseconds(4990)))
    assert [
        (m.left_s, m.right_s, m.lever_right_high) for m in after if isinstance(m, ClockTime)
    ] == [
        (5397, 5400, True),
        (5397, 5399, True),
    ]


def test_an_update_is_not_held_up_by_an_acknowledgement() -> None:
    board = board_of(clock=AttachedClock())
    board.receive(wire.UPDATES_AND_CLOCK_CHANGES, 0)
    taken(board, seconds(1))
    board.receive(TEXT, seconds(1))
    board.lift(E2, seconds(1))
    kinds = [type(m) for m in FrameReader().feed(taken(board, seconds(2)))]
    assert kinds.index(FieldUpdate) < kinds.index(ClockAck)


def test_a_host_that_asks_for_everything_is_served() -> None:
    """Every command of section 4 that has an answer, one after the other, on a wireless board with a clock."""
    board = board_of(clock=AttachedClock(), battery=77)
    asked = [0x40, 0x4B, 0x42, 0x41, 0x45, 0x46, 0x47, 0x49, 0x4C, 0x4D, 0x55, 0x50, 0x56, 0x4E]
    answered: set[int] = set()
    for number, command in enumerate(asked):
        board.receive(bytes((command,)), seconds(2 * number))
        data = taken(board, seconds(2 * number + 1))
        answered.add(data[0] if data else 0)
    assert answered == {0, 0x8D, 0x86, 0x91, 0x90, 0x92, 0x8F, 0xA0, 0x93, 0xA2}
