"""Where the hub's pages read: a source that any thread may ask, and a feed that asks it once for every page.

The source is the hub's; the pages change nothing in it. One task waits for its next version in a thread and keeps
the latest snapshot with the instant it was taken; any number of listeners wait on the feed, each for the latest
only. Instants are monotonic nanoseconds.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from clockd.units import to_ms

HubSnapshot = Mapping[str, Any]

WAIT_S = 1.0  # a page calls news of 2 s old: it must hear of a quiet hub before that
# Twenty tables change their clocks forty times a second; a person sees no more than five changes.
GAP_S = 0.2


class HubSource(Protocol):
    """What the hub offers to its pages. Every method may be called from any thread and blocks only shortly."""

    def snapshot(self) -> dict[str, Any]:
        """The event as it stands now. Ages in it are real milliseconds at this moment, whatever the clocks' rate is."""

    def detail(self, board: int) -> dict[str, Any] | None:
        """The full snapshot of the table at this board; None while no table has spoken."""

    def wait(self, version: int, timeout_s: float) -> int:
        """The version as soon as it is later than `version`, or after the timeout as it is."""


@dataclass(frozen=True, slots=True)
class HubNews:
    """The latest snapshot. `number` grows with each one."""

    number: int
    snapshot: HubSnapshot
    heard_ns: int

    def age_ms(self, now_ns: int) -> int:
        """How long ago the hub said this."""
        return max(0, to_ms(now_ns - self.heard_ns))


class HubFeed:
    """Asks the source while `run()` runs; `latest()` is the latest news."""

    def __init__(
        self, source: HubSource, now_ns: Callable[[], int] = time.monotonic_ns, gap_s: float = GAP_S
    ) -> None:
        self.source = source
        self.closed = False
        self._now_ns = now_ns
        self._gap_s = gap_s
        self._news: HubNews | None = None
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Take each new version, and one at least every WAIT_S for the ages in it."""
        version = -1
        while not self.closed:
            version = await asyncio.to_thread(self.source.wait, version, WAIT_S)
            await self.take()
            await asyncio.sleep(self._gap_s)

    async def take(self) -> HubNews:
        """Ask the source now."""
        snapshot = await asyncio.to_thread(self.source.snapshot)
        number = 1 if self._news is None else self._news.number + 1
        self._news = HubNews(number, snapshot, self._now_ns())
        self._wake()
        return self._news

    async def latest(self) -> HubNews:
        """The latest news; asks the source when there has been none."""
        return self._news or await self.take()

    async def newer(self, number: int, timeout_s: float) -> HubNews:
        """The latest news as soon as it is newer than `number`, or after the wait as it stands."""
        changed = self._changed
        if not self.closed and (self._news is None or self._news.number <= number):
            try:
                await asyncio.wait_for(changed.wait(), timeout_s)
            except TimeoutError:
                return await self.latest()  # nothing new: the listener may say so and ask again
        return await self.latest()

    def close(self) -> None:
        """Let every listener go: the server is stopping."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        # Whoever waits holds the old event; whoever comes later waits on the new one.
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
