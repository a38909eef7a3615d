"""What leaves the hall: the round's games, the results, the report, each as it stood a set time ago.

A feed with a delay shows the event and the copies of journals as they were then, by the hub's own wall clock at their
arrival, which is on the disk: a restart shows nothing earlier. Arbiters ask without a delay. Sources: issue "The
arbiters' room" 6; ecosystem-protocols.md sections 3 and 4.
"""

import json
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from clockd.errors import BadInput, ClockdError
from clockd.feeds.game_book import (
    GameBook,
    GameKey,
    Shown,
    key_of,
    slug_of,
    unplayed,
    with_result,
)
from clockd.game.pairing import Pairing
from clockd.game.record import facts_of
from clockd.hub import state
from clockd.hub.report import report_of
from clockd.hub.state import Event
from clockd.hub.store import Store
from clockd.hub.tournament_view import pairing_view
from clockd.journal import Journal, Kept, Record
from clockd.tournament.tournament import Board, Round, Tournament
from clockd.tournament.trf_write import write_trf

FEEDS = ("games", "results", "report")
DELAY_MOST_S = 3600
UNKNOWN_DAY = "????.??.??"  # PGN's own
# What a record of another form can do to us: everything in a copy is another machine's text.
_UNREADABLE = (ClockdError, ValueError, TypeError, KeyError, AttributeError, AssertionError)


def delays_of(texts: list[str]) -> dict[str, int]:
    """Seconds by feed, of texts such as "games=15"; BadInput for one that is none. Minutes, 0 to 60."""
    delays = dict.fromkeys(FEEDS, 0)
    for text in texts:
        name, _, minutes = text.partition("=")
        fits = minutes.isascii() and minutes.isdecimal() and int(minutes) * 60 <= DELAY_MOST_S
        if name not in FEEDS or not fits:
            raise BadInput(f"--delay {text}, expected one of {', '.join(FEEDS)} = 0 to 60 minutes")
        delays[name] = int(minutes) * 60
    return delays


class History:
    """The event at each change of the last hour, and what it was before that."""

    def __init__(self) -> None:
        self._states: deque[tuple[float, Event]] = deque()

    def put(self, at_s: float, event: Event) -> None:
        """The event from now on; the same one again changes nothing."""
        if self._states and self._states[-1][1] is event:
            return
        self._states.append((at_s, event))
        while len(self._states) > 1 and self._states[1][0] <= at_s - DELAY_MOST_S:
            self._states.popleft()

    def at(self, at_s: float) -> Event | None:
        """The event as it stood then; None when that is not known."""
        return next((event for since_s, event in reversed(self._states) if since_s <= at_s), None)


def history_of(path: Path, now_s: float) -> History:
    """The last hour, from the event's journal, by the wall clock in its records; none is later than now."""
    history, event = History(), Event()
    for kept in Journal(path, read_only=True).verified():
        content = Record(kept.seq, kept.body).content
        event = state.replay(event, state.facts_of(content))
        history.put(min(now_s, _wall_s(content, now_s)), event)
    return history


def _wall_s(content: Mapping[str, Any], otherwise_s: float) -> float:
    """When a record was made, by its own wall clock; what cannot be read counts as just now: late, never early."""
    try:
        return datetime.fromisoformat(content["wall"]).timestamp()
    except (KeyError, TypeError, ValueError, OverflowError):
        return otherwise_s


@dataclass
class _Read:
    """A journal's book, and how far it has been read."""

    book: GameBook
    seq: int = 0
    broken: bool = False


