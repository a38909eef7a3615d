"""Server-sent events: the table's latest news to every open page, and nothing that is older than the latest.

One event a change, with the whole snapshot, the view in words, the link to the table and the age of the news; at
least one each second, so that a page hears of a lost table and a dead page is noticed. A page that does not read
gets no queue: the next event it takes is the latest. Ages are milliseconds; `sent_ms` is this process's monotonic
time, by which a page tells an event that was held up on the way.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from clockd.units import to_ms
from clockd.web.desk import desk
from clockd.web.link import News, TableLink
from clockd.web.shares import Shares
from clockd.web.snapshot import UNKNOWN
from clockd.web.view import page_view

SSE_CLIENTS_MAX = (
    32  # a table has a face, a dashboard and a few curious phones; more is a fault or an attack
)
SSE_OF_ONE = 16  # from one address: a small screen and an arbiter's tabs
BEAT_S = 1.0  # a page calls news of 2 s old; it must hear of a silent table before that
SEND_WAIT_S = 10.0  # a page that takes no byte for this long is gone; its place is needed
MEDIA_TYPE = "text/event-stream"
STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
RETRY = "retry: 1000\n\n"  # ms: how long a page waits before it opens a broken stream again
_RETRY_AFTER_S = 5


def body_of(news: News) -> dict[str, Any]:
    """One event without its times: the snapshot's own keys, the link and the view in words."""
    snapshot = news.snapshot or UNKNOWN
    return {
        **snapshot,
        "table_link": news.table_link,
        "table_why": news.why,
        "view": {**page_view(snapshot), "desk": desk(snapshot)},
    }


def times_of(news: News, now_ns: int) -> dict[str, Any]:
    """What differs from listener to listener: how old the news is, and when this event was sent."""
    return {"age_ms": news.age_ms(now_ns), "sent_ms": to_ms(now_ns)}


class EventText:
    """The text of the latest news, made once however many pages listen."""

    def __init__(self) -> None:
        self._number = -1
        self._body = ""

    def event(self, news: News, now_ns: int) -> str:
        """The news as one server-sent event."""
        if news.number != self._number:
            self._body = compact(body_of(news))
            self._number = news.number
        return event_text(news.number, times_of(news, now_ns), self._body)


def event_text(number: int, times: Mapping[str, Any], body: str) -> str:
    """One server-sent event: the times of this listener and, after them, the body that all listeners share."""
    return f"id: {number}\ndata: {compact(times)[:-1]},{body[1:]}\n\n"


def compact(form: Mapping[str, Any]) -> str:
    """JSON without a byte too many, as it is sent some times a second."""
    return json.dumps(form, separators=(",", ":"), ensure_ascii=False)


class EventResponse(StreamingResponse):
    """A stream that holds one of the places and gives up a client which takes nothing for SEND_WAIT_S.

    503 when all places are taken, or this client's address holds its share of them.
    """

    def __init__(self, events: AsyncIterator[str], places: Shares) -> None:
        super().__init__(events, media_type=MEDIA_TYPE, headers=STREAM_HEADERS)
        self._places = places

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = str((scope.get("client") or ("",))[0])
        if not self._places.take(address):
            await _no_place()(scope, receive, send)
            return
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._places.leave(address)

    async def stream_response(self, send: Send) -> None:
        async def bounded(message: Any) -> None:
            await asyncio.wait_for(send(message), SEND_WAIT_S)

        try:
            await super().stream_response(bounded)
        except TimeoutError:
            return  # the connection dies with the task; the page opens another when it wakes


def _no_place() -> Response:
    """The answer to a page for which there is no place."""
    return PlainTextResponse(
        "All places are taken. Try again in a few seconds.\n",
        status_code=503,
        headers={"Retry-After": str(_RETRY_AFTER_S)},
    )


class EventStream:
    """Hands the link's news to at most SSE_CLIENTS_MAX pages."""

    def __init__(self, link: TableLink, places: Shares | None = None) -> None:
        self.link = link
        self.places = places or Shares(SSE_CLIENTS_MAX, SSE_OF_ONE)
        self._text = EventText()

    def response(self) -> Response:
        """A stream for one more page."""
        return EventResponse(self.events(), self.places)

    async def events(self) -> AsyncIterator[str]:
        """The latest news now, then at each change and at least once a BEAT_S, until the server stops."""
        yield RETRY
        news = self.link.news
        while not self.link.closed:
            yield self._text.event(news, time.monotonic_ns())
            news = await self.link.newer(news.number, BEAT_S)
