"""Signing in and out, the first chief arbiter, and the chief arbiter's page of who else may rule.

The cookie is HttpOnly and SameSite=Strict, and Secure where the page came over TLS. Passwords are hashed one at a time
and off the loop: however many people sign in at once, the memory of one hash is used, and pages stay quick.
Source: screens' description, section 3 ("behind the arbiter's PIN when the hub is away").
"""

import asyncio
from collections.abc import Callable
from typing import Any

import jinja2
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from clockd.errors import BadInput, ClockdError
from clockd.web.access import Access, Session
from clockd.web.accounts import Refused
from clockd.web.doors import Door
from clockd.web.gate import COOKIE, NO_STORE, SIGN_IN, address_of, fields_of, visitor_of
from clockd.web.roles import STAFF, Role
from clockd.web.words import say

SIGN_OUT, SETUP, ARBITER, ARBITERS = "/sign-out", "/setup", "/arbiter", "/arbiters"
WAITING_MOST = 16  # sign-ins that wait for their hash; a hall has fewer arbiters at one moment

Note = Callable[[str, str, str], Any]  # author, what was done, reason: into the record


class SignIn:
    """The pages; `note` puts what a chief arbiter did to the accounts into the record."""

    def __init__(self, access: Access, templates: jinja2.Environment, note: Note) -> None:
        self._access, self._templates, self._note = access, templates, note
        self._turn = asyncio.Lock()
        self._waiting = 0

    def doors(self) -> list[Door]:
        return [
            Door(SIGN_IN, self.page, Role.VIEWER),
            Door(SIGN_IN, self.posted, Role.VIEWER, "POST"),
            Door(SIGN_OUT, self.left, Role.VIEWER, "POST"),
            Door(SETUP, self.setup_page, Role.VIEWER),
            Door(SETUP, self.set_up, Role.VIEWER, "POST"),
            Door(ARBITERS, self.arbiters, Role.CHIEF),
            Door(ARBITERS, self.changed, Role.CHIEF, "POST"),
        ]

    async def page(self, request: Request) -> Response:
        if self._access.first_start:
            return RedirectResponse(SETUP, 303, NO_STORE)
        return self._form(first=False)

    async def setup_page(self, request: Request) -> Response:
        """Where the set-up code is typed; only while one waits or nobody has an account."""
        if not self._setting_up:
            return RedirectResponse(SIGN_IN, 303, NO_STORE)
        return self._form(first=True)

    async def posted(self, request: Request) -> Response:
        """Sign in; then the arbiter's page."""
        return await self._let_in(request, first=False)

    async def set_up(self, request: Request) -> Response:
        """Make a chief arbiter with the code of the terminal; then the arbiter's page."""
        return await self._let_in(request, first=True)

    async def left(self, request: Request) -> Response:
        self.close(request.cookies.get(COOKIE))
        answer = RedirectResponse("/", 303, NO_STORE)
        answer.delete_cookie(COOKIE)
        return answer

    async def arbiters(self, request: Request) -> Response:
        """Who may rule, and the forms to let somebody in or out."""
        return self._list(request, "")

    async def changed(self, request: Request) -> Response:
        """Add an arbiter, give one a new password or role, or take an account away."""
        visitor = visitor_of(request)
        try:
            fields = fields_of(visitor.body)
            done = await self._hashing(self._change, fields)
        except ClockdError as refused:
            return self._list(request, str(refused), 409)
        try:
            await run_in_threadpool(self._note, visitor.author, done, fields.get("reason", ""))
        except ClockdError as error:
            return self._list(request, say("arbiters.no_record", done=done, why=error), 503)
        return RedirectResponse(ARBITERS, 303, NO_STORE)

    def _change(self, fields: dict[str, str]) -> str:
        name = fields.get("name", "")
        if fields.get("do") == "remove":
            self._access.remove(name)
            return say("arbiters.removed", name=name)
        role = fields.get("role", "")
        if role not in STAFF:
            raise Refused(say("arbiters.no_role"))
        name = self._access.add(name, fields.get("password", ""), Role(role))
        return say("arbiters.added", name=name, role=say(f"role.{role}"))

    async def _let_in(self, request: Request, *, first: bool) -> Response:
        address = address_of(request)
        try:
            fields = fields_of(visitor_of(request).body)
            token = await self._hashing(self._token, address, fields, first)
        except BadInput as refused:
            return self._form(first=first, trouble=str(refused), status=403)
        answer = RedirectResponse(ARBITER, 303, NO_STORE)
        self.give_cookie(request, answer, token)
        return answer

    def give_cookie(self, request: Request, answer: Response, token: str) -> None:
        """The session's cookie: for this site's own requests, out of every script's reach."""
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure)

    async def program(self, request: Request, name: str, password: str) -> tuple[str, Session]:
        """Sign a program in: its token and session; Refused like a person."""
        fields = {"name": name, "password": password}
        token = await self._hashing(self._token, address_of(request), fields, False)
        session = self._access.session(token)
        if session is None:
            raise Refused(say("sign_in.busy"))
        return token, session

    def close(self, token: str | None) -> None:
        """Sign out."""
        self._access.sign_out(token)

    def _token(self, address: str, fields: dict[str, str], first: bool) -> str:
        code, name, password = (fields.get(key, "") for key in ("code", "name", "password"))
        if first:
            return self._access.set_up(address, code, name, password)
        return self._access.sign_in(address, name, password)

    async def _hashing(self, work: Callable[..., str], *given: Any) -> str:
        """Off the loop, one after another; Refused when too many wait already."""
        if self._waiting >= WAITING_MOST:
            raise Refused(say("sign_in.busy"))
        self._waiting += 1
        try:
            async with self._turn:
                return await run_in_threadpool(work, *given)
        finally:
            self._waiting -= 1

    @property
    def _setting_up(self) -> bool:
        return self._access.first_start or self._access.accounts.has_code

    def _form(self, *, first: bool, trouble: str = "", status: int = 200) -> Response:
        return self._page(
            "sign_in.html",
            status,
            first=first,
            trouble=trouble,
            action=SETUP if first else SIGN_IN,
            has_code=not first and self._access.accounts.has_code,
        )

    def _list(self, request: Request, trouble: str, status: int = 200) -> Response:
        session = visitor_of(request).session
        assert session is not None, "for chief arbiters"
        rows = [
            {"name": name, "role": say(f"role.{role}")}
            for name, role in self._access.accounts.roles().items()
        ]
        roles = [(role.value, say(f"role.{role}")) for role in STAFF]
        return self._page(
            "arbiters.html",
            status,
            rows=rows,
            roles=roles,
            csrf=session.csrf,
            own=session.name,
            trouble=trouble,
        )

    def _page(self, template: str, status: int, **shown: Any) -> Response:
        html = self._templates.get_template(template).render(shown)
        return HTMLResponse(html, status, NO_STORE)
