"""The arbiter's commands that concern tables: whose number, which board, an order to carry out.

An order is for one table or for `table=all`; whether it was carried out is the tables' to say. What must not be done
late expires. Source: interfaces.md sections 6 and 7.
"""

from clockd.errors import NotAllowed
from clockd.hub.asked import Asked, Commands
from clockd.hub.messages import AcknowledgeAlert, GiveOrder, ReleaseNumber, SeatTable
from clockd.tournament import inputs as i
from clockd.tournament.tournament import Round

EXPIRES_S = 60  # a start or a clock edit that arrives later would surprise everybody at the board
# What must not be carried out late; a ruling or a note is as good tomorrow.
TIMELY = frozenset({"start", "pause", "resume", "set-time", "set-period", "set-count"})
ALL_TABLES = "all"
OURS = (
    "table",
    "tournament",
    "expires",
)  # arguments that say for whom and how long; the rest is the table's


def _table(asked: Asked) -> str:
    return str(asked.whole("table"))


def _release(asked: Asked) -> str:
    """Let another machine speak for a table: the one that was refused, or the next that asks."""
    table = _table(asked)
    waiting = asked.hub.claimant(table)
    asked.hub.tell(ReleaseNumber(asked.hub.now_ns(), table, waiting, asked.author, asked.reason))
    return f"table {table} " + (f"is now journal {waiting[:8]}" if waiting else "is free")


def _seat(asked: Asked) -> str:
    """Put a board on a table, from now on; the game under way there is handed down (again)."""
    table, board = _table(asked), asked.whole("board")
    tournament = asked.hub.event.owner_of(board)
    current = tournament.current
    if current is not None and _is_open(current, board):
        # The game first: where that is refused, nothing has been moved.
        head = asked.hub.now_ns(), tournament.id
        asked.hub.tell(i.TableClaimed(*head, current.number, board, table, asked.author))
    asked.hub.tell(SeatTable(asked.hub.now_ns(), table, board, asked.author))
    return f"table {table} plays board {board}"


def _is_open(current: Round, board: int) -> bool:
    return current.published and any(each.board == board for each in current.open_boards)


def _acknowledge(asked: Asked) -> str:
    alert = asked.text("alert")
    asked.hub.tell(AcknowledgeAlert(asked.hub.now_ns(), alert, asked.author))
    return f"alert {alert} is acknowledged"


def order(asked: Asked) -> str:
    """An order for tables; whether it was carried out is the tables' to say."""
    tables = _tables(asked)
    own = {k: v for k, v in asked.arguments.items() if k not in OURS}
    expires_s = asked.whole("expires", EXPIRES_S if asked.name in TIMELY else 0)
    expiry = int(asked.hub.wall_s()) + expires_s if expires_s else 0
    asked.hub.tell(
        GiveOrder(
            asked.hub.now_ns(),
            asked.id,
            tables,
            asked.name,
            tuple(own.items()),
            asked.author,
            asked.reason,
            expiry,
        )
    )
    return f"{asked.name}: given to table {', '.join(tables)}"


def _tables(asked: Asked) -> tuple[str, ...]:
    """The tables that an order is for: one, or all that play a board of a round under way."""
    if asked.text("table") != ALL_TABLES:
        table = _table(asked)
        if table not in asked.hub.event.holders:
            raise NotAllowed(f"table {table} has never been heard of")
        return (table,)
    named = "tournament" in asked.arguments
    tournaments = [asked.tournament] if named else asked.hub.event.tournaments.values()
    current = [each.current for each in tournaments if each.current and each.current.published]
    boards = [board for each in current for board in each.open_boards]
    tables = tuple(board.table for board in boards if board.table)
    if not tables:
        raise NotAllowed("no table has a game to play")
    return tables


def _enrol(asked: Asked) -> str:
    """The code that a table shows: from now on its machine alone speaks for it, by signature."""
    table = _table(asked)
    asked.hub.enrolments.confirm(table, asked.text("code"))
    return f"table {table} is enrolled"


def _enrol_end(asked: Asked) -> str:
    table = _table(asked)
    asked.hub.enrolments.end(table)
    return f"table {table} is no longer enrolled"


TABLE_COMMANDS: Commands = {
    "enrol": (("table", "code"), _enrol),
    "enrol-end": (("table",), _enrol_end),
    "release": (("table",), _release),
    "seat": (("table", "board"), _seat),
    "acknowledge": (("alert",), _acknowledge),
}