@dataclass
class Feeds:
    """The feeds of one hub; any thread may ask. `delays` are seconds by feed."""

    store: Store
    history: History
    wall_s: Callable[[], float]
    delays: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(FEEDS, 0))
    _books: dict[int, dict[str, _Read]] = field(default_factory=dict)  # by delay and journal
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def games(self, number: int | None, board: int | None, *, prompt: bool) -> str | None:
        """The games of a round (None: the latest one), or of one board of it, as PGN; None when there is no such.

        `prompt` is for arbiters: without the delay.
        """
        delay_s = 0 if prompt else self.delays["games"]
        event = self.history.at(self.wall_s() - delay_s)
        if event is None:
            return None
        boards = list(_boards(event, number, board))
        if not boards:
            return None
        with self._lock:
            shown = self._shown(event, delay_s)
        return "\n".join(_text(event, each, one, shown) for each, one in boards)

    def results(self, *, prompt: bool) -> dict[str, Any] | None:
        """Every published round of every tournament with its results; None while it is not known."""
        event = self._event("results", prompt)
        if event is None:
            return None
        plan = event.tournament.plan
        head = {} if plan is None else {"event": plan.name, "site": plan.site, "dates": plan.dates}
        return {
            **head,
            "tournaments": [
                {"id": each.id, "rounds": [pairing_view(each, one) for one in _published(each)]}
                for each in event.tournaments.values()
            ],
        }

    def report(self, tournament: str, *, prompt: bool) -> str | None:
        """A tournament's TRF26 as it stands, final or not; None for one that is not there."""
        event = self._event("report", prompt)
        if event is None or not event.opened:
            return None
        only = next(iter(event.tournaments)) if len(event.tournaments) == 1 else tournament
        found = event.tournaments.get(tournament or only)
        return None if found is None else write_trf(report_of(event, found))

    def _event(self, feed: str, prompt: bool) -> Event | None:
        return self.history.at(self.wall_s() - (0 if prompt else self.delays[feed]))

    def _shown(self, event: Event, delay_s: int) -> dict[GameKey, Shown]:
        """Each game by its key, the fullest where two tables have told of one."""
        books = self._books.setdefault(delay_s, {})
        found: dict[GameKey, Shown] = {}
        site, slug = _named(event)
        for copy in self.store.copies():
            read = books.setdefault(copy.journal, _Read(GameBook(site, slug)))
            reached = copy.head.seq
            if delay_s:
                reached = self.store.reached(copy.journal, self.wall_s() - delay_s)
            self._read_on(read, copy.journal, reached)
            for key, shown in read.book.games():
                if key not in found or shown.plies >= found[key].plies:
                    found[key] = shown
        return found

    def _read_on(self, read: _Read, journal: str, reached: int) -> None:
        for kept in (
            () if reached <= read.seq or read.broken else self.store.read(journal, read.seq)
        ):
            if kept.seq > reached:
                return
            read.seq = kept.seq
            try:
                _take(read.book, kept)
            except _UNREADABLE:
                read.broken = True  # told as a problem by the ledger; what was read stands
                return


def _take(book: GameBook, kept: Kept) -> None:
    content = json.loads(kept.body)
    made_s = _wall_s(content, -1.0)
    day = f"{datetime.fromtimestamp(made_s, UTC):%Y.%m.%d}" if made_s >= 0 else UNKNOWN_DAY
    book.take(facts_of(content), day)


def _published(tournament: Tournament) -> Iterator[Round]:
    return (each for each in tournament.rounds if each.published)


def _boards(event: Event, number: int | None, board: int | None) -> Iterator[tuple[Round, Board]]:
    """The boards of this round of each tournament, or of the latest that is published."""
    for tournament in event.tournaments.values():
        published = list(_published(tournament))
        if number is not None:
            published = [each for each in published if each.number == number]
        for one in published[-1].boards if published else ():
            if board is None or one.board == board:
                yield published[-1], one


def _named(event: Event) -> tuple[str, str]:
    """The event's site, and its name as part of an id."""
    plan = event.tournament.plan
    return (plan.site or "?", slug_of(plan.name)) if plan else ("?", slug_of(""))


def _text(event: Event, each: Round, board: Board, shown: Mapping[GameKey, Shown]) -> str:
    """The game of a board: as its table tells it, with the result that stands in the event."""
    pairing = event.game_at(each, board)
    found = shown.get(key_of(pairing))
    if found is None or not _same(found.pairing, pairing):
        return unplayed(pairing, board.result, *_named(event))
    return found.text if board.is_open else with_result(found.text, board.result)


def _same(told: Pairing, pairing: Pairing) -> bool:
    names = (told.white.name, told.black.name) == (pairing.white.name, pairing.black.name)
    return told.key == pairing.key and names
