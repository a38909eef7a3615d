"""The forms of the API's JSON, as JSON Schema: keys that are always there, and what they hold."""

from typing import Any

from clockd.web.ruling_forms import commands_offered

Schema = dict[str, Any]

TEXT_MOST, ARGUMENTS_MOST = 500, 20  # of a command: signs of one text, and how many arguments

TEXT: Schema = {"type": "string"}
SAID: Schema = {"type": "string", "maxLength": TEXT_MOST}
WHOLE: Schema = {"type": "integer"}
YES_NO: Schema = {"type": "boolean"}
MAYBE_TEXT: Schema = {"type": ["string", "null"]}
MAYBE_WHOLE: Schema = {"type": ["integer", "null"]}
MAYBE_OBJECT: Schema = {"type": ["object", "null"]}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


SCHEMAS: dict[str, Schema] = {
    "Problem": _object(type=TEXT, title=TEXT, status=WHOLE, detail=TEXT),
    "Session": {
        **_object(name=MAYBE_TEXT, role={"enum": ["viewer", "arbiter", "chief"]}),
        "description": "`csrf` is sent as X-CSRF-Token with whatever changes something.",
    },
    "Login": _object(name=TEXT, password=TEXT),
    "Done": _object(detail=TEXT),
    "Command": {
        "type": "object",
        "properties": {
            "name": TEXT,
            "arguments": {
                "type": "object",
                "additionalProperties": SAID,
                "maxProperties": ARGUMENTS_MOST,
            },
            "reason": SAID,
        },
        "required": ["name"],
        "additionalProperties": False,
    },
    "Ruling": {
        "type": "object",
        "properties": {
            "name": {"enum": sorted(commands_offered())},
            "arguments": {"type": "object", "additionalProperties": TEXT},
            "reason": TEXT,
        },
        "required": ["name"],
        "additionalProperties": False,
    },
    "Event": _object(
        event=TEXT,
        site=TEXT,
        dates=TEXT,
        rules=TEXT,
        round=WHOLE,
        rounds=WHOLE,
        stage=MAYBE_TEXT,
        phase={"enum": ["waiting", "playing", "between", "playoff", "finished"]},
        champion=MAYBE_TEXT,
        seq=WHOLE,
        age_ms=WHOLE,
    ),
    "Player": _object(no=WHOLE, name=TEXT, rating=MAYBE_WHOLE, title=MAYBE_TEXT, points=TEXT),
    "Board": _object(
        board=WHOLE,
        table=MAYBE_TEXT,
        white=_ref("Player"),
        black=_ref("Player"),
        result=TEXT,
        forfeit=YES_NO,
        termination=MAYBE_TEXT,
        link={"enum": ["live", "silent", "none"]},
        live=MAYBE_OBJECT,
    ),
    "Round": _object(
        round=WHOLE, published=YES_NO, closed=YES_NO, boards=_list({"type": "object"})
    ),
    "Standing": _object(
        rank=WHOLE, no=WHOLE, name=TEXT, points=TEXT, tie_breaks={"type": "object"}
    ),
    "Row": _object(no=WHOLE, name=TEXT, points=TEXT),
    "Alert": _object(id=TEXT, alert=TEXT, level={"enum": ["now", "soon", "look"]}, detail=TEXT),
    "Action": _object(
        id=TEXT,
        name=TEXT,
        arguments={"type": "object", "additionalProperties": TEXT},
        author=TEXT,
        reason=TEXT,
        done=TEXT,
        unix_s=WHOLE,
    ),
    "Table": _object(
        table=MAYBE_WHOLE,
        state=TEXT,
        fen=TEXT,
        result=TEXT,
        white_ms=MAYBE_WHOLE,
        black_ms=MAYBE_WHOLE,
    ),
    "TableAlert": _object(alert=TEXT),
}
