"""The brackets of the edition of 2026: score group by score group, with the bye's score settled before all (C5).

Every bracket is solved with everybody below in sight, or with as much as can matter. Sources: FIDE C.04.3 (1 February
2026) articles 2 and 3; engine study, sections 4 and 6.
"""

import itertools
from collections.abc import Iterator, Mapping

from clockd.tournament.swiss.bracket import floater_fields, quality_fields
from clockd.tournament.swiss.course import Course, Paired
from clockd.tournament.swiss.order import first_candidate
from clockd.tournament.swiss.reasons import people
from clockd.tournament.swiss.rules import BracketRecord
from clockd.tournament.swiss.search import Field, bits
from clockd.tournament.swiss.windows import Criteria, View, Window, is_robust

CRITERIA = Criteria(floater_fields, quality_fields)


def brackets_2026(course: Course) -> Iterator[BracketRecord]:
    """The brackets from the top, each paired before the next is looked at."""
    roster, moved, lower = course.roster, 0, course.everybody
    bye = _bye_score(course)
    for residents, following in itertools.pairwise((*roster.groups, 0)):
        lower &= ~(residents | following)
        view = View(roster, moved, residents, following, lower, bye)
        found = _pair(course, view)
        yield course.record(view.bracket, found)
        moved = view.inside & ~people(found.pairs)


def _bye_score(course: Course) -> int:
    """Prove that the round can be paired; who may be left with the bye, all of one score (C5)."""
    roster = course.roster
    bye = roster.eligible if roster.bye is not None else 0
    if not course.whole and is_robust(roster, course.everybody, 1) and (bye or roster.bye is None):
        return next((group & bye for group in reversed(roster.groups) if group & bye), 0)
    (window,) = View(roster, 0, course.everybody, 0, 0, bye).windows(whole=True)
    search = course.prove(window.near)
    if roster.bye is not None:
        ranks = {u: at for at, group in enumerate(reversed(roster.groups)) for u in bits(group)}
        costs = {(u, roster.bye): ranks[u] for u in bits(bye)}
        search.minimise([Field("C5", costs, min(costs.values()))])
        bye &= roster.same_score(search.partner[roster.bye])
    course.partner = search.partner
    return bye


def _pair(course: Course, view: View) -> Paired:
    course.step()
    if view.inside.bit_count() == 1:
        return Paired()
    for window in view.windows(whole=course.whole):
        found = course.pair_in(window, CRITERIA, _start(course, window))
        if found is not None:
            return found
    raise AssertionError("the wide window is never too narrow")


def _start(course: Course, window: Window) -> Mapping[int, int] | None:
    """A matching to begin with: the first candidate where it is complete, else what the last bracket left."""
    first = first_candidate(window.bracket, window.near)
    if first is not None:
        return first
    return None if window.slots else course.partner
