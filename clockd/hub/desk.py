"""The arbiter's desk of a hub: one command at a time, from a shell or from the pages, answered with what came of it.

An order for tables is answered with what the tables said, or, when they have not within a few seconds, that it is on
its way. Each command that is carried out stands in the audit trail with name and reason; given twice under one id it
is carried out once, also after a restart.
"""

import secrets
import threading
import time
from collections.abc import Mapping
from typing import Any

from clockd.errors import NotAllowed
from clockd.hub.actions import RecordAction
from clockd.hub.arbiter import carry_out
from clockd.hub.asked import Asked, asked_of
from clockd.hub.hub import Hub

ANSWERS_WITHIN_S = 3.0  # a table hears within half a second; after this nobody is held up
NOTE = "note"

Line = dict[str, Any]


class Desk:
    """Where commands to a hub come in; safe from any thread."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._turn = threading.Lock()

    def snapshot(self) -> Line:
        return self._hub.snapshot()

    def command(self, body: Any) -> Line:
        """What came of it; NotAllowed or BadInput says why nothing was done."""
        asked = asked_of(self._hub, body)
        detail = self._once(asked)
        tables = [order.table for order in self._hub.event.orders if order.id == asked.id]
        return self._answers(asked, tables) if tables else {"ok": True, "detail": detail}

    def note(self, author: str, what: str, reason: str) -> None:
        """Something that was done elsewhere, such as an account made, into the audit trail."""
        self._record(secrets.token_hex(8), NOTE, {"text": what}, author, reason, what)

    def actions(self) -> list[Line]:
        """The latest of the audit trail, oldest first."""
        return [
            {
                "id": each.id,
                "name": each.name,
                "arguments": dict(each.arguments),
                "author": each.author,
                "reason": each.reason,
                "done": each.done,
                "unix_s": each.unix_s,
            }
            for each in self._hub.event.actions
        ]

    def _once(self, asked: Asked) -> str:
        with self._turn:
            for action in self._hub.event.actions:
                if action.id != asked.id:
                    continue
                if action.asked != (asked.name, tuple(asked.arguments.items()), asked.author):
                    raise NotAllowed(f"id {asked.id} was given to another command before")
                return action.done
            detail = carry_out(asked)
            self._record(asked.id, asked.name, asked.arguments, asked.author, asked.reason, detail)
            return detail

    def _record(
        self,
        id: str,
        name: str,
        arguments: Mapping[str, str],
        author: str,
        reason: str,
        done: str,
    ) -> None:
        at_ns, unix_s = self._hub.now_ns(), int(self._hub.wall_s())
        given = tuple(arguments.items())
        self._hub.tell(RecordAction(at_ns, id, name, given, author, reason, done, unix_s))

    def _answers(self, asked: Asked, tables: list[str]) -> Line:
        """Wait a while for the tables' own words."""
        end_s = time.monotonic() + ANSWERS_WITHIN_S
        version, said = 0, self._said(asked, tables)
        while None in said.values() and (left_s := end_s - time.monotonic()) > 0:
            version = self._hub.wait(version, left_s)
            said = self._said(asked, tables)
        refused = {table: why for table, why in said.items() if why}
        waiting = [table for table, why in said.items() if why is None]
        if refused:
            words = "; ".join(f"table {table}: {why}" for table, why in refused.items())
            return {"ok": False, "error": words}
        done = f"{asked.name}: done" if not waiting else f"{asked.name}: on its way"
        where = ", ".join(waiting or tables)
        return {"ok": True, "detail": f"{done} (table {where})"}

    def _said(self, asked: Asked, tables: list[str]) -> dict[str, str | None]:
        return {table: self._hub.answer(table, asked.id) for table in tables}
