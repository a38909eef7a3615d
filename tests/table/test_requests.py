"""What a client may say on the table's socket: everything else is one clear line, and reaches no game."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.codec import to_json
from clockd.errors import BadInput, ClockdError
from clockd.game.evolve import evolve
from clockd.game.facts import GamePaired
from clockd.game.inputs import CommandGiven, PairingLoaded
from clockd.game.pairing import Pairing, Player
from clockd.game.state import Game
from clockd.journal import link, make_record
from clockd.table.requests import command_of, pairing_of

COMMAND: dict[str, Any] = {"id": "c-1", "name": "pause", "author": "Ada"}
PAIRING = to_json(Pairing(Player("Ørn"), Player("Жук"), "40/5400+30:1800+30", "us-senior-2019"))


def test_a_command_is_read_with_everything_it_says() -> None:
    body = {**COMMAND, "arguments": {"side": "white", "time": "1:02:14"}, "reason": "clock wrong"}
    assert command_of(body, 7) == CommandGiven(
        7, "c-1", "pause", "Ada", (("side", "white"), ("time", "1:02:14")), "clock wrong", False
    )


def test_a_pairing_is_read_as_it_was_written() -> None:
    loaded = command_of({"id": "p", "author": "hub", "pairing": PAIRING}, 7)
    assert isinstance(loaded, PairingLoaded)
    assert to_json(loaded.pairing) == PAIRING


@pytest.mark.parametrize(
    ("expires", "expired"),
    [(None, False), (0, False), (-0.001, True), (60, False)],
)
def test_a_command_past_its_expiry_says_so(expires: float | None, expired: bool) -> None:
    read = command_of({**COMMAND, "expires_in_s": expires}, 7)
    assert read.expired is expired


HOSTILE_COMMANDS: list[Any] = [
    None, [], "pause", 7, {},
    {**COMMAND, "id": ""}, {**COMMAND, "id": "x" * 65}, {**COMMAND, "id": "a b"},
    {**COMMAND, "id": 7}, {**COMMAND, "id": "c\n"},
    {**COMMAND, "name": "pa\nuse"}, {**COMMAND, "name": ["pause"]}, {**COMMAND, "author": "x" * 501},
    {**COMMAND, "reason": "\x00"}, {**COMMAND, "reason": "\ud800"}, {**COMMAND, "reason": {}},
    {**COMMAND, "arguments": []}, {**COMMAND, "arguments": {"side": 1}},
    {**COMMAND, "arguments": {"\ud800": "x"}}, {**COMMAND, "arguments": {"k" * 501: "x"}},
    {**COMMAND, "arguments": {str(n): "" for n in range(21)}},
    {**COMMAND, "expires_in_s": "soon"}, {**COMMAND, "expires_in_s": True},
    {**COMMAND, "expires_in_s": float("nan")}, {**COMMAND, "expires_in_s": float("inf")},
    {**COMMAND, "pairing": []}, {**COMMAND, "pairing": {}},
]  # fmt: skip


@pytest.mark.parametrize("body", HOSTILE_COMMANDS, ids=range(len(HOSTILE_COMMANDS)))
def test_a_hostile_command_is_one_line(body: Any) -> None:
    with pytest.raises(BadInput) as caught:
        command_of(body, 7)
    assert str(caught.value).isprintable()


HOSTILE_PAIRINGS: list[dict[str, Any]] = [
    {"white": "Anna"}, {"white": {}}, {"white": {"name": 5}}, {"white": {"name": "A", "shoe": 1}},
    {"white": {"name": "A\nB"}}, {"white": {"name": "\ud800"}}, {"white": {"name": "x" * 501}},
    {"white": None}, {"black": {"name": "B", "rating": "high"}},
    {"control": "fast"}, {"control": 300}, {"control": None}, {"rules": 5}, {"event": 5},
    {"round": "1"}, {"round": 1.5}, {"round": True}, {"bonus_at": "never"}, {"draw_odds": "green"},
    {"regulations": [["no-such-rule", 1]]}, {"regulations": [["no-agreed-draw-before-move", "30"]]},
    {"regulations": "ab"}, {"regulations": {"a": 1}}, {"regulations": [["a"]]},
    {"start_fen": "nonsense"}, {"start_fen": "8/8/8/8/8/8/8/8 w - - 0 1"},
    {"start_fen": 5}, {"chess960": "yes"}, {"colour": "white"},
    {"default_time_ns": "30m"},
]  # fmt: skip


@pytest.mark.parametrize(
    "change", HOSTILE_PAIRINGS, ids=[str(each)[:50] for each in HOSTILE_PAIRINGS]
)
def test_a_hostile_pairing_is_one_line(change: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=r"^pairing: ") as caught:
        pairing_of({**PAIRING, **change})
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("fen", ["k6K/8/8/8/8/8/8/8", "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"])
def test_a_game_may_begin_elsewhere(fen: str) -> None:
    assert loads(pairing_of({**PAIRING, "start_fen": fen}))


def loads(pairing: Pairing) -> bool:
    """Whether the game takes it."""
    return evolve(Game(), GamePaired(1, "g", pairing)).phase == "waiting"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from(["\ud800", "white", "black", "300"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


@given(
    st.dictionaries(
        st.sampled_from([*COMMAND, "pairing", "arguments", "reason", "expires_in_s"]), JSON
    )
)
def test_no_command_body_does_more_than_read_or_be_refused(change: dict[str, Any]) -> None:
    try:
        read = command_of({**COMMAND, **change}, 7)
    except ClockdError as error:
        assert "\n" not in str(error)
    else:
        record = make_record(1, to_json(read), [], {})
        assert len(link("", 1, record.body)) == 64  # the writer can put it on the disk
        assert json.loads(record.body)


@given(st.dictionaries(st.sampled_from(sorted(PAIRING)), JSON, min_size=1))
def test_no_pairing_body_breaks_the_game(change: dict[str, Any]) -> None:
    try:
        pairing = pairing_of({**PAIRING, **change})
    except BadInput:
        return
    assert loads(pairing)
    assert len(link("", 1, make_record(1, to_json(pairing), [], {}).body)) == 64
