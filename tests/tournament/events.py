"""A tournament fed step by step in tests, as a hub would, with everything it was told and answered."""

from collections.abc import Sequence
from typing import Any

from clockd.tournament import facts as f
from clockd.tournament import inputs as i
from clockd.tournament.decide import decide
from clockd.tournament.event_rules import Format
from clockd.tournament.evolve import evolve
from clockd.tournament.tournament import Board, Tournament

SENIOR_TIE_BREAKS = ("DE", "BPG", "KS", "SB", "WON")


def senior(players: int = 10, *, cycles: int = 1) -> Format:
    """A round robin of exactly so many players."""
    return Format(players, players, "round-robin", None, cycles)


def swiss(rounds: int = 5) -> Format:
    """A Swiss of any number of players."""
    return Format(2, None, "swiss", rounds)


def entries(names: Sequence[str]) -> tuple[i.Entry, ...]:
    """Entries in order of strength."""
    return tuple(i.Entry(name, 2500 - place) for place, name in enumerate(names))


def opening(
    form: Format, *, names: Sequence[str] = (), players: int = 0, **changes: Any
) -> i.OpenEvent:
    """An event file read; players are called "Player 1" and so on unless they are named."""
    called = names or [f"Player {n}" for n in range(1, players + 1)]
    values: dict[str, Any] = {
        "at_ns": 0,
        "tournament": "",
        "name": "An event",
        "rules": "us-senior-2019",
        "formats": (form,),
        "entries": entries(called),
        "tie_breaks": SENIOR_TIE_BREAKS,
        "edition": 2009,
    }
    return i.OpenEvent(**(values | changes))


class Event:
    """A decider and its state."""

    def __init__(self) -> None:
        self.state = Tournament()
        self.facts: list[f.Fact] = []
        self.inputs: list[i.Input] = []

    def feed(self, seen: i.Input) -> list[f.Fact]:
        facts = decide(self.state, seen)
        for fact in facts:
            self.state = evolve(self.state, fact)
        self.inputs.append(seen)
        self.facts += facts
        return facts

    @property
    def refusals(self) -> list[str]:
        return [fact.reason for fact in self.facts if isinstance(fact, f.Refused)]

    def refused(self, seen: i.Input) -> str:
        """Feed something that must be refused; the reason. Nothing may have changed."""
        before = self.state
        facts = self.feed(seen)
        assert len(facts) == 1, facts
        assert isinstance(facts[0], f.Refused), facts
        assert self.state == before
        assert "\n" not in facts[0].reason
        return facts[0].reason

    def draw(self, numbers: tuple[int, ...]) -> None:
        self.feed(i.DrawLots(0, "", numbers, "by hand"))

    def pair(self, number: int) -> tuple[Board, ...]:
        """Pair and publish a round; its boards."""
        self.feed(i.PairRound(0, "", number))
        found = self.state.round(number)
        assert found is not None, self.refusals
        return found.boards

    def report(
        self, number: int, board: int, result: str, *, forfeit: bool = False, table: str = ""
    ) -> list[f.Fact]:
        """A result from a table; table 1 plays board 1 unless told otherwise."""
        at = table or str(board)
        return self.feed(i.ResultReported(0, "", number, board, result, at, forfeit))

    def rule(self, number: int, board: int, result: str, *, forfeit: bool = False) -> list[f.Fact]:
        reason = "as the scoresheets say"
        return self.feed(i.ResultRuled(0, "", number, board, result, "arbiter", reason, forfeit))

    def finish(self) -> None:
        self.feed(i.FinishEvent(0, ""))


def four_players() -> Event:
    """Four players with lots drawn in order, round 1 published: 1-4, 2-3."""
    event = Event()
    event.feed(opening(senior(4), names=["Ahn, Ada", "Berg, Bo", "Cole, Cy", "Dahl, Di"]))
    event.draw((1, 2, 3, 4))
    event.pair(1)
    return event
