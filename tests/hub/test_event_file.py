"""EVENT.toml: read once, and every mistake in it is one line that names the place (issue: bad input)."""

from pathlib import Path

import pytest

from clockd.errors import BadInput
from clockd.hub.event_file import load_event
from tests.hub.events import FOUR, event_text, write_event, write_two
from tests.tournament.trf_samples import FOUR as REPORT

ELEVEN = [f"Player {letter}" for letter in "ABCDEFGHIJK"]


def complaint(path: Path) -> str:
    with pytest.raises(BadInput) as failure:
        load_event(path)
    text = str(failure.value)
    assert "\n" not in text
    return text.removeprefix(str(path.parent) + "/")


def test_an_event_is_read_with_its_rulebook(tmp_path: Path) -> None:
    event = load_event(write_event(tmp_path))
    assert [entry.name for entry in event.opening.entries] == list(FOUR)
    assert [entry.number for entry in event.opening.entries] == [1, 2, 3, 4]
    assert event.opening.name == "Club match" and event.opening.site == "Here"
    assert event.opening.tie_breaks == ("DE", "BPG", "KS", "SB", "WON")
    assert event.opening.playoff is None
    (template,) = event.rules.templates
    assert template.control == "300+2" and template.event == "Club match"


def test_each_stage_of_a_playoff_has_its_game(tmp_path: Path) -> None:
    event = load_event(write_event(tmp_path, playoff=True))
    assert [one.stage for one in event.rules.templates] == [None, "armageddon"]
    assert event.rules.templates[1].control == "W300-B240"
    assert event.rules.templates[1].draw_odds == "black"


def test_eleven_players_in_a_ten_player_rulebook_name_the_eleventh(tmp_path: Path) -> None:
    """2019 U.S. Senior, format summary: ten players."""
    path = tmp_path / "EVENT.toml"
    path.write_text(event_text(ELEVEN, numbered=False).replace("club.toml", "us-senior-2019"))
    assert (
        complaint(path) == "EVENT.toml:35: 11 players, expected 10 (us-senior-2019, format summary)"
    )


def test_three_players_where_four_are_expected(tmp_path: Path) -> None:
    path = write_event(tmp_path)
    path.write_text(event_text(FOUR[:3]))
    assert complaint(path) == "EVENT.toml:13: 3 players, expected 4 (club, made)"


def test_a_player_twice_names_the_second(tmp_path: Path) -> None:
    path = write_event(tmp_path, (*FOUR[:3], "alpha  Ann"))
    assert complaint(path) == ("EVENT.toml:17: Alpha, Ann is entered twice (entries 1 and 4)")


def test_an_unknown_tie_break_names_the_rulebooks_line(tmp_path: Path) -> None:
    path = write_event(tmp_path)
    rules = tmp_path / "club.toml"
    rules.write_text(rules.read_text().replace('"KS"', '"KOYA2"'))
    found = complaint(path)
    assert found.startswith("EVENT.toml:1: rules: ")
    assert "club.toml:31: tie-break 'KOYA2', expected one of" in found


@pytest.mark.parametrize(
    ("extra", "wanted"),
    [
        ('colour = "white"', "EVENT.toml:4: 'colour' is not a key in this file"),
        ("rounds = 7", "EVENT.toml:17: 7 rounds, expected 3 for 4 players"),
        ('initial_colour = "green"', "EVENT.toml:4: initial_colour is 'green'"),
        ('players = "list.trf"', "EVENT.toml:5: [[player]] beside players"),
        ('[[match]]\nwhite = "x"', "EVENT.toml:4: 'match' is not a key in this file"),
    ],
)
def test_a_wrong_key_names_its_line(tmp_path: Path, extra: str, wanted: str) -> None:
    assert complaint(write_event(tmp_path, extra=extra)).startswith(wanted)


def test_a_key_of_a_player_that_is_none(tmp_path: Path) -> None:
    path = write_event(tmp_path)
    path.write_text(path.read_text().replace("rating = 2498", "raiting = 2498"))
    assert complaint(path) == (
        "EVENT.toml:11: 'raiting' is not a key in [player], did you mean 'rating'?"
    )


