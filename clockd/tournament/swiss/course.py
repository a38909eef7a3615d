"""What pairing a round bracket by bracket takes in every edition: ask whether to go on, solve a bracket, record it.

Which brackets there are and what counts in them is the edition's business. Source: engine study, sections 2 and 5.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from clockd.tournament.swiss.bracket import Bracket
from clockd.tournament.swiss.order import settle_first
from clockd.tournament.swiss.reasons import first_of_as_many, people, why_not_first
from clockd.tournament.swiss.roster import Roster
from clockd.tournament.swiss.rules import (
    BracketRecord,
    GoOn,
    Measure,
    NoLegalPairing,
    Objection,
    PairingStopped,
    Progress,
)
from clockd.tournament.swiss.search import Edge, Search, bits
from clockd.tournament.swiss.start import in_parts
from clockd.tournament.swiss.windows import Criteria, Window


@dataclass(frozen=True, slots=True)
class Paired:
    """A bracket's outcome in vertices; nothing at all for a bracket of one."""

    pairs: tuple[Edge, ...] = ()
    measures: tuple[Measure, ...] = ()
    first: tuple[Edge, ...] = ()
    objections: tuple[Objection, ...] = ()


class Course:
    """One round on its way. `partner` is a matching of those who are left, where one is known."""

    def __init__(self, roster: Roster, go_on: GoOn, *, whole: bool) -> None:
        self.roster, self.whole = roster, whole
        self.partner: Mapping[int, int] | None = None
        self._go_on, self._settled = go_on, 0

    @property
    def everybody(self) -> int:
        return (1 << len(self.roster.players)) - 1

    def step(self) -> None:
        """Ask whether to go on; PairingStopped when not."""
        if not self._go_on(Progress(self._settled, len(self.roster.players))):
            raise PairingStopped("the pairing was called off")

    def prove(self, near: Mapping[int, int]) -> Search:
        """A search over the whole round; NoLegalPairing when it has no complete pairing."""
        search = Search.of(near, None, self.step)
        if search is None:
            raise NoLegalPairing(_why_not(self.roster))
        return search

    def pair_in(
        self, window: Window, criteria: Criteria, start: Mapping[int, int] | None
    ) -> Paired | None:
        """The bracket's pairs and how good they are; None when the window turns out too narrow."""
        bracket = window.bracket
        self.step()
        start = start or in_parts(window.near, bracket.inside)
        search = Search.of(window.near, start, self.step)
        if search is None:
            assert window.slots, "completion was promised by the bracket above"
            return None
        fields = criteria.floating(bracket, search)
        values = search.minimise(fields)
        if window.is_too_narrow(search.partner):
            return None
        quality = criteria.quality(bracket, search, values[0])
        values += search.minimise(quality)
        measures = tuple(
            Measure(each.name, value, each.tag)
            for each, value in zip([*fields, *quality], values, strict=True)
        )
        pairs = settle_first(bracket, search)
        self.partner = None if window.slots else search.partner
        first = first_of_as_many(bracket, pairs)
        objections = why_not_first(window, criteria, first, pairs, self.step)
        return Paired(pairs, measures, first, objections)

    def record(self, bracket: Bracket, found: Paired) -> BracketRecord:
        """The outcome in players' numbers."""
        self._settled += 2 * len(found.pairs)
        number = self.roster.number

        def named(pairs: tuple[Edge, ...]) -> tuple[tuple[int, int], ...]:
            return tuple((number(u), number(v)) for u, v in pairs)

        return BracketRecord(
            score=self.roster.score(next(bits(bracket.residents))),
            moved_down=tuple(map(number, bits(bracket.moved))),
            residents=tuple(map(number, bits(bracket.residents))),
            pairs=named(found.pairs),
            floaters=tuple(map(number, bits(bracket.inside & ~people(found.pairs)))),
            measures=found.measures,
            first=named(found.first),
            objections=found.objections,
        )


def _why_not(roster: Roster) -> str:
    """What stands in the way of pairing the round, as closely as is known."""
    if roster.bye is not None and not roster.eligible:
        return "one of an odd number must be left over, and nobody may have the bye again"
    alone = [
        roster.number(u)
        for u, mask in enumerate(roster.legal)
        if not mask and not (roster.bye is not None and roster.eligible >> u & 1)
    ]
    if alone:
        return f"player {alone[0]} has nobody left whom he may meet"
    return "every complete pairing has a rematch, a forbidden pair or a clash of absolute colours"
