"""Whole random Swiss events of up to eight players, each round paired by the engine and by the book.

Odd and even fields, byes asked for, absences, late entries, forfeits, forbidden pairs, acceleration. One seed an event.
"""

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from clockd.ports import BLACK, WHITE
from clockd.tournament.crosstable import Cell, Crosstable, Kind, Player
from clockd.tournament.pairing_check import check_pairing
from clockd.tournament.swiss.acceleration import baku
from clockd.tournament.swiss.rounds import pair_round
from clockd.tournament.swiss.rules import NoLegalPairing, SwissRules
from tests.tournament import swiss_by_the_book as book
from tests.tournament.swiss_by_the_book import HALF, ONE, Book, Event, Impossible, Row
from tests.tournament.swiss_by_the_book_2017 import Book2017, Event2017

PLAYERS_MAX = 8
_ZERO = Fraction(0)


@dataclass
class Tally:
    """What a run has seen."""

    events: int = 0
    rounds: int = 0
    impossible: int = 0


BOOKS: dict[int, tuple[type[Event], type[Book]]] = {
    2026: (Event, Book),
    2017: (Event2017, Book2017),
}


def compare_event(seed: int, tally: Tally, edition: int = 2026) -> None:
    """Play one event to its end, or until no pairing is left; AssertionError names seed and round."""
    dice = Random(seed)
    event = _new_event(dice)
    tally.events += 1
    for number in range(1, event.rounds + 1):
        event = BOOKS[edition][0](
            event.rows,
            number,
            event.rounds,
            event.initial,
            event.forbidden,
            _away(dice, event),
            event.virtual,
        )
        tally.rounds += 1
        by_book = _by_book(event, edition)
        assert by_engine(event, edition) == by_book, f"seed {seed} round {number}"
        if by_book is None:
            tally.impossible += 1
            return
        _play(dice, event, *by_book)


def compare_position(seed: int, tally: Tally, edition: int = 2026) -> None:
    """One round after rounds that were paired at random: far more floats than the rules would give."""
    dice = Random(seed)
    event = BOOKS[edition][0]({n: [] for n in range(1, dice.randint(6, PLAYERS_MAX) + 1)}, 1, 9)
    event.initial = dice.choice("WB")
    for _ in range(dice.randint(2, 4)):
        _play(dice, event, *_at_random(dice, event))
        event.number += 1
    event.absent = {player for player in event.rows if dice.random() < 0.03}
    tally.events, tally.rounds = tally.events + 1, tally.rounds + 1
    by_book = _by_book(event, edition)
    assert by_engine(event, edition) == by_book, f"position of seed {seed}"
    tally.impossible += by_book is None


def _at_random(dice: Random, event: Event) -> tuple[set[tuple[int, int]], int | None]:
    """Anybody against anybody whom he has not met, the one with fewer Whites as White; who is over stays away."""
    waiting = dice.sample(sorted(event.rows), len(event.rows))
    pairs = set()
    event.absent = set()
    while waiting:
        one = waiting.pop()
        met = {row.opponent for row in event.rows[one]}
        other = next((player for player in waiting if player not in met), None)
        if other is None:
            event.absent.add(one)
            continue
        waiting.remove(other)
        white, black = sorted((one, other), key=lambda p: (event.difference(p), dice.random()))
        pairs.add((white, black))
    return pairs, None


def _new_event(dice: Random) -> Event:
    players, rounds = dice.randint(2, PLAYERS_MAX), dice.randint(2, 7)
    numbers = range(1, players + 1)
    everyone = [frozenset((a, b)) for a in numbers for b in numbers if a < b]
    forbidden = (
        {pair for pair in everyone if dice.random() < 0.05} if dice.random() < 0.3 else set()
    )
    virtual = baku(numbers, rounds) if dice.random() < 0.15 else {}
    return Event(
        rows={player: [] for player in numbers},
        number=1,
        rounds=rounds,
        initial=dice.choice("WB"),
        forbidden=forbidden,
        virtual={player: list(points) for player, points in virtual.items()},
    )


def _away(dice: Random, event: Event) -> set[int]:
    """Absent this round: some by chance, late entries in the first rounds."""
    chance = dice.choice((0.0, 0.0, 0.1, 0.25))
    away = {player for player in event.rows if dice.random() < chance}
    return away if len(away) < len(event.rows) else set()


def _by_book(event: Event, edition: int) -> tuple[set[tuple[int, int]], int | None] | None:
    try:
        return BOOKS[edition][1](event).pair()
    except Impossible:
        return None


def by_engine(event: Event, edition: int = 2026) -> tuple[set[tuple[int, int]], int | None] | None:
    """The engine's answer, checked once more as the product does before publishing."""
    forbidden = frozenset((min(pair), max(pair)) for pair in event.forbidden)
    rules = SwissRules(
        rounds=event.rounds,
        edition=edition,
        initial=WHITE if event.initial == "W" else BLACK,
        forbidden=forbidden,
        virtual_points={player: tuple(points) for player, points in event.virtual.items()},
    )
    table = _table(event)
    try:
        found = pair_round(table, event.number, rules, absent=event.absent)
    except NoLegalPairing:
        return None
    pairs = [(pair.white, pair.black) for pair in found.pairs]
    check_pairing(
        table,
        event.number,
        pairs,
        found.bye,
        absent=event.absent,
        forbidden=forbidden,
        rounds=event.rounds,
        edition=edition,
    )
    return set(pairs), found.bye


def _table(event: Event) -> Crosstable:
    rows = {
        player: tuple(cell for n, row in enumerate(rows, 1) if (cell := _cell(n, row)) is not None)
        for player, rows in event.rows.items()
    }
    players = tuple(Player(number, f"P{number}") for number in event.rows)
    return Crosstable(players, rows, event.number - 1, "swiss")


def _cell(number: int, row: Row) -> Cell | None:
    if row.kind == book.NOTHING:
        return None
    side = {"W": WHITE, "B": BLACK, "": None}[row.colour]
    won = row.points == ONE
    kind = {
        book.PLAYED: Kind.PLAYED,
        book.FORFEIT: Kind.FORFEIT_WIN if won else Kind.FORFEIT_LOSS,
        book.PAB: Kind.PAB,
        book.BYE: Kind.FULL_BYE if won else Kind.HALF_BYE if row.points else Kind.ZERO_BYE,
    }[row.kind]
    return Cell(number, kind, row.points, row.opponent, side)


def _play(dice: Random, event: Event, pairs: set[tuple[int, int]], bye: int | None) -> None:
    """Results by chance, forfeits among them; the absent have half a point, none, or no row at all."""
    for white, black in sorted(pairs):
        kind = book.FORFEIT if dice.random() < 0.07 else book.PLAYED
        mine = dice.choice((ONE, _ZERO) if kind == book.FORFEIT else (ONE, HALF, _ZERO))
        yours = _ZERO if kind == book.FORFEIT and dice.random() < 0.1 else ONE - mine
        event.rows[white].append(Row(kind, mine, black, "W"))
        event.rows[black].append(Row(kind, yours, white, "B"))
    if bye is not None:
        event.rows[bye].append(Row(book.PAB, ONE))
    for player in sorted(event.absent):
        row = dice.choice((Row(book.BYE, HALF), Row(book.BYE, _ZERO), Row(), Row(book.BYE, ONE)))
        event.rows[player].append(row)
