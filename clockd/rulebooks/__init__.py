"""Rulebooks: one TOML file an event, and how it is found by name.

The built-in ones are this package's own data; an organiser's own is a file of the same form, named by its path.
"""

from importlib.resources import files
from pathlib import Path

from clockd.errors import BadInput
from clockd.rulebooks.loader import read_rulebook
from clockd.rulebooks.model import Rulebook
from clockd.rulebooks.resolve import resolve

__all__ = ["Rulebook", "check", "find_rulebook", "load_rulebook", "resolve", "rulebook_names"]

SUFFIX = ".toml"


def rulebook_names() -> list[str]:
    """The built-in rulebooks, in alphabetical order."""
    names = (entry.name for entry in files(__name__).iterdir())
    return sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))


def load_rulebook(name: str) -> Rulebook:
    """The built-in rulebook of that name; BadInput with the names that exist."""
    names = rulebook_names()
    if name not in names:
        raise BadInput(f"no rulebook {name!r}, expected {', '.join(names)} or a file {SUFFIX!r}")
    return read_rulebook(files(__name__) / f"{name}{SUFFIX}", name)


def find_rulebook(rules: str, folder: Path) -> Rulebook:
    """The rulebook that a file in `folder` names: a built-in one, or a path ending in ".toml"."""
    return check(folder / rules) if rules.endswith(SUFFIX) else load_rulebook(rules)


def check(path: Path) -> Rulebook:
    """The rulebook in a file of one's own, named like the file; BadConfig with file and line for a wrong one."""
    return read_rulebook(path, path.stem)
