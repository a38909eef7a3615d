"""Enrolling a table and its signed reports: table, reporter and hub without a network between them."""

import json
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from clockd import signing
from clockd.errors import BadInput, NotAllowed
from clockd.hub.desk import Desk
from clockd.hub.enrolment import (
    BEGINS_OF_TABLE,
    BEGINS_S,
    WAITING_MOST,
    WAITS_S,
    WRONG_MOST,
    Enrolments,
)
from clockd.hub.event_file import load_event
from clockd.hub.http import ENROL_PATH, SYNC_PATH, TableDoor
from clockd.hub.hub import Hub
from clockd.table.enrolment import BEGIN_GAP_NS, FILE_NAME, Enrolment
from clockd.table.host import Host
from clockd.table.socket import SOCKET_NAME, ask
from clockd.web.enrolling import Enrolling
from clockd.web.exchange import LIVE, Exchange, HubAway
from clockd.web.hub_line import HubLine, RawReply
from clockd.web.reporter import TableSocket
from clockd.web.sealed_post import SealedPost
from tests.hub.events import write_event


class Wire(HubLine):
    """The line to a door in this process; remembers what went up, and may change what comes down."""

    def __init__(self, door: TableDoor) -> None:
        super().__init__("http://hub")
        self.door = door
        self.sent: list[tuple[bytes, dict[str, str]]] = []
        self.forge: Callable[[RawReply], RawReply] = lambda raw: raw

    def _send(self, data: bytes, path: str, headers: Mapping[str, str]) -> RawReply:
        if path == ENROL_PATH:
            answer = self.door.enrol(data)
        else:
            assert path == SYNC_PATH
            self.sent.append((data, dict(headers)))
            answer = self.door.sync(data, headers)
        return self.forge(RawReply(answer.status, answer.body, answer.headers))


class Table:
    """A table's host and its reporter's parts."""

    def __init__(self, folder: Path, number: int, wire: Wire) -> None:
        self.inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.host = Host(folder, number, self.inbox.put, lambda: None)
        side = TableSocket(folder / SOCKET_NAME)
        self.wire, self.post = wire, SealedPost(side, wire)
        self.exchange = Exchange(number, self.host.journal_id, side, self.post)
        self.enrolling = Enrolling(side, wire)
        threading.Thread(target=self._pump, daemon=True).start()

    def _pump(self) -> None:
        while (seen := self.inbox.get()) is not None:
            self.host.feed(seen)
            self.host.publish()

    def turn(self) -> str:
        """What a turn of the reporter does."""
        link = self.exchange.once(self.host.snapshot(), self.host.writer.durable_seq)
        if self.post.must_enrol:
            return self.enrolling.step(self.exchange.table, self.exchange.journal)
        return link

    @property
    def code(self) -> str:
        """What the table shows."""
        return str(self.host.snapshot()["enrolment"]["code"])

    def close(self) -> None:
        self.inbox.put(None)
        self.host.close()


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    opened = Hub(tmp_path / "hub", load_event(write_event(tmp_path)))
    yield opened
    opened.close()


@pytest.fixture
def table(tmp_path: Path, hub: Hub) -> Iterator[Table]:
    opened = Table(tmp_path / "table", 1, Wire(TableDoor(hub, required=True)))
    yield opened
    opened.close()


def give(hub: Hub, name: str, **arguments: str) -> str:
    """An arbiter's command at the hub's desk."""
    command = {"name": name, "arguments": arguments, "author": "Ann", "reason": "", "id": name}
    return str(Desk(hub).command(command)["detail"])


def enrol(hub: Hub, table: Table) -> None:
    table.turn()
    give(hub, "enrol", table="1", code=table.code)
    table.turn()
    assert table.turn() == LIVE


