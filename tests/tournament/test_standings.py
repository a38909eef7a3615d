"""Final order: tie-breaks in turn, shared ranks, reasons."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from clockd.tournament.crosstable import Crosstable, GameResult, Player, tabulate
from clockd.tournament.standings import called, standings
from clockd.tournament.standings_view import as_json, as_table
from clockd.tournament.tie_breaks import evaluate, parse_criteria, plain
from tests.tournament.strategies import games_of_a_round_robin, round_robins, table_of

SENIOR = parse_criteria("DE,BPG,KS,SB,WON")
NAMES = ["Ahn, Ada", "Berg, Bo", "Cole, Cy", "Dahl, Di"]
PLAYERS = [Player(number, name) for number, name in enumerate(NAMES, start=1)]


def four(*results: str) -> Crosstable:
    """Four players, Berger's three rounds; results in board order."""
    pairs = [(1, 4), (2, 3), (4, 3), (1, 2), (2, 4), (3, 1)]
    games = [
        GameResult(place // 2 + 1, white, black, result)
        for place, ((white, black), result) in enumerate(zip(pairs, results, strict=True))
    ]
    return tabulate(PLAYERS, games)


ALL_DRAWN = four(*["1/2-1/2"] * 6)


def test_players_equal_to_the_end_share_the_rank_and_the_next_rank_skips() -> None:
    """interfaces.md section 5. All games drawn: numbers 1 and 2 had one Black, 3 and 4 had two."""
    order = standings(ALL_DRAWN, SENIOR)
    assert [(s.rank, s.player.number) for s in order] == [(1, 3), (1, 4), (3, 1), (3, 2)]
    assert {s.values["BPG"].number for s in order[:2]} == {2}


def test_the_reason_names_rivals_criterion_and_figures() -> None:
    order = standings(ALL_DRAWN, SENIOR)
    assert order[0].why == (
        "1.5 points, level with Ahn, Berg and Dahl; on games played with Black ahead of Ahn and Berg "
        "(2 to 1); still level with Dahl to the end of the list"
    )
    assert order[3].why.startswith(
        "1.5 points, level with Ahn, Cole and Dahl; on games played with"
    )


def test_namesakes_are_told_apart_in_a_reason() -> None:
    """By the first name where only the surname is shared, by the number where the whole name is."""
    names = ["Same, Sam", "Same, Sam", "Same, Sue", "Dahl, Di"]
    players = [Player(number, name) for number, name in enumerate(names, start=1)]
    assert called(players) == {1: "Sam Same (1)", 2: "Sam Same (2)", 3: "Sue Same", 4: "Dahl"}
    table = Crosstable(tuple(players), ALL_DRAWN.cells, ALL_DRAWN.rounds)
    assert standings(table, ())[0].why == (
        "1.5 points, level with Sam Same (2), Sue Same and Dahl: no tie-break is asked"
    )


def test_a_criterion_with_a_cut_is_told_from_the_one_without() -> None:
    """Scores after each round 1, 1, 2 and twice 0.5, 1.5, 2: four in all, but less the first round 3 to 3.5."""
    first = [GameResult(1, 1, 3, "1-0"), GameResult(1, 2, 4, "1/2-1/2")]
    second = [GameResult(2, 4, 1, "1-0"), GameResult(2, 2, 3, "1-0")]
    third = [GameResult(3, 1, 3, "1-0"), GameResult(3, 4, 2, "1/2-1/2")]
    table = tabulate(PLAYERS, [*first, *second, *third], system="swiss")
    reasons = {s.player.number: s.why for s in standings(table, parse_criteria("PS,PS/C1"))}
    assert reasons[1] == (
        "2 points, level with Berg and Dahl; on progressive score (PS/C1) behind Berg and Dahl (3 to 3.5)"
    )


def test_who_is_alone_on_his_points_needs_no_tie_break() -> None:
    order = standings(four("1-0", "1-0", "1-0", "1-0", "1-0", "0-1"), SENIOR)
    assert [(s.rank, s.player.number, plain(s.points)) for s in order] == [
        (1, 1, "3"),
        (2, 2, "2"),
        (3, 4, "1"),
        (4, 3, "0"),
    ]
    assert [plain(s.values["DE"].number) for s in order] == ["-"] * 4
    assert order[0].why == "3 points, nobody else has as many"
    assert order[2].why == "1 point, nobody else has as many"


def test_without_tie_breaks_the_level_share_their_rank() -> None:
    order = standings(ALL_DRAWN, ())
    assert {s.rank for s in order} == {1}
    assert order[0].why == ("1.5 points, level with Berg, Cole and Dahl: no tie-break is asked")


def test_direct_encounter_is_among_those_still_tied_when_it_is_reached() -> None:
    """interfaces.md section 5: after Most Blacks has split them, the two left have half a point each."""
    order = standings(ALL_DRAWN, parse_criteria("BPG,DE"))
    assert [plain(s.values["DE"].number) for s in order] == ["0.5"] * 4
    assert [plain(s.values["DE"].number) for s in standings(ALL_DRAWN, SENIOR)] == ["1.5"] * 4


def test_the_chain_holds_each_step_that_was_asked() -> None:
    order = standings(ALL_DRAWN, SENIOR)
    steps = [(step.asked.code, step.tied, step.decides) for step in order[0].chain]
    assert steps == [
        ("DE", (1, 2, 3, 4), False),
        ("BPG", (1, 2, 3, 4), True),
        ("KS", (3, 4), False),
        ("SB", (3, 4), False),
        ("WON", (3, 4), False),
    ]


@given(games_of_a_round_robin(), st.randoms(use_true_random=False))
def test_the_order_of_the_input_never_matters(games: list[GameResult], random: object) -> None:
    shuffled = list(games)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    table = table_of(shuffled)
    players = list(table.players)
    random.shuffle(players)  # type: ignore[attr-defined]
    again = tabulate(players, shuffled, rounds=table.rounds)
    assert as_json(standings(table_of(games), SENIOR)) == as_json(standings(again, SENIOR))


@given(round_robins())
def test_a_later_criterion_is_asked_only_among_the_level(table: Crosstable) -> None:
    """C.07 art. 4.2: the order agrees with sorting by (points, first, second, ...) where no DE is in the list."""
    criteria = parse_criteria("SB,WON,PS")
    order = standings(table, criteria)

    def key(number: int) -> list[Fraction]:
        values = [evaluate(table, number, asked).number or Fraction(0) for asked in criteria]
        return [table.score(number), *values]

    keys = [key(s.player.number) for s in order]
    assert keys == sorted(keys, reverse=True)
    for place, standing in enumerate(order):
        assert standing.rank == keys.index(keys[place]) + 1
        assert "\n" not in standing.why


def test_json_has_the_promised_keys_and_texts() -> None:
    """interfaces.md section 5."""
    first = as_json(standings(ALL_DRAWN, SENIOR))[0]
    assert list(first) == ["rank", "no", "name", "points", "tie_breaks", "why"]
    assert (first["rank"], first["no"], first["points"]) == (1, 3, "1.5")
    assert first["tie_breaks"] == {"DE": "1.5", "BPG": "2", "KS": "1.5", "SB": "2.25", "WON": "0"}


def test_the_table_for_people_is_aligned() -> None:
    lines = as_table(standings(ALL_DRAWN, SENIOR), SENIOR).split("\n")
    heads = "rank no title name rating points DE BPG KS SB WON why"
    assert " ".join(lines[0].split()) == heads
    place = lines[0].index("why")
    assert all(line[place:].startswith("1.5 points, level") for line in lines[1:])
    assert len(lines) == 5


def test_sisters_are_told_apart() -> None:
    """By surname alone "level with Polgar and Polgar" would tell nothing."""
    names = ["Polgar, Judit", "Polgar, Sofia", "Polgar, Susan", "Short, Nigel"]
    players = [Player(number, name) for number, name in enumerate(names, start=1)]
    games = [GameResult(1, 1, 2, "1/2-1/2"), GameResult(1, 3, 4, "1/2-1/2")]
    order = standings(tabulate(players, games), ())
    level = "0.5 points, level with Judit Polgar, Sofia Polgar and Susan Polgar"
    assert order[3].why.startswith(level)
    assert "Short:" in order[0].why


def test_by_pairing_number_the_lowest_is_first() -> None:
    """C.07 art. 7.8: in ascending order, and the last tie is broken."""
    order = standings(ALL_DRAWN, parse_criteria("BPG,TPN"))
    assert [(s.rank, s.player.number) for s in order] == [(1, 3), (2, 4), (3, 1), (4, 2)]
    assert order[0].why.endswith("on tournament pairing number ahead of Dahl (3 to 4)")
