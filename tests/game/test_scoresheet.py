"""A sheet beside its game: Laws 8.1, 8.4, appendix C; each kind of finding of interfaces.md section 4."""

import chess
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clockd.errors import BadInput
from clockd.game.control_text import parse_control
from clockd.game.notation_duty import exempt_from_move, is_exempt
from clockd.game.sheet_check import Checked, Played, check_sheet
from clockd.game.sheet_words import Side, read_sheet
from clockd.ports import Side as ClockSide
from clockd.sim.game_library import real_games
from clockd.units import minutes, seconds

SPANISH = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7"


def played(
    moves: str = SPANISH, fen: str = chess.STARTING_FEN, offers: tuple[int, ...] = ()
) -> Played:
    board = chess.Board(fen)
    made = tuple(board.push_san(san) for san in moves.split())
    return Played(chess.Board(fen), made, frozenset(offers))


def check(
    sheet: str,
    game: Played | None = None,
    *,
    language: str = "en",
    side: Side | None = None,
    exempt_from: int | None = None,
) -> Checked:
    game = game or played()
    first = (game.start.fullmove_number, game.start.turn == chess.WHITE)
    return check_sheet(game, read_sheet(sheet, language, first=first), side, exempt_from)


def found(checked: Checked) -> list[tuple[int, str, str]]:
    return [(one.move, one.side, one.kind) for one in checked.findings]


def numbered(words: list[str]) -> str:
    """Two moves a line, as the printed form has it."""
    rows = range(0, len(words), 2)
    return "\n".join(f"{row // 2 + 1}. {' '.join(words[row : row + 2])}" for row in rows)


WORDS = SPANISH.split()


def changed(*changes: tuple[int, str | None]) -> list[str]:
    """The sheet's words with some replaced, or left out (None), by their ply."""
    words: list[str | None] = list(WORDS)
    for ply, word in changes:
        words[ply] = word
    return [word for word in words if word is not None]


@pytest.mark.parametrize("form", [numbered, " ".join, "\n".join])
def test_a_true_sheet_has_no_finding(form: object) -> None:
    checked = check(form(WORDS))  # type: ignore[operator]
    assert (found(checked), checked.moves_checked, checked.behind_plies) == ([], 20, 0)


@pytest.mark.parametrize(
    "sheet",
    [
        "1 e2-e4 e7-e5 2 Ng1-f3 Nb8-c6 3 Bf1-b5 a7-a6 4 Bb5-a4 Ng8-f6 5 0-0",
        "1. e2e4 e7e5\n2. g1f3 b8c6\n3. f1b5 a7a6\n4. b5a4 g8f6\n5. e1g1",
        "1.e4 1...e5 2.Nf3 2...Nc6 3.Bb5+ a6!? 4.Ba4 Nf6 5.o-o",
        "1) e4 e5 2) ♘f3 ♞c6 3) ♗b5 a6 4) ♗a4 ♞f6 5) O–O",
        "1. e4 0:05 e5 (1:29) 2. Nf3 Nc6 | 3. Bb5, a6; 4. Ba4 Nf6 5. 00 *",
    ],
)
def test_many_hands_one_game(sheet: str) -> None:
    """Appendix C: signs are optional, long form is acceptable, zero or letter O, times beside moves (8.1.4)."""
    game = Played(chess.Board(), played().moves[:9])
    assert found(check(sheet, game)) == []


# King, queen, rook, bishop, knight: König, Dame, Turm, Läufer, Springer; roi, dame, tour, fou, cavalier; and so on.
OWN_LETTERS = {
    "en": "KQRBN",
    "de": "KDTLS",
    "es": "RDTAC",
    "fr": "RDTFC",
    "it": "RDTAC",
    "nl": "KDTLP",
    "pt": "RDTBC",
}


@pytest.mark.parametrize("language", sorted(OWN_LETTERS))
def test_every_language_reads_its_own_letters(language: str) -> None:
    local = str.maketrans(dict(zip("KQRBN", OWN_LETTERS[language], strict=True)))
    assert (
        found(check(numbered([word.translate(local) for word in WORDS]), language=language)) == []
    )


