"""Read a table's journal: the game as PGN, its facts, or an audit under today's rules.

Also of a running table. Without --game the current or last game; --audit exits 1 when something differs.

example:
  clockd replay /var/lib/clockd --pgn
"""

import argparse
from pathlib import Path

from clockd.cli._jsonl import write_object
from clockd.codec import encode
from clockd.feeds.pgn import to_pgn
from clockd.journal import Journal
from clockd.table.history import audit, choose, games, open_history

HELP = "read a table's journal: PGN, facts, or an audit"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "state_dir", metavar="STATE_DIR", type=Path, help="the table's state folder"
    )
    parser.add_argument("--game", metavar="ID", help="which game (default: the current or last)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--pgn", action="store_true", help="PGN with clock times (the default)")
    form.add_argument("--facts", action="store_true", help="facts as JSON lines")
    form.add_argument("--audit", action="store_true", help="run today's rules over the causes")


def run(options: argparse.Namespace) -> int:
    journal = open_history(options.state_dir)
    if options.audit:
        return _audit(journal)
    played = choose(games(journal), options.game)
    if options.facts:
        for seq, fact in played.facts:
            write_object({"seq": seq, **encode(fact)})
    else:
        print(to_pgn(played.game, played.date), end="")
    return 0


def _audit(journal: Journal) -> int:
    differences = list(audit(journal))
    for difference in differences:
        write_object(difference)
    write_object({"end": True, "records": journal.last_seq, "differences": len(differences)})
    return 1 if differences else 0
