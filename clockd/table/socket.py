"""What a table answers on its Unix socket, to the pages, the shell and the reporter.

{"get":"snapshot"}; {"get":"watch"}: a snapshot at a change (a burst as one) and each half second; {"get":"records",
"after":N,"limit":M}: committed records only; {"command":{...}}: answered when its record is on the disk;
{"hub_link":"live"|"lost"|"refused: ..."}: the reporter says how the line to the hub is, to be shown; {"enrol"|"report"|
"verify":{...}}: what `hub_voice` says to the hub.
"""

import queue
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clockd import line_socket
from clockd.errors import BadInput
from clockd.game.inputs import CommandGiven, PairingLoaded
from clockd.line_socket import Line, LineSocket
from clockd.table import hub_voice
from clockd.table.requests import command_of, text_of

SOCKET_NAME = "table.sock"
HEARTBEAT_S = 0.5  # a page that has heard nothing for 2 s says so
PICTURE_GAP_S = (
    0.04  # a change is told at once, a flood of them as one picture of twenty-five a second
)
ANSWER_WITHIN_S = 5.0  # a command whose record has not reached the disk by then is answered so
RECORDS_MOST = 1000

Command = CommandGiven | PairingLoaded
Answers = queue.SimpleQueue[Line]


@dataclass(frozen=True, slots=True)
class Services:
    """What the socket needs of the table's host; functions, so that a test can stand in for it."""

    snapshot: Callable[[], Line]
    wait: Callable[[int, float], int]
    records: Callable[[int, int], Line]
    submit: Callable[[Command, Answers], None]
    now_ns: Callable[[], int]
    tell_hub_link: Callable[[str], None]
    speak: Callable[[Line], Line]  # to the hub: see hub_voice


class TableSocket:
    """The table's end of its socket."""

    def __init__(self, folder: Path, services: Services) -> None:
        self._services = services
        self._socket = LineSocket(folder / SOCKET_NAME, self._answer)

    def close(self) -> None:
        self._socket.close()

    def _answer(self, asked: Line) -> Iterator[Line]:
        if "command" in asked:
            yield self._command(asked["command"])
        elif asked.get("get") == "snapshot":
            yield self._services.snapshot()
        elif asked.get("get") == "watch":
            yield from self._watch()
        elif asked.get("get") == "records":
            after, limit = (_count(asked.get(key, 0), key) for key in ("after", "limit"))
            yield self._services.records(after, min(limit or RECORDS_MOST, RECORDS_MOST))
        elif "hub_link" in asked:
            self._services.tell_hub_link(text_of(asked, "hub_link"))
            yield {"ok": True}
        elif any(key in asked for key in hub_voice.KEYS):
            yield self._services.speak(asked)
        else:
            raise BadInput('expected {"get":"snapshot"|"watch"|"records"} or {"command":{...}}')

    def _watch(self) -> Iterator[Line]:
        number = 0
        while not self._socket.closing:
            number = self._services.wait(number, HEARTBEAT_S)
            yield self._services.snapshot()
            time.sleep(PICTURE_GAP_S)

    def _command(self, body: Any) -> Line:
        answers: Answers = queue.SimpleQueue()
        self._services.submit(command_of(body, self._services.now_ns()), answers)
        try:
            return answers.get(timeout=ANSWER_WITHIN_S)
        except queue.Empty:
            why = "taken, but its record is not on the disk yet"
            return {"ok": False, "taken": True, "error": why}


def _count(value: Any, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
        raise BadInput(f"{key}: {value!r}, expected a whole number")
    return value


def ask(folder: Path, request: Line) -> Line:
    """One question to the running table of this state folder; DeviceError when there is none."""
    whom = "a running table (clockd table)"
    return line_socket.ask(folder / SOCKET_NAME, request, whom, ANSWER_WITHIN_S + 1)
