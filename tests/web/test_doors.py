"""Every route of both applications, with each role: nothing answers without its role, nothing changes without a name.

The routes are walked from the applications themselves, so a new one is tested the day it is made; who may go through
is said by `door_rows` alone, so one without a row fails.
"""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from clockd import signing
from clockd.cli._hub_server import application
from clockd.hub.desk import Desk
from clockd.hub.event_file import load_event
from clockd.hub.hub import Hub
from clockd.web.access import Access
from clockd.web.app import TablePages, table_app
from clockd.web.doors import Door, routes_of
from clockd.web.gate import Gate
from clockd.web.hub_app import HubPages
from clockd.web.hub_feeds import HubFeeds
from clockd.web.hub_source import HubFeed
from clockd.web.link import TableLink
from clockd.web.roles import STAFF, Role, may
from tests.hub.events import write_event
from tests.web.arbiters import access_in, session_of
from tests.web.door_rows import ROWS
from tests.web.fake_hub import FakeHub, event
from tests.web.test_hub_arbiter import FakeDesk
from tests.web.test_hub_feeds import Source

HOST = "http://here"
PLACES = {
    "{board:int}": "1",
    "{round:int}": "1",
    "{name}": "wP",
    "{path:path}": "common.css",
}
TABLES = {("/api/table/sync", "POST"), ("/api/table/enrol", "POST")}
ROLES = (None, Role.ARBITER, Role.CHIEF, Role.TABLE)
# What a table's reporter sends with its report: it opens no person's door.
SEALED = {signing.KEY_HEADER: "k" * 16, signing.BOOT_HEADER: "b" * 32, signing.COUNT_HEADER: "7"}


def doors_of(kind: str, access: Access) -> list[Door]:
    if kind == "hub":
        pages = HubPages(HubFeed(FakeHub(event(3))), access, FakeDesk())
        return [*pages.doors(), *HubFeeds(Source()).doors()]
    return TablePages(TableLink(Path("nowhere")), access).doors()


def every_door() -> list[tuple[str, str, str]]:
    """Application, path and method."""
    found: list[tuple[str, str, str]] = []
    for kind in ("hub", "table"):
        for door in doors_of(kind, Access.__new__(Access)):
            found.append((kind, door.path, door.method))
    return found


@pytest.fixture(scope="module")
def staff(tmp_path_factory: pytest.TempPathFactory) -> dict[Role | None, Access]:
    """For each role the accounts where Ann has it."""
    made = tmp_path_factory.mktemp("staff")
    people = {role: role if role in STAFF else Role.CHIEF for role in ROLES}
    return {role: access_in(made / str(role), role=has) for role, has in people.items()}


def headers(access: Access, role: Role | None) -> dict[str, str]:
    """What Ann's own page sends, or a table's reporter; nothing of a stranger's."""
    if role is Role.TABLE:
        return dict(SEALED)
    return session_of(access, HOST) if role else {}


def ask(
    app: Starlette, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
) -> httpx.Response:
    for place, value in PLACES.items():
        path = path.replace(place, value)

    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=HOST) as client:
            # A stream has no end: its head says whether it is open.
            asked = "HEAD" if method == "GET" and ("events" in path or "stream" in path) else method
            return await client.request(asked, path, headers=headers, content=body)

    return asyncio.run(run())


def app_with(kind: str, access: Access) -> Starlette:
    return Starlette(routes=routes_of(doors_of(kind, access), Gate(access).check))


def turned_away(answer: httpx.Response) -> bool:
    to_sign_in = answer.status_code == 303 and answer.headers["location"] == "/sign-in"
    return answer.status_code in (401, 403) or to_sign_in


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("kind", "path", "method"), every_door())
def test_a_door_opens_for_its_role_and_for_no_lower_one(
    staff: dict[Role | None, Access],
    role: Role | None,
    kind: str,
    path: str,
    method: str,
) -> None:
    """Issue 7: nothing that changes state answers without a role."""
    access, needed = staff[role], ROWS[kind, path, method]
    app, own = app_with(kind, access), headers(access, role)
    if path in ("/sign-out", "/api/v1/session"):
        own |= {"cookie": own.get("cookie", "") + "x"}  # nobody's: Ann stays signed in
    allowed = (
        role is not Role.TABLE
        and may(role or Role.VIEWER, needed)
        and own.get("cookie", "")[-1:] != "x"
    )
    answer = ask(app, method, path, {"origin": HOST, **own})
    if needed is Role.VIEWER:
        # What a viewer may post is a name and a password: refused here, because none was sent.
        assert not turned_away(answer) or path in ("/sign-in", "/setup", "/api/v1/session")
    else:
        assert turned_away(answer) is not allowed


