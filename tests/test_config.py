"""table.toml: what interfaces.md section 6 allows, and one line for everything else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.config import load_table_config, parse_hub_url, parse_listen
from clockd.errors import BadConfig, BadInput

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
            "6: 'speed' is not a key in [board], expected 'driver', 'port', 'serial' or 'orientation'",
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
