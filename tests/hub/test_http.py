"""The door for tables: one route, bounded, and every byte hostile until read."""

import asyncio
import json
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from clockd.cli import _hub_server
from clockd.cli._hub_server import application
from clockd.hub.event_file import load_event
from clockd.hub.http import SYNC_PATH
from clockd.hub.hub import Hub
from clockd.journal import GENESIS
from clockd.web import gate
from tests.hub.events import write_event
from tests.hub.test_chain import chain

JOURNAL = "ab" * 8


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    opened = Hub(tmp_path / "data", load_event(write_event(tmp_path)), rng=random.Random(1))
    yield opened
    opened.close()


@pytest.fixture
def client(hub: Hub) -> TestClient:
    return TestClient(application(hub), raise_server_exceptions=False)


def good(**changes: Any) -> dict[str, Any]:
    body = {"table": 1, "journal": JOURNAL, "after": [0, GENESIS], "records": [], "snapshot": None}
    return {**body, **changes}


def sent(bodies: list[str]) -> list[dict[str, Any]]:
    return [{"seq": r.seq, "hash": r.hash, "body": r.body} for r in chain(bodies)]


def test_an_exchange_is_answered_with_what_is_held_and_what_is_to_do(client: TestClient) -> None:
    answer = client.post(SYNC_PATH, json=good(records=sent(['{"facts":[]}'])))
    said = answer.json()
    assert answer.status_code == 200
    assert (said["seq"], said["hash"], said["error"]) == (1, chain(['{"facts":[]}'])[0].hash, None)
    assert [command["id"] for command in said["commands"]] == ["r1-b1-pairing"]


def test_a_fork_is_a_conflict_in_one_line(client: TestClient) -> None:
    client.post(SYNC_PATH, json=good(records=sent(["a", "b"])))
    answer = client.post(SYNC_PATH, json=good(records=sent(["a", "c"])))
    assert answer.status_code == 409
    said = answer.json()
    assert said["error"] == "record 2 is not the record 2 that the hub holds of this journal"
    assert said["seq"] == 2 and said["commands"] == []


def test_a_number_taken_is_a_conflict(client: TestClient) -> None:
    client.post(SYNC_PATH, json=good())
    answer = client.post(SYNC_PATH, json=good(journal="cd" * 8))
    assert answer.status_code == 409
    assert answer.json()["error"].startswith("table 1 is held by journal abababab")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("table", 0),
        ("table", True),
        ("table", "1"),
        ("table", 10**30),
        ("journal", ""),
        ("journal", "../../etc"),
        ("journal", None),
        ("after", None),
        ("after", [0]),
        ("after", [-1, GENESIS]),
        ("after", [0, "g" * 64]),
        ("records", None),
        ("records", {}),
        ("records", [1]),
        ("records", [{"seq": 1, "hash": GENESIS, "body": None}]),
        ("records", [{"seq": 1, "hash": GENESIS, "body": "\ud800"}]),
        ("records", [{}] * 1001),
        ("undelivered", [1]),
        ("undelivered", {"x": "\ud800"}),
        ("undelivered", {"\ud800": "x"}),
    ],
)
def test_a_request_that_is_none_is_refused_in_one_line(
    client: TestClient, key: str, value: Any
) -> None:
    answer = client.post(SYNC_PATH, content=json.dumps(good(**{key: value})))
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert "\n" not in error and ", expected " in error


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"table":1e999}', b"NaN"]
)
def test_bytes_that_are_no_request(client: TestClient, data: bytes) -> None:
    assert client.post(SYNC_PATH, content=data).status_code == 400


def test_too_much_is_refused_before_it_is_believed(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_hub_server, "BODY_MAX", 1000)
    assert TestClient(application(hub)).post(SYNC_PATH, content=b" " * 1001).status_code == 413


def test_a_body_that_does_not_come_is_given_up(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(request: Any, most: int) -> bytes:
        await asyncio.sleep(3600)
        return b""

    monkeypatch.setattr(gate, "_whole_body", never)
    monkeypatch.setattr(gate, "BODY_WITHIN_S", 0.01)
    assert client.post(SYNC_PATH, content=b"{}").status_code == 408


def test_nothing_else_changes_anything(client: TestClient) -> None:
    assert client.get(SYNC_PATH).status_code == 405
    assert client.put(SYNC_PATH).status_code == 405
    assert client.post("/api/table").status_code == 404


SNAPSHOTS: list[Any] = [
    "text",
    [],
    {"fen": 7, "white_ms": "x", "san": "e4", "alerts": [1], "plies": [[]]},
    {"alerts": [{"alert": ["x"], "id": {}}], "board": 1, "round": 1, "state": None},
    {"board": [], "round": {}, "san": [None] * 3000, "rate": "fast", "durable_seq": -5},
]


# What Python reads in JSON and no browser, file or socket does: half a sign, no number, one without an end.
UNWRITABLE = ["\ud800", math.nan, math.inf, 10**4000]
SNAPSHOTS += [
    {**dict.fromkeys(("fen", "journal", "san", "white_ms", "rate", "moves", "board"), wrong)}
    for wrong in UNWRITABLE
]
SNAPSHOTS += [
    {"alerts": [{"alert": "flag", "id": 1, "more": wrong}], "plies": [{"san": wrong}]}
    for wrong in UNWRITABLE
]
SNAPSHOTS += [{"alerts": [{"alert": "flag", "id": 1, "\udfff": 1}], "san": ["\udfff"]}]


@pytest.mark.parametrize("snapshot", SNAPSHOTS)
def test_a_snapshot_of_any_form_breaks_no_page(client: TestClient, hub: Hub, snapshot: Any) -> None:
    """It is a picture, never a truth: a wrong part reads as absent."""
    body = json.dumps(good(snapshot=snapshot))
    assert client.post(SYNC_PATH, content=body).status_code == 200
    shown = hub.snapshot()
    json.dumps([shown, hub.detail(1)], ensure_ascii=False, allow_nan=False).encode()
    assert shown["boards"][0]["result"] == "*"


BODIES = [
    "not json",
    "[]",
    "{}",
    '{"facts":null}',
    '{"facts":[{}]}',
    '{"facts":[{"type":"GameEnded"}]}',
    '{"facts":[{"type":"GamePaired","at_ns":1,"game_id":"x","pairing":{}}]}',
    '{"facts":[{"type":"GameEnded","at_ns":1,"result":"7-0","termination":"x",'
    '"match_winner":null,"clock":{}}]}',
    '{"facts":[{"type":"CommandRefused","at_ns":1,"id":"x","name":"x","author":"x","why":"\\ud800"}]}',
]


@pytest.mark.parametrize("body", BODIES)
def test_a_record_that_cannot_be_read_is_kept_and_shown(
    client: TestClient, hub: Hub, body: str
) -> None:
    """The copy is the table's word: it is not the hub's to drop."""
    answer = client.post(SYNC_PATH, json=good(records=sent([body])))
    assert (answer.status_code, answer.json()["seq"]) == (200, 1)
    assert [alert["alert"] for alert in hub.snapshot()["alerts"]] == ["unreadable"]
    assert client.post(SYNC_PATH, json=good(records=sent([body, "{}"]))).json()["seq"] == 2
    json.dumps(hub.snapshot(), ensure_ascii=False).encode()
