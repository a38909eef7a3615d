"""Fact sheet "DGT e-board and clock", section 15: what a faithful virtual board does, byte for byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.ports import START_PLACEMENT
from clockd.units import milliseconds, seconds
from drivers import dgt_frames as wire
from drivers.dgt_frames import START_CODES, FrameReader, encode
from drivers.dgt_messages import BoardDump, FieldUpdate, Message
from drivers.dgt_simulator import SCAN_NS, VirtualBoard
from drivers.dgt_simulator_line import FAULTS_BY_LEVEL, Faults

A1, E2, E4, D5, H8 = 0, 12, 28, 35, 63


def new_board(**options: object) -> VirtualBoard:
    return VirtualBoard(START_PLACEMENT, **options)  # type: ignore[arg-type]


def taken(board: VirtualBoard, until_ns: int) -> bytes:
    """All bytes up to an instant, taken whenever the board has some."""
    data = b""
    while (due_ns := board.next_deadline_ns) is not None and due_ns <= until_ns:
        data += board.take(due_ns)
    return data + board.take(until_ns)


def asked(board: VirtualBoard, command: bytes) -> bytes:
    board.receive(command, 0)
    return taken(board, seconds(1))


def read(data: bytes) -> list[Message]:
    return FrameReader().feed(data)


@pytest.mark.parametrize(
    ("command", "reply"),
    [
        (wire.SEND_BOARD, bytes.fromhex("860043") + START_CODES),
        (wire.SEND_SERIAL, bytes.fromhex("9100083133313136")),
        (wire.SEND_VERSION, bytes.fromhex("9300050108")),
        (wire.SEND_BUS_ADDRESS, encode(0x90, bytes((13116 >> 7, 13116 & 0x7F)))),
        (wire.SEND_CLOCK, bytes.fromhex("8d000a00000000000020")),
        (wire.SEND_LONG_SERIAL, encode(0xA2, b"0000013116")),
        (wire.SEND_BATTERY, b""),
        (b"\x48", b""),
        (wire.UPDATES, b""),
    ],
)
def test_the_replies_of_section_17(command: bytes, reply: bytes) -> None:
    """Rows 2, 7, 9, 10 and 15; commands that a classic board does not know are ignored in silence."""
    assert asked(new_board(serial="13116"), command) == reply


def test_the_trade_mark_text_is_our_own() -> None:
    """Sections 15.7 and 18: at most 64 characters, none of the maker's."""
    text = asked(new_board(), wire.SEND_TRADEMARK)[3:]
    assert len(text) <= 64 and b"clockd" in text and b"DGT" not in text.upper()


def test_clock_lamp_and_bus_commands_are_swallowed_whole() -> None:
    """Rows 24, 33 and 40: their bytes are no commands; the one after them is."""
    for foreign in ("2b0c030c636c6f636b64202000 00", "81100617", "60040134 2400"):
        board = new_board()
        assert (
            asked(board, bytes.fromhex(foreign.replace(" ", "")) + wire.SEND_VERSION)[:1] == b"\x93"
        )


def test_nothing_is_told_before_a_mode_is_set() -> None:
    """Section 1, fact 6; changes made before the mode command are not told again, the dump has them."""
    board = new_board()
    board.lift(E2, milliseconds(1))
    assert taken(board, seconds(1)) == b""
    board.receive(wire.UPDATES, seconds(1))
    assert taken(board, seconds(2)) == b""
    board.receive(wire.SEND_BOARD, seconds(2))
    (dump,) = read(taken(board, seconds(3)))
    assert isinstance(dump, BoardDump) and dump.codes[52] == 0


def test_reset_ends_the_updates() -> None:
    board = new_board()
    board.receive(wire.UPDATES + wire.RESET, 0)
    board.lift(E2, milliseconds(1))
    assert taken(board, seconds(1)) == b""


def test_a_move_is_two_updates() -> None:
    """Rows 4 and 5: e2 empty, white pawn on e4."""
    board = new_board()
    board.receive(wire.UPDATES, 0)
    board.lift(E2, milliseconds(1))
    first = taken(board, milliseconds(250))
    board.put(E4, "P", milliseconds(250))
    assert first + taken(board, seconds(1)) == bytes.fromhex("8e000534008e00052401")


def test_a_put_within_the_scan_may_come_before_the_lift() -> None:
    """Section 15.2: squares are read in index order, so e2-e4 inside one scan shows e4 (36) before e2 (52)."""
    board = new_board()
    board.receive(wire.UPDATES, 0)
    board.lift(E2, milliseconds(1))
    board.put(E4, "P", milliseconds(2))
    assert read(taken(board, seconds(1))) == [FieldUpdate(36, 1), FieldUpdate(52, 0)]


def test_a_fast_swap_never_shows_the_empty_square() -> None:
    """Section 12, pattern L R: the capturer lands before the victim's square was read empty."""
    board = VirtualBoard("." * 28 + "P" + "." * 6 + "p" + "." * 28)
    board.receive(wire.UPDATES, 0)
    board.lift(D5, milliseconds(160))
    board.lift(E4, milliseconds(165))
    board.put(D5, "P", milliseconds(170))
    assert read(taken(board, seconds(1))) == [FieldUpdate(27, 1), FieldUpdate(36, 0)]


