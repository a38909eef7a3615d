"""The hub's event streams: the wall, one board in full, and the pages of tables.

Every event of the wall and of a board is whole, so that a page which missed any number of them is right again with
the next; a page of tables is sent again only when it differs, and beats in between. Each text is made once however
many pages listen, and a page that does not read gets no queue. All streams together have HUB_CLIENTS_MAX places.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from starlette.responses import Response

from clockd.units import to_ms
from clockd.web.hub_board import board_body
from clockd.web.hub_source import HubFeed, HubNews, HubSnapshot
from clockd.web.hub_tournaments import only
from clockd.web.hub_view import head, wall_view
from clockd.web.roles import Role
from clockd.web.seen import detail_for_role, for_role
from clockd.web.shares import Shares
from clockd.web.stream import BEAT_S, RETRY, EventResponse, compact, event_text

HUB_CLIENTS_MAX = 400  # arbiters' screens and a hall's telephones; more is a fault or an attack
HUB_OF_ONE = 100  # from one address: a hall's router may stand for many telephones

Times = dict[str, Any]


class LatestText:
    """Something made of the latest news, made once for each number."""

    def __init__(self, make: Callable[[HubSnapshot], str]) -> None:
        self._make = make
        self._number = 0
        self._text = ""

    def of(self, news: HubNews) -> str:
        """The text of this news."""
        if news.number != self._number:
            self._text = self._make(news.snapshot)
            self._number = news.number
        return self._text


def wall_body(snapshot: HubSnapshot) -> str:
    """The wall's event without its times."""
    return compact({"rate": snapshot.get("rate", 1.0), "view": wall_view(snapshot)})


class HubStreams:
    """Hands the feed's news to as many pages as there are places."""

    def __init__(
        self, feed: HubFeed, places: Shares | None = None, *, guarded: bool = False
    ) -> None:
        self.feed, self.guarded = feed, guarded
        self.places = places or Shares(HUB_CLIENTS_MAX, HUB_OF_ONE)
        self._walls: dict[Role, LatestText] = {}
        self._boards: dict[tuple[int, Role], tuple[int, str]] = {}

    def wall(self, role: Role = Role.VIEWER) -> Response:
        """The stream of the wall, as this visitor may see it."""

        def body(snapshot: HubSnapshot) -> str:
            return wall_body(for_role(snapshot, role, guarded=self.guarded))

        wall = self._walls.setdefault(role, LatestText(body))

        async def event(news: HubNews) -> str:
            return event_text(news.number, _times(news), wall.of(news))

        return self._response(event)

    def board(self, board: int, role: Role = Role.VIEWER) -> Response:
        """The stream of one board, in the form of the table's own stream."""

        async def event(news: HubNews) -> str:
            body, age_ms = await self._board_text(board, role, news)
            times = _times(news)
            times["age_ms"] = None if age_ms is None else times["age_ms"] + age_ms
            return event_text(news.number, times, body)

        return self._response(event)

    def page(self, text: LatestText, tournament: str = "") -> Response:
        """The stream of a page of tables: `html` when it has changed, else the head alone."""
        sent = ""

        async def event(news: HubNews) -> str:
            nonlocal sent
            html = text.of(news)
            body: dict[str, Any] = {"view": {"head": head(only(news.snapshot, tournament))}}
            if html != sent:
                body["html"] = sent = html
            return event_text(news.number, _times(news), compact(body))

        return self._response(event)

    def _response(self, event: Callable[[HubNews], Awaitable[str]]) -> Response:
        return EventResponse(self._events(event), self.places)

    async def _events(self, event: Callable[[HubNews], Awaitable[str]]) -> AsyncIterator[str]:
        yield RETRY
        news = await self.feed.latest()
        while not self.feed.closed:
            yield await event(news)
            news = await self.feed.newer(news.number, BEAT_S)

    async def _board_text(self, board: int, role: Role, news: HubNews) -> tuple[str, int | None]:
        number, text = self._boards.get((board, role), (0, ""))
        detail_age = _board_age(news.snapshot, board)
        if number != news.number:
            text = compact(await self.board_body(board, role, news))
            self._boards[board, role] = (news.number, text)
        return text, detail_age

    async def board_body(self, board: int, role: Role, news: HubNews) -> dict[str, Any]:
        """A board in full, as this visitor may see it."""
        detail = await asyncio.to_thread(self.feed.source.detail, board)
        shown = for_role(news.snapshot, role, guarded=self.guarded)
        return board_body(shown, board, detail_for_role(detail, role, guarded=self.guarded))


def _times(news: HubNews) -> Times:
    now_ns = time.monotonic_ns()
    return {"age_ms": news.age_ms(now_ns), "sent_ms": to_ms(now_ns)}


def _board_age(snapshot: HubSnapshot, board: int) -> int | None:
    """How old the table's last word is; None while it has said nothing."""
    for each in snapshot["boards"]:
        if each["board"] == board and each.get("age_ms") is not None:
            return int(each["age_ms"])
    return None
