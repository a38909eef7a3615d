"""What a site of pages needs whoever serves it: templates, static files, drawings of the men, the answer "not there".

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
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from clockd.web.position import man_name
from clockd.web.words import say, script_words

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
    pages.globals["say"] = say
    pages.globals["script_words"] = json.dumps(script_words(), ensure_ascii=False)
    return pages


def site_routes() -> list[BaseRoute]:
    """The routes of files and drawings."""
    men = [chess.Piece(kind, colour) for kind in chess.PIECE_TYPES for colour in chess.COLORS]
    drawings = {man_name(piece): chess.svg.piece(piece) for piece in men}

    async def man(request: Request) -> Response:
        drawing = drawings.get(request.path_params["name"])
        if drawing is None:
            raise HTTPException(404)
        return Response(drawing, media_type="image/svg+xml", headers={"Cache-Control": FOREVER})

    return [Route("/piece/{name}.svg", man), Mount("/static", _Files(directory=HERE / "static"))]


class _Files(StaticFiles):
    """Static files that the browser checks for a newer version each time."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        answer = super().file_response(*args, **kwargs)
        answer.headers["Cache-Control"] = ASK_AGAIN
        return answer


async def not_there(request: Request, error: Exception) -> Response:
    """404 in one line."""
    return PlainTextResponse("There is nothing at this address.\n", status_code=404)
