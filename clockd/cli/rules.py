"""Show the rulebooks that are built in, or check one of your own.

example: clockd rules show us-senior-2019
"""

import argparse
import dataclasses
import json
from pathlib import Path
from typing import Any

from clockd.rulebooks import SUFFIX, check, load_rulebook, rulebook_names
from clockd.rulebooks.page import page
from clockd.units import to_ms

HELP = "list, show and check rulebooks"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`list`, `show NAME [--json]` and `check FILE.toml`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser(
        "list", help="the built-in rulebooks", epilog="example: clockd rules list"
    )
    listing.set_defaults(act=_list)
    show = actions.add_parser(
        "show",
        help="one rulebook in words",
        epilog="example: clockd rules show us-senior-2019",
    )
    show.add_argument("name", metavar="NAME", help="a built-in rulebook, or a file of your own")
    show.add_argument("--json", action="store_true", help="the values, as one JSON object")
    show.set_defaults(act=_show)
    checking = actions.add_parser(
        "check",
        help="whether a file is a rulebook; exit 2 with one line if not",
        epilog="example: clockd rules check my-event.toml",
    )
    checking.add_argument("file", metavar="FILE.toml", type=Path, help="the file to check")
    checking.set_defaults(act=_check)


def run(options: argparse.Namespace) -> int:
    """Print what was asked for; 0."""
    print(options.act(options))
    return 0


def _list(options: argparse.Namespace) -> str:
    width = max(map(len, rulebook_names()))
    return "\n".join(f"{name:{width}}  {load_rulebook(name).title}" for name in rulebook_names())


def _show(options: argparse.Namespace) -> str:
    own = options.name.endswith(SUFFIX)
    book = check(Path(options.name)) if own else load_rulebook(options.name)
    if not options.json:
        return page(book)
    return json.dumps(_in_ms(dataclasses.asdict(book)), ensure_ascii=False, default=str)


def _check(options: argparse.Namespace) -> str:
    check(options.file)
    return "ok"


def _in_ms(value: Any) -> Any:
    """The values as JSON has them: "..._ns" becomes "..._ms", also of every value inside."""
    if isinstance(value, dict):
        return {
            key.replace("_ns", "_ms"): _whole_ms(inner) if key.endswith("_ns") else _in_ms(inner)
            for key, inner in value.items()
        }
    return [_in_ms(inner) for inner in value] if isinstance(value, list | tuple) else value


def _whole_ms(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: to_ms(inner) for key, inner in value.items()}
    return to_ms(value)
