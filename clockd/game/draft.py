"""The answer to one input while it is being worked out: facts so far, and the game as they make it."""

from dataclasses import replace

from clockd.game import clock as clocks
from clockd.game.clock import Clock
from clockd.game.evolve import evolve
from clockd.game.facts import AlertAcknowledged, AlertRaised, Fact, FlagFell
from clockd.game.state import Game
from clockd.ports import Side


class Draft:
    """Collects facts; `game` is always the game after them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.facts: list[Fact] = []

    def add(self, fact: Fact) -> None:
        self.facts.append(fact)
        self.game = evolve(self.game, fact)

    def clock_at(self, at_ns: int) -> Clock:
        """The clock as it stands at `at_ns`."""
        return clocks.advance(self.game.timing, self.game.clock, at_ns)

    def stopped_clock_at(self, at_ns: int) -> Clock:
        """The clock at `at_ns`, running no longer."""
        return replace(self.clock_at(at_ns), since_ns=None)

    def catch_up(self, at_ns: int) -> None:
        """Tell a flag that fell by `at_ns`, at its own instant."""
        if self.game.clock.since_ns is None:
            return
        reached = self.clock_at(at_ns)
        if reached.flag is not None and reached.flag_at_ns is not None:
            side = reached.flag
            self.add(FlagFell(reached.flag_at_ns, side, reached))
            self.alert(reached.flag_at_ns, "flag", side, f"{side.capitalize()}'s flag fell")

    def alert(self, at_ns: int, alert: str, side: Side | None, detail: str) -> None:
        """Raise an alert, unless the same one is open already."""
        for known in self.game.alerts:
            if (known.alert, known.side, known.detail) == (alert, side, detail):
                return
        number = self.game.alerts_raised + 1
        self.add(AlertRaised(at_ns, number, alert, side, len(self.game.plies), detail))

    def settle_alerts(self, at_ns: int, alert: str, side: Side | None = None) -> None:
        """Close the open alerts of this name, those of one side alone if it is named: their cause is gone."""
        for known in self.game.alerts:
            if known.alert == alert and side in (None, known.side):
                self.add(AlertAcknowledged(at_ns, known.id))
