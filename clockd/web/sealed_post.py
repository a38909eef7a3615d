"""A report on its way to the hub: signed by the table where it is enrolled, its answer believed only if signed too.

A hub that began anew, or that has heard a later count, says so, and the report is signed again. Whether the table
should enrol is remembered for the reporter. An unsigned report goes as it is: the hub says whether it is heard.
"""

from typing import Protocol

from clockd import signing
from clockd.web.exchange import HubAway, Json, Reply, TableAway
from clockd.web.hub_line import SYNC_PATH, HubLine

SIGN_AGAIN = 3  # times: another start, another count; more is a hub that plays with us
COUNT_MOST = 1 << 66
NOT_SIGNED = "the answer is not signed by this table's hub"


class Signer(Protocol):
    """The table, as far as signatures go."""

    def report(self, asked: Json) -> Json:
        """A report that the table makes and signs itself."""

    def is_hubs(self, report_mac: str, digest: str, mac: str) -> bool:
        """Whether an answer is the hub's own."""


class SealedPost:
    """What an exchange posts with."""

    def __init__(self, signer: Signer, line: HubLine) -> None:
        self._signer, self._line = signer, line
        self._boot, self._above = "", 0
        self.must_enrol = False

    def __call__(self, body: Json) -> Reply:
        """The hub's answer; HubAway when there is none that counts."""
        self.must_enrol = False
        reply = self._once(body)
        for _ in range(SIGN_AGAIN):
            if reply.status != 401 or not self._told_anew(reply):
                break
            reply = self._once(body)
        self.must_enrol = reply.status == 401 and reply.body.get("enrol") is True
        return reply

    def _once(self, body: Json) -> Reply:
        report = self._signer.report(
            {
                "after": body["after"],
                "limit": len(body["records"]),
                "picture": body["snapshot"] is not None,
                "undelivered": body["undelivered"],
                "boot": self._boot,
                "above": self._above,
            }
        )
        if report.get("ok") is not True:
            raise TableAway(str(report.get("error")))
        if report.get("signed") is not True:
            return self._line.post(body)
        headers, data = report["headers"], report["body"].encode()
        reply, raw = self._line.send(data, SYNC_PATH, headers)
        if reply.status == 401 and "above" not in reply.body:
            return reply  # it tells for which start to sign, or to enrol: nothing that is believed
        digest, mac = signing.digest(raw.data), raw.headers.get(signing.MAC_HEADER, "")
        if not self._signer.is_hubs(headers[signing.MAC_HEADER], digest, mac):
            raise HubAway(NOT_SIGNED)
        return reply

    def _told_anew(self, reply: Reply) -> bool:
        """Whether the hub says for which start, or beyond which count, to sign."""
        boot, above = reply.body.get("boot"), reply.body.get("above")
        if isinstance(boot, str):
            self._boot = boot
        if isinstance(above, int) and not isinstance(above, bool) and 0 <= above < COUNT_MOST:
            self._above = above
        return isinstance(boot, str) or above is not None
