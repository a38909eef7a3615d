"""The hub's API under /api/v1: what its pages show, the audit trail, and the arbiters' commands."""

import asyncio
import time
from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from clockd.errors import BadInput
from clockd.web.api import (
    API,
    Json,
    body_of,
    document_door,
    json_answer,
    key_of,
    session_doors,
    stream_answer,
)
from clockd.web.doors import Door, Handler, Told
from clockd.web.gate import problem, visitor_of
from clockd.web.hub_board import summary_of
from clockd.web.hub_commands import Desk, give
from clockd.web.hub_source import HubFeed, HubSnapshot
from clockd.web.hub_tournaments import only
from clockd.web.roles import Role
from clockd.web.seen import for_role
from clockd.web.shares import Shares
from clockd.web.sign_in import SignIn
from clockd.web.stream import BEAT_S

TITLE = "clockd hub"
EVENT_KEYS = (
    *("event", "site", "dates", "rules", "round", "rounds", "stage", "phase"),
    *("champion", "seq"),
)


class HubApi:
    """The doors; `guarded`: there are accounts, so a viewer sees no more than spectators may."""

    def __init__(
        self,
        feed: HubFeed,
        places: Shares,
        desk: Desk | None = None,
        sign_in: SignIn | None = None,
    ) -> None:
        self._feed, self._places = feed, places
        self._desk, self._sign_in = desk, sign_in

    def doors(self) -> list[Door]:
        """Every door of the API, the document last."""
        doors = [
            self._get("event", self.event, "The event and where it stands", "Event"),
            self._get("boards", self.part("boards"), "The boards of the round", "[Board]"),
            self._get("boards/{board:int}", self.board, "One board", "Board"),
            self._get("pairings", self.part("pairings"), "Every published round", "[Round]"),
            self._get("standings", self.part("standings"), "The order, with reasons", "[Standing]"),
            self._get("crosstable", self.part("crosstable"), "The crosstable", "[Row]"),
            self._get("stream", self.stream, "The whole event at each change", "text/event-stream"),
            *self._arbiters(),
        ]
        return [*doors, document_door(TITLE, doors)]

    def _arbiters(self) -> list[Door]:
        if self._desk is None or self._sign_in is None:
            return []
        arbiter = Role.ARBITER
        given = Told("Give a command (clockd hub-command)", "Done", "Command", once=True)
        return [
            self._get("alerts", self.part("alerts"), "What waits for a hand", "[Alert]", arbiter),
            self._get("actions", self.actions, "The audit trail", "[Action]", arbiter),
            Door(f"{API}/commands", self.command, arbiter, "POST", "api", told=given),
            *session_doors(self._sign_in),
        ]

    def _get(
        self, name: str, handler: Handler, summary: str, answer: str, role: Role = Role.VIEWER
    ) -> Door:
        return Door(f"{API}/{name}", handler, role, kind="api", told=Told(summary, answer))

    async def event(self, request: Request) -> Response:
        news = await self._feed.latest()
        head = {key: news.snapshot.get(key) for key in EVENT_KEYS}
        return json_answer({**head, "age_ms": news.age_ms(time.monotonic_ns())})

    def part(self, key: str) -> Handler:
        """One list of the snapshot; `?tournament=` names one of several."""

        async def answered(request: Request) -> Response:
            shown = await self._shown(request)
            return json_answer(only(shown, request.query_params.get("tournament", ""))[key])

        return answered

    async def board(self, request: Request) -> Response:
        found = summary_of(await self._shown(request), request.path_params["board"])
        if found is None:
            raise HTTPException(404)
        return json_answer(found)

    async def actions(self, request: Request) -> Response:
        assert self._desk is not None, "an arbiter's door"
        return json_answer(await asyncio.to_thread(self._desk.actions))

    async def stream(self, request: Request) -> Response:
        role = visitor_of(request).role

        async def newer(number: int) -> tuple[int, Json]:
            news = await self._feed.latest()
            if news.number <= number:
                news = await self._feed.newer(news.number, BEAT_S)
            return news.number, dict(self._seen_by(role, news.snapshot))

        return stream_answer(request, self._places, newer, lambda: self._feed.closed)

    async def command(self, request: Request) -> Response:
        """Carry out a command in the arbiter's name; a refusal says why."""
        session = visitor_of(request).session
        assert session is not None and self._desk is not None, "an arbiter's door"
        try:
            key = key_of(request)
            said = body_of(request, {"name": str, "arguments": dict, "reason": str})
            arguments = {str(name): str(value) for name, value in said["arguments"].items()}
        except BadInput as error:
            return problem(400, str(error))
        outcome = await asyncio.to_thread(
            give, self._desk, session, key, said["name"], arguments, said["reason"]
        )
        return (
            json_answer({"detail": outcome.text})
            if outcome.ok
            else problem(outcome.status, outcome.text)
        )

    async def _shown(self, request: Request) -> HubSnapshot:
        news = await self._feed.latest()
        return self._seen_by(visitor_of(request).role, news.snapshot)

    def _seen_by(self, role: Role, snapshot: HubSnapshot) -> Mapping[str, Any]:
        return for_role(snapshot, role, guarded=self._sign_in is not None)
