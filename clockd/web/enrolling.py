"""The reporter's part in a table's enrolment: it carries what table and hub say, one step a turn, and learns no secret.

Begin: the table commits, the hub answers, the table shows its code. Then it asks now and then whether an arbiter has
typed the code; when the hub says so, the table checks the proof and signs from then on. A hub or a table that has
forgotten begins anew.
"""

from typing import Protocol

from clockd.web.exchange import HubAway, Json, Reply
from clockd.web.hub_line import ENROL_PATH, HubLine
from clockd.web.words import say


class Enrolled(Protocol):
    """The table, as far as its enrolment goes."""

    def enrol(self, step: Json) -> Json:
        """One step, answered by the table."""


class Enrolling:
    """One table and one hub."""

    def __init__(self, table: Enrolled, line: HubLine) -> None:
        self._table, self._line = table, line
        self._id: str | None = None

    def step(self, table: int, journal: str) -> str:
        """The next step; the state of the line, for people."""
        if self._id is None:
            self._begin(table, journal)
        else:
            self._poll(self._id)
        return say("enrolling.refused")

    def _begin(self, table: int, journal: str) -> None:
        own = self._table.enrol({"do": "begin"})
        if own.get("ok") is not True:
            return  # another turn
        asked = {"do": "begin", "table": table, "journal": journal, "commit": own.get("commit")}
        said = _taken(self._line.post(asked, ENROL_PATH))
        if said is None:
            return
        shown = self._table.enrol({"do": "meet", "hub": said.get("hub")})
        if shown.get("ok") is not True:
            return
        id = str(said.get("id"))
        meeting = {"do": "meet", "id": id, "public": shown.get("public")}
        if _taken(self._line.post(meeting, ENROL_PATH)) is not None:
            self._id = id

    def _poll(self, id: str) -> None:
        said = _taken(self._line.post({"do": "poll", "id": id}, ENROL_PATH))
        if said is None:
            self._id = None
        elif said.get("state") == "enrolled":
            self._id = None
            self._table.enrol({"do": "finish", "proof": said.get("proof")})


def _taken(reply: Reply) -> Json | None:
    """The hub's answer; None when it begins anew. HubAway for a hub that knows no enrolment."""
    if reply.status == 404:
        raise HubAway("this hub enrols no tables")
    return dict(reply.body) if reply.status == 200 else None
