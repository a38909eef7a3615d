"""Whether a JSON value has the form that the API's document promises (JSON Schema 2020-12, as OpenAPI 3.1 takes it)."""

from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

HERE = "document"


def faults(value: Any, schema: Mapping[str, Any], told: Mapping[str, Any]) -> list[str]:
    """Where a value differs from a schema of this document; `#/components/...` is looked up in it."""
    document = Resource.from_contents(told, default_specification=DRAFT202012)
    registry: Registry[Any] = Registry().with_resource(HERE, document)
    inside = {"$ref": HERE + schema["$ref"]} if "$ref" in schema else _placed(schema)
    found = Draft202012Validator(inside, registry=registry).iter_errors(value)
    return [f"{error.json_path}: {error.message}" for error in found]


def check_schema(schema: Mapping[str, Any]) -> None:
    """Raises jsonschema's SchemaError for what is no schema."""
    Draft202012Validator.check_schema(schema)


def _placed(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A list of a schema: its reference is to the document, too."""
    items = schema.get("items", {})
    if "$ref" in items:
        return {**schema, "items": {"$ref": HERE + items["$ref"]}}
    return dict(schema)
