"""All tie-breaks there are: importing this module is what fills the list.

A new one is a function with `@tie_break(code, name)` in `own_record`, `opponents_record` or `opponents_ratings`, or in
a file of its own that is imported here; nothing else changes.
"""

from clockd.tournament import direct_encounter, opponents_ratings, opponents_record, own_record
from clockd.tournament.criterion import (
    EDITION_NOW,
    EDITIONS,
    REGISTRY,
    Asked,
    Rules,
    evaluate,
    parse_criteria,
    tie_break,
)
from clockd.tournament.values import Value, plain

_FILLED_BY = (own_record, opponents_record, opponents_ratings, direct_encounter)

__all__ = [
    "EDITIONS",
    "EDITION_NOW",
    "REGISTRY",
    "Asked",
    "Rules",
    "Value",
    "evaluate",
    "parse_criteria",
    "plain",
    "tie_break",
]


def name_of(asked: Asked) -> str:
    """A criterion's name in words: "Koya system"."""
    return REGISTRY[asked.base].name


def full_name_of(asked: Asked) -> str:
    """The name, with the code where that says more: "progressive score (PS/C1)" beside "progressive score"."""
    return f"{name_of(asked)} ({asked.code})" if "/" in asked.code else name_of(asked)
