"""Many connections of one machine at a real server: it fills its own share, everybody else is served.

Linux answers on all of 127.0.0.0/8, so one machine plays several.
"""

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from clockd.web import connections
from clockd.web.connections import Places, server_config
from clockd.web.shares import Shares

WITHIN_S = 20.0
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def hello(request: Request) -> Response:
    return PlainTextResponse("hello")


async def slow(request: Request) -> Response:
    await asyncio.sleep(WITHIN_S)
    return PlainTextResponse("late")


@contextlib.contextmanager
def served(most: int, of_one: int) -> Iterator[tuple[int, Places]]:
    """A server with so many places; its port."""
    places = Places(most, of_one)
    app = Starlette(routes=[Route("/", hello), Route("/slow", slow)])
    server = uvicorn.Server(server_config(app, places, timeout_graceful_shutdown=0))
    listening = socket.create_server(("0.0.0.0", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    eventually(lambda: server.started)
    yield listening.getsockname()[1], places
    server.should_exit = server.force_exit = True
    thread.join(WITHIN_S)


def eventually(check: Callable[[], bool]) -> None:
    end = time.monotonic() + WITHIN_S
    while not check():
        assert time.monotonic() < end
        time.sleep(0.01)


def connected(port: int, machine: int) -> socket.socket:
    """A connection from this machine."""
    line = socket.create_connection(
        ("127.0.0.1", port), WITHIN_S, source_address=(f"127.0.0.{machine}", 0)
    )
    line.settimeout(WITHIN_S)
    return line


def answer(line: socket.socket, request: bytes = GET) -> bytes:
    """What comes back; b"" when the line was closed."""
    said = b""
    with contextlib.suppress(OSError):
        line.sendall(request)
        while not said.endswith(b"hello") and (piece := line.recv(4096)):
            said += piece
    return said


def test_a_machine_with_a_thousand_idle_connections_shuts_nobody_out() -> None:
    with served(40, 20) as (port, places), contextlib.ExitStack() as stack:
        for _ in range(60):
            stack.enter_context(connected(port, 1))
        eventually(lambda: places.turned_away == 40)
        assert places.open == 20
        other = stack.enter_context(connected(port, 2))
        assert answer(other).startswith(b"HTTP/1.1 200")


def test_when_all_places_are_taken_an_idle_one_of_the_greediest_is_given_up() -> None:
    with served(30, 20) as (port, places), contextlib.ExitStack() as stack:
        for machine, many in ((1, 20), (2, 10)):
            for _ in range(many):
                stack.enter_context(connected(port, machine))
        eventually(lambda: places.open == 30)
        assert answer(stack.enter_context(connected(port, 3))).startswith(b"HTTP/1.1 200")
        assert places._shares.held_by("127.0.0.1") == 19
        assert places._shares.held_by("127.0.0.2") == 10


def test_a_connection_that_is_being_answered_is_not_given_up() -> None:
    with served(3, 3) as (port, places), contextlib.ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(connected(port, 1)).sendall(GET.replace(b"/ ", b"/slow "))
        eventually(lambda: not places._idle and places.open == 3)
        assert answer(stack.enter_context(connected(port, 2))) == b""
        assert (places.open, places.turned_away) == (3, 1)


def test_a_head_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_WITHIN_S", 0.2)
    with served(10, 10) as (port, places), contextlib.ExitStack() as stack:
        silent = stack.enter_context(connected(port, 1))
        dripping = stack.enter_context(connected(port, 1))
        dripping.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        for line in (silent, dripping):
            with contextlib.suppress(ConnectionResetError):
                assert line.recv(10) == b""
        eventually(lambda: places.open == 0)


def test_places_come_back() -> None:
    with served(2, 2) as (port, places):
        for _ in range(5):
            with connected(port, 1) as line:
                assert answer(line).startswith(b"HTTP/1.1 200")
                assert answer(line).startswith(b"HTTP/1.1 200")  # the same connection again
            eventually(lambda: places.open == 0)
        assert places.turned_away == 0


def test_nobody_chooses_its_own_address() -> None:
    """X-Forwarded-For is not believed: a share and a limit on guessing would be worth nothing."""
    assert not server_config(None, Places(1, 1)).proxy_headers


def test_a_share_is_of_a_network_of_ipv6() -> None:
    shares = Shares(10, 2)
    assert shares.take("2001:db8::1") and shares.take("2001:db8::2")
    assert not shares.take("2001:db8::3")
    shares.leave("2001:db8::ffff")
    assert shares.take("2001:db8::3") and shares.take("2001:db9::1") and shares.open == 3
