"""How an arbiter's command reaches the hub: checked against the role, given in the arbiter's name, its answer in words.

The hub decides and journals with author and reason; who gives a command is said by the session, never by the page.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from clockd.errors import ClockdError
from clockd.web.access import Session
from clockd.web.api_schemas import ARGUMENTS_MOST, TEXT_MOST
from clockd.web.hub_forms import role_for
from clockd.web.openapi import KEY_FORM
from clockd.web.roles import may
from clockd.web.words import say

Json = dict[str, Any]


class Desk(Protocol):
    """The hub's desk; each method raises ClockdError with the reason for a refusal."""

    def command(self, body: Json) -> Json:
        """Carry out a command, and say what came of it."""

    def note(self, author: str, what: str, reason: str) -> None:
        """Put what was done elsewhere into the audit trail."""

    def actions(self) -> list[Json]:
        """The latest of the audit trail, oldest first."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a command: HTTP's status and one line."""

    status: int
    text: str

    @property
    def ok(self) -> bool:
        return self.status == 200


def give(
    desk: Desk, session: Session, id: str, name: str, arguments: Mapping[str, str], reason: str
) -> Outcome:
    """Give a command in this arbiter's name."""
    needed = role_for(name)
    if not may(session.role, needed):
        return Outcome(403, say("gate.role", role=say(f"role.{needed}")))
    if not re.fullmatch(KEY_FORM, id):
        return Outcome(400, say("desk_hub.id"))
    texts = [*arguments, *arguments.values(), reason]
    if len(arguments) > ARGUMENTS_MOST or any(len(text) > TEXT_MOST for text in texts):
        return Outcome(400, say("desk_hub.long", most=TEXT_MOST))
    command = {
        "id": id,
        "name": name,
        "arguments": dict(arguments),
        "author": session.name,
        "reason": reason.strip(),
    }
    try:
        answer = desk.command(command)
    except ClockdError as refused:
        return Outcome(409, str(refused))
    if answer.get("ok"):
        return Outcome(200, str(answer.get("detail")))
    return Outcome(409, str(answer.get("error")))
