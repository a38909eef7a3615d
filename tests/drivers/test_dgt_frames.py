"""Fact sheet "DGT e-board and clock", section 17 row by row, and streams damaged in every way."""

import json
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.ports import START_PLACEMENT
from drivers.dgt_frames import (
    FRAME_SIZE_MAX,
    START_CODES,
    FrameReader,
    code_of,
    codes_of,
    decode,
    encode,
    field_of,
    is_foreign,
    piece_of,
    placement_of,
    square_of,
)
from drivers.dgt_messages import (
    Battery,
    BoardDump,
    BusAddress,
    BusMessage,
    ClockAck,
    ClockTime,
    FieldUpdate,
    HardwareVersion,
    LongSerialNumber,
    Message,
    SerialNumber,
    Trademark,
    Unknown,
    Version,
)
from tests.shared import shared_file

START_FRAME = bytes.fromhex("860043") + START_CODES
E4 = bytes.fromhex("8e00052401")
PAWN_ON_E4 = FieldUpdate(36, 1)


def read(*pieces: bytes) -> list[Message]:
    reader = FrameReader()
    return [message for piece in pieces for message in reader.feed(piece)]


ROWS: list[tuple[int, bytes, Message]] = [
    (2, START_FRAME, BoardDump(START_CODES)),
    (3, encode(0x86, START_CODES[::-1]), BoardDump(START_CODES[::-1])),
    (4, bytes.fromhex("8e00053400"), FieldUpdate(52, 0)),
    (5, E4, PAWN_ON_E4),
    (6, bytes.fromhex("8e00052c0a"), FieldUpdate(44, 10)),
    (7, bytes.fromhex("9100083133313136"), SerialNumber("13116")),
    (8, bytes.fromhex("a2000d332e3235303031303030"), LongSerialNumber("3.25001000")),
    (9, bytes.fromhex("9300050108"), Version(1, 8)),
    (10, bytes.fromhex("9000050801"), BusAddress(1025)),
    (11, bytes.fromhex("920107") + b"x" * 132, Trademark("x" * 132)),
    (12, bytes.fromhex("a0000c587f7f031900000002"), Battery(88, 205, False, True)),
    (13, bytes.fromhex("8d000a21303021295809"), ClockTime(5430, 5398, 2, 2, 0x09)),
    (14, bytes.fromhex("8d000a30000020001612"), ClockTime(0, 16, 3, 2, 0x12)),
    (15, bytes.fromhex("8d000a00000000000020"), ClockTime(0, 0, 0, 0, 0x20)),
    (16, bytes.fromhex("8d000a00000000000000"), ClockTime(0, 0, 0, 0, 0)),
    (17, bytes.fromhex("8d000a0a10090a220000"), ClockAck(0x10, 0x09, 0x22, 0)),
    (18, bytes.fromhex("8d000a0a10082a413500"), ClockAck(0x10, 0x88, 0x41, 0x35)),
    (19, bytes.fromhex("8d000a0a10082a453500"), ClockAck(0x10, 0x88, 0x45, 0x35)),
    (20, bytes.fromhex("8d000a0a400a0a000000"), ClockAck(0x40, 0x0A, 0, 0)),
    (21, bytes.fromhex("8d000a0a100c0a000000"), ClockAck(0x10, 0x0C, 0, 0)),
    (22, bytes.fromhex("8d000a0a20000a000000"), ClockAck(0x20, 0, 0, 0)),
    (31, encode(0x8F, bytes.fromhex("7f7f7f6a6f403451247129586b")), Unknown(0x8F, b"")),
    (32, encode(0x8F, b"\x7f" * 7936), Unknown(0x8F, b"\x7f" * 7936)),
    (36, bytes.fromhex("870006080116"), BusMessage(0x87, 1025, b"")),
    (
        37,
        bytes.fromhex("84000d08012130302129580946"),
        BusMessage(0x84, 1025, bytes.fromhex("21303021295809")),
    ),
    (
        38,
        bytes.fromhex("85000d08014034412471295866"),
        BusMessage(0x85, 1025, bytes.fromhex("40344124712958")),
    ),
    (39, bytes.fromhex("880006080117"), BusMessage(0x88, 1025, b"")),
]


