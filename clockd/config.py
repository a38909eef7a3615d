"""table.toml and pairing.toml: what is at this table, and which game is played at it.

Decides which keys the two files may have and what their values may be; whether a driver of that name exists, and
whether its keys suit it, is the driver's business; what a pairing means is the rulebook's. Relative paths (state
folder, button socket, rulebook) are taken from the file's own folder. Source: interfaces.md section 6.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import chess

from clockd.errors import BadInput
from clockd.game.pairing import Pairing, Player
from clockd.ports import SIDES
from clockd.rulebooks import find_rulebook, resolve
from clockd.rulebooks.loader import canonical_control
from clockd.rulebooks.resolve import NoControl, stage_names
from clockd.strict_toml import StrictToml, TomlTable

LISTEN_DEFAULT = "127.0.0.1:8081"
TABLE_NUMBER_MAX = 9999  # four digits fit every display and list
BCM_PIN_MAX = 27  # the 40-pin header carries BCM 0 to 27
RATING_MAX = 4000
ROUND_MAX = 999
ORIENTATIONS = ("auto", "normal", "rotated")
LAMPS = ("white_lamp", "black_lamp", "buzzer")
PINS = ("white", "black", "white_draw", "black_draw", "arbiter")

_DRIVER = re.compile(r"[a-z][a-z0-9_]*")  # it becomes part of a module's name
_LISTEN = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.%\w]+)\]|(?P<host>[^\s:/\[\]]+)):(?P<port>\d{1,5})")


@dataclass(frozen=True, slots=True)
class Device:
    """A driver by name and the keys that it is made from."""

    driver: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TableConfig:
    """One table's file. `board` and `buttons` are None where the file has no such section."""

    path: Path
    number: int
    state: Path
    board: Device | None
    buttons: Device | None
    displays: tuple[str, ...]
    web_host: str
    web_port: int
    hub_url: str | None
    web_certificate: Path | None = None
    web_key: Path | None = None
    web_folder: Path | None = None  # accounts and sign-ins; None: the state folder
    hub_certificate: Path | None = None  # the one to trust; None: those of the system
    web_language: str = "en"
    lamps: Mapping[str, int] = field(default_factory=dict)  # pins of the display "lamps"


def load_table_config(path: Path) -> TableConfig:
    """The table that `path` describes; BadConfig with file and line when something in it is wrong."""
    file = StrictToml(path)
    folder = path.absolute().parent
    table = file.table("table")
    web_host, web_port = _listen(file)
    buttons = _buttons(file, folder)
    config = TableConfig(
        path=path.absolute(),
        number=table.integer("number", low=1, high=TABLE_NUMBER_MAX),
        state=folder / table.text("state"),
        board=_board(file, folder),
        buttons=buttons,
        displays=_displays(file),
        web_host=web_host,
        web_port=web_port,
        hub_url=file.table("hub").parsed("url", parse_hub_url) if "hub" in file else None,
        web_certificate=_path(file, folder, "web", "certificate"),
        web_key=_path(file, folder, "web", "key"),
        web_folder=_path(file, folder, "web", "folder"),
        hub_certificate=_path(file, folder, "hub", "certificate"),
        web_language=file.table("web").text("language", "en") if "web" in file else "en",
        lamps=_lamps(file, {} if buttons is None else buttons.options),
    )
    file.finish()
    return config


def load_pairing(path: Path) -> Pairing:
    """The game that `path` describes, under its rulebook; BadConfig with file and line when something is wrong."""
    file = StrictToml(path)
    rulebook = file.parsed("rules", lambda rules: find_rulebook(rules, path.absolute().parent))
    stages = stage_names(rulebook)
    if "stage" in file and not stages:
        file.wrong("stage", f"no stage: {rulebook.name} has no playoff")
    white, black = _player(file, "white"), _player(file, "black")
    if white.name == black.name:
        file.wrong("black", "another player than white")
    stage = file.choice("stage", stages, None)
    chess960 = file.boolean("chess960", False)
    try:
        pairing = resolve(
            rulebook,
            white,
            black,
            event=file.text("event", None),
            round=file.integer("round", 1, low=1, high=ROUND_MAX),
            board=file.integer("board", 1, low=1, high=TABLE_NUMBER_MAX),
            stage=stage,
            game=file.integer("game", 1, low=1, high=ROUND_MAX),
            control=file.parsed("control", canonical_control, None),
            draw_odds=file.choice("draw_odds", SIDES, None),
            arrival_registration=file.boolean("arrival_registration", None),
            start_fen=_start_fen(file, chess960),
            chess960=chess960,
        )
    except NoControl as error:
        file.fail(str(error), "stage")
    file.finish()
    return pairing


