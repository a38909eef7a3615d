"""A Swiss at a hub: paired aside by the engine, taken by the tournament, with progress and a way to stop.

Sources: FIDE C.04.2 and C.04.3 (2026); rules sheet 6.2 and 6.3.
"""

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clockd.errors import BadInput, NotAllowed
from clockd.hub.arbiter import Asked, carry_out
from clockd.hub.event_file import load_event
from clockd.hub.hub import Hub
from clockd.tournament.swiss import rounds
from clockd.tournament.swiss.rules import Pair, RoundPairing
from tests.hub.events import write_swiss

WITHIN_S = 20.0  # a round of few players takes a hundredth of this


class Stage:
    """A hub of a Swiss, and the arbiter's shell."""

    def __init__(
        self, folder: Path, players: int, rounds: int, *, manual: bool, extra: str
    ) -> None:
        event = load_event(write_swiss(folder, players, rounds, extra))
        rng = random.Random(3)
        self.hub = Hub(folder / "data", event, rng=rng, manual=manual, pause_ns=0)

    def tell(self, line: str, reason: str = "") -> str:
        name, *pairs = line.split()
        arguments = dict(pair.split("=", 1) for pair in pairs)
        return carry_out(Asked(self.hub, name, arguments, "Anna", reason, f"id-{len(line)}"))

    def until(self, done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first snapshot of which this is true."""
        end_s, version = time.monotonic() + WITHIN_S, 0
        while not done(snapshot := self.hub.snapshot()):
            assert time.monotonic() < end_s, snapshot["notices"]
            version = self.hub.wait(version, 0.2)
        return snapshot

    def paired(self, number: int) -> list[tuple[int, int]]:
        """The pairs of a round, White first, by number, once it is there."""
        there = self.until(lambda snapshot: len(snapshot["pairings"]) >= number)
        boards = there["pairings"][number - 1]["boards"]
        return [(board["white_no"], board["black_no"]) for board in boards]

    def whites_win(self, number: int) -> None:
        for board in range(1, len(self.paired(number)) + 1):
            self.tell(f"result round={number} board={board} result=1-0")


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Callable[..., Stage]]:
    opened: list[Stage] = []

    def opens(
        players: int, rounds: int, *, manual: bool = False, extra: str = 'initial_colour = "white"'
    ) -> Stage:
        opened.append(Stage(tmp_path, players, rounds, manual=manual, extra=extra))
        return opened[-1]

    yield opens
    for each in opened:
        each.hub.close()


def test_round_one_is_the_top_half_against_the_bottom_half(stage: Callable[..., Stage]) -> None:
    """Rules sheet 6.3: ten players, White drawn: 1-6 7-2 3-8 9-4 5-10."""
    assert stage(10, 5).paired(1) == [(1, 6), (7, 2), (3, 8), (9, 4), (5, 10)]


def test_black_drawn_turns_every_colour(stage: Callable[..., Stage]) -> None:
    swiss = stage(10, 5, extra='initial_colour = "black"')
    assert swiss.paired(1) == [(6, 1), (2, 7), (8, 3), (4, 9), (10, 5)]


def test_a_whole_swiss_by_itself(stage: Callable[..., Stage]) -> None:
    """Seven players, three rounds: three byes for three players, nobody meets twice, 3 x 4 points in all."""
    swiss = stage(7, 3, extra="")
    for number in (1, 2, 3):
        swiss.whites_win(number)
    final = swiss.until(lambda snapshot: snapshot["phase"] == "finished")
    assert len({each["bye_no"] for each in final["pairings"]}) == 3
    met = [frozenset(pair) for number in (1, 2, 3) for pair in swiss.paired(number)]
    assert len(set(met)) == 9
    assert sum(float(row["points"]) for row in final["standings"]) == 12
    assert final["champion"] is not None or final["standings"][1]["rank"] == 1
    assert swiss.hub.event.tournament.initial_colour in ("white", "black")
    assert final["pairing_now"] == [] and final["notices"] == []


def test_by_hand_each_step_is_the_arbiters(stage: Callable[..., Stage]) -> None:
    swiss = stage(4, 2, manual=True, extra="")
    with pytest.raises(NotAllowed, match="the initial colour has not been drawn"):
        swiss.tell("pair")
    assert swiss.tell("initial-colour colour=black") == "initial colour: black"
    with pytest.raises(NotAllowed, match="the initial colour is black"):
        swiss.tell("initial-colour")
    assert swiss.tell("pair") == "round 1 is paired"
    assert swiss.tell("publish") == "round 1 is published"
    assert swiss.paired(1) == [(3, 1), (2, 4)]
    with pytest.raises(NotAllowed, match=r"round 1 waits for board 1 \(Player 3 - Player 1\)"):
        swiss.tell("pair round=2")
    swiss.whites_win(1)
    assert swiss.tell("pair round=2 publish=yes") == "round 2 is paired and published"
    assert swiss.hub.event.tournament.rounds[0].closed


def test_pairs_by_hand_go_past_the_engine(stage: Callable[..., Stage]) -> None:
    swiss = stage(4, 2, manual=True)
    assert swiss.tell("pair pairs=1-2,3-4 publish=yes") == "round 1 is paired and published"
    assert swiss.paired(1) == [(1, 2), (3, 4)]


def test_a_late_entry_and_a_bye_are_in_the_next_round(stage: Callable[..., Stage]) -> None:
    """Four, and a fifth before round 2 with nothing for round 1, who rests in round 2 with half a point."""
    swiss = stage(4, 3)
    swiss.paired(1)
    swiss.tell("enter name=Late rating=2000")
    swiss.tell("bye round=2 player=5 kind=half")
    swiss.whites_win(1)
    pairs = swiss.paired(2)
    assert len(pairs) == 2
    assert 5 not in {number for pair in pairs for number in pair}
    rows = {row["no"]: row["points"] for row in swiss.hub.snapshot()["standings"]}
    assert rows[5] == "0.5"


def test_more_rounds_than_opponents_are_told_and_wait(stage: Callable[..., Stage]) -> None:
    """Four players can play three rounds; the fourth is a notice, and the arbiter rules on the plan."""
    swiss = stage(4, 4)
    for number in (1, 2, 3):
        swiss.whites_win(number)
    told = swiss.until(lambda snapshot: bool(snapshot["notices"]))["notices"]
    assert told == ["round 4 is not paired: player 1 has nobody left whom he may meet"]
    assert swiss.hub.snapshot()["pairing_now"] == []
    swiss.tell("plan rounds=3", "everybody has met")
    final = swiss.until(lambda snapshot: snapshot["phase"] == "finished")
    assert final["notices"] == []


def test_what_changes_meanwhile_is_asked_anew(stage: Callable[..., Stage]) -> None:
    """An answer to a question that nobody would ask any more is nobody's pairing."""
    swiss = stage(40, 5, manual=True)
    hub = swiss.hub
    begun = hub.pair_swiss("", 1, "Anna", publish=True)
    swiss.tell("withdraw player=40", "ill")
    begun.done.wait(WITHIN_S)
    if begun.why:  # the usual case; a quick machine has paired before the withdrawal
        assert begun.why == "something has changed meanwhile, expected to be paired anew"
        assert hub.event.tournament.rounds == ()
        assert swiss.tell("pair") == "round 1 is paired"
        assert 40 not in {number for pair in swiss.paired(1) for number in pair}


def test_a_pairing_can_be_called_off(stage: Callable[..., Stage]) -> None:
    swiss = stage(200, 9, manual=True)
    begun = swiss.hub.pair_swiss("", 1, "Anna", publish=True)
    (shown,) = swiss.hub.snapshot()["pairing_now"]
    assert (shown["round"], shown["players"], shown["tournament"]) == (1, 200, "")
    with pytest.raises(NotAllowed, match="round 1 is being paired"):
        swiss.hub.pair_swiss("", 1, "Anna", publish=True)
    assert swiss.tell("pair-stop") == "the pairing of round 1 is called off"
    assert begun.done.wait(WITHIN_S)
    assert begun.why == "the pairing was called off"
    assert swiss.hub.event.tournament.rounds == ()
    with pytest.raises(NotAllowed, match="no round is being paired"):
        swiss.tell("pair-stop")


def test_a_restart_pairs_the_same_round(tmp_path: Path) -> None:
    event = load_event(write_swiss(tmp_path, 10, 5, 'initial_colour = "white"'))
    first = Hub(tmp_path / "data", event, rng=random.Random(1), manual=True, pause_ns=0)
    first.close()
    again = Hub(tmp_path / "data", event, rng=random.Random(9), pause_ns=0)
    version = 0
    while not again.event.tournament.rounds:
        version = again.wait(version, WITHIN_S)
    pairs = [(board.white, board.black) for board in again.event.tournament.rounds[0].boards]
    again.close()
    assert pairs == [(1, 6), (7, 2), (3, 8), (9, 4), (5, 10)]


def test_a_pairing_explains_itself(stage: Callable[..., Stage]) -> None:
    """Round 1: nothing speaks against the first candidate; the colours go by the place and the colour drawn."""
    swiss = stage(10, 5)
    swiss.whites_win(1)
    assert len(swiss.paired(2)) == 5
    said = swiss.tell("pair-why round=1 board=1")
    assert said.startswith(
        "board 1 (Player 1 - Player 6): score group 0; as in the first candidate"
    )
    assert said.endswith("(5.2.5)")
    assert "score group 1" in swiss.tell("pair-why round=2 board=1")
    with pytest.raises(NotAllowed, match="round 2 has no such board"):
        swiss.tell("pair-why board=9")


def test_what_was_paired_by_hand_has_no_reason_of_the_engine(stage: Callable[..., Stage]) -> None:
    swiss = stage(4, 2, manual=True)
    swiss.tell("pair pairs=1-2,3-4 publish=yes")
    with pytest.raises(NotAllowed, match="was paired by hand, or before"):
        swiss.tell("pair-why board=1")


def test_no_pairing_that_breaks_a_rule_is_taken(
    stage: Callable[..., Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that went wrong: other code looks at its answer before anybody else does (C1)."""
    swiss = stage(4, 3, manual=True)
    swiss.tell("pair publish=yes")
    first = swiss.paired(1)
    swiss.whites_win(1)
    pairs = tuple(Pair(white, black, "") for white, black in first)
    monkeypatch.setattr(rounds, "pair_round", lambda *asked, **more: RoundPairing(2, pairs))
    with pytest.raises(NotAllowed, match=r"round 2: 1 and 3 have met in round 1 \(C1\)"):
        swiss.tell("pair")
    assert len(swiss.hub.event.tournament.rounds) == 1


def test_an_engine_that_fails_ends_no_hub(
    stage: Callable[..., Stage], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Our own mistake is printed with its place, told in a line, and the round can be paired by hand."""
    swiss = stage(4, 3, manual=True)
    monkeypatch.setattr(rounds, "pair_round", lambda *asked, **more: 1 // 0)
    with pytest.raises(NotAllowed, match=r"the engine failed \(ZeroDivisionError\)"):
        swiss.tell("pair")
    assert "ZeroDivisionError" in capfd.readouterr().err
    assert len(swiss.hub.snapshot()["notices"]) == 1
    assert swiss.tell("pair pairs=1-3,2-4") == "round 1 is paired"
    assert swiss.hub.snapshot()["notices"] == []


def test_players_who_are_not_to_meet(tmp_path: Path) -> None:
    """Round 1 of four would be 1-3 and 4-2; with 1 and 3 kept apart by the file it is 1-4 and 3-2."""
    path = write_swiss(tmp_path, 4, 2, 'initial_colour = "white"')
    named = 'name = "Player 3"\nnot_against = ["Player 1"]'
    path.write_text(path.read_text().replace('name = "Player 3"', named))
    hub = Hub(tmp_path / "data", load_event(path), rng=random.Random(1), pause_ns=0)
    version = 0
    while not hub.event.tournament.rounds:
        version = hub.wait(version, WITHIN_S)
    boards = [(board.white, board.black) for board in hub.event.tournament.rounds[0].boards]
    hub.close()
    assert boards == [(1, 4), (3, 2)]


def test_a_name_that_is_nobodys_is_told_with_its_line(tmp_path: Path) -> None:
    path = write_swiss(tmp_path, 4, 2)
    named = 'name = "Player 3"\nnot_against = ["Player 33"]'
    path.write_text(path.read_text().replace('name = "Player 3"', named))
    with pytest.raises(BadInput, match=r"EVENT.toml:11: 'Player 33', expected the name of another"):
        load_event(path)


def test_the_arbiter_keeps_two_apart(stage: Callable[..., Stage]) -> None:
    swiss = stage(4, 2, manual=True)
    with pytest.raises(BadInput, match="players=1, expected two numbers"):
        swiss.tell("keep-apart players=1", "one family")
    said = swiss.tell("keep-apart players=1,3", "one family")
    assert said == "Player 1 and Player 3 are kept apart"
    swiss.tell("pair publish=yes")
    assert swiss.paired(1) == [(1, 4), (3, 2)]


def test_an_accelerated_swiss(tmp_path: Path) -> None:
    """FIDE C.04.7, eight players: the upper four have a virtual point in round 1 and meet each other."""
    path = write_swiss(tmp_path, 8, 5, 'initial_colour = "white"')
    rules = tmp_path / "swiss.toml"
    rules.write_text(
        rules.read_text().replace("edition = 2026", 'edition = 2026\nacceleration = "baku"')
    )
    hub = Hub(tmp_path / "data", load_event(path), rng=random.Random(1), pause_ns=0)
    version = 0
    while not hub.event.tournament.rounds:
        version = hub.wait(version, WITHIN_S)
    boards = [(board.white, board.black) for board in hub.event.tournament.rounds[0].boards]
    points = {row["points"] for row in hub.snapshot()["standings"]}
    hub.close()
    assert boards == [(1, 3), (4, 2), (5, 7), (8, 6)]
    assert points == {"0"}
