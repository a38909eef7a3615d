"""How many connections one machine may hold at a server, and how long it may take to ask.

uvicorn counts all connections together, so one machine that opens a thousand of them shuts everybody out. Here each
address has its own share, of IPv6 its network; a connection that has not sent a whole request head in time is closed;
and when all places are taken, the address that holds the most gives up one that does nothing. Waits are real seconds.
"""

import asyncio
import resource
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from clockd.web.shares import Shares

HEAD_WITHIN_S = 10.0  # from the connection to the end of the first head: a slow phone takes one
FILES_BESIDE = 128  # journals, sockets and the program's own


class Places:
    """Who holds how many connections of one server, and which of them do nothing at the moment."""

    def __init__(self, most: int, of_one: int) -> None:
        self._shares = Shares(most, of_one)
        self._idle: dict[str, list[CountedProtocol]] = {}
        self.turned_away = 0  # shown among the metrics

    @property
    def open(self) -> int:
        return self._shares.open

    def take(self, address: str) -> bool:
        """A place for one more connection of this address, or False when it has its share."""
        taken = self._shares.take(address)
        if not taken and self._shares.held_by(address) < self._shares.of_one and self._free_one():
            taken = self._shares.take(address)
        self.turned_away += not taken
        return taken

    def leave(self, address: str) -> None:
        self._shares.leave(address)

    def idle(self, connection: "CountedProtocol") -> None:
        """This connection does nothing at the moment: it may be given up."""
        self._idle.setdefault(connection.address, []).append(connection)

    def busy(self, connection: "CountedProtocol") -> None:
        """It asks, or is gone."""
        own = self._idle.get(connection.address, [])
        if connection in own:
            own.remove(connection)
        if not own:
            self._idle.pop(connection.address, None)

    def _free_one(self) -> bool:
        """Let the address that holds the most give up the one that has done nothing for longest."""
        address = max(self._idle, key=self._shares.held_by, default=None)
        if address is None:
            return False
        self._idle[address][0].give_up()
        return True


class CountedProtocol(H11Protocol):
    """uvicorn's HTTP connection, with a place that it holds while it lasts. `places` is set by `counted`."""

    places: Places

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        self._head_timer: asyncio.TimerHandle | None = None
        self._has_place = self.places.take(self.address)
        super().connection_made(transport)
        if not self._has_place:
            transport.abort()
            return
        self.places.idle(self)
        self._head_timer = self.loop.call_later(HEAD_WITHIN_S, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._stop_timer()
            self.places.busy(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._has_place and not self.transport.is_closing():
            self.places.idle(self)

    def give_up(self) -> None:
        """Close at once, for somebody who has no place."""
        self._leave()
        self.transport.abort()

    def _too_slow(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()

    def _leave(self) -> None:
        self._stop_timer()
        self.places.busy(self)
        if self._has_place:
            self._has_place = False
            self.places.leave(self.address)

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


def counted(places: Places) -> type[CountedProtocol]:
    """The protocol of a server with these places."""
    return type("CountedHere", (CountedProtocol,), {"places": places})


def server_config(app: Any, places: Places, **more: Any) -> uvicorn.Config:
    """What both servers have in common: quiet, no websocket, no name and version of the server in its answers."""
    return uvicorn.Config(
        app,
        http=counted(places),
        access_log=False,
        log_level="warning",
        server_header=False,
        ws="none",
        proxy_headers=False,  # whoever says X-Forwarded-For would choose its own address
        **more,
    )


def allow_files(most: int) -> None:
    """Let the process hold so many connections beside its files, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + FILES_BESIDE
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
