"""Small events for the hub's tests: a rulebook of one's own with a short control, and the file that names it."""

from collections.abc import Sequence
from pathlib import Path

FOUR = ("Alpha, Ann", "Beta, Bob", "Gamma, Gus", "Delta, Dot")

RULES = """\
title = "Test event"
source = "made for tests"
laws = 2023
[[format]]
source = "made"
entries_from = {players}
entries_to = {players}
system = "round-robin"
[time]
source = "made"
control = "{control}"
[arrival]
source = "made"
default_time = "30m"
[regulations]
source = "made"
[notation]
source = "made"
required = "laws"
[devices]
source = "made"
noise_costs = "laws"
[illegal_moves]
source = "made"
losing_number = 2
standard = "2m"
rapid = "1m"
blitz = "1m"
[standings]
source = "made"
tie_breaks = ["DE", "BPG", "KS", "SB", "WON"]
edition = 2009
tie_for_first = "{tie_for_first}"
"""

PLAYOFF = """\
[playoff]
source = "made"
tied_from = 2
default_time = "0s"
[playoff.regulations]
source = "made"
[[playoff.stage]]
name = "armageddon"
format = "knock-out"
players_from = 2
players_to = 4
games = 1
control = "W300-B240"
draw_odds = "black"
[[playoff.stage]]
name = "arbiter"
format = "arbiter"
players_from = 5
[[playoff.path]]
tied_from = 2
tied_to = 4
steps = ["armageddon"]
[[playoff.path]]
tied_from = 5
steps = ["arbiter"]
"""

# Two games between two players instead, as a first stage.
MATCH = (
    ('"armageddon"', '"rapid-match"'),
    ("knock-out", "match"),
    ("players_to = 4", "players_to = 2"),
    ("tied_to = 4", "tied_to = 2"),
    ("games = 1", "games = 2"),
    ('control = "W300-B240"', 'control = "600d2"'),
    ('draw_odds = "black"\n', ""),
    ('["rapid-match"]', '["rapid-match", "arbiter"]'),
    ("players_from = 5", "players_from = 2"),
    ("tied_from = 5", "tied_from = 3"),
)


def write_event(
    folder: Path,
    names: Sequence[str] = FOUR,
    *,
    control: str = "300+2",
    playoff: bool = False,
    match: bool = False,
    numbered: bool = True,
    extra: str = "",
) -> Path:
    """EVENT.toml and its rulebook in this folder; players have the numbers of their places, unless lots decide."""
    rules = RULES.format(
        players=len(names),
        control=control,
        tie_for_first="playoff" if playoff else "tie-breaks",
    )
    played_off = PLAYOFF if playoff else ""
    if match:
        for old, new in MATCH:
            played_off = played_off.replace(old, new)
    (folder / "club.toml").write_text(rules + played_off)
    path = folder / "EVENT.toml"
    path.write_text(event_text(names, numbered=numbered, extra=extra))
    return path


def event_text(names: Sequence[str], *, numbered: bool = True, extra: str = "") -> str:
    lines = ['rules = "club.toml"', 'name = "Club match"', 'site = "Here"', extra]
    for number, name in enumerate(names, start=1):
        lines += ["[[player]]", f'name = "{name}"', f"rating = {2500 - number}"]
        lines += [f"number = {number}"] if numbered else []
    return "\n".join(lines) + "\n"


SIX = ("Ada", "Bea", "Cid", "Dov", "Eva", "Fay")
TWO = """\
name = "Festival"
[[tournament]]
id = "open"
rules = "six.toml"
[[tournament]]
id = "women"
rules = "four.toml"
name = "Women"
"""


def write_two(folder: Path, *, control: str = "300+2") -> Path:
    """Two round robins side by side: six players on boards 1 to 3, four on boards 4 and 5."""
    lines = [TWO]
    for tournament, file, names in (("open", "six", SIX), ("women", "four", FOUR)):
        rules = RULES.format(players=len(names), control=control, tie_for_first="tie-breaks")
        (folder / f"{file}.toml").write_text(rules)
        for number, name in enumerate(names, start=1):
            lines += ["[[player]]", f'tournament = "{tournament}"', f'name = "{name}"']
            lines += [f"number = {number}"]
    path = folder / "EVENT.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


SWISS = """
[swiss]
edition = 2026
"""


def write_swiss(folder: Path, players: int, rounds: int, extra: str = "") -> Path:
    """A Swiss of "Player 1" and so on, in order of strength; late entries are welcome."""
    rules = RULES.format(players=players, control="300+2", tie_for_first="tie-breaks")
    rules = rules.replace('"round-robin"', f'"swiss"\nrounds = {rounds}', 1)
    rules = rules.replace(f"entries_to = {players}\n", "", 1)
    rules = rules.replace('["DE", "BPG", "KS", "SB", "WON"]', '["BH/C1", "BH", "WON"]')
    (folder / "swiss.toml").write_text(rules + SWISS)
    lines = ['rules = "swiss.toml"', extra]
    for number in range(1, players + 1):
        lines += ["[[player]]", f'name = "Player {number}"', f"rating = {2500 - number}"]
    path = folder / "EVENT.toml"
    path.write_text("\n".join(lines) + "\n")
    return path