def test_no_players_at_all(tmp_path: Path) -> None:
    path = write_event(tmp_path)
    path.write_text('rules = "club.toml"\n')
    assert complaint(path).startswith("EVENT.toml:1: no players")


def test_one_tournament_may_be_named(tmp_path: Path) -> None:
    path = write_event(tmp_path)
    one = '[[tournament]]\nid = "A"\nrules = "club.toml"\n'
    players = (
        path.read_text()
        .split("[[player]]", 1)[1]
        .replace("[[player]]", '[[player]]\ntournament = "A"')
    )
    path.write_text(f'name = "Club match"\n{one}[[player]]\ntournament = "A"{players}')
    opening = load_event(path).opening
    assert (opening.tournament, opening.boards, opening.title) == ("A", None, "")


def test_two_tournaments_share_the_hall(tmp_path: Path) -> None:
    """interfaces.md section 7: each has its rules and its players; boards are numbered across."""
    event = load_event(write_two(tmp_path))
    assert [opening.tournament for _, opening in event.tournaments] == ["open", "women"]
    assert [opening.boards for _, opening in event.tournaments] == [(1, 3), (4, 2)]
    assert [rules.tournament for rules, _ in event.tournaments] == ["open", "women"]
    assert event.tournaments[1][0].templates[0].event == "Festival, Women"
    assert event.boards == 5
    assert len({rules.source for rules, _ in event.tournaments}) == 1


@pytest.mark.parametrize(
    ("was", "now", "wanted"),
    [
        (
            'id = "women"',
            'id = "open"',
            "EVENT.toml:6: id is 'open', expected another one for each",
        ),
        (
            'id = "women"',
            'id = "two words"',
            "EVENT.toml:6: id is 'two words', expected 1 to 32 let",
        ),
        (
            'tournament = "women"',
            'tournament = "men"',
            "EVENT.toml:35: tournament is 'men', expected",
        ),
        ('tournament = "women"\n', "", "EVENT.toml:34: 'tournament' is missing in [player]"),
        ('name = "Women"', 'system = "x"', "EVENT.toml:8: 'system' is not a key in [tournament]"),
    ],
)
def test_a_wrong_word_about_a_tournament_names_its_line(
    tmp_path: Path, was: str, now: str, wanted: str
) -> None:
    path = write_two(tmp_path)
    path.write_text(path.read_text().replace(was, now, 1))
    assert complaint(path).startswith(wanted)


def test_a_tournament_without_players_is_named(tmp_path: Path) -> None:
    path = write_two(tmp_path)
    path.write_text(path.read_text().replace('tournament = "women"', 'tournament = "open"'))
    assert complaint(path).startswith("EVENT.toml:5: no players of tournament 'women'")


def test_players_from_a_report_have_its_numbers(tmp_path: Path) -> None:
    path = write_event(tmp_path)
    (tmp_path / "list.trf").write_text(REPORT)
    path.write_text('rules = "club.toml"\nplayers = "list.trf"\n')
    entries = load_event(path).opening.entries
    assert [entry.number for entry in entries] == [1, 2, 3, 4]


def test_a_report_cut_in_a_line_names_it(tmp_path: Path) -> None:
    path = write_event(tmp_path)
    (tmp_path / "list.trf").write_text(REPORT[:-80])
    path.write_text('rules = "club.toml"\nplayers = "list.trf"\n')
    assert complaint(path).startswith("list.trf:9: a 001 record that ends at column 22")


def test_a_report_that_is_absent(tmp_path: Path) -> None:
    path = write_event(tmp_path)
    path.write_text('rules = "club.toml"\nplayers = "none.trf"\n')
    assert complaint(path).startswith("EVENT.toml:2: players: ")


def test_another_text_is_another_source(tmp_path: Path) -> None:
    path = write_event(tmp_path)
    before = load_event(path).rules.source
    assert load_event(path).rules.source == before
    path.write_text(path.read_text() + "# later\n")
    assert load_event(path).rules.source != before
