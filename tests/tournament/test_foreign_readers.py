"""Our reports under the eyes of programs that are not ours. Each is skipped, with the reason, where it is absent.

`trf` (1.1.1) reads and writes TRF16 and does not know titles of three letters; `py4swiss` (0.3.1) reads what pairing
programs read; `tiebreak_core` (1.2.0) reckons FIDE's tie-breaks of 2024 and 2026 by other code than ours.
"""

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockd.ports import Side
from clockd.tournament.crosstable import (
    CLASSICAL,
    Cell,
    Crosstable,
    GameResult,
    Kind,
    Player,
    tabulate,
)
from clockd.tournament.tie_breaks import Rules, evaluate, parse_criteria
from clockd.tournament.trf_build import build_trf
from clockd.tournament.trf_heads import Version
from clockd.tournament.trf_read import read_trf
from clockd.tournament.trf_version import as_version
from clockd.tournament.trf_write import write_trf
from tests.tournament.events import Event, opening, senior
from tests.tournament.trf_samples import FOUR, with_lines

WHY = "the foreign reader is not installed: it is a check, not a dependency"


def reader(name: str) -> Any:
    return pytest.importorskip(name, reason=f"{name}: {WHY}")


def a_played_event() -> Event:
    """Six players with names of many scripts; every kind of result, one forfeit on each side, one of both."""
    names = [
        "Ahn, Ada",
        "Bérg, Bö",
        "Çelik, Cem",
        "Łoś, Zoë",
        "Müller-Lüdenscheidt, Ñuño",
        "O'Neil, X",
    ]
    event = Event()
    event.feed(opening(senior(6), names=names, site="Saint Louis", arbiters=("A. Chief",)))
    event.draw((3, 1, 2, 6, 5, 4))
    results = Random(3)
    for number in range(1, 6):
        for board in event.pair(number):
            forfeit = (number + board.board) % 4 == 0
            wanted = ["1-0", "0-1", "0-0"] if forfeit else ["1-0", "0-1", "1/2-1/2"]
            event.report(number, board.board, results.choice(wanted), forfeit=forfeit)
    return event


def colour_of(side: Side | None) -> str:
    return side.value[0] if side else "-"


@pytest.mark.parametrize("version", [16, 26])
def test_trf_reads_what_we_write(version: Version) -> None:
    """Every field of every player, every game: number, colour, result."""
    file = build_trf(a_played_event().state, version=version, control="40/5400+30:1800+30")
    theirs = reader("trf").loads(write_trf(file))
    assert (theirs.name, theirs.city, theirs.numplayers) == ("An event", "Saint Louis", 6)
    assert (theirs.type, theirs.chiefarbiter) == ("Individual: Round-Robin", "A. Chief")
    assert theirs.rateofplay == "40/5400+30:1800+30"
    assert [as_we_have_it(player) for player in theirs.players] == [
        (
            player.number,
            player.name,
            player.rating,
            player.points,
            player.rank,
            [(each.opponent, colour_of(each.side), each.code) for each in player.rounds],
        )
        for player in file.players
    ]


def as_we_have_it(theirs: Any) -> tuple[Any, ...]:
    games = [(game.startrank, game.color, game.result) for game in theirs.games]
    points = Fraction(str(theirs.points))
    return theirs.startrank, theirs.name, theirs.rating, points, theirs.rank, games


def test_we_read_what_trf_writes() -> None:
    """There and back through the other program: the players' lines are the same to the column."""
    foreign = reader("trf")
    written = foreign.dumps(foreign.loads(FOUR))
    ours = write_trf(read_trf("a.trf", written.encode()), line_end="\n")
    assert ours.splitlines()[-4:] == FOUR.splitlines()[-4:]


def test_a_pairing_programs_reader_takes_our_report(tmp_path: Path) -> None:
    """py4swiss checks that the points are those of the rounds; XXR is how such programs learn the rounds."""
    parser = reader("py4swiss.trf.trf_parser").TrfParser
    report = with_lines(FOUR.replace("1951/00/00", "1951/01/01"), "152 B")
    file, _ = as_version(read_trf("a.trf", report.encode()), 16)
    path = tmp_path / "four.trf"
    path.write_bytes(write_trf(file).encode())
    theirs = parser.parse(path, strict=True)
    assert theirs.x_section.number_of_rounds == 3
    assert [
        (p.starting_number, p.name, p.points_times_ten, len(p.results))
        for p in theirs.player_sections
    ] == [(p.number, p.name, 10 * (p.points or 0), 3) for p in file.players]


