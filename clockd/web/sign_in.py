"""The sign-in page of a table, its cookie, and whose request a ruling is.

The cookie is HttpOnly and SameSite=Strict; a posted form must come from this very origin, a ruling carries the
session's own token besides. Source: screens' description, section 3 ("behind the arbiter's PIN when the hub is away").
"""

import hmac
import time
from urllib.parse import parse_qs, urlsplit

import jinja2
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from clockd.web.access import Access, Refused, Session
from clockd.web.arbiter import bounded
from clockd.web.words import say

COOKIE = "clockd"
SIGN_IN, SIGN_OUT, ARBITER = "/sign-in", "/sign-out", "/arbiter"
FIELDS_MOST = 10  # the form has three
NO_STORE = {"Cache-Control": "no-store"}


class SignIn:
    """The two routes, and the answer to "who is this?"."""

    def __init__(self, access: Access, templates: jinja2.Environment) -> None:
        self._access, self._templates = access, templates

    def routes(self) -> list[BaseRoute]:
        return [
            Route(SIGN_IN, self.page),
            Route(SIGN_IN, self.posted, methods=["POST"]),
            Route(SIGN_OUT, self.left, methods=["POST"]),
        ]

    def session_of(self, request: Request) -> Session | None:
        """Who is signed in, for showing."""
        return self._access.session(request.cookies.get(COOKIE), time.monotonic())

    def author_of(self, request: Request) -> str | None:
        """Whose ruling this is: signed in, sent by our own page, with the session's token."""
        session = self.session_of(request)
        if session is None or not is_from_here(request):
            return None
        token = request.headers.get("x-csrf-token", "")
        same = hmac.compare_digest(token.encode(), session.csrf.encode())
        return session.name if same else None

    async def page(self, request: Request) -> Response:
        return self._page("")

    async def posted(self, request: Request) -> Response:
        """Sign in, or set up the first account; then the arbiter's page."""
        if not is_from_here(request):
            return self._page(say("sign_in.elsewhere"), 403)
        try:
            fields = _fields(await bounded(request))
            token = await run_in_threadpool(self._token, _address(request), fields)
        except Refused as refused:
            return self._page(str(refused), 403)
        answer = RedirectResponse(ARBITER, 303, NO_STORE)
        answer.set_cookie(
            COOKIE, token, httponly=True, samesite="strict", secure=request.url.scheme == "https"
        )
        return answer

    async def left(self, request: Request) -> Response:
        if is_from_here(request):
            self._access.sign_out(request.cookies.get(COOKIE))
        answer = RedirectResponse("/", 303, NO_STORE)
        answer.delete_cookie(COOKIE)
        return answer

    def _token(self, address: str, fields: dict[str, list[str]]) -> str:
        """Off the loop: a password's hash takes its time."""
        code, name, password = (fields.get(key, [""])[0] for key in ("code", "name", "password"))
        now_s = time.monotonic()
        if self._access.first_start:
            return self._access.set_up(address, code, name, password, now_s)
        return self._access.sign_in(address, name, password, now_s)

    def _page(self, trouble: str, status: int = 200) -> Response:
        html = self._templates.get_template("sign_in.html").render(
            first=self._access.first_start, trouble=trouble
        )
        return HTMLResponse(html, status, NO_STORE)


def is_from_here(request: Request) -> bool:
    """Whether a post was sent by a page of this origin; browsers say so, and what says nothing is refused."""
    try:
        place = urlsplit(request.headers.get("origin", "")).netloc
    except ValueError:  # "http://[": no address at all, so not ours
        return False
    return bool(place) and place == request.headers.get("host")


def _fields(body: bytes) -> dict[str, list[str]]:
    try:
        return parse_qs(body.decode("utf-8", "replace"), max_num_fields=FIELDS_MOST)
    except ValueError:
        raise Refused(say("sign_in.form")) from None


def _address(request: Request) -> str:
    return request.client.host if request.client else ""
