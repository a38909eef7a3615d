"""A playoff for first place as a calculator: what is played next, or the order of the tied.

Reads what has happened so far as JSON lines on stdin, in order; prints one JSON object. `--tied` are the players'
numbers; players who end level are listed in its order. The first of `--lots` has won the lot: White in the first
game, number 1 in a round robin, the bye of a knock-out of three.

example:
  printf '%s\\n' '{"stage":"rapid-match","white":4,"black":1,"result":"1/2-1/2"}' |
      clockd playoff us-senior-2019 --tied 4,1 --lots 4,1
lines:
  {"stage":"rapid-match","white":4,"black":1,"result":"1-0"}
  {"lot":"order","stage":"armageddon","order":[7,4,1]}      a drawing; without "stage" for the stage being played
  {"lot":"colour","winner":4,"choice":"black"}              the choice of colour, before the game
  {"ruling":"format","stage":"rapid-round-robin"}           where the arbiter chooses: one of those offered
  {"ruling":"order","order":[4,1,7]}                        the arbiter's word for those still in it
"""

import argparse
import re
import sys
from pathlib import Path

from clockd.cli._jsonl import read_objects, write_object
from clockd.errors import BadInput
from clockd.rulebooks import find_rulebook
from clockd.tournament.playoff_lines import NUMBER_DIGITS_MAX, take_line
from clockd.tournament.playoff_rules import Playoff
from clockd.tournament.playoff_view import as_json
from clockd.tournament.playoffs import begin

_NUMBER = re.compile(rf"0*[1-9][0-9]{{0,{NUMBER_DIGITS_MAX - 1}}}")

HELP = "say what a playoff plays next, from the results so far"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "rulebook", metavar="RULEBOOK", help="a built-in rulebook, or a file of your own"
    )
    parser.add_argument("--tied", required=True, metavar="4,1,7", help="the players tied for first")
    parser.add_argument("--lots", metavar="7,4,1", help="the drawing for the first stage")


def run(options: argparse.Namespace) -> int:
    """Print what is played next; 0."""
    contest = begin(
        _playoff(options.rulebook),
        _numbers("--tied", options.tied),
        () if options.lots is None else _numbers("--lots", options.lots),
    )
    for line, seen in read_objects(sys.stdin):
        try:
            contest = take_line(contest, seen)
        except BadInput as error:
            raise BadInput(f"<stdin>:{line}: {error}") from None
    write_object(as_json(contest))
    return 0


def _playoff(name: str) -> Playoff:
    book = find_rulebook(name, Path())
    if book.playoff is None:
        raise BadInput(f"{name} has no playoff, expected a rulebook that plays off ties for first")
    return book.playoff


def _numbers(option: str, text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(_NUMBER.fullmatch(part) for part in parts):
        raise BadInput(f"{option} {text[:40]!r}, expected players' numbers as in 4,1,7")
    return tuple(map(int, parts))
