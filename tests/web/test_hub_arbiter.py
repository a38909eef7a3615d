"""The hub's arbiter page: who sees it, what its forms become, and what came of a command."""

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from clockd.errors import NotAllowed
from clockd.hub.arbiter import names
from clockd.web.access import Access
from clockd.web.hub_app import make_hub_app
from clockd.web.hub_arbiter import arbiter_view
from clockd.web.hub_forms import FORMS, GROUPS, ORDER, arguments_of, form_named, role_for
from clockd.web.roles import Role
from clockd.web.words import ENGLISH
from tests.web.arbiters import NAME, access_in, signed_in
from tests.web.fake_hub import FakeHub, event

HUB = "http://hub"


class FakeDesk:
    """Takes every command, and answers as it was told to."""

    def __init__(self, answer: dict[str, Any] | Exception | None = None) -> None:
        self.taken: list[dict[str, Any]] = []
        self._answer = answer or {"ok": True, "detail": "round 1 is paired"}

    def command(self, body: dict[str, Any]) -> dict[str, Any]:
        self.taken.append(body)
        if isinstance(self._answer, Exception):
            raise self._answer
        return dict(self._answer)

    def note(self, author: str, what: str, reason: str) -> None:
        self.taken.append({"note": what, "author": author, "reason": reason})

    def actions(self) -> list[dict[str, Any]]:
        return []


def talk(
    access: Access,
    desk: FakeDesk,
    *asked: tuple[str, str, Mapping[str, str] | None],
    headers: Mapping[str, str] | None = None,
) -> list[httpx.Response]:
    """One browser's requests in order."""

    async def run() -> list[httpx.Response]:
        app = make_hub_app(FakeHub(event(20)), access=access, desk=desk)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=HUB) as client:
            return [
                await client.request(method, path, data=form, headers=headers)
                for method, path, form in asked
            ]

    return asyncio.run(run())


def command(access: Access, desk: FakeDesk, **fields: str) -> list[httpx.Response]:
    """A form sent, and the page that follows."""
    own = signed_in(access, HUB)
    form = {"id": "0123456789abcdef", "csrf": own.pop("x-csrf-token"), **fields}
    asked = (("POST", "/arbiter/command", form), ("GET", "/arbiter", None))
    return talk(access, desk, *asked, headers=own)


def test_every_command_of_the_hub_can_be_given() -> None:
    """Interfaces 7: each form is a command of the shell, and `other` takes the name of any."""
    offered = [form.command for form in FORMS if form.command != ORDER]
    orders = form_named("order")
    assert orders is not None
    assert set(offered) | set(orders.fields[0].choices) <= set(names())
    assert len(offered) == len(set(offered))
    assert {form.group for form in FORMS} == set(GROUPS)
    other = form_named("other")
    assert other is not None
    fields = {"order": "bye-cancel", "arguments": "round=3 player=4"}
    assert arguments_of(other, fields) == ("bye-cancel", {"round": "3", "player": "4"})


def test_every_word_of_the_forms_is_in_the_catalogue() -> None:
    asked = {f"ask.{field.name}" for form in FORMS for field in form.fields}
    titles = {f"command.{form.name}" for form in FORMS}
    assert asked | titles <= set(ENGLISH)


def test_a_form_becomes_the_command_of_the_shell() -> None:
    result = form_named("result")
    assert result is not None
    fields = {"board": " 3 ", "result": "1/2-1/2", "forfeit": "no", "round": "", "evil": "x"}
    wanted = {"board": "3", "result": "1/2-1/2", "forfeit": "no"}
    assert arguments_of(result, fields) == ("result", wanted)
    start = form_named("start")
    assert start is not None and arguments_of(start, {"table": "7"}) == ("start", {"table": "all"})


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("", {}),
        ("side=white add=2:00", {"side": "white", "add": "2:00"}),
        ("moves=e4 e5 Nf3 side=black", {"moves": "e4 e5 Nf3", "side": "black"}),
        ("nonsense", {"nonsense": ""}),
    ],
)
def test_an_order_takes_what_the_shell_takes(text: str, arguments: dict[str, str]) -> None:
    form = form_named(ORDER)
    assert form is not None
    fields = {"order": "set-time", "table": "4", "arguments": text}
    assert arguments_of(form, fields) == ("set-time", {"table": "4", **arguments})


def test_a_stranger_is_led_to_the_sign_in_and_sees_nothing(tmp_path: Path) -> None:
    desk = FakeDesk()
    paths = ("/arbiter", "/arbiters", "/events/arbiter")
    answers = talk(access_in(tmp_path), desk, *(("GET", path, None) for path in paths))
    assert [(each.status_code, each.headers["location"]) for each in answers] == [
        (303, "/sign-in")
    ] * 3
    (first,) = talk(access_in(tmp_path / "new", account=False), desk, ("GET", "/sign-in", None))
    assert first.headers["location"] == "/setup"


