"""The game as a decider with a written form: what the journal of a table holds, and how it is read back."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any, get_args

from clockd.codec import Codec
from clockd.game.decide import decide, next_deadline
from clockd.game.evolve import evolve
from clockd.game.facts import Fact
from clockd.game.inputs import Input
from clockd.game.state import Game
from clockd.machine import Decider

GAME = Decider(decide, evolve, next_deadline)
FACTS = Codec(get_args(Fact))
INPUTS = Codec(get_args(Input))

EXTRA_KEYS = ("seen",)  # evidence that rides in a cause beside the input's own fields


def facts_of(content: Mapping[str, Any]) -> list[Fact]:
    """The facts of a record's content."""
    return [FACTS.decode(written) for written in content["facts"]]


def cause_of(content: Mapping[str, Any]) -> Input:
    """The input that a record's facts answer."""
    own = {key: value for key, value in content["cause"].items() if key not in EXTRA_KEYS}
    cause: Input = INPUTS.decode(own)
    return cause


def replay(game: Game, facts: Iterable[Fact]) -> Game:
    """The game after these facts: what a restart does, and every reader."""
    return reduce(evolve, facts, game)
