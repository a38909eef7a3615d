"""What every answer carries so that a page does no more than it is meant to, and how a refusal is worded.

Scripts, styles and pictures come from this origin only, nothing inline runs, no other site may frame a page, no address
leaks to another site. Who may do what is the gate's to say.
"""

from http import HTTPStatus

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clockd.web.gate import problem
from clockd.web.words import say

API = "/api/"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "
        "object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Secured:
    """Adds HEADERS to every answer; takes no websocket."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, with_headers)


async def refusal(request: Request, error: Exception) -> Response:
    """404, 405 and their like in one line; in the API as a problem."""
    assert isinstance(error, HTTPException), "registered for nothing else"
    status = error.status_code
    known = {404: say("gate.nothing"), 405: say("gate.method")}
    why = known.get(status, HTTPStatus(status).phrase)
    in_api = request.url.path.startswith(API)
    answer = problem(status, why) if in_api else PlainTextResponse(why + "\n", status)
    allowed = (error.headers or {}).get("Allow")
    if allowed is not None:
        answer.headers["Allow"] = ", ".join(sorted(allowed.split(", ")))
    return answer