def test_a_promotion_in_the_players_letters() -> None:
    game = played("a8=Q+", "7k/P7/8/8/8/8/8/K7 w - - 0 30")
    for sheet in ("a8D", "a8=D+", "a7-a8D", "a8(D)", "30. a8d"):
        assert found(check(sheet, game, language="de")) == []
    assert found(check("a8T", game, language="de")) == [(30, "white", "wrong")]
    assert found(check("a8", game)) == [(30, "white", "ambiguous")]


def test_a_pawns_capture_by_its_files() -> None:
    game = played("e4 d5 exd5 c6 dxc6 e5 d3 bxc6")
    assert found(check("e4 d5 ed c6 dc e5 d3 bc6", game)) == []


def test_en_passant_with_and_without_its_letters() -> None:
    game = played("e4 a6 e5 d5 exd6")
    for last in ("exd6 e.p.", "exd6e.p.", "ed6", "ed", "e5xd6 ep"):
        assert found(check(f"e4 a6 e5 d5 {last}", game)) == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (changed((6, "Bc4")), [(4, "white", "wrong")]),
        (changed((6, "Bh7")), [(4, "white", "impossible")]),
        (changed((6, "hello")), [(4, "white", "impossible")]),
        (changed((6, "?")), [(4, "white", "illegible")]),
        (changed((6, "B?4")), [(4, "white", "illegible")]),
        (changed((6, "--")), [(4, "white", "missing")]),
        (changed((6, None)), [(4, "white", "missing")]),
        (changed((6, None), (7, None)), [(4, "white", "missing"), (4, "black", "missing")]),
        (changed((6, "Nf6"), (7, "Ba4")), [(4, "white", "swapped")]),
        (changed((19, "Nd7")), [(10, "black", "ambiguous")]),
        ([*WORDS[:6], "a5", *WORDS[6:]], [(4, "white", "extra")]),
        (WORDS[:18], []),
        (WORDS[:17], [(9, "black", "behind")]),
        ([], [(1, "white", "behind")]),
    ],
)
def test_each_kind_of_finding(words: list[str], expected: list[tuple[int, str, str]]) -> None:
    assert found(check(" ".join(words))) == expected


@pytest.mark.parametrize("owner", [None, "white", "black"])
def test_a_pair_left_out_is_a_pair_where_two_single_moves_would_do(owner: Side | None) -> None:
    """Two knights take on d4 in turn: the one capture that is written stands for Black's or for White's."""
    game = played("d4 e5 Nf3 Nc6 a3 Nxd4 Nxd4 exd4")
    sheet = "d4 e5 Nf3 Nc6 Nxd4 exd4"
    assert found(check(sheet, game, side=owner)) == [
        (3, "white", "missing"),
        (3, "black", "missing"),
    ]
    game = played("d4 d5 Bf4 e6 Nf3 c5 e3 cxd4 exd4 Nc6")
    sheet = "d4 d5 Bf4 e6 Nf3 c5 d4 Nc6"
    assert found(check(sheet, game, side=owner)) == [
        (4, "white", "missing"),
        (4, "black", "missing"),
    ]


def test_a_finding_says_what_stands_there_and_what_was_played() -> None:
    one = check(" ".join(changed((6, "Bc4")))).findings[0]
    assert (one.written, one.played) == ("Bc4", "Ba4")
    one = check(" ".join(changed((6, None)))).findings[0]
    assert (one.written, one.played) == (None, "Ba4")
    one = check(numbered(WORDS) + "\n11. Qd3").findings[0]
    assert (one.move, one.side, one.written, one.played) == (11, "white", "Qd3", None)


def test_behind_is_one_finding_at_the_first_missing_move() -> None:
    """8.1.3: two plies may be missing; the third makes him behind, and how far is said in any case."""
    for missing, kinds in ((1, []), (2, []), (3, ["behind"]), (7, ["behind"])):
        checked = check(" ".join(WORDS[:-missing]))
        assert [one.kind for one in checked.findings] == kinds
        assert checked.behind_plies == missing


def test_an_offer_stands_on_both_sheets() -> None:
    """8.1.5, 9.1.2.2: the offer behind the 14th ply; his own sheet and the opponent's record it."""
    game = played(offers=(14,))
    assert found(check(numbered(changed((13, "d6(=)"))), game)) == []
    assert found(check(" ".join(changed((13, "d6 (=)"))), game)) == []
    assert (
        found(check(" ".join(changed((14, "c3 (=)"))), game)) == []
    )  # a move late is still a record
    assert found(check(" ".join(WORDS), game)) == [(7, "black", "offer-missing")]


