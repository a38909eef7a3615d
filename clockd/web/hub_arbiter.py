"""The arbiters' page of a hub: what waits for a hand, the round as it stands, and every command with its reason.

Works without a script: each command is a form, and what came of it stands on the page that follows. The middle is kept
true by the same kind of stream as the pages of tables. What a command may be asked is in `hub_forms`.
"""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from clockd.errors import BadInput
from clockd.web import hub_alerts
from clockd.web.access import Session
from clockd.web.doors import Door
from clockd.web.gate import NO_STORE, fields_of, visitor_of
from clockd.web.hub_alerts import sign_of, urgency
from clockd.web.hub_commands import Desk, Outcome, give
from clockd.web.hub_forms import (
    FORMS,
    GROUPS,
    TABLES,
    TOURNAMENT,
    HubField,
    arguments_of,
    form_named,
)
from clockd.web.hub_source import HubSnapshot
from clockd.web.hub_tournaments import only, parts_of, title_of
from clockd.web.roles import Role, may
from clockd.web.words import known, say

PAGE, COMMAND = "/arbiter", "/arbiter/command"
TRAIL_SHOWN = 12
OUTCOMES_MOST = 200  # one an arbiter: what the next page shows

View = dict[str, Any]


class HubDesk:
    """Takes the forms; remembers for each session what its last command came to."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._outcomes: OrderedDict[str, Outcome] = OrderedDict()

    def doors(self) -> list[Door]:
        return [Door(COMMAND, self.posted, Role.ARBITER, "POST")]

    async def posted(self, request: Request) -> Response:
        """A form of the page; then the page again, with what came of it."""
        visitor = visitor_of(request)
        assert visitor.session is not None, "for arbiters"
        outcome = await asyncio.to_thread(self._carry_out, visitor.session, visitor.body)
        self._outcomes[visitor.session.csrf] = outcome
        while len(self._outcomes) > OUTCOMES_MOST:
            self._outcomes.popitem(last=False)
        return RedirectResponse(PAGE, 303, NO_STORE)

    def outcome_for(self, session: Session) -> Outcome | None:
        """What the last command came to; told once."""
        return self._outcomes.pop(session.csrf, None)

    def _carry_out(self, session: Session, body: bytes) -> Outcome:
        try:
            fields = fields_of(body)
        except BadInput as error:
            return Outcome(400, str(error))
        if "acknowledge" in fields:
            # A button in a list of many: its own id each time, since nothing is done twice by it.
            named = {"alert": fields["acknowledge"]}
            return give(self.desk, session, secrets.token_hex(8), "acknowledge", named, "")
        form = form_named(fields.get("form", ""))
        if form is None:
            return Outcome(400, say("desk_hub.form"))
        reason = fields.get("reason", "")
        if form.reason and not reason.strip():
            return Outcome(400, say("desk_hub.reason_needed"))
        name, arguments = arguments_of(form, fields)
        return give(self.desk, session, fields.get("id", ""), name, arguments, reason)


def arbiter_view(snapshot: HubSnapshot) -> View:
    """The middle of the page: alerts, most pressing first, and the round, published or not, of each tournament."""
    parts = [only(snapshot, part["id"]) for part in parts_of(snapshot)] or [snapshot]
    rounds = [_round(part) for part in parts if part["pairings"]]
    return {
        "alerts": [_alert(each) for each in sorted(snapshot["alerts"], key=urgency)],
        "rounds": rounds,
        "enrolling": [_asking(each) for each in snapshot.get("enrolling", ())],
    }


def trail_view(actions: Sequence[Mapping[str, Any]]) -> list[View]:
    """The latest of the audit trail, newest first: when, who, what, and why."""
    return [
        {
            "time": time.strftime("%H:%M", time.localtime(each["unix_s"])),
            "author": each["author"],
            "done": each["done"],
            "reason": each["reason"],
        }
        for each in reversed(actions[-TRAIL_SHOWN:])
    ]


def form_views(session: Session, tournaments: Sequence[str] = ()) -> list[View]:
    """The commands that this arbiter may give, in their groups; which tournament is asked where there are several."""
    which = (HubField(TOURNAMENT.name, tuple(tournaments)),) if len(tournaments) > 1 else ()
    own = [form for form in FORMS if may(session.role, form.role)]
    return [
        {
            "title": say(f"desk_hub.group.{group}"),
            "forms": [
                {
                    "name": form.name,
                    "title": say(f"command.{form.name}"),
                    "help": known(f"command.{form.name}.help", ""),
                    "reason": form.reason,
                    "id": secrets.token_hex(8),
                    "fields": [
                        {
                            "name": field.name,
                            "label": say(f"ask.{field.name}"),
                            "choices": field.choices,
                            "needed": field.needed,
                        }
                        for field in (*(which if group != TABLES else ()), *form.fields)
                    ],
                }
                for form in own
                if form.group == group
            ],
        }
        for group in GROUPS
        if any(form.group == group for form in own)
    ]


def _alert(alert: Mapping[str, Any]) -> View:
    name = str(alert.get("alert"))
    board = alert.get("board")
    return {
        "id": str(alert.get("id")),
        "level": str(alert.get("level")),
        "sign": sign_of(name),
        "title": hub_alerts.title_of(name),
        "board": "" if board is None else say("board", number=board),
        "text": str(alert.get("detail") or ""),
    }


def _asking(each: Mapping[str, Any]) -> View:
    return {
        "table": say("table", number=each["table"]),
        "machine": say("desk_hub.machine", journal=each["journal"]),
    }


def _round(snapshot: HubSnapshot) -> View:
    current = snapshot["pairings"][-1]
    seated = {each["board"]: each for each in snapshot["boards"]}
    if not current.get("published"):
        state = say("pairings.unpublished")
    else:
        state = say("pairings.closed" if current.get("closed") else "pairings.open")
    return {
        "title": say("round", number=current["round"]),
        "state": f"{title_of(snapshot)} {state}".strip(),
        "rows": [_row(board, seated.get(board["board"])) for board in current["boards"]],
    }


def _row(board: Mapping[str, Any], seat: Mapping[str, Any] | None) -> View:
    table = (seat or {}).get("table")
    return {
        "board": str(board["board"]),
        "white": f"{board['white_no']} {board['white']}",
        "black": f"{board['black_no']} {board['black']}",
        "result": "" if board["result"] == "*" else board["result"],
        "table": say("table", number=table) if table else say("card.none"),
        "link": "" if seat is None else say(f"desk_hub.link.{seat.get('link') or 'none'}"),
    }
