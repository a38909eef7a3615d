"""The playoff of a rulebook, read into values, and the rules at the board that a rulebook switches on.

Checks that the paths leave no number of players without a stage, and that each path ends in something that decides.
Source: interfaces.md section 5 (names of stages); 2019 U.S. Senior Championship, reg. 7.
"""

from clockd.game.control_text import parse_control
from clockd.game.regulations import regulation_names
from clockd.ports import SIDES
from clockd.rulebooks.model import NOTATION_RULES
from clockd.strict_toml import TomlTable
from clockd.tournament.playoff_rules import (
    STAGE_FORMATS,
    STAGE_NAMES,
    Path,
    Playoff,
    Stage,
)

PLAYERS_MAX = 1000  # stands for "however many" when a path has no upper end
DECIDING = ("knock-out", "arbiter")  # a match or a round robin can end in a tie again
EITHER = " or "


def read_regulations(table: TomlTable) -> tuple[tuple[str, int], ...]:
    """The rules at the board that a section [regulations] names, in the order of the file."""
    table.text("source", "")
    found = {name: table.integer(name, None) for name in regulation_names()}
    return tuple((name, value) for name in table.keys if (value := found.get(name)) is not None)


def read_playoff(table: TomlTable) -> Playoff:
    """The section [playoff]; BadConfig where a stage is missing, unknown or ambiguous."""
    playoff = Playoff(
        tied_from=table.integer("tied_from", low=2, high=PLAYERS_MAX),
        rank_only_first=table.boolean("rank_only_first", False),
        default_time_ns=table.duration("default_time"),
        regulations=read_regulations(table.table("regulations")),
        stages=_stages(table),
        paths=tuple(_path(inner) for inner in table.tables("path")),
        notation=table.choice("notation", NOTATION_RULES, "laws"),
    )
    _check_paths(table, playoff)
    return playoff


def _stages(table: TomlTable) -> tuple[Stage, ...]:
    stages: list[Stage] = []
    for inner in table.tables("stage"):
        stage = _stage(inner)
        if stage.name in [before.name for before in stages]:
            inner.fail(f"stage {stage.name!r} stands here twice, expected once", "name")
        stages.append(stage)
    return tuple(stages)


def _stage(table: TomlTable) -> Stage:
    name, form = table.choice("name", STAGE_NAMES), table.choice("format", STAGE_FORMATS)
    low = table.integer("players_from", low=2, high=PLAYERS_MAX)
    high = table.integer("players_to", None, low=low, high=PLAYERS_MAX)
    if form == "arbiter":
        offered = table.texts("offered", ())
        return Stage(name, form, low, high, games=0, control=None, offered=offered)
    stage = Stage(
        name,
        form,
        low,
        high,
        games=table.integer("games", 1, low=1, high=10),
        control=table.parsed("control", lambda text: parse_control(text).canonical()),
        draw_odds=table.choice("draw_odds", SIDES, None),
    )
    _check_stage(table, stage)
    return stage


def _check_stage(table: TomlTable, stage: Stage) -> None:
    """A match is between two; a game of a knock-out must send one of the two on."""
    if stage.format == "match" and stage.players_to != 2:
        table.fail("players_to is not 2, expected 2: a match is between two players", "players_to")
    if stage.format != "knock-out":
        return
    if stage.games != 1:
        table.wrong("games", "1: a knock-out is decided game by game")
    if stage.draw_odds is None:
        table.fail("no draw_odds, expected white or black: a drawn game would send nobody on")


def _path(table: TomlTable) -> Path:
    low = table.integer("tied_from", low=2, high=PLAYERS_MAX)
    steps = table.texts("steps")
    for number, step in enumerate(steps):
        for name in step.split(EITHER):
            if name not in STAGE_NAMES:
                table.fail(
                    f"{name!r} is no stage, expected {', '.join(STAGE_NAMES)}", "steps", number
                )
    return Path(
        tied_from=low,
        tied_to=table.integer("tied_to", None, low=low, high=PLAYERS_MAX),
        steps=tuple(tuple(step.split(EITHER)) for step in steps),
    )


def _check_paths(table: TomlTable, playoff: Playoff) -> None:
    expected: int | None = playoff.tied_from
    for number, path in enumerate(playoff.paths):
        if path.tied_from != expected:
            after = (
                f"{expected}, so that each number has a path"
                if expected
                else "no path after the last"
            )
            table.fail(
                f"tied_from is {path.tied_from}, expected {after}", "path", number, "tied_from"
            )
        _check_steps(table, playoff, number)
        expected = None if path.tied_to is None else path.tied_to + 1
    if expected is not None:
        table.fail(f"no path for {expected} tied and more, expected a last path without tied_to")


def _check_steps(table: TomlTable, playoff: Playoff, number: int) -> None:
    path = playoff.paths[number]
    highest = PLAYERS_MAX if path.tied_to is None else path.tied_to
    for step, names in enumerate(path.steps):
        lowest = 2 if step else path.tied_from
        named = [stage for stage in playoff.stages if stage.name in names]
        for players in range(lowest, highest + 1):
            fitting = [stage.name for stage in named if stage.fits(players)]
            if len(fitting) != 1:
                found = " and ".join(fitting) or "no stage"
                complaint = f"{found} in this step for {players} players, expected one stage"
                table.fail(complaint, "path", number, "steps", step)
    last = playoff.stage_at(path.tied_from, len(path.steps) - 1, path.tied_from)
    if last is None or last.format not in DECIDING:
        complaint = "the last step can end in a tie, expected a knock-out or the arbiter"
        table.fail(complaint, "path", number, "steps")
