"""What a bracket may leave out of sight: never the answer."""

import pytest

from clockd.tournament.crosstable import Player, tabulate
from clockd.tournament.swiss.contenders import contenders
from clockd.tournament.swiss.roster import Roster, roster_of
from clockd.tournament.swiss.rules import SwissRules
from clockd.tournament.swiss.windows import View, is_robust
from tests.tournament.swiss_large import LargeEvent


def field_of(players: int, rules: SwissRules) -> Roster:
    table = tabulate([Player(n, f"P{n}") for n in range(1, players + 1)], [], rounds=0)
    return roster_of(contenders(table, 1, rules), rules)


@pytest.mark.parametrize(("players", "seed"), [(36, 1), (37, 2)])
def test_every_form_gives_the_same_round(players: int, seed: int) -> None:
    """Narrow and middle forms against the whole field: pairs, bye and the record of each bracket."""
    event = LargeEvent(players, 4, seed)
    for position in event.positions():
        found = position.pair()
        whole = position.pair(whole=True)
        assert (found.pairs, found.bye) == (whole.pairs, whole.bye), position.number
        assert [b.floaters for b in found.brackets] == [b.floaters for b in whole.brackets]
        event.play(position, found)


def test_robust_is_half_of_the_others_and_some_more() -> None:
    """Dirac: of twelve, everybody needs 6 + 2 opponents to spare two; one pair forbidden leaves ten each."""
    rules = SwissRules(5, forbidden=frozenset((1, other) for other in (2, 3, 4)))
    roster = field_of(12, rules)
    everybody = (1 << 12) - 1
    assert is_robust(roster, everybody, 2)
    assert not is_robust(roster, everybody, 3)  # number 1 has eight, nine would be needed
    assert not is_robust(roster, (1 << 7) - 1, 2)  # of seven none can be spared twice


def test_the_narrow_form_sees_the_bracket_and_its_slots_only() -> None:
    """Three in the bracket, twelve in the next group, 17 below: an odd number floats, three or five slots."""
    roster = field_of(32, SwissRules(5))
    view = View(roster, 0, 0b111, ((1 << 12) - 1) << 3, ((1 << 17) - 1) << 15, 0)
    forms = list(view.windows(whole=False))
    assert [form.slots.bit_count() for form in forms] == [3, 5, 0]
    assert [len(form.near) for form in forms] == [6, 20, 32]
    assert [len(form.near) for form in view.windows(whole=True)] == [32]
