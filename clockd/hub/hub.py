"""The hub of an event: results come in as copies of the tables' journals, games and orders go down, standings follow.

Plain calls, safe from any thread by one lock; time, stamps and dice are handed in, so a demo runs it in virtual time.
Two files make it up: the event's own journal (the truth of the tournament) and the copies (the tables' word, second
leg of their durability). After a restart both are folded again and every result reported again, which changes
nothing. A journal is known by the random id it was made with; enrolling tables with a secret is not decided here.
Sources: design.md sections 1, 2, 3a and 8; interfaces.md section 7.
"""

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from clockd.errors import JournalError, NotAllowed
from clockd.hub import alerts, down, view
from clockd.hub.chain import Fork
from clockd.hub.enrolment import Enrolments
from clockd.hub.event_file import EventFile, stamped
from clockd.hub.event_log import EventLog
from clockd.hub.feeds import Feeds, history_of
from clockd.hub.ledger import Ending
from clockd.hub.messages import ClaimNumber
from clockd.hub.request import SyncRequest, sync_request
from clockd.hub.state import Event, decide, replay
from clockd.hub.steps import Pauses, Steps
from clockd.hub.store import FILE_NAME, Store
from clockd.hub.swiss_rounds import SwissRound, SwissRounds
from clockd.hub.tables import NumberHeld, Tables
from clockd.journal import FILE_NAME as EVENT_JOURNAL
from clockd.journal import GENESIS, Kept, link
from clockd.machine import Stamps, boot_id, wall_time
from clockd.state_lock import lock_folder
from clockd.tournament.crosstable import FORFEIT_RESULTS, RESULT_MARKS
from clockd.tournament.decide import refuse_to_pair
from clockd.tournament.facts import Refused
from clockd.tournament.inputs import ResultReported, TableClaimed
from clockd.tournament.swiss_event import question_of
from clockd.tournament.tournament import Board
from clockd.units import seconds, to_ms

LOCK_NAME = "hub.lock"
STORE_WITHIN_S = 10.0  # a reporter waits this long for its answer, and asks again
PAUSE_NS = seconds(10)  # the last position stays to be looked at, and a result to be set aside
NOT_TAKEN = "the event file differs from the one that opened this event; the journal is the truth"
HALF_OPENED = "its opening was cut short, expected the same event file as then, or an empty folder"

Json = dict[str, Any]