def test_a_table_shows_a_code_and_is_heard_once_an_arbiter_has_typed_it(
    hub: Hub, table: Table
) -> None:
    """Design 2: enrolled with a code on its own display; from then on its reports are signed."""
    assert "not enrolled" in table.turn()
    assert hub.event.holders == {}  # a stranger holds no number
    assert [each["table"] for each in hub.snapshot()["enrolling"]] == ["1"]
    with pytest.raises(NotAllowed, match="that is not the code that table 1 shows"):
        give(hub, "enrol", table="1", code=f"{(int(table.code) + 1) % 10**8:08}")
    code = table.code
    assert give(hub, "enrol", table="1", code=f"{code[:4]} {code[4:]}") == "table 1 is enrolled"
    table.turn()  # hears of it
    assert table.turn() == LIVE
    assert table.host.snapshot()["enrolment"] == {"state": "enrolled", "code": None}
    assert hub.event.holders == {"1": table.host.journal_id}
    assert signing.MAC_HEADER in table.wire.sent[-1][1]
    assert hub.event.actions[-1].name == "enrol" and hub.event.actions[-1].author == "Ann"


def test_the_secret_is_in_no_report_no_snapshot_and_no_others_file(
    hub: Hub, table: Table, tmp_path: Path
) -> None:
    enrol(hub, table)
    kept = tmp_path / "table" / FILE_NAME
    secret = json.loads(kept.read_text())["secret"]
    assert kept.stat().st_mode & 0o777 == 0o600
    told = json.dumps([table.host.snapshot(), hub.snapshot()]) + str(table.wire.sent)
    assert secret not in told


def test_a_report_counts_once(hub: Hub, table: Table) -> None:
    """A replayed report is refused, and changes nothing that follows."""
    enrol(hub, table)
    data, headers = table.wire.sent[-1]
    again = table.wire.door.sync(data, headers)
    assert again.status == 401 and b"heard before" in again.body
    assert table.turn() == LIVE


@pytest.mark.parametrize(
    "change",
    [
        {"data": b'{"table": 1}'},
        {signing.MAC_HEADER: "0" * 64},
        {signing.MAC_HEADER: "\u00ff"},
        {signing.COUNT_HEADER: "99999999999999999999"},
        {signing.COUNT_HEADER: "-1"},
        {signing.COUNT_HEADER: "1" * 30},
        {signing.BOOT_HEADER: "another"},
        {signing.KEY_HEADER: "0" * 16},
    ],
)
def test_a_report_that_was_changed_on_the_way_is_refused(
    hub: Hub, table: Table, change: dict[str, Any]
) -> None:
    enrol(hub, table)
    data, headers = table.wire.sent[-1]
    answer = table.wire.door.sync(change.pop("data", data), {**headers, **change})
    assert answer.status == 401 and signing.MAC_HEADER not in answer.headers


def test_an_enrolled_number_is_nobody_elses_even_where_strangers_are_heard(
    hub: Hub, tmp_path: Path
) -> None:
    table = Table(tmp_path / "table", 1, Wire(TableDoor(hub, required=True)))
    enrol(hub, table)
    stranger = Table(tmp_path / "stranger", 1, Wire(TableDoor(hub, required=False)))
    assert "not enrolled" in stranger.turn()
    guest = Table(tmp_path / "guest", 2, Wire(TableDoor(hub, required=False)))
    assert guest.turn() == LIVE
    for each in (table, stranger, guest):
        each.close()


def test_a_table_signs_for_no_other_number(hub: Hub, table: Table) -> None:
    enrol(hub, table)
    secret = bytes.fromhex(json.loads((table.host.folder / FILE_NAME).read_text())["secret"])
    data, headers = table.wire.sent[-1]
    body = json.dumps({**json.loads(data), "table": 2}).encode()
    seal = signing.seal(secret, headers[signing.BOOT_HEADER], 1 << 65, body)
    answer = table.wire.door.sync(body, seal.headers)
    assert (answer.status, json.loads(answer.body)["error"]) == (
        400,
        "table: '2', expected 1, whose key this is",
    )


def test_a_hub_that_began_anew_is_signed_for_at_once(hub: Hub, table: Table) -> None:
    """What was signed for its start before is worth nothing any more."""
    enrol(hub, table)
    old = table.wire.sent[-1]
    table.wire.door = TableDoor(hub, required=True)
    assert table.turn() == LIVE
    assert b"another start" in table.wire.door.sync(*old).body


