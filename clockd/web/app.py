"""The table's web application: `/`, `/clock`, `/events`, `/snapshot.json`, `/healthz` and what they need.

Each page is rendered once from the latest news and kept true by the event stream. Nothing here changes anything:
the table is only read. Drawings of the men come from the chess library, `wP` ... `bK`.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import chess
import chess.svg
import jinja2
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from clockd.web.link import News, TableLink
from clockd.web.position import man_name
from clockd.web.security import ReadOnly
from clockd.web.stream import MEDIA_TYPE, STREAM_HEADERS, EventStream, body_of, times_of
from clockd.web.words import say, script_words

HERE = Path(__file__).parent
FOREVER = "public, max-age=31536000, immutable"  # a man's drawing never changes under its name
ASK_AGAIN = (
    "no-cache"  # scripts and styles change with the program: the browser asks, and is told 304
)


def _templates() -> jinja2.Environment:
    pages = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.globals["say"] = say
    pages.globals["script_words"] = json.dumps(script_words(), ensure_ascii=False)
    return pages


def _drawings() -> dict[str, str]:
    men = [chess.Piece(kind, colour) for kind in chess.PIECE_TYPES for colour in chess.COLORS]
    return {man_name(piece): chess.svg.piece(piece) for piece in men}


class _Files(StaticFiles):
    """Static files that the browser checks for a newer version each time."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        answer = super().file_response(*args, **kwargs)
        answer.headers["Cache-Control"] = ASK_AGAIN
        return answer


class TablePages:
    """The routes of one table; `link` is where they read."""

    def __init__(self, link: TableLink) -> None:
        self.link = link
        self.stream = EventStream(link)
        self._templates = _templates()
        self._men = _drawings()

    async def dashboard(self, request: Request) -> Response:
        """The table in full: clocks, position, moves, alerts."""
        return self._page("dashboard.html")

    async def clock(self, request: Request) -> Response:
        """The clock face, full screen; `?swap=1` puts Black at the left."""
        return self._page("clock.html", swap=request.query_params.get("swap") == "1")

    async def events(self, request: Request) -> Response:
        """The stream that keeps a page true."""
        if request.method == "HEAD":
            return Response(media_type=MEDIA_TYPE, headers=STREAM_HEADERS)
        return self.stream.response()

    async def snapshot(self, request: Request) -> Response:
        """The latest snapshot with its age; 503 while there has never been one."""
        news = self.link.news
        body = {**times_of(news, time.monotonic_ns()), **body_of(news)}
        del body["view"]
        return JSONResponse(body, 200 if news.snapshot else 503, {"Cache-Control": "no-store"})

    async def health(self, request: Request) -> Response:
        """200 "ok" while the table answers, else 503 with the reason."""
        news = self.link.news
        text = "ok" if news.table_link == "live" else news.why
        return PlainTextResponse(text + "\n", 200 if news.table_link == "live" else 503)

    async def man(self, request: Request) -> Response:
        """The drawing of a man."""
        drawing = self._men.get(request.path_params["name"])
        if drawing is None:
            raise HTTPException(404)
        return Response(drawing, media_type="image/svg+xml", headers={"Cache-Control": FOREVER})

    def _page(self, template: str, **more: Any) -> Response:
        news = self.link.news
        html = self._templates.get_template(template).render(
            body_of(news), heard=_heard_at(news), **more
        )
        return HTMLResponse(html, headers={"Cache-Control": "no-store"})


def _heard_at(news: News) -> str:
    """The time of day of the last news, for a page that no script renews."""
    age_ms = news.age_ms(time.monotonic_ns())
    if age_ms is None:
        return "–"
    return f"{datetime.now() - timedelta(milliseconds=age_ms):%H:%M:%S}"


async def _not_there(request: Request, error: Exception) -> Response:
    return PlainTextResponse("There is nothing at this address.\n", status_code=404)


def table_app(link: TableLink) -> Starlette:
    """The application of one table; it watches the table for as long as it lives."""
    pages = TablePages(link)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(link.run())
        yield
        link.close()
        watching.cancel()

    return Starlette(
        routes=[
            Route("/", pages.dashboard),
            Route("/clock", pages.clock),
            Route("/events", pages.events),
            Route("/snapshot.json", pages.snapshot),
            Route("/healthz", pages.health),
            Route("/piece/{name}.svg", pages.man),
            Mount("/static", _Files(directory=HERE / "static")),
        ],
        middleware=[Middleware(ReadOnly)],
        exception_handlers={404: _not_there},
        lifespan=lifespan,
    )
