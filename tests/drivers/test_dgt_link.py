"""Fact sheet "DGT e-board and clock", sections 12 and 16: start-up, supervision, loss and return, in virtual time."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockd.ports import START_PLACEMENT, BoardSeen, BoardTold
from clockd.units import milliseconds, seconds
from drivers.dgt_frames import (
    RESET,
    SEND_BATTERY,
    SEND_BOARD,
    SEND_SERIAL,
    SEND_VERSION,
    UPDATES,
    encode,
)
from drivers.dgt_link import NO_SQUARES, SET_UP
from drivers.dgt_phases import TRANSITIONS, Event, Phase, back_off_ns
from drivers.dgt_search import Finding
from drivers.dgt_simulator import VirtualBoard
from drivers.dgt_simulator_line import FAULTS_BY_LEVEL
from tests.drivers.virtual_line import PORT, VirtualLine, live_line

E2, E4, E7, E5 = 12, 28, 52, 36


def test_the_start_in_the_order_of_section_16() -> None:
    """Discard 0.5 s, reset, version, serial number, updates, dump: one command each 0.1 s."""
    line = live_line()
    assert line.sent[:5] == [
        (milliseconds(500), RESET),
        (milliseconds(600), SEND_VERSION),
        (milliseconds(700), SEND_SERIAL),
        (milliseconds(800), UPDATES),
        (milliseconds(900), SEND_BOARD),
    ]
    assert line.links == [
        ("asking", f"{PORT} is open, waiting for the board's answer"),
        ("asking", "DGT 1.8, serial 13116: asking for the position"),
        ("live", "DGT 1.8, serial 13116"),
    ]
    assert line.placements == [START_PLACEMENT]


def test_live_is_said_before_the_first_squares() -> None:
    line = live_line()
    game = [seen for seen in line.seen if not isinstance(seen, BoardTold)]
    assert [type(seen).__name__ for seen in game] == ["BoardLink"] * 3 + ["BoardSeen"]


def test_bytes_of_the_first_half_second_are_discarded() -> None:
    """Section 12: expect the tail of an old message and updates of a mode set by the program before."""
    line = VirtualLine()
    line.open()
    line.hear(bytes.fromhex("0001028e00053400") + encode(0x86, bytes(64)))
    assert line.line.reader.dropped == 0
    line.run(seconds(3))
    assert line.placements == [START_PLACEMENT]


def test_a_board_deaf_after_power_up_is_asked_again_every_two_seconds() -> None:
    """Section 15: deaf for 1 to 3 s. Asked at 0.6, 2.5, 4.5 s: live at the latest with the third."""
    line = VirtualLine()
    assert line.board
    line.board.power_up(0)
    line.open()
    line.run(seconds(6))
    assert line.states[-1] == "live"
    versions = [at for at, byte in line.sent if byte == SEND_VERSION]
    assert versions.pop(0) == milliseconds(600)
    assert versions[0] == milliseconds(2500)
    assert all(b - a == seconds(2) for a, b in itertools.pairwise(versions))


def test_a_start_does_not_depend_on_one_optional_reply() -> None:
    """Section 12: a board that left some commands unanswered made a driver give up for ever."""
    line = VirtualLine()
    line.board = None
    line.open()
    line.run(milliseconds(800))
    line.hear(encode(0x93, b"\x02\x0a"))  # the version and no serial number
    line.run(seconds(2))
    line.hear(encode(0x86, bytes(64)))
    assert ("asking", "DGT 2.10: asking for the position") in line.links
    assert (UPDATES in [byte for _, byte in line.sent]) and line.states[-1] == "asking"


def test_a_move_is_handed_over_within_a_scan() -> None:
    line = live_line()
    before_ns = line.now_ns
    line.put(E2, None)
    line.run(milliseconds(300))
    line.put(E4, "P")
    line.run(milliseconds(300))
    assert line.changes == [(E2, None), (E4, "P")]
    stamps = [seen.at_ns - before_ns for seen in line.seen[-2:]]
    assert 0 < stamps[0] <= milliseconds(206) and milliseconds(300) < stamps[1] <= milliseconds(506)


def test_a_dump_confirms_each_quiet_board() -> None:
    """Section 16: after a quiet period of one settle time (0.4 s) a full dump is asked for."""
    line = live_line()
    line.put(E2, None)
    line.put(E4, "P")
    line.run(seconds(1))
    assert isinstance(line.seen[-1], BoardSeen)
    assert line.placements[-1] == line.board.placement if line.board else False


def test_an_idle_board_is_dumped_every_ten_seconds() -> None:
    line = live_line()
    line.run(seconds(60))
    dumps = [at for at, byte in line.sent if byte == SEND_BOARD]
    assert len(dumps) == 1 + 6
    assert all(seconds(10) <= b - a < seconds(11) for a, b in itertools.pairwise(dumps))


def test_a_silent_line_is_asked_for_its_serial_number_every_two_seconds() -> None:
    """The last answer of the start ends at 1.26 s; then every question follows an answer by 2 s."""
    line = live_line()
    line.run(seconds(7))
    asked = [at // 1_000_000_000 for at, byte in line.sent if byte == SEND_SERIAL]
    assert asked == [0, 3, 5, 7, 9]
    assert line.states[-1] == "live"


def test_three_unanswered_heartbeats_are_a_lost_line() -> None:
    """Section 12: RS-232 power loss leaves the port open and nothing arrives. Lost 8 s after the last byte."""
    line = live_line()
    line.board = None
    line.run(seconds(20))
    assert line.states[-1] == "lost"
    asked = [at for at, byte in line.sent if byte == SEND_SERIAL]
    assert line.seen[-1].at_ns == asked[-1] + seconds(2)
    assert asked[-1] == asked[-3] + seconds(4)
    assert "is it switched on" in line.links[-1][1]
    assert line.reopened == ["no answer from the board"]
    assert line.line.phase is Phase.CLOSED


def test_a_board_that_stays_silent_is_said_once() -> None:
    line = live_line()
    line.board = None
    for _ in range(10):
        line.run(seconds(10))
        if line.line.phase is Phase.CLOSED:
            line.open()
    assert line.states.count("lost") == 1 and line.states[-1] == "lost"


def test_unplugged_and_back_with_a_move_made_meanwhile() -> None:
    """Scenario 14: after the return a dump tells what stands there; the way round is still known."""
    line = live_line(rotated=True)
    line.close(f"{PORT} was unplugged")
    line.put(E2, None)
    line.put(E4, "P")
    line.run(seconds(40))
    assert line.board
    line.board.power_up(line.now_ns)
    line.open()
    line.run(seconds(6))
    assert line.states[3:] == ["lost", "asking", "live"]
    assert line.believed == line.board.placement


def test_one_loss_is_told_once_and_another_reason_is_told() -> None:
    """The port of a pulled board is gone: no news. That it may not be opened is some."""
    line = live_line()
    told = len(line.states)
    for finding in (
        Finding("lost", "unplugged", gone=True),
        Finding("lost", "no such port", gone=True),
        Finding("lost", "no permission"),
        Finding("lost", "no such port", gone=True),
        Finding("lost", "no such port at all", gone=True),
    ):
        line._perform(line.line.closed(finding, line.now_ns))
    assert [detail for _, detail in line.links[told:]] == [
        "unplugged",
        "no permission",
        "no such port",
    ]
    line.open()
    line.run(seconds(3))
    line._perform(line.line.closed(Finding("lost", "unplugged", gone=True), line.now_ns))
    assert line.states[-2:] == ["live", "lost"]


def test_a_lost_update_is_healed_by_the_next_dump() -> None:
    """Scenario 13: one field update never arrived; the idle dump, at most 10 s later, tells the square."""
    line = live_line()
    assert line.board
    line.board.mode = b""  # as if the update were lost
    line.put(E2, None)
    line.run(seconds(11))
    assert line.believed[E2] == "."
    assert line.line.mirror.corrected == 1


def test_ask_brings_a_dump_at_once() -> None:
    """Scenario 13: the table asks at each press, so a lost update heals within a second of it."""
    line = live_line()
    line.run(seconds(1))
    before = len(line.placements)
    line.ask()
    line.run(milliseconds(100))
    assert len(line.placements) == before + 1


def test_ask_is_harmless_on_a_lost_line() -> None:
    line = VirtualLine()
    line.ask()
    line.open()
    line.ask()
    assert line.sent == []


def test_a_power_cut_of_the_board_alone_does_not_end_the_updates() -> None:
    """Section 1, fact 6: the mode is lost with the power; the idle round sends it again."""
    line = live_line()
    assert line.board
    line.board.power_up(line.now_ns)
    line.run(seconds(15))
    line.put(E2, None)
    line.run(milliseconds(300))
    assert line.changes == [(E2, None)]
    assert line.states[-1] == "live"


def test_a_device_that_is_not_a_board() -> None:
    """It talks, but not in frames: said after 8 s, and asked on, with a fresh port every 30 s."""
    line = VirtualLine()
    line.board = None
    line.open()
    for _ in range(60):
        line.hear(b"$GPGGA,092750.000,5321.6802,N\r\n")
        line.run(milliseconds(500))
    assert line.states == ["asking", "wrong-device"]
    assert line.links[-1][1].startswith(f"{PORT} opens, but nothing on it answers like a DGT board")
    line.run(seconds(10))
    assert line.reopened == ["no answer from a board"]
    line.open()
    line.board = VirtualBoard(START_PLACEMENT)
    line.run(seconds(3))
    assert line.states == ["asking", "wrong-device", "asking", "live"]


def test_another_board_than_the_wanted() -> None:
    """`serial = "13116"` picks the board by asking its number."""
    line = VirtualLine(board=VirtualBoard(START_PLACEMENT, serial="00099"), wanted="13116")
    line.open()
    line.run(seconds(3))
    assert line.links[-1] == ("wrong-device", f"{PORT} is board 00099, expected serial 13116")
    assert line.reopened == ["another board"]
    assert live_line(wanted="13116").links[-1][0] == "live"


def test_leading_zeros_of_a_serial_number_do_not_matter() -> None:
    line = VirtualLine(board=VirtualBoard(START_PLACEMENT, serial="00042"), wanted="42")
    line.open()
    line.run(seconds(3))
    assert line.links[-1] == ("live", "DGT 1.8, serial 00042")


def test_a_wanted_number_that_is_never_told() -> None:
    line = VirtualLine(wanted="13116")
    line.board = None
    line.open()
    line.run(milliseconds(800))
    line.hear(encode(0x93, b"\x01\x08"))
    line.run(seconds(12))
    assert line.links[-1][0] == "wrong-device" and "does not tell its number" in line.links[-1][1]


@pytest.mark.parametrize("rotated", [False, True])
def test_the_way_round_is_found_from_the_start_position(rotated: bool) -> None:
    """Section 12: the board does not report that it is turned; a start dump, or its reverse, does."""
    line = live_line(rotated=rotated)
    assert line.line.mirror.rotated is rotated
    assert line.placements == [START_PLACEMENT]
    line.put(E2, None)
    line.run(milliseconds(300))
    assert line.changes == [(E2, None)]


def test_no_squares_before_the_way_round_is_known() -> None:
    """A board in mid set-up: nothing is handed over until the position fits; then live at once."""
    line = VirtualLine(board=VirtualBoard("." * 64, rotated=True))
    line.open()
    line.run(seconds(5))
    for square, piece in enumerate(START_PLACEMENT):
        if piece != ".":
            line.put(square, piece)
            line.run(milliseconds(150))
            if square < 16:
                assert not line.changes and not line.placements
    line.run(seconds(3))
    assert ("asking", SET_UP) in line.links
    assert line.links[-1][0] == "live"
    assert line.believed == START_PLACEMENT


def test_the_transitions_are_all_there_are() -> None:
    """A port may be lost in every phase; nothing else is allowed out of order."""
    assert {phase for phase, event in TRANSITIONS if event is Event.CLOSED} == set(Phase)
    with pytest.raises(KeyError):
        VirtualLine().line._step(Event.DUMPED)


def test_the_back_off_doubles_to_ten_seconds_and_never_gives_up() -> None:
    waits = [back_off_ns(failures) / 1e9 for failures in (0, 1, 2, 3, 4, 5, 6, 10_000)]
    assert waits == [0.5, 1, 2, 4, 8, 10, 10, 10]


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    level=st.sampled_from(["club", "scramble", "hostile"]),
    moves=st.lists(
        st.tuples(st.integers(0, 63), st.sampled_from([None, "P", "n", "Q"])), max_size=12
    ),
)
def test_whatever_the_line_does_the_dump_tells_the_truth(
    seed: int, level: str, moves: list[tuple[int, str | None]]
) -> None:
    """Garbage, cut and lost frames, flicker and stalls: 25 s after the last change all squares are right."""
    line = VirtualLine(faults=FAULTS_BY_LEVEL[level], seed=seed, orientation="normal")
    assert line.board
    line.open()
    line.run(seconds(5))
    for square, piece in moves:
        line.put(square, piece)
        line.run(milliseconds(170))
    line.run(seconds(25))
    assert line.believed == line.board.placement
    assert line.states[-1] == "live"


@given(st.lists(st.one_of(st.binary(max_size=40), st.integers(0, 3000)), max_size=30))
def test_noise_never_raises(story: list[bytes | int]) -> None:
    """Any bytes at any time, with the port reopened whenever the line asks."""
    line = VirtualLine()
    line.open()
    for part in story:
        if isinstance(part, bytes) and line.line.phase is not Phase.CLOSED:
            line.hear(part)
        elif isinstance(part, int):
            line.run(milliseconds(part))
        if line.line.phase is Phase.CLOSED:
            line.open()


def test_noise_in_place_of_a_board_is_a_lost_line() -> None:
    """Bytes alone are no life: three full dumps asked in vain end the line."""
    line = live_line()
    line.board = None
    for _ in range(60):
        if line.line.phase is not Phase.CLOSED:
            line.hear(b"\x01\x02\x03")
        line.run(milliseconds(500))
    assert line.states[-1] == "lost"
    assert line.reopened == ["no answer from the board"]


def test_another_board_in_the_same_socket_is_looked_at_afresh() -> None:
    """The way round belongs to the board that lay so; another number, another board."""
    line = live_line(rotated=True)
    line.close(f"{PORT} was unplugged")
    line.board = VirtualBoard(START_PLACEMENT, serial="00007")
    line.open()
    line.run(seconds(3))
    assert line.links[-1] == ("live", "DGT 1.8, serial 00007")
    assert line.line.mirror.rotated is False
    assert line.believed == START_PLACEMENT


def test_a_stray_eeprom_dump_at_connect_is_drained() -> None:
    """Section 12: 7936 bytes nobody asked for, 8.3 s of them; the board answers after and becomes live."""
    line = VirtualLine()
    assert line.board
    line.board.stall(0, seconds(9))
    line.open()
    line.run(seconds(1))
    stray = encode(0x8F, b"\x7f" * 7936)
    for at in range(0, len(stray), 400):
        line.hear(stray[at : at + 400])
        line.run(milliseconds(420))
    line.run(seconds(4))
    assert line.states[-1] == "live"
    assert line.line.reader.dropped < 400  # the part that came within the discarded half second


def test_a_board_that_stalls_for_two_seconds_is_not_lost() -> None:
    line = live_line()
    assert line.board
    line.board.stall(line.now_ns, seconds(2))
    line.put(E2, None)
    line.run(seconds(8))
    assert "lost" not in line.states and line.changes == [(E2, None)]


# What the board tells of itself.


def test_a_board_tells_both_numbers_its_version_battery_and_text() -> None:
    """Section 5, rows 7 to 12: serial 13116, ten characters, 1.8, 88 %, and a text in one line."""
    board = VirtualBoard(START_PLACEMENT, serial="13116", battery=88)
    report = live_line(board=board).reports[-1]
    assert (report.port, report.version, report.rotated) == (PORT, "1.8", False)
    assert (report.serial, report.long_serial) == ("13116", "0000013116")
    assert (report.battery_percent, report.charging) == (88, False)
    assert report.trademark == "clockd virtual board no product of any maker"
    assert dict(report.counts) == dict.fromkeys(
        ("dropped", "stalled", "foreign", "corrected", "skipped"), 0
    )


def test_a_board_without_a_battery_is_asked_once() -> None:
    """Section 4: only wireless boards answer 0x4c; one that answers is asked again each minute."""
    mains, radio = live_line(), live_line(board=VirtualBoard(START_PLACEMENT, battery=50))
    for line in (mains, radio):
        line.run(seconds(150))
    asked = [[byte for _, byte in line.sent].count(SEND_BATTERY) for line in (mains, radio)]
    assert asked == [1, 3]


def test_texts_from_the_wire_are_printable_and_short() -> None:
    """A hostile board writes escape codes: none of them gets to a page or a terminal."""
    line = live_line()
    line.hear(encode(0x92, b"\x1b[31mred\x07\n\x00" + b"x" * 4000))
    line.hear(encode(0xA2, b"\x1b\x1b12 34\x7f"))
    line.hear(encode(0xA0, bytes.fromhex("587f7f031900000001")))
    report = line.reports[-1]
    assert report.trademark == ("[31mred " + "x" * 4000)[:256]
    assert report.long_serial == "12 34"
    assert (report.battery_percent, report.charging) == (88, True)


def test_a_foreign_object_is_told_by_its_square_until_it_is_gone() -> None:
    """Section 5: 0d to 0f are no chessmen. The square reads empty; the report says which it is."""
    line = live_line(rotated=True)
    assert line.board
    line.board.put_code(E4, 0x0D, line.now_ns)
    line.run(seconds(2))
    line.put(E4, None)
    line.run(seconds(2))
    assert [report.foreign for report in line.reports][-2:] == [(E4,), ()]
    assert line.changes == []


# Damage on the line.


def test_a_half_frame_that_stands_still_is_given_up() -> None:
    """Section 3: a frame that stalls for 1.5 s is dropped, and a dump tells what it may have held."""
    line = live_line()
    line.run(seconds(1))
    before = len(line.placements)
    line.hear(bytes.fromhex("8e 00 05 34"))
    line.run(milliseconds(1400))
    assert line.line.counts["stalled"] == 0
    line.run(milliseconds(300))
    assert (line.line.counts["stalled"], line.line.counts["dropped"]) == (1, 4)
    assert len(line.placements) == before + 1 and not line.line.reader.waiting


def test_a_frame_in_two_pieces_within_the_limit_is_read() -> None:
    line = live_line()
    line.hear(bytes.fromhex("8e 00 05"))
    line.run(milliseconds(1000))
    line.hear(bytes.fromhex("34 00"))
    assert line.changes == [(E2, None)] and line.line.counts["stalled"] == 0


def test_frames_of_bus_mode_are_skipped_and_counted() -> None:
    """Section 10, rows 35 to 39: recognised by length and checksum; the line lives on."""
    line = live_line()
    for row in ("870006080116", "84000d0801213030212958 0946", "880006080117"):
        line.hear(bytes.fromhex(row))
    line.run(seconds(1))
    assert line.line.counts["skipped"] == 3 and line.states[-1] == "live"
    assert line.line.counts["dropped"] == 0


def test_a_mode_lost_with_the_power_is_set_again_by_the_next_dump_that_differs() -> None:
    """Section 1, fact 6: at a press the table asks for a dump; where it differs, 44 is sent at once."""
    line = live_line()
    assert line.board
    line.board.mode = b""
    line.put(E2, None)
    line.put(E4, "P")
    line.run(milliseconds(300))
    assert line.changes == []
    line.ask()
    line.run(milliseconds(400))
    assert line.board.mode == UPDATES and line.believed == line.board.placement


# Other devices, other boards.


def answers(line: VirtualLine, frame: bytes, times: int) -> None:
    """A device that says the same whatever it is asked."""
    for _ in range(times):
        if line.line.phase is not Phase.CLOSED:
            line.hear(frame)
        line.run(milliseconds(500))


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b"AT\r\r\nERROR\r\n", "nothing on it answers"),  # a modem
        (b"$GPRMC,092750.000,A,5321.6802,N,00630.3372,W*71\r\n", "nothing on it answers"),
        (b"\xb5\x62\x01\x07\x5c\x00" + bytes(92), "nothing on it answers"),  # binary positions
        (bytes.fromhex("8d000a21303021295809"), "nothing on it answers"),  # a clock, and no board
        (encode(0x93, b"\x02\x02"), NO_SQUARES),  # a clock that tells a version
    ],
    ids=["modem", "gps text", "gps binary", "clock", "clock with a version"],
)
def test_the_wrong_device_on_the_port(said: bytes, why: str) -> None:
    line = VirtualLine()
    line.board = None
    line.open()
    answers(line, said, 40)
    assert line.states[-1] == "wrong-device" and why in line.links[-1][1]
    assert line.placements == [] and line.changes == []


def test_a_board_that_is_not_ours_is_only_asked() -> None:
    """Two boards on one Pi: the other table's is asked for version and number, never reset."""
    line = VirtualLine(board=VirtualBoard(START_PLACEMENT, serial="00099"), wanted="13116")
    line.open()
    line.run(seconds(10))
    assert {byte for _, byte in line.sent} == {SEND_VERSION, SEND_SERIAL}
    assert line.line.phase is Phase.CLOSED


