"""The arbiter's commands to a hub, from a shell or a page: each a function found by its name, answered with one line.

A command with `table=` that a table knows is an order for that table, or for `table=all`; anything else is the
tournament's to decide (`tournament=` says which, where there are several), journaled with author and reason, and
refused in a sentence. Source: interfaces.md section 7.
"""

from clockd.errors import BadInput
from clockd.game.rulings import command_names as table_commands
from clockd.hub.asked import Asked, Commands, asked_of
from clockd.hub.event_commands import EVENT_COMMANDS
from clockd.hub.table_commands import TABLE_COMMANDS, order

__all__ = ["Asked", "asked_of", "carry_out", "names"]

_COMMANDS: Commands = {**EVENT_COMMANDS, **TABLE_COMMANDS}


def carry_out(asked: Asked) -> str:
    """What was done, in one line; NotAllowed or BadInput says why nothing was."""
    known = _COMMANDS.get(asked.name)
    for_table = "table" in asked.arguments and asked.name in table_commands()
    if for_table or (known is None and asked.name in table_commands()):
        return order(asked)
    if known is None:
        raise BadInput(f"no command {asked.name!r}, expected {', '.join(names())}")
    keys, command = known
    which = {"tournament"} if asked.name in EVENT_COMMANDS else set()
    unknown = asked.arguments.keys() - set(keys) - which
    if unknown:
        wanted = ", ".join(f"{key}=" for key in keys) or "no arguments"
        raise BadInput(f"{asked.name}: {sorted(unknown)[0]}=, expected {wanted}")
    return command(asked)


def names() -> list[str]:
    """Every command, in alphabetical order."""
    return sorted({*_COMMANDS, *table_commands()})
