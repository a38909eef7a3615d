"""EVENT.toml as a text: only what says something, and every text whole."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from clockd.ports import WHITE
from clockd.reports.event_report import EventReport
from clockd.reports.event_write import event_text
from clockd.tournament.trf import TrfPlayer
from clockd.tournament.trf_games import ReportBye, ReportGame
from clockd.tournament.trf_heads import Heads


def written(event: EventReport, rules: str = "") -> dict[str, object]:
    return tomllib.loads(event_text(event, source="a test", rules=rules))


def test_what_is_usual_is_left_out() -> None:
    event = EventReport(
        Heads(name="Hall"),
        (TrfPlayer(1, "Ada"), TrfPlayer(2, "Bo", 2300, fide_id="17", sex="w")),
        (ReportGame(1, 1, 2, "1-0"), ReportGame(2, 2, 1, "0-0", forfeit=True)),
        (ReportBye(3, 1, "half"), ReportBye(3, 2, "forfeit-win", WHITE)),
    )
    assert written(event) == {
        "name": "Hall",
        "report": {},
        "player": [
            {"number": 1, "name": "Ada"},
            {"number": 2, "name": "Bo", "rating": 2300, "fide_id": "17", "sex": "w"},
        ],
        "game": [
            {"round": 1, "white": 1, "black": 2, "result": "1-0"},
            {"round": 2, "white": 2, "black": 1, "result": "0-0", "forfeit": True},
        ],
        "bye": [
            {"round": 3, "player": 1, "kind": "half"},
            {"round": 3, "player": 2, "kind": "forfeit-win", "side": "white"},
        ],
    }


def test_an_id_that_is_no_number_has_a_key_of_its_own() -> None:
    """A hub takes FIDE ids of digits only, and m or w."""
    player = TrfPlayer(1, "Ada", fide_id="A-17", sex="f")
    found = written(EventReport(Heads(), (player,)))["player"]
    assert found == [{"number": 1, "name": "Ada", "other_id": "A-17", "other_sex": "f"}]


def test_the_rules_stand_first() -> None:
    text = event_text(EventReport(Heads(), ()), source="x\ny", rules="us-senior-2019")
    assert text.splitlines()[:2] == ["# x y", 'rules = "us-senior-2019"']


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]).filter(lambda c: c != "\n"))))
def test_any_line_of_a_report_is_held(lines: list[str]) -> None:
    """Quotes, backslashes, controls: TOML v1.0.0, strings of several lines."""
    event = EventReport(Heads(), (), template=tuple(lines))
    held = written(event)["report"]
    assert held == {"lines": "".join(f"{line}\n" for line in lines)}


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_name_is_held(name: str) -> None:
    found = written(EventReport(Heads(name=name), ()))
    assert found.get("name", "") == name