@pytest.mark.parametrize(("row", "frame", "message"), ROWS, ids=[str(row[0]) for row in ROWS])
def test_a_row_of_section_17(row: int, frame: bytes, message: Message) -> None:
    if isinstance(message, Unknown) and not message.payload:
        message = Unknown(message.id, frame[3:])
    assert read(frame) == [message]
    assert read(*(bytes((byte,)) for byte in frame)) == [message]


def test_row_41_kings_on_e4_and_d5() -> None:
    updates = read(bytes.fromhex("8e000524058e00051b0b"))
    assert updates == [FieldUpdate(36, 5), FieldUpdate(27, 11)]
    assert [
        (square_of(u.field), piece_of(u.code)) for u in updates if isinstance(u, FieldUpdate)
    ] == [
        (28, "K"),
        (35, "k"),
    ]


def test_row_42_three_garbage_bytes_then_a_dump() -> None:
    reader = FrameReader()
    assert reader.feed(bytes.fromhex("003107") + START_FRAME) == [BoardDump(START_CODES)]
    assert reader.dropped == 3


def test_row_43_an_update_cut_in_its_payload_then_a_good_one() -> None:
    assert read(bytes.fromhex("8e000534") + E4) == [PAWN_ON_E4]


def test_row_44_an_update_cut_in_its_header_then_a_good_one() -> None:
    assert read(bytes.fromhex("8e00") + E4) == [PAWN_ON_E4]
    assert read(bytes.fromhex("8e") + E4) == [PAWN_ON_E4]


@pytest.mark.parametrize("kept", range(len(START_FRAME)))
def test_rows_42_to_44_for_every_cut_of_a_dump(kept: int) -> None:
    """Section 1, fact 1: any byte with its top bit set starts a message, so the cut one costs only itself."""
    reader = FrameReader()
    assert reader.feed(START_FRAME[:kept] + E4) == [PAWN_ON_E4]
    assert reader.dropped == kept


def test_a_length_below_its_own_header_or_past_the_longest_is_skipped() -> None:
    """Section 3: a length under 3 or over 0x1f03 is no frame; what follows is read."""
    assert read(bytes.fromhex("8e0002") + E4) == [PAWN_ON_E4]
    assert read(bytes.fromhex("8e3e04") + E4) == [PAWN_ON_E4]
    assert read(bytes.fromhex("8e7f7f") + b"\x01" * 500 + E4) == [PAWN_ON_E4]


def test_an_unknown_message_is_consumed_whole() -> None:
    assert read(encode(0x21, b"\x05\x24\x01") + E4) == [Unknown(0xA1, b"\x05\x24\x01"), PAWN_ON_E4]


def test_known_ids_with_another_length_are_unknown() -> None:
    """Sizes come from the header: a draughts dump of 100 fields is no chess position."""
    for identity, size in ((0x86, 100), (0x8E, 1), (0x8D, 6), (0xA0, 4), (0x93, 3), (0x90, 0)):
        payload = bytes(size)
        assert read(encode(identity, payload) + E4) == [Unknown(identity, payload), PAWN_ON_E4]


def test_the_serial_number_of_1998_carries_a_storage_version() -> None:
    (message,) = read(encode(0x91, b"01025 1.0"))
    assert message == SerialNumber("01025 1.0")
    assert message.number == "01025"
    assert SerialNumber("").number == ""


def test_version_1_10_is_not_1_1() -> None:
    assert str(Version(1, 10)) == "1.10" != str(Version(1, 1))
    assert read(encode(0x96, b"\x02\x01")) == [HardwareVersion(2, 1)]


def test_the_clock_status_bits() -> None:
    """Section 6: D0 running, D1 right lever high, D2 battery low, D5 no clock; hours nibble bit 0 flag."""
    left_runs, flag, none = (
        ClockTime(1, 1, 2, 2, 0x09),
        ClockTime(0, 16, 3, 2, 0x16),
        ClockTime(0, 0, 0, 0, 0x20),
    )
    assert left_runs.running and not left_runs.lever_right_high and not left_runs.right_flag
    assert flag.lever_right_high and flag.right_flag and not flag.left_flag and flag.battery_low
    assert none.no_clock and not none.is_null and not none.running
    assert ClockTime(0, 0, 0, 0, 0).is_null