def test_every_change_is_told_within_one_scan_and_its_line_time() -> None:
    for at_ms in range(0, 400, 7):
        for square in (A1, E2, H8):
            board = new_board()
            board.receive(wire.UPDATES, 0)
            board.lift(square, milliseconds(at_ms))
            due_ns = board.next_deadline_ns
            assert due_ns is not None
            taken(board, due_ns)
            due_ns = board.next_deadline_ns or 0
            assert 0 < due_ns - milliseconds(at_ms) <= SCAN_NS + milliseconds(6)


def test_bytes_leave_at_the_pace_of_9600_baud() -> None:
    """Section 2: a dump of 67 bytes takes 69.8 ms on the line."""
    board = new_board()
    board.receive(wire.SEND_BOARD + wire.SEND_BOARD, 0)
    first = board.next_deadline_ns or 0
    board.take(first)
    second = board.next_deadline_ns or 0
    assert second - first == 67 * 1_041_666
    assert milliseconds(70) < first < milliseconds(90)


def test_a_dump_tells_what_was_scanned_not_what_stands_there() -> None:
    """Section 15.3: the seen table."""
    board = new_board()
    board.lift(A1, milliseconds(1))
    board.receive(wire.SEND_BOARD, milliseconds(2))
    (dump,) = read(taken(board, milliseconds(120)))
    assert dump == BoardDump(START_CODES)


def test_power_up_forgets_the_mode_and_is_deaf_for_one_to_three_seconds() -> None:
    board = new_board(seed=3)
    board.receive(wire.UPDATES, 0)
    board.power_up(milliseconds(10))
    assert board.mode == b""
    board.receive(wire.SEND_VERSION, milliseconds(900))
    assert taken(board, seconds(1)) == b""
    board.receive(wire.SEND_VERSION, milliseconds(3100))
    assert taken(board, seconds(4)) == bytes.fromhex("9300050108")


def test_a_turned_board_starts_with_the_reversed_dump() -> None:
    """Row 3."""
    assert asked(new_board(rotated=True), wire.SEND_BOARD)[3:] == START_CODES[::-1]


def test_a_foreign_object_is_told_as_such() -> None:
    board = new_board()
    board.receive(wire.UPDATES, 0)
    board.put_code(E4, 0x0D, milliseconds(1))
    assert read(taken(board, seconds(1))) == [FieldUpdate(36, 0x0D)]
    assert board.placement[E4] == "."


def test_a_stall_delays_and_loses_nothing() -> None:
    board = new_board()
    board.stall(0, seconds(3))
    board.receive(wire.SEND_VERSION, 0)
    assert taken(board, milliseconds(2900)) == b""
    assert taken(board, seconds(4)) == bytes.fromhex("9300050108")


def one_update(faults: Faults) -> bytes:
    board = new_board(faults=faults, seed=5)
    board.receive(wire.UPDATES, 0)
    board.lift(E2, milliseconds(1))
    return taken(board, seconds(5))


def test_each_fault_by_itself() -> None:
    update = bytes.fromhex("8e00053400")
    assert one_update(Faults(lost=1)) == b""
    assert one_update(Faults(duplicate=1)) == update * 2
    assert one_update(Faults(stall=1)) == update
    assert one_update(Faults(split=1)) == update
    assert len(one_update(Faults(truncated=1))) < 5
    assert one_update(Faults(garbage=1)).endswith(update) and len(one_update(Faults(garbage=1))) > 5


def test_a_split_message_comes_as_one_and_four() -> None:
    board = new_board(faults=Faults(split=1))
    board.receive(wire.UPDATES, 0)
    board.lift(E2, milliseconds(1))
    pieces = []
    while (due_ns := board.next_deadline_ns) is not None:
        if piece := board.take(due_ns):
            pieces.append(piece)
    assert [len(piece) for piece in pieces] == [1, 4]


def test_a_flicker_reads_empty_for_one_scan() -> None:
    board = VirtualBoard("." * 64, faults=Faults(flicker=0.5), seed=1)
    board.receive(wire.UPDATES, 0)
    board.put(E4, "P", milliseconds(1))
    updates = read(taken(board, seconds(30)))
    assert updates[0] == FieldUpdate(36, 1) and updates[-1] == FieldUpdate(36, 1)
    assert FieldUpdate(36, 0) in updates


def test_an_unread_board_does_not_grow() -> None:
    board = new_board()
    for n in range(6000):
        board.receive(wire.SEND_VERSION, milliseconds(n))
    assert board.unread <= 4096


@given(st.integers(0, 999), st.sampled_from(sorted(FAULTS_BY_LEVEL)), st.binary(max_size=50))
def test_the_same_seed_gives_the_same_bytes(seed: int, level: str, commands: bytes) -> None:
    """Any host bytes are survived; faults are dice of the seed and nothing else."""
    streams = []
    for _ in range(2):
        board = new_board(faults=FAULTS_BY_LEVEL[level], seed=seed)
        board.receive(commands + wire.RESET * 255 + wire.UPDATES, 0)
        board.lift(E2, milliseconds(3))
        board.put(E4, "P", milliseconds(99))
        streams.append(taken(board, seconds(20)))
    assert streams[0] == streams[1]
