"""The table's web application: `/`, `/clock`, `/arbiter`, `/events`, `/snapshot.json`, `/healthz` and what they need.

Each page is rendered once from the latest news and kept true by the event stream. The table is only read, but for the
rulings of a signed-in arbiter, which it decides and journals itself.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from clockd.doctor.finding import Finding, Level
from clockd.web.access import Access
from clockd.web.arbiter import form_views, note_at, ruling_answer
from clockd.web.doors import Door, routes_of
from clockd.web.gate import Gate, visitor_of
from clockd.web.link import News, TableLink
from clockd.web.metrics import METRICS_HEADERS, table_metrics
from clockd.web.roles import Role
from clockd.web.security import Secured, refusal
from clockd.web.sign_in import ARBITER, SignIn
from clockd.web.site import page_templates, site_doors
from clockd.web.stream import MEDIA_TYPE, STREAM_HEADERS, EventStream, body_of, times_of
from clockd.web.table_api import TableApi

RULINGS, DOCTOR = "/arbiter/ruling", "/doctor"
Examine = Callable[[], Iterable[Finding]]


class TablePages:
    """The routes of one table; `link` is where they read, `access` says who may rule, `examine` asks the doctor."""

    def __init__(self, link: TableLink, access: Access, examine: Examine = tuple) -> None:
        self.link, self._examine = link, examine
        self.stream = EventStream(link)
        self._templates = page_templates()
        self.sign_in = SignIn(access, self._templates, note_at(link.path))

    def doors(self) -> list[Door]:
        """Every way in, with its role."""
        return [
            Door("/", self.dashboard, Role.VIEWER),
            Door("/clock", self.clock, Role.VIEWER),
            Door(ARBITER, self.arbiter, Role.ARBITER),
            Door(RULINGS, self.ruling, Role.ARBITER, "POST", "api"),
            Door(DOCTOR, self.doctor, Role.ARBITER),
            Door("/events", self.events, Role.VIEWER),
            Door("/snapshot.json", self.snapshot, Role.VIEWER),
            Door("/healthz", self.health, Role.VIEWER),
            Door("/metrics", self.metrics, Role.VIEWER),
            *TableApi(self.link, self.stream.places, self.sign_in).doors(),
            *self.sign_in.doors(),
            *site_doors(),
        ]

    async def dashboard(self, request: Request) -> Response:
        """The table in full: clocks, position, moves, alerts."""
        return self._page("dashboard.html")

    async def clock(self, request: Request) -> Response:
        """The clock face, full screen; `?swap=1` puts Black at the left."""
        return self._page("clock.html", swap=request.query_params.get("swap") == "1")

    async def arbiter(self, request: Request) -> Response:
        """What needs a hand, the board against the record, and the rulings with their keys: for arbiters."""
        session = visitor_of(request).session
        assert session is not None, "for arbiters"
        chief = session.role is Role.CHIEF
        return self._page(
            "arbiter.html", forms=form_views(), csrf=session.csrf, arbiter=session.name, chief=chief
        )

    async def ruling(self, request: Request) -> Response:
        """A ruling from that page, put to the table in its author's name."""
        visitor = visitor_of(request)
        return await ruling_answer(visitor.author, visitor.body, self.link.path)

    async def doctor(self, request: Request) -> Response:
        """What is wrong with this machine, as far as the pages' user may look; examined anew each time."""
        found = await run_in_threadpool(lambda: list(self._examine()))
        stops = sum(each.level is Level.STOPS for each in found)
        return self._page("doctor.html", findings=found, stops=stops)

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

    async def metrics(self, request: Request) -> Response:
        """Counts for a monitor, in Prometheus' text form."""
        text = table_metrics(self.link.news, time.monotonic_ns(), self.stream.places.open)
        return PlainTextResponse(text, headers=METRICS_HEADERS)

    async def health(self, request: Request) -> Response:
        """200 "ok" while the table answers, else 503 with the reason."""
        news = self.link.news
        text = "ok" if news.table_link == "live" else news.why
        return PlainTextResponse(text + "\n", 200 if news.table_link == "live" else 503)

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


def table_app(link: TableLink, access: Access, examine: Examine = tuple) -> Starlette:
    """The application of one table; it watches the table for as long as it lives."""
    pages = TablePages(link, access, examine)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(link.run())
        yield
        link.close()
        watching.cancel()

    return Starlette(
        routes=routes_of(pages.doors(), Gate(access).check),
        middleware=[Middleware(Secured)],
        exception_handlers={HTTPException: refusal},
        lifespan=lifespan,
    )