def test_a_clock_time_that_is_no_time_is_unknown() -> None:
    """Section 6.8: nibbles over 9 and values over 59 are bad readings."""
    for bad in ("0060000000000 0", "00005a00000000", "0b000000000000", "00000000600000"):
        payload = bytes.fromhex(bad.replace(" ", ""))
        assert read(encode(0x8D, payload)) == [Unknown(0x8D, payload)]


@given(st.tuples(*[st.integers(0, 255)] * 4))
def test_the_bits_of_an_ack_come_back(acks: tuple[int, int, int, int]) -> None:
    """Section 7: the top bits of the four bytes ride in the two hours bytes."""
    a0, a1, a2, a3 = acks
    b3 = 0x0A | (a2 & 0x80) >> 3 | (a3 & 0x80) >> 2
    b6 = 0x0A | (a0 & 0x80) >> 3 | (a1 & 0x80) >> 2
    payload = bytes((b3, a0 & 0x7F, a1 & 0x7F, b6, a2 & 0x7F, a3 & 0x7F, 0))
    ack = decode(encode(0x8D, payload))
    assert ack == ClockAck(*acks)
    assert ack.good == (a0 == 0x10) and ack.unsolicited == (a1 >= 0x80)


def test_field_and_code_are_masked() -> None:
    """Section 5: an "S bit" is announced and described nowhere; the field is 6 bits, the code 4."""
    assert read(bytes.fromhex("8e00056411")) == [FieldUpdate(0x24, 1)]
    assert read(encode(0x86, bytes([0x46]) * 64)) == [BoardDump(bytes([0x06]) * 64)]


def test_fields_and_squares() -> None:
    """Section 5: field 0 is a8, 7 is h8, 56 is a1; a turned board's true square is that of 63 - field."""
    assert [square_of(field) for field in (0, 7, 8, 56, 63)] == [56, 63, 48, 0, 7]
    assert square_of(0, rotated=True) == 7
    for field in range(64):
        assert field_of(square_of(field)) == field
        assert field_of(square_of(field, rotated=True), rotated=True) == field
        assert square_of(field, rotated=True) == square_of(63 - field)


def test_the_start_position_both_ways() -> None:
    assert placement_of(START_CODES) == START_PLACEMENT
    assert placement_of(START_CODES[::-1], rotated=True) == START_PLACEMENT
    assert codes_of(START_PLACEMENT) == START_CODES
    assert codes_of(START_PLACEMENT, rotated=True) == START_CODES[::-1]


def test_piece_codes() -> None:
    """Section 5: the order is pawn, rook, knight, bishop, king, queen; 0x0d to 0x0f are no men."""
    assert "".join(piece_of(code) or "." for code in range(16)) == ".PRNBKQprnbkq..."
    assert [code_of(piece) for piece in (None, "K", "q")] == [0, 5, 12]
    assert [code for code in range(16) if is_foreign(code)] == [13, 14, 15]


def as_recorded(message: Message) -> dict[str, Any]:
    if isinstance(message, BoardDump):
        return {"msg": "dump", "fields": list(message.codes)}
    if isinstance(message, FieldUpdate):
        return {"msg": "field", "field": message.field, "code": message.code}
    assert isinstance(message, ClockTime), message
    return {
        "msg": "bwtime",
        "right_s": message.right_s,
        "left_s": message.left_s,
        "right_hi": message.right_flags,
        "left_hi": message.left_flags,
        "status": message.status,
    }


def cut(stream: bytes, rng: random.Random, most: int) -> list[bytes]:
    pieces = []
    while stream:
        size = rng.randint(1, most)
        pieces.append(stream[:size])
        stream = stream[size:]
    return pieces


@pytest.mark.parametrize("name", ["blitz_3p2_game_a", "blitz_5p5_game_c"])
def test_a_recording_message_for_message(name: str) -> None:
    """Two games as a real board sent them: every message of the decoded form, whole and in random pieces."""
    stream = shared_file(f"captures/{name}.bin").read_bytes()
    expected = json.loads(shared_file(f"captures/{name}.decoded.json").read_text())["messages"]
    for pieces in ([stream], cut(stream, random.Random(1), 1), cut(stream, random.Random(2), 40)):
        reader = FrameReader()
        found = [as_recorded(message) for piece in pieces for message in reader.feed(piece)]
        assert found == expected
        assert reader.dropped == 0


