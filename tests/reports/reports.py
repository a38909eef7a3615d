"""Random tournament reports, to the column: any names, results, byes, and records of other programs between them."""

from fractions import Fraction

from hypothesis import strategies as st

from clockd.tournament.crosstable import FORFEIT_RESULTS
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRecord
from clockd.tournament.trf_games import BYES, MARKS, OPEN, ReportBye, ReportGame, rounds_of

# Letters of many scripts; no controls, no line ends, nothing that could stand for a blank.
words = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x24F, exclude_categories=("Cc", "Zs", "Cf")),
    min_size=1,
    max_size=33,
)
HEADS = (
    "012 An event",
    "022 Saint Louis",
    "032 USA",
    "042 2019/07/11",
    "052 2019/07/20",
    "062 4",
    "072 3",
    "092 Individual: Round-Robin",
    "102 A. Chief",
    "112 B. Deputy",
    "112 C. Deputy",
    "132 " + " " * 87 + "19/07/11  19/07/12",
    "142 9",
    "152 B",
    "XXR 9",
    "XXC black1",
    "192 FIDE_ROUNDROBIN",
    "202 DE,BPG,KS,SB,WON",
)
OTHERS = (
    "",
    "012",
    "013 A team                             1    2",
    "310   1 A team                           TEA     2400    4.0    6.0   1     1    2",
    "NOR    2      Berg, Bo                          2390",
    "<001>",
    "999 what a later edition brings",
    '122 40 moves in 90\', then """quick""" \\ no\tmore',
)


@st.composite
def reports(draw: st.DrawFn) -> TrfFile:
    """A report of 2 to 6 players and up to 4 rounds."""
    numbers = draw(st.lists(st.integers(1, 9999), min_size=2, max_size=6, unique=True))
    games, byes = _played(draw, numbers)
    rounds = rounds_of(numbers, games, byes)
    players = [
        TrfPlayer(
            number=number,
            name=draw(words),
            rating=draw(st.sampled_from([0, 1400, 2500])),
            sex=draw(st.sampled_from(["m", "w", "", "f"])),
            title=draw(st.sampled_from(["", "GM", "WGM"])),
            federation=draw(st.sampled_from(["", "NOR"])),
            fide_id=draw(st.sampled_from(["", "2000001", "A-17"])),
            birth=draw(st.sampled_from(["", "1960/01/02", "1960"])),
            points=Fraction(draw(st.integers(0, 22)), 2),
            rank=draw(st.none() | st.integers(1, 99)),
            rounds=rounds[number],
        )
        for number in numbers
    ]
    heads = draw(st.lists(st.sampled_from(HEADS), unique=True)).copy()
    lines: list[TrfRecord | TrfPlayer] = [*map(TrfRecord, heads), *players]
    comments = words.map(lambda text: f"### {text}")
    for text in draw(st.lists(st.sampled_from(OTHERS) | comments, max_size=4)):
        lines.insert(draw(st.integers(0, len(lines))), TrfRecord(text))
    return TrfFile("a.trf", tuple(lines), line_end=draw(st.sampled_from(["\r\n", "\n", "\r"])))


def _played(draw: st.DrawFn, numbers: list[int]) -> tuple[list[ReportGame], list[ReportBye]]:
    """Rounds in which some play, some rest and some are not heard of."""
    games: list[ReportGame] = []
    byes: list[ReportBye] = []
    for number in range(1, draw(st.integers(0, 4)) + 1):
        waiting = list(draw(st.permutations(numbers)))
        while len(waiting) >= 2:
            one, other = waiting.pop(), waiting.pop()
            what = draw(st.integers(0, 9))
            if what < 7:
                games.append(_game(draw, number, one, other))
            elif what < 9:
                byes += [ReportBye(number, player, draw(kinds)) for player in (one, other)]
    return games, byes


kinds = st.sampled_from(sorted(BYES))


def _game(draw: st.DrawFn, number: int, one: int, other: int) -> ReportGame:
    form = draw(st.sampled_from(["played", "played", "forfeit", "short", "open", "no colours"]))
    if form == "open":
        return ReportGame(number, one, other, OPEN)
    if form == "forfeit":
        result = draw(st.sampled_from(sorted(FORFEIT_RESULTS)))
        return ReportGame(number, one, other, result, forfeit=True)
    result = draw(st.sampled_from(sorted(MARKS)))
    if form == "no colours":
        return ReportGame(number, min(one, other), max(one, other), result, colours=False)
    return ReportGame(number, one, other, result, short=form == "short")
