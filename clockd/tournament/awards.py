"""What a final order brings: the champion's name of honour, a title conferred, medals.

Given by rank. Equal players share the medal of their rank and the next ones are skipped; a title and the
championship go to a winner who is alone. Source: 21st World Senior Championship, reg. 5.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from clockd.tournament.standings import Standing


@dataclass(frozen=True, slots=True)
class Honours:
    """What there is to win; `medals` for the first places in order."""

    champion: str = ""
    winner_title: str = ""
    medals: tuple[str, ...] = ()


def awards_of(order: Sequence[Standing], honours: Honours) -> dict[int, tuple[str, ...]]:
    """What each player (by number) is awarded, in the order of the standings; nobody who gets nothing."""
    alone = len(order) < 2 or order[1].rank > 1
    given = {}
    for standing in order:
        found = _of_rank(standing.rank, honours, alone=alone)
        if found:
            given[standing.player.number] = found
    return given


def _of_rank(rank: int, honours: Honours, *, alone: bool) -> tuple[str, ...]:
    won = (honours.champion, honours.winner_title) if rank == 1 and alone else ()
    medals = honours.medals[rank - 1 : rank]
    return (*(what for what in won if what), *(f"{medal} medal" for medal in medals))
