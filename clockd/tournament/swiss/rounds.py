"""A Swiss round paired: `pair_round(table, number, rules) -> RoundPairing`. Pure, and slow enough to run aside.

The brackets are the editions' business (`course_2026`, `course_2017`); here are the players before and the boards
after. Knows nothing of files, threads or who asks. Sources: FIDE C.04.3 (2026, 2017); engine study, sections 2 and 7.
"""

from collections.abc import Callable, Collection, Iterator

from clockd.tournament.crosstable import Crosstable
from clockd.tournament.swiss.colours import allocate
from clockd.tournament.swiss.contenders import contenders
from clockd.tournament.swiss.course import Course
from clockd.tournament.swiss.course_2017 import brackets_2017
from clockd.tournament.swiss.course_2026 import brackets_2026
from clockd.tournament.swiss.roster import Roster, roster_of
from clockd.tournament.swiss.rules import (
    BracketRecord,
    GoOn,
    RoundPairing,
    SwissRules,
    always,
)

Brackets = Callable[[Course], Iterator[BracketRecord]]
_BRACKETS: dict[int, Brackets] = {2026: brackets_2026, 2017: brackets_2017}


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
    everybody for every bracket of the 2026 edition: slower, the same answer.
    """
    roster = roster_of(contenders(table, number, rules, absent), rules)
    brackets = tuple(_BRACKETS[rules.edition](Course(roster, go_on, whole=whole)))
    return _round(roster, number, rules, brackets)


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
