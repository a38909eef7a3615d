"""In which order a report's records stand: marks, lines as they were, and what a person added since."""

from clockd.ports import BLACK
from clockd.reports.template import default_template, filled, template_of
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRecord
from clockd.tournament.trf_heads import Heads
from clockd.tournament.trf_write import text_of

PLAYERS = tuple(TrfPlayer(number, f"Player {number}") for number in (1, 2, 3))
HEADS = Heads(name="Hall", arbiters=("A", "B", "C"), players=3, rounds=3)


def records(*texts: str) -> list[TrfRecord]:
    return [TrfRecord(text) for text in texts]


def lines_of(template: tuple[str, ...] | None, heads: Heads = HEADS) -> list[str]:
    """The lines, players by their number alone."""
    lines = filled(template, heads, PLAYERS)
    return [str(x.number) if isinstance(x, TrfPlayer) else text_of(x) for x in lines]


def test_what_the_values_say_is_a_mark_and_the_rest_stays() -> None:
    file = TrfFile("a.trf", (*records("012 Hall", "012 Hall", "102 A", "092 Swiss"), *PLAYERS))
    assert template_of(file, HEADS) == ("<012>", "012 Hall", "<102>", "092 Swiss", "<001>")


def test_records_between_players_need_a_mark_for_each() -> None:
    file = TrfFile("a.trf", (PLAYERS[0], *records("NOR    1"), PLAYERS[1], PLAYERS[2]))
    template = template_of(file, HEADS)
    assert template == ("<001>", "NOR    1", "<001>")
    assert lines_of(template, Heads()) == ["1", "NOR    1", "2", "3"]


def test_the_last_mark_takes_all_that_are_left() -> None:
    """A player and two deputies more than there were."""
    assert lines_of(("<102>", "<112>", "### x", "<001>", "### y"))[:5] == [
        "102 A",
        "112 B",
        "112 C",
        "### x",
        "012 Hall",
    ]


def test_a_line_that_looks_like_a_mark_is_none() -> None:
    file = TrfFile("a.trf", (*records("<012>", "<>"), *PLAYERS))
    template = template_of(file, Heads())
    assert template[:2] == ("<><012>", "<><>")
    assert lines_of(template, Heads())[:2] == ["<012>", "<>"]


def test_a_mark_for_nothing_is_no_line() -> None:
    assert lines_of(("<022>", "<001>"), Heads()) == ["1", "2", "3"]


def test_what_has_no_place_stands_ahead_of_the_players() -> None:
    """Rounds and colour only once, in whichever dialect the report has them."""
    heads = Heads(name="Hall", rounds=9, initial=BLACK)
    assert lines_of(("### x", "<001>"), heads) == [
        *("### x", "012 Hall", "142 9", "152 B"),
        *("1", "2", "3"),
    ]
    assert lines_of(("<XXR>", "XXC black1", "<001>"), heads)[:3] == [
        "XXR 9",
        "XXC black1",
        "012 Hall",
    ]
    assert lines_of(("### x",), Heads()) == ["### x", "1", "2", "3"]


def test_an_event_that_was_never_a_report() -> None:
    assert default_template(HEADS) == (
        *("<012>", "<062>", "<072>", "<102>", "<112>", "<142>", "<001>"),
    )
    assert lines_of(None) == [
        *("012 Hall", "062 3", "072 0", "102 A", "112 B", "112 C", "142 3"),
        *("1", "2", "3"),
    ]
