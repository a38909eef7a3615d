"""The hub's Unix socket, for the programs of its own machine: {"get":"snapshot"} and {"command":{...}}.

Who may open the socket file may rule: its mode is the role. An order for tables is answered with what the tables
said, or, when they have not within a few seconds, that it is on its way.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clockd import line_socket
from clockd.errors import BadInput
from clockd.hub.arbiter import Asked, asked_of, carry_out
from clockd.hub.hub import Hub
from clockd.line_socket import Line, LineSocket

SOCKET_NAME = "hub.sock"
ANSWERS_WITHIN_S = 3.0  # a table hears within half a second; after this the shell is not held up
ASK_TIMEOUT_S = ANSWERS_WITHIN_S + 5.0
A_HUB = "a running hub (clockd hub)"


class HubSocket:
    """The hub's end of its socket."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._socket = LineSocket(hub.folder / SOCKET_NAME, self._answer)

    def close(self) -> None:
        self._socket.close()

    def _answer(self, asked: Line) -> Iterator[Line]:
        if "command" in asked:
            yield self._command(asked["command"])
        elif asked.get("get") == "snapshot":
            yield self._hub.snapshot()
        else:
            raise BadInput('expected {"get":"snapshot"} or {"command":{...}}')

    def _command(self, body: Any) -> Line:
        asked = asked_of(self._hub, body)
        detail = carry_out(asked)
        tables = [order.table for order in self._hub.event.orders if order.id == asked.id]
        return self._answers(asked, tables) if tables else {"ok": True, "detail": detail}

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


def ask(folder: Path, request: Line) -> Line:
    """One question to the running hub of this folder; DeviceError when there is none."""
    return line_socket.ask(folder / SOCKET_NAME, request, A_HUB, ASK_TIMEOUT_S)
