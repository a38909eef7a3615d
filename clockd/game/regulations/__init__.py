"""The event's own rules at the board: each a function in a file of its own, found by its name.

A regulation sees every input before the Laws do. It answers by adding facts to the draft and returning True (the
input is dealt with), or by returning False. Its value comes from the rulebook. Adding one adds one file.
"""

import importlib
import pkgutil
from collections.abc import Callable

from clockd.game.draft import Draft
from clockd.game.inputs import Input

Regulation = Callable[[Draft, Input, int], bool]
_REGULATIONS: dict[str, Regulation] = {}


def regulation(name: str) -> Callable[[Regulation], Regulation]:
    """Register a rule under the name that rulebooks use."""

    def register(rule: Regulation) -> Regulation:
        assert name not in _REGULATIONS, f"two regulations are named {name}"
        _REGULATIONS[name] = rule
        return rule

    return register


def find(name: str) -> Regulation:
    """The rule of this name; a rulebook with an unknown one was refused when it was read."""
    return _REGULATIONS[name]


def regulation_names() -> list[str]:
    """All rules that exist, in alphabetical order."""
    return sorted(_REGULATIONS)


for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
