"""Carries a table's journal to the hub and the hub's commands to the table; dials the hub, and never gives up.

Two threads of its own, beside the pages: one listens to the table, one talks to the hub. New records go at once;
the live picture at most five times a second and at least each half second, which is also the sign of life. A table
that finds no hub plays on, and catches up. The state of the line is told to the table, which shows it. Waits are real
seconds. Source: design.md section 2.
"""

import contextlib
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from clockd.errors import ClockdError
from clockd.line_socket import ask
from clockd.web.enrolling import Enrolling
from clockd.web.exchange import LOST, Exchange, HubAway, Json, TableAway
from clockd.web.hub_line import HubLine
from clockd.web.sealed_post import SealedPost

PICTURE_EVERY_S = 0.2  # a clock that pages count by themselves needs no more
BEAT_S = 0.5  # the hub calls a table silent after three of these
GAP_S = 0.02  # between two requests: what is pressed meanwhile goes in one
BACK_OFF_S = (0.5, 1.0, 2.0, 5.0)  # after that every five seconds, for ever
REFUSED_AGAIN_S = 2.0  # an arbiter's release is noticed soon
TELL_LINK_EVERY_S = 1.0  # the table itself calls the line lost when nobody says otherwise
TABLE_AGAIN_S = 0.5
TABLE_SILENT_S = 2.0  # four of the table's half-second beats
THE_TABLE = "a running table (clockd table)"


class TableSocket:
    """The table behind its Unix socket."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def records(self, after: int, limit: int) -> list[Json]:
        answer = self._ask({"get": "records", "after": after, "limit": limit})
        records: list[Json] = answer.get("records", [])
        return records

    def command(self, command: Json) -> Json:
        return self._ask({"command": command})

    def tell_hub_link(self, state: str) -> None:
        """Let the table show how its line to the hub is."""
        self._ask({"hub_link": state})

    def report(self, asked: Json) -> Json:
        """A report that the table makes and signs itself; {"signed": false} where it has no key."""
        return self._ask({"report": asked})

    def is_hubs(self, report_mac: str, digest: str, mac: str) -> bool:
        """Whether an answer of this digest is the hub's own."""
        said = {"report": report_mac, "digest": digest, "mac": mac}
        return self._ask({"verify": said}).get("ok") is True

    def enrol(self, step: Json) -> Json:
        """One step of the table's enrolment."""
        return self._ask({"enrol": step})

    def _ask(self, request: Json) -> Json:
        try:
            return ask(self.path, request, THE_TABLE)
        except (ClockdError, OSError, ValueError) as error:
            raise TableAway(str(error)) from None


