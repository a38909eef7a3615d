"""Who may do what: a viewer looks, an arbiter rules, the chief arbiter also decides about the event and its arbiters.

A table is no person: its role lets it report and nothing else, and no person has it. Source: design.md section 2.
"""

from enum import StrEnum


class Role(StrEnum):
    """What somebody may do; each of the first three may do what the ones before it may."""

    VIEWER = "viewer"
    ARBITER = "arbiter"
    CHIEF = "chief"
    TABLE = "table"


_PEOPLE = (Role.VIEWER, Role.ARBITER, Role.CHIEF)
STAFF = (Role.ARBITER, Role.CHIEF)  # who can have an account


def may(held: Role, needed: Role) -> bool:
    """Whether who holds this role may do what is for `needed`."""
    if Role.TABLE in (held, needed):
        return held is needed
    return _PEOPLE.index(held) >= _PEOPLE.index(needed)
