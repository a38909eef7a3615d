"""The hub's web application: the wall of the round, a board in full, pairings, standings, crosstable.

Each page is rendered once from the latest news and kept true by an event stream. Nothing here changes anything:
every method but GET and HEAD is refused, and the hub is only read, through a HubSource.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from clockd.web.hub_alerts import BLANK_ROW
from clockd.web.hub_board import board_body, summary_of
from clockd.web.hub_cards import BLANK_CARD, mini_squares
from clockd.web.hub_crosstable import crosstable_view
from clockd.web.hub_pairings import pairings_view, published_only
from clockd.web.hub_source import GAP_S, HubFeed, HubNews, HubSnapshot, HubSource
from clockd.web.hub_standings import standings_view
from clockd.web.hub_stream import HubStreams, LatestText
from clockd.web.hub_view import BLANK_LEADER, head, wall_view
from clockd.web.security import ReadOnly
from clockd.web.site import not_there, page_templates, site_routes
from clockd.web.stream import MEDIA_TYPE, STREAM_HEADERS
from clockd.web.words import say

NO_STORE = {"Cache-Control": "no-store"}
TABLE_PAGES: Mapping[str, Callable[[HubSnapshot], dict[str, Any]]] = {
    "pairings": pairings_view,
    "standings": standings_view,
    "crosstable": crosstable_view,
}
ILL_AFTER_MS = 5_000  # the feed asks the hub each second: five missed answers are no delay any more


class HubPages:
    """The routes of the hub; `feed` is where they read."""

    def __init__(self, feed: HubFeed) -> None:
        self.feed = feed
        self.streams = HubStreams(feed)
        self._templates = page_templates()
        self._templates.globals |= {
            "mini_squares": mini_squares,
            "blank_card": BLANK_CARD,
            "blank_row": BLANK_ROW,
            "blank_leader": BLANK_LEADER,
        }
        self._texts = {name: LatestText(partial(self._part, name)) for name in TABLE_PAGES}

    async def wall(self, request: Request) -> Response:
        """All boards of the round with their clocks, and what needs a hand."""
        news = await self.feed.latest()
        return self._page("wall.html", news, "boards", "/events", view=wall_view(news.snapshot))

    async def board(self, request: Request) -> Response:
        """One board in full."""
        board = request.path_params["board"]
        news = await self._news_with(board)
        detail = await asyncio.to_thread(self.feed.source.detail, board)
        body = board_body(news.snapshot, board, detail)
        return self._page("hub_board.html", news, "board", f"/events/board/{board}", **body)

    async def tables(self, request: Request) -> Response:
        """Pairings, standings or crosstable."""
        name = request.url.path[1:]
        news = await self.feed.latest()
        page = TABLE_PAGES[name](news.snapshot)
        view = {"head": head(news.snapshot)}
        title = say(f"hub.tab.{name}")
        more = {"view": view, "page": page, "part": f"_{name}.html", "title": title}
        return self._page("hub_tables.html", news, name, f"/events/{name}", **more)

    async def tables_events(self, request: Request) -> Response:
        """The stream that keeps one of them true."""
        name = request.path_params["name"]
        if name not in self._texts:
            raise HTTPException(404)
        return _stream_head(request) or self.streams.page(self._texts[name])

    async def print_pairings(self, request: Request) -> Response:
        """A round's pairings as a sheet for the notice board."""
        news = await self.feed.latest()
        rounds = pairings_view(news.snapshot)["rounds"]
        number = request.path_params["round"]
        found = [each for each in rounds if each["round"] == number and each["boards"]]
        if not found:
            raise HTTPException(404)
        return self._sheet(news, "pairings", found[0]["title"], {"round": found[0]})

    async def print_standings(self, request: Request) -> Response:
        """The standings as a sheet for the notice board."""
        news = await self.feed.latest()
        page = standings_view(news.snapshot)
        return self._sheet(news, "standings", page["title"], {"round": None, "page": page})

    async def wall_events(self, request: Request) -> Response:
        """The stream that keeps the wall true."""
        return _stream_head(request) or self.streams.wall()

    async def board_events(self, request: Request) -> Response:
        """The stream that keeps a board's page true."""
        board = request.path_params["board"]
        await self._news_with(board)
        return _stream_head(request) or self.streams.board(board)

    async def snapshot(self, request: Request) -> Response:
        """The hub's snapshot with its age; of a round that is not published no more than that it is not."""
        news = await self.feed.latest()
        shown = published_only(news.snapshot)
        body = {**shown, "age_ms": news.age_ms(time.monotonic_ns())}
        return JSONResponse(body, headers=NO_STORE)

    async def health(self, request: Request) -> Response:
        """200 "ok" while the hub answers, else 503."""
        age_ms = (await self.feed.latest()).age_ms(time.monotonic_ns())
        if age_ms > ILL_AFTER_MS:
            text = f"The hub has said nothing for {age_ms // 1000} s.\n"
            return PlainTextResponse(text, 503, NO_STORE)
        return PlainTextResponse("ok\n", headers=NO_STORE)

    async def _news_with(self, board: int) -> HubNews:
        """The latest news; 404 when its round has no such board."""
        news = await self.feed.latest()
        if summary_of(news.snapshot, board) is None:
            raise HTTPException(404)
        return news

    def _part(self, name: str, snapshot: HubSnapshot) -> str:
        """The middle of a page of tables, as its stream sends it."""
        return self._templates.get_template(f"_{name}.html").render(
            page=TABLE_PAGES[name](snapshot)
        )

    def _sheet(self, news: HubNews, name: str, big: str, more: Mapping[str, Any]) -> Response:
        view = {"head": head(news.snapshot)}
        title = say(f"print.{name}")
        return self._page(
            "print.html", news, "", "", view=view, title=title, big=big, back=f"/{name}", **more
        )

    def _page(self, template: str, news: HubNews, here: str, events: str, **more: Any) -> Response:
        shown: Mapping[str, Any] = {
            "here": here,
            "events": events,
            "heard": f"{datetime.now():%H:%M:%S}",
            **more,
        }
        return HTMLResponse(self._templates.get_template(template).render(shown), headers=NO_STORE)


def _stream_head(request: Request) -> Response | None:
    if request.method == "HEAD":
        return Response(media_type=MEDIA_TYPE, headers=STREAM_HEADERS)
    return None


def make_hub_app(source: HubSource, gap_s: float = GAP_S) -> Starlette:
    """The pages of a hub; the application asks the source, at most once a `gap_s`, for as long as it lives."""
    feed = HubFeed(source, gap_s=gap_s)
    pages = HubPages(feed)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        asking = asyncio.create_task(feed.run())
        yield
        feed.close()
        asking.cancel()

    app = Starlette(
        routes=[
            Route("/", pages.wall),
            Route("/board/{board:int}", pages.board),
            *(Route(f"/{name}", pages.tables) for name in TABLE_PAGES),
            Route("/print/pairings/{round:int}", pages.print_pairings),
            Route("/print/standings", pages.print_standings),
            Route("/events", pages.wall_events),
            Route("/events/board/{board:int}", pages.board_events),
            Route("/events/{name}", pages.tables_events),
            Route("/snapshot.json", pages.snapshot),
            Route("/healthz", pages.health),
            *site_routes(),
        ],
        middleware=[Middleware(ReadOnly)],
        exception_handlers={404: not_there},
        lifespan=lifespan,
    )
    app.state.feed = feed  # who stops the server lets the open streams go with `feed.close()`
    return app
