"""One game's pairing from a rulebook: what the rules say for this stage, copied into values.

Pure. A stage of the playoff brings its own control, draw odds and rules at the board; in a playoff nobody is
forfeited by himself for lateness. Sources: 2019 U.S. Senior Championship, reg. 1, 2, 4 and 7; design.md section 8.
"""

from clockd.errors import BadInput
from clockd.game.control_text import parse_control
from clockd.game.pairing import Pairing, Player
from clockd.ports import Side
from clockd.rulebooks.model import Rulebook
from clockd.tournament.playoff_rules import Stage


class NoControl(BadInput):
    """A stage that the arbiter defines was paired without a time control."""


def resolve(
    rulebook: Rulebook,
    white: Player,
    black: Player,
    *,
    event: str | None = None,
    round: int = 1,
    board: int = 1,
    stage: str | None = None,
    game: int = 1,
    control: str | None = None,
    draw_odds: Side | None = None,
    arrival_registration: bool | None = None,
    start_fen: str | None = None,
    chess960: bool = False,
) -> Pairing:
    """The pairing of one game; `control` (canonical) and the like override what the rulebook says.

    BadInput for a stage that these rules do not have, NoControl for one whose control the arbiter must give, and
    BadInput for a player who would meet himself.
    """
    if white.name == black.name:
        raise BadInput(f"white and black are both {white.name!r}, expected two players")
    playing = _stage(rulebook, stage) if stage is not None else None
    registration = rulebook.arrival.registration
    agreed = _control(rulebook, playing, control)
    return Pairing(
        white=white,
        black=black,
        control=agreed,
        rules=rulebook.name,
        event=rulebook.title if event is None else event,
        round=round,
        board=board,
        stage=stage,
        game=game,
        bonus_at=rulebook.bonus_at,
        draw_odds=draw_odds or (playing.draw_odds if playing else None),
        laws=rulebook.laws,
        default_time_ns=_default_time_ns(rulebook, playing),
        # In a playoff lateness is the arbiter's to judge, never automatic.
        arrival_registration=playing is None
        and (registration if arrival_registration is None else arrival_registration),
        notation=rulebook.notation
        if playing is None or rulebook.playoff is None
        else rulebook.playoff.notation,
        illegal_moves_lose=rulebook.illegal_moves.losing_number,
        illegal_move_adds_ns=rulebook.illegal_moves.added_ns[parse_control(agreed).rate()],
        illegal_moves_stop=rulebook.illegal_moves.stop_clocks,
        start_fen=start_fen,
        chess960=chess960,
        regulations=_regulations(rulebook, playing),
    )


def stage_names(rulebook: Rulebook) -> tuple[str, ...]:
    """The stages of the rulebook's playoff; none where ties for first are not played off."""
    return tuple(stage.name for stage in rulebook.playoff.stages) if rulebook.playoff else ()


def _stage(rulebook: Rulebook, name: str) -> Stage:
    stage = rulebook.playoff.stage(name) if rulebook.playoff else None
    if stage is None:
        known = ", ".join(stage_names(rulebook)) or "none: these rules have no playoff"
        raise BadInput(f"{rulebook.name} has no stage {name!r}, expected {known}")
    return stage


def _control(rulebook: Rulebook, stage: Stage | None, override: str | None) -> str:
    if override is not None:
        return override
    if stage is None:
        return rulebook.control
    if stage.control is None:
        raise NoControl(
            f"stage {stage.name!r} has no time control of its own, expected the game's control"
        )
    return stage.control


def _default_time_ns(rulebook: Rulebook, stage: Stage | None) -> int:
    if stage is None or rulebook.playoff is None:
        return rulebook.arrival.default_time_ns
    return rulebook.playoff.default_time_ns


def _regulations(rulebook: Rulebook, stage: Stage | None) -> tuple[tuple[str, int], ...]:
    if stage is None or rulebook.playoff is None:
        return rulebook.regulations
    return rulebook.playoff.regulations
