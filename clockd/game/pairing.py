"""Who plays whom, under which rules: everything a game needs to know, resolved before it is loaded.

The rulebook's values are copied in here and journaled with the game, so a game is replayed under the rules it
was played by, whatever the rulebook file says later. Durations are nanoseconds.
"""

from dataclasses import dataclass
from typing import Literal

from clockd.ports import Side

BonusAt = Literal["moves", "zero"]


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the pairing names him."""

    name: str
    rating: int | None = None
    title: str | None = None
    fide_id: str | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of an event. `control` is canonical time-control text (interfaces.md section 1).

    `regulations` are the event's rules at the board as (name, value) in the order in which they are asked;
    each name is a function in clockd.game.regulations. `laws` is the year of the FIDE Laws' edition.
    """

    white: Player
    black: Player
    control: str
    rules: str
    event: str = ""
    round: int = 1
    board: int = 1
    stage: str | None = None
    game: int = 1
    bonus_at: BonusAt = "moves"
    draw_odds: Side | None = None
    laws: int = 2023
    default_time_ns: int | None = None
    arrival_registration: bool = False
    notation: Literal["always", "laws"] = "laws"
    illegal_moves_lose: int = 2
    illegal_move_adds_ns: int | None = None  # None: as the Laws have it, by rate of play
    illegal_moves_stop: bool = False  # a press without a legal move stops the clocks by itself
    start_fen: str | None = None
    chess960: bool = False
    regulations: tuple[tuple[str, int], ...] = ()

    @property
    def key(self) -> tuple[str, int, int, str | None, int]:
        """What makes two pairings the same game: event, round, board, stage, game."""
        return (self.event, self.round, self.board, self.stage, self.game)
