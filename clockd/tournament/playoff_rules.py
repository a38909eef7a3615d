"""What an event's rules say of a playoff: its stages, and which stage follows for how many still tied.

Values and what follows from them; who plays whom, and the results, are the playoff's own business. A path is for a
number tied at the start; each of its steps names one stage or several, of which the one for the number still tied
is played. Source: 2019 U.S. Senior Championship, reg. 7.
"""

from dataclasses import dataclass
from typing import Literal

from clockd.ports import Side

StageFormat = Literal["match", "round-robin", "knock-out", "arbiter"]
STAGE_FORMATS: tuple[StageFormat, ...] = ("match", "round-robin", "knock-out", "arbiter")
# interfaces.md section 5: the names that results and pairings give.
STAGE_NAMES = (
    "rapid-match",
    "rapid-round-robin",
    "blitz-match",
    "blitz-round-robin",
    "armageddon",
    "arbiter",
)


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage. `games` is between each two who meet; `control` is canonical, None where the arbiter sets it."""

    name: str
    format: StageFormat
    players_from: int
    players_to: int | None
    games: int
    control: str | None
    draw_odds: Side | None = None
    offered: tuple[str, ...] = ()

    def fits(self, players: int) -> bool:
        return self.players_from <= players and (
            self.players_to is None or players <= self.players_to
        )


@dataclass(frozen=True, slots=True)
class Path:
    """What those tied play, step after step, until one is ahead; each step names its possible stages."""

    tied_from: int
    tied_to: int | None
    steps: tuple[tuple[str, ...], ...]

    def fits(self, tied: int) -> bool:
        return self.tied_from <= tied and (self.tied_to is None or tied <= self.tied_to)


@dataclass(frozen=True, slots=True)
class Playoff:
    """A playoff for first place. `regulations` are the rules at the board that hold in it."""

    tied_from: int
    rank_only_first: bool
    default_time_ns: int
    regulations: tuple[tuple[str, int], ...]
    stages: tuple[Stage, ...]
    paths: tuple[Path, ...]
    notation: Literal["always", "laws"] = "laws"

    def stage(self, name: str) -> Stage | None:
        """The stage of that name, if these rules have one."""
        return next((stage for stage in self.stages if stage.name == name), None)

    def path_for(self, tied: int) -> Path | None:
        """The path for so many tied; None when they are too few for a playoff."""
        if tied < self.tied_from:
            return None
        return next((path for path in self.paths if path.fits(tied)), None)

    def stage_at(self, tied: int, step: int, remaining: int) -> Stage | None:
        """The stage played as step `step` (from 0) by the `remaining` of the `tied`; None past the last step."""
        path = self.path_for(tied)
        if path is None or step >= len(path.steps):
            return None
        named = [stage for stage in self.stages if stage.name in path.steps[step]]
        return next((stage for stage in named if stage.fits(remaining)), None)
