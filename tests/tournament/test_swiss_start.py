"""Where the search for a bracket begins: everybody paired, as many as possible in the bracket."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.tournament.crosstable import Player, tabulate
from clockd.tournament.swiss import search
from clockd.tournament.swiss.rounds import pair_round
from clockd.tournament.swiss.rules import EDITIONS, SwissRules
from clockd.tournament.swiss.search import Search
from clockd.tournament.swiss.start import in_parts
from clockd.tournament.swiss.windows import join


def graph(vertices: int, apart: set[tuple[int, int]]) -> dict[int, int]:
    """All vertices joined but for these pairs."""
    near: dict[int, int] = dict.fromkeys(range(vertices), 0)
    for u, v in combinations(range(vertices), 2):
        if (u, v) not in apart:
            join(near, u, 1 << v)
    return near


def test_an_even_bracket_sends_nobody_down() -> None:
    """Six in the bracket, six below: three pairs each, whatever the library would have begun with."""
    partner = in_parts(graph(12, set()), 0b111111)
    assert partner is not None
    assert {u for u in range(6) if partner[u] < 6} == set(range(6))


def test_who_cannot_be_paired_in_the_bracket_goes_down() -> None:
    """0 may meet nobody of his three rivals: one pair stays, two go to the four below."""
    partner = in_parts(graph(8, {(0, 1), (0, 2), (0, 3)}), 0b1111)
    assert partner is not None
    assert partner[0] > 3 and sum(partner[u] > 3 for u in range(4)) == 2


def test_where_the_others_do_not_pair_then_it_knows_of_none() -> None:
    """2 and 3 below have met: only pairs across the two groups complete, and those it does not look for."""
    near = graph(4, {(2, 3)})
    assert in_parts(near, 0b0011) is None
    assert Search.of(near, None, lambda: None) is not None


@given(st.integers(2, 5), st.integers(0, 5), st.data())
def test_everybody_has_one_partner_whom_he_may_meet(
    inside: int, outside: int, data: st.DataObject
) -> None:
    vertices = inside + outside
    pairs = list(combinations(range(vertices), 2))
    near = graph(vertices, data.draw(st.sets(st.sampled_from(pairs))))
    partner = in_parts(near, (1 << inside) - 1)
    if partner is None:
        return
    assert partner.keys() == near.keys()
    for u, v in partner.items():
        assert partner[v] == u and near[u] >> v & 1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [50, 51])
def test_round_one_is_its_first_candidate_and_nobody_searches(
    monkeypatch: pytest.MonkeyPatch, players: int, edition: int
) -> None:
    """The upper half meets the lower, of an odd number the last has the bye: no criterion can be better than that."""

    def searched(*_: object) -> None:
        raise AssertionError("a search for what is known")

    monkeypatch.setattr(search, "least_penalty", searched)
    field = [Player(n, f"P{n}", 2700 - n) for n in range(1, players + 1)]
    found = pair_round(
        tabulate(field, [], rounds=0, system="swiss"), 1, SwissRules(9, edition=edition)
    )
    half = players // 2
    assert {frozenset(pair) for pair in ((each.white, each.black) for each in found.pairs)} == {
        frozenset((n, n + half)) for n in range(1, half + 1)
    }
    assert found.bye == (51 if players == 51 else None)
