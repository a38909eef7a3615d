"""The hub's routes: what they answer, what they refuse, and that a name is never markup."""

import asyncio
import re
from typing import Any

import httpx
import pytest

from clockd.web.hub_app import make_hub_app
from tests.web.fake_hub import FakeHub, board_of, event, pairings, standing

PAGES = ("/", "/board/3", "/pairings", "/standings", "/crosstable")
SHEETS = ("/print/pairings/4", "/print/scoresheets/4", "/print/standings")
STREAMS = ("/events", "/events/board/3", "/events/standings")
ROUTES = (*PAGES, *SHEETS, *STREAMS, "/snapshot.json", "/healthz", "/static/hub.css")


def ask(path: str, shown: dict[str, Any] | None = None, method: str = "GET") -> httpx.Response:
    """One answer of the application, without a network."""

    async def run() -> httpx.Response:
        app = make_hub_app(FakeHub(event(20) if shown is None else shown))
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://hub") as client:
            return await client.request(method, path)

    return asyncio.run(run())


@pytest.mark.parametrize("path", [*PAGES, *SHEETS])
def test_every_page_is_complete_before_any_script_runs(path: str) -> None:
    answer = ask(path)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert "Player Six" in answer.text
    assert "Autumn Open" in answer.text


@pytest.mark.parametrize("path", PAGES)
def test_a_page_without_script_is_not_drawn_as_running(path: str) -> None:
    """Screens 11: styles draw running on `live` only, and only the script says `live`."""
    answer = ask(path)
    assert '<html lang="en" data-news="loading">' in answer.text
    assert "JavaScript is off" in answer.text


@pytest.mark.parametrize("phase", ["waiting", "between", "finished", "playoff"])
@pytest.mark.parametrize("path", ["/", "/pairings", "/standings", "/crosstable"])
def test_a_page_stands_before_there_is_anything_to_show(path: str, phase: str) -> None:
    empty = event(
        0, phase=phase, round=0, standings=[], crosstable=[], pairings=[], event="", champion="X"
    )
    answer = ask(path, empty)
    assert answer.status_code == 200
    assert "us-senior-2019" in answer.text


@pytest.mark.parametrize("path", [*PAGES, *SHEETS])
def test_a_hostile_name_is_text(path: str) -> None:
    evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    board = board_of(3)
    for side in ("white", "black"):
        board[side] |= {"name": evil, "title": evil}
    board["live"] |= {"white": evil, "black": evil, "control_words": evil, "paused_why": evil}
    rounds = pairings(5)
    rounds[3]["boards"][0] |= {"white": evil, "black": evil}
    rounds[3]["bye"] = evil
    shown = event(
        20,
        event=evil,
        boards=[board],
        pairings=rounds,
        standings=[standing(1, 3, "6", "1 5 3 25.25 4", evil) | {"name": evil, "federation": evil}],
        crosstable=[{"no": 3, "name": evil, "points": "6", "cells": []}],
        notices=[evil],
        champion=evil,
        alerts=[
            {"level": "now", "board": 3, "alert": evil, "side": "white", "detail": evil, "id": evil}
        ],
    )
    text = ask(path, shown).text
    assert "&lt;script&gt;alert(1)" in text
    assert "<script>alert" not in text
    assert "<img src=x" not in text


@pytest.mark.parametrize("path", [*PAGES, *SHEETS])
def test_no_page_holds_an_inline_script_style_or_a_foreign_address(path: str) -> None:
    text = ask(path).text
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
    assert re.findall(r"<style|\bstyle=|\son\w+=", text) == []
    assert re.findall(r"""(?:src|href)=["'](?!/|#|["'])""", text) == []


@pytest.mark.parametrize("path", [*ROUTES, "/nowhere"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_nothing_can_be_changed(method: str, path: str) -> None:
    answer = ask(path, method=method)
    assert answer.status_code == (404 if path == "/nowhere" else 405)
    assert answer.headers.get("allow") == (None if path == "/nowhere" else "GET, HEAD")


@pytest.mark.parametrize("path", [*ROUTES, "/nowhere"])
def test_every_answer_carries_the_protecting_headers(path: str) -> None:
    headers = ask(path, method="HEAD").headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    "/board/99 /board/x /board/-1 /events/board/99 /events/secrets /print/pairings/9 "
    "/print/pairings/x /static/../hub_app.py /pairings/".split(" "),
)
def test_what_is_not_there_is_a_plain_404(path: str) -> None:
    answer = ask(path)
    assert answer.status_code in (404, 307)
    assert "Traceback" not in answer.text


def test_a_round_that_is_not_published_has_no_sheet() -> None:
    rounds = pairings(5)
    rounds[3]["published"] = False
    assert ask("/print/pairings/4", event(5, pairings=rounds)).status_code == 404


def test_the_snapshot_is_the_hubs_own_with_its_age() -> None:
    body = ask("/snapshot.json").json()
    assert body["boards"][2]["white"]["name"] == "Player Five"
    assert body["age_ms"] >= 0
    assert ask("/healthz").text == "ok\n"


@pytest.mark.parametrize("path", [*PAGES, *SHEETS])
def test_every_file_that_a_page_names_exists(path: str) -> None:
    for name in set(re.findall(r"""(?:src|href)="(/(?:static|piece)/[^"]+)\"""", ask(path).text)):
        assert ask(name).status_code == 200, name


def test_each_board_is_an_article_with_two_timers_and_a_named_position() -> None:
    """Screens 10."""
    text = ask("/").text
    assert 'aria-label="Board 7, illegal move, White"' in text
    wall = text.split("<template")[0]
    assert wall.count("<article") == 20
    assert wall.count('role="timer"') == 40
    assert wall.count('class="mini" role="img"') == 20


def test_the_snapshot_hides_a_round_that_is_not_published() -> None:
    shown = event(20)
    shown["pairings"][-1] |= {"published": False, "bye": "Player Six", "bye_no": 6}
    *others, last = ask("/snapshot.json", shown).json()["pairings"]
    assert last["round"] == shown["pairings"][-1]["round"]
    assert (last["boards"], last["bye"], last["bye_no"]) == ([], None, None)
    assert others == shown["pairings"][:-1]
