"""The games of one table's journal, as spectators may see them: folded record by record, each kept as PGN.

A fold over facts, in order and once. Only the game on the board is kept whole; one that is over is its text. Pure.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clockd.feeds.pgn import PGN_RESULTS, settled_plies, to_pgn
from clockd.game.facts import Fact
from clockd.game.pairing import Pairing
from clockd.game.record import replay
from clockd.game.state import Game
from clockd.ports import SIDES
from clockd.units import SECOND_NS

_RESULT = re.compile(r'^\[Result ".*"\]$', re.MULTILINE)

GameKey = tuple[
    int, int, str, int
]  # round, board, stage ("" for the event's own rounds), game of the match


@dataclass(frozen=True, slots=True)
class Shown:
    """One game as the feed has it: who plays, how many half-moves stand in it, and its text."""

    pairing: Pairing
    plies: int
    text: str


def key_of(pairing: Pairing) -> GameKey:
    """What names a game in its event."""
    return pairing.round, pairing.board, pairing.stage or "", pairing.game


class GameBook:
    """One journal's games. `site` and `slug` go into every game's tags."""

    def __init__(self, site: str = "?", slug: str = "event") -> None:
        self._site, self._slug = site, slug
        self._game, self._date = Game(), "????.??.??"
        self._over: dict[GameKey, Shown] = {}
        self._now: Shown | None = None

    def take(self, facts: Iterable[Fact], date: str) -> None:
        """The facts of the next record, and its day (YYYY.MM.DD); whatever they raise is the journal's fault."""
        before = self._game.pairing
        game = replay(self._game, facts)
        if game.pairing is not before:
            if before is not None:
                self._over[key_of(before)] = self._now or self._shown()
            self._date = date
        self._game = game
        self._now = None

    def games(self) -> Iterator[tuple[GameKey, Shown]]:
        """Every game of the journal so far, the one on the board last."""
        yield from self._over.items()
        if self._game.pairing is not None:
            self._now = self._now or self._shown()
            yield key_of(self._now.pairing), self._now

    def _shown(self) -> Shown:
        game, pairing = self._game, self._game.pairing
        assert pairing is not None, "a game on the board"
        plies = settled_plies(game)
        more = [("GameId", game_id(self._slug, key_of(pairing))), *_clock_tags(game)]
        return Shown(pairing, plies, to_pgn(game, self._date, self._site, more=more, plies=plies))


def unplayed(pairing: Pairing, result: str, site: str, slug: str) -> str:
    """A board of which no table has told: its tags, and a result that was typed."""
    game = Game(pairing=pairing, result=result if result in PGN_RESULTS else "*")
    return to_pgn(game, site=site, more=[("GameId", game_id(slug, key_of(pairing)))])


def with_result(text: str, result: str) -> str:
    """The same game with another result, as a ruling has given it; one that PGN has no word for changes nothing."""
    if result not in PGN_RESULTS:
        return text
    head, moves = text.split("\n\n", 1)
    words, last = moves.rstrip("\n"), moves.split()[-1]
    tag = _RESULT.sub(f'[Result "{result}"]', head, count=1)
    return f"{tag}\n\n{words[: -len(last)]}{result}\n"


def slug_of(event: str) -> str:
    """An event's name as part of an id: small letters, digits and hyphens, never empty."""
    letters = "".join(char if char.isascii() and char.isalnum() else "-" for char in event.lower())
    return "-".join(filter(None, letters.split("-")))[:40] or "event"


def game_id(slug: str, key: GameKey) -> str:
    """The same for one game of an event for ever, whichever table it is played at."""
    number, board, stage, game = key
    match = f"-{slug_of(stage)}-g{game}" if stage else ""
    return f"{slug}-r{number:02}-b{board:02}{match}"


def _clock_tags(game: Game) -> list[tuple[str, str]]:
    """What each side has, in whole seconds: for readers that look at the last move alone."""
    names = ("WhiteClock", "BlackClock")
    left = [game.clock.hand(side).remaining_ns // SECOND_NS for side in SIDES]
    return [
        (name, f"{s // 3600}:{s // 60 % 60:02}:{s % 60:02}")
        for name, s in zip(names, left, strict=True)
    ]
