"""A Swiss round paired: `pair_round(table, number, rules) -> RoundPairing`. Pure, and slow enough to run aside.

Takes the score groups from the top, each a bracket with those who came down; who may be left with the bye is settled
first. Knows nothing of files, threads or who asks. Sources: FIDE C.04.3 (2026); engine study, sections 2 and 4.
"""

from collections.abc import Collection, Iterator

from clockd.tournament.crosstable import Crosstable
from clockd.tournament.swiss.bracket import Bracket, floater_fields, quality_fields
from clockd.tournament.swiss.colours import allocate
from clockd.tournament.swiss.contenders import contenders
from clockd.tournament.swiss.order import settle_first
from clockd.tournament.swiss.roster import Roster, roster_of
from clockd.tournament.swiss.rules import (
    BracketRecord,
    GoOn,
    Measure,
    NoLegalPairing,
    PairingStopped,
    Progress,
    RoundPairing,
    SwissRules,
    always,
)
from clockd.tournament.swiss.search import Edge, Field, Search, bits


def pair_round(
    table: Crosstable,
    number: int,
    rules: SwissRules,
    *,
    absent: Collection[int] = (),
    go_on: GoOn = always,
) -> RoundPairing:
    """Round `number` of the event in the table, without those who are absent; White first, in board order.

    NoLegalPairing when the absolute criteria leave none; PairingStopped once `go_on` answers False.
    """
    roster = roster_of(contenders(table, number, rules, absent), rules)
    engine = _Engine(roster, go_on)
    brackets = tuple(engine.brackets())
    return _round(roster, number, rules, brackets)


class _Engine:
    """One round on its way: who is left, and a matching of them that is known to be possible."""

    def __init__(self, roster: Roster, go_on: GoOn) -> None:
        self._roster, self._go_on = roster, go_on
        self._settled = 0
        self._bye_edges = 0
        self._partner: dict[int, int] = {}

    def _step(self) -> None:
        if not self._go_on(Progress(self._settled, len(self._roster.players))):
            raise PairingStopped("the pairing was called off")

    def brackets(self) -> Iterator[BracketRecord]:
        """The brackets from the top, each paired before the next is looked at."""
        self._open()
        moved = 0
        groups = self._roster.groups
        for place, residents in enumerate(groups):
            following = groups[place + 1] if place + 1 < len(groups) else 0
            record, moved = self._pair(moved, residents, following)
            yield record

    def _open(self) -> None:
        """Prove that the round can be paired, and settle the score of whoever is left with the bye (C5)."""
        roster = self._roster
        everybody = (1 << len(roster.players)) - 1
        self._bye_edges = roster.eligible
        search = Search.of(self._near(everybody, 0), None, self._step)
        if search is None:
            raise NoLegalPairing(_why_not(roster))
        if roster.bye is not None:
            ranks = {u: at for at, group in enumerate(reversed(roster.groups)) for u in bits(group)}
            costs = {(u, roster.bye): ranks[u] for u in bits(roster.eligible)}
            search.minimise([Field("C5", costs, min(costs.values()))])
            self._bye_edges &= roster.same_score(search.partner[roster.bye])
        self._partner = search.partner

    def _near(self, left: int, moved: int) -> dict[int, int]:
        """Who can meet whom among those left; two who came down together could have met above."""
        roster = self._roster
        near = {u: roster.legal[u] & left & ~(moved if moved >> u & 1 else 0) for u in bits(left)}
        if roster.bye is not None and self._bye_edges & left:
            near[roster.bye] = self._bye_edges & left
            for u in bits(near[roster.bye]):
                near[u] |= 1 << roster.bye
        return near

    def _pair(self, moved: int, residents: int, following: int) -> tuple[BracketRecord, int]:
        """One bracket's record, and who floats down from it."""
        inside = moved | residents
        if inside.bit_count() == 1:
            return self._record(moved, residents, (), []), inside
        bracket = self._bracket(moved, residents, following)
        left = sum(1 << u for u in self._partner if u != self._roster.bye)
        search = Search.of(self._near(left, moved), self._partner, self._step)
        assert search is not None
        fields = floater_fields(bracket, search)
        values = search.minimise(fields)
        quality = quality_fields(bracket, search, values[0])
        values += search.minimise(quality)
        measures = [
            Measure(each.name, value, each.tag)
            for each, value in zip([*fields, *quality], values, strict=True)
        ]
        pairs = settle_first(bracket, search)
        self._partner = search.partner
        self._settled += 2 * len(pairs)
        floating = inside & ~sum(1 << u for pair in pairs for u in pair)
        return self._record(moved, residents, pairs, measures), floating

    def _bracket(self, moved: int, residents: int, following: int) -> Bracket:
        bye = self._roster.bye if self._bye_edges & (moved | residents) else None
        return Bracket(self._roster, moved, residents, following, bye)

    def _record(
        self, moved: int, residents: int, pairs: tuple[Edge, ...], measures: list[Measure]
    ) -> BracketRecord:
        numbers = self._roster.number
        paired = sum(1 << u for pair in pairs for u in pair)
        floaters = (moved | residents) & ~paired
        return BracketRecord(
            score=self._roster.score(next(bits(residents))),
            moved_down=tuple(map(numbers, bits(moved))),
            residents=tuple(map(numbers, bits(residents))),
            pairs=tuple((numbers(u), numbers(v)) for u, v in pairs),
            floaters=tuple(map(numbers, bits(floaters))),
            measures=tuple(measures),
        )


def _round(
    roster: Roster, number: int, rules: SwissRules, brackets: tuple[BracketRecord, ...]
) -> RoundPairing:
    """The brackets' pairs with colours, in board order: by the better player's points, the other's, then rank."""
    by_number = {each.number: each for each in roster.players}

    def board(pair: tuple[int, int]) -> tuple[object, ...]:
        better, other = sorted((-by_number[one].points, one) for one in pair)
        return better[0], other[0], better[1]

    edges = sorted((pair for each in brackets for pair in each.pairs), key=board)
    pairs = tuple(allocate(by_number[u], by_number[v], rules.initial) for u, v in edges)
    bye = brackets[-1].floaters[0] if brackets and brackets[-1].floaters else None
    return RoundPairing(number, pairs, bye, brackets)


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
