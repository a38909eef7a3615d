"""`python -m tests.bench [NAME... [--OPTION VALUE...]]`: every module here has a `bench()` that prints its figures.

Figures are printed, never asserted: a machine that is busy with something else proves nothing.
"""

import importlib
import itertools
import pkgutil
import sys
from collections.abc import Sequence

from tests import bench


def names() -> list[str]:
    """The benches that exist, in alphabetical order."""
    found = (module.name for module in pkgutil.iter_modules(bench.__path__))
    return sorted(name for name in found if not name.startswith("_"))


def main(arguments: Sequence[str]) -> int:
    """Run the named benches, or all, with the options that follow the names; 2 when there is none of a name."""
    wanted = list(itertools.takewhile(lambda each: not each.startswith("--"), arguments))
    options = arguments[len(wanted) :]
    unknown = [name for name in wanted if name not in names()]
    if unknown:
        print(f"no bench {unknown[0]!r}, expected {', '.join(names())}", file=sys.stderr)
        return 2
    for name in wanted or names():
        print(f"== {name} ==")
        importlib.import_module(f"tests.bench.{name}").bench(*options)
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
