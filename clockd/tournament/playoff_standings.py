"""The final standings with a playoff's ranking in front.

Those who stayed level in the playoff are put in order by the event's tie-breaks, or share their rank where the rules
rank only the first. Sources: 2019 U.S. Senior Championship, reg. 7; design.md section 8 (what a playoff decides).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from clockd.tournament.standings import Standing


@dataclass(frozen=True, slots=True)
class Placed:
    """A player's place among the tied, and why."""

    rank: int
    why: str


def with_playoff(
    order: Sequence[Standing], placed: Mapping[int, Placed], *, rank_only_first: bool
) -> tuple[Standing, ...]:
    """The standings with those who played it off (by number) in front, in the playoff's order.

    Also where a ruling has since moved others level with them or ahead: first place was played for.
    """
    front = [standing for standing in order if standing.player.number in placed]
    others = [standing for standing in order if standing.player.number not in placed]
    ranks = {
        number: min(place.rank, 2) if rank_only_first else place.rank
        for number, place in placed.items()
    }
    front = sorted(
        front, key=lambda standing: ranks[standing.player.number]
    )  # stable: else as before
    ranked: list[Standing] = []
    for position, standing in enumerate(front, start=1):
        before = ranked[-1] if ranked else None
        share = before is not None and _level(order, before, standing, ranks, rank_only_first)
        rank = before.rank if before is not None and share else position
        why = f"{standing.why.split(',')[0]}, {placed[standing.player.number].why}"
        ranked.append(replace(standing, rank=rank, why=why))
    return (*ranked, *_after(others, len(front)))


def _after(others: Sequence[Standing], players: int) -> list[Standing]:
    """The rest behind so many players; equals still share their rank."""
    before = [standing.rank for standing in others]
    return [
        replace(standing, rank=players + 1 + before.index(standing.rank)) for standing in others
    ]


def _level(
    order: Sequence[Standing],
    one: Standing,
    other: Standing,
    ranks: Mapping[int, int],
    rank_only_first: bool,
) -> bool:
    """The same place in the playoff, and nothing else that tells the two apart."""
    if ranks[one.player.number] != ranks[other.player.number]:
        return False
    before = {standing.player.number: standing.rank for standing in order}
    return rank_only_first or before[one.player.number] == before[other.player.number]
