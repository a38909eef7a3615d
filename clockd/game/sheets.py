"""After the game: both scoresheets against the record, and the signatures (Laws 8.7).

What a sheet says comes as text, in the player's own language; the findings become a fact, so that who signed what can
be told later. Only after the game: a long sheet takes a while to lay beside a long game, and no clock may wait for it.
"""

import chess

from clockd.errors import BadInput, NotAllowed
from clockd.game.arguments import side_of_command
from clockd.game.draft import Draft
from clockd.game.inputs import CommandGiven
from clockd.game.notation_duty import exempt_from_ply
from clockd.game.ruling_facts import SheetChecked, SheetSigned
from clockd.game.sheet_check import Checked, Finding, Played, check_sheet
from clockd.game.sheet_words import LETTERS, Written, read_sheet
from clockd.game.state import Game, starting_board
from clockd.ports import Side

MOST_EXTRA = 50  # entries beyond the game's plies; more is another game's sheet
TOLD = 3  # findings in the one-line answer; the fact has them all


def check(draft: Draft, seen: CommandGiven) -> None:
    """`side=white text=... [language=de]`: each difference between this sheet and the record; it may come again."""
    game, side = draft.game, side_of_command(seen)
    if game.pairing is None or game.phase != "ended":
        raise NotAllowed("the game has not ended: sheets are compared after it (8.7)")
    checked = check_sheet(
        _played(game), _sheet_of(game, seen), side.value, _exempt_from(game, side)
    )
    draft.add(
        SheetChecked(
            seen.at_ns, side, checked.findings, checked.behind_plies, _in_words(side, checked)
        )
    )


def _sheet_of(game: Game, seen: CommandGiven) -> list[Written]:
    """The sheet's entries from where the move text of the record begins."""
    assert game.pairing is not None
    language = seen.get("language") or "en"
    if language not in LETTERS:
        raise NotAllowed(f"language={language}, expected one of {', '.join(sorted(LETTERS))}")
    first = starting_board(game.pairing)
    try:
        sheet = read_sheet(
            seen.get("text") or "", language, first=(first.fullmove_number, first.turn)
        )
    except BadInput as error:
        raise NotAllowed(f"text: line {error}") from None
    if not sheet:
        raise NotAllowed("text: no move in it, expected what the player wrote")
    most = len(game.plies) + MOST_EXTRA
    if len(sheet) > most:
        raise NotAllowed(f"text: {len(sheet)} entries for {len(game.plies)} plies: another game's?")
    begins = _start(game)
    return [each for each in sheet if _place(each) >= (begins.fullmove_number, not begins.turn)]


def _place(written: Written) -> tuple[int, bool]:
    return written.number, written.side == "black"


def _start(game: Game) -> chess.Board:
    """The position from which the record's move text starts: the arbiter may have set one up."""
    assert game.pairing is not None
    if game.ruled_positions:
        return chess.Board(game.ruled_positions[-1][1], chess960=game.pairing.chess960)
    return starting_board(game.pairing)


def _played(game: Game) -> Played:
    before = game.ruled_positions[-1][0] if game.ruled_positions else 0
    moves = tuple(chess.Move.from_uci(ply.uci) for ply in game.plies[before:])
    offers = frozenset(offer.ply - before for offer in game.offers if offer.ply >= before)
    return Played(_start(game), moves, offers)


def _exempt_from(game: Game, side: Side) -> int | None:
    """The ply of the move text from which this side need not write (8.4)."""
    assert game.pairing is not None
    if game.pairing.notation == "always":
        return None
    before = game.ruled_positions[-1][0] if game.ruled_positions else 0
    clocks = [(ply.side, ply.clock_ns) for ply in game.plies]
    ply = exempt_from_ply(game.timing.control, (side,), clocks)
    return None if ply is None else max(0, ply - before)


def _in_words(side: Side, checked: Checked) -> str:
    whose, found = f"{side.capitalize()}'s sheet", checked.findings
    if not found:
        return f"{whose} agrees with the record, {checked.moves_checked} moves"
    more = f" and {len(found) - TOLD} more" if len(found) > TOLD else ""
    return f"{whose}: {'; '.join(map(_finding_in_words, found[:TOLD]))}{more}"


def _finding_in_words(finding: Finding) -> str:
    dots = "." if finding.side == "white" else "..."
    written, played = finding.written or "nothing", finding.played or "nothing"
    return f"{finding.move}{dots} {finding.kind}, written {written}, played {played}"


def sign(draft: Draft, seen: CommandGiven) -> None:
    """`side=white`: after the game this sheet is signed, with the result on it (8.7)."""
    side = side_of_command(seen)
    if draft.game.phase != "ended":
        raise NotAllowed("the game has not ended: sheets are signed after it (8.7)")
    if side in draft.game.signed:
        raise NotAllowed(f"{side}'s sheet is signed already")
    draft.add(SheetSigned(seen.at_ns, side, seen.reason))
