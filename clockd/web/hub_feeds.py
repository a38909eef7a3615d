"""The feeds for the world outside: the round's games, the results, the report, over HTTP.

For readers that poll: a strong ETag and 304 (RFC 9110 section 13), a charset in the type (a text without one is read as
ISO-8859-1), no redirect. A feed has its delay at the source; a signed-in arbiter sees it without.
"""

import asyncio
import hashlib
import json
from collections.abc import Callable
from typing import Any, Protocol

from starlette.requests import Request
from starlette.responses import Response

from clockd.web.doors import Door
from clockd.web.gate import problem, visitor_of
from clockd.web.roles import Role
from clockd.web.words import say

PGN = "application/x-chess-pgn; charset=utf-8"
TRF = "text/plain; charset=utf-8"
JSON = "application/json"


class FeedSource(Protocol):
    """What the hub gives away. Every method may be called from any thread; None: there is nothing of that kind."""

    def games(self, number: int | None, board: int | None, *, prompt: bool) -> str | None:
        """The games of a round (None: the latest), or of one board of it, as PGN."""

    def results(self, *, prompt: bool) -> dict[str, Any] | None:
        """Every published round with its results."""

    def report(self, tournament: str, *, prompt: bool) -> str | None:
        """A tournament's report (TRF26) as it stands."""


class HubFeeds:
    """The doors of the feeds."""

    def __init__(self, source: FeedSource) -> None:
        self._source = source

    def doors(self) -> list[Door]:
        """All for viewers."""
        return [
            Door("/games.pgn", self.games, Role.VIEWER),
            Door("/round/{round:int}/games.pgn", self.games, Role.VIEWER),
            Door("/board/{board:int}/game.pgn", self.games, Role.VIEWER),
            Door("/round/{round:int}/board/{board:int}/game.pgn", self.games, Role.VIEWER),
            Door("/results.json", self.results, Role.VIEWER),
            Door("/report.trf", self.report, Role.VIEWER),
        ]

    async def games(self, request: Request) -> Response:
        """The games of a round or of a board, each with its clocks."""
        number, board = (request.path_params.get(key) for key in ("round", "board"))
        return await _sent(
            request, PGN, lambda: self._source.games(number, board, prompt=_prompt(request))
        )

    async def results(self, request: Request) -> Response:
        """Every published round with its results."""

        def text() -> str | None:
            found = self._source.results(prompt=_prompt(request))
            return None if found is None else json.dumps(found, ensure_ascii=False)

        return await _sent(request, JSON, text)

    async def report(self, request: Request) -> Response:
        """The tournament report; `?tournament=` names one of several."""
        name = request.query_params.get("tournament", "")
        return await _sent(request, TRF, lambda: self._source.report(name, prompt=_prompt(request)))


def _prompt(request: Request) -> bool:
    return visitor_of(request).role in (Role.ARBITER, Role.CHIEF)


async def _sent(request: Request, media_type: str, text: Callable[[], str | None]) -> Response:
    """The whole text of one moment, or 304 where the reader has it already."""
    found = await asyncio.to_thread(text)
    if found is None:
        return problem(404, say("feed.nothing"))
    body = found.encode()
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Cookie"}
    asked = [each.strip() for each in request.headers.get("if-none-match", "").split(",")]
    if tag in asked or f"W/{tag}" in asked or asked == ["*"]:
        return Response(status_code=304, headers=headers)
    return Response(body, headers={**headers, "Content-Type": media_type})
