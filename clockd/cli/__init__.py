"""The `clockd` command: one file here a sub-command, found by its name.

A sub-command module has `HELP` (one line), `add_arguments(parser)` and `run(options) -> int`; the module
`clockd.cli.board_sim` is the sub-command `board-sim`. Exit status: 0 done or yes, 1 the answer is no, 2 bad usage or
bad input with one line on stderr.
"""

import argparse
import contextlib
import errno
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn

from clockd import __version__
from clockd.errors import ClockdError

USAGE_ERROR = 2
_OUTPUT_FAILS = (errno.ENOSPC, errno.EDQUOT, errno.EIO)  # a full disk behind our output


class _Parser(argparse.ArgumentParser):
    """argparse with the one-line errors that interfaces.md section 0 promises."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(USAGE_ERROR)


def command_names() -> list[str]:
    """The sub-commands that exist, in alphabetical order."""
    return sorted(
        module.name.replace("_", "-")
        for module in pkgutil.iter_modules(__path__)
        if not module.name.startswith("_")
    )


def _load(name: str) -> ModuleType:
    return importlib.import_module(f"clockd.cli.{name.replace('-', '_')}")


def _parser(names: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="clockd",
        description="A chess clock that reads the board, knows the rules and reports the result.",
        epilog="example: clockd timeline '90/40+30+30' --show",
    )
    parser.add_argument("--version", action="version", version=f"clockd {__version__}")
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=_Parser
    )
    for name in names:
        module = _load(name)
        sub = commands.add_parser(
            name,
            help=module.HELP,
            description=module.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(sub)
    return parser


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line; the exit status. Only the named sub-command's module is imported."""
    named = [name for name in command_names() if arguments[:1] == [name]]
    options = _parser(named or command_names()).parse_args(arguments)
    try:
        status = int(_load(options.command).run(options))
        sys.stdout.flush()
        return status
    except ClockdError as error:
        print(f"clockd: {error}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone; nobody is left to tell
        return 1
    except OSError as error:
        if error.filename is not None or error.errno not in _OUTPUT_FAILS:
            raise
        print(f"clockd: the output cannot be written: {os.strerror(error.errno)}", file=sys.stderr)
        with contextlib.suppress(
            OSError
        ):  # what is still buffered would fail once more at the exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
