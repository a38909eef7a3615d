"""A table's side of replication against a hub made of a list: whatever is lost, both end with the same records."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.hub.chain import Batch, Fork, Head, new_records
from clockd.journal import GENESIS, Kept, link
from clockd.web.exchange import LIVE, Exchange, HubAway, Json, Reply

JOURNAL = "ab" * 8


class ListTable:
    """Records and answers of a table."""

    def __init__(self) -> None:
        self.kept: list[Json] = []
        self.done: list[str] = []
        self.knows = {"start"}

    def write(self, body: str) -> None:
        previous = self.kept[-1]["hash"] if self.kept else GENESIS
        seq = len(self.kept) + 1
        self.kept.append({"seq": seq, "hash": link(previous, seq, body), "body": body})

    def records(self, after: int, limit: int) -> list[Json]:
        return self.kept[after : after + limit]

    def command(self, command: Json) -> Json:
        if command["name"] not in self.knows:
            return {"ok": False, "error": "no such command"}
        if command["id"] not in self.done:
            self.done.append(command["id"])
            self.write(f"answer {command['id']}")
        return {"ok": True, "seq": len(self.kept)}


class ListHub:
    """A hub's copy, and a wire on which request or reply may get lost."""

    def __init__(self, rng: random.Random | None = None) -> None:
        self.held: list[Kept] = []
        self.orders: list[Json] = []
        self.requests: list[Json] = []
        self._rng = rng

    def lost(self) -> bool:
        return self._rng is not None and self._rng.random() < 0.4

    def post(self, body: Json) -> Reply:
        self.requests.append(body)
        if self.lost():
            raise HubAway("the request is lost")
        records = tuple(Kept(**record) for record in body["records"])
        batch = Batch(JOURNAL, Head(*body["after"]), records)
        try:
            self.held += new_records(self.head, batch, lambda seq: self.held[seq - 1].hash)
        except Fork as fork:
            return Reply(409, {"seq": len(self.held), "error": str(fork)})
        if self.lost():
            raise HubAway("the reply is lost")
        answered = {kept.body for kept in self.held}
        waiting = [each for each in self.orders if f"answer {each['id']}" not in answered]
        return Reply(200, {"seq": self.head.seq, "hash": self.head.hash, "commands": waiting})

    @property
    def head(self) -> Head:
        return Head(self.held[-1].seq, self.held[-1].hash) if self.held else Head()


def once(exchange: Exchange, table: ListTable) -> str:
    return exchange.once(None, len(table.kept))


def bodies(hub: ListHub) -> list[str]:
    return [kept.body for kept in hub.held]


@given(st.integers(0, 10**6), st.lists(st.integers(0, 3), max_size=12))
def test_whatever_is_lost_on_the_way_nothing_is_lost_or_doubled(
    seed: int, writes: list[int]
) -> None:
    """Requests and replies fall out at random; a hub or a table begins anew at random."""
    rng = random.Random(seed)
    table, hub = ListTable(), ListHub(rng)
    hub.orders = [{"id": "a", "name": "start"}, {"id": "b", "name": "start"}]
    exchange = Exchange(1, JOURNAL, table, hub.post)
    for count in writes:
        for number in range(count):
            table.write(f"{seed} {number}")
        try:
            once(exchange, table)
        except HubAway:
            if rng.random() < 0.3:
                exchange = Exchange(1, JOURNAL, table, hub.post)
    hub._rng = None
    for _ in range(3):
        assert once(exchange, table) == LIVE
    assert [kept.hash for kept in hub.held] == [record["hash"] for record in table.kept]
    assert table.done == ["a", "b"]


def test_a_long_absence_is_caught_up_in_batches() -> None:
    table, hub = ListTable(), ListHub()
    for number in range(1200):
        table.write(str(number))
    exchange = Exchange(1, JOURNAL, table, hub.post)
    times = 0
    while exchange.behind(1200):
        once(exchange, table)
        times += 1
    assert times == 3
    assert bodies(hub) == [str(number) for number in range(1200)]


def test_only_what_is_new_is_sent() -> None:
    table, hub = ListTable(), ListHub()
    exchange = Exchange(1, JOURNAL, table, hub.post)
    for body in ("a", "b", "c"):
        table.write(body)
        once(exchange, table)
    once(exchange, table)
    sent = [[record["body"] for record in request["records"]] for request in hub.requests]
    assert sent == [[], ["a"], ["b"], ["c"], []]


def test_a_hub_with_another_history_hears_ours_and_calls_it_a_fork() -> None:
    """Met again with nothing new to send: the hash of our own last record tells it."""
    table, other, hub = ListTable(), ListTable(), ListHub()
    other.write("another first")
    once(Exchange(1, JOURNAL, other, hub.post), other)
    table.write("our first")
    found = once(Exchange(1, JOURNAL, table, hub.post), table)
    assert found.startswith("refused: record 1 is not the record 1")
    assert bodies(hub) == ["another first"]


def test_a_hub_begun_anew_gets_everything_again() -> None:
    table, hub = ListTable(), ListHub()
    exchange = Exchange(1, JOURNAL, table, hub.post)
    table.write("a")
    once(exchange, table)
    hub.held.clear()
    table.write("b")
    for _ in range(2):
        once(exchange, table)
    assert bodies(hub) == ["a", "b"]


def test_a_command_that_the_table_does_not_take_is_told_to_the_hub() -> None:
    table, hub = ListTable(), ListHub()
    hub.orders = [{"id": "x", "name": "dance"}]
    exchange = Exchange(1, JOURNAL, table, hub.post)
    once(exchange, table)
    once(exchange, table)
    assert hub.requests[-1]["undelivered"] == {"x": "no such command"}


def test_a_command_ages_on_the_way() -> None:
    """Design 2: it arrives within its time or is refused; by spans, whatever year either side believes it is."""
    now_s, given = [0.0], list[Json]()

    class Slow(ListTable):
        def command(self, command: Json) -> Json:
            given.append(command)
            return super().command(command)

    table, hub = Slow(), ListHub()
    hub.orders = [
        {"id": "x", "name": "start", "expires_in_s": 60},
        {"id": "y", "name": "start", "expires_in_s": 2.5},
        {"id": "z", "name": "start"},
    ]

    def post(body: Json) -> Reply:
        now_s[0] += 4
        return hub.post(body)

    once(Exchange(1, JOURNAL, table, post, lambda: now_s[0]), table)
    assert [each.get("expires_in_s") for each in given] == [56, -1.5, None]


@pytest.mark.parametrize("seq", [None, "3", -1, True, [1]])
def test_an_answer_that_is_none_is_no_answer(seq: Any) -> None:
    table = ListTable()
    exchange = Exchange(1, JOURNAL, table, lambda body: Reply(200, {"seq": seq}))
    with pytest.raises(HubAway):
        once(exchange, table)
