"""table.toml and pairing.toml: what interfaces.md section 6 allows, and one line for everything else."""

from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.config import load_pairing, load_table_config, parse_hub_url, parse_listen
from clockd.errors import BadConfig, BadInput
from clockd.game.pairing import Pairing, Player
from clockd.ports import BLACK
from clockd.units import minutes
from drivers import dgt_board

WHOLE = """\
[table]
number = 3
state = "/var/lib/clockd"

[board]
driver = "dgt"
port = "/dev/serial/by-path/usb-0:1.2"   # or "auto"
serial = "13116"
orientation = "auto"

[buttons]
driver = "gpio"
white = 17
black = 27
white_draw = 5
black_draw = 6
arbiter = 22

[display]
drivers = ["console", "max7219"]

[web]
listen = "127.0.0.1:8081"

[hub]
url = "http://hub.local:8080"
"""
SMALLEST = '[table]\nnumber = 1\nstate = "state"\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def complaint(folder: Path, text: str) -> str:
    with pytest.raises(BadConfig) as caught:
        load_table_config(written(folder, text))
    assert "\n" not in str(caught.value)
    return str(caught.value).rpartition("table.toml:")[2]


def test_the_example_of_interfaces_section_6(tmp_path: Path) -> None:
    config = load_table_config(written(tmp_path, WHOLE))
    assert config.number == 3
    assert config.state == Path("/var/lib/clockd")
    assert config.board is not None and config.buttons is not None
    assert config.board.driver == "dgt"
    assert config.board.options == {
        "port": "/dev/serial/by-path/usb-0:1.2",
        "serial": "13116",
        "orientation": "auto",
    }
    assert config.buttons.driver == "gpio"
    assert config.buttons.options == {
        "white": 17,
        "black": 27,
        "white_draw": 5,
        "black_draw": 6,
        "arbiter": 22,
    }
    assert config.displays == ("console", "max7219")
    assert (config.web_host, config.web_port) == ("127.0.0.1", 8081)
    assert config.hub_url == "http://hub.local:8080"


def test_the_smallest_file(tmp_path: Path) -> None:
    """Without [board] and [buttons]: enough for the table's pages; the page is on this machine only."""
    config = load_table_config(written(tmp_path, SMALLEST))
    assert config.board is None and config.buttons is None and config.hub_url is None
    assert config.displays == ()
    assert (config.web_host, config.web_port) == ("127.0.0.1", 8081)


def test_relative_paths_are_taken_from_the_folder_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = SMALLEST + '[buttons]\ndriver = "pipe"\npath = "buttons.sock"\n'
    written(tmp_path, text)
    monkeypatch.chdir(tmp_path)
    config = load_table_config(Path("table.toml"))
    assert config.state == tmp_path / "state"
    assert config.buttons is not None
    assert config.buttons.options == {"path": str(tmp_path / "buttons.sock")}


def test_every_key_that_the_board_driver_takes_may_stand_in_the_file(tmp_path: Path) -> None:
    """The driver's keys are told to users; one that the file refuses would be a promise broken."""
    values = {"driver": "dgt", "orientation": "rotated"}
    lines = "".join(f'{key} = "{values.get(key, "7")}"\n' for key in dgt_board.KEYS)
    board = load_table_config(written(tmp_path, f"{SMALLEST}[board]\n{lines}")).board
    assert board is not None
    assert {"driver", *board.options} == set(dgt_board.KEYS)
    assert board.options["log"] == str(tmp_path / "7")
    dgt_board.make(board.options).close()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "1: 'table' is missing in this file, expected a table [table]"),
        ("[table]\nnumber = 1\n", "1: 'state' is missing in [table], expected a text of one line"),
        (
            '[table]\nnumber = 0\nstate = "s"',
            "2: number is 0, expected a whole number from 1 to 9999",
        ),
        (
            '[table]\nnumber = 1\nstat = "s"',
            "3: 'stat' is not a key in [table], did you mean 'state'?",
        ),
        (
            SMALLEST + '[bord]\ndriver = "dgt"',
            "4: 'bord' is not a key in this file, did you mean 'board'?",
        ),
        (
            SMALLEST + '[board]\ndriver = "dgt"\nspeed = 9600',
            "6: 'speed' is not a key in [board], expected 'driver', 'port', 'serial', 'orientation' or 'log'",
        ),
        (
            SMALLEST + '[board]\ndriver = "dgt"\norientation = "rotatd"',
            "6: orientation is 'rotatd', expected 'auto', 'normal' or 'rotated', did you mean 'rotated'?",
        ),
        (
            SMALLEST + '[board]\ndriver = "../evil"',
            "5: driver is '../evil', expected a driver's name in small letters",
        ),
        (SMALLEST + '[board]\nport = "auto"', "4: 'driver' is missing in [board]"),
        (
            SMALLEST + '[buttons]\ndriver = "gpio"\nwhite = 28',
            "6: white is 28, expected a whole number from 0 to 27",
        ),
        (
            SMALLEST + '[buttons]\ndriver = "gpio"\nwhite = 5\nblack = 5',
            "7: black is 5, expected a pin of its own (5 is already 'white')",
        ),
        (
            SMALLEST
            + '[buttons]\ndriver = "gpio"\nwhite = 5\nblack = 6\n'
            + '[display]\ndrivers = ["lamps"]\nwhite_lamp = 23\nbuzzer = 6',
            "11: buzzer is 6, expected a pin of its own (6 is already 'black')",
        ),
        (
            SMALLEST + '[display]\ndrivers = ["lamps"]\nwhite_lamp = 23\nblack_lamp = 23',
            "7: black_lamp is 23, expected a pin of its own (23 is already 'white_lamp')",
        ),
        (
            SMALLEST + '[display]\ndrivers = ["console",\n"console"]',
            "5: display 'console' stands here twice, expected once",
        ),
        (SMALLEST + '[display]\ndrivers = "console"', "5: drivers is 'console', expected a list"),
        (
            SMALLEST + '[web]\nlisten = "8081"',
            "5: listen: '8081', expected host:port with a port from 1 to 65535",
        ),
        (SMALLEST + '[hub]\nurl = "hub.local"', "5: url: 'hub.local', expected the hub's address"),
        (SMALLEST + "[hub]\n", "4: 'url' is missing in [hub], expected a text of one line"),
    ],
)
def test_a_wrong_file_is_one_line(tmp_path: Path, text: str, expected: str) -> None:
    assert complaint(tmp_path, text).startswith(expected)


