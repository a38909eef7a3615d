"""Swiss rounds against the reference's recorded answers and the worked cases of the rules sheet."""

from fractions import Fraction
from pathlib import Path

import pytest

from clockd.ports import BLACK, WHITE, Side
from clockd.tournament.crosstable import (
    CLASSICAL,
    Cell,
    Crosstable,
    GameResult,
    Kind,
    Player,
    tabulate,
)
from clockd.tournament.swiss.rounds import pair_round
from clockd.tournament.swiss.rules import (
    NoLegalPairing,
    PairingStopped,
    Progress,
    RoundPairing,
    SwissRules,
)
from tests.shared import shared_file
from tests.tournament.swiss_recorded import rounds_of

RECORDED = ("d26_006p_04r_1", "d26_007p_05r_1", "d26_007p_05r_4", "d26_008p_05r_3", "d26_009p_05r_2",
            "d26_012p_07r_1", "d26_013p_07r_1", "d26_016p_07r_1", "d26_020p_09r_1", "d26_023p_09r_1")  # fmt: skip
LARGE = ("d26_032p_09r_1", "d26_041p_09r_2", "d26_101p_09r_1")


def field_of(players: int) -> list[Player]:
    return [Player(n, f"P{n}", 2600 - n) for n in range(1, players + 1)]


def empty(players: int) -> Crosstable:
    """The table before round 1."""
    return tabulate(field_of(players), [], rounds=0, system="swiss")


def told(round_: RoundPairing) -> str:
    """The round as the sheets write it: "1-6 7-2, 5 PAB"."""
    pairs = " ".join(f"{pair.white}-{pair.black}" for pair in round_.pairs)
    return pairs if round_.bye is None else f"{pairs}, {round_.bye} PAB"


def bye(player: int, number: int, kind: Kind) -> tuple[int, Cell]:
    return player, Cell(number, kind, CLASSICAL.of_bye(kind))


def reproduce(path: Path) -> int:
    """Compare every round of a recorded tournament; how many there were."""
    rounds = list(rounds_of(path))
    for each in rounds:
        found = pair_round(each.table, each.number, each.rules, absent=each.absent)
        pairs = {(pair.white, pair.black) for pair in found.pairs}
        assert (pairs, found.bye) == (set(each.pairs), each.bye), each.name
    return len(rounds)


@pytest.mark.parametrize("name", RECORDED)
def test_the_recorded_rounds_come_out_as_the_reference_paired_them(name: str) -> None:
    """Opponents, colours and bye, every round; bbpPairings 6.0.0, rules of February 2026."""
    assert reproduce(shared_file(f"swiss/{name}.json")) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_the_large_recorded_rounds_as_well(name: str) -> None:
    assert reproduce(shared_file(f"swiss/{name}.json")) == 9


@pytest.mark.parametrize(
    ("players", "initial", "absent", "answer"),
    [
        (10, WHITE, (), "1-6 7-2 3-8 9-4 5-10"),
        (10, BLACK, (), "6-1 2-7 8-3 4-9 10-5"),
        (7, WHITE, (), "1-4 5-2 3-6, 7 PAB"),
        (8, WHITE, (3,), "1-5 6-2 4-7, 8 PAB"),
    ],
)
def test_round_one(players: int, initial: Side, absent: tuple[int, ...], answer: str) -> None:
    """Rules sheet 6.3: top half against bottom half; the parity is that of those who take part."""
    rules = SwissRules(5, initial=initial)
    assert told(pair_round(empty(players), 1, rules, absent=absent)) == answer


def test_the_parity_of_the_letter_is_a_choice() -> None:
    """Article 5.2.5 as it is written: number 4 is even, so with White drawn 7 has White."""
    rules = SwissRules(5, parity_of_numbers=True)
    assert told(pair_round(empty(8), 1, rules, absent=(3,))) == "1-5 6-2 7-4, 8 PAB"


def test_four_who_have_all_met_cannot_be_paired_again() -> None:
    """C1: rounds beyond players less one."""
    games = [
        GameResult(number, white, black, "1-0")
        for number, pairs in enumerate([[(1, 3), (2, 4)], [(4, 1), (3, 2)], [(1, 2), (3, 4)]], 1)
        for white, black in pairs
    ]
    table = tabulate(field_of(4), games, system="swiss")
    with pytest.raises(NoLegalPairing, match="player 1 has nobody left whom he may meet"):
        pair_round(table, 4, SwissRules(4))


def test_nobody_may_have_the_bye_twice() -> None:
    """C2: three players, three rounds, each has had it."""
    games = [GameResult(1, 1, 2, "1-0"), GameResult(2, 3, 1, "1-0"), GameResult(3, 2, 3, "1-0")]
    byes = [bye(player, number, Kind.PAB) for player, number in ((3, 1), (2, 2), (1, 3))]
    with pytest.raises(NoLegalPairing, match="nobody may have the bye again"):
        pair_round(tabulate(field_of(3), games, byes, system="swiss"), 4, SwissRules(4))


def test_a_forfeit_is_no_meeting() -> None:
    """C.04.2, 3.5: two players whose game was won by forfeit may be paired again."""
    games = [GameResult(1, 1, 2, "1-0", forfeit=True)]
    table = tabulate(field_of(2), games, system="swiss")
    assert told(pair_round(table, 2, SwissRules(2))) == "1-2"
    assert told(pair_round(tabulate(field_of(2), [], rounds=0), 1, SwissRules(2))) == "1-2"


def test_a_forbidden_pair_is_kept_apart_in_round_one() -> None:
    """1 and 3 may not meet: of four, 1 takes 4 and 2 takes 3."""
    rules = SwissRules(3, forbidden=frozenset({(3, 1)}))
    assert told(pair_round(empty(4), 1, rules)) == "1-4 3-2"


def test_the_bye_goes_to_the_lowest_score_that_may_have_it() -> None:
    """C5: 2 and 3 have 0 points; C9: 2 has played his round, 3 lost his by forfeit."""
    games = [GameResult(1, 1, 2, "1-0"), GameResult(1, 3, 4, "0-1", forfeit=True)]
    byes = [bye(5, 1, Kind.HALF_BYE)]
    table = tabulate(field_of(5), games, byes, system="swiss")
    found = pair_round(table, 2, SwissRules(5))
    assert told(found) == "4-1 5-3, 2 PAB"


def test_the_search_can_be_called_off() -> None:
    seen: list[Progress] = []

    def stop(progress: Progress) -> bool:
        seen.append(progress)
        return False

    with pytest.raises(PairingStopped):
        pair_round(empty(40), 1, SwissRules(5), go_on=stop)
    assert seen == [Progress(0, 40)]


def test_each_bracket_leaves_a_record() -> None:
    """Seven players, round 1: one bracket, one floater for the bye and nothing else amiss."""
    (only,) = pair_round(empty(7), 1, SwissRules(5)).brackets
    assert only.score == Fraction(0)
    assert (only.pairs, only.floaters) == (((1, 4), (2, 5), (3, 6)), (7,))
    assert [m for m in only.measures if m.value] == [
        m for m in only.measures if m.criterion == "C6"
    ]