def test_every_door_has_its_row_and_every_row_its_door() -> None:
    """A new route is entered in `door_rows` by whoever makes it, with the role that it should have."""
    tables = {("hub", path, method) for path, method in TABLES}
    assert set(every_door()) | tables == set(ROWS)
    for kind in ("hub", "table"):
        for door in doors_of(kind, Access.__new__(Access)):
            assert door.role is ROWS[kind, door.path, door.method], door.path


@pytest.mark.parametrize("role", ROLES)
def test_nobody_but_an_enrolled_table_reports(
    tmp_path: Path, staff: dict[Role | None, Access], role: Role | None
) -> None:
    """Neither a chief arbiter's session nor a signature under a key of nobody's: 401, and nothing is kept."""
    hub = Hub(tmp_path / "hub", load_event(write_event(tmp_path)))
    app = application(hub, staff[role], Desk(hub), required=True)
    report = {"table": 1, "journal": "9f" * 8, "after": [0, "0" * 64], "records": []}
    body = json.dumps({**report, "snapshot": {"fen": "x"}}).encode()
    answer = ask(app, "POST", "/api/table/sync", headers(staff[role], role), body)
    assert answer.status_code == 401
    assert [each["table"] for each in hub.snapshot()["boards"] if each["live"]] == []
    hub.close()


@pytest.mark.parametrize("wrong", ["token", "origin"])
@pytest.mark.parametrize(("kind", "path", "method"), [d for d in every_door() if d[2] != "GET"])
def test_what_changes_something_needs_our_own_page(
    staff: dict[Role | None, Access],
    wrong: str,
    kind: str,
    path: str,
    method: str,
) -> None:
    """A page of another site has the cookie at best, never the token, and its own origin."""
    own = headers(staff[Role.CHIEF], Role.CHIEF)
    own |= {"x-csrf-token": "guessed"} if wrong == "token" else {"origin": "http://elsewhere"}
    answer = ask(app_with(kind, staff[Role.CHIEF]), method, path, own)
    by_password = path in ("/sign-in", "/setup", "/sign-out") or (
        path == "/api/v1/session" and method == "POST"
    )
    if wrong == "origin" or not by_password:
        assert answer.status_code == 403


@pytest.mark.parametrize(("kind", "path", "method"), [d for d in every_door() if d[2] != "GET"])
def test_a_body_beyond_its_bound_is_refused_everywhere(
    staff: dict[Role | None, Access],
    kind: str,
    path: str,
    method: str,
) -> None:
    own = headers(staff[Role.CHIEF], Role.CHIEF)
    answer = ask(app_with(kind, staff[Role.CHIEF]), method, path, own, b"x" * 100_000)
    assert answer.status_code == 413


def test_every_route_of_the_served_applications_came_through_the_gate(tmp_path: Path) -> None:
    """What is not a door cannot be reached: the routes are the doors, and a door has a role."""
    hub = Hub(tmp_path / "hub", load_event(write_event(tmp_path)))
    access = access_in(tmp_path)
    served = {
        "hub": application(hub, access, Desk(hub)),
        "table": table_app(TableLink(Path("nowhere")), access),
    }
    for kind, app in served.items():
        routes = set()
        for route in app.routes:
            assert (
                isinstance(route, Route)
                and route.endpoint.__qualname__ == "_route.<locals>.endpoint"
            )
            routes |= {(route.path, method) for method in (route.methods or ()) if method != "HEAD"}
        doors = {(door.path, door.method) for door in doors_of(kind, access)}
        assert routes == doors | (TABLES if kind == "hub" else set())
    hub.close()


@pytest.mark.parametrize(
    "path",
    [
        "/static/../access.py",
        "/static/..%2f..%2faccess.py",
        "/static/%2e%2e/%2e%2e/etc/passwd",
        "/static//etc/passwd",
        "/static/",
        "/static/%00",
        "/piece/..%2f..%2fx.svg",
        "/print/pairings/1%0d%0aSet-Cookie:%20x=1",
        "/%0d%0aX-Evil:1",
    ],
)
@pytest.mark.parametrize("kind", ["hub", "table"])
def test_no_path_leads_out_of_the_site_or_into_a_header(
    staff: dict[Role | None, Access], kind: str, path: str
) -> None:
    answer = ask(app_with(kind, staff[None]), "GET", path, {})
    assert answer.status_code in (404, 400)
    assert "set-cookie" not in answer.headers and "x-evil" not in answer.headers
