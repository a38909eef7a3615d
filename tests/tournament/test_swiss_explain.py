"""Every pair of a Swiss round says why: score group, floater, criterion, colours."""

from fractions import Fraction

import pytest

from clockd.tournament.crosstable import GameResult, Player, tabulate
from clockd.tournament.swiss.explain import CRITERIA, bracket_words, explain, pair_words
from clockd.tournament.swiss.rounds import pair_round
from clockd.tournament.swiss.rules import Objection, RoundPairing, SwissRules
from tests.tournament import swiss_random
from tests.tournament.swiss_random import Tally

PLAYERS = [Player(n, f"P{n}", 2600 - n) for n in range(1, 7)]
ROUND_1 = [GameResult(1, 1, 4, "1-0"), GameResult(1, 5, 2, "0-1"), GameResult(1, 3, 6, "1/2-1/2")]


def paired(forbidden: frozenset[tuple[int, int]] = frozenset()) -> RoundPairing:
    """Round 2 of six: 1 and 2 have a point, 3 and 6 half, 4 and 5 none."""
    table = tabulate(PLAYERS, ROUND_1, system="swiss")
    return pair_round(table, 2, SwissRules(5, forbidden=forbidden))


def test_two_who_have_met_float_and_say_so() -> None:
    """1 had White, 2 Black: their preferences meet; 3 and 6 have met, both go down to 4 and 5."""
    found = paired()
    assert [(p.white, p.black) for p in found.pairs] == [(2, 1), (4, 3), (6, 5)]
    top, three, six = explain(found)
    assert (top.score, top.floater, top.opponents_by) == (Fraction(1), None, None)
    assert (three.floater, three.floated_from) == (3, Fraction(1, 2))
    assert (six.floater, six.floated_from) == (6, Fraction(1, 2))
    assert pair_words(top) == (
        "score group 1; as in the first candidate; colours: both preferences can be met (5.2.1)"
    )
    middle = found.brackets[1]
    assert (middle.pairs, middle.floaters) == ((), (3, 6))
    assert list(bracket_words(middle, is_last=False)) == [
        "score group 0.5: 3, 6",
        "  pairs none",
        "  3, 6 down",
        "  C6: players who float down: 2",
    ]


def test_a_forbidden_pair_names_itself() -> None:
    """1 and 2 may not meet: both float, to 6 and 3, and 4 meets 5."""
    found = paired(frozenset({(1, 2)}))
    reasons = {frozenset((r.pair.white, r.pair.black)): r for r in explain(found)}
    assert set(reasons) == {frozenset(pair) for pair in ((1, 6), (2, 3), (4, 5))}
    six = reasons[frozenset((1, 6))]
    assert (six.floater, six.first_opponent) == (1, 3)
    assert six.opponents_by is not None
    assert six.opponents_by.criterion in CRITERIA
    assert pair_words(six).startswith(
        "score group 0.5; 1 came down from 1; 3 was first in line, but "
    )


def test_whatever_is_not_the_first_candidate_has_an_objection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Over whole random events: a bracket that was changed says why, and a better value was indeed possible."""
    seen: list[Objection] = []

    def watched(*args: object, **options: object) -> RoundPairing:
        found = pair_round(*args, **options)  # type: ignore[arg-type]
        for bracket in found.brackets:
            assert bool(bracket.objections) == (set(bracket.first) != set(bracket.pairs))
            seen.extend(bracket.objections)
        assert len(explain(found)) == len(found.pairs)
        return found

    monkeypatch.setattr(swiss_random, "pair_round", watched)
    for seed in range(5000, 5012):
        swiss_random.compare_event(seed, Tally())
    assert {each.criterion for each in seen} >= {"C1", "C12"}
    assert all(each.best is None or (each.value or 0) > each.best for each in seen)
