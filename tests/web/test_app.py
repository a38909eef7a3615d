"""The routes: what they answer, what they refuse, and that a name is never markup."""

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from clockd.web.access import Access
from clockd.web.accounts import Accounts
from clockd.web.app import table_app
from clockd.web.link import News, TableLink
from clockd.web.snapshot import complete
from tests.web.fake_table import RUNNING, SCENES

PAGES = ("/", "/clock")
ROUTES = (*PAGES, "/events", "/snapshot.json", "/healthz", "/piece/wP.svg", "/static/common.css")


class Client:
    """Asks the application without a network; the table is not watched."""

    def __init__(self, app: Starlette) -> None:
        self._app = app

    def request(self, method: str, path: str) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self._app)
            async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
                return await client.request(method, path)

        return asyncio.run(ask())

    def get(self, path: str) -> httpx.Response:
        return self.request("GET", path)

    def head(self, path: str) -> httpx.Response:
        return self.request("HEAD", path)


def client_for(snapshot: dict[str, Any] | None) -> Client:
    """A browser of the application as it stands after this snapshot."""
    link = TableLink(Path("nowhere"))
    if snapshot is not None:
        link.news = News(1, "live", "", complete(snapshot), time.monotonic_ns())
    return Client(table_app(link, Access(Accounts(Path("nowhere.json")))))


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scene", SCENES)
def test_every_page_is_complete_before_any_script_runs(path: str, scene: str) -> None:
    answer = client_for(dict(SCENES[scene])).get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    text = answer.text
    assert "JavaScript is off" in text
    assert str(SCENES[scene]["white"] or "White") in text


@pytest.mark.parametrize("path", PAGES)
def test_a_page_without_script_is_not_drawn_as_running(path: str) -> None:
    """Screens 11: the page says `loading` until the script has news; styles draw running on `live` only."""
    assert '<html lang="en" data-news="loading">' in client_for(dict(RUNNING)).get(path).text


@pytest.mark.parametrize("path", PAGES)
def test_a_page_stands_before_the_table_has_ever_answered(path: str) -> None:
    answer = client_for(None).get(path)
    assert answer.status_code == 200
    assert "–:––" in answer.text


@pytest.mark.parametrize("path", PAGES)
def test_a_hostile_name_is_text(path: str) -> None:
    evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    shown = {
        **RUNNING,
        "white": evil,
        "black": evil,
        "event": evil,
        "control_words": evil,
        "rules": evil,
        "board_detail": evil,
        "problems": [evil],
        "paused_why": evil,
        "alerts": [{"alert": evil, "detail": evil, "side": evil}],
        "plies": [{**ply, "san": evil} for ply in RUNNING["plies"]],
        "shown": [evil],
    }
    text = client_for(shown).get(path).text
    assert "&lt;script&gt;alert(1)" in text
    assert "<script>alert" not in text
    assert "<img src=x" not in text


@pytest.mark.parametrize("path", PAGES)
def test_no_page_holds_an_inline_script_style_or_a_foreign_address(path: str) -> None:
    """`default-src 'self'` would not run them; nothing may depend on them."""
    text = client_for(dict(SCENES["alerts"])).get(path).text
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
    assert re.findall(r"<style|\bstyle=|\son\w+=", text) == []
    assert re.findall(r"""(?:src|href)=["'](?!/|#|["'])""", text) == []


@pytest.mark.parametrize("path", [*ROUTES, "/nowhere"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_nothing_can_be_changed(method: str, path: str) -> None:
    answer = client_for(dict(RUNNING)).request(method, path)
    assert answer.status_code == (404 if path == "/nowhere" else 405)
    assert answer.headers.get("allow") == (None if path == "/nowhere" else "GET, HEAD")


@pytest.mark.parametrize("path", [*ROUTES, "/nowhere"])
def test_every_answer_carries_the_protecting_headers(path: str) -> None:
    headers = client_for(dict(RUNNING)).head(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'self';")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_the_snapshot_is_served_with_its_age() -> None:
    answer = client_for(dict(RUNNING)).get("/snapshot.json")
    body = answer.json()
    assert answer.status_code == 200
    assert {key: body[key] for key in RUNNING} == RUNNING
    assert body["table_link"] == "live"
    assert body["age_ms"] >= 0


def test_without_a_table_the_snapshot_and_health_say_so() -> None:
    client = client_for(None)
    assert client.get("/snapshot.json").status_code == 503
    health = client.get("/healthz")
    assert health.status_code == 503
    assert "Is clockd table running" in health.text
    assert client_for(dict(RUNNING)).get("/healthz").text == "ok\n"


def test_the_men_are_drawings_that_stay_in_the_cache() -> None:
    client = client_for(None)
    for man in ("wP", "wN", "wB", "wR", "wQ", "wK", "bP", "bN", "bB", "bR", "bQ", "bK"):
        answer = client.get(f"/piece/{man}.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.text.startswith("<svg ")
    assert client.get("/piece/wX.svg").status_code == 404


def test_files_beside_the_static_ones_are_not_served() -> None:
    client = client_for(None)
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/"):
        assert client.get(path).status_code == 404


def test_a_swapped_face_says_so_in_its_class() -> None:
    client = client_for(dict(RUNNING))
    assert 'class="face swapped"' in client.get("/clock?swap=1").text
    assert 'class="face"' in client.get("/clock?swap=0").text


def test_every_script_and_style_that_a_page_names_exists() -> None:
    client = client_for(dict(RUNNING))
    for path in PAGES:
        for name in re.findall(r"""(?:src|href)="(/[^"]+)\"""", client.get(path).text):
            wanted = 303 if name == "/arbiter" else 200  # who has not signed in is sent to do so
            assert client.get(name).status_code == wanted, name


def test_the_clock_face_tells_no_player_what_the_arbiter_is_told() -> None:
    """Laws 12.6: neither that a press was missed nor how his notation stands."""
    told = [
        {"id": n, "alert": name, "side": "white", "ply": 9, "detail": detail, "going": None}
        for n, (name, detail) in enumerate(
            [("missed-press", "e4 without a press"), ("notation-behind", "White lacks 5 plies")]
        )
    ]
    faces = [client_for({**RUNNING, "alerts": a}).get("/clock").text for a in (told, [])]
    # The time of day on the page may differ by a second.
    first, second = (re.sub(r"\d\d:\d\d:\d\d", "", face) for face in faces)
    assert first == second
    assert "without a press" in client_for({**RUNNING, "alerts": told}).get("/").text
