"""The line to the table: watches its Unix socket, keeps the latest snapshot, tells any number of listeners.

Speaks one request, `{"get": "watch"}`, and reads snapshots, one JSON line each, on every change and at least every
half second. Listeners see the latest news only: a slow one skips what it missed and never queues. A table that
falls silent, goes away or is not there yet is `lost`; the last snapshot stays, with its age, and the line is tried
again for ever. Lines that are no snapshot are counted and skipped. Instants are monotonic nanoseconds.
"""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from clockd.units import to_ms
from clockd.web.snapshot import Snapshot, complete
from clockd.web.words import say

WATCH_REQUEST = b'{"get":"watch"}\n'
SILENCE_S = 1.5  # three of the table's half-second beats missed: the browser's own limit is 2 s
# A restarting table is back within a second or two; a longer wait would only keep its page old.
BACK_OFF_S = (0.1, 0.25, 0.5, 1.0, 2.0)
LINE_LIMIT = 1 << 20  # bytes; a game of 300 moves makes a line of about 60 kB
CLOSE_WAIT_S = 1.0  # a peer that never answers the close is left behind after this

LinkWord = Literal["live", "lost"]


@dataclass(frozen=True, slots=True)
class News:
    """What is known of the table now. `number` grows with each change; `why` says why the line is lost."""

    number: int = 0
    table_link: LinkWord = "lost"
    why: str = say("link.never")
    snapshot: Snapshot | None = None
    heard_ns: int | None = None

    def age_ms(self, now_ns: int) -> int | None:
        """How old the snapshot is; None when there has never been one."""
        return None if self.heard_ns is None else max(0, to_ms(now_ns - self.heard_ns))


class TableLink:
    """Keeps watching the table at `path` while `run()` runs; `news` is always the latest."""

    def __init__(self, path: Path, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self.path = path
        self.news = News()
        self.skipped = 0  # lines that were no snapshot
        self.closed = False
        self._now_ns = now_ns
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Watch until cancelled; every loss is followed by another try."""
        failures = 0
        while not self.closed:
            number = self.news.number
            why = await self._watch_once()
            # Any snapshot on this line shows that the table works: begin with short waits again.
            failures = 0 if self.news.number > number else failures + 1
            self._lose(why)
            await asyncio.sleep(BACK_OFF_S[min(failures, len(BACK_OFF_S) - 1)])

    async def newer(self, number: int, timeout_s: float) -> News:
        """The latest news as soon as it is newer than `number`, or after the wait as it stands."""
        changed = self._changed
        if self.news.number <= number and not self.closed:
            try:
                await asyncio.wait_for(changed.wait(), timeout_s)
            except TimeoutError:
                return self.news  # nothing new: the listener may say so and ask again
        return self.news

    def close(self) -> None:
        """Let every listener go: the server is stopping."""
        self.closed = True
        self._wake()

    async def _watch_once(self) -> str:
        """Watch one connection to its end; the reason for the end, as a sentence."""
        try:
            reader, writer = await asyncio.wait_for(
                asyncio.open_unix_connection(str(self.path), limit=LINE_LIMIT), SILENCE_S
            )
        except (OSError, TimeoutError) as error:
            return self._unreachable(error)
        try:
            writer.write(WATCH_REQUEST)
            return await self._read_lines(reader)
        except (OSError, ValueError) as error:  # ValueError: a line beyond LINE_LIMIT
            return say("link.broken", error=error)
        finally:
            await _close(writer)

    def _unreachable(self, error: OSError) -> str:
        if isinstance(error, PermissionError):
            return say("link.forbidden", path=self.path.name)
        return say("link.absent")

    async def _read_lines(self, reader: asyncio.StreamReader) -> str:
        while True:
            try:
                line = await asyncio.wait_for(reader.readline(), SILENCE_S)
            except TimeoutError:
                return say("link.silent")
            if not line:
                return say("link.ended")
            self._hear(line)

    def _hear(self, line: bytes) -> None:
        try:
            said = json.loads(line)
        except ValueError:
            said = None
        if not isinstance(said, dict) or "state" not in said:
            self.skipped += 1
            return
        self._publish(
            News(self.news.number + 1, "live", "", complete(said), heard_ns=self._now_ns())
        )

    def _lose(self, why: str) -> None:
        if self.news.table_link == "lost" and self.news.why == why:
            return
        number = self.news.number + 1
        self._publish(replace(self.news, number=number, table_link="lost", why=why))

    def _publish(self, news: News) -> None:
        self.news = news
        self._wake()

    def _wake(self) -> None:
        # Whoever waits holds the old event; whoever comes later waits on the new one.
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    try:
        await asyncio.wait_for(writer.wait_closed(), CLOSE_WAIT_S)
    except (OSError, TimeoutError):
        return  # the peer is gone, which is what was wanted
