"""The arbiter's page of a table: what it shows beside the dashboard, and how a ruling given there reaches the table.

A ruling comes as JSON {"id","name","arguments","reason"}; who gives it is said by whoever checked the session, never
by the page. The table decides and journals; its answer is handed back as it is. Source: screens' description,
sections 3, 8 and 13.
"""

import asyncio
import json
import re
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.responses import JSONResponse, Response

from clockd import line_socket
from clockd.errors import BadInput, DeviceError
from clockd.web.ruling_forms import FORMS, commands_offered
from clockd.web.words import known, say

AT_THE_TABLE = "at the table"  # the journal tells a ruling given here from the hub's

_ID = re.compile(r"[A-Za-z0-9_.:-]{8,64}")

Json = dict[str, Any]
Ask = Callable[[Json], Json]


async def ruling_answer(author: str, body: bytes, table: Path) -> Response:
    """The answer to a posted ruling: the table's own, or why it never reached the table."""
    status, answer = await give(table_asker(table), author, body)
    return JSONResponse(answer, status, {"Cache-Control": "no-store"})


def command_of(author: str, body: bytes) -> Json:
    """The table's command from what the page sent; BadInput says what is wrong with it."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        raise BadInput("a ruling is a JSON object") from None
    if not isinstance(said, Mapping):
        raise BadInput("a ruling is a JSON object")
    name = str(said.get("name"))
    if name not in commands_offered():
        raise BadInput(f"name: {name[:40]!r}, expected a ruling of this page")
    if not _ID.fullmatch(str(said.get("id"))):
        raise BadInput("id: expected 8 to 64 letters and digits")
    arguments = said.get("arguments") or {}
    if not isinstance(arguments, Mapping):
        raise BadInput("arguments: expected an object of texts")
    return {
        "id": str(said["id"]),
        "name": name,
        "author": f"{author}, {AT_THE_TABLE}",
        "arguments": dict(arguments),
        "reason": said.get("reason") or "",
    }


def table_asker(socket_path: Path) -> Ask:
    """How a command is put to the table behind this socket."""
    return lambda request: line_socket.ask(socket_path, request, "a running table (clockd table)")


def note_at(socket_path: Path) -> Callable[[str, str, str], None]:
    """How something that was done at these pages gets into the table's record."""

    def note(author: str, what: str, reason: str) -> None:
        text = f"{what}: {reason}" if reason else what
        command = {
            "id": secrets.token_hex(8),
            "name": "note",
            "author": f"{author}, {AT_THE_TABLE}",
        }
        table_asker(socket_path)({"command": {**command, "arguments": {}, "reason": text}})

    return note


async def give(ask: Ask, author: str, body: bytes) -> tuple[int, Json]:
    """Hand a ruling to the table: HTTP status and what the page is told."""
    try:
        command = command_of(author, body)
    except BadInput as error:
        return 400, {"ok": False, "error": str(error)}
    try:
        answer = await asyncio.to_thread(ask, {"command": command})
    except (DeviceError, ValueError):  # ValueError: half a line, from a table that died over it
        return 503, {"ok": False, "error": say("arbiter.lost")}
    if answer.get("ok"):
        done = say("arbiter.done", seq=answer.get("seq"))
        detail = str(answer.get("detail") or "")
        return 200, {"ok": True, "detail": f"{done} {detail}".strip()}
    return 409, {"ok": False, "error": str(answer.get("error"))}


def form_views() -> list[Json]:
    """The rulings as the template lists them, every text in words."""
    return [
        {
            "name": form.name,
            "key": form.key,
            "command": form.command,
            "title": say(f"ruling.{form.name}"),
            "effect": say(f"effect.{form.name}"),
            "reason": form.reason,
            "fields": [
                {
                    "name": field.name,
                    "kind": field.kind,
                    "label": say(field.label or f"field.{field.name}"),
                    "choices": [(value, known(key, value)) for value, key in field.choices],
                }
                for field in form.fields
            ],
        }
        for form in FORMS
    ]
