"""One kept HTTP connection from a table's reporter to its hub, opened again when it breaks."""

import http.client
import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from clockd.web.exchange import HubAway, Json, Reply

SYNC_PATH, ENROL_PATH = "/api/table/sync", "/api/table/enrol"
HUB_TIMEOUT_S = 6.0  # a hub that has not answered by then is away
ANSWER_MAX = 1 << 20  # bytes; twenty commands are a few kilobytes
JSON_TYPE = {"Content-Type": "application/json"}


@dataclass(frozen=True, slots=True)
class RawReply:
    """The hub's answer as it came."""

    status: int
    data: bytes
    headers: Mapping[str, str]

    def read(self) -> Reply:
        """The answer as JSON; ValueError when it is none."""
        said: Any = json.loads(self.data)
        if not isinstance(said, dict):
            raise ValueError("expected a JSON object")
        return Reply(self.status, said)


class HubLine:
    """The line to the hub at `url`; over TLS with whom `trust` believes, or the system."""

    def __init__(self, url: str, trust: ssl.SSLContext | None = None) -> None:
        parts = urlsplit(url)
        self._https, self._trust = parts.scheme == "https", trust
        self._host, self._port = parts.hostname or "", parts.port
        self._path = parts.path.rstrip("/")
        self._line: http.client.HTTPConnection | None = None

    def post(self, body: Json, path: str = SYNC_PATH) -> Reply:
        """The hub's answer to a JSON object; HubAway when there is none that can be read."""
        return self.send(json.dumps(body).encode(), path, {})[0]

    def send(self, data: bytes, path: str, headers: Mapping[str, str]) -> tuple[Reply, RawReply]:
        """The same for bytes; the answer also as it came."""
        try:
            raw = self._send(data, path, headers)
            if raw.status >= 500:
                raise HubAway(f"the hub answers {raw.status}")
            return raw.read(), raw
        except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
            self.close()
            raise HubAway(f"{self._host}: {error}") from None

    def _send(self, data: bytes, path: str, headers: Mapping[str, str]) -> RawReply:
        if self._line is None:
            self._line = self._open()
        self._line.request("POST", self._path + path, data, {**JSON_TYPE, **headers})
        answer = self._line.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return RawReply(answer.status, answer.read(ANSWER_MAX), found)

    def _open(self) -> http.client.HTTPConnection:
        where = (self._host, self._port)
        if self._https:
            return http.client.HTTPSConnection(*where, timeout=HUB_TIMEOUT_S, context=self._trust)
        return http.client.HTTPConnection(*where, timeout=HUB_TIMEOUT_S)

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
