"""Fact sheet "DGT e-board and clock", sections 4, 7 and 10: where one command ends and the next begins."""

from hypothesis import given
from hypothesis import strategies as st

from drivers.dgt_commands import CommandReader, is_bus

STREAM = [
    bytes.fromhex(each)
    for each in (
        "40",
        "2b03030900",
        "600401342400",
        "81100617",
        "6307010203040506 00",
        "42",
        "2b00",
    )
]


def test_each_command_comes_out_whole() -> None:
    """Rows 1, 23, 40 and 33 of section 17; a size byte counts everything after it, none included."""
    assert CommandReader().feed(b"".join(STREAM)) == STREAM
    assert [is_bus(command) for command in STREAM] == [each == STREAM[3] for each in STREAM]


@given(st.lists(st.integers(0, 40), max_size=6))
def test_the_same_commands_for_every_chunking(cuts: list[int]) -> None:
    data, reader, found, at = b"".join(STREAM), CommandReader(), [], 0
    for end in [*sorted(cuts), len(data)]:
        found += reader.feed(data[at:end])
        at = max(at, end)
    assert found == STREAM


@given(st.binary(max_size=600))
def test_any_bytes_are_commands_or_the_beginning_of_one(data: bytes) -> None:
    reader = CommandReader()
    commands = reader.feed(data)
    assert data.startswith(b"".join(commands))
    assert all(1 <= len(command) <= 257 for command in commands)
