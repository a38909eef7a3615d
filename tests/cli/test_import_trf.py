"""`clockd import` and `clockd trf`: a report as an event file and back, by the commands."""

from pathlib import Path

import pytest

from clockd.cli import run
from clockd.hub.event_file import load_event
from clockd.reports.event_games import GAMES_NOT_TAKEN
from tests.tournament.trf_samples import FOUR, with_lines


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "four.trf"
    path.write_text(FOUR, encoding="utf-8")
    return path


def test_in_and_out_is_the_same_file(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event, back = report.with_suffix(".toml"), report.with_name("back.trf")
    assert run(["import", str(report), "-o", str(event)]) == 0
    assert run(["trf", str(event), "-o", str(back)]) == 0
    assert back.read_bytes() == report.read_bytes()
    assert capsys.readouterr() == ("", "")


def test_without_o_it_is_printed(report: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Byte for byte, its line ends included."""
    event = report.with_suffix(".toml")
    report.write_bytes(FOUR.replace("\n", "\r\n").encode())
    assert run(["import", str(report)]) == 0
    event.write_bytes(capfdbinary.readouterr().out)
    assert run(["trf", str(event)]) == 0
    assert capfdbinary.readouterr().out == report.read_bytes()


def test_a_hub_takes_the_players_of_an_imported_event(report: Path) -> None:
    """Section 7's form: the numbers are the drawn ones, and the games are told to be left out."""
    event = report.with_suffix(".toml")
    report.write_text(six_more(FOUR.replace("142 3", "142 9")), encoding="utf-8")
    assert run(["import", str(report), "--rules", "us-senior-2019", "-o", str(event)]) == 0
    opened = load_event(event)
    assert [entry.number for entry in opened.opening.entries] == list(range(1, 11))
    assert opened.opening.entries[1].name == "Bérg, Bö"
    assert opened.notes == (GAMES_NOT_TAKEN,)


def six_more(text: str) -> str:
    """Ten players: the U.S. Senior takes no fewer."""
    names = [f"Player {chr(ord('E') + place)}" for place in range(6)]
    lines = [
        f"001 {number:>4} m    {name:<33} 2200 USA             1950        0.0"
        for number, name in enumerate(names, start=5)
    ]
    return with_lines(text, *lines)


def test_an_event_by_hand_is_a_report_by_its_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """U.S. Senior 2019: system, rounds, tie-breaks and time control come from the rulebook."""
    event = tmp_path / "event.toml"
    players = "".join(f'[[player]]\nname = "Player {n}"\nrating = {2600 - n}\n' for n in range(10))
    games = '[[game]]\nround = 1\nwhite = 1\nblack = 10\nresult = "1/2-1/2"\n'
    event.write_text(f'rules = "us-senior-2019"\nname = "Hall"\n{players}{games}')
    assert run(["trf", str(event)]) == 0
    lines = capsys.readouterr().out.replace("\r\n", "\n").splitlines()
    said = {line[:3]: line[4:] for line in lines if line[:3] != "001"}
    assert said["012"] == "Hall"
    assert said["092"] == "Individual: Round-Robin"
    assert (said["142"], said["192"]) == ("9", "FIDE_ROUNDROBIN")
    assert said["202"] == "DE,BPG,KS,SB,WON"
    assert said["122"] == said["222"] == "40/5400+30:1800+30"
    assert lines[-10][80:99] == " 0.5    2    10 w ="  # Black's half point counts for more: BPG


def test_the_players_of_a_report_and_one_more_game(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """players = "FILE.trf" (section 7): with its games, and with those of the event file; a name of its own."""
    event = report.with_suffix(".toml")
    event.write_text('name = "Four, continued"\nrounds = 4\nplayers = "four.trf"\n', "utf-8")
    assert run(["trf", str(event)]) == 0
    wanted = FOUR.replace("Four in a Hall", "Four, continued").replace("142 3", "142 4")
    assert capsys.readouterr().out == wanted
    with event.open("a", encoding="utf-8") as file:
        file.write('[[game]]\nround = 4\nwhite = 3\nblack = 2\nresult = "0-1"\n')
    assert run(["trf", str(event)]) == 0
    line = capsys.readouterr().out.splitlines()[6]
    assert line[80:89] + line[121:] == " 2.5    2   3 b 1"
    with event.open("a", encoding="utf-8") as file:
        file.write("[[game]]\nround = 3\nwhite = 3\nblack = 2\n")
    assert run(["trf", str(event)]) == 2
    assert "four.toml:11: player 3 stands twice in round 3" in capsys.readouterr().err


def test_trf16_has_no_later_records(report: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = report.with_suffix(".toml")
    report.write_text(with_lines(FOUR, "240 H 004    2", "152 B", "### note"), encoding="utf-8")
    assert run(["import", str(report), "-o", str(event)]) == 0
    assert run(["trf", str(event), "--version", "16"]) == 0
    told = capsys.readouterr()
    assert told.err == "clockd: note: TRF16 has no records ###, 202: left out\n"
    lines = told.out.splitlines()
    assert [line[:3] for line in lines] == ["012", "022", "092", "XXR", "XXC", *["001"] * 4]
    assert lines[4] == "XXC black1"
    assert lines[6].endswith("     4 w =  0000 - H")
    assert run(["trf", str(event), "--version", "26"]) == 0
    assert capsys.readouterr().out == report.read_text(encoding="utf-8")


def test_one_of_several_tournaments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = tmp_path / "event.toml"
    event.write_text(
        'name = "Festival"\n'
        '[[tournament]]\nid = "A"\nname = "Open"\nrules = "world-senior-2011"\nrounds = 3\n'
        '[[tournament]]\nid = "B"\nrules = "us-senior-2019"\n'
        '[[player]]\nname = "Ada"\ntournament = "A"\n[[player]]\nname = "Bo"\ntournament = "A"\n'
        '[[player]]\nname = "Cy"\ntournament = "B"\n'
        '[[game]]\ntournament = "A"\nround = 1\nwhite = 2\nblack = 1\nresult = "0-1"\n'
    )
    assert run(["trf", str(event), "--tournament", "A"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "012 Festival, Open"
    assert [line[80:99] for line in lines if line[:3] == "001"] == [
        " 1.0    1     2 b 1",
        " 0.0    2     1 w 0",
    ]
    for wrong in (["--tournament", "C"], []):
        assert run(["trf", str(event), *wrong]) == 2
        assert "expected --tournament with one of A, B" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('result = "1-0"', 'result = "2-0"', ":55: result is '2-0', expected"),
        ("white = 2\nblack = 3", "white = 2\nblack = 1", "player 1 stands twice in round 1"),
        ("white = 2\nblack = 3", "white = 2\nblack = 9", "black is 9, expected the number of a"),
        ('result = "1-0"', 'result = "1/2-1/2"\nforfeit = true', "1/2-1/2 by forfeit, expected"),
        ("number = 2", "number = 1", "player 1 again, expected each number once"),
        ("[report]", "[reports]", "'reports' is not a key"),
        ('line_end = "lf"', 'line_end = "nl"', "line_end is 'nl', expected 'crlf', 'lf' or 'cr'"),
        ("rounds = 3", "rounds = 300", "rounds is 300, expected a whole number from 1 to 99"),
        ("202 DE", "202 XE", "tie-break 'XE', expected one of"),
    ],
)
def test_a_mistake_in_the_event_file_names_its_line(
    report: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, message: str
) -> None:
    event = report.with_suffix(".toml")
    assert run(["import", str(report), "-o", str(event)]) == 0
    text = event.read_text(encoding="utf-8")
    assert old in text
    event.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert run(["trf", str(event)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert message in told.err
    assert told.err.startswith(f"clockd: {event}:")
    assert told.err.count("\n") == 1


def test_a_mistake_in_the_report_names_its_line(
    report: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report.write_text(FOUR.replace("     2 w 1", "     2 w X"), encoding="utf-8")
    assert run(["import", str(report)]) == 2
    assert capsys.readouterr().err.startswith(f"clockd: {report}:6: found 'X' in column 109")


def test_what_cannot_be_written_or_found(
    report: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["import", str(report), "-o", str(tmp_path / "no" / "event.toml")]) == 2
    assert "No such file or directory, expected a file to write" in capsys.readouterr().err
    assert run(["import", str(report), "--rules", "us-junior"]) == 2
    assert "no rulebook 'us-junior'" in capsys.readouterr().err
    assert run(["trf", str(tmp_path / "none.toml")]) == 2
    assert "no such file, expected a TOML file" in capsys.readouterr().err


def test_a_swiss_that_nobody_numbered_is_numbered_by_strength(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """FIDE C.04.2: rating, title, alphabet; as soon as there are games the place in the file is the number."""
    event = tmp_path / "event.toml"
    strengths = [("Ada", 2100, ""), ("Bo", 2300, ""), ("Cy", 2100, "FM")]
    players = "".join(
        f'[[player]]\nname = "{name}"\nrating = {rating}\n'
        + (f'title = "{title}"\n' if title else "")
        for name, rating, title in strengths
    )
    event.write_text(f'rules = "world-senior-2011"\nrounds = 3\n{players}')
    assert names(event, capsys) == ["1 Bo", "2 Cy", "3 Ada"]
    with event.open("a", encoding="utf-8") as file:
        file.write("[[game]]\nround = 1\nwhite = 1\nblack = 2\n")
    assert names(event, capsys) == ["1 Ada", "2 Bo", "3 Cy"]


def names(event: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert run(["trf", str(event)]) == 0
    lines = capsys.readouterr().out.splitlines()
    return [f"{line[4:8].strip()} {line[14:47].strip()}" for line in lines if line[:3] == "001"]
