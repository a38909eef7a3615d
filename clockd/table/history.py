"""Reading a table's journal back: its games one by one, their facts, and today's rules over the recorded causes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from typing import Any

from clockd.codec import encode
from clockd.errors import JournalError
from clockd.game.decide import decide
from clockd.game.evolve import evolve
from clockd.game.facts import ClockStarted, Fact, GamePaired
from clockd.game.record import cause_of, facts_of
from clockd.game.state import Game
from clockd.journal import FILE_NAME, Journal, Record

Content = dict[str, Any]


@dataclass(slots=True)
class Played:
    """One game as the journal holds it."""

    game_id: str
    date: str = "????.??.??"
    game: Game = field(default_factory=Game)
    facts: list[tuple[int, Fact]] = field(default_factory=list)
    records: list[tuple[int, Content]] = field(default_factory=list)


def open_history(folder: Path) -> Journal:
    """The journal in a state folder, for looking on; JournalError when there is none."""
    return Journal(folder / FILE_NAME, read_only=True)


def games(journal: Journal) -> list[Played]:
    """Every game of the journal in order; the chain is checked on the way."""
    found: list[Played] = []
    state = Game()
    for kept in journal.verified():
        content = Record(kept.seq, kept.body).content
        for fact in facts_of(content):
            state = evolve(state, fact)
            if isinstance(fact, GamePaired):
                found.append(Played(fact.game_id))
            if not found:
                continue
            played = found[-1]
            if isinstance(fact, ClockStarted) and played.date.startswith("?"):
                played.date = str(content["wall"])[:10].replace("-", ".")
            played.game = state
            played.facts.append((kept.seq, fact))
        if found:
            found[-1].records.append((kept.seq, content))
    return found


def choose(found: list[Played], game_id: str | None) -> Played:
    """The named game, or the current or last one; JournalError names those that there are."""
    if not found:
        raise JournalError("the journal holds no game yet")
    if game_id is None:
        return found[-1]
    for played in reversed(found):
        if played.game_id == game_id:
            return played
    known = ", ".join(dict.fromkeys(played.game_id for played in found))
    raise JournalError(f"no game {game_id!r}, expected one of {known}")


def audit(journal: Journal) -> Iterator[Content]:
    """Each record whose facts today's rules would not give: what stands, and what would.

    Causes are decided over the recorded state, so one difference does not hide the next.
    """
    state = Game()
    for kept in journal.verified():
        content = Record(kept.seq, kept.body).content
        recorded = facts_of(content)
        today = decide(state, cause_of(content))
        if today != recorded:
            yield {
                "seq": kept.seq,
                "cause": content["cause"],
                "recorded": [encode(fact) for fact in recorded],
                "today": [encode(fact) for fact in today],
            }
        state = reduce(evolve, recorded, state)
