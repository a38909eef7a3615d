"""What every answer carries so that a page of this table does no more than it is meant to.

Read-only: no method but GET and HEAD is let through, but for POST to the few paths that take rulings. Scripts,
styles and pictures come from this origin only, nothing inline runs, no other site may frame a page, no address leaks
to another site.
"""

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

READ_METHODS = ("GET", "HEAD")
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


class ReadOnly:
    """Refuses every method that could change something, except POST to `writes`; adds HEADERS to every answer."""

    def __init__(self, app: ASGIApp, writes: tuple[str, ...] = ()) -> None:
        self._app, self._writes = app, writes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        ruling = scope["method"] == "POST" and scope["path"] in self._writes
        app = self._app if ruling or scope["method"] in READ_METHODS else _refuse
        await app(scope, receive, with_headers)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    answer = PlainTextResponse(
        "This page is read-only.\n", status_code=405, headers={"Allow": ", ".join(READ_METHODS)}
    )
    await answer(scope, receive, send)
