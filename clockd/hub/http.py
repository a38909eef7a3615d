"""The door through which tables come in, POST /api/table/sync: from the bytes of a request to the bytes of its answer.

The body was read whole and bounded before; the exchange runs on the caller's thread. 200 with the answer; 400 for a
request that is none; 409 for a fork or a number that another table holds; 503 when the disk does not take it, which a
reporter answers by trying again.
"""

import json
import sqlite3
from collections.abc import Mapping
from concurrent.futures import TimeoutError as NotInTime
from typing import Any

from clockd.errors import BadInput
from clockd.hub.chain import Fork
from clockd.hub.hub import Hub
from clockd.hub.tables import NumberHeld

SYNC_PATH = "/api/table/sync"
JSON_DEEPEST = "nested too deep"


class SyncDoor:
    """What tables dial."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def sync(self, data: bytes) -> tuple[int, Mapping[str, Any]]:
        """One exchange with one table: HTTP's status and the answer."""
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


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except RecursionError:
        raise BadInput(JSON_DEEPEST) from None
    except ValueError as error:
        raise BadInput(f"{error}, expected JSON") from None
