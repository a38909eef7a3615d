"""Rulebook files: found by name, and one line with file and line number for every mistake."""

from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockd.errors import BadConfig, BadInput
from clockd.rulebooks import check, find_rulebook, load_rulebook, rulebook_names

NAMES = ["us-senior-2019", "world-senior-2011", "world-senior-2011-women"]
TEXTS = {
    name: (files("clockd.rulebooks") / f"{name}.toml").read_text(encoding="utf-8") for name in NAMES
}
US, WOMEN = TEXTS["us-senior-2019"], TEXTS["world-senior-2011-women"]


def complaint(folder: Path, text: str) -> str:
    """Line and complaint about a rulebook, which is always one line that names the file."""
    path = folder / "rules.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadConfig) as caught:
        check(path)
    where, name, rest = str(caught.value).partition("rules.toml:")
    assert name and "\n" not in where + rest
    return rest


def changed(text: str, old: str, new: str) -> tuple[str, int]:
    """The text with its first `old` replaced, and the line on which that stands."""
    assert old in text
    return text.replace(old, new, 1), text[: text.index(old)].count("\n") + 1


def test_the_built_in_ones() -> None:
    assert rulebook_names() == NAMES
    assert [load_rulebook(name).name for name in NAMES] == NAMES


def test_an_unknown_name_is_answered_with_those_that_exist() -> None:
    with pytest.raises(BadInput, match="no rulebook 'us-senior', expected us-senior-2019, world-"):
        load_rulebook("us-senior")


