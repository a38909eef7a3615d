"""What the hub reads out of a copy, from the records of real tables in virtual time."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.game.inputs import CommandGiven, PairingLoaded
from clockd.game.pairing import Pairing, Player
from clockd.game.record import facts_of, replay
from clockd.game.state import Game
from clockd.hub.ledger import Ledger
from clockd.journal import Kept
from clockd.ports import ArbiterPressed, ResignPressed, Side
from clockd.sim.virtual_table import VirtualTable
from clockd.units import seconds

PAIRING = Pairing(Player("White"), Player("Black"), "300+2", "club", event="Club", round=3, board=2)


def records_of(*inputs: object) -> list[Kept]:
    table = VirtualTable()
    table.run(inputs)
    return [Kept(record.seq, "", record.body) for record in table.records]


def a_game() -> list[Kept]:
    return records_of(
        PairingLoaded(1, PAIRING, "r3-b2-pairing", "hub"),
        ArbiterPressed(2, "start"),
        CommandGiven(3, "c1", "resume", "arbiter"),
        ResignPressed(seconds(60), Side.BLACK),
        CommandGiven(seconds(61), "c2", "set-aside", "arbiter", (), "too early"),
        CommandGiven(seconds(62), "c3", "result", "arbiter", (("result", "0-1"),), "mistaken"),
    )


def folded(records: list[Kept]) -> Ledger:
    ledger = Ledger("ab", "2")
    ledger.fold(records)
    return ledger


def test_a_game_is_followed_to_its_end() -> None:
    records = a_game()
    ledger = Ledger("ab", "2")
    endings = ledger.fold(records)
    assert [(ending.result, ending.termination) for ending in endings] == [
        ("1-0", "resignation"),
        ("0-1", "ruling"),
    ]
    assert ledger.pairing == PAIRING and not ledger.playing
    assert ledger.answers == {
        "r3-b2-pairing": "",
        "c1": "the clock is not paused",
        "c2": "",
        "c3": "",
    }


def test_a_result_taken_back_is_known_until_another_comes() -> None:
    records = a_game()
    taken_back = folded(records[:5])
    assert (taken_back.result, taken_back.set_aside, taken_back.playing) == ("*", 5, True)
    assert folded(records).set_aside == 0


@given(st.lists(st.integers(0, 6), max_size=6))
def test_it_agrees_with_the_game_however_the_records_come(cuts: list[int]) -> None:
    """Folding what the hub needs, and folding everything, say the same result."""
    records = a_game()
    ledger, game = Ledger("ab", "2"), Game()
    for cut in sorted(cuts):
        ledger.fold(records[:cut])
        game = Game()
        for record in records[: ledger.seq]:
            game = replay(game, facts_of(json.loads(record.body)))
        assert (ledger.result, ledger.pairing) == (game.result, game.pairing)


def test_a_hole_is_our_own_mistake() -> None:
    with pytest.raises(AssertionError):
        folded(a_game()[1:])


def test_what_cannot_be_read_is_told_and_the_rest_goes_on() -> None:
    records = a_game()
    records[2] = Kept(3, "", "no record")
    ledger = folded(records)
    assert ledger.result == "0-1"
    assert ledger.problem is not None and ledger.problem.startswith("record 3 of table 2 cannot")
