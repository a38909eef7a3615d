"""A ruling from the arbiter's page: who may give one, what is taken, what the page is told."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from clockd.errors import BadInput, DeviceError
from clockd.game.rulings import command_names
from clockd.web.access import Access
from clockd.web.alert_words import KINDS
from clockd.web.app import RULINGS, table_app
from clockd.web.arbiter import command_of, form_views, give
from clockd.web.link import News, TableLink
from clockd.web.ruling_forms import FORMS, commands_offered, first_answer
from clockd.web.snapshot import complete
from tests.web.arbiters import access_in, signed_in

RULING = {
    "id": "0123456789ab",
    "name": "restore",
    "arguments": {"take-back": "1"},
    "reason": "seen",
}


def body(**changes: Any) -> bytes:
    return json.dumps({**RULING, **changes}).encode()


def given(answer: Any, **changes: Any) -> tuple[int, dict[str, Any]]:
    def ask(request: dict[str, Any]) -> dict[str, Any]:
        assert set(request) == {"command"}
        if isinstance(answer, Exception):
            raise answer
        return dict(answer)

    return asyncio.run(give(ask, "Ann Arbiter", body(**changes)))


def test_the_page_offers_every_command_of_the_table_once_and_nothing_else() -> None:
    """`resume` is `start` there, `call-answered` is what "seen" does to a call."""
    assert set(command_names()) - commands_offered() == {"resume", "call-answered"}
    assert commands_offered() <= set(command_names())
    keys = [form.key for form in FORMS]
    assert len(set(keys)) == len(keys) and not {"G", "J", "K", "W"} & set(keys)


def test_every_alert_has_its_answer() -> None:
    assert {first_answer(alert).name for alert in KINDS} <= {form.name for form in FORMS}
    assert first_answer("illegal-move").key == "I"
    assert first_answer("something-new").name == "seen"


def test_every_word_of_the_forms_is_in_the_catalogue() -> None:
    for view in form_views():
        assert view["title"] and view["effect"]
        for field in view["fields"]:
            assert not any(word.startswith(("choice.", "field.")) for _, word in field["choices"])


def test_the_author_is_who_signed_in_and_the_place_is_said() -> None:
    command = command_of("Ann Arbiter", body(author="Mallory"))
    assert command == {**RULING, "author": "Ann Arbiter, at the table"}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"[]", "JSON object"),
        (b"\xff{", "JSON object"),
        (b"[" * 5000, "JSON object"),
        (body(name="pairing"), "expected a ruling of this page"),
        (body(name=["restore"]), "expected a ruling of this page"),
        (body(id="1"), "8 to 64"),
        (body(arguments=[1]), "arguments"),
    ],
)
def test_what_is_no_ruling_never_reaches_the_table(sent: bytes, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        command_of("Ann", sent)


def test_the_page_is_told_what_the_table_said() -> None:
    assert given({"ok": True, "seq": 7}) == (200, {"ok": True, "detail": "Done: record 7."})
    refused = {"ok": False, "error": "the clock runs: pause it first"}
    assert given({**refused, "seq": 7}) == (409, refused)
    status, answer = given(DeviceError("gone"))
    assert status == 503 and "look before giving it again" in answer["error"]
    assert given({"ok": True}, name="format-disk")[0] == 400


def asked(
    app: Starlette, method: str, path: str, sent: bytes = b"", headers: dict[str, str] | None = None
) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
            return await client.request(method, path, content=sent, headers=headers)

    return asyncio.run(ask())


@pytest.fixture
def access(tmp_path: Path) -> Access:
    return access_in(tmp_path)


@pytest.fixture
def app(access: Access) -> Starlette:
    link = TableLink(Path("nowhere"))
    said = complete({"white": "<b>Ann</b>", "state": "paused", "board_link": "live"})
    link.news = News(1, "live", "", said, time.monotonic_ns())
    return table_app(link, access)


def test_nobody_rules_without_a_name_and_only_by_post(app: Starlette, access: Access) -> None:
    refused = asked(app, "POST", RULINGS, body())
    assert (refused.status_code, refused.json()["title"]) == (401, "Unauthorized")
    own = signed_in(access)
    assert asked(app, "POST", "/arbiter", body(), own).status_code == 405
    assert asked(app, "PUT", RULINGS, body(), own).status_code == 405
    assert asked(app, "GET", RULINGS, headers=own).status_code == 405


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"cookie": "clockd=guessed"}, 401),
        ({"x-csrf-token": "guessed"}, 403),
        ({"x-csrf-token": ""}, 403),
        ({"origin": "http://elsewhere"}, 403),
        ({"origin": ""}, 403),
        ({"origin": "null"}, 403),
    ],
)
def test_a_ruling_needs_cookie_token_and_origin(
    app: Starlette, access: Access, wrong: dict[str, str], status: int
) -> None:
    assert asked(app, "POST", RULINGS, body(), signed_in(access)).status_code == 503  # let through
    answer = asked(app, "POST", RULINGS, body(), {**signed_in(access), **wrong})
    assert answer.status_code == status


def test_a_ruling_to_a_table_that_is_away_says_so(app: Starlette, access: Access) -> None:
    own = signed_in(access)
    answer = asked(app, "POST", RULINGS, body(), own)
    assert (answer.status_code, answer.json()["ok"]) == (503, False)
    assert asked(app, "POST", RULINGS, b"x" * 100_000, own).status_code == 413


def test_the_page_is_for_arbiters_and_no_name_is_markup(app: Starlette, access: Access) -> None:
    away = asked(app, "GET", "/arbiter")
    assert (away.status_code, away.headers["location"]) == (303, "/sign-in")
    text = asked(app, "GET", "/arbiter", headers=signed_in(access)).text
    assert "Board is right" in text and "&lt;b&gt;Ann&lt;/b&gt;" in text and "<b>Ann" not in text
    for form in FORMS:
        assert f'data-ruling="{form.name}" data-key="{form.key}"' in text
