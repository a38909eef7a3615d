"""The hub's web application: the wall of the round, a board in full, pairings, standings, crosstable.

Each page is rendered once from the latest news and kept true by an event stream. The hub is only read, through a
HubSource, but for the commands of signed-in arbiters, which it decides and journals itself.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from clockd.web.access import Access
from clockd.web.doors import Door, routes_of
from clockd.web.gate import Gate, visitor_of
from clockd.web.hub_alerts import BLANK_ROW
from clockd.web.hub_api import HubApi
from clockd.web.hub_arbiter import HubDesk, arbiter_view, form_views, trail_view
from clockd.web.hub_board import summary_of
from clockd.web.hub_cards import BLANK_CARD, mini_squares
from clockd.web.hub_commands import Desk
from clockd.web.hub_crosstable import crosstable_view
from clockd.web.hub_pairings import pairings_view
from clockd.web.hub_source import GAP_S, HubFeed, HubNews, HubSnapshot, HubSource
from clockd.web.hub_standings import standings_view
from clockd.web.hub_stream import HubStreams, LatestText
from clockd.web.hub_tournaments import chosen_id, only, parts_of, query_of, switch
from clockd.web.hub_view import BLANK_LEADER, head, wall_view
from clockd.web.metrics import METRICS_HEADERS, hub_metrics
from clockd.web.roles import Role
from clockd.web.security import Secured, refusal
from clockd.web.seen import for_role
from clockd.web.sign_in import ARBITER, SignIn
from clockd.web.site import page_templates, site_doors
from clockd.web.stream import MEDIA_TYPE, STREAM_HEADERS
from clockd.web.words import say

NO_STORE = {"Cache-Control": "no-store"}
TableView = Callable[[HubSnapshot], dict[str, Any]]
TABLE_PAGES: Mapping[str, TableView] = {
    "pairings": pairings_view,
    "standings": standings_view,
    "crosstable": crosstable_view,
}
SHEET_MOVES = 60  # two columns of thirty, as on a printed scoresheet
DESK = "arbiter"  # drawn and streamed like them, for arbiters only
ILL_AFTER_MS = 5_000  # the feed asks the hub each second: five missed answers are no delay any more


class HubPages:
    """The routes of the hub; `feed` is where they read, `desk` where commands go."""

    def __init__(
        self, feed: HubFeed, access: Access | None = None, desk: Desk | None = None
    ) -> None:
        self.feed = feed
        self.desk = None if desk is None else HubDesk(desk)
        guarded = access is not None and desk is not None
        self.streams = HubStreams(feed, guarded=guarded)
        self._templates = page_templates()
        self._templates.globals |= {
            "mini_squares": mini_squares,
            "blank_card": BLANK_CARD,
            "blank_row": BLANK_ROW,
            "blank_leader": BLANK_LEADER,
            "has_desk": self.desk is not None,
        }
        self._texts: dict[tuple[str, str], LatestText] = {}  # by page and tournament
        self.sign_in: SignIn | None = None
        if access is not None and desk is not None:
            self.sign_in = SignIn(access, self._templates, desk.note)
        self.api = HubApi(feed, self.streams.places, desk, self.sign_in)

    def doors(self) -> list[Door]:
        """Every way in, with its role."""
        return [
            Door("/", self.wall, Role.VIEWER),
            Door("/board/{board:int}", self.board, Role.VIEWER),
            *(Door(f"/{name}", self.tables, Role.VIEWER) for name in TABLE_PAGES),
            Door("/print/pairings/{round:int}", self.print_pairings, Role.VIEWER),
            Door("/print/scoresheets/{round:int}", self.print_scoresheets, Role.VIEWER),
            Door("/print/standings", self.print_standings, Role.VIEWER),
            Door("/events", self.wall_events, Role.VIEWER),
            Door("/events/board/{board:int}", self.board_events, Role.VIEWER),
            *(Door(f"/events/{name}", self.tables_events, Role.VIEWER) for name in TABLE_PAGES),
            Door("/snapshot.json", self.snapshot, Role.VIEWER),
            Door("/healthz", self.health, Role.VIEWER),
            Door("/metrics", self.metrics, Role.VIEWER),
            *self.api.doors(),
            *self._arbiters_doors(),
            *site_doors(),
        ]

    def _arbiters_doors(self) -> list[Door]:
        if self.desk is None or self.sign_in is None:
            return []
        return [
            Door(ARBITER, self.arbiter, Role.ARBITER),
            Door(f"/events/{DESK}", self.desk_events, Role.ARBITER),
            *self.desk.doors(),
            *self.sign_in.doors(),
        ]

    async def arbiter(self, request: Request) -> Response:
        """The arbiters' desk: what waits, the round, and the commands."""
        session = visitor_of(request).session
        assert session is not None and self.desk is not None, "for arbiters"
        news = await self.feed.latest()
        more = {
            "view": {"head": head(news.snapshot)},
            "page": arbiter_view(news.snapshot),
            "title": say("desk_hub.title"),
            "session": session,
            "chief": session.role is Role.CHIEF,
            "groups": form_views(session, [part["id"] for part in parts_of(news.snapshot)]),
            "outcome": self.desk.outcome_for(session),
            "trail": trail_view(await asyncio.to_thread(self.desk.desk.actions)),
        }
        return self._page("hub_arbiter.html", news, DESK, f"/events/{DESK}", **more)

    async def wall(self, request: Request) -> Response:
        """All boards of the round with their clocks, and what needs a hand."""
        news = await self.feed.latest()
        shown = self._seen_by(request, news.snapshot)
        return self._page("wall.html", news, "boards", "/events", view=wall_view(shown))

    async def board(self, request: Request) -> Response:
        """One board in full."""
        board = request.path_params["board"]
        news = await self._news_with(board)
        body = await self.streams.board_body(board, visitor_of(request).role, news)
        return self._page("hub_board.html", news, "board", f"/events/board/{board}", **body)

    async def tables(self, request: Request) -> Response:
        """Pairings, standings or crosstable."""
        name = request.url.path[1:]
        news, tournament = await self._chosen(request)
        shown = only(news.snapshot, tournament)
        more = {
            "view": {"head": head(shown)},
            "page": TABLE_PAGES[name](shown),
            "part": f"_{name}.html",
            "title": say(f"hub.tab.{name}"),
            "switch": switch(news.snapshot, tournament),
            "query": query_of(tournament),
        }
        events = f"/events/{name}{query_of(tournament)}"
        return self._page("hub_tables.html", news, name, events, **more)

    async def tables_events(self, request: Request) -> Response:
        """The stream that keeps one of them true."""
        name = request.url.path.rpartition("/")[2]
        _, tournament = await self._chosen(request)
        return _stream_head(request) or self._tables_stream(name, tournament)

    def _tables_stream(self, name: str, tournament: str) -> Response:
        text = self._texts.get((name, tournament))
        if text is None:
            part = partial(self._part, name, TABLE_PAGES[name], tournament)
            text = self._texts[name, tournament] = LatestText(part)
        return self.streams.page(text, tournament)

    async def desk_events(self, request: Request) -> Response:
        """The stream that keeps the arbiters' page true; it is about all tournaments."""
        text = self._texts.setdefault((DESK, ""), LatestText(self._desk_part))
        return _stream_head(request) or self.streams.page(text)

    async def _chosen(self, request: Request) -> tuple[HubNews, str]:
        """The latest news, and the tournament that a page is about; "" where there is one."""
        news = await self.feed.latest()
        return news, chosen_id(news.snapshot, request.query_params.get("tournament", ""))

    async def print_pairings(self, request: Request) -> Response:
        """A round's pairings, with what results there are, as a sheet for the notice board."""
        return await self._round_sheet(request, {})

    async def print_scoresheets(self, request: Request) -> Response:
        """A scoresheet for each player of a round, its head filled in, to be written on."""
        return await self._round_sheet(request, {"cards": True, "moves": SHEET_MOVES})

    async def _round_sheet(self, request: Request, more: dict[str, Any]) -> Response:
        news, tournament = await self._chosen(request)
        rounds = pairings_view(only(news.snapshot, tournament))["rounds"]
        number = request.path_params["round"]
        found = [each for each in rounds if each["round"] == number and each["boards"]]
        if not found:
            raise HTTPException(404)
        more = {"round": found[0], "cards": False, **more}
        return self._sheet(news, tournament, "pairings", found[0]["title"], more)

    async def print_standings(self, request: Request) -> Response:
        """The standings as a sheet for the notice board."""
        news, tournament = await self._chosen(request)
        page = standings_view(only(news.snapshot, tournament))
        more = {"round": None, "page": page, "cards": False}
        return self._sheet(news, tournament, "standings", page["title"], more)

    async def wall_events(self, request: Request) -> Response:
        """The stream that keeps the wall true."""
        return _stream_head(request) or self.streams.wall(visitor_of(request).role)

    async def board_events(self, request: Request) -> Response:
        """The stream that keeps a board's page true."""
        board = request.path_params["board"]
        await self._news_with(board)
        return _stream_head(request) or self.streams.board(board, visitor_of(request).role)

    async def snapshot(self, request: Request) -> Response:
        """The hub's snapshot with its age; of a round that is not published no more than that it is not."""
        news = await self.feed.latest()
        shown = self._seen_by(request, news.snapshot)
        body = {**shown, "age_ms": news.age_ms(time.monotonic_ns())}
        return JSONResponse(body, headers=NO_STORE)

    async def metrics(self, request: Request) -> Response:
        """Counts for a monitor, in Prometheus' text form."""
        news = await self.feed.latest()
        age_ms = news.age_ms(time.monotonic_ns())
        places = self.streams.places
        return PlainTextResponse(
            hub_metrics(news.snapshot, age_ms, places.open), headers=METRICS_HEADERS
        )

    def _seen_by(self, request: Request, snapshot: HubSnapshot) -> HubSnapshot:
        return for_role(snapshot, visitor_of(request).role, guarded=self.streams.guarded)

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

    def _part(self, name: str, view: TableView, tournament: str, snapshot: HubSnapshot) -> str:
        """The middle of a page of tables, as its stream sends it."""
        template = self._templates.get_template(f"_{name}.html")
        page = view(only(snapshot, tournament))
        return template.render(page=page, query=query_of(tournament))

    def _desk_part(self, snapshot: HubSnapshot) -> str:
        template = self._templates.get_template(f"_{DESK}.html")
        return template.render(page=arbiter_view(snapshot))

    def _sheet(
        self, news: HubNews, tournament: str, name: str, big: str, more: Mapping[str, Any]
    ) -> Response:
        shown = {
            "view": {"head": head(only(news.snapshot, tournament))},
            "title": say(f"print.{name}"),
            "big": big,
            "back": f"/{name}{query_of(tournament)}",
        }
        return self._page("print.html", news, "", "", **shown, **more)

    def _page(self, template: str, news: HubNews, here: str, events: str, **more: Any) -> Response:
        shown: Mapping[str, Any] = {
            "here": here,
            "events": events,
            "query": "",
            "heard": f"{datetime.now():%H:%M:%S}",
            **more,
        }
        return HTMLResponse(self._templates.get_template(template).render(shown), headers=NO_STORE)


def _stream_head(request: Request) -> Response | None:
    if request.method == "HEAD":
        return Response(media_type=MEDIA_TYPE, headers=STREAM_HEADERS)
    return None


def make_hub_app(
    source: HubSource,
    gap_s: float = GAP_S,
    access: Access | None = None,
    desk: Desk | None = None,
    more: Iterable[Door] = (),
) -> Starlette:
    """The pages of a hub; the application asks the source, at most once a `gap_s`, for as long as it lives.

    With `access` and `desk` arbiters may sign in and give commands; `more` are doors that others bring.
    """
    feed = HubFeed(source, gap_s=gap_s)
    pages = HubPages(feed, access, desk)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        asking = asyncio.create_task(feed.run())
        yield
        feed.close()
        asking.cancel()

    app = Starlette(
        routes=routes_of([*more, *pages.doors()], Gate(access).check),
        middleware=[Middleware(Secured)],
        exception_handlers={HTTPException: refusal},
        lifespan=lifespan,
    )
    app.state.feed = feed  # who stops the server lets the open streams go with `feed.close()`
    return app