@given(line=st.integers(0, WHOLE.count("\n")), key=st.from_regex(r"zz[a-z_]{1,8}", fullmatch=True))
def test_an_unknown_key_anywhere_is_told_with_its_line(
    tmp_path_factory: pytest.TempPathFactory, line: int, key: str
) -> None:
    lines = WHOLE.splitlines()
    lines.insert(line, f"{key} = 1")
    folder = tmp_path_factory.getbasetemp()
    assert complaint(folder, "\n".join(lines)).startswith(f"{line + 1}: '{key}' is not a key in ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("127.0.0.1:8081", ("127.0.0.1", 8081)),
        ("0.0.0.0:65535", ("0.0.0.0", 65535)),
        ("hub.local:1", ("hub.local", 1)),
        ("[::1]:8080", ("::1", 8080)),
    ],
)
def test_addresses_to_listen_on(text: str, expected: tuple[str, int]) -> None:
    assert parse_listen(text) == expected


@pytest.mark.parametrize(
    "text", ["", ":80", "h:", "h:0", "h:65536", "h:8 1", "::1:80", "http://h:80"]
)
def test_addresses_that_are_none(text: str) -> None:
    with pytest.raises(BadInput, match="expected host:port with a port from 1 to 65535"):
        parse_listen(text)


def test_addresses_of_hubs() -> None:
    assert parse_hub_url("http://hub.local:8080/") == "http://hub.local:8080"
    assert parse_hub_url("https://[::1]:8080") == "https://[::1]:8080"


@pytest.mark.parametrize(
    "text",
    [
        "hub:8080",
        "ftp://hub",
        "http://",
        "http://h:99999",
        "http://u@h",
        "http://h/?q",
        "http://h:0",
    ],
)
def test_addresses_of_hubs_that_are_none(text: str) -> None:
    with pytest.raises(BadInput, match="expected the hub's address"):
        parse_hub_url(text)


PAIRING = """\
rules = "us-senior-2019"
event = "2019 U.S. Senior"
round = 3
board = 2
white = "Ana Adams"
black = "Bea Brown"
"""


def paired(folder: Path, text: str) -> Pairing:
    path = folder / "pairing.toml"
    path.write_text(text, encoding="utf-8")
    return load_pairing(path)


def test_a_pairing_takes_its_rules_from_the_rulebook(tmp_path: Path) -> None:
    """2019 U.S. Senior, reg. 1, 2 and 4."""
    pairing = paired(tmp_path, PAIRING)
    assert pairing.key == ("2019 U.S. Senior", 3, 2, None, 1)
    assert (pairing.white.name, pairing.black.name) == ("Ana Adams", "Bea Brown")
    assert pairing.control == "40/5400+30:1800+30"
    assert pairing.default_time_ns == minutes(30)
    assert pairing.regulations == (("no-agreed-draw-before-move", 30),)


