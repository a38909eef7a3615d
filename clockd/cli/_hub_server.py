"""The hub's web server: its pages and the door for tables, in one application on one listener."""

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Iterator

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from clockd.config import parse_listen
from clockd.errors import BadInput, DeviceError
from clockd.hub.desk import Desk
from clockd.hub.http import ENROL_BODY_MAX, ENROL_PATH, SYNC_PATH, Answer, TableDoor
from clockd.hub.hub import Hub
from clockd.hub.request import BODY_MAX
from clockd.web.access import Access
from clockd.web.connections import Places, allow_files, server_config
from clockd.web.doors import Door
from clockd.web.gate import visitor_of
from clockd.web.hub_app import make_hub_app
from clockd.web.hub_feeds import HubFeeds
from clockd.web.roles import Role
from clockd.web.tls import Tls, scheme, server_options

BACKLOG = 256  # fifty tables and a hall of phones may come at once
CONNECTIONS_MAX = 1000
CONNECTIONS_OF_ONE = 400  # two hundred virtual tables and fifty pages on one machine find room
LAST_ANSWERS_S = 2  # open requests may finish for so long after the end
LOOK_EVERY_S = 0.5
TICK_S = 0.25  # how often silent tables and expired orders are looked for


def wanted_address(listen: str) -> tuple[str, int]:
    """Host and port of a --listen option."""
    try:
        return parse_listen(listen)
    except BadInput as error:
        raise BadInput(f"--listen: {error}") from None


def listener(host: str, port: int) -> socket.socket:
    """A listening socket; DeviceError when the address is taken or not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise DeviceError(f"{host}:{port}: {why}, expected a free address") from None


def address(listening: socket.socket, tls: Tls | None = None) -> str:
    """Where people look, as a link."""
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme(tls)}://{shown}:{port}/"


def application(
    hub: Hub, access: Access | None = None, desk: Desk | None = None, *, required: bool = False
) -> Starlette:
    """The pages, and beside them the tables' doors and the feeds; `required`: only enrolled tables are heard."""
    more = [*_table_doors(hub, required), *HubFeeds(hub.feeds).doors()]
    return make_hub_app(hub, access=access, desk=desk, more=more)


def _table_doors(hub: Hub, required: bool) -> list[Door]:
    door = TableDoor(hub, required=required)

    async def sync(request: Request) -> Response:
        body = visitor_of(request).body
        return _sent(await run_in_threadpool(door.sync, body, request.headers))

    async def enrol(request: Request) -> Response:
        return _sent(await run_in_threadpool(door.enrol, visitor_of(request).body))

    return [
        Door(SYNC_PATH, sync, Role.TABLE, "POST", "api", body_most=BODY_MAX),
        Door(ENROL_PATH, enrol, Role.TABLE, "POST", "api", body_most=ENROL_BODY_MAX),
    ]


def _sent(answer: Answer) -> Response:
    return Response(answer.body, answer.status, dict(answer.headers), "application/json")


class _Server(uvicorn.Server):
    """uvicorn, with the open streams told to end before it waits for them, on their own loop."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        assert isinstance(self.config.app, Starlette), "made here"
        self.config.app.state.feed.close()
        await super().shutdown(sockets)


class HubServer:
    """Serves a hub on a thread of its own, from `start` to `close`."""

    def __init__(
        self,
        hub: Hub,
        listening: socket.socket,
        access: Access | None,
        desk: Desk | None,
        required: bool,
        tls: Tls | None,
    ) -> None:
        self._hub, self._listening = hub, listening
        self.places = Places(CONNECTIONS_MAX, CONNECTIONS_OF_ONE)
        allow_files(CONNECTIONS_MAX)
        config = server_config(
            application(hub, access, desk, required=required),
            self.places,
            timeout_graceful_shutdown=LAST_ANSWERS_S,
            **server_options(tls),
        )
        self._server = _Server(config)
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._serve, name="hub pages", daemon=True),
            threading.Thread(target=self._tick, name="hub tick", daemon=True),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._stop.set()
        self._server.should_exit = True
        self._threads[0].join(LAST_ANSWERS_S + 1)

    def wait(self, told: Callable[[], bool] = lambda: False) -> None:
        """Until the server ends, or the process is `told` to."""
        while self._threads[0].is_alive():
            self._threads[0].join(LOOK_EVERY_S)
            if told():
                raise KeyboardInterrupt

    def _serve(self) -> None:
        self._server.run(sockets=[self._listening])

    def _tick(self) -> None:
        while not self._stop.wait(TICK_S):
            self._hub.tick()


@contextlib.contextmanager
def serving(
    hub: Hub,
    listening: socket.socket,
    access: Access | None = None,
    desk: Desk | None = None,
    *,
    required: bool = False,
    tls: Tls | None = None,
) -> Iterator[HubServer]:
    """The hub served for as long as the context lasts; read-only without `access` and `desk`."""
    server = HubServer(hub, listening, access, desk, required, tls)
    server.start()
    try:
        yield server
    finally:
        server.close()