# -- tie-breaks -----------------------------------------------------------------------------------

EVENTS = 12
THEIR_NAMES = {
    "BH": "buchholz",
    "BH/C1": "buchholz_cut1",
    "BH/C2": "buchholz_cut2",
    "BH/M1": "median_buchholz",
    "SB": "sonneborn_berger",
    "SB/C1": "sonneborn_berger_cut1",
    "PS": "progressive",
    "PS/C1": "progressive_cut1",
    "WIN": "wins",
    "WON": "won",
    "BPG": "games_black",
    "BWG": "wins_black",
    "REP": "rounds_elected",
    "ARO": "aro",
    "TPR": "tpr",
    "APRO": "apro",
    "AOB": "aob",
}
THEIR_KINDS = {
    Kind.PLAYED: "played",
    Kind.PAB: "pairing_bye",
    Kind.FORFEIT_WIN: "forfeit_win",
    Kind.FORFEIT_LOSS: "forfeit_loss",
    Kind.HALF_BYE: "requested_bye",
    Kind.ZERO_BYE: "requested_bye",
}


@pytest.mark.parametrize("edition", [2024, 2026])
def test_another_library_has_the_same_tie_breaks(edition: int) -> None:
    """Random Swisses with byes, withdrawals and forfeits: each value of each player is equal.

    Left out are Fore Buchholz (art. 8.3 leaves open what a forfeit of the last round is: we take it for drawn, they
    for unplayed), cuts of the only rating there is, and perfect performances, which floats put a point too high now
    and then.
    """
    reader("tiebreak_core")
    rules = reader(f"tiebreak_core.fide{edition}")
    random, compared = Random(edition), 0
    for _ in range(EVENTS):
        table = a_swiss(random)
        theirs = as_they_have_it(table)
        for code, name in THEIR_NAMES.items():
            asked = parse_criteria(code, Rules(edition))[0]
            for player in table.players:
                ours = evaluate(table, player.number, asked).number
                value = rules.calculate(theirs[player.number], theirs, name, table.rounds)
                # They reckon in floats: a mean of three is not exact there.
                assert ours is not None
                assert float(ours) == pytest.approx(value), (code, player.number, table.cells)
                compared += 1
    assert compared > EVENTS * len(THEIR_NAMES) * 8


def a_swiss(random: Random) -> Crosstable:
    """8 to 14 players, 6 to 8 rounds, anybody against anybody: only the results matter here."""
    players = [
        Player(n, f"Player {n}", random.randint(1500, 2600))
        for n in range(1, random.randint(9, 15))
    ]
    rounds = random.randint(6, 8)
    games: list[GameResult] = []
    byes: list[tuple[int, Cell]] = []
    for number in range(1, rounds + 1):
        waiting = random.sample([player.number for player in players], len(players))
        while waiting:
            one = waiting.pop()
            if waiting and random.random() < 0.9:
                forfeit = random.random() < 0.12
                results = ["1-0", "0-1", "0-0" if forfeit else "1/2-1/2"]
                result = random.choice(results)
                games.append(GameResult(number, one, waiting.pop(), result, forfeit))
            else:
                kind = random.choice([Kind.PAB, Kind.HALF_BYE, Kind.ZERO_BYE])
                byes.append((one, Cell(number, kind, CLASSICAL.of_bye(kind))))
    return tabulate(players, games, byes, rounds=rounds, system="swiss")


def as_they_have_it(table: Crosstable) -> dict[int, Any]:
    models = reader("tiebreak_core.models")
    return {
        player.number: models.PlayerTiebreakData(
            player.number,
            player.rating,
            float(table.score(player.number)),
            [_record(models, table, cell) for cell in table.row(player.number)],
        )
        for player in table.players
    }


def _record(models: Any, table: Crosstable, cell: Cell) -> Any:
    return models.GameRecord(
        opponent_id=cell.opponent or -1,
        opponent_rating=table.player(cell.opponent).rating if cell.opponent else 0,
        score=float(cell.points),
        color=cell.side.value if cell.side else "",
        round_number=cell.round,
        kind=THEIR_KINDS[cell.kind],
    )
