"""Tables for the hub's tests: the real core in virtual time, joined to a hub by the real exchange, no sockets."""

from typing import Any

from clockd.errors import BadInput
from clockd.game.inputs import CommandGiven
from clockd.hub.chain import Fork
from clockd.hub.hub import Hub
from clockd.hub.tables import NumberHeld
from clockd.journal import GENESIS, link
from clockd.ports import ArbiterPressed, ResignPressed, Side
from clockd.sim.virtual_table import VirtualTable
from clockd.table.requests import command_of
from clockd.table.view import snapshot
from clockd.units import SECOND_NS
from clockd.web.exchange import Exchange, HubAway, Json, Reply


class TestedTable:
    """One table: its records have hashes, its commands are journaled, its exchange may be disturbed."""

    __test__ = False

    def __init__(self, hub: Hub, number: int, journal: str = "") -> None:
        self.hub, self.number = hub, number
        self.journal = journal or f"{number:016x}"
        self.virtual = VirtualTable()
        self.exchange = Exchange(number, self.journal, self, self.post)
        self.lose_replies = (
            0  # so many answers are lost on the way, after the hub has done its part
        )
        self.posts: list[Json] = []

    @property
    def phase(self) -> str:
        return str(self.virtual.game.phase)

    # -- the exchange's table side ----------------------------------------------------------------

    def records(self, after: int, limit: int) -> list[Json]:
        previous, found = GENESIS, []
        for record in self.virtual.records:
            previous = link(previous, record.seq, record.body)
            found.append({"seq": record.seq, "hash": previous, "body": record.body})
        return found[after : after + limit]

    def command(self, command: Json) -> Json:
        try:
            seen = command_of(command, self.virtual.now_ns + 1)
        except BadInput as error:
            return {"ok": False, "error": str(error)}
        self.virtual.run([seen])
        return {"ok": True, "seq": len(self.virtual.records)}

    # -- the wire ---------------------------------------------------------------------------------

    def post(self, body: Json) -> Reply:
        self.posts.append(body)
        try:
            reply = Reply(200, self.hub.sync(body))
        except (Fork, NumberHeld) as error:
            reply = Reply(409, self.hub.refusal(body, error))
        if self.lose_replies:
            self.lose_replies -= 1
            raise HubAway("lost on the way")
        return reply

    def sync(self, times: int = 2) -> str:
        """Exchange so often: once to send, once to have the command's answer sent."""
        link_word = ""
        for _ in range(times):
            link_word = self.exchange.once(self.snapshot(), len(self.virtual.records))
        return link_word

    def snapshot(self) -> dict[str, Any]:
        frame, seq = self.virtual.table.frame(), len(self.virtual.records)
        shown = snapshot(frame, self.virtual.now_ns, self.number, seq, "live")
        return {**shown, "journal": self.journal, "rate": 1.0}

    # -- a game -----------------------------------------------------------------------------------

    def win(self, side: Side) -> None:
        """The clock is started, and the other side resigns a minute later."""
        now_ns = self.virtual.now_ns + SECOND_NS
        self.virtual.run(
            [
                ArbiterPressed(now_ns, "start"),
                ResignPressed(now_ns + 60 * SECOND_NS, side.other),
            ]
        )

    def rule(self, name: str, command_id: str, reason: str = "because", **arguments: str) -> None:
        """A command of the arbiter at the table itself."""
        at_ns = self.virtual.now_ns + 1
        given = tuple(arguments.items())
        self.virtual.run([CommandGiven(at_ns, command_id, name, "arbiter", given, reason)])
