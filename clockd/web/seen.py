"""What a visitor of the hub may see: a viewer no more than spectators may, an arbiter everything.

Spectators see boards, clocks, published pairings, results and standings. Alerts, notices and machines that ask to be
enrolled are the arbiters' (Laws 12.6: what a device tells of a game is told to the arbiter, not to the hall). A hub
without accounts, such as the demo, has no arbiters to sign in: there the wall is for them. Pure.
"""

from collections.abc import Mapping
from typing import Any

from clockd.web.hub_pairings import published_only
from clockd.web.roles import Role, may

HubSnapshot = Mapping[str, Any]
ARBITERS_KEYS: Mapping[str, Any] = {"alerts": [], "notices": [], "enrolling": []}


def for_role(snapshot: HubSnapshot, role: Role, *, guarded: bool) -> HubSnapshot:
    """The snapshot as this visitor may see it; `guarded` where arbiters sign in."""
    shown = published_only(snapshot)
    if not guarded or may(role, Role.ARBITER):
        return shown
    boards = [_for_viewers(board) for board in shown["boards"]]
    return {**shown, **ARBITERS_KEYS, "boards": boards}


def detail_for_role(
    detail: Mapping[str, Any] | None, role: Role, *, guarded: bool
) -> Mapping[str, Any] | None:
    """A table's full snapshot as this visitor may see it."""
    if detail is None or not guarded or may(role, Role.ARBITER):
        return detail
    return {**detail, "alerts": []}


def _for_viewers(board: Mapping[str, Any]) -> Mapping[str, Any]:
    live = board.get("live")
    return board if live is None else {**board, "live": {**live, "alerts": []}}
