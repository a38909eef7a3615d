"""The hub's streams: whole events, tables only when they differ, a limit to the pages."""

import asyncio
import json
from typing import Any

import pytest

from clockd.web import hub_stream
from clockd.web.hub_source import HubFeed
from clockd.web.hub_stream import HubStreams, LatestText
from clockd.web.shares import Shares
from tests.web.fake_hub import FakeHub, board_of, event
from tests.web.test_stream import answer_to


def _data(text: str) -> dict[str, Any]:
    (line,) = [line for line in text.splitlines() if line.startswith("data: ")]
    found: dict[str, Any] = json.loads(line.removeprefix("data: "))
    return found


async def _take(response: Any, feed: HubFeed, count: int) -> list[str]:
    events = response.body_iterator
    found = [await anext(events) for _ in range(count)]
    feed.close()
    return found


def test_an_event_of_the_wall_is_whole_and_tells_its_age() -> None:
    async def run() -> list[str]:
        feed = HubFeed(FakeHub(event(20)))
        return await _take(HubStreams(feed).wall(), feed, 2)

    retry, first = asyncio.run(run())
    assert retry == "retry: 1000\n\n"
    data = _data(first)
    assert len(data["view"]["cards"]) == 20
    assert data["age_ms"] >= 0 and data["sent_ms"] > 0
    assert data["rate"] == 1.0


def test_a_page_of_tables_is_sent_again_only_when_it_differs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hub_stream, "BEAT_S", 0.01)

    async def run() -> list[dict[str, Any]]:
        hub = FakeHub(event(5))
        feed = HubFeed(hub)
        text = LatestText(lambda snapshot: f"seq {snapshot['seq']}")
        events = HubStreams(feed).page(text).body_iterator  # type: ignore[attr-defined]
        await anext(events)
        found = [await anext(events), await anext(events)]
        hub.say(event(5, seq=121))
        await feed.take()
        found.append(await anext(events))
        feed.close()
        return [_data(each) for each in found]

    first, beat, changed = asyncio.run(run())
    assert first["html"] == "seq 120"
    assert "html" not in beat and beat["view"]["head"]["event"] == "Autumn Open"
    assert changed["html"] == "seq 121"


@pytest.mark.parametrize("rate", [1.0, 60.0])
def test_a_boards_age_is_real_time_whatever_the_clocks_rate(rate: float) -> None:
    """The hub measures a table's silence in real time, also in a demo at 60 times life."""

    async def run() -> int:
        feed = HubFeed(FakeHub(event(1, rate=rate, boards=[board_of(1, age_ms=120_000)])))
        _, first = await _take(HubStreams(feed).board(1), feed, 2)
        return int(_data(first)["age_ms"])

    assert 120_000 <= asyncio.run(run()) < 130_000


def test_a_board_that_nobody_has_heard_has_no_age() -> None:
    async def run() -> dict[str, Any]:
        feed = HubFeed(FakeHub(event(1, boards=[board_of(1, live=None, age_ms=None)])))
        _, first = await _take(HubStreams(feed).board(1), feed, 2)
        return _data(first)

    assert asyncio.run(run())["age_ms"] is None


def test_the_text_is_made_once_for_all_pages() -> None:
    made: list[int] = []

    def make(snapshot: Any) -> str:
        made.append(snapshot["seq"])
        return "x"

    async def run() -> None:
        hub = FakeHub(event(1))
        feed = HubFeed(hub)
        text = LatestText(make)
        for _ in range(50):
            text.of(await feed.latest())
        text.of(await feed.take())

    asyncio.run(run())
    assert made == [120, 120]


def test_there_is_a_limit_to_the_pages() -> None:
    async def run() -> None:
        streams = HubStreams(HubFeed(FakeHub(event(1))), Shares(2, 2))
        assert streams.places.take("a") and streams.places.take("b")
        assert await answer_to(streams.wall()) == (503, b"5")

    asyncio.run(run())
