"""Laws 8.7: after the game both sheets are compared with the record and signed."""

import pytest

from clockd.game.ruling_facts import SheetChecked
from clockd.ports import BLACK, WHITE
from clockd.units import seconds
from tests.game.referee import Referee, refused

GAME = "e4 e5 Nf3 Nc6 Bb5 a6"
SHEET = "1 e4 e5 2 Nf3 Nc6 3 Bb5 a6"


def ended(referee: Referee | None = None, moves: str = GAME) -> Referee:
    referee = referee or Referee()
    referee.play(moves, seconds(5))
    referee.command("result", "resigned", result="1-0", termination="resignation")
    return referee


def findings(referee: Referee, side: str, text: str, **more: str) -> list[tuple[int, str, str]]:
    """Move, side and kind of each finding of this sheet."""
    referee.command("check-sheet", side=side, text=text, **more)
    found = referee.of(SheetChecked)[-1].findings
    return [(each.move, each.side, each.kind) for each in found]


def test_a_true_sheet_agrees_in_its_own_language() -> None:
    referee = ended()
    assert findings(referee, "white", "1. e4 e5\n2. Sf3 Sc6\n3. Lb5 a6", language="de") == []
    told = referee.of(SheetChecked)[-1].detail
    assert told == "White's sheet agrees with the record, 6 moves"


def test_differences_are_named_where_they_stand_and_kept() -> None:
    referee = ended()
    assert findings(referee, "black", "e4 e5 Nf3 Nf6 Bb5 a6") == [(2, "black", "wrong")]
    told = referee.of(SheetChecked)[-1].detail
    assert told == "Black's sheet: 2... wrong, written Nf6, played Nc6"
    assert [(sheet.side, len(sheet.findings)) for sheet in referee.game.checked_sheets] == [
        (BLACK, 1)
    ]
    assert findings(referee, "black", SHEET) == []  # he has put it right; the later check stands
    assert [len(sheet.findings) for sheet in referee.game.checked_sheets] == [0]


def test_an_offer_that_is_not_noted_is_a_finding() -> None:
    """8.1.5: an offer too early for the event's rule is an offer still, and stands on both sheets."""
    referee = Referee()
    referee.play("e4 e5", seconds(5))
    referee.offer(WHITE)
    ended(referee, "Nf3 Nc6 Bb5 a6")
    assert [kind for _, _, kind in findings(referee, "black", SHEET)] == ["offer-missing"]
    assert findings(referee, "black", SHEET.replace("e4", "e4(=)", 1)) == []


def test_who_need_not_write_is_not_behind() -> None:
    """8.4: under five minutes in a period without 30 s a move; never where the event says always."""
    short = "1 e4 e5"
    assert findings(ended(), "white", short) != []
    quick = Referee("40/7200:3600")
    quick.command("pause")
    quick.command("set-time", side="white", time="4:30")
    quick.command("resume")
    assert findings(ended(quick), "white", short) == []
    bound = Referee("40/7200:3600", notation="always")
    bound.command("pause")
    bound.command("set-time", side="white", time="4:30")
    bound.command("resume")
    assert findings(ended(bound), "white", short) != []


def test_a_sheet_goes_beyond_a_position_that_the_arbiter_set() -> None:
    """The record's move text begins anew there; what stands on the sheet before it is not compared."""
    referee = Referee()
    referee.play("e4 e5 Nf3 Nc6", seconds(5))
    referee.command("pause")
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    referee.command("set-position", "as agreed", fen=fen)
    referee.command("resume")
    assert findings(ended(referee, "Bb5 a6"), "white", "1 d4 d5 2 c4 e6 3 Bb5 a6") == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"text": SHEET}, "expected side=white or side=black"),
        ({"side": "white"}, "no move in it"),
        ({"side": "white", "text": SHEET, "language": "xx"}, "expected one of de, en"),
        ({"side": "white", "text": "e4 e5\n\x00"}, "line 2: a control character"),
        ({"side": "white", "text": SHEET * 20}, "another game's?"),
    ],
)
def test_what_is_no_sheet_is_refused(arguments: dict[str, str], said: str) -> None:
    assert said in refused(ended().command("check-sheet", **arguments))


def test_sheets_are_compared_and_signed_after_the_game() -> None:
    referee = Referee()
    referee.play(GAME, seconds(5))
    assert "not ended" in refused(referee.command("check-sheet", side="white", text=SHEET))
    assert "not ended" in refused(referee.command("signed", side="white"))
    ended(referee, "Ba4 Nf6")
    referee.command("signed", side="white")
    assert "signed already" in refused(referee.command("signed", side="white"))
    referee.command("signed", side="black")
    assert referee.game.signed == {WHITE, BLACK}
    game = referee.game
    referee.restart()
    assert referee.game == game


def test_with_a_result_set_aside_nothing_is_signed() -> None:
    referee = ended()
    findings(referee, "white", SHEET)
    referee.command("signed", side="white")
    referee.command("set-aside", "the wrong board's result")
    assert (referee.game.signed, referee.game.checked_sheets) == (frozenset(), ())
