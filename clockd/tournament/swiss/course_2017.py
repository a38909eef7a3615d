"""The brackets of the edition of 2017: each looks at the next one only, and collapses what cannot be completed.

An ordinary bracket is paired as if anybody might stay unpaired below. If those left and everybody lower could then not
be paired, it becomes the penultimate one: paired again so that they can be, with all the lower players as the last
bracket. Sources: FIDE C.04.3 (2017) articles A.9, B and C; engine study, section 10.
"""

import itertools
from collections.abc import Iterator

from clockd.tournament.swiss.bracket import Bracket
from clockd.tournament.swiss.course import Course, Paired
from clockd.tournament.swiss.criteria_2017 import floating, quality
from clockd.tournament.swiss.order import first_candidate
from clockd.tournament.swiss.reasons import people
from clockd.tournament.swiss.rules import BracketRecord
from clockd.tournament.swiss.search import Search, bits
from clockd.tournament.swiss.windows import Criteria, Window, is_robust, join, with_slots

CRITERIA = Criteria(floating, quality)
SLOTS_FIRST = 6  # players left in a bracket and the next one; doubled for as long as all are used


def brackets_2017(course: Course) -> Iterator[BracketRecord]:
    """The brackets from the top; after a penultimate one everybody left is in the last."""
    roster, moved, left = course.roster, 0, course.everybody
    if not _surely_completes(course, left):
        course.prove(_complete(course, left))
    for residents, following in itertools.pairwise((*roster.groups, 0)):
        bracket = Bracket(roster, moved, residents, following)
        found = _ordinary(course, bracket) if following else None
        below = left & ~people(found.pairs) if found is not None else 0
        if found is not None and _can_complete(course, below):
            yield course.record(bracket, found)
            moved, left = bracket.inside & below, below
            continue
        last = Bracket(roster, moved, residents, 0)
        if following:
            found = _pair(course, last, left)
            yield course.record(last, found)
            left &= ~people(found.pairs)
            moved = last.inside & left
            last = Bracket(roster, moved, left & ~moved, 0)
        yield course.record(last, _pair(course, last, left))
        return


def _ordinary(course: Course, bracket: Bracket) -> Paired:
    """The bracket with the next score group in sight, as if anybody might be left."""
    course.step()
    seen = bracket.inside | bracket.following
    slots = SLOTS_FIRST + seen.bit_count() % 2
    while True:
        most = min(slots, seen.bit_count())
        near = _apart(course, bracket, seen)
        mask = with_slots(course.roster, near, most)
        window = Window(bracket, near, mask if most < seen.bit_count() else 0)
        start = first_candidate(bracket, near)
        found = course.pair_in(window, CRITERIA, start)
        if found is not None:
            return found
        slots *= 2
        slots += (slots - seen.bit_count()) % 2


def _pair(course: Course, bracket: Bracket, left: int) -> Paired:
    """A bracket after which everybody left can be paired, or the last one."""
    course.step()
    if bracket.inside == left and left.bit_count() == 1:
        return Paired()
    near = _apart(course, bracket, left)
    _add_bye(course, near, left)
    found = course.pair_in(Window(bracket, near), CRITERIA, first_candidate(bracket, near))
    assert found is not None, "a window without slots is never too narrow"
    return found


def _apart(course: Course, bracket: Bracket, seen: int) -> dict[int, int]:
    """Who can meet whom; two who came down together could have met above."""
    legal, moved = course.roster.legal, bracket.moved
    return {u: legal[u] & seen & ~(moved if moved >> u & 1 else 0) for u in bits(seen)}


def _complete(course: Course, left: int) -> dict[int, int]:
    near = {u: course.roster.legal[u] & left for u in bits(left)}
    _add_bye(course, near, left)
    return near


def _add_bye(course: Course, near: dict[int, int], left: int) -> None:
    roster = course.roster
    if roster.bye is not None:
        near.setdefault(roster.bye, 0)
        join(near, roster.bye, roster.eligible & left)


def _can_complete(course: Course, left: int) -> bool:
    if not left or _surely_completes(course, left):
        return True
    return Search.of(_complete(course, left), None, course.step) is not None


def _surely_completes(course: Course, left: int) -> bool:
    """Whether so many may meet that nobody has to look for a complete pairing."""
    roster = course.roster
    odd = left.bit_count() % 2
    return is_robust(roster, left, odd) and (not odd or bool(roster.eligible & left))
