"""Who may go through which door, written down by hand: the application does not get to say what it should be.

A route without a row, or a row without a route, fails the test. Columns: role, method, paths.
"""

from clockd.web.roles import Role

Row = tuple[str, str, str]  # application, path, method

_BOTH = """
viewer  GET     / /events /snapshot.json /healthz /metrics /sign-in /setup /piece/{name}.svg /static/{path:path}
viewer  GET     /api/v1/stream /api/v1/session /api/v1/openapi.json
viewer  POST    /sign-in /sign-out /setup /api/v1/session
arbiter GET     /arbiter
arbiter DELETE  /api/v1/session
chief   GET     /arbiters
chief   POST    /arbiters
"""
_HUB = """
viewer  GET     /board/{board:int} /pairings /standings /crosstable /print/pairings/{round:int} /print/standings
viewer  GET     /print/scoresheets/{round:int}
viewer  GET     /events/board/{board:int} /events/pairings /events/standings /events/crosstable
viewer  GET     /api/v1/event /api/v1/boards /api/v1/boards/{board:int} /api/v1/pairings /api/v1/standings
viewer  GET     /api/v1/crosstable
viewer  GET     /games.pgn /round/{round:int}/games.pgn /board/{board:int}/game.pgn
viewer  GET     /round/{round:int}/board/{board:int}/game.pgn /results.json /report.trf
arbiter GET     /events/arbiter /api/v1/alerts /api/v1/actions
arbiter POST    /arbiter/command /api/v1/commands
table   POST    /api/table/sync /api/table/enrol
"""
_TABLE = """
viewer  GET     /clock /api/v1/table /api/v1/alerts
arbiter GET     /doctor
arbiter POST    /arbiter/ruling /api/v1/rulings
"""


def _rows(application: str, text: str) -> dict[Row, Role]:
    found: dict[Row, Role] = {}
    for line in filter(None, text.splitlines()):
        role, method, *paths = line.split()
        found |= {(application, path, method): Role(role) for path in paths}
    return found


ROWS: dict[Row, Role] = {
    **_rows("hub", _BOTH + _HUB),
    **_rows("table", _BOTH + _TABLE),
}
