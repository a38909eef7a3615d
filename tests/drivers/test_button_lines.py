"""interfaces.md section 6: the pipe's JSON lines, good, wrong and hostile."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.ports import (
    BLACK,
    WHITE,
    ArbiterCalled,
    ArbiterPressed,
    ButtonInput,
    ClockPressed,
    DrawClaimed,
    DrawPressed,
    PlayerArrived,
    ResignPressed,
)
from clockd.units import milliseconds, seconds
from drivers.button_lines import LINE_MOST, LineReader

NOW = seconds(100)


def fed(line: bytes) -> tuple[list[ButtonInput], list[str]]:
    seen, answers = LineReader().feed(line, NOW)
    return seen, [json.loads(answer)["error"] for answer in answers.splitlines()]


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ('{"press":"white"}', ClockPressed(NOW, WHITE)),
        ('{"draw":"black"}', DrawPressed(NOW, BLACK)),
        ('{"resign":"white"}', ResignPressed(NOW, WHITE)),
        ('{"arbiter":"start"}', ArbiterPressed(NOW, "start")),
        ('{"arbiter":"pause"}', ArbiterPressed(NOW, "pause")),
        ('{"arbiter":"resume"}', ArbiterPressed(NOW, "resume")),
        ('{"arrived":"white"}', PlayerArrived(NOW, WHITE)),
        ('{"call":"black"}', ArbiterCalled(NOW, BLACK)),
        ('{"claim":"white","kind":"threefold"}', DrawClaimed(NOW, WHITE, "threefold")),
        (
            '{"claim":"black","kind":"fifty-moves","move":"Nf3"}',
            DrawClaimed(NOW, BLACK, "fifty-moves", "Nf3"),
        ),
    ],
)
def test_the_forms_of_section_6(line: str, seen: ButtonInput) -> None:
    assert fed(line.encode() + b"\n") == ([seen], [])
    assert fed(b" " + line.encode() + b"\r\n\n") == ([seen], [])


def test_an_age_of_0_to_1_s_is_believed_and_no_other() -> None:
    reader = LineReader()
    for age_ns, at_ns in (
        (0, NOW),
        (milliseconds(60), NOW - milliseconds(60)),
        (seconds(1), NOW - seconds(1)),
        (seconds(1) + 1, NOW),
        (-1, NOW),
    ):
        line = json.dumps({"press": "white", "at_monotonic_ns": NOW - age_ns}).encode() + b"\n"
        assert reader.feed(line, NOW) == ([ClockPressed(at_ns, WHITE)], b"")
    assert reader.unstamped == 2


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"press", "b'press' is not JSON, expected one object a line"),
        (b"\xff\xfe", "b'\\xff\\xfe' is not JSON, expected one object a line"),
        (b"[1]", 'b\'[1]\', expected an object such as {"press":"white"}'),
        (
            b"{}",
            "keys [], expected exactly one of press, draw, resign, arrived, call, arbiter, claim",
        ),
        (
            b'{"press":"white","draw":"white"}',
            "press and draw, expected exactly one of press, draw, resign, arrived, call, arbiter, claim",
        ),
        (b'{"press":"red"}', "\"press\" is 'red', expected white or black"),
        (b'{"press":null}', "\"press\" is 'None', expected white or black"),
        (b'{"press":["white"]}', '"press" is "[\'white\']", expected white or black'),
        (b'{"arbiter":"stop"}', "\"arbiter\" is 'stop', expected start or pause or resume"),
        (b'{"claim":"white"}', "\"kind\" is 'None', expected threefold or fifty-moves"),
        (
            b'{"claim":"white","kind":"threefold","move":7}',
            '"move" is \'7\', expected a move such as "Nf3"',
        ),
        (b'{"press":"white","hard":true}', "unknown key 'hard' beside 'press'"),
        (
            b'{"press":"white","at_monotonic_ns":1.5}',
            "\"at_monotonic_ns\" is '1.5', expected whole nanoseconds",
        ),
    ],
)
def test_a_wrong_line_is_answered_by_one_error(line: bytes, error: str) -> None:
    assert fed(line + b"\n") == ([], [error])


def test_the_line_after_a_wrong_one_is_read() -> None:
    seen, errors = fed(b'nonsense\n{"press":"white"}\n')
    assert seen == [ClockPressed(NOW, WHITE)] and len(errors) == 1


def test_a_line_over_4_kib_is_one_error_and_is_not_kept() -> None:
    reader = LineReader()
    for _ in range(100):
        assert reader.feed(b"x" * LINE_MOST, NOW) == ([], b"")
        assert len(reader._buffer) <= LINE_MOST
    seen, answers = reader.feed(b'\n{"press":"white"}\n', NOW)
    assert seen == [ClockPressed(NOW, WHITE)]
    assert answers.count(b"\n") == 1 and b"over 4096 bytes" in answers


def test_deep_nesting_is_an_error_and_no_crash() -> None:
    _, errors = fed(b"[" * 4000 + b"\n")
    assert len(errors) == 1 and "is not JSON" in errors[0]


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9)),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = st.sampled_from(
    [
        "press",
        "draw",
        "resign",
        "arbiter",
        "arrived",
        "call",
        "claim",
        "kind",
        "move",
        "at_monotonic_ns",
    ]
)


@given(st.dictionaries(KEYS, JSON | st.sampled_from(["white", "black", "start"]), max_size=3))
def test_any_object_is_an_input_or_one_error_line(written: dict[str, Any]) -> None:
    seen, errors = fed(json.dumps(written).encode() + b"\n")
    assert len(seen) + len(errors) == 1
    assert all("\n" not in error for error in errors)


@given(st.lists(st.binary(max_size=50)))
def test_any_bytes_in_any_pieces(pieces: list[bytes]) -> None:
    """The next good line is always read."""
    reader = LineReader()
    for piece in pieces:
        reader.feed(piece, NOW)
    seen, _ = reader.feed(b'\n{"press":"white"}\n', NOW)
    assert seen[-1] == ClockPressed(NOW, WHITE)
