"""The order of a Swiss tournament's list: who is number 1, and where a late entry belongs.

Numbers are by strength, never by lot: rating, then title, then alphabet. A late entry gets the number that his
strength gives him while numbers may still change, afterwards the next one. Source: FIDE C.04.2 (2026), rules
sheet 6.2.
"""

from collections.abc import Sequence

from clockd.tournament.inputs import Entry

TITLES = (
    "GM",
    "IM",
    "WGM",
    "FM",
    "WIM",
    "CM",
    "WFM",
    "WCM",
)  # in order of rank; no title comes last
LAST_RENUMBERING = 3  # rounds paired; the fourth fixes the numbers
BY_STRENGTH = "by rating, title and name"


def numbers_by_strength(entries: Sequence[Entry]) -> tuple[int, ...]:
    """The number of each entry, in the order of the entry list; equals stand in that order."""
    ranked = sorted(range(len(entries)), key=lambda place: _strength(entries[place]))
    numbers = {place: number for number, place in enumerate(ranked, start=1)}
    return tuple(numbers[place] for place in range(len(entries)))


def numbers_with_late(
    entries: Sequence[Entry], numbers: Sequence[int], late: Entry, *, rounds_paired: int
) -> tuple[int, ...]:
    """The numbers with a late entry as the last of the list; the order of the others stays what it is."""
    if rounds_paired > LAST_RENUMBERING:
        return (*numbers, len(numbers) + 1)
    own = 1 + sum(_strength(entry) <= _strength(late) for entry in entries)
    return (*(number + (number >= own) for number in numbers), own)


def _strength(entry: Entry) -> tuple[int, int, str]:
    title = entry.title.upper()
    rank = TITLES.index(title) if title in TITLES else len(TITLES)
    return -entry.rating, rank, entry.name.casefold()
