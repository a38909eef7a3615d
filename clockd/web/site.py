"""What a site of pages needs whoever serves it: templates, static files, drawings of the men.

The drawings come from the chess library, `wP` ... `bK`; a man's drawing never changes under its name and stays in
the browser's cache, while scripts and styles change with the program and are asked for each time.
"""

import json
from pathlib import Path
from typing import Any

import chess
import chess.svg
import jinja2
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from clockd.web.doors import Door
from clockd.web.position import man_name
from clockd.web.roles import Role
from clockd.web.words import language, say, script_words

HERE = Path(__file__).parent
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"  # the browser asks for a newer version, and is told 304


def page_templates() -> jinja2.Environment:
    """The pages' templates: everything that is filled in is escaped, an unknown name is our own mistake."""
    pages = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.globals["say"], pages.globals["language"] = say, language
    pages.globals["script_words"] = json.dumps(script_words(), ensure_ascii=False)
    return pages


def site_doors() -> list[Door]:
    """The ways to files and drawings."""
    men = [chess.Piece(kind, colour) for kind in chess.PIECE_TYPES for colour in chess.COLORS]
    drawings = {man_name(piece): chess.svg.piece(piece) for piece in men}
    files = _Files(directory=HERE / "static")

    async def man(request: Request) -> Response:
        drawing = drawings.get(request.path_params["name"])
        if drawing is None:
            raise HTTPException(404)
        return Response(drawing, media_type="image/svg+xml", headers={"Cache-Control": FOREVER})

    async def file(request: Request) -> Response:
        return await files.get_response(request.path_params["path"], request.scope)

    return [
        Door("/piece/{name}.svg", man, Role.VIEWER),
        Door("/static/{path:path}", file, Role.VIEWER),
    ]


class _Files(StaticFiles):
    """Static files that the browser checks for a newer version each time."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        answer = super().file_response(*args, **kwargs)
        answer.headers["Cache-Control"] = ASK_AGAIN
        return answer