def parse_listen(text: str) -> tuple[str, int]:
    """Host and port of "127.0.0.1:8081", "[::1]:8081" or "hub.local:8080"."""
    match = _LISTEN.fullmatch(text)
    if not match or not 1 <= int(match["port"]) <= 65535:
        raise BadInput(
            f'{text!r}, expected host:port with a port from 1 to 65535 ("127.0.0.1:8081")'
        )
    return match["six"] or match["host"], int(match["port"])


def parse_hub_url(text: str) -> str:
    """The hub's address without a trailing slash: "http://hub.local:8080"."""
    wanted = 'expected the hub\'s address such as "http://hub.local:8080"'
    try:
        url = urlsplit(text)
        port_fits = url.port is None or url.port >= 1
    except ValueError:
        raise BadInput(f"{text!r}, {wanted}") from None
    plain = not (url.query or url.fragment or url.username or " " in text)
    if url.scheme not in ("http", "https") or not url.hostname or not port_fits or not plain:
        raise BadInput(f"{text!r}, {wanted}")
    return text.rstrip("/")


def _listen(file: StrictToml) -> tuple[str, int]:
    default = parse_listen(LISTEN_DEFAULT)
    return file.table("web").parsed("listen", parse_listen, default) if "web" in file else default


def _path(file: StrictToml, folder: Path, section: str, key: str) -> Path | None:
    text = file.table(section).text(key, None) if section in file else None
    return None if text is None else folder / text


def _displays(file: StrictToml) -> tuple[str, ...]:
    if "display" not in file:
        return ()
    display = file.table("display")
    names = display.texts("drivers")
    for number, name in enumerate(names):
        if not _DRIVER.fullmatch(name):
            display.fail(f"{name!r} is not a display's name, expected such as 'console'", "drivers")
        if name in names[:number]:
            display.fail(f"display {name!r} stands here twice, expected once", "drivers")
    return names


def _lamps(file: StrictToml, buttons: Mapping[str, Any]) -> dict[str, int]:
    if "display" not in file:
        return {}
    taken = {key: pin for key, pin in buttons.items() if key in PINS}
    return _pins(file.table("display"), LAMPS, taken)


def _pins(table: TomlTable, keys: tuple[str, ...], taken: Mapping[str, int]) -> dict[str, int]:
    """The pins under these keys, each its own and none of those taken."""
    pins: dict[str, int] = {}
    for key in keys:
        if (pin := table.integer(key, None, high=BCM_PIN_MAX)) is None:
            continue
        for other, its in {**taken, **pins}.items():
            if pin == its:
                table.wrong(key, f"a pin of its own ({pin} is already {other!r})")
        pins[key] = pin
    return pins


def _driver(table: TomlTable) -> str:
    name = table.text("driver")
    if not _DRIVER.fullmatch(name):
        table.wrong("driver", "a driver's name in small letters")
    return name


def _board(file: StrictToml, folder: Path) -> Device | None:
    if "board" not in file:
        return None
    table = file.table("board")
    driver = _driver(table)
    options: dict[str, Any] = {key: table.text(key) for key in ("port", "serial") if key in table}
    options["orientation"] = table.choice("orientation", ORIENTATIONS, "auto")
    if (log := table.text("log", None)) is not None:
        options["log"] = str(folder / log)
    return Device(driver, options)


def _buttons(file: StrictToml, folder: Path) -> Device | None:
    if "buttons" not in file:
        return None
    table = file.table("buttons")
    driver = _driver(table)
    options: dict[str, Any] = dict(_pins(table, PINS, {}))
    if (path := table.text("path", None)) is not None:
        options["path"] = str(folder / path)
    return Device(driver, options)


def _player(file: StrictToml, side: str) -> Player:
    return Player(
        name=file.text(side),
        rating=file.integer(f"{side}_rating", None, low=1, high=RATING_MAX),
        title=file.text(f"{side}_title", None),
        fide_id=file.digits(f"{side}_fide_id", None),
    )


def _start_fen(file: StrictToml, chess960: bool) -> str | None:
    if chess960 and "start_fen" not in file:
        file.fail("chess960 without start_fen, expected the position drawn", "chess960")
    return file.parsed("start_fen", lambda text: _position(text, chess960), None)


def _position(text: str, chess960: bool) -> str:
    wanted = "expected a FEN of a legal position"
    try:
        board = chess.Board(text, chess960=chess960)
    except ValueError:
        raise BadInput(f"{text!r}, {wanted}") from None
    if not board.is_valid():
        raise BadInput(f"{text!r}, {wanted}")
    return text
