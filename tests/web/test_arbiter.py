"""A ruling from the arbiter's page: who may give one, what is taken, what the page is told."""

import asyncio
import json
from typing import Any

import pytest

from clockd.errors import BadInput, DeviceError
from clockd.game.rulings import command_names
from clockd.web.alert_words import KINDS
from clockd.web.arbiter import LONGEST_BODY, command_of, form_views, give
from clockd.web.ruling_forms import FORMS, commands_offered, first_answer

RULING = {
    "id": "0123456789ab",
    "name": "restore",
    "arguments": {"take-back": "1"},
    "reason": "seen",
}


def body(**changes: Any) -> bytes:
    return json.dumps({**RULING, **changes}).encode()


def given(answer: Any, **changes: Any) -> tuple[int, dict[str, Any]]:
    def ask(request: dict[str, Any]) -> dict[str, Any]:
        assert set(request) == {"command"}
        if isinstance(answer, Exception):
            raise answer
        return dict(answer)

    return asyncio.run(give(ask, "Ann Arbiter", body(**changes)))


def test_the_page_offers_every_command_of_the_table_once_and_nothing_else() -> None:
    """`resume` is `start` there, `call-answered` is what "seen" does to a call."""
    assert set(command_names()) - commands_offered() == {"resume", "call-answered"}
    assert commands_offered() <= set(command_names())
    keys = [form.key for form in FORMS]
    assert len(set(keys)) == len(keys) and not {"G", "J", "K", "W"} & set(keys)


def test_every_alert_has_its_answer() -> None:
    assert {first_answer(alert).name for alert in KINDS} <= {form.name for form in FORMS}
    assert first_answer("illegal-move").key == "I"
    assert first_answer("something-new").name == "seen"


def test_every_word_of_the_forms_is_in_the_catalogue() -> None:
    for view in form_views():
        assert view["title"] and view["effect"]
        for field in view["fields"]:
            assert not any(word.startswith(("choice.", "field.")) for _, word in field["choices"])


def test_the_author_is_who_signed_in_and_the_place_is_said() -> None:
    command = command_of("Ann Arbiter", body(author="Mallory"))
    assert command == {**RULING, "author": "Ann Arbiter, at the table"}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"[]", "JSON object"),
        (b"\xff{", "JSON object"),
        (b"[" * 5000, "JSON object"),
        (body(name="pairing"), "expected a ruling of this page"),
        (body(name=["restore"]), "expected a ruling of this page"),
        (body(id="1"), "8 to 64"),
        (body(arguments=[1]), "arguments"),
        (b" " * (LONGEST_BODY + 1), "at most"),
    ],
)
def test_what_is_no_ruling_never_reaches_the_table(sent: bytes, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        command_of("Ann", sent)


def test_the_page_is_told_what_the_table_said() -> None:
    assert given({"ok": True, "seq": 7}) == (200, {"ok": True, "detail": "Done: record 7."})
    refused = {"ok": False, "error": "the clock runs: pause it first"}
    assert given({**refused, "seq": 7}) == (409, refused)
    status, answer = given(DeviceError("gone"))
    assert status == 503 and "look before giving it again" in answer["error"]
    assert given({"ok": True}, name="format-disk")[0] == 400
