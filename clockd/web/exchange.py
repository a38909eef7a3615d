"""A table's side of replication, without threads or sockets: what to send the hub next, what its answer means.

The table's records go up in order, each batch behind one that both sides know; commands come down and are handed to
the table, which answers them in its records. At least once in both directions: whatever is lost on the way is asked
for again, and a resend changes nothing. A hub that holds another history is told ours, so that it sees the fork.
Sources: design.md section 2; interfaces.md section 7.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from clockd.errors import ClockdError
from clockd.journal import GENESIS

RECORDS_MAX = 500  # in one request: a table that was away for a whole game catches up in a few
LIVE = "live"
LOST = "lost"

Json = dict[str, Any]


class HubAway(ClockdError):
    """The hub gave no answer; nothing is known of what it took."""


class TableAway(ClockdError):
    """The table gave no answer."""


class TableSide(Protocol):
    """What the exchange needs of a table."""

    def records(self, after: int, limit: int) -> list[Json]:
        """Committed records above `after`, in order; TableAway when there is no answer."""

    def command(self, command: Json) -> Json:
        """Hand one command over and wait for its answer; TableAway when there is none."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The hub's answer: HTTP's status and the JSON object that came with it."""

    status: int
    body: Mapping[str, Any]


Post = Callable[[Json], Reply]  # raises HubAway


class Exchange:
    """One journal of one table, and one hub."""

    def __init__(
        self,
        table: int,
        journal: str,
        side: TableSide,
        post: Post,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table, self.journal = table, journal
        self._side, self._post, self._now_s = side, post, now_s
        self._asked_s = 0.0  # when the latest request went out
        self._head: tuple[int, str] | None = None  # the last record that both sides know
        self._undelivered: dict[str, str] = {}

    def behind(self, durable_seq: int) -> bool:
        """Whether the table has records that the hub is not known to hold."""
        return self._head is None or durable_seq > self._head[0]

    def once(self, snapshot: Json | None, durable_seq: int) -> str:
        """Send what is new, take what is there; the state of the line: "live" or "refused: ...".

        HubAway or TableAway when either gave no answer: begin again where the hub says it stopped.
        """
        try:
            if self._head is None:
                self._meet(durable_seq)
            reply = self._send(snapshot, durable_seq)
        except HubAway:
            self._head = None
            raise
        if reply.status != 200:
            self._head = None
            return f"refused: {_why(reply)}"
        self._deliver(reply)
        return LIVE

    def _meet(self, durable_seq: int) -> None:
        """Ask where the hub stopped, and begin at our own record there: its hash is ours to say."""
        reply = self._post(self._request((0, GENESIS), [], None))
        held = _seq(reply) if reply.status == 200 else 0
        # Our picture may be older than our records: a record of ours there is no lost one.
        own = self._side.records(held - 1, 1) if held else []
        if not own and (seq := min(held, durable_seq)):
            own = self._side.records(seq - 1, 1)
        self._head = (own[0]["seq"], own[0]["hash"]) if own else (0, GENESIS)

    def _send(self, snapshot: Json | None, durable_seq: int) -> Reply:
        assert self._head is not None, "meet first"
        new = durable_seq > self._head[0]
        records = self._side.records(self._head[0], RECORDS_MAX) if new else []
        self._asked_s = self._now_s()
        reply = self._post(self._request(self._head, records, snapshot))
        if reply.status == 200:
            self._move_on(records, _seq(reply))
        return reply

    def _move_on(self, records: list[Json], held: int) -> None:
        """The hub holds up to `held`: behind our batch there is a hole, within or beyond it we go on."""
        assert self._head is not None
        if held < self._head[0]:
            self._head = None
            return
        for record in records:
            if record["seq"] <= held:
                self._head = (record["seq"], record["hash"])

    def _request(self, after: tuple[int, str], records: list[Json], snapshot: Json | None) -> Json:
        return {
            "table": self.table,
            "journal": self.journal,
            "after": list(after),
            "records": records,
            "snapshot": snapshot,
            "undelivered": self._undelivered,
        }

    def _deliver(self, reply: Reply) -> None:
        """Hand the commands over; what the table does not even take is told to the hub."""
        commands = reply.body.get("commands")
        undelivered = {}
        for command in commands if isinstance(commands, list) else []:
            answer = self._side.command(self._aged(command))
            if not answer.get("ok") and "seq" not in answer:
                undelivered[str(command.get("id"))] = str(answer.get("error"))
        self._undelivered = undelivered

    def _aged(self, command: Json) -> Json:
        """A command that is good for a while only: less what has passed since the hub was asked."""
        left_s = command.get("expires_in_s")
        if isinstance(left_s, bool) or not isinstance(left_s, int | float):
            return command
        return command | {"expires_in_s": left_s - (self._now_s() - self._asked_s)}


def _seq(reply: Reply) -> int:
    seq = reply.body.get("seq")
    if not isinstance(seq, int) or isinstance(seq, bool) or seq < 0:
        raise HubAway(f"the hub answers seq {seq!r}, expected a whole number")
    return seq


def _why(reply: Reply) -> str:
    said = reply.body.get("error") or reply.body.get("detail")
    return str(said or f"status {reply.status}")
