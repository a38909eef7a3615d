"""The audit trail of an event: what an arbiter did, with name and reason, whether or not the tournament's facts tell.

One fact an action, beside the facts that followed from it, so that the trail is complete and reads alike for every
command. `unix_s` is the time of day, for people. `id` is the command's own: the same one twice is one action.
"""

from dataclasses import dataclass

ACTIONS_KEPT = 500  # in memory, for pages and resends; the journal keeps all


@dataclass(frozen=True, slots=True)
class RecordAction:
    """An action that was carried out; `done` is what its author was told."""

    at_ns: int
    id: str
    name: str
    arguments: tuple[tuple[str, str], ...]
    author: str
    reason: str
    done: str
    unix_s: int


@dataclass(frozen=True, slots=True)
class ActionRecorded:
    at_ns: int
    id: str
    name: str
    arguments: tuple[tuple[str, str], ...]
    author: str
    reason: str
    done: str
    unix_s: int

    @property
    def asked(self) -> tuple[str, tuple[tuple[str, str], ...], str]:
        """What tells this action from another one that was given its id."""
        return self.name, self.arguments, self.author


def recorded(actions: tuple[ActionRecorded, ...], seen: RecordAction) -> list[ActionRecorded]:
    """The fact of an action; none for one that stands there."""
    if any(each.id == seen.id for each in actions):
        return []
    return [
        ActionRecorded(
            seen.at_ns,
            seen.id,
            seen.name,
            seen.arguments,
            seen.author,
            seen.reason,
            seen.done,
            seen.unix_s,
        )
    ]


def with_action(
    actions: tuple[ActionRecorded, ...], fact: ActionRecorded
) -> tuple[ActionRecorded, ...]:
    """The latest actions, this one last."""
    return (*actions, fact)[-ACTIONS_KEPT:]
