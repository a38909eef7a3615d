"""Serve a table's pages (dashboard at /, clock face at /clock, the arbiter's at /arbiter) and report to the hub.

The pages read the table's socket in its state folder; a signed-in arbiter's rulings go to the table over it. With
[hub] url in the file the table's journal is carried to the hub, and the hub's games and commands to the table. May be
stopped and started at any moment.

example:
  clockd web --config table.toml
  clockd web --config table.toml --listen 0.0.0.0:8081
"""

import argparse
import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from clockd.cli._set_up import tell_set_up
from clockd.config import TableConfig, load_table_config, parse_listen
from clockd.doctor.finding import findings
from clockd.doctor.visit import patient_of
from clockd.errors import BadInput, DeviceError
from clockd.web.access import access_in
from clockd.web.app import table_app
from clockd.web.connections import Places, allow_files, server_config
from clockd.web.link import TableLink
from clockd.web.reporter import Reporter
from clockd.web.tls import Tls, scheme, server_options, tls_from, trust_in
from clockd.web.words import speak

HELP = "serve this table's dashboard and clock face"
SOCKET_NAME = "table.sock"
BACKLOG = 64
CONNECTIONS_MAX = 256  # pages, their streams and their files
CONNECTIONS_OF_ONE = 64
LAST_ANSWERS_S = 2  # open requests may finish for so long after a stop signal


class _Server(uvicorn.Server):
    """uvicorn, with the open streams told to end when the process is told to stop.

    The signal is not raised a second time after the end, as uvicorn would: being told to stop is exit status 0.
    """

    def __init__(self, config: uvicorn.Config, link: TableLink) -> None:
        super().__init__(config)
        self._link = link

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._link.close()
        self.force_exit = self.should_exit  # a second signal does not wait for anybody
        self.should_exit = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", required=True, type=Path, metavar="F", help="the table's file")
    parser.add_argument(
        "--listen", metavar="HOST:PORT", help="where to serve, instead of the file's [web] listen"
    )


def run(options: argparse.Namespace) -> int:
    config = load_table_config(options.config)
    host, port = config.web_host, config.web_port
    if options.listen is not None:
        try:
            host, port = parse_listen(options.listen)
        except BadInput as error:
            raise BadInput(f"--listen: {error}") from None
    try:
        speak(config.web_language)
    except BadInput as error:
        raise BadInput(f"{config.path}: [web] {error}") from None
    link = TableLink(config.state / SOCKET_NAME)
    access = access_in(config.web_folder or config.state)
    tls = tls_from(config.web_certificate, config.web_key, f"{config.path}: [web]")
    with _listener(host, port) as listener, _reporting(config):
        print(
            f"table {config.number}: {_address(host, port, tls)} (clock face: /clock)", flush=True
        )
        tell_set_up(
            access, _address(host, port, tls), f"clockd access --config {options.config} code"
        )
        _serve(
            table_app(link, access, lambda: findings(patient_of(config.path))), link, listener, tls
        )
    return 0


@contextlib.contextmanager
def _reporting(config: TableConfig) -> Iterator[None]:
    """The line to the hub, beside the pages, where the file names a hub."""
    if config.hub_url is None:
        yield
        return
    trust = trust_in(config.hub_certificate) if config.hub_url.startswith("https:") else None
    reporter = Reporter(config.state / SOCKET_NAME, config.hub_url, trust=trust)
    reporter.start()
    try:
        yield
    finally:
        reporter.close()


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise DeviceError(f"{host}:{port}: {why}, expected a free address") from None


def _address(host: str, port: int, tls: Tls | None) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme(tls)}://{shown}:{port}/"


def _serve(app: Starlette, link: TableLink, listener: socket.socket, tls: Tls | None) -> None:
    allow_files(CONNECTIONS_MAX)
    config = server_config(
        app,
        Places(CONNECTIONS_MAX, CONNECTIONS_OF_ONE),
        timeout_graceful_shutdown=LAST_ANSWERS_S,
        **server_options(tls),
    )
    _Server(config, link).run(sockets=[listener])
