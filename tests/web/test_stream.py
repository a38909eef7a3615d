"""The event stream: the whole snapshot, its age, and no queue for anybody."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import Response

from clockd.web import stream as stream_module
from clockd.web.link import News, TableLink
from clockd.web.shares import Shares
from clockd.web.snapshot import complete
from clockd.web.stream import EventStream, EventText, body_of
from tests.web.fake_table import RUNNING

SECOND_NS = 1_000_000_000


def _news(number: int = 1, heard_ns: int = 0, **changes: Any) -> News:
    return News(number, "live", "", complete({**RUNNING, **changes}), heard_ns)


def _data(event: str) -> dict[str, Any]:
    (line,) = [line for line in event.splitlines() if line.startswith("data: ")]
    found: dict[str, Any] = json.loads(line.removeprefix("data: "))
    return found


def test_an_event_is_the_whole_snapshot_with_its_age() -> None:
    text = EventText().event(_news(heard_ns=SECOND_NS), SECOND_NS * 3 // 2)
    assert text.startswith("id: 1\ndata: {") and text.endswith("}\n\n")
    data = _data(text)
    assert {key: data[key] for key in RUNNING} == RUNNING
    assert (data["age_ms"], data["sent_ms"]) == (500, 1500)
    assert data["table_link"] == "live"
    assert data["view"]["centre"] == "Move 14"


def test_a_lost_table_is_told_with_the_age_of_its_last_word() -> None:
    news = News(5, "lost", "The table closed the line.", complete(RUNNING), heard_ns=0)
    data = _data(EventText().event(news, 7 * SECOND_NS))
    assert (data["table_link"], data["age_ms"]) == ("lost", 7000)
    assert data["table_why"] == "The table closed the line."
    assert data["white_ms"] == RUNNING["white_ms"]


def test_a_table_never_heard_has_no_age() -> None:
    data = _data(EventText().event(News(), SECOND_NS))
    assert (data["table_link"], data["age_ms"], data["white_ms"]) == ("lost", None, None)


def test_the_text_is_made_once_for_all_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def counted(news: News) -> dict[str, Any]:
        made.append(news.number)
        return body_of(news)

    monkeypatch.setattr(stream_module, "body_of", counted)
    text = EventText()
    for now_ns in range(50):
        text.event(_news(number=3), now_ns)
    text.event(_news(number=4), 51)
    assert made == [3, 4]


def test_a_name_cannot_end_an_event_or_start_another() -> None:
    """A line break in a name stays inside its JSON string."""
    event = EventText().event(_news(white="x\n\ndata: {}\n\n\r\nevent: evil"), 0)
    assert event.count("\n") == 3
    assert _data(event)["white"].startswith("x\n\ndata")


def test_a_stream_gives_the_latest_news_only_and_beats_while_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream_module, "BEAT_S", 0.01)

    async def run() -> list[str]:
        link = TableLink(Path("nowhere"))
        events = EventStream(link).events()
        found = [await anext(events), await anext(events)]
        for number in range(2, 9):  # the page takes nothing meanwhile
            link.news = _news(number, seq=number)
        found += [await anext(events), await anext(events)]
        link.close()
        found += [event async for event in events]
        return found

    retry, first, latest, beat = asyncio.run(run())
    assert retry == "retry: 1000\n\n"
    assert _data(first)["age_ms"] is None
    assert _data(latest)["seq"] == 8
    assert beat.startswith("id: 8\n")


def test_there_is_a_limit_to_the_pages_and_a_place_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream_module, "SEND_WAIT_S", 1.0)

    async def run() -> None:
        link = TableLink(Path("nowhere"))
        stream = EventStream(link, Shares(2, 2))
        open_pages = [asyncio.create_task(_page(stream, asyncio.Event())) for _ in range(2)]
        await asyncio.sleep(0.05)
        assert stream.places.open == 2
        assert await answer_to(stream.response()) == (503, b"5")
        open_pages[0].cancel()
        await asyncio.gather(open_pages[0], return_exceptions=True)
        assert stream.places.open == 1
        link.close()
        await asyncio.gather(*open_pages, return_exceptions=True)
        assert stream.places.open == 0

    asyncio.run(run())


def test_a_page_that_takes_nothing_loses_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "SEND_WAIT_S", 0.05)

    async def run() -> None:
        stream = EventStream(TableLink(Path("nowhere")))
        stuck = asyncio.Event()
        await asyncio.wait_for(_page(stream, stuck), 5)
        assert stream.places.open == 0

    asyncio.run(run())


def test_one_machine_has_no_more_than_its_share_of_the_places() -> None:
    """A stranger with a thousand pages leaves room for everybody else."""

    async def run() -> None:
        stream = EventStream(TableLink(Path("nowhere")), Shares(4, 2))
        for _ in range(2):
            assert stream.places.take("10.0.0.1")
        assert await answer_to(stream.response(), "10.0.0.1") == (503, b"5")
        assert stream.places.take("10.0.0.2")

    asyncio.run(run())


async def answer_to(response: Response, address: str = "") -> tuple[int, bytes]:
    """Status and Retry-After of an answer that is a refusal."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("a refusal reads nothing")

    await response({"type": "http", "client": (address, 1)}, receive, send)
    headers = dict(sent[0]["headers"])
    return sent[0]["status"], headers[b"retry-after"]


async def _page(stream: EventStream, stuck: asyncio.Event) -> None:
    """A page that takes the answer's head and its first bytes, then no more."""
    taken = 0

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError("never asked")

    async def send(message: Any) -> None:
        nonlocal taken
        taken += 1
        if taken > 2:
            await stuck.wait()

    scope = {"type": "http", "method": "GET", "asgi": {"spec_version": "2.3"}}
    await stream.response()(scope, receive, send)