def test_black_to_move_first_and_a_later_number() -> None:
    game = played("Kd7 Kd2 Ke6", "4k3/8/8/8/8/8/8/4K3 b - - 0 41")
    assert found(check("41... Kd7 42. Kd2 Ke6", game)) == []
    assert found(check("Kd7 Kd2 Ke6", game)) == []
    assert found(check("41... Kd8 42. Kd2 Ke6", game)) == [(41, "black", "wrong")]


def test_the_owners_own_moves_weigh_as_his() -> None:
    """Of two moves written alike, the one left out was rather the opponent's."""
    game = played("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3")
    sheet = "Nf3 Nf6 Ng1 Nf3 Nf6 Ng1 Ng8 Nf3"
    assert found(check(sheet, game, side="white")) == [(2, "black", "missing")]


@pytest.mark.parametrize(
    ("control", "left", "exempt"),
    [
        ("40/5400+30:1800+30", seconds(20), False),  # with 30 s a move never
        ("40/7200:3600", seconds(299), True),
        ("40/7200:3600", minutes(5), False),
        ("40/7200:3600+10", seconds(1), True),
        ("5400d30", seconds(1), False),  # a delay counts as an increment
        ("900+10", minutes(15), True),  # rapid: no duty (A.2)
    ],
)
def test_who_need_not_write(control: str, left: int, exempt: bool) -> None:
    """Laws 8.4."""
    assert is_exempt(parse_control(control), ClockSide.WHITE, 1, left) is exempt


def test_the_exemption_ends_with_its_period() -> None:
    """8.4, 8.5: "for the rest of that period"; at move 2 of this control the period is over."""
    control = parse_control("2/7200:3600")
    white = ClockSide.WHITE
    assert exempt_from_move(control, white, [seconds(90)]) == 1
    assert exempt_from_move(control, white, [seconds(90), minutes(60)]) is None
    assert exempt_from_move(control, white, [seconds(90), minutes(60), minutes(4)]) == 3
    assert found(check(" ".join(WORDS[:10]), exempt_from=10)) == []
    assert found(check(" ".join(WORDS[:6]), exempt_from=10)) == [(4, "white", "behind")]


@pytest.mark.parametrize("text", ["\x00\x01e4", "e4\x1bx e5", "e4 " * 3000])
def test_what_is_no_sheet_is_one_line(text: str) -> None:
    with pytest.raises(BadInput):
        read_sheet(text, "en")


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        sheet = read_sheet(text, "nl")
    except BadInput:
        return
    check_sheet(played(), sheet)


@st.composite
def slips(draw: st.DrawFn) -> tuple[int, int, str]:
    """A real game, a ply of it, and what the writing hand did there."""
    game = draw(st.integers(0, 19))
    plies = len(real_games()[game].moves)
    return (
        game,
        draw(st.integers(4, plies - 6)),
        draw(st.sampled_from(["left out", "?", "--", "zz"])),
    )


@settings(max_examples=30)
@given(slips())
def test_one_slip_in_a_real_game_is_found_where_it_was_made(slip: tuple[int, int, str]) -> None:
    number, ply, what = slip
    board, words, moves = chess.Board(), [], []
    for move in real_games()[number].moves:
        words.append(board.san(move))
        moves.append(move)
        board.push(move)
    assert (
        check_sheet(Played(chess.Board(), tuple(moves)), read_sheet(numbered(words), "en")).findings
        == ()
    )
    side: Side = "white" if ply % 2 == 0 else "black"
    kind = {"left out": "missing", "--": "missing", "?": "illegible", "zz": "impossible"}[what]
    if what == "left out":
        assume(words[ply] not in (words[ply - 1], words[ply + 1]))  # else nobody can tell which
        del words[ply]
    else:
        words[ply] = what
    sheet = read_sheet(" ".join(words), "en")
    findings = check_sheet(Played(chess.Board(), tuple(moves)), sheet).findings
    assert [(one.move, one.side, one.kind) for one in findings] == [(ply // 2 + 1, side, kind)]
