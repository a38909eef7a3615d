"""The gate before every door: who asks, may they, does the request come from our own page, is its body bounded.

Refused before a byte of the body is read: no session (401, a page leads to the sign-in), a role that is too low (403),
a form from another origin (403). Then the body, whole, within its bound (413) and in time (408), and the session's own
token with it (403). A table's door has no session: its handler checks the signature. Sources: design.md section 2;
RFC 9457 for the form of a problem.
"""

import asyncio
import hmac
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qs, urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from clockd.errors import BadInput
from clockd.web.access import Access, Session
from clockd.web.doors import Door
from clockd.web.roles import Role, may
from clockd.web.words import say

COOKIE = "clockd"
SIGN_IN = "/sign-in"
BODY_WITHIN_S = 20.0  # a batch over a poor wireless line; a slower one is dead or an attack
FIELDS_MOST = 40  # of a form: the longest has a dozen
NO_STORE = {"Cache-Control": "no-store"}
PROBLEM = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks, and the body that was sent."""

    session: Session | None = None
    body: bytes = b""

    @property
    def role(self) -> Role:
        return self.session.role if self.session else Role.VIEWER

    @property
    def author(self) -> str:
        """The name that stands in the record."""
        assert self.session is not None, "this door is for arbiters"
        return self.session.name


class Turned(Exception):
    """Turned away, with the status and one line for a person."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class Gate:
    """Checks each request; without `access` nobody can sign in and everybody is a viewer."""

    def __init__(self, access: Access | None = None) -> None:
        self._access = access

    def session_of(self, request: Request) -> Session | None:
        """Who is signed in."""
        return self._access.session(request.cookies.get(COOKIE)) if self._access else None

    async def check(self, door: Door, request: Request) -> Response:
        """The handler's answer, or why the visitor was turned away."""
        visitor = Visitor(self.session_of(request))
        try:
            if door.role is not Role.TABLE:
                _check_role(door, visitor)
            if door.method != "GET":
                visitor = await _with_body(door, request, visitor)
        except Turned as turned:
            return _refusal(door, turned)
        except ClientDisconnect:
            return Response(status_code=400)  # cut in the middle: nobody is there to read it
        request.state.visitor = visitor
        return await door.handler(request)


def visitor_of(request: Request) -> Visitor:
    """The visitor whom the gate let through."""
    visitor = request.state.visitor
    assert isinstance(visitor, Visitor), "set by the gate"
    return visitor


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


def fields_of(body: bytes) -> dict[str, str]:
    """A form's fields, each the first of its name; BadInput when it is no form of ours."""
    try:
        found = parse_qs(body.decode("utf-8", "replace"), max_num_fields=FIELDS_MOST)
    except ValueError:
        raise BadInput(say("sign_in.form")) from None
    return {key: values[0] for key, values in found.items()}


def problem(status: int, detail: str) -> Response:
    """A refusal in the form that programs read (RFC 9457)."""
    title = HTTPStatus(status).phrase
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    return JSONResponse(body, status, NO_STORE, media_type=PROBLEM)


def _check_role(door: Door, visitor: Visitor) -> None:
    if may(visitor.role, door.role):
        return
    if visitor.session is None:
        raise Turned(401, say("gate.sign_in"))
    raise Turned(403, say("gate.role", role=say(f"role.{door.role}")))


async def _with_body(door: Door, request: Request, visitor: Visitor) -> Visitor:
    if door.role is not Role.TABLE:
        _check_origin(door, request)
    try:
        body = await asyncio.wait_for(_whole_body(request, door.body_most), BODY_WITHIN_S)
    except TimeoutError:
        raise Turned(408, say("gate.slow", seconds=int(BODY_WITHIN_S))) from None
    if visitor.session is not None and door.role not in (Role.TABLE, Role.VIEWER):
        _check_token(request, body, visitor.session)
    return Visitor(visitor.session, body)


async def _whole_body(request: Request, most: int) -> bytes:
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > most:
            raise Turned(413, say("gate.too_large", most=most))
    return bytes(body)


def _check_origin(door: Door, request: Request) -> None:
    """A form says where it comes from, and it must be here; a program of no browser says nothing."""
    origin = request.headers.get("origin")
    if origin is None and door.kind == "api" and "sec-fetch-site" not in request.headers:
        return
    if not is_from_here(request):
        raise Turned(403, say("gate.elsewhere"))


def is_from_here(request: Request) -> bool:
    """Whether a request was sent by a page of this origin; browsers say so, what says nothing is not."""
    try:
        place = urlsplit(request.headers.get("origin", "")).netloc
    except ValueError:  # "http://[": no address at all, so not ours
        return False
    return bool(place) and place == request.headers.get("host")


def _check_token(request: Request, body: bytes, session: Session) -> None:
    token = request.headers.get("x-csrf-token")
    if token is None and request.headers.get("content-type", "").startswith(
        "application/x-www-form-urlencoded"
    ):
        token = _token_in(body)
    if not hmac.compare_digest((token or "").encode("utf-8", "replace"), session.csrf.encode()):
        raise Turned(403, say("gate.token"))


def _token_in(body: bytes) -> str:
    try:
        return fields_of(body).get("csrf", "")
    except BadInput:
        return ""


def _refusal(door: Door, turned: Turned) -> Response:
    if door.kind == "api":
        return problem(turned.status, turned.why)
    if turned.status == 401:
        return RedirectResponse(SIGN_IN, 303, NO_STORE)
    return PlainTextResponse(turned.why + "\n", turned.status, NO_STORE)
