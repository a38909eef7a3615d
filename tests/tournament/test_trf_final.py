"""What stands between a report and a final one."""

from clockd.tournament.trf_final import not_final
from clockd.tournament.trf_read import read_trf
from tests.tournament.trf_samples import FOUR


def open_points(text: str) -> list[str]:
    return list(not_final(read_trf("a.trf", text.encode())))


def test_a_report_with_all_its_results_is_final() -> None:
    assert open_points(FOUR) == []
    assert open_points(FOUR.replace("142 3\n", "")) == []


def test_each_open_game_is_named_with_its_line() -> None:
    text = FOUR.replace("     3 b =", "     3 b  ").replace("     1 w =", "     1 w  ")
    assert open_points(text) == ["a.trf:8: round 3: 3 v 1 has no result"]


def test_a_round_that_is_not_paired() -> None:
    assert open_points(FOUR.replace("142 3", "142 5")) == ["a.trf: round 4 of 5 is not paired"]
