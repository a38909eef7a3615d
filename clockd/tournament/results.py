"""Which table plays which board, and what its result is: from tables, typed by an arbiter, or ruled.

A table's word is taken once; the same word again changes nothing, another word is an alert and never an edit, and so
is any word after the round was closed. Only a ruling, with a reason, changes a result. Sources: design.md sections 2
and 8; Laws 12.9 (results that need not sum to one); interfaces.md section 0 (the results and the forfeit flag).
"""

from clockd.errors import NotAllowed
from clockd.tournament import facts as f
from clockd.tournament import inputs as i
from clockd.tournament.board_numbers import in_words
from clockd.tournament.crosstable import FORFEIT_RESULTS, RESULT_MARKS
from clockd.tournament.tournament import NO_RESULT, Board, Round, Tournament

Report = i.ResultReported | i.ResultEntered | i.ResultRuled


def claim_table(tournament: Tournament, seen: i.TableClaimed) -> list[f.Fact]:
    """Hand a board's game to a table: to the first that asks, to another only by the arbiter's word."""
    each, board = _find(tournament, seen.round, seen.board)
    if not each.published:
        raise NotAllowed(f"round {seen.round} has not been published")
    if board.table == seen.table:
        return []
    if board.table and not seen.author:
        raise NotAllowed(f"{tournament.title_of(board)} is played at table {board.table}")
    elsewhere = next((b for b in each.boards if b.table == seen.table and b.is_open), None)
    if elsewhere is not None:
        raise NotAllowed(f"table {seen.table} plays {tournament.title_of(elsewhere)}")
    return [
        f.GameHandedToTable(
            seen.at_ns,
            seen.tournament,
            seen.round,
            seen.board,
            seen.table,
            instead_of=board.table,
            author=seen.author,
        )
    ]


def report_result(tournament: Tournament, seen: i.ResultReported) -> list[f.Fact]:
    """A table's result: recorded the first time, nothing when it is known, an alert when it differs."""
    each, board = _find(tournament, seen.round, seen.board)
    _check_result(seen.result, forfeit=seen.forfeit)
    if seen.stage and (seen.stage, seen.game) != (each.stage, each.game):
        told = f"table {seen.table} reports game {seen.game} of {seen.stage} as round {seen.round}"
        raise NotAllowed(f"{told}, expected {each.stage or 'a game of that round'}")
    if (seen.result, seen.forfeit) == (board.result, board.forfeit):
        return []
    if (seen.result, seen.forfeit, seen.game_id) in board.overruled:
        return []  # said again after the ruling: the arbiter has heard it
    if board.is_open and board.table in ("", seen.table):
        return [_recorded(seen, f"table {seen.table}")]
    if any(_is_same(dispute, seen) for dispute in tournament.disputes):
        return []
    return [
        f.ResultDisputed(
            seen.at_ns,
            seen.tournament,
            seen.round,
            seen.board,
            stands=board.result,
            reported=seen.result,
            forfeit=seen.forfeit,
            table=seen.table,
            detail=_what_differs(each, board, seen),
            game_id=seen.game_id,
        )
    ]


def _what_differs(each: Round, board: Board, seen: i.ResultReported) -> str:
    said = f"table {seen.table} reports {_words(seen.result, forfeit=seen.forfeit)}"
    if board.is_open:
        return f"{said}, the game is at table {board.table}"
    stands = f"{_words(board.result, forfeit=board.forfeit)} stands (from {board.source})"
    return f"{said}, {stands}" + (" and the round is closed" if each.closed else "")


def _is_same(dispute: object, seen: i.ResultReported) -> bool:
    asked = (seen.round, seen.board, seen.result, seen.forfeit, seen.table)
    names = ("round", "board", "reported", "forfeit", "table")
    return tuple(getattr(dispute, name) for name in names) == asked


def enter_result(tournament: Tournament, seen: i.ResultEntered) -> list[f.Fact]:
    """An arbiter types a result where there is none; over one that stands it takes a ruling."""
    each, board = _find(tournament, seen.round, seen.board)
    _check_result(seen.result, forfeit=seen.forfeit)
    if not each.published:
        raise NotAllowed(f"round {seen.round} has not been published")
    if (seen.result, seen.forfeit) == (board.result, board.forfeit):
        return []
    if not board.is_open:
        stands = f"{_words(board.result, forfeit=board.forfeit)} from {board.source}"
        raise NotAllowed(
            f"{tournament.title_of(board)} has {stands}, a change is a ruling with a reason"
        )
    return [_recorded(seen, seen.author or "arbiter")]


def _recorded(seen: i.ResultReported | i.ResultEntered, source: str) -> f.ResultRecorded:
    return f.ResultRecorded(
        seen.at_ns,
        seen.tournament,
        seen.round,
        seen.board,
        result=seen.result,
        forfeit=seen.forfeit,
        source=source,
        termination=seen.termination,
        game_id=seen.game_id if isinstance(seen, i.ResultReported) else "",
    )


def rule_result(tournament: Tournament, seen: i.ResultRuled) -> list[f.Fact]:
    """The arbiter's ruling on a board: any result, with a reason; "*" takes one back while the round is open."""
    each, board = _find(tournament, seen.round, seen.board)
    if not seen.reason.strip():
        raise NotAllowed("a ruling without a reason")
    if seen.result == NO_RESULT and each.closed:
        raise NotAllowed(f"round {seen.round} is closed, expected a result")
    if seen.result != NO_RESULT or seen.forfeit:
        _check_result(seen.result, forfeit=seen.forfeit)
    place = (seen.round, seen.board)
    disputed = any((one.round, one.board) == place for one in tournament.disputes)
    if (seen.result, seen.forfeit) == (board.result, board.forfeit) and not disputed:
        return []
    return [
        f.ResultCorrected(
            seen.at_ns,
            seen.tournament,
            seen.round,
            seen.board,
            was=board.result,
            was_forfeit=board.forfeit,
            result=seen.result,
            forfeit=seen.forfeit,
            reason=seen.reason,
            author=seen.author,
        )
    ]


def _find(tournament: Tournament, round_number: int, number: int) -> tuple[Round, Board]:
    each = tournament.round(round_number)
    if each is None:
        raise NotAllowed(f"round {round_number} has not been paired")
    board = tournament.board(round_number, number)
    if board is None:
        known = in_words(one.board for one in each.boards)
        raise NotAllowed(f"round {round_number} board {number}, expected a board from {known}")
    return each, board


def _check_result(result: str, *, forfeit: bool) -> None:
    allowed = sorted(FORFEIT_RESULTS) if forfeit else list(RESULT_MARKS)
    if result not in allowed:
        by = " by forfeit" if forfeit else ""
        raise NotAllowed(f"result {result!r}{by}, expected {', '.join(allowed)}")


def _words(result: str, *, forfeit: bool) -> str:
    return f"{result} by forfeit" if forfeit else result
