"""The chain behind a place: 2019 U.S. Senior, reg. 7 (direct encounter, Blacks, Koya, Sonneborn-Berger, won)."""

from clockd.web.hub_chain import NO_BREAK, chain_of, tie_name
from tests.web.fake_hub import STANDINGS, TIE_BREAKS, standing


def _steps(place: int) -> list[tuple[str, str, str]]:
    chain = chain_of(STANDINGS[place - 1], STANDINGS, TIE_BREAKS)
    return [
        (step["code"], step["kind"], step["text"].replace(NO_BREAK, " ")) for step in chain["steps"]
    ]


def test_three_tied_are_split_by_blacks_then_by_koya() -> None:
    assert _steps(1) == [
        ("DE", "equal", "all 1"),
        ("BPG", "split", "Player Three 5, Player Six 5, Player Nine 4"),
        ("KS", "decides", "Player Three 3, Player Six 2"),
        ("SB", "unused", "not needed"),
        ("WON", "unused", "not needed"),
    ]


def test_the_one_who_falls_behind_is_decided_there() -> None:
    chain = chain_of(STANDINGS[2], STANDINGS, TIE_BREAKS)
    assert chain["decided_by"] == "BPG"
    assert chain_of(STANDINGS[0], STANDINGS, TIE_BREAKS)["decided_by"] == "KS"
    assert chain_of(STANDINGS[0], STANDINGS, TIE_BREAKS)["steps"][1]["outcome"] == (
        "Player Nine behind"
    )


def test_alone_on_the_points_needs_no_tie_break() -> None:
    chain = chain_of(STANDINGS[9], STANDINGS, TIE_BREAKS)
    assert (chain["steps"], chain["decided_by"]) == ([], "")
    assert chain["intro"] == "Nobody else is on 3: no tie-break is needed."


def test_equal_to_the_end_share_the_place() -> None:
    equal = [standing(1, n, "5", "- 4 2 9 1", "") for n in (1, 2)]
    chain = chain_of(equal[0], equal, TIE_BREAKS)
    assert chain["decided_by"] == ""
    assert chain["shared"] == "Equal to the end of the list: the place is shared."
    assert chain["steps"][0]["text"] == "does not apply"


def test_a_cut_and_an_unknown_code_have_names() -> None:
    assert tie_name("BH/C1") == "Buchholz, cut 1"
    assert tie_name("DE-ALLMET") == "Direct encounter"
    assert tie_name("ZZ") == "ZZ"
