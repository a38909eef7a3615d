"""The journal's written form: what goes in comes out, and what is none of ours is refused with its name."""

import json
import typing
from dataclasses import dataclass
from typing import Any, Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.codec import Codec, encode
from clockd.errors import JournalError
from clockd.game.clock import Clock, Hand
from clockd.game.facts import Fact, FlagFell
from clockd.game.inputs import Input
from clockd.game.pairing import Pairing, Player
from clockd.game.record import FACTS, INPUTS
from clockd.ports import BLACK, WHITE, Side


@dataclass(frozen=True, slots=True)
class Sample:
    """One field of every form that the journal knows."""

    at_ns: int
    side: Side | None
    word: Literal["moves", "zero"]
    clock: Clock | None
    pairs: tuple[tuple[str, int], ...] = ()
    key: tuple[str, int] = ("", 0)
    right: bool = False


SAMPLES = Codec([Sample])
GOOD = {"type": "Sample", "at_ns": 1, "side": "white", "word": "zero", "clock": None}


@given(
    st.builds(
        Sample,
        at_ns=st.integers(),
        side=st.sampled_from([WHITE, BLACK, None]),
        word=st.sampled_from(["moves", "zero"]),
        clock=st.none() | st.builds(Clock, st.builds(Hand, st.integers()), st.just(Hand(1))),
        pairs=st.lists(st.tuples(st.text(), st.integers())).map(tuple),
        key=st.tuples(st.text(), st.integers()),
        right=st.booleans(),
    )
)
def test_what_was_written_reads_back(sample: Sample) -> None:
    assert SAMPLES.decode(json.loads(json.dumps(encode(sample)))) == sample


def test_a_fact_names_its_type() -> None:
    written = encode(FlagFell(5, BLACK, Clock(Hand(7), Hand(0))))
    assert (written["type"], written["at_ns"], written["side"]) == ("FlagFell", 5, "black")


def test_a_field_that_an_older_record_lacks_takes_its_default() -> None:
    assert SAMPLES.decode(GOOD) == Sample(1, WHITE, "zero", None)


@pytest.mark.parametrize(
    "change",
    [
        {"type": "Simple"},
        {"at_ns": "1"},
        {"at_ns": 1.0},
        {"at_ns": True},  # a bool is an int in Python, not on the wire
        {"at_ns": None},
        {"side": "green"},
        {"side": ["white"]},
        {"word": "never"},
        {"clock": []},
        {"clock": {}},
        {"clock": {"white": {"remaining_ns": 1}}},
        {"pairs": "ab"},
        {"pairs": [["a", 1, 2]]},
        {"pairs": [["a", "1"]]},
        {"key": ["a"]},
        {"right": 1},
        {"colour": 1},
    ],
)
def test_what_is_none_of_ours_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(JournalError, match="expected"):
        SAMPLES.decode({**GOOD, **change})


def test_a_field_without_a_default_is_missed() -> None:
    with pytest.raises(JournalError, match=r"no \['at_ns'\]"):
        SAMPLES.decode({key: value for key, value in GOOD.items() if key != "at_ns"})


def test_a_whole_pairing_reads_back() -> None:
    pairing = Pairing(
        Player("Ørn, Åse", 2400, "GM", "7"),
        Player("Жук, Ия"),
        "W300-B240",
        "us-senior-2019",
        draw_odds=BLACK,
        stage="armageddon",
        regulations=(("no-agreed-draw-before-move", 30),),
    )
    assert Codec([Pairing]).decode(encode(pairing)) == pairing


@pytest.mark.parametrize(
    "each", [*get_args(Fact), *get_args(Input)], ids=lambda each: each.__name__
)
def test_every_fact_and_input_has_a_reader(each: type) -> None:
    """An unknown field type would only be found when a journal is read back."""
    codec = FACTS if each in get_args(Fact) else INPUTS
    with pytest.raises(JournalError, match="with no"):
        codec.decode({"type": each.__name__})
    assert "at_ns" in typing.get_type_hints(each)