def test_a_table_whose_clock_was_set_back_counts_on(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi without a battery for its clock starts in the past."""
    table = Table(tmp_path / "table", 1, Wire(TableDoor(hub, required=True)))
    enrol(hub, table)
    table.close()
    monkeypatch.setattr("time.time_ns", lambda: 1)
    again = Table(tmp_path / "table", 1, table.wire)
    assert again.turn() == LIVE
    again.close()


@pytest.mark.parametrize(
    "forge",
    [
        lambda raw: RawReply(raw.status, raw.data, {}),
        lambda raw: RawReply(raw.status, raw.data, {signing.MAC_HEADER: "0" * 64}),
        lambda raw: RawReply(raw.status, raw.data.replace(b'"seq"', b'"seq" '), raw.headers),
        lambda raw: RawReply(409, b'{"error":"go away"}', {}),
    ],
)
def test_an_answer_that_is_not_the_hubs_is_not_believed(hub: Hub, table: Table, forge: Any) -> None:
    """Nobody between may give this table commands or tell it what is held."""
    enrol(hub, table)
    table.wire.forge = forge
    with pytest.raises(HubAway, match="not signed by this table's hub"):
        table.turn()


def test_an_answer_to_another_report_is_not_believed(hub: Hub, table: Table) -> None:
    """A command replayed later is refused: each answer is to one report."""
    enrol(hub, table)
    heard: list[RawReply] = []

    def keep(raw: RawReply) -> RawReply:
        heard.append(raw)
        return heard[0]

    table.wire.forge = keep
    assert table.turn() == LIVE
    with pytest.raises(HubAway, match="not signed"):
        table.turn()


def test_a_table_counts_beyond_what_it_is_told(tmp_path: Path) -> None:
    own = Enrolment(tmp_path, "x", lambda: 10)
    own._secret = b"s" * 32
    seals = [own.seal(b"", "boot", above) for above in (0, 500, 3)]
    assert [each.count for each in seals if each] == [10, 501, 502]


def test_nobody_between_makes_a_table_count_out_of_reach(hub: Hub, table: Table) -> None:
    """Beyond the largest count there is none: only the hub itself says how far it has counted."""
    enrol(hub, table)
    table.wire.forge = lambda raw: RawReply(401, b'{"error":"x","above":99999999999999999999}', {})
    with pytest.raises(HubAway, match="not signed"):
        table.turn()
    table.wire.forge = lambda raw: raw
    assert table.turn() == LIVE


def test_a_table_ends_its_enrolment_by_the_arbiters_word(
    hub: Hub, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    enrol(hub, table)
    monkeypatch.setattr("clockd.table.enrolment.BEGIN_GAP_NS", 0)  # a second has passed
    assert give(hub, "enrol-end", table="1") == "table 1 is no longer enrolled"
    assert "not enrolled" in table.turn()
    assert len(table.code) == 8  # it shows a new one
    with pytest.raises(NotAllowed, match="is not enrolled"):
        hub.enrolments.end("1")


# -- guessing -----------------------------------------------------------------------------------------


def begun(hub: Enrolments, seed: int, table: str = "3") -> tuple[Enrolment, dict[str, Any]]:
    """A table that has begun and met."""
    own = Enrolment(Path("nowhere"), f"table {table} journal 9f", lambda: seed * 10**12)
    asked = hub.begin(table, "9f", own.answer({"do": "begin"})["commit"])
    hub.meet(asked["id"], own.answer({"do": "meet", "hub": asked["hub"]})["public"])
    return own, asked


def test_two_machines_that_claim_a_number_show_two_codes_and_one_is_enrolled(
    tmp_path: Path,
) -> None:
    hub = Enrolments(tmp_path, lambda: 0.0)
    (one, asked_one), (other, asked_other) = begun(hub, 1), begun(hub, 2)
    assert len({one.shown()["code"], other.shown()["code"]}) == 2
    hub.confirm("3", other.shown()["code"])
    assert hub.poll(asked_one["id"]) == {"state": "asked"}
    finish = {"do": "finish", "proof": hub.poll(asked_other["id"])["proof"]}
    with pytest.raises(NotAllowed, match="the proof does not fit"):
        one.answer(finish)
    assert not one.enrolled


def test_wrong_codes_end_what_waits(tmp_path: Path) -> None:
    hub = Enrolments(tmp_path, lambda: 0.0)
    own, asked = begun(hub, 1)
    right = own.shown()["code"]
    for guess in range(WRONG_MOST):
        with pytest.raises(NotAllowed):
            hub.confirm("3", f"{(int(right) + 1 + guess) % 10**8:08}")
    with pytest.raises(NotAllowed, match="does not ask to be enrolled"):
        hub.confirm("3", right)
    with pytest.raises(NotAllowed, match="begin anew"):
        hub.poll(asked["id"])


def test_a_table_that_shows_another_value_than_it_committed_to_is_refused(tmp_path: Path) -> None:
    hub = Enrolments(tmp_path, lambda: 0.0)
    one = Enrolment(tmp_path, "x", lambda: 0)
    two = Enrolment(tmp_path, "x", lambda: 0)
    asked = hub.begin("3", "9f", one.answer({"do": "begin"})["commit"])
    two.answer({"do": "begin"})
    with pytest.raises(BadInput, match="another value than the one committed to"):
        hub.meet(asked["id"], two.answer({"do": "meet", "hub": asked["hub"]})["public"])
    assert hub.asking() == []


def test_beginning_has_a_pace_at_both_ends(tmp_path: Path) -> None:
    """Who tries until a code suits him would have to try a hundred million times."""
    now_s = 0.0
    hub = Enrolments(tmp_path, lambda: now_s)
    for _ in range(BEGINS_OF_TABLE):
        hub.begin("3", "9f", "0" * 64)
    with pytest.raises(NotAllowed, match="wait a minute"):
        hub.begin("3", "9f", "0" * 64)
    hub.begin("4", "9f", "0" * 64)
    assert len([each for each in hub._waiting.values() if each.table == "3"]) == WAITING_MOST
    now_s = BEGINS_S
    hub.begin("3", "9f", "0" * 64)
    now_s = BEGINS_S + WAITS_S
    assert hub.asking() == [] and hub._waiting == {}
    instant = [0]
    own = Enrolment(tmp_path, "x", lambda: instant[0])
    own.answer({"do": "begin"})
    with pytest.raises(NotAllowed, match="has just begun"):
        own.answer({"do": "begin"})
    instant[0] = BEGIN_GAP_NS
    own.answer({"do": "begin"})


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"do":"begin"}',
        b'{"do":"begin","table":1,"journal":"9f9f9f9f","commit":7}',
        b'{"do":"begin","table":true,"journal":"9f9f9f9f","commit":"' + b"0" * 64 + b'"}',
        b'{"do":"meet","id":"../../x","public":""}',
        b'{"do":"meet","id":"9f9f9f9f","public":"' + b"z" * 512 + b'"}',
        b'{"do":"poll","id":null}',
        b'{"do":"open sesame"}',
    ],
)
def test_a_step_that_is_none_is_refused_in_one_line(hub: Hub, body: bytes) -> None:
    answer = TableDoor(hub).enrol(body)
    error = json.loads(answer.body)["error"]
    assert answer.status == 400 and "expected" in error and "\n" not in error
    unknown = TableDoor(hub).enrol(b'{"do":"poll","id":"9f9f9f9f"}')
    assert unknown.status == 409 and b"begin anew" in unknown.body


@pytest.mark.parametrize(
    "asked",
    [
        {"enrol": 7},
        {"enrol": {"do": "meet"}},
        {"enrol": {"do": "finish", "proof": "\ud800"}},
        {"verify": {"report": None}},
        {"report": {"after": "x"}},
    ],
)
def test_the_tables_socket_takes_no_nonsense(table: Table, asked: dict[str, Any]) -> None:
    assert ask(table.host.folder, asked).get("ok") is not True or "report" in asked


def test_what_a_table_signs_is_its_own(hub: Hub, table: Table) -> None:
    """The reporter may ask for any report; it gets no record and no hash that is not in the journal."""
    enrol(hub, table)
    asked = {
        "report": {"after": [0, "f" * 64], "limit": 9, "records": [1], "table": 9, "boot": "b"}
    }
    said = json.loads(ask(table.host.folder, asked)["body"])
    assert (said["table"], said["after"], said["snapshot"]) == (1, [0, "0" * 64], None)
    refused = ask(table.host.folder, {"report": {"after": [10**9, "f" * 64], "boot": "b"}})
    assert refused["ok"] is False and "expected a record of this table" in refused["error"]
