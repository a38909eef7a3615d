"""Everybody of one round by rank, as vertices 0, 1, ...; in an odd field the bye is one vertex more. Who may meet whom.

The absolute criteria are here, as one bit mask of possible opponents per vertex: C1 (no rematch, and what the event
forbids), C2 (who may have the bye), C3 (two absolute preferences for one colour, topscorers apart). Source: FIDE
C.04.3 (2026) articles 2.1.1 to 2.1.3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from clockd.tournament.swiss.contenders import Contender, Strength
from clockd.tournament.swiss.rules import SwissRules


@dataclass(frozen=True, slots=True)
class Roster:
    """The round's players, highest ranked first. `groups` are the score groups as masks, highest first."""

    players: tuple[Contender, ...]
    bye: int | None
    legal: tuple[int, ...]
    groups: tuple[int, ...]
    eligible: int

    def score(self, vertex: int) -> Fraction:
        return self.players[vertex].score

    def number(self, vertex: int) -> int:
        return self.players[vertex].number

    def same_score(self, vertex: int) -> int:
        """The score group of a player."""
        return next(group for group in self.groups if group >> vertex & 1)


def roster_of(players: Sequence[Contender], rules: SwissRules) -> Roster:
    """The roster of these players, who stand in the order of their rank."""
    forbidden = {frozenset(pair) for pair in rules.forbidden}
    legal = [0] * len(players)
    for u, one in enumerate(players):
        for v in range(u + 1, len(players)):
            if may_meet(one, players[v]) and {one.number, players[v].number} not in forbidden:
                legal[u] |= 1 << v
                legal[v] |= 1 << u
    bye = len(players) if len(players) % 2 else None
    eligible = sum(1 << v for v, one in enumerate(players) if one.may_have_bye)
    return Roster(tuple(players), bye, tuple(legal), tuple(_groups(players)), eligible)


def may_meet(one: Contender, another: Contender) -> bool:
    """C1 and C3."""
    if another.number in one.met:
        return False
    both = one.strength is another.strength is Strength.ABSOLUTE and one.due is another.due
    return not both or one.topscorer or another.topscorer


def _groups(players: Sequence[Contender]) -> list[int]:
    groups: dict[Fraction, int] = {}
    for vertex, player in enumerate(players):
        groups[player.score] = groups.get(player.score, 0) | 1 << vertex
    return list(groups.values())
