"""The API of hub and table: answers fit its document, the document is the route table, refusals are problems."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from clockd.cli._hub_server import application
from clockd.errors import NotAllowed
from clockd.hub.desk import Desk
from clockd.hub.event_file import load_event
from clockd.hub.hub import Hub
from clockd.web.access import Access
from clockd.web.app import TablePages, table_app
from clockd.web.doors import Door
from clockd.web.guesses import ADDRESS_S, ADDRESS_TRIES
from clockd.web.hub_app import HubPages, make_hub_app
from clockd.web.hub_source import HubFeed
from clockd.web.link import News, TableLink
from clockd.web.roles import Role
from clockd.web.snapshot import complete
from tests.hub.events import write_event
from tests.web.api_forms import check_schema, faults
from tests.web.arbiters import NAME, PASSWORD, access_in, signed_in
from tests.web.fake_hub import FakeHub, event
from tests.web.fake_table import RUNNING
from tests.web.test_hub_arbiter import FakeDesk

HUB = "http://hub"
KEY = {"idempotency-key": "0123456789abcdef"}


def hub_app(access: Access, desk: FakeDesk | None = None) -> Starlette:
    return make_hub_app(FakeHub(event(20)), access=access, desk=desk or FakeDesk())


def link_of_running() -> TableLink:
    link = TableLink(Path("nowhere"))
    link.news = News(7, "live", "", complete(RUNNING), 0)
    return link


def ask(
    app: Starlette,
    method: str,
    path: str,
    headers: Mapping[str, str] | None = None,
    body: Any = None,
) -> httpx.Response:
    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=HUB) as client:
            content = None if body is None else json.dumps(body)
            return await client.request(method, path, headers=headers, content=content)

    return asyncio.run(run())


def api_doors(kind: str, access: Access) -> list[Door]:
    if kind == "hub":
        doors = HubPages(HubFeed(FakeHub(event(20))), access, FakeDesk()).doors()
    else:
        doors = TablePages(link_of_running(), access).doors()
    return [door for door in doors if door.path.startswith("/api/v1")]


def app_of(kind: str, access: Access) -> Starlette:
    return hub_app(access) if kind == "hub" else table_app(link_of_running(), access)


def check_forms(app: Starlette, own: Mapping[str, str]) -> int:
    """Every GET of the API against its schema; how many."""
    told = ask(app, "GET", "/api/v1/openapi.json").json()
    looked = 0
    for path, methods in told["paths"].items():
        content = methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        if "application/json" not in content:
            continue
        answer = ask(app, "GET", path.replace("{board}", "2"), own)
        assert answer.status_code == 200, path
        schema = content["application/json"]["schema"]
        assert faults(answer.json(), schema, told) == [], path
        looked += 1
    return looked


@pytest.mark.parametrize("kind", ["hub", "table"])
def test_the_document_is_the_route_table(kind: str, tmp_path: Path) -> None:
    """OpenAPI 3.1: every door of the API with its method, role and form, and nothing else."""
    access = access_in(tmp_path)
    told = ask(app_of(kind, access), "GET", "/api/v1/openapi.json").json()
    assert told["openapi"] == "3.1.0"
    written = {
        (path, method): operation["x-role"]
        for path, methods in told["paths"].items()
        for method, operation in methods.items()
    }
    doors = {
        (door.path.replace(":int}", "}"), door.method.lower()): door.role.value
        for door in api_doors(kind, access)
    }
    assert written == doors and all(door.told for door in api_doors(kind, access))
    names = [
        operation["operationId"]
        for methods in told["paths"].values()
        for operation in methods.values()
    ]
    assert len(names) == len(set(names))
    for schema in told["components"]["schemas"].values():
        check_schema(schema)
    for reference in json.dumps(told).split('"#/components/schemas/')[1:]:
        assert reference.split('"')[0] in told["components"]["schemas"]


@pytest.mark.parametrize("kind", ["hub", "table"])
def test_every_answer_fits_its_schema(kind: str, tmp_path: Path) -> None:
    access = access_in(tmp_path)
    app, own = app_of(kind, access), signed_in(access, HUB)
    assert check_forms(app, own) == (10 if kind == "hub" else 4)


@pytest.mark.parametrize(
    ("key", "fits"),
    [
        ("a" * 8, True),
        ("r1.b2:x_-9", True),
        ("a" * 65, False),
        ("short", False),
        ("with space", False),
    ],
)
def test_a_key_that_the_document_allows_is_taken_and_no_other(
    tmp_path: Path, key: str, fits: bool
) -> None:
    """As a tool found that makes requests of the document: what it calls valid must be."""
    access = access_in(tmp_path)
    app, own = hub_app(access), signed_in(access, HUB)
    told = ask(app, "GET", "/api/v1/openapi.json").json()
    (header,) = told["paths"]["/api/v1/commands"]["post"]["parameters"]
    assert (faults(key, header["schema"], told) == []) is fits
    headers = {**own, "idempotency-key": key}
    answer = ask(app, "POST", "/api/v1/commands", headers, {"name": "close"})
    assert (answer.status_code == 200) is fits


@pytest.mark.parametrize("name", ["pause", "set-moves", "", "no-such"])
def test_a_ruling_that_the_document_allows_reaches_the_table_and_no_other(
    tmp_path: Path, name: str
) -> None:
    """503: the table that would decide is away; 400: it was not asked."""
    access = access_in(tmp_path)
    app, own = app_of("table", access), {**signed_in(access, HUB), **KEY}
    told = ask(app, "GET", "/api/v1/openapi.json").json()
    body = told["paths"]["/api/v1/rulings"]["post"]["requestBody"]["content"]["application/json"]
    ruling = {"name": name, "arguments": {"moves": "e4 e5 " * 300}, "reason": "seen"}
    fits = faults(ruling, body["schema"], told) == []
    answer = ask(app, "POST", "/api/v1/rulings", own, ruling)
    assert answer.status_code == (503 if fits else 400)
    assert fits is (name in ("pause", "set-moves"))


def test_an_answer_of_another_form_would_be_seen(tmp_path: Path) -> None:
    told = ask(app_of("hub", access_in(tmp_path)), "GET", "/api/v1/openapi.json").json()
    many = {"type": "array", "items": {"$ref": "#/components/schemas/Alert"}}
    alert = {"id": "1", "alert": "flag", "level": "now", "detail": ""}
    assert faults([alert], many, told) == []
    for wrong in ({"id": 7}, {"level": "later"}, {"detail": None}):
        assert len(faults([{**alert, **wrong}], many, told)) == 1
    assert faults([{}], many, told) and faults({}, many, told)


def test_a_real_hubs_answers_fit_too_and_a_key_is_one_action(tmp_path: Path) -> None:
    """The same Idempotency-Key again, and with another command: once carried out, once refused."""
    hub = Hub(tmp_path / "hub", load_event(write_event(tmp_path)), manual=True)
    access = access_in(tmp_path)
    app = application(hub, access, Desk(hub))
    own = {**signed_in(access, HUB), **KEY}
    pair = {"name": "pair", "arguments": {"publish": "yes"}, "reason": "all are here"}
    first, again = (ask(app, "POST", "/api/v1/commands", own, pair) for _ in range(2))
    assert first.json() == again.json() == {"detail": "round 1 is paired and published"}
    other = ask(app, "POST", "/api/v1/commands", own, {"name": "close"})
    assert (other.status_code, len(hub.event.tournament.rounds)) == (409, 1)
    assert check_forms(app, own) == 10
    actions = ask(app, "GET", "/api/v1/actions", own).json()
    assert [(each["name"], each["author"], each["reason"]) for each in actions] == [
        ("pair", NAME, "all are here")
    ]
    hub.close()
    again_opened = Hub(tmp_path / "hub", None, manual=True)
    assert Desk(again_opened).actions() == actions  # the trail is in the journal
    again_opened.close()


def test_a_program_signs_in_gives_a_command_and_signs_out(tmp_path: Path) -> None:
    """Without a browser: no Origin, but the cookie and the token that came with it."""
    desk = FakeDesk()
    app = hub_app(access_in(tmp_path), desk)
    opened = ask(app, "POST", "/api/v1/session", body={"name": NAME, "password": PASSWORD})
    assert opened.json() == {"name": NAME, "role": "chief", "csrf": opened.json()["csrf"]}
    own = {"cookie": f"clockd={opened.cookies['clockd']}", "x-csrf-token": opened.json()["csrf"]}
    command = {"name": "close", "arguments": {"round": "1"}, "reason": "all done"}
    done = ask(app, "POST", "/api/v1/commands", {**own, **KEY}, command)
    assert (done.status_code, done.json()) == (200, {"detail": "round 1 is paired"})
    assert desk.taken == [{"id": KEY["idempotency-key"], "author": NAME, **command}]
    assert ask(app, "DELETE", "/api/v1/session", own).status_code == 204
    assert ask(app, "POST", "/api/v1/commands", {**own, **KEY}, command).status_code == 401
    wrong = ask(app, "POST", "/api/v1/session", body={"name": NAME, "password": "no" * 9})
    assert (wrong.status_code, wrong.json()["detail"]) == (403, "name or password is wrong")


@pytest.mark.parametrize("kind", ["hub", "table"])
def test_who_guesses_passwords_is_told_when_to_come_back(tmp_path: Path, kind: str) -> None:
    """RFC 6585 section 4: 429 with Retry-After, for the right password too."""
    app = app_of(kind, access_in(tmp_path))
    for _ in range(ADDRESS_TRIES):
        wrong = ask(app, "POST", "/api/v1/session", body={"name": NAME, "password": "no" * 9})
        assert wrong.status_code == 403
    right = ask(app, "POST", "/api/v1/session", body={"name": NAME, "password": PASSWORD})
    assert right.status_code == 429 and "set-cookie" not in right.headers
    assert right.headers["content-type"] == "application/problem+json"
    assert 0 < int(right.headers["retry-after"]) <= ADDRESS_S + 1


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({}, {"name": "close"}, 400),
        ({"idempotency-key": "short"}, {"name": "close"}, 400),
        (KEY, [], 400),
        (KEY, {"name": 7}, 400),
        (KEY, {"name": "close", "evil": 1}, 400),
        (KEY, {"name": "close", "arguments": "x"}, 400),
        (KEY, {"name": "close", "reason": "x" * 600}, 400),
        (KEY, {"name": "close", "reason": "x" * 9000}, 413),
        ({**KEY, "x-csrf-token": "wrong"}, {"name": "close"}, 403),
        ({**KEY, "origin": "http://elsewhere"}, {"name": "close"}, 403),
        ({**KEY, "sec-fetch-site": "cross-site", "origin": ""}, {"name": "close"}, 403),
    ],
)
def test_a_command_that_is_none_is_a_problem(
    tmp_path: Path, headers: dict[str, str], body: Any, status: int
) -> None:
    """RFC 9457: type, title, status and one line of detail; nothing reached the hub."""
    access, desk = access_in(tmp_path), FakeDesk()
    app = hub_app(access, desk)
    answer = ask(app, "POST", "/api/v1/commands", {**signed_in(access, HUB), **headers}, body)
    said = answer.json()
    assert (answer.status_code, said["status"]) == (status, status) and desk.taken == []
    assert answer.headers["content-type"] == "application/problem+json"
    assert said["detail"] and "\n" not in said["detail"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/api/v1/boards/999", 404),
        ("GET", "/api/v1/boards/x", 404),
        ("POST", "/api/v1/boards", 405),
        ("PUT", "/api/v1/commands", 405),
        ("GET", "/api/v1/actions", 401),
    ],
)
def test_every_refusal_is_a_problem(tmp_path: Path, method: str, path: str, status: int) -> None:
    app = hub_app(access_in(tmp_path))
    answer = ask(app, method, path)
    assert (answer.status_code, answer.json()["status"]) == (status, status)
    told = ask(app, "GET", "/api/v1/openapi.json").json()
    assert faults(answer.json(), told["components"]["schemas"]["Problem"], told) == []
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_hubs_own_refusal_is_a_conflict_and_the_chiefs_command_is_his(tmp_path: Path) -> None:
    access = access_in(tmp_path, role=Role.ARBITER)
    app = hub_app(access, FakeDesk(NotAllowed("round 1 has open boards")))
    own = {**signed_in(access, HUB), **KEY}
    refused = ask(app, "POST", "/api/v1/commands", own, {"name": "close"})
    assert (refused.status_code, refused.json()["detail"]) == (409, "round 1 has open boards")
    assert ask(app, "POST", "/api/v1/commands", own, {"name": "finish"}).status_code == 403


def test_a_stream_has_ids_and_begins_after_the_last_one_that_was_heard(tmp_path: Path) -> None:
    async def first_event(last: str) -> str:
        link = link_of_running()
        app = table_app(link, access_in(tmp_path))
        sent = asyncio.Queue[Any]()
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/v1/stream",
            "raw_path": b"/api/v1/stream",
            "query_string": b"",
            "headers": [(b"last-event-id", last.encode())],
            "client": ("127.0.0.1", 1),
            "server": ("hub", 80),
            "scheme": "http",
        }

        async def receive() -> Any:
            await asyncio.sleep(3600)

        task = asyncio.create_task(app(scope, receive, sent.put))
        text = ""
        while "\n\n" not in text.removeprefix("retry: 1000\n\n"):
            message = await asyncio.wait_for(sent.get(), 10)
            text += message.get("body", b"").decode()
        task.cancel()
        return text.removeprefix("retry: 1000\n\n")

    assert asyncio.run(first_event("3")).startswith("id: 7\ndata: {")
    assert asyncio.run(first_event("nonsense")).startswith("id: 7\n")
    assert asyncio.run(first_event("7")) == ": still here\n\n"
    assert asyncio.run(first_event("9999")).startswith("id: 7\n")  # of a server that began anew


def test_a_viewer_sees_what_spectators_may_and_an_arbiter_all(tmp_path: Path) -> None:
    """Alerts, notices and what is not published are the arbiters'; a hub without accounts is a demo."""
    access = access_in(tmp_path)
    app, own = hub_app(access), signed_in(access, HUB)
    alert = event(20)["alerts"][0]["detail"]
    for path in ("/snapshot.json", "/", "/board/3", "/api/v1/boards"):
        viewer = ask(app, "GET", path).text
        assert alert not in viewer, path
    assert ask(app, "GET", "/snapshot.json").json()["alerts"] == []
    assert ask(app, "GET", "/snapshot.json", own).json()["alerts"] != []
    assert ask(app, "GET", "/api/v1/alerts", own).json()[0]["id"]
    unguarded = make_hub_app(FakeHub(event(20)))
    assert ask(unguarded, "GET", "/snapshot.json").json()["alerts"] != []


@pytest.mark.parametrize("kind", ["hub", "table"])
def test_the_metrics_are_prometheus_text_and_name_nobody(kind: str, tmp_path: Path) -> None:
    answer = ask(app_of(kind, access_in(tmp_path)), "GET", "/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    samples = [line for line in lines if not line.startswith("#")]
    assert len(samples) >= 9 and len(samples) == len({line.split(" ")[0] for line in samples})
    for line in samples:
        name, value = line.rsplit(" ", 1)
        assert name.startswith("clockd_") and float(value) >= 0
        assert f"# TYPE {name.partition('{')[0]} gauge" in lines
    assert "Player" not in answer.text
