"""The reporter between a real table's socket and a hub over HTTP: what it sends, how long it waits, what it tells.

The table is a host without a loop, the hub a small HTTP server that is told what to answer. `turn` is one exchange,
so nothing here waits for a clock; the two threads at the edge are tested with real processes.
"""

import http.server
import json
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clockd.game.pairing import Pairing, Player
from clockd.ports import ArbiterPressed
from clockd.table.host import Host
from clockd.table.socket import SOCKET_NAME
from clockd.web.exchange import HubAway
from clockd.web.hub_line import SYNC_PATH, HubLine
from clockd.web.reporter import (
    BACK_OFF_S,
    GAP_S,
    REFUSED_AGAIN_S,
    TABLE_AGAIN_S,
    Reporter,
    TableWatch,
)

PAIRING = Pairing(Player("White"), Player("Black"), "300+2", "club", event="Club", round=3, board=2)


class SmallHub:
    """Takes every record; `status` 409 refuses, 500 is ill, None hangs up."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.held: list[dict[str, Any]] = []
        self.commands: list[dict[str, Any]] = []
        self.status: int | None = 200
        hub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                assert self.path == SYNC_PATH
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if hub.status is None:
                    self.close_connection = True
                    return
                data = json.dumps(hub.answer(body)).encode()
                self.send_response(hub.status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *arguments: Any) -> None:
                """A test is quiet."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def answer(self, body: dict[str, Any]) -> dict[str, Any]:
        if self.status != 200:
            return {"error": "table 2 is held by journal 12345678", "seq": 0}
        self.requests.append(body)
        if body["after"][0] == len(self.held):
            self.held += body["records"]
        last = self.held[-1]["hash"] if self.held else "0" * 64
        return {"seq": len(self.held), "hash": last, "commands": self.commands, "error": None}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Place:
    """A table and its reporter; `pump` feeds what came through the socket."""

    def __init__(self, folder: Path, url: str) -> None:
        self.inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.host = Host(folder, 2, self.inbox.put, lambda: None)
        self.now_s = 100.0
        self.reporter = Reporter(folder / SOCKET_NAME, url, now_s=lambda: self.now_s)
        threading.Thread(target=self._pump, daemon=True).start()

    def _pump(self) -> None:
        while (seen := self.inbox.get()) is not None:
            self.host.feed(seen)
            self.host.publish()

    def turn(self, after_s: float = 1.0) -> float:
        self.now_s += after_s
        return self.reporter.turn(self.host.snapshot())

    def close(self) -> None:
        self.inbox.put(None)
        self.reporter.close()
        self.host.close()


@pytest.fixture
def hub() -> Iterator[SmallHub]:
    opened = SmallHub()
    yield opened
    opened.close()


@pytest.fixture
def place(tmp_path: Path, hub: SmallHub) -> Iterator[Place]:
    opened = Place(tmp_path / "s", hub.url)
    yield opened
    opened.close()


def durable(host: Host) -> None:
    end = threading.Event()
    for _ in range(1000):
        if host.writer.durable_seq == host.table.machine.seq:
            return
        end.wait(0.01)
    raise AssertionError("the disk does not follow")


def test_committed_records_and_the_picture_go_up(place: Place, hub: SmallHub) -> None:
    place.host.load(PAIRING)
    durable(place.host)
    assert place.turn() == GAP_S
    assert [record["seq"] for record in hub.held] == [1]
    assert hub.requests[-1]["snapshot"]["board"] == 2
    assert hub.requests[-1]["journal"] == place.host.journal_id
    assert place.host.snapshot()["hub_link"] == "live"


def test_records_so_soon_after_a_picture_bring_none(place: Place, hub: SmallHub) -> None:
    """At most five pictures a second, records at once."""
    place.turn()
    place.host.load(PAIRING)
    durable(place.host)
    place.turn(after_s=0.05)
    assert [hub.requests[-1]["snapshot"], len(hub.requests[-1]["records"])] == [None, 1]
    place.turn(after_s=0.2)
    assert hub.requests[-1]["snapshot"] is not None and hub.requests[-1]["records"] == []


def test_a_command_is_handed_over_and_its_answer_reported(place: Place, hub: SmallHub) -> None:
    place.host.load(PAIRING)
    durable(place.host)
    hub.commands = [{"id": "c1", "author": "arbiter", "name": "start", "arguments": {}}]
    place.turn()
    assert place.host.table.game.phase == "running"
    hub.commands = []
    place.turn()
    assert any("CommandAccepted" in record["body"] for record in hub.held)


def test_a_hub_that_is_away_is_asked_again_and_again(place: Place, hub: SmallHub) -> None:
    """0.5 s, 1 s, 2 s, then every 5 s, for ever; the table plays on and says so."""
    hub.status = None
    assert [place.turn() for _ in range(6)] == [*BACK_OFF_S, 5.0, 5.0]
    assert place.host.snapshot()["hub_link"] == "lost"
    place.host.load(PAIRING)
    place.host.feed(ArbiterPressed(place.host.now_ns(), "start"))
    durable(place.host)
    hub.status = 200
    assert place.turn() == GAP_S
    assert hub.held == place.host.records(0, 100)["records"]
    assert place.host.snapshot()["hub_link"] == "live"


def test_an_ill_hub_is_as_good_as_away(place: Place, hub: SmallHub) -> None:
    hub.status = 503
    assert place.turn() == BACK_OFF_S[0]
    assert place.reporter.link == "lost"


def test_a_refusal_is_shown_at_the_table(place: Place, hub: SmallHub) -> None:
    hub.status = 409
    assert place.turn() == REFUSED_AGAIN_S
    shown = place.host.snapshot()["hub_link"]
    assert shown == "refused: table 2 is held by journal 12345678"


def test_a_table_that_is_away_is_waited_for(place: Place, hub: SmallHub, tmp_path: Path) -> None:
    lonely = Reporter(tmp_path / "nobody.sock", hub.url)
    snapshot = {**place.host.snapshot(), "durable_seq": 1}
    assert lonely.turn(snapshot) == TABLE_AGAIN_S
    lonely.close()


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "https://127.0.0.1:9", "http://[::1]:9/x"])
def test_an_address_with_nobody_there(url: str) -> None:
    line = HubLine(url)
    with pytest.raises(HubAway, match=r"127|::1"):
        line.post({})


def test_the_watch_follows_the_table(place: Place) -> None:
    """Its own thread: the latest snapshot, and None once the table has gone."""
    watch = TableWatch(place.host.folder / SOCKET_NAME)
    number, seen = _until(watch, lambda snapshot: snapshot is not None)
    place.host.load(PAIRING)
    number, seen = _until(watch, lambda snapshot: snapshot is not None and snapshot["round"] == 3)
    assert seen is not None and seen["white"] == "White"
    watch.close()
    assert number > 1


def _until(watch: TableWatch, fits: Any) -> tuple[int, dict[str, Any] | None]:
    number, seen = 0, None
    for _ in range(100):
        number, seen = watch.newer(number, 0.2)
        if fits(seen):
            return number, seen
    raise AssertionError(seen)
