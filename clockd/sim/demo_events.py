"""The events that `clockd demo` knows by name: invented players under a built-in rulebook, as an event file's text.

The U.S. Senior has its ten players; a world senior has two players for each board, with fewer rounds than the real one
where the field is small, and from WOMEN_FROM boards on the women's round robin beside it as a second tournament.
Sources: 2019 U.S. Senior Championship, format summary; 21st World Senior Championship, reg. 3, 4 and 6.
"""

from importlib import resources

from clockd.errors import BadInput

US_SENIOR, WORLD_SENIOR = "us-senior-2019", "world-senior-2011"
NAMES = (US_SENIOR, WORLD_SENIOR)
WORLD_BOARDS = (
    5  # ten players and five rounds: a few minutes at a table's pace of fifteen times life
)
BOARDS_MOST = 60
WOMEN = 12  # the round robin of reg. 6
WOMEN_FROM = WOMEN // 2 + 4
ROUNDS_LEAST, ROUNDS_MOST = 3, 11  # reg. 4 and 6; half as many as players where that is less

_FIRST = "Albert Bruno Conrad Dario Edgar Felix Gustav Henrik Ivo Jaromir Kasimir Lorenz".split()
_FIRST_W = "Agata Berta Clara Dora Elvira Flora Greta Hilda Irma Jolana Karla Lucia".split()
_LAST = "Abel Brandt Castor Dvorsky Egger Falk Grosz Halm Ivers Jansky".split()
_FEDERATIONS = "CRO GER ITA CZE HUN SLO AUT POL SUI NED".split()
_ZONES = ("1.1", "1.2", "1.4", "1.5")


def event_text(name: str, boards: int | None) -> str:
    """The event file of a built-in event; BadInput for another name."""
    if name == US_SENIOR:
        return (resources.files("clockd.sim") / "demo_event.toml").read_text(encoding="utf-8")
    if name == WORLD_SENIOR:
        return _world_senior(WORLD_BOARDS if boards is None else boards)
    raise BadInput(f"--event {name!r}, expected {', '.join(NAMES)} or a file EVENT.toml")


def _world_senior(boards: int) -> str:
    if not 3 <= boards <= BOARDS_MOST:
        raise BadInput(f"--boards {boards}, expected 3 to {BOARDS_MOST}: two players each")
    women = WOMEN if boards >= WOMEN_FROM else 0
    men = 2 * boards - women
    rounds = min(ROUNDS_MOST, max(ROUNDS_LEAST, men // 2))
    head = [
        f'name = "World Senior Championship (demo)"\nsite = "Opatija"\nrules = "{WORLD_SENIOR}"'
    ]
    head.append(f"rounds = {rounds}")
    if women:
        head = ['name = "World Senior Championship (demo)"\nsite = "Opatija"']
        head.append(_tournament("open", WORLD_SENIOR, f'name = "Open"\nrounds = {rounds}\n'))
        head.append(_tournament("women", f"{WORLD_SENIOR}-women", 'name = "Women"\n'))
    players = [_player(place, "m", "open" if women else "") for place in range(men)]
    players += [_player(place, "w", "women") for place in range(women)]
    return "\n".join([*head, *players])


def _tournament(name: str, rules: str, more: str) -> str:
    return f'[[tournament]]\nid = "{name}"\nrules = "{rules}"\n{more}'


def _player(place: int, sex: str, tournament: str) -> str:
    """An invented senior; names repeat only after a hundred and twenty players."""
    first = (_FIRST_W if sex == "w" else _FIRST)[place % 12]
    last = _LAST[(place // 12 + place) % 10]
    born = (1951 if sex == "m" else 1961) - place % 15
    lines = [
        "[[player]]",
        f'name = "{last}, {first}"',
        f"rating = {2480 - 9 * place}",
        f'federation = "{_FEDERATIONS[place % 10]}"',
        f'birth = "{born}/01/01"',
        f'sex = "{sex}"',
        f'zone = "{_ZONES[place % 4]}"',
    ]
    if tournament:
        lines.append(f'tournament = "{tournament}"')
    return "\n".join(lines) + "\n"