def test_a_command_is_given_in_the_arbiters_name_and_its_outcome_is_told_once(
    tmp_path: Path,
) -> None:
    access, desk = access_in(tmp_path, role=Role.ARBITER), FakeDesk()
    sent, page = command(access, desk, form="pair", publish="yes", reason=" all are here ")
    assert (sent.status_code, sent.headers["location"]) == (303, "/arbiter")
    assert desk.taken == [
        {
            "id": "0123456789abcdef",
            "name": "pair",
            "arguments": {"publish": "yes"},
            "author": NAME,
            "reason": "all are here",
        }
    ]
    assert "round 1 is paired" in page.text and 'class="outcome"' in page.text
    own = signed_in(access, HUB)
    (again,) = talk(access, desk, ("GET", "/arbiter", None), headers=own)
    assert "round 1 is paired" not in again.text


def test_the_hubs_refusal_is_shown_as_it_is_and_is_no_markup(tmp_path: Path) -> None:
    desk = FakeDesk(NotAllowed("board 3, expected <b>one</b> of 1 to 2"))
    _, page = command(access_in(tmp_path), desk, form="result", board="3", result="1-0")
    assert "board 3, expected &lt;b&gt;one&lt;/b&gt; of 1 to 2" in page.text
    _, page = command(access_in(tmp_path), FakeDesk({"ok": False, "error": "no"}), form="close")
    assert 'class="outcome bad" role="alert"' in page.text


def test_what_changes_the_event_is_the_chief_arbiters(tmp_path: Path) -> None:
    """An arbiter neither sees the form nor gets the command through."""
    chiefs = [form for form in FORMS if form.role is Role.CHIEF]
    assert {form.command for form in chiefs} >= {"plan", "finish", "lots"}
    for role in (Role.ARBITER, Role.CHIEF):
        desk, access = FakeDesk(), access_in(tmp_path / role, role=role)
        _, page = command(access, desk, form="plan", rounds="7", reason="storm")
        shown = set(re.findall(r'id="command-([a-z-]+)"', page.text))
        assert (len(desk.taken) == 1) is (role is Role.CHIEF)
        assert ({form.name for form in chiefs} <= shown) is (role is Role.CHIEF)
        assert ("this is for a chief arbiter" in page.text) is (role is Role.ARBITER)
    assert role_for("plan") is Role.CHIEF and role_for("no-such") is Role.ARBITER


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"form": "no-such"},
        {"form": "rule", "board": "1", "result": "1-0"},
        {"form": "rule", "board": "1", "result": "1-0", "reason": "   "},
        {"form": "close", "id": ""},
        {"form": "close", "id": "../../etc"},
        {"form": "close", "reason": "x" * 501},
    ],
)
def test_what_is_no_command_of_the_page_never_reaches_the_hub(
    tmp_path: Path, fields: dict[str, str]
) -> None:
    desk = FakeDesk()
    _, page = command(access_in(tmp_path), desk, **fields)
    assert desk.taken == [] and "outcome bad" in page.text


def test_an_alert_is_acknowledged_by_its_button(tmp_path: Path) -> None:
    desk = FakeDesk()
    command(access_in(tmp_path), desk, acknowledge="3:offline")
    assert (desk.taken[0]["name"], desk.taken[0]["arguments"]) == (
        "acknowledge",
        {"alert": "3:offline"},
    )


def test_the_desk_shows_a_round_before_it_is_published() -> None:
    """The arbiter looks at the pairings first; everybody else is told that there are none yet."""
    shown = event(4)
    shown["pairings"][-1]["published"] = False
    view = arbiter_view(shown)
    (current,) = view["rounds"]
    assert current["state"] == "not published"
    assert len(current["rows"]) == len(shown["pairings"][-1]["boards"]) > 0


def test_a_chief_arbiter_lets_others_in_and_out(tmp_path: Path) -> None:
    access, desk = access_in(tmp_path), FakeDesk()
    own = signed_in(access, HUB)
    form = {"csrf": own.pop("x-csrf-token"), "name": "<i>Bob</i>", "password": "rook on h8"}
    asked = (
        ("POST", "/arbiters", {**form, "do": "add", "role": "arbiter", "reason": "round 2"}),
        ("GET", "/arbiters", None),
        ("POST", "/arbiters", {**form, "do": "add", "role": "viewer"}),
        ("POST", "/arbiters", {**form, "do": "remove"}),
        ("POST", "/arbiters", {**form, "do": "remove", "name": NAME}),
    )
    added, page, no_role, removed, last = talk(access, desk, *asked, headers=own)
    assert [each.status_code for each in (added, removed)] == [303, 303]
    assert "&lt;i&gt;Bob&lt;/i&gt;" in page.text and "<i>Bob" not in page.text
    assert (no_role.status_code, last.status_code) == (409, 409)
    assert "one chief arbiter must stay" in last.text
    assert desk.taken == [
        {"note": "account of <i>Bob</i>: arbiter", "author": NAME, "reason": "round 2"},
        {"note": "account of <i>Bob</i> removed", "author": NAME, "reason": ""},
    ]
