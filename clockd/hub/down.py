"""What goes down to a table: the game of its board, and the arbiter's orders, each until the table has answered.

At least once: a command is sent with every reply until its id stands in the copy of the table's journal. A pairing's
id follows from round and board, so a restart of either side asks for nothing twice; it has no expiry, because the
table itself refuses a stale one. Pure. Sources: design.md section 2; interfaces.md section 6.
"""

from collections.abc import Iterator
from typing import Any

from clockd.codec import to_json
from clockd.hub.ledger import Ledger
from clockd.hub.messages import OrderGiven
from clockd.hub.state import Event
from clockd.tournament.tournament import Board, Round, Tournament

PAIRING_AUTHOR = "hub"
COMMANDS_MAX = 20  # in one reply; the rest follows with the next


def commands_for(event: Event, ledger: Ledger, wall_s: float) -> list[dict[str, Any]]:
    """The commands that this table has not answered yet, oldest first."""
    waiting = [*_pairing(event, ledger), *_orders(event, ledger, wall_s)]
    return waiting[:COMMANDS_MAX]


def game_for(event: Event, table: str) -> tuple[Round, Board] | None:
    """The board that was handed to this table in the round under way and has no result yet."""
    number = event.board_of(table)
    tournament = Tournament() if number is None else event.owner_of(number)
    current = tournament.current
    if current is None or not current.published or current.closed or number is None:
        return None
    board = tournament.board(current.number, number)
    if board is None or not board.is_open or board.table != table:
        return None
    return current, board


def pairing_id(event: Event, round_number: int, board: int) -> str:
    """The command's name: another one each time the arbiter seats the board anew."""
    again = event.handed.get(board, 0)
    return f"r{round_number}-b{board}-pairing" + (f".{again}" if again else "")


def _pairing(event: Event, ledger: Ledger) -> Iterator[dict[str, Any]]:
    found = game_for(event, ledger.table)
    if found is None:
        return
    current, board = found
    command_id = pairing_id(event, current.number, board.board)
    if command_id not in ledger.answers:
        pairing = to_json(event.game_at(current, board))
        yield {"id": command_id, "author": PAIRING_AUTHOR, "pairing": pairing}


def _orders(event: Event, ledger: Ledger, wall_s: float) -> Iterator[dict[str, Any]]:
    for order in event.orders:
        if order.table != ledger.table or order.id in ledger.answers:
            continue
        if not order.expires_unix_s or wall_s <= order.expires_unix_s:
            yield _order(order, wall_s)


def _order(order: OrderGiven, wall_s: float) -> dict[str, Any]:
    """The command; how long it is good for, since a table's own wall clock may be years off."""
    expiry = {"expires_in_s": order.expires_unix_s - wall_s} if order.expires_unix_s else {}
    return {
        "id": order.id,
        "author": order.author,
        "name": order.name,
        "arguments": dict(order.arguments),
        "reason": order.reason,
        **expiry,
    }