def test_a_rulebook_of_ones_own_is_named_by_its_file(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(US, encoding="utf-8")
    book = find_rulebook("club.toml", tmp_path)
    assert book.name == "club"
    assert find_rulebook("us-senior-2019", tmp_path).name == "us-senior-2019"
    assert book.formats == load_rulebook("us-senior-2019").formats


@given(
    name=st.sampled_from(NAMES),
    at=st.floats(0, 1, exclude_max=True),
    key=st.from_regex(r"[a-z][a-z_]{0,3}zq[a-z_]{0,8}", fullmatch=True),
)
def test_an_unknown_key_anywhere_is_told_with_its_line(
    tmp_path_factory: pytest.TempPathFactory, name: str, at: float, key: str
) -> None:
    """In any section, whatever stands before and after it; only inside a list is there no place for a key."""
    lines = TEXTS[name].splitlines()
    places = [
        number
        for number in range(len(lines) + 1)
        if number == len(lines) or not lines[number].startswith(("    ", "]"))
    ]
    number = places[int(at * len(places))]
    lines.insert(number, f"{key} = 1")
    found = complaint(tmp_path_factory.getbasetemp(), "\n".join(lines))
    assert found.startswith(f"{number + 1}: {key!r} is not a key in ")


@given(name=st.sampled_from(NAMES), at=st.floats(0, 1, exclude_max=True))
def test_a_line_left_out_is_a_rulebook_or_one_line(
    tmp_path_factory: pytest.TempPathFactory, name: str, at: float
) -> None:
    lines = TEXTS[name].splitlines()
    del lines[int(at * len(lines))]
    path = tmp_path_factory.getbasetemp() / "shorter.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    try:
        check(path)
    except BadConfig as error:
        assert "shorter.toml:" in str(error) and "\n" not in str(error)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            'control = "40/5400',
            'contrl = "40/5400',
            "'contrl' is not a key in [time], did you mean 'control'?",
        ),
        ("40/5400+30:1800+30", "40/5400+x", "control: time control '40/5400+x': "),
        ('"30m"', '"thirty"', "default_time is 'thirty', expected a duration such as"),
        ("laws = 2023", "laws = 2009", "laws is 2009, expected 2023"),
        (
            "edition = 2009",
            "edition = 2010",
            "edition is 2010, expected 2009 or 2023 or 2024 or 2026",
        ),
        ('"KS", ', '"KX", ', "tie-break 'KX', expected one of"),
        ('"KS", ', '"DE", ', "tie-break 'DE' stands here twice, expected once"),
        ('"KS", ', '"KS..", ', "tie-break 'KS..', expected one of"),
        (
            "no-agreed-draw-before-move = 30",
            "no-agreed-draw-before-moves = 30",
            "'no-agreed-draw-before-moves' is not a key in [regulations], did you mean",
        ),
        (
            'system = "round-robin"',
            'system = "robin"',
            "system is 'robin', expected 'round-robin' or",
        ),
        ("rounds = 9", "rounds = 10", "rounds is 10, expected 9 for 10 players"),
        ("entries_to = 10", "entries_to = 9", "entries_to is 9, expected a whole number from 10"),
        ('name = "blitz-match"', 'name = "blitz"', "name is 'blitz', expected 'rapid-match'"),
        ('name = "arbiter"', 'name = "armageddon"', "stage 'armageddon' stands here twice"),
        (
            'draw_odds = "black"',
            'draw_odds = "nobody"',
            "draw_odds is 'nobody', expected 'white' or",
        ),
        ('"rapid-match", ', '"rapid match", ', "'rapid match' is no stage, expected rapid-match, "),
        (
            '"blitz-round-robin or blitz-match"',
            '"blitz-round-robin"',
            "no stage in this step for 2 players, expected one stage",
        ),
        (
            '["rapid-match", "armageddon"]',
            '["rapid-match"]',
            "the last step can end in a tie, expected a knock-out or the arbiter",
        ),
        (
            "tied_from = 3",
            "tied_from = 4",
            "tied_from is 4, expected 3, so that each number has a path",
        ),
    ],
)
def test_a_wrong_value_is_told_on_its_own_line(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    text, line = changed(US, old, new)
    assert complaint(tmp_path, text).startswith(f"{line}: {expected}")


def test_a_playoff_must_be_there_where_it_decides(tmp_path: Path) -> None:
    text, line = changed(WOMEN, 'tie_for_first = "tie-breaks"', 'tie_for_first = "playoff"')
    assert complaint(tmp_path, text).startswith(f"{line}: no [playoff], expected one")


def test_formats_leave_no_number_out(tmp_path: Path) -> None:
    """21st World Senior, reg. 6: 12, 13 to 30, over 30."""
    text, line = changed(WOMEN, "entries_from = 31", "entries_from = 32")
    expected = f"{line}: entries_from is 32, expected 31: the format before ends at 30"
    assert complaint(tmp_path, text) == expected


def test_days_in_order(tmp_path: Path) -> None:
    text, line = changed(WOMEN, "last_day = 2011-11-27", "last_day = 2011-11-13")
    assert complaint(tmp_path, text).startswith(f"{line}: last_day is before first_day")


def test_a_swiss_needs_its_rules(tmp_path: Path) -> None:
    text, _ = changed(WOMEN, "[swiss]", "[siwss]")
    assert "'siwss' is not a key in this file, did you mean 'swiss'?" in complaint(tmp_path, text)


def test_a_round_robin_of_any_size_takes_as_many_rounds_as_it_needs(tmp_path: Path) -> None:
    """Four players meet in three rounds, five in five: one rests in each."""
    text = US.replace("entries_from = 10\nentries_to = 10", "entries_from = 4\nentries_to = 16")
    path = tmp_path / "club.toml"
    path.write_text(text.replace("rounds = 9\ncycles = 1\n", ""), encoding="utf-8")
    book = check(path)
    assert book.format_for(4).rounds_for(4) == 3
    assert book.format_for(5).rounds_for(5) == 5


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            'players_to = 4\ngames = 1\ncontrol = "W300-B240"',
            'players_to = 4\ngames = 2\ncontrol = "W300-B240"',
            "games is 2, expected 1: a knock-out is decided game by game",
        ),
        (
            'draw_odds = "black"\n',
            "",
            "no draw_odds, expected white or black: a drawn game would send nobody on",
        ),
        (
            'players_to = 2\ngames = 2\ncontrol = "600d2"',
            'players_to = 3\ngames = 2\ncontrol = "600d2"',
            "players_to is not 2, expected 2: a match is between two players",
        ),
    ],
)
def test_a_stage_that_cannot_decide_is_refused(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    """2019 U.S. Senior, reg. 7: two-game match for two, Armageddon games one at a time with draw odds."""
    text, _ = changed(US, old, new)
    assert complaint(tmp_path, text).partition(": ")[2].endswith(expected)


def test_federations_that_may_enter(tmp_path: Path) -> None:
    """The built-in ones are open to all; another event may name its own."""
    path = tmp_path / "rules.toml"
    text, _ = changed(WOMEN, "born_by = 1961", 'born_by = 1961\nfederations = ["cro", "SLO"]')
    path.write_text(text, encoding="utf-8")
    book = find_rulebook("rules.toml", tmp_path)
    assert book.entries.federations == ("CRO", "SLO")
    assert load_rulebook("world-senior-2011-women").entries.federations == ()
