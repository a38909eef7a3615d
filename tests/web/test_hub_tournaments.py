"""Two tournaments on the hub's pages: one at a time in tables, both on the wall; nothing unpublished for anybody."""

from typing import Any

from starlette.testclient import TestClient

from clockd.web.hub_alerts import hub_alert_rows
from clockd.web.hub_app import make_hub_app
from clockd.web.hub_board import board_snapshot
from clockd.web.hub_pairings import pairings_view, published_only
from clockd.web.hub_standings import standings_view
from clockd.web.hub_tournaments import only, switch
from clockd.web.hub_view import wall_view
from tests.web.fake_hub import FakeHub, event


def two() -> dict[str, Any]:
    """Boards 1 and 2 in round 3 of the open, board 3 in round 1 of the women, whose round 2 is not published."""
    snapshot: dict[str, Any] = {**event(3), "round": 3, "rounds": 9}
    for board in snapshot["boards"]:
        women = board["board"] == 3
        board |= {"tournament": "women" if women else "open", "round": 1 if women else 3}
    row = snapshot["standings"][0]
    seat = {"white": "Ada", "white_no": 1, "black": "Bea", "black_no": 2, "result": "*"}
    rounds = [
        {"round": 1, "published": True, "closed": False, "boards": [{"board": 3, **seat}]},
        {"round": 2, "published": False, "closed": False, "boards": [{"board": 3, **seat}]},
    ]
    women = {
        "id": "women",
        "title": "Women",
        "round": 1,
        "rounds": 5,
        "phase": "playing",
        "pairings": [{**each, "bye": None, "bye_no": None} for each in rounds],
        "standings": [{**row, "name": "Ada", "no": 1}],
        "crosstable": [],
        "champion": None,
    }
    names = ("round", "rounds", "phase", "pairings", "standings", "crosstable", "champion")
    first = {"id": "open", "title": "Open", **{name: snapshot[name] for name in names}}
    return {**snapshot, "tournaments": [first, women]}


def test_a_page_of_tables_is_about_one() -> None:
    women = only(two(), "women")
    assert [each["round"] for each in pairings_view(women)["rounds"]] == [1, 2]
    assert [row["name"] for row in standings_view(women)["rows"]] == ["Ada"]
    assert [board["board"] for board in women["boards"]] == [3]


def test_the_first_is_shown_where_no_name_is_known() -> None:
    assert only(two(), "")["id"] == only(two(), "<script>")["id"] == "open"
    single = event(3)
    assert only(single, "women") is single and switch(single, "") == []


def test_the_switch_leads_to_each() -> None:
    assert switch(two(), "women") == [
        {"title": "Open", "href": "?tournament=open", "here": False},
        {"title": "Women", "href": "?tournament=women", "here": True},
    ]


def test_the_wall_tells_where_each_stands() -> None:
    wall = wall_view(two())
    assert wall["head"]["round"] == "Open: Round 3 of 9 · Women: Round 1 of 5"
    assert [card["board"] for card in wall["cards"]] == [1, 2, 3]
    assert wall["leaders"][-1]["name"] == "Ada (Women)"
    assert len({row["no"] for row in wall["leaders"]}) == len(wall["leaders"])


def test_a_page_of_one_names_it() -> None:
    assert wall_view(only(two(), "women"))["head"]["round"] == "Round 1 of 5"
    assert wall_view(only(two(), "women"))["head"]["event"].endswith(", Women")


def test_no_pairing_is_shown_before_it_is_published() -> None:
    part = published_only(two())["tournaments"][1]
    assert [each["boards"] != [] for each in part["pairings"]] == [True, False]


def test_an_alert_is_of_the_past_by_its_own_board() -> None:
    """Round 1 is long over at board 1, and under way at board 3."""
    snapshot = two()
    alert = {"alert": "disputed", "level": "now", "detail": "x", "age_ms": 0, "round": 1}
    rows = hub_alert_rows(
        [{**alert, "board": 1, "id": "a"}, {**alert, "board": 3, "id": "b"}],
        snapshot["boards"],
        snapshot["round"],
    )
    assert {row["id"]: row["href"] for row in rows} == {"a": "/pairings", "b": "/board/3"}


def test_a_board_shows_the_round_of_its_tournament() -> None:
    assert board_snapshot(two(), 3, None)["round"] == 1
    assert board_snapshot(two(), 1, None)["round"] == 3


def test_the_pages_of_tables_are_about_one_and_lead_to_the_other() -> None:
    """Each page, its stream and its sheet keep to the tournament; an unknown name is the first."""
    hub = FakeHub(two())
    with TestClient(make_hub_app(hub, gap_s=0.01)) as client:
        women = client.get("/standings?tournament=women").text
        assert '<a class="button" href="?tournament=women" aria-current="page">Women</a>' in women
        assert 'href="?tournament=open">Open</a>' in women and "Ada" in women
        assert 'data-events="/events/standings?tournament=women"' in women
        assert 'href="/pairings?tournament=women"' in women
        assert 'href="/print/standings?tournament=women"' in women
        assert "Player One" in client.get("/standings?tournament=%3Cx%3E").text
        assert client.get("/print/pairings/1?tournament=women").status_code == 200
        assert client.get("/print/pairings/3?tournament=women").status_code == 404
        assert "Open: Round 3 of 9" in client.get("/").text


def test_a_round_that_is_being_paired_is_told_where_it_belongs() -> None:
    now = {"tournament": "women", "round": 2, "settled": 3, "players": 8}
    snapshot = {**two(), "pairing_now": [now]}
    told = "Round 2 is being paired: 3 of 8 players have their opponent"
    assert pairings_view(only(snapshot, "women"))["under_way"] == told
    assert pairings_view(only(snapshot, "open"))["under_way"] == ""
