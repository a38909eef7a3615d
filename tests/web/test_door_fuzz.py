"""What nobody's browser sends: every door of both applications answers it in order, and nothing has happened."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from clockd.cli._hub_server import application
from clockd.hub.desk import Desk
from clockd.hub.event_file import load_event
from clockd.hub.hub import Hub
from clockd.web.app import table_app
from clockd.web.link import TableLink
from tests.hub.events import write_event
from tests.web.arbiters import access_in, session_of
from tests.web.door_rows import ROWS

HOST = "http://here"
SEED = 7
NUMBERS = ("0", "1", "99999999", "9" * 60)
NAMES = ("wP", "%00", "%2e%2e", "x" * 3000, "<script>", "Ω")
BODIES: tuple[bytes, ...] = (
    b"",
    b"\x00\xff\xfe",
    b"null",
    b"[[[[]]]]",
    b"[" * 4000,
    b'{"a":' * 1500,
    b'{"name":' + b"9" * 5000 + b"}",
    b'{"name":"\\ud800","arguments":{"\\ud800":"\\udfff"},"reason":"\\u0000"}',
    b'{"name":"result","arguments":{"board":{"a":[]},"result":null}}',
    b'{"name":"close","arguments":{},"reason":"x\\r\\ny: z"}',
    b'{"name":NaN,"password":Infinity}',
    b'{"do":"meet","id":"' + b"f" * 64 + b'","public":"' + b"f" * 512 + b'"}',
    b"form=result&board=%00&result=1-0&id=12345678",
    b"form=order&order=start&table=" + b"9" * 400 + b"&id=12345678",
    b"name=%ff%fe&password=%00&code=%f0%9f%92%a9",
    b"do=add&role=table&name=x&password=long+enough",
    b"&".join(b"%d=x" % number for number in range(500)),
)
# 503: there is no table behind the pages; 303 leads back to a page that says what was wrong.
REFUSED = (303, 400, 401, 403, 408, 409, 413, 429, 503)
QUERIES = ("", "?tournament=%00", "?tournament=" + "x" * 3000, "?%ff=%fe&&&=", "?tournament[]=1")


def bodies() -> Iterator[bytes]:
    """The ones above, and some that nobody thought of."""
    yield from BODIES
    rng = random.Random(SEED)
    for _ in range(8):
        yield rng.randbytes(rng.randrange(1, 400))
        good = bytearray(rng.choice(BODIES) or b"{}")
        good[rng.randrange(len(good))] ^= 1 << rng.randrange(8)
        yield bytes(good)


def paths(path: str) -> Iterator[str]:
    """A route with hostile values in its places."""
    if "{" not in path:
        yield from (path + query for query in QUERIES)
        return
    for value in NUMBERS if ":int" in path else NAMES:
        filled = path
        for place in ("{board:int}", "{round:int}", "{name}", "{path:path}"):
            filled = filled.replace(place, value)
        yield filled


@dataclass(frozen=True, slots=True)
class Site:
    """One application, and the chief arbiter's own page: the one that gets furthest."""

    app: Starlette
    hub: Hub
    own: dict[str, str]


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Site]]:
    folder = tmp_path_factory.mktemp("fuzz")
    hub = Hub(folder / "hub", load_event(write_event(folder)), manual=True)
    access = access_in(folder)
    own = session_of(access, HOST)
    yield {
        "hub": Site(application(hub, access, Desk(hub), required=True), hub, own),
        "table": Site(table_app(TableLink(Path("nowhere")), access), hub, own),
    }
    hub.close()


@pytest.mark.parametrize("kind", ["hub", "table"])
def test_no_body_breaks_a_door_or_does_anything(sites: dict[str, Site], kind: str) -> None:
    """A server error would be our own mistake; a fact in the journal would be theirs."""
    site = sites[kind]
    before = site.hub.snapshot()["seq"]
    doors = [path for (where, path, method) in ROWS if where == kind and method == "POST"]
    with TestClient(site.app, base_url=HOST) as client:
        for path in doors:
            for body in bodies():
                for form in ("application/json", "application/x-www-form-urlencoded"):
                    key = {"idempotency-key": "0123456789abcdef", "content-type": form}
                    sent = site.own if path != "/sign-out" else {"origin": HOST}
                    answer = client.post(
                        path, content=body, headers={**sent, **key}, follow_redirects=False
                    )
                    assert answer.status_code in REFUSED, (path, body)
    assert site.hub.snapshot()["seq"] == before


@pytest.mark.parametrize("kind", ["hub", "table"])
def test_no_path_or_query_breaks_a_page(sites: dict[str, Site], kind: str) -> None:
    site = sites[kind]
    gets = [path for (where, path, method) in ROWS if where == kind and method == "GET"]
    with TestClient(site.app, base_url=HOST) as client:
        for path in gets:
            # A stream has no end: its head says whether it is open.
            ask = client.head if "events" in path or "stream" in path else client.get
            for filled in paths(path):
                answer = ask(filled, headers=site.own, follow_redirects=False)
                assert answer.status_code in (200, 303, 304, 400, 404, 503), filled
                assert "<script>x" not in answer.text and "\x00" not in answer.text
