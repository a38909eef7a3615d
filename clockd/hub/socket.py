"""The hub's Unix socket, for the programs of its own machine: {"get":"snapshot"} and {"command":{...}}.

Who may open the socket file may rule: its mode is the role.
"""

from collections.abc import Iterator
from pathlib import Path

from clockd import line_socket
from clockd.errors import BadInput
from clockd.hub.desk import ANSWERS_WITHIN_S, Desk
from clockd.line_socket import Line, LineSocket

SOCKET_NAME = "hub.sock"
ASK_TIMEOUT_S = ANSWERS_WITHIN_S + 5.0
A_HUB = "a running hub (clockd hub)"


class HubSocket:
    """The hub's end of its socket, in the event's folder."""

    def __init__(self, folder: Path, desk: Desk) -> None:
        self._desk = desk
        self._socket = LineSocket(folder / SOCKET_NAME, self._answer)

    def close(self) -> None:
        self._socket.close()

    def _answer(self, asked: Line) -> Iterator[Line]:
        if "command" in asked:
            yield self._desk.command(asked["command"])
        elif asked.get("get") == "snapshot":
            yield self._desk.snapshot()
        else:
            raise BadInput('expected {"get":"snapshot"} or {"command":{...}}')


def ask(folder: Path, request: Line) -> Line:
    """One question to the running hub of this folder; DeviceError when there is none."""
    return line_socket.ask(folder / SOCKET_NAME, request, A_HUB, ASK_TIMEOUT_S)