class Hub:
    """One event in one folder. `event` may be None where the folder holds one already."""

    def __init__(
        self,
        folder: Path,
        event: EventFile | None,
        *,
        now_ns: Callable[[], int] = time.monotonic_ns,
        line_ns: Callable[[], int] | None = None,
        stamps: Stamps | None = None,
        rng: random.Random | None = None,
        manual: bool = False,
        pause_ns: int = PAUSE_NS,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self._locked = lock_folder(folder, LOCK_NAME, "a folder for the event", "hub")
        self.folder, self.now_ns, self.wall_s = folder, now_ns, wall_s
        self.line_ns = line_ns or now_ns  # how long a table was silent: real time, also in a demo
        self.rng = rng or random.SystemRandom()
        self.rate = 1.0  # seconds of `now_ns` in one real second: a demo runs faster than life
        self._manual, self._pauses = manual, Pauses(self.line_ns, pause_ns)
        self._changed = threading.Condition(threading.RLock())
        self._version, self._shape = 1, ""
        self._since_ns: dict[str, int] = {}
        self._views = view.Views()
        self._swiss = SwissRounds(self._take_pairing)
        self._log = EventLog(folder, stamps or Stamps(boot_id(), wall_time))
        self._steps = Steps(self._log, self._swiss, self._pauses, now_ns, self.rng)
        self.notices = self._open(event)
        self.enrolments = Enrolments(folder, time.monotonic)
        self._tables = Tables(self.line_ns())
        self._store = Store(folder / FILE_NAME, self._take_in, wall_s)
        self.feeds = Feeds(self._store, history_of(folder / EVENT_JOURNAL, wall_s()), wall_s)
        with self._changed:
            self._fold_copies()
            self._pauses.forget()
            self._automate()
            self._pin()

    def _open(self, event: EventFile | None) -> list[str]:
        """Read the event file if the journal is empty; what to tell people of it otherwise."""
        if event is None and not self._log.event.opened:
            raise JournalError(f"{self.folder}: no event in it yet, expected an event file")
        if event is None:
            return []
        sources = {rules.source for rules in self._log.event.rules.values()}
        same = sources <= {event.rules.source}
        parts = stamped(event, self.now_ns()) if same and not self._log.event.opened else []
        # All rules first: they say how many tournaments there are to be, should the power go in between.
        for rules in [rules for rules, _ in parts if rules.tournament not in self._log.event.rules]:
            self._log.feed(rules)
        for _, opening in parts:
            if opening.tournament not in self._log.event.tournaments:
                self._refuse(self._log.feed(opening))
        if not self._log.event.opened:
            raise JournalError(f"{self.folder}: {HALF_OPENED}")
        return [NOT_TAKEN] if sources - {event.rules.source} else list(event.notes)

    def _refuse(self, facts: list[Any]) -> None:
        for fact in facts:
            if isinstance(fact, Refused):
                raise NotAllowed(fact.reason)

    def _fold_copies(self) -> None:
        """Every copy from its first record, with its chain; every result once more, which changes nothing."""
        for copy in self._store.copies():
            previous, records = GENESIS, []
            for kept in self._store.read(copy.journal):
                previous = link(previous, kept.seq, kept.body)
                if previous != kept.hash:
                    where = f"{self.folder / FILE_NAME}: journal {copy.journal}"
                    raise JournalError(f"{where}: record {kept.seq} breaks the chain")
                records.append(kept)
            self._fold(copy.table, copy.journal, records)

    # -- from the tables --------------------------------------------------------------------------

    def sync(self, body: Any) -> Json:
        """One exchange with a table: its records are durable here when this returns.

        BadInput for a request that is none, Fork or NumberHeld for one that is refused, sqlite3.Error for a disk that
        does not take it: the table keeps its records and asks again.
        """
        request = sync_request(body)
        with self._changed:
            self._admit(request)
        try:
            head = self._store.submit(request.table, request.batch).result(STORE_WITHIN_S)
        except Fork as fork:
            with self._changed:
                self._tables.forked(request.batch.journal, str(fork), self.line_ns())
                self._pin()
            raise
        with self._changed:
            said, undelivered, holds = request.snapshot, request.undelivered, request.holds
            self._tables.hear(request.batch.journal, said, undelivered, self.line_ns(), holds)
            self._hand_out(request.table)
            self._pin()
            return {
                "seq": head.seq,
                "hash": head.hash,
                "commands": self._commands(request),
                "error": None,
            }

    def refusal(self, body: Any, error: Exception) -> Json:
        """The answer to a request that was refused: what is held, and one line."""
        journal = body.get("journal") if isinstance(body, Mapping) else None
        head = self._store.head(str(journal))
        return {"seq": head.seq, "hash": head.hash, "commands": [], "error": str(error)}

    def _admit(self, request: SyncRequest) -> None:
        table, journal = request.table, request.batch.journal
        holder = self._log.event.holders.get(table, "")
        try:
            self._tables.check_claim(table, journal, holder, self.line_ns())
        except NumberHeld:
            self._pin()
            raise
        if holder != journal:
            self._log.feed(ClaimNumber(self.now_ns(), table, journal))

    def _commands(self, request: SyncRequest) -> list[Json]:
        ledger = self._tables.ledger(request.batch.journal, request.table)
        return down.commands_for(self._log.shown, ledger, self.wall_s())

    def _hand_out(self, table: str) -> None:
        """The game of this table's board is its own, unless the board has a table already."""
        number = self._log.event.board_of(table)
        if number is None:
            return
        tournament = self._log.event.owner_of(number)
        current = tournament.current
        if current is None or not current.published or current.closed:
            return
        if current.stage and self._pauses.rests(tournament.id):
            return  # the rules paired it with the result before, at once
        board = tournament.board(current.number, number)
        if board is not None and board.is_open and not board.table:
            claim = TableClaimed(self.now_ns(), tournament.id, current.number, number, table)
            self._log.feed(claim)

    def _take_in(self, table: str, journal: str, records: Sequence[Kept]) -> None:
        """Durable records, on the store's thread, in order: results first, then what follows from them."""
        with self._changed:
            self._fold(table, journal, records)
            self._automate()
            self._pin()

    def _fold(self, table: str, journal: str, records: Sequence[Kept]) -> None:
        ledger = self._tables.ledger(journal, table)
        ledger.table = table
        for ending in ledger.fold(records):
            board = self._board_of(ending)
            if board is None:
                ledger.stranger = ending.game_id
            else:
                self._report(table, ending)

    def _board_of(self, ending: Ending) -> Board | None:
        """The pairing that this game was, None for a game of another event, stage, or other players."""
        pairing, event = ending.pairing, self._log.event
        tournament = event.owner_of(pairing.board)
        each = tournament.round(pairing.round)
        board = tournament.board(pairing.round, pairing.board)
        marks = FORFEIT_RESULTS if ending.forfeit else RESULT_MARKS.keys()
        if each is None or board is None or ending.result not in marks:
            return None
        same = pairing.key == event.game_at(each, board).key
        names = (tournament.name(board.white), tournament.name(board.black))
        return board if same and names == (pairing.white.name, pairing.black.name) else None

    def _report(self, table: str, ending: Ending) -> None:
        tournament = self._log.event.owner_of(ending.pairing.board).id
        self._pauses.begin(tournament)
        self._log.feed(
            ResultReported(
                self.now_ns(),
                tournament,
                ending.pairing.round,
                ending.pairing.board,
                ending.result,
                table,
                forfeit=ending.forfeit,
                termination=ending.termination,
                game_id=ending.game_id,
            )
        )

    def _automate(self) -> None:
        if not self._manual:
            self._steps.take(self._tables.ledgers())

    def _take_pairing(self, ended: SwissRound) -> None:
        """A Swiss round worked out, on its own thread: taken, or told why not."""
        with self._changed:
            now = self._log.event.tournaments[ended.tournament]
            seen = ended.as_input(now, self.now_ns())
            if seen is not None:
                facts = self._log.feed(seen)
                ended.why = next((f.reason for f in facts if isinstance(f, Refused)), "")
            self._swiss.over(ended)
            self._automate()
            self._pin()

    # -- from the arbiter -------------------------------------------------------------------------

    def tell(self, *inputs: Any) -> list[Any]:
        """Inputs of an arbiter, in order; NotAllowed with the reason when one is refused."""
        with self._changed:
            facts: list[Any] = []
            self._refuse_together(inputs)
            for seen in inputs:
                facts += self._log.feed(seen)
                refused = next((fact for fact in facts if isinstance(fact, Refused)), None)
                if refused is not None:
                    self._pin()
                    raise NotAllowed(refused.reason)
            self._automate()
            self._pin()
            return facts

    def _refuse_together(self, inputs: Sequence[Any]) -> None:
        """Of several inputs all are taken or none."""
        event = self._log.event
        for seen in inputs if len(inputs) > 1 else ():
            facts = decide(event, seen)
            self._refuse(facts)
            event = replay(event, facts)

    def pair_swiss(self, tournament: str, number: int, author: str, *, publish: bool) -> SwissRound:
        """Begin to pair the next round of a Swiss; NotAllowed when it is not to be paired now."""
        with self._changed:
            now = self._log.event.tournaments[tournament]
            refuse_to_pair(now, number)
            begun = self._swiss.begin(tournament, question_of(now), author, publish=publish)
            self._pin()
            return begun

    def stop_pairing(self, tournament: str) -> int:
        """Call off the pairing of a Swiss round; its number."""
        with self._changed:
            return self._swiss.stop(tournament)

    @property
    def event(self) -> Event:
        """The event as it stands."""
        return self._log.event

    def answer(self, table: str, order_id: str) -> str | None:
        """What a table said to an order: "" when it was carried out, else why not; None before its answer is here."""
        with self._changed:
            ledger = self._tables.known(self._log.event.holders.get(table, ""))
            return ledger.answers.get(order_id) if ledger else None

    def claimant(self, table: str) -> str:
        """The journal that was refused this number and waits for it, or ""."""
        with self._changed:
            return self._tables.claimant(table)

    # -- for pages --------------------------------------------------------------------------------

    def snapshot(self) -> Json:
        """Everything that a page may know, as of now."""
        with self._changed:
            now_ns, event = self.line_ns(), self._log.shown
            watches = self._tables.watches(event.holders, now_ns)
            found = self._alerts(watches)
            since_ns = {each.id: self._since_ns.setdefault(each.id, now_ns) for each in found}
            rows = [
                (each, to_ms(max(0, now_ns - since_ns[each.id])))
                for each in alerts.in_order(found, since_ns)
            ]
            moment = view.Moment(
                now_ns,
                self.rate,
                self._log.seq,
                self._version,
                watches,
                rows,
                [*self.notices, *self._steps.refused, *self._swiss.problems(event)],
                [each.as_json() for each in self._swiss.under_way()],
            )
            shown = view.snapshot(event, self._views, moment)
            return {**shown, "enrolling": self.enrolments.asking()}

    def detail(self, board: int) -> Json | None:
        """The full snapshot of the table at a board of the round under way, None while there is none."""
        with self._changed:
            event = self._log.shown
            seen = self._tables.seen(event.holders.get(event.table_of(board), ""))
            return None if seen is None else dict(seen.snapshot)

    def is_playing(self, board: int) -> bool:
        """Whether a table has said that the game of this board has begun."""
        seen = self.detail(board) or {}
        current = self._log.event.owner_of(board).current
        place = (current.number if current else 0, board)
        begun = seen.get("state") in ("running", "paused", "ended")
        return begun and (seen.get("round"), seen.get("board")) == place

    def wait(self, version: int, timeout_s: float) -> int:
        """The version beyond `version`, or the same one after `timeout_s`."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != version, timeout_s)
            return self._version

    def tick(self) -> None:
        """Called now and then: a table that falls silent, an order that expires, a pause that is over."""
        with self._changed:
            self._log.settle()
            if self._pauses.any_over():
                self._automate()
                self._pin()
            shape = self._look()
            if shape != self._shape:
                self._shape = shape
                self._pin()

    def _pin(self) -> None:
        self.feeds.history.put(self.wall_s(), self._log.shown)
        self._version += 1
        self._changed.notify_all()

    def _look(self) -> str:
        """What time alone can change in a snapshot."""
        watches = self._tables.watches(self._log.shown.holders, self.line_ns())
        links = [f"{table} {watch.link}" for table, watch in watches.items()]
        pairing = [str(each.progress) for each in self._swiss.under_way()]
        return "\n".join([*links, *pairing, *(alert.id for alert in self._alerts(watches))])

    def _alerts(self, watches: Mapping[str, alerts.Watch]) -> list[alerts.Alert]:
        event, wall_s = self._log.shown, self.wall_s()
        return alerts.alerts_of(event, watches, wall_s, self._log.trouble)

    def close(self) -> bool:
        """Put everything on the disk and let go; True when it is all there."""
        self._swiss.close()
        self._store.close()
        kept = self._log.close()
        self._locked.close()
        with self._changed:
            self._version += 1
            self._changed.notify_all()
        return kept
