"""Run an event: numbers, pairings, games for the tables, their results, standings and the pages to watch it all.

The event file is read at the first start with an empty folder; from then on the folder's journal is the truth, and a
file that differs is reported, not taken. Rounds follow by themselves, a short pause after the last game; with --manual
each step is the arbiter's (clockd hub-command).

example:
  clockd hub --event EVENT.toml --data /var/lib/clockd-hub
  clockd hub --event EVENT.toml --data event --listen 0.0.0.0:8080 --manual
  clockd hub --event EVENT.toml --data event --delay games=15      # /games.pgn a quarter of an hour late

Feeds for broadcasts: /games.pgn (the latest round), /round/3/games.pgn, /board/7/game.pgn, /results.json, /report.trf.
"""

import argparse
import ipaddress
import os
import signal
import sys
import threading
import traceback
from pathlib import Path

from clockd.cli._hub_server import address, listener, serving, wanted_address
from clockd.cli._set_up import tell_set_up
from clockd.errors import BadInput
from clockd.hub.desk import Desk
from clockd.hub.event_file import EventFile, load_event
from clockd.hub.feeds import FEEDS, delays_of
from clockd.hub.hub import PAUSE_NS, Hub
from clockd.hub.socket import HubSocket
from clockd.journal import FILE_NAME
from clockd.units import SECOND_NS, seconds
from clockd.web.access import access_in
from clockd.web.tls import tls_from
from clockd.web.words import languages, speak

HELP = "run an event: pairings, tables, results, standings"
DEFAULT_LISTEN = "127.0.0.1:8080"
PAUSE_MOST_S = 24 * 3600
OPEN, REQUIRED = "open", "required"
TABLES_IN_WORDS = {
    True: "each enrols with the code that it shows (--enrolment open takes any)",
    False: "any that reaches this address may report (--enrolment required asks for codes)",
}
BROKEN = 70  # what a supervisor sees when a thread of ours died of our own mistake


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--event", required=True, type=Path, metavar="EVENT.toml")
    parser.add_argument("--data", required=True, type=Path, metavar="DIR", help="its own folder")
    parser.add_argument(
        "--listen", default=DEFAULT_LISTEN, metavar="HOST:PORT", help=f"(default {DEFAULT_LISTEN})"
    )
    parser.add_argument("--certificate", type=Path, metavar="PEM", help="serve over TLS with this")
    parser.add_argument("--key", type=Path, metavar="PEM", help="the certificate's key")
    parser.add_argument(
        "--enrolment",
        choices=[OPEN, REQUIRED],
        help="open: whoever reaches the hub may report as a table without a key; required: each table enrols first "
        "(default: required, but open where only this machine can reach the hub)",
    )
    parser.add_argument(
        "--delay",
        action="append",
        default=[],
        metavar="FEED=MINUTES",
        help=f"show a feed ({', '.join(FEEDS)}) to all but arbiters so much later, 0 to 60 (default 0); again for "
        "another feed",
    )
    parser.add_argument(
        "--language",
        choices=languages(),
        default="en",
        help="of the pages (default %(default)s)",
    )
    parser.add_argument("--manual", action="store_true", help="no step is taken by itself")
    parser.add_argument(
        "--pause",
        type=int,
        default=PAUSE_NS // SECOND_NS,
        metavar="SECONDS",
        help="between a game's end and what follows by itself (default %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    host, port = wanted_address(options.listen)
    if not 0 <= options.pause <= PAUSE_MOST_S:
        raise BadInput(f"--pause {options.pause}, expected 0 to {PAUSE_MOST_S} seconds")
    delays = delays_of(options.delay)
    speak(options.language)
    tls = tls_from(options.certificate, options.key, "--certificate, --key")
    event, notes = _event(options.event, options.data)
    with listener(host, port) as listening:
        pause_ns = seconds(options.pause)
        hub = Hub(options.data, event, manual=options.manual, pause_ns=pause_ns)
        hub.feeds.delays = delays
        hub.notices += notes
        for notice in hub.notices:
            print(f"clockd: note: {options.event}: {notice}", file=sys.stderr)
        threading.excepthook = _die
        desk = Desk(hub)
        ruling = HubSocket(options.data, desk)
        access = access_in(options.data)
        required = (options.enrolment or _usual(host)) == REQUIRED
        told = _told_to_stop()  # before the address is out: who reads it may end the hub at once
        with serving(hub, listening, access, desk, required=required, tls=tls):
            print(f"{hub.snapshot()['event']}: {address(listening, tls)}", flush=True)
            print(f"clockd: note: tables: {TABLES_IN_WORDS[required]}", file=sys.stderr)
            tell_set_up(
                access, address(listening, tls), f"clockd access --data {options.data} code"
            )
            told.wait()
        ruling.close()
        return 0 if hub.close() else 1


def _usual(host: str) -> str:
    """What holds without --enrolment: nobody else can reach a loopback address."""
    try:
        alone = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name
        alone = False
    return OPEN if alone else REQUIRED


def _event(path: Path, folder: Path) -> tuple[EventFile | None, list[str]]:
    """The event file; one that cannot be read stops no event that has begun."""
    try:
        return load_event(path), []
    except BadInput as error:
        if not (folder / FILE_NAME).exists():
            raise
        return None, [f"the event file cannot be read ({error}); the journal is the truth"]


def _told_to_stop() -> threading.Event:
    told = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: told.set())
    return told


def _die(failure: threading.ExceptHookArgs) -> None:
    """A thread of ours died of our own mistake: end at once, and let a restart fold everything anew."""
    if failure.exc_type is SystemExit:
        return  # a thread that was told to end
    traceback.print_exception(failure.exc_value)
    os._exit(BROKEN)