FRAMES = st.sampled_from([row[1] for row in ROWS if row[0] not in (32, 11)])
NOISE = st.binary(max_size=12)


def chunks(stream: bytes, cuts: Sequence[int]) -> list[bytes]:
    edges = [0, *sorted(cut % (len(stream) + 1) for cut in cuts), len(stream)]
    return [stream[a:b] for a, b in pairwise(edges)]


@given(st.lists(st.one_of(FRAMES, NOISE), max_size=12), st.lists(st.integers(0, 500), max_size=20))
def test_every_chunking_gives_the_same_messages(parts: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(parts)
    whole, pieces = FrameReader(), FrameReader()
    expected = whole.feed(stream)
    assert [message for chunk in chunks(stream, cuts) for message in pieces.feed(chunk)] == expected
    assert pieces.dropped == whole.dropped


@given(
    st.lists(FRAMES, max_size=8),
    st.lists(st.tuples(st.integers(0, 999), st.binary(max_size=3)), max_size=8),
)
def test_damage_never_costs_the_next_good_message(
    frames: list[bytes], damages: list[tuple[int, bytes]]
) -> None:
    """Bytes replaced, removed and added anywhere: the frame after the damage is always read."""
    stream = bytearray(b"".join(frames))
    for place, replacement in damages:
        at = place % (len(stream) + 1)
        stream[at : at + 1] = replacement
    reader = FrameReader()
    reader.feed(bytes(stream))
    assert reader.feed(E4)[-1] == PAWN_ON_E4
    assert reader.feed(START_FRAME) == [BoardDump(START_CODES)]


@given(st.lists(st.binary(max_size=64), max_size=200))
def test_memory_is_bounded_by_the_longest_frame(noise: list[bytes]) -> None:
    reader = FrameReader()
    for piece in noise:
        reader.feed(piece)
        assert len(reader._buffer) <= FRAME_SIZE_MAX


def test_a_stream_without_any_frame_is_not_kept() -> None:
    reader = FrameReader()
    for _ in range(100):
        assert reader.feed(b"\x00" * 10_000) == []
        assert len(reader._buffer) == 0
    assert reader.dropped == 1_000_000


def test_frames_cut_off_for_ever_are_not_kept() -> None:
    """The longest header, then nothing but its payload's bytes: read as one message, never more than that held."""
    reader = FrameReader()
    found = reader.feed(bytes.fromhex("8f3e03"))
    for _ in range(8):
        found += reader.feed(b"\x01" * 1000)
    assert [type(message) for message in found] == [Unknown]
    assert len(reader._buffer) == 0 and reader.dropped == 64


def test_clear_forgets_a_half_read_frame_and_counts_it() -> None:
    reader = FrameReader()
    reader.feed(E4[:4])
    reader.clear()
    assert reader.feed(E4[4:] + E4) == [PAWN_ON_E4]
    assert reader.dropped == 5


@pytest.mark.parametrize(
    "frame",
    ["870006080117", "87000708010016", "84000c080121303021295846", "890007080101", "8a0006080119"],
    ids=["checksum", "ping too long", "clock too short", "version too short", "draughts"],
)
def test_a_bus_frame_of_a_wrong_length_or_sum_is_unknown(frame: str) -> None:
    """Section 10: the checksum is the sum of all bytes before it, in seven bits; each id has its length."""
    data = bytes.fromhex(frame)
    (message,) = read(data[:2] + bytes((len(data),)) + data[3:])
    assert isinstance(message, Unknown)


def test_frames_without_a_meaning_are_counted() -> None:
    reader = FrameReader()
    reader.feed(bytes.fromhex("870006080116 b00003 8e00053400"))
    assert (reader.skipped, reader.dropped) == (2, 0)


def test_a_half_frame_waits_and_a_whole_one_does_not() -> None:
    reader = FrameReader()
    reader.feed(bytes.fromhex("8e0005"))
    assert reader.waiting
    reader.feed(bytes.fromhex("3400"))
    assert not reader.waiting
