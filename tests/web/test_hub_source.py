"""The feed: asks the hub once for all pages, and each listener gets the latest only."""

import asyncio

from clockd.web.hub_source import HubFeed
from tests.web.fake_hub import FakeHub, event

SECOND_NS = 1_000_000_000


def test_the_first_listener_does_not_wait_for_a_change() -> None:
    feed = HubFeed(FakeHub(event(1)))
    news = asyncio.run(feed.latest())
    assert news.number == 1
    assert len(news.snapshot["boards"]) == 1


def test_the_age_is_counted_from_the_answer() -> None:
    now_ns = 5 * SECOND_NS
    feed = HubFeed(FakeHub(event(1)), now_ns=lambda: now_ns)
    news = asyncio.run(feed.latest())
    assert news.age_ms(now_ns + SECOND_NS * 3 // 2) == 1500


def test_a_thousand_changes_are_one_piece_of_news_for_who_was_away() -> None:
    async def run() -> tuple[int, int]:
        hub = FakeHub(event(1))
        feed = HubFeed(hub, gap_s=0)
        asking = asyncio.create_task(feed.run())
        first = await feed.latest()
        for seq in range(1000):
            hub.say(event(1, seq=seq))
        news = first
        while news.snapshot["seq"] != 999:
            news = await feed.newer(news.number, 1.0)
        feed.close()
        await asking
        return news.number, news.snapshot["seq"]

    number, seq = asyncio.run(run())
    assert seq == 999
    assert number < 1000


def test_closing_lets_every_listener_go() -> None:
    async def run() -> None:
        feed = HubFeed(FakeHub(event(1)))
        await feed.latest()
        waiting = [asyncio.create_task(feed.newer(9, 60.0)) for _ in range(5)]
        await asyncio.sleep(0)
        feed.close()
        await asyncio.wait_for(asyncio.gather(*waiting), 5)

    asyncio.run(run())
