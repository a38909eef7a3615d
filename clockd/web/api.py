"""The programs' side of both applications: signing in, JSON bodies, Idempotency-Key, a stream with ids.

Everything stands under /api/v1; refusals are problems (RFC 9457). A program signs in with POST /api/v1/session, keeps
the cookie, and sends the token of the answer as X-CSRF-Token with whatever changes something. The same
Idempotency-Key is the same action: given again it is not carried out again.
"""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from clockd.errors import BadInput
from clockd.web.doors import Door, Told
from clockd.web.gate import COOKIE, NO_STORE, problem, visitor_of
from clockd.web.guesses import TooManyTries
from clockd.web.openapi import KEY_FORM, document
from clockd.web.roles import Role
from clockd.web.shares import Shares
from clockd.web.sign_in import SignIn
from clockd.web.stream import MEDIA_TYPE, RETRY, STREAM_HEADERS, EventResponse
from clockd.web.words import say

API = "/api/v1"
KEY_HEADER = "idempotency-key"
_KEY = re.compile(KEY_FORM)
LAST_ID_DIGITS = 18

Json = dict[str, Any]
Newer = Callable[
    [int], Awaitable[tuple[int, Json]]
]  # the news beyond a number, or the same after a while


def session_doors(sign_in: SignIn) -> list[Door]:
    """Signing in and out, for programs."""

    async def asked(request: Request) -> Response:
        session = visitor_of(request).session
        if session is None:
            return JSONResponse({"name": None, "role": Role.VIEWER}, headers=NO_STORE)
        said = {"name": session.name, "role": session.role, "csrf": session.csrf}
        return JSONResponse(said, headers=NO_STORE)

    async def opened(request: Request) -> Response:
        try:
            fields = body_of(request, {"name": str, "password": str})
            token, session = await sign_in.program(request, fields["name"], fields["password"])
        except TooManyTries as refused:
            answer = problem(429, str(refused))
            answer.headers["Retry-After"] = str(refused.wait_s)
            return answer
        except BadInput as refused:
            return problem(403, str(refused))
        said = {"name": session.name, "role": session.role, "csrf": session.csrf}
        answer = JSONResponse(said, headers=NO_STORE)
        sign_in.give_cookie(request, answer, token)
        return answer

    async def closed(request: Request) -> Response:
        sign_in.close(request.cookies.get(COOKIE))
        answer = Response(status_code=204, headers=NO_STORE)
        answer.delete_cookie(COOKIE)
        return answer

    path = f"{API}/session"
    return [
        Door(path, asked, Role.VIEWER, kind="api", told=Told("Who is signed in", "Session")),
        Door(path, opened, Role.VIEWER, "POST", "api", told=Told("Sign in", "Session", "Login")),
        Door(path, closed, Role.ARBITER, "DELETE", "api", told=Told("Sign out", "")),
    ]


def document_door(title: str, doors: list[Door]) -> Door:
    """The OpenAPI document of these doors, itself included."""

    async def told(request: Request) -> Response:
        return JSONResponse(document(title, every), headers={"Cache-Control": "no-cache"})

    summary = Told("This document", "object")
    own = Door(f"{API}/openapi.json", told, Role.VIEWER, kind="api", told=summary)
    every = [*doors, own]
    return own


def body_of(request: Request, fields: Mapping[str, type]) -> Json:
    """The JSON object that was sent, with these fields; BadInput says what is wrong with it."""
    try:
        said = json.loads(visitor_of(request).body)
    except (ValueError, RecursionError):
        raise BadInput(say("api.json")) from None
    if not isinstance(said, dict):
        raise BadInput(say("api.json"))
    unknown = said.keys() - fields.keys()
    if unknown:
        raise BadInput(say("api.unknown", name=str(min(unknown))[:40]))
    for key, kind in fields.items():
        said.setdefault(key, kind())
        if not isinstance(said[key], kind):
            raise BadInput(say("api.wrong", name=key))
    return said


def key_of(request: Request) -> str:
    """The Idempotency-Key; BadInput without one."""
    key = request.headers.get(KEY_HEADER, "")
    if not _KEY.fullmatch(key):
        raise BadInput(say("api.key"))
    return key


def json_answer(body: Any) -> Response:
    return JSONResponse(body, headers=NO_STORE)


def stream_answer(
    request: Request, places: Shares, newer: Newer, closed: Callable[[], bool]
) -> Response:
    """Each news as one event with its number as id; after Last-Event-ID only what is newer, latest first and only."""
    if request.method == "HEAD":
        return Response(media_type=MEDIA_TYPE, headers=STREAM_HEADERS)
    return _stream(_last_id(request), places, newer, closed)


def _stream(
    last: int, places: Shares, newer: Newer, closed: Callable[[], bool]
) -> StreamingResponse:
    async def events() -> AsyncIterator[str]:
        yield RETRY
        known = last
        while not closed():
            number, body = await newer(known)
            if number == known:
                yield ": still here\n\n"
                continue
            known = number
            yield f"id: {number}\ndata: {json.dumps(body, ensure_ascii=False)}\n\n"

    return EventResponse(events(), places)


def _last_id(request: Request) -> int:
    text = request.headers.get("last-event-id", "")
    fits = text.isascii() and text.isdigit() and len(text) <= LAST_ID_DIGITS
    return int(text) if fits else 0
