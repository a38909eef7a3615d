"""A table's API under /api/v1: its snapshot, its alerts, a stream, and the arbiter's rulings."""

import json

from starlette.requests import Request
from starlette.responses import Response

from clockd.errors import BadInput
from clockd.web.api import (
    API,
    Json,
    body_of,
    document_door,
    json_answer,
    key_of,
    session_doors,
    stream_answer,
)
from clockd.web.arbiter import give, table_asker
from clockd.web.doors import Door, Told
from clockd.web.gate import problem, visitor_of
from clockd.web.link import TableLink
from clockd.web.roles import Role
from clockd.web.shares import Shares
from clockd.web.sign_in import SignIn
from clockd.web.snapshot import UNKNOWN
from clockd.web.stream import BEAT_S

TITLE = "clockd table"


class TableApi:
    """The doors of one table."""

    def __init__(self, link: TableLink, places: Shares, sign_in: SignIn) -> None:
        self._link, self._places, self._sign_in = link, places, sign_in

    def doors(self) -> list[Door]:
        """Every door of the API, the document last."""
        told = {
            "table": Told("The table as it stands", "Table"),
            "alerts": Told("Alerts that wait for the arbiter", "[TableAlert]"),
            "stream": Told("The table at each change", "text/event-stream"),
            "rulings": Told("Give a ruling (clockd command)", "Done", "Ruling", once=True),
        }
        viewer, arbiter = Role.VIEWER, Role.ARBITER
        doors = [
            Door(f"{API}/table", self.table, viewer, kind="api", told=told["table"]),
            Door(f"{API}/alerts", self.alerts, viewer, kind="api", told=told["alerts"]),
            Door(f"{API}/stream", self.stream, viewer, kind="api", told=told["stream"]),
            Door(f"{API}/rulings", self.ruling, arbiter, "POST", "api", told=told["rulings"]),
            *session_doors(self._sign_in),
        ]
        return [*doors, document_door(TITLE, doors)]

    async def table(self, request: Request) -> Response:
        return json_answer(self._snapshot())

    async def alerts(self, request: Request) -> Response:
        return json_answer(self._snapshot()["alerts"])

    async def stream(self, request: Request) -> Response:
        async def newer(number: int) -> tuple[int, Json]:
            news = await self._link.newer(number, BEAT_S)
            return news.number, self._snapshot()

        return stream_answer(request, self._places, newer, lambda: self._link.closed)

    async def ruling(self, request: Request) -> Response:
        """Put a ruling to the table; its refusal says why."""
        try:
            key = key_of(request)
            said = body_of(request, {"name": str, "arguments": dict, "reason": str})
        except BadInput as error:
            return problem(400, str(error))
        body = json.dumps({"id": key, **said}).encode()
        ask = table_asker(self._link.path)
        status, answer = await give(ask, visitor_of(request).author, body)
        if status == 200:
            return json_answer({"detail": answer["detail"]})
        return problem(status, str(answer["error"]))

    def _snapshot(self) -> Json:
        return dict(self._link.news.snapshot or UNKNOWN)
