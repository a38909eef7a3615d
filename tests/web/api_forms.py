"""A small reader of JSON Schema: as much of it as the API's document uses."""

from collections.abc import Mapping
from typing import Any

_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "object": (dict,),
    "array": (list,),
    "null": (type(None),),
}
KNOWN = {
    *("type", "properties", "required", "items", "enum", "$ref", "additionalProperties"),
    *("minLength", "maxLength", "description"),
}


def faults(value: Any, schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> list[str]:
    """Where a value differs from its schema."""
    assert set(schema) <= KNOWN, f"a word that this reader does not know: {set(schema) - KNOWN}"
    if "$ref" in schema:
        return faults(value, schemas[schema["$ref"].rpartition("/")[2]], schemas)
    if "enum" in schema and value not in schema["enum"]:
        return [f"{value!r} is none of {schema['enum']}"]
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is(value, kind) for kind in kinds):
        return [f"{value!r} is no {kinds}"]
    found = []
    if isinstance(value, dict):
        found += [f"{key} is missing" for key in schema.get("required", []) if key not in value]
        for key, inner in schema.get("properties", {}).items():
            if key in value:
                found += [f"{key}: {each}" for each in faults(value[key], inner, schemas)]
    if isinstance(value, list):
        for each in value:
            found += faults(each, schema.get("items", {}), schemas)
    return found


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES[kind])
