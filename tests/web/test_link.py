"""The line to the table, against a table that speaks, stops speaking, goes away and comes back."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from clockd.web import link as link_module
from clockd.web.link import News, TableLink
from tests.web.fake_table import ENDED, READY, RUNNING, FakeTable

WAIT_S = 10.0  # far beyond what any of these takes; a test that gets here has failed


@asynccontextmanager
async def watching(link: TableLink) -> AsyncIterator[None]:
    task = asyncio.create_task(link.run())
    try:
        yield
    finally:
        link.close()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(link: TableLink, wanted: Callable[[News], bool]) -> News:
    async def look() -> News:
        while not wanted(link.news):
            await link.newer(link.news.number, 1.0)
        return link.news

    return await asyncio.wait_for(look(), WAIT_S)


def with_table(
    path: Path, scene: Callable[[FakeTable, TableLink], Awaitable[None]], speaks: bool = True
) -> None:
    async def run() -> None:
        table = FakeTable(path / "table.sock", RUNNING)
        if speaks:
            await table.start()
        link = TableLink(path / "table.sock")
        async with watching(link):
            await scene(table, link)
        await table.stop()

    asyncio.run(run())


def _live(news: News) -> bool:
    return news.table_link == "live"


def _lost(news: News) -> bool:
    return news.table_link == "lost" and news.number > 0


def test_a_watched_table_is_live_with_its_snapshot(tmp_path: Path) -> None:
    async def scene(table: FakeTable, link: TableLink) -> None:
        news = await until(link, _live)
        assert news.snapshot is not None
        assert news.snapshot["white"] == "Player Thirteen"
        assert table.requests == [b'{"get":"watch"}\n']
        age = news.age_ms(time.monotonic_ns())
        assert age is not None and age >= 0
        table.say(ENDED)
        news = await until(link, lambda news: news.snapshot == ENDED)
        assert news.table_link == "live"

    with_table(tmp_path, scene)


def test_a_table_that_is_not_there_yet_is_found_when_it_comes(tmp_path: Path) -> None:
    async def scene(table: FakeTable, link: TableLink) -> None:
        news = await until(link, _lost)
        assert news.why == "The table is not there: is clockd table running on this machine?"
        assert news.snapshot is None
        assert news.age_ms(time.monotonic_ns()) is None
        await table.start()
        await until(link, _live)

    with_table(tmp_path, scene, speaks=False)


def test_a_lost_table_leaves_its_last_snapshot_and_comes_back(tmp_path: Path) -> None:
    async def scene(table: FakeTable, link: TableLink) -> None:
        await until(link, _live)
        await table.stop()
        news = await until(link, _lost)
        assert news.snapshot == RUNNING
        table.snapshot = ENDED
        await table.start()
        news = await until(link, _live)
        assert news.snapshot == ENDED

    with_table(tmp_path, scene)


def test_a_table_that_is_connected_and_mute_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_module, "SILENCE_S", 0.6)

    async def scene(table: FakeTable, link: TableLink) -> None:
        await until(link, _live)
        table.silent = True
        news = await until(link, _lost)
        assert news.why == "The table is connected but says nothing."
        assert news.snapshot == RUNNING

    with_table(tmp_path, scene)


def test_lines_that_are_no_snapshot_are_counted_and_skipped(tmp_path: Path) -> None:
    async def scene(table: FakeTable, link: TableLink) -> None:
        await until(link, _live)
        table.garbage = b'\xff\xfe{"state\n[1,2]\n{"no":"state"}\n'
        table.say(READY)
        news = await until(link, lambda news: news.snapshot == READY)
        assert news.table_link == "live"
        assert link.skipped == 3

    with_table(tmp_path, scene)


def test_a_line_without_end_breaks_the_line_and_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_module, "LINE_LIMIT", 4096)

    async def scene(table: FakeTable, link: TableLink) -> None:
        table.say(READY)
        table.garbage = b"x" * 100_000
        await until(link, _lost)
        assert link.news.why.startswith("The line to the table broke:")
        await until(link, _live)

    with_table(tmp_path, scene)


def test_a_socket_that_may_not_be_opened_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever runs the tests may be root, to whom every socket opens: the refusal is made here."""

    async def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(asyncio, "open_unix_connection", refused)

    async def scene(table: FakeTable, link: TableLink) -> None:
        news = await until(link, _lost)
        assert news.why == "This user may not open the table’s socket table.sock."

    with_table(tmp_path, scene)


def test_a_slow_listener_gets_the_latest_and_nothing_between(tmp_path: Path) -> None:
    """Forty changes while a listener sleeps are one piece of news when it wakes."""

    async def scene(table: FakeTable, link: TableLink) -> None:
        before = await until(link, _live)
        for seq in range(40):
            table.say({**RUNNING, "seq": seq})
            await link.newer(link.news.number, 1.0)
        await until(link, lambda news: news.snapshot is not None and news.snapshot["seq"] == 39)
        news = await link.newer(before.number, 1.0)
        assert news.snapshot is not None and news.snapshot["seq"] == 39

    with_table(tmp_path, scene)


def test_all_listeners_wake_for_one_change_and_when_the_server_stops(tmp_path: Path) -> None:
    async def scene(table: FakeTable, link: TableLink) -> None:
        number = (await until(link, _live)).number
        waiting = [asyncio.create_task(link.newer(number, WAIT_S)) for _ in range(20)]
        table.say(READY)
        woken = await asyncio.gather(*waiting)
        assert {news.number > number for news in woken} == {True}
        waiting = [asyncio.create_task(link.newer(link.news.number + 99, WAIT_S)) for _ in range(3)]
        await asyncio.sleep(0)
        link.close()
        assert len(await asyncio.gather(*waiting)) == 3

    with_table(tmp_path, scene)
