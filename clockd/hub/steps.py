"""What a hub does by itself, and when: each step that is due, unless an arbiter takes them or has to rule first.

Which step comes next is `automation`'s; here is what holds it back: a game that has just ended and is looked at, a
dispute, a result taken back at its table, a playoff in question. A Swiss round is begun aside. Called under the hub's
lock. Source: design.md section 8.
"""

import random
from collections.abc import Callable, Iterable

from clockd.hub import alerts
from clockd.hub.automation import next_step
from clockd.hub.event_log import EventLog
from clockd.hub.ledger import Ledger
from clockd.hub.state import Event
from clockd.hub.swiss_rounds import SwissRounds
from clockd.tournament.facts import Refused
from clockd.tournament.inputs import PairRound
from clockd.tournament.swiss_event import question_of
from clockd.tournament.tournament import Tournament

Clock = Callable[[], int]


class Pauses:
    """A tournament rests a while after each of its games: players and arbiter look at it."""

    def __init__(self, line_ns: Clock, pause_ns: int) -> None:
        self._line_ns, self._pause_ns = line_ns, pause_ns
        self._ended_ns: dict[str, int] = {}  # when a tournament's game last ended, while it matters

    def begin(self, tournament: str) -> None:
        """A game of this tournament has ended."""
        self._ended_ns[tournament] = self._line_ns()

    def forget(self) -> None:
        """Those games ended before our time."""
        self._ended_ns.clear()

    def rests(self, tournament: str) -> bool:
        """Whether nothing is to follow yet."""
        ended_ns = self._ended_ns.get(tournament)
        if ended_ns is not None and self._line_ns() - ended_ns >= self._pause_ns:
            del self._ended_ns[tournament]
        return tournament in self._ended_ns

    def any_over(self) -> bool:
        """Whether a pause has come to its end since this was asked last."""
        return bool([name for name in tuple(self._ended_ns) if not self.rests(name)])


class Steps:
    """Takes the steps of all tournaments."""

    def __init__(
        self, log: EventLog, swiss: SwissRounds, pauses: Pauses, now_ns: Clock, rng: random.Random
    ) -> None:
        self._log, self._swiss, self._pauses = log, swiss, pauses
        self._now_ns, self._rng = now_ns, rng
        self.refused: list[str] = []  # steps that the tournament refused, for people

    def take(self, ledgers: Iterable[Ledger]) -> None:
        """Every step that is due now."""
        copies = list(ledgers)
        for name in self._log.event.tournaments:
            while not self._pauses.rests(name) and not is_held(self._log.event, name, copies):
                if not self._step(self._log.event.tournaments[name]):
                    break

    def _step(self, tournament: Tournament) -> bool:
        """The next step; False when there is none, it is begun aside, or it was refused."""
        step = next_step(tournament, self._now_ns(), self._rng.shuffle)
        if step is None:
            return False
        plan = tournament.plan
        if isinstance(step, PairRound) and plan is not None and plan.system == "swiss":
            question = question_of(tournament)
            if self._swiss.is_due(tournament.id, question):
                self._swiss.begin(tournament.id, question, step.author, publish=True)
            return False
        for fact in self._log.feed(step):
            if isinstance(fact, Refused):
                self.refused.append(f"{fact.asked}: {fact.reason}")
                return False
        return True


def is_held(event: Event, name: str, ledgers: Iterable[Ledger]) -> bool:
    """Whether the arbiter has to rule first: on a dispute, a result of this round that was taken back, a playoff."""
    tournament = event.tournaments[name]
    current, playoff = tournament.current, tournament.playoff
    if tournament.disputes or (playoff is not None and playoff.questioned):
        return True
    return current is not None and any(
        ledger.set_aside
        and ledger.pairing is not None
        and ledger.pairing.round == current.number
        and event.owner_of(ledger.pairing.board) is tournament
        and alerts.set_aside_id(ledger) not in event.seen_alerts
        for ledger in ledgers
    )
