"""Who may rule at a hub's or a table's pages, from a shell of that machine: accounts, and a code for a lost password.

`code` prints a one-time code: with it the page /setup makes a chief arbiter, or gives one a new password. A running
server takes every change at once.

example:
  clockd access --data /var/lib/clockd-hub list
  clockd access --data /var/lib/clockd-hub code
  clockd access --config table.toml remove "Ann Arbiter"
"""

import argparse
from pathlib import Path

from clockd.config import load_table_config
from clockd.errors import BadInput
from clockd.web.accounts import FILE_NAME, Accounts

HELP = "arbiters' accounts, and a code for a lost password"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--data", type=Path, metavar="DIR", help="a hub's folder")
    where.add_argument("--config", type=Path, metavar="F", help="a table's file")
    parser.add_argument("action", choices=["list", "code", "remove"])
    parser.add_argument("name", nargs="?", metavar="NAME", help="whose account to remove")


def run(options: argparse.Namespace) -> int:
    if (options.action == "remove") != (options.name is not None):
        raise BadInput(f"{options.action} {options.name or ''}".strip() + ": expected remove NAME")
    accounts = Accounts(_folder(options) / FILE_NAME)
    if options.action == "list":
        for name, role in accounts.roles().items():
            print(f"{role}\t{name}")
    elif options.action == "remove":
        accounts.remove(options.name)
        print(f"{options.name}: removed")
    else:
        print(f"set-up code {accounts.new_code()} (once, at the page /setup)")
    return 0


def _folder(options: argparse.Namespace) -> Path:
    folder: Path = options.data or _of_table(options.config)
    if not folder.is_dir():
        raise BadInput(f"{folder}: no such folder, expected one that a hub or a table has made")
    return folder


def _of_table(path: Path) -> Path:
    config = load_table_config(path)
    return config.web_folder or config.state
