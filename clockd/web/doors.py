"""The route table: every path of an application with its method, the role it needs and what may be sent to it.

A door without a role cannot be written, and the only way from doors to routes is through the gate, which looks at the
role. One route a path, so a wrong method is answered 405 with the right ones. What a door of the API says of itself
becomes its part of the OpenAPI document.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from clockd.web.roles import Role

Handler = Callable[[Request], Awaitable[Response]]
Method = Literal["GET", "POST", "DELETE"]
Kind = Literal["page", "api"]

FORM_MOST = 8 * 1024  # bytes; a ruling with 300 moves is two thousand


@dataclass(frozen=True, slots=True)
class Told:
    """What the API's document says of a door: one line, and the schemas of what goes in and comes out."""

    summary: str
    answer: str  # a schema's name, or a media type such as "text/plain"
    body: str = ""
    once: bool = False  # takes an Idempotency-Key


@dataclass(frozen=True, slots=True)
class Door:
    """One way in. `kind` says how a refusal is worded: as a page, or as a problem for programs."""

    path: str
    handler: Handler
    role: Role
    method: Method = "GET"
    kind: Kind = "page"
    body_most: int = FORM_MOST
    told: Told | None = None


Check = Callable[[Door, Request], Awaitable[Response]]


def routes_of(doors: Iterable[Door], check: Check) -> list[BaseRoute]:
    """The routes behind the gate; two doors of one path and method are our own mistake."""
    paths: dict[str, dict[str, Door]] = {}
    for door in doors:
        methods = paths.setdefault(door.path, {})
        assert door.method not in methods, f"{door.method} {door.path} stands twice"
        methods[door.method] = door
    return [_route(path, methods, check) for path, methods in paths.items()]


def _route(path: str, methods: Mapping[str, Door], check: Check) -> Route:
    async def endpoint(request: Request) -> Any:
        method = "GET" if request.method == "HEAD" else request.method
        return await check(methods[method], request)

    return Route(path, endpoint, methods=list(methods))