def test_a_pairing_with_all_that_may_stand_in_it(tmp_path: Path) -> None:
    """interfaces.md section 6; the control is stored in its canonical form, a FIDE id with or without quotes."""
    more = (
        'white_rating = 2400\nblack_rating = 2250\nwhite_title = "IM"\nblack_title = "WGM"\n'
        'white_fide_id = "2016192"\nblack_fide_id = 700070\nstage = "rapid-match"\ngame = 2\n'
        'control = "G/10;d2"\ndraw_odds = "black"\narrival_registration = true\n'
        'start_fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"\n'
    )
    pairing = paired(tmp_path, PAIRING + more)
    assert pairing.white == Player("Ana Adams", 2400, "IM", "2016192")
    assert pairing.black == Player("Bea Brown", 2250, "WGM", "700070")
    assert (pairing.stage, pairing.game) == ("rapid-match", 2)
    assert (pairing.control, pairing.draw_odds) == ("600d2", BLACK)
    assert pairing.start_fen == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def test_an_armageddon(tmp_path: Path) -> None:
    """2019 U.S. Senior, reg. 7: 5 minutes and 4, Black wins a drawn game; reg. 2 holds here too."""
    pairing = paired(tmp_path, PAIRING + 'stage = "armageddon"\n')
    assert (pairing.control, pairing.draw_odds) == ("W300-B240", BLACK)
    assert (pairing.default_time_ns, pairing.arrival_registration) == (0, False)
    assert pairing.regulations == (("no-agreed-draw-before-move", 30),)


def test_a_pairing_under_a_rulebook_of_ones_own(tmp_path: Path) -> None:
    text = (files("clockd.rulebooks") / "us-senior-2019.toml").read_text(encoding="utf-8")
    own = text.replace('"40/5400+30:1800+30"', '"G/30;+5"')
    (tmp_path / "club.toml").write_text(own, encoding="utf-8")
    pairing = paired(tmp_path, PAIRING.replace("us-senior-2019", "club.toml"))
    assert (pairing.rules, pairing.control) == ("club", "1800+5")


def test_chess960_needs_the_position_drawn(tmp_path: Path) -> None:
    start = "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w KQkq - 0 1"
    pairing = paired(tmp_path, PAIRING + f'chess960 = true\nstart_fen = "{start}"\n')
    assert pairing.chess960 and pairing.start_fen == start


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "us-senior-2019",
            "us-senior-2018",
            "1: rules: no rulebook 'us-senior-2018', expected us-senior-2019, world-senior-2011, ",
        ),
        ("us-senior-2019", "no.toml", "1: rules: "),
        ('rules = "us-senior-2019"\n', "", "1: 'rules' is missing in this file"),
        ('black = "Bea Brown"\n', "", "1: 'black' is missing in this file, expected a text"),
        ("Bea Brown", "Ana Adams", "6: black is 'Ana Adams', expected another player than white"),
        ("round = 3", "round = 0", "3: round is 0, expected a whole number from 1 to 999"),
        (
            "round = 3",
            'colour = "white"',
            "3: 'colour' is not a key in this file, expected 'rules', ",
        ),
        (
            "round = 3",
            'stage = "armagedon"',
            "3: stage is 'armagedon', expected 'rapid-match', 'rapid-round-robin', 'blitz-round-robin', "
            "'blitz-match', 'armageddon' or 'arbiter', did you mean 'armageddon'?",
        ),
        (
            "round = 3",
            'stage = "arbiter"',
            "3: stage 'arbiter' has no time control of its own, expected the game's control",
        ),
        ("round = 3", 'control = "40/x"', "3: control: time control '40/x': 'x' at position 3, "),
        ("round = 3", 'draw_odds = "b"', "3: draw_odds is 'b', expected 'white' or 'black'"),
        ("round = 3", 'start_fen = "8/8 w"', "3: start_fen: '8/8 w', expected a FEN of a legal"),
        (
            "round = 3",
            "chess960 = true",
            "3: chess960 without start_fen, expected the position drawn",
        ),
        (
            "round = 3",
            'white_fide_id = "x1"',
            "3: white_fide_id is 'x1', expected a number such as",
        ),
    ],
)
def test_a_wrong_pairing_is_one_line(tmp_path: Path, old: str, new: str, expected: str) -> None:
    with pytest.raises(BadConfig) as caught:
        paired(tmp_path, PAIRING.replace(old, new))
    found = str(caught.value).partition("pairing.toml:")[2]
    assert found.startswith(expected) and "\n" not in found


def test_the_world_senior_has_no_playoff(tmp_path: Path) -> None:
    """21st World Senior, reg. 5: ties for first are decided by the tie-breaks."""
    text = PAIRING.replace("us-senior-2019", "world-senior-2011") + 'stage = "armageddon"\n'
    with pytest.raises(BadConfig, match="expected no stage: world-senior-2011 has no playoff"):
        paired(tmp_path, text)
