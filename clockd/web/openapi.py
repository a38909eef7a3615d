"""The OpenAPI 3.1 document of the API, made from the route table: what is not a door is not in it, and what is, is.

Schemas name what is always there; a later version may add keys, never take one away.
"""

import re
from collections.abc import Iterable
from typing import Any

from clockd import __version__
from clockd.web.api_schemas import SCHEMAS
from clockd.web.doors import Door
from clockd.web.roles import Role

Json = dict[str, Any]

_PARAMETER = re.compile(r"\{(\w+)(?::(\w+))?\}")
KEY_FORM = r"[A-Za-z0-9_.:-]{8,64}"
_KEY_HEADER = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "schema": {"type": "string", "pattern": f"^{KEY_FORM}$"},
    "description": "The same key is the same action.",
}
_LAST_ID = {"name": "Last-Event-ID", "in": "header", "schema": {"type": "integer"}}
_PROBLEM = {
    "description": "Why not",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


def document(title: str, doors: Iterable[Door]) -> Json:
    """The document of the doors that say something of themselves."""
    paths: dict[str, Json] = {}
    for door in doors:
        if door.told is not None:
            path = _PARAMETER.sub(r"{\1}", door.path)
            paths.setdefault(path, {})[door.method.lower()] = _operation(door)
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": __version__, "license": {"name": "GPL-3.0-or-later"}},
        "paths": paths,
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "clockd"},
                "token": {"type": "apiKey", "in": "header", "name": "X-CSRF-Token"},
            },
        },
    }


def _operation(door: Door) -> Json:
    told = door.told
    assert told is not None, "asked for those only"
    operation: Json = {
        "summary": told.summary,
        "operationId": _name(door),
        "x-role": door.role.value,
        "parameters": _parameters(door),
        "responses": {_status(door): _answer(told.answer), "default": _PROBLEM},
    }
    if told.body:
        schema = {"$ref": f"#/components/schemas/{told.body}"}
        content = {"application/json": {"schema": schema}}
        operation["requestBody"] = {"required": True, "content": content}
    if door.role is not Role.VIEWER:
        both: Json = {"cookie": [], "token": []}
        operation["security"] = [{"cookie": []} if door.method == "GET" else both]
    return operation


def _name(door: Door) -> str:
    words = re.findall(r"[a-zA-Z]+", _PARAMETER.sub("one", door.path.removeprefix("/api/v1")))
    return "".join([door.method.lower(), *(word.capitalize() for word in words)])


def _parameters(door: Door) -> list[Json]:
    kinds = {"int": "integer"}
    found: list[Json] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": kinds.get(kind, "string")},
        }
        for name, kind in _PARAMETER.findall(door.path)
    ]
    assert door.told is not None, "asked for those only"
    if door.told.once:
        found.append(_KEY_HEADER)
    if door.told.answer == "text/event-stream":
        found.append(_LAST_ID)
    return found


def _status(door: Door) -> str:
    assert door.told is not None, "asked for those only"
    return "200" if door.told.answer else "204"


def _answer(answer: str) -> Json:
    """A schema's name, a list of it ("[Board]"), a media type, or nothing."""
    if not answer:
        return {"description": "Done"}
    if "/" in answer:
        return {"description": "As it stands", "content": {answer: {"schema": {"type": "string"}}}}
    name = answer.strip("[]")
    schema: Json = (
        {"type": "object"} if name == "object" else {"$ref": f"#/components/schemas/{name}"}
    )
    if answer.startswith("["):
        schema = {"type": "array", "items": schema}
    return {"description": "As it stands", "content": {"application/json": {"schema": schema}}}