def test_a_number_damaged_on_the_line_sends_no_board_away() -> None:
    """There is no checksum: a board is another one when it has told another number twice."""
    line = VirtualLine(wanted="13116")
    line.open()
    line.run(milliseconds(690))
    line.hear(encode(0x91, b"13117"))
    line.run(seconds(3))
    assert line.states[-1] == "live" and line.reopened == []
    line.hear(encode(0x91, b"13117"))
    line.run(seconds(8))
    assert line.states[-1] == "live" and line.reopened == []


def test_boards_changed_on_a_serial_cable_are_noticed() -> None:
    """RS-232: the port stays open. The heartbeat's answer is another number, twice: looked at afresh."""
    line = live_line(rotated=True)
    line.board = VirtualBoard(START_PLACEMENT, serial="00007", now_ns=line.now_ns)
    line.run(seconds(8))
    assert line.reopened == ["another board"]
    line.open()
    line.run(seconds(3))
    assert line.links[-1] == ("live", "DGT 1.8, serial 00007")
    assert line.line.mirror.rotated is False


@pytest.mark.parametrize("turned", [False, True])
def test_a_board_turned_round_before_the_start(turned: bool) -> None:
    """Section 12: the dump of the set-up men decides, also after it was read the other way round."""
    line = live_line(rotated=turned)
    assert line.board
    line.board.rotated = not turned
    line.board.set_up(START_PLACEMENT, line.now_ns)
    line.run(seconds(11))
    assert line.line.mirror.rotated is not turned
    line.put(E2, None)
    line.run(milliseconds(300))
    assert line.changes[-1] == (E2, None)
    assert line.reports[-1].rotated is not turned