class TableWatch:
    """Keeps the table's latest snapshot, on a thread of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._changed = threading.Condition()
        self._number = 0
        self._snapshot: Json | None = None
        self._closing = False
        threading.Thread(target=self._run, name="table watch", daemon=True).start()

    def newer(self, number: int, timeout_s: float) -> tuple[int, Json | None]:
        """The snapshot beyond `number`, or the present one after `timeout_s`; None while the table is away."""
        with self._changed:
            self._changed.wait_for(lambda: self._number != number or self._closing, timeout_s)
            return self._number, self._snapshot

    def close(self) -> None:
        self._closing = True
        with self._changed:
            self._changed.notify_all()

    def _run(self) -> None:
        while not self._closing:
            with contextlib.suppress(OSError, ValueError):  # away, or it died inside a line
                self._listen()
            self._pin(None)
            time.sleep(TABLE_AGAIN_S)

    def _listen(self) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(TABLE_SILENT_S)
            line.connect(str(self._path))
            line.sendall(b'{"get":"watch"}\n')
            with line.makefile("rb") as lines:
                for each in lines:
                    said = json.loads(each)
                    if self._closing:
                        return
                    if isinstance(said, dict) and "journal" in said:
                        self._pin(said)

    def _pin(self, snapshot: Json | None) -> None:
        with self._changed:
            self._snapshot, self._number = snapshot, self._number + 1
            self._changed.notify_all()


class Reporter:
    """Joins the table at `socket_path` to the hub at `url` from `start` to `close`."""

    def __init__(
        self,
        socket_path: Path,
        url: str,
        now_s: Callable[[], float] = time.monotonic,
        gap_s: float = GAP_S,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self.link = LOST
        self._line, self._side = HubLine(url, trust), TableSocket(socket_path)
        self._post = SealedPost(self._side, self._line)
        self._enrolling = Enrolling(self._side, self._line)
        self._watch: TableWatch | None = None
        self._exchange: Exchange | None = None
        self._now_s, self._gap_s = now_s, gap_s
        self._told = ("", 0.0)  # what the table was told last, and when
        self._failures = 0
        self._pictured_s = -PICTURE_EVERY_S
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="reporter", daemon=True)

    def start(self) -> None:
        self._watch = TableWatch(self._side.path)
        self._thread.start()

    def close(self) -> None:
        """Stop; what was not sent goes with the next start."""
        self._stop.set()
        if self._watch is not None:
            self._watch.close()
            self._thread.join(BEAT_S)
        self._line.close()

    def _run(self) -> None:
        assert self._watch is not None
        number = 0
        while not self._stop.is_set():
            number, snapshot = self._next(self._watch, number)
            if snapshot is None:
                self._stop.wait(TABLE_AGAIN_S)
                continue
            self._stop.wait(self.turn(snapshot))

    def _next(self, watch: TableWatch, number: int) -> tuple[int, Json | None]:
        """Wait until there is something to send: records at once, a picture after a while, a beat at the latest."""
        begun_s = self._now_s()
        while True:
            left_s = begun_s + BEAT_S - self._now_s()
            number, snapshot = watch.newer(number, max(0.0, left_s))
            waited_s = self._now_s() - begun_s
            if snapshot is None or waited_s >= PICTURE_EVERY_S or self._stop.is_set():
                return number, snapshot
            if self._exchange is None or self._exchange.behind(_durable_seq(snapshot)):
                return number, snapshot

    def turn(self, snapshot: Json) -> float:
        """One exchange with the hub; how long to leave it alone afterwards."""
        try:
            picture = self._picture(snapshot)
            exchange = self._exchange_for(snapshot)
            link = exchange.once(picture, _durable_seq(snapshot))
            if self._post.must_enrol:
                link = self._enrolling.step(exchange.table, exchange.journal)
        except HubAway:
            pause_s = BACK_OFF_S[min(self._failures, len(BACK_OFF_S) - 1)]
            self._failures += 1
            self._tell(LOST)
            return pause_s
        except TableAway:
            return TABLE_AGAIN_S
        self._failures = 0
        self._tell(link)
        return self._gap_s if link == "live" else REFUSED_AGAIN_S

    def _picture(self, snapshot: Json) -> Json | None:
        """The snapshot, unless one has just been sent: records need none beside them."""
        now_s = self._now_s()
        if now_s - self._pictured_s < PICTURE_EVERY_S:
            return None
        self._pictured_s = now_s
        return snapshot

    def _exchange_for(self, snapshot: Json) -> Exchange:
        """The exchange of this journal; a table begun anew is another one."""
        table, journal = int(snapshot["table"]), str(snapshot["journal"])
        if self._exchange is None or self._exchange.journal != journal:
            self._exchange = Exchange(table, journal, self._side, self._post)
        return self._exchange

    def _tell(self, link: str) -> None:
        self.link = link
        told, at_s = self._told
        if told == link and self._now_s() - at_s < TELL_LINK_EVERY_S:
            return
        self._told = (link, self._now_s())
        try:
            self._side.tell_hub_link(link)
        except TableAway:
            return  # it will be told with the next exchange


def _durable_seq(snapshot: Any) -> int:
    seq = snapshot.get("durable_seq")
    return seq if isinstance(seq, int) else 0
