"""A Swiss round paired: `pair_round(table, number, rules) -> RoundPairing`. Pure, and slow enough to run aside.

Takes the score groups from the top, each a bracket with those who came down; who may be left with the bye is settled
first. Knows nothing of files, threads or who asks. Sources: FIDE C.04.3 (2026); engine study, sections 2 and 4.
"""

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from clockd.tournament.crosstable import Crosstable
from clockd.tournament.swiss.bracket import floater_fields, quality_fields
from clockd.tournament.swiss.colours import allocate
from clockd.tournament.swiss.contenders import contenders
from clockd.tournament.swiss.order import first_candidate, settle_first
from clockd.tournament.swiss.reasons import first_of_as_many, why_not_first
from clockd.tournament.swiss.roster import Roster, roster_of
from clockd.tournament.swiss.rules import (
    BracketRecord,
    GoOn,
    Measure,
    NoLegalPairing,
    Objection,
    PairingStopped,
    Progress,
    RoundPairing,
    SwissRules,
    always,
)
from clockd.tournament.swiss.search import Edge, Field, Search, bits
from clockd.tournament.swiss.windows import View, Window, is_robust


def pair_round(
    table: Crosstable,
    number: int,
    rules: SwissRules,
    *,
    absent: Collection[int] = (),
    go_on: GoOn = always,
    whole: bool = False,
) -> RoundPairing:
    """Round `number` of the event in the table, without those who are absent; White first, in board order.

    NoLegalPairing when the absolute criteria leave none; PairingStopped once `go_on` answers False. `whole` looks at
    everybody for every bracket: slower, the same answer.
    """
    roster = roster_of(contenders(table, number, rules, absent), rules)
    engine = _Engine(roster, go_on, whole=whole)
    brackets = tuple(engine.brackets())
    return _round(roster, number, rules, brackets)


class _Engine:
    """One round on its way: who is left, and a matching of them where one is known."""

    def __init__(self, roster: Roster, go_on: GoOn, *, whole: bool) -> None:
        self._roster, self._go_on, self._whole = roster, go_on, whole
        self._settled = 0
        self._bye = roster.eligible if roster.bye is not None else 0
        self._partner: Mapping[int, int] | None = None

    def _step(self) -> None:
        if not self._go_on(Progress(self._settled, len(self._roster.players))):
            raise PairingStopped("the pairing was called off")

    def brackets(self) -> Iterator[BracketRecord]:
        """The brackets from the top, each paired before the next is looked at."""
        self._open()
        groups, moved = (*self._roster.groups, 0), 0
        lower = (1 << len(self._roster.players)) - 1
        for residents, following in itertools.pairwise(groups):
            lower &= ~(residents | following)
            view = View(self._roster, moved, residents, following, lower, self._bye)
            record, moved = self._pair(view)
            yield record

    def _open(self) -> None:
        """Prove that the round can be paired, and settle the score of whoever is left with the bye (C5)."""
        roster = self._roster
        everybody = (1 << len(roster.players)) - 1
        if not self._whole and is_robust(roster, everybody, 1):
            if roster.bye is None:
                return
            lowest = next((g for g in reversed(roster.groups) if g & roster.eligible), None)
            if lowest is not None:
                self._bye &= lowest
                return
        (window,) = View(roster, 0, everybody, 0, 0, self._bye).windows(whole=True)
        search = Search.of(window.near, None, self._step)
        if search is None:
            raise NoLegalPairing(_why_not(roster))
        if roster.bye is not None:
            ranks = {u: at for at, group in enumerate(reversed(roster.groups)) for u in bits(group)}
            costs = {(u, roster.bye): ranks[u] for u in bits(roster.eligible)}
            search.minimise([Field("C5", costs, min(costs.values()))])
            self._bye &= roster.same_score(search.partner[roster.bye])
        self._partner = search.partner

    def _pair(self, view: View) -> tuple[BracketRecord, int]:
        """One bracket's record, and who floats down from it."""
        self._step()
        if view.inside.bit_count() == 1:
            return self._record(view, _Paired()), view.inside
        for window in view.windows(whole=self._whole):
            found = self._pair_in(window)
            if found is not None:
                break
        assert found is not None, "the wide window is never too narrow"
        self._settled += 2 * len(found.pairs)
        return self._record(view, found), view.inside & ~_people(found.pairs)

    def _pair_in(self, window: Window) -> "_Paired | None":
        """The bracket's pairs and how good they are; None when the window turns out too narrow."""
        bracket = window.bracket
        search = Search.of(window.near, self._start(window), self._step)
        if search is None:
            assert window.slots, "completion was promised by the bracket above"
            return None
        fields = floater_fields(bracket, search)
        values = search.minimise(fields)
        if window.is_too_narrow(search.partner):
            return None
        quality = quality_fields(bracket, search, values[0])
        values += search.minimise(quality)
        measures = tuple(
            Measure(each.name, value, each.tag)
            for each, value in zip([*fields, *quality], values, strict=True)
        )
        pairs = settle_first(bracket, search)
        self._partner = None if window.slots else search.partner
        first = first_of_as_many(bracket, pairs)
        return _Paired(pairs, measures, first, why_not_first(window, first, pairs, self._step))

    def _start(self, window: Window) -> Mapping[int, int] | None:
        """A matching to begin with: the first candidate where it is complete, else what the last bracket left."""
        first = first_candidate(window.bracket, window.near)
        if first is not None:
            return first
        return None if window.slots else self._partner

    def _record(self, view: View, found: "_Paired") -> BracketRecord:
        def numbers(mask: int) -> tuple[int, ...]:
            return tuple(map(self._roster.number, bits(mask)))

        def named(pairs: tuple[Edge, ...]) -> tuple[tuple[int, int], ...]:
            return tuple((self._roster.number(u), self._roster.number(v)) for u, v in pairs)

        return BracketRecord(
            score=self._roster.score(next(bits(view.residents))),
            moved_down=numbers(view.moved),
            residents=numbers(view.residents),
            pairs=named(found.pairs),
            floaters=numbers(view.inside & ~_people(found.pairs)),
            measures=found.measures,
            first=named(found.first),
            objections=found.objections,
        )


@dataclass(frozen=True, slots=True)
class _Paired:
    """A bracket's outcome in vertices; nothing at all for a bracket of one."""

    pairs: tuple[Edge, ...] = ()
    measures: tuple[Measure, ...] = ()
    first: tuple[Edge, ...] = ()
    objections: tuple[Objection, ...] = ()


def _people(pairs: Iterable[Edge]) -> int:
    return sum(1 << u for pair in pairs for u in pair)


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
