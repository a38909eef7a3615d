"""Swiss rounds worked out aside: one thread for each tournament that is being paired, with progress and a way to stop.

The hub goes on meanwhile: tables report, pages are served, an arbiter may type a result. So what was asked is kept with
the answer, and an answer to a question that nobody would ask any more is thrown away. Each answer goes through the
tournament's own decision before it is anybody's pairing. Sources: design.md section 7; engine study, section 8.
"""

import threading
import traceback
from collections.abc import Callable

from clockd.errors import ClockdError, NotAllowed
from clockd.hub.state import Event
from clockd.tournament.inputs import PairRound
from clockd.tournament.swiss.rules import Progress, RoundPairing
from clockd.tournament.swiss_event import SwissQuestion, answer_to, in_places, question_of
from clockd.tournament.tournament import Tournament

CALLED_OFF = "the pairing was called off"
CHANGED = "something has changed meanwhile, expected to be paired anew"
STOPPED_WITHIN_S = 5.0  # the engine is asked between two steps, each a fraction of a second


class SwissRound:
    """One round on its way. `why` says why there is no pairing, once it is `done`; "" for one that was taken."""

    def __init__(
        self, tournament: str, question: SwissQuestion, author: str, publish: bool
    ) -> None:
        self.tournament, self.question = tournament, question
        self.author, self.publish = author, publish
        self.progress = Progress(0, len(question.table.players) - len(question.absent))
        self.answer: RoundPairing | None = None
        self.why = ""
        self.done = threading.Event()
        self._stopped = False

    def stop(self) -> None:
        """Call it off."""
        self._stopped = True

    def _go_on(self, progress: Progress) -> bool:
        self.progress = progress
        return not self._stopped

    def work_out(self) -> None:
        """Ask the engine; slow."""
        try:
            self.answer = answer_to(self.question, self._go_on)
        except ClockdError as error:
            self.why = str(error)
        except Exception as error:
            # Our own mistake, but no reason to end a hub in the middle of an event: an arbiter can pair by hand.
            traceback.print_exc()
            self.why = f"the engine failed ({type(error).__name__}), expected pairs by hand"

    def as_input(self, now: Tournament, at_ns: int) -> PairRound | None:
        """The answer for the tournament to take; None where there is none, or another would be asked for by now."""
        if self._stopped:
            self.why = CALLED_OFF  # also where the answer was there a moment before the word came
        if self.answer is None or self.why:
            return None
        if question_of(now) != self.question:
            self.why = CHANGED
            return None
        pairs, bye = in_places(now, self.answer)
        return PairRound(
            at_ns,
            self.tournament,
            self.question.round,
            pairs,
            bye,
            publish=self.publish,
            author=self.author,
        )

    def as_json(self) -> dict[str, object]:
        """For pages: which round, and how far it has come."""
        return {
            "tournament": self.tournament,
            "round": self.question.round,
            "settled": self.progress.settled,
            "players": self.progress.players,
        }


def _is_wanted(tournament: Tournament, number: int) -> bool:
    rounds = tournament.plan.rounds if tournament.plan is not None else 0
    return len(tournament.rounds) < number <= rounds


Taken = Callable[[SwissRound], None]


class SwissRounds:
    """The rounds that are being paired, at most one of each tournament; `taken` hears of each on its own thread."""

    def __init__(self, taken: Taken) -> None:
        self._taken = taken
        self._rounds: dict[str, SwissRound] = {}
        self._threads: list[threading.Thread] = []
        self._in_vain: dict[str, SwissRound] = {}

    def begin(
        self, tournament: str, question: SwissQuestion, author: str, *, publish: bool
    ) -> SwissRound:
        """Begin to pair; NotAllowed while this tournament's round is on its way already."""
        if tournament in self._rounds:
            raise NotAllowed(f"round {self._rounds[tournament].question.round} is being paired")
        begun = SwissRound(tournament, question, author, publish)
        self._in_vain.pop(tournament, None)
        self._rounds[tournament] = begun
        thread = threading.Thread(target=self._run, args=(begun,), name="swiss", daemon=True)
        self._threads = [*(each for each in self._threads if each.is_alive()), thread]
        thread.start()
        return begun

    def is_due(self, tournament: str, question: SwissQuestion) -> bool:
        """Whether asking makes sense: nobody is at it, and this very question has not been asked in vain."""
        asked = self._in_vain.get(tournament)
        return tournament not in self._rounds and (asked is None or asked.question != question)

    def problems(self, event: Event) -> list[str]:
        """Why a round could not be paired, for as long as it is not."""
        return [
            f"round {each.question.round} is not paired: {each.why}"
            for name, each in self._in_vain.items()
            if _is_wanted(event.tournaments[name], each.question.round)
        ]

    def under_way(self) -> list[SwissRound]:
        """What is being paired now."""
        return list(self._rounds.values())

    def stop(self, tournament: str) -> int:
        """Call a tournament's pairing off; the round's number. NotAllowed when there is none."""
        found = self._rounds.get(tournament)
        if found is None:
            raise NotAllowed("no round is being paired")
        found.stop()
        return found.question.round

    def over(self, ended: SwissRound) -> None:
        """Forget a round on its way; called by whoever takes the answer, under its own lock."""
        del self._rounds[ended.tournament]
        if ended.why:
            self._in_vain[ended.tournament] = ended

    def close(self) -> None:
        """Stop everything and wait for the threads."""
        for each in self.under_way():
            each.stop()
        for thread in self._threads:
            thread.join(STOPPED_WITHIN_S)

    def _run(self, begun: SwissRound) -> None:
        begun.work_out()
        try:
            self._taken(begun)
        finally:
            begun.done.set()
