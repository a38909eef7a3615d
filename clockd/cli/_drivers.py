"""Finding a driver by its name: the one place where the table meets its devices."""

import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

from clockd.errors import BadConfig


def make(module: str, options: Mapping[str, Any]) -> Any:
    """What the module `drivers.MODULE` makes of these options; BadConfig when there is no such driver."""
    if importlib.util.find_spec(f"drivers.{module}") is None:
        raise BadConfig(f"driver of {module!r}, expected a file drivers/{module}.py")
    return importlib.import_module(f"drivers.{module}").make(options)
