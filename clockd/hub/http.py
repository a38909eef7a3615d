"""The one door through which tables come in: POST /api/table/sync. Everything else of the hub is read-only.

Bodies are bounded and read whole before anything is believed; the exchange itself runs on a thread of its own, so a
slow disk holds up no page. 200 with the answer; 400 for a request that is none; 408 for a body that does not come;
409 for a fork or a number that another table holds; 413 for too much; 503 when the disk does not take it, which a
reporter answers by trying again.
"""

import asyncio
import json
import sqlite3
from collections.abc import Mapping
from concurrent.futures import TimeoutError as NotInTime
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from clockd.errors import BadInput
from clockd.hub.chain import Fork
from clockd.hub.hub import Hub
from clockd.hub.request import BODY_MAX
from clockd.hub.tables import NumberHeld

SYNC_PATH = "/api/table/sync"
BODY_WITHIN_S = 20.0  # a batch over a poor wireless line; a slower one is dead or an attack
JSON_DEEPEST = "nested too deep"


class TooLarge(BadInput):
    """A body beyond BODY_MAX."""


class SyncDoor:
    """The route that tables dial."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def routes(self) -> list[Route]:
        """To be mounted beside the pages."""
        return [Route(SYNC_PATH, self.sync, methods=["POST"])]

    async def sync(self, request: Request) -> Response:
        """One exchange with one table."""
        try:
            data = await asyncio.wait_for(_whole_body(request), BODY_WITHIN_S)
        except TooLarge as error:
            return _refused(413, error)
        except TimeoutError:
            return _refused(408, BadInput(f"no whole body within {BODY_WITHIN_S:.0f} s"))
        except ClientDisconnect:
            return Response(
                status_code=400
            )  # cut in the middle of a body: nobody is there to read it
        status, answer = await run_in_threadpool(self._answer, data)
        return JSONResponse(answer, status)

    def _answer(self, data: bytes) -> tuple[int, Mapping[str, Any]]:
        body: Any = None
        try:
            body = _json(data)
            return 200, self._hub.sync(body)
        except BadInput as error:
            return 400, {"error": str(error)}
        except (Fork, NumberHeld) as error:
            return 409, self._hub.refusal(body, error)
        except (sqlite3.Error, OSError, NotInTime) as error:
            return 503, {"error": f"the hub's disk does not follow: {error}"}


def _refused(status: int, error: Exception) -> JSONResponse:
    return JSONResponse({"error": str(error)}, status)


async def _whole_body(request: Request) -> bytes:
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > BODY_MAX:
            raise TooLarge(f"a body of over {BODY_MAX} bytes, expected less")
    return bytes(data)


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except RecursionError:
        raise BadInput(JSON_DEEPEST) from None
    except ValueError as error:
        raise BadInput(f"{error}, expected JSON") from None
