"""The feeds over HTTP: for readers that poll."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from clockd.web.access import Access
from clockd.web.hub_app import make_hub_app
from clockd.web.hub_feeds import HubFeeds
from clockd.web.roles import Role
from tests.web.arbiters import access_in, session_of
from tests.web.fake_hub import FakeHub, event
from tests.web.test_hub_arbiter import FakeDesk

PATHS = ("/games.pgn", "/round/1/games.pgn", "/board/2/game.pgn", "/results.json", "/report.trf")
NAME = 'Ørn "<b>Åse</b>"'


class Source:
    """A hub's feeds that say what they were asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def games(self, number: int | None, board: int | None, *, prompt: bool) -> str | None:
        self.asked.append((number, board, prompt))
        return None if number == 9 else f'[White "{NAME}"]\n\n*\n'

    def results(self, *, prompt: bool) -> dict[str, Any] | None:
        self.asked.append(("results", prompt))
        return {"white": NAME}

    def report(self, tournament: str, *, prompt: bool) -> str | None:
        self.asked.append((tournament, prompt))
        return f"012 {NAME}\n"


def ask(
    path: str,
    source: Source,
    access: Access | None = None,
    headers: Mapping[str, str] | None = None,
) -> httpx.Response:
    async def run() -> httpx.Response:
        app = make_hub_app(
            FakeHub(event(3)), access=access, desk=FakeDesk() if access else None, more=HubFeeds(source).doors()
        )  # fmt: skip
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://hub") as client:
            return await client.get(path, headers=headers or {})

    return asyncio.run(run())


@pytest.mark.parametrize("path", PATHS)
def test_a_reader_that_has_it_is_told_so(path: str) -> None:
    """RFC 9110 section 13.1.2; ecosystem-protocols.md 3.2: ETag and a charset."""
    first = ask(path, Source())
    assert first.status_code == 200
    assert "charset=utf-8" in first.headers["content-type"] or path.endswith(".json")
    assert NAME in first.text or path.endswith(".json")
    tag = first.headers["etag"]
    for asked in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = ask(path, Source(), headers={"If-None-Match": asked})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    assert ask(path, Source(), headers={"If-None-Match": '"other"'}).status_code == 200


def test_which_round_and_board_are_asked_for() -> None:
    source = Source()
    for path in (*PATHS[:3], "/round/3/board/7/game.pgn"):
        ask(path, source)
    assert source.asked == [(None, None, False), (1, None, False), (None, 2, False), (3, 7, False)]


def test_what_is_not_there_is_a_problem() -> None:
    answer = ask("/round/9/games.pgn", Source())
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("role", [None, Role.ARBITER, Role.CHIEF])
def test_arbiters_alone_see_it_without_delay(tmp_path: Path, role: Role | None) -> None:
    access, source = access_in(tmp_path, role=role or Role.CHIEF), Source()
    headers = session_of(access, "http://hub") if role else {}
    for path in PATHS:
        assert ask(path, source, access, headers).status_code == 200
    assert {each[-1] for each in source.asked} == {role is not None}
