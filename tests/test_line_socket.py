"""A client's line is hostile until read: whatever it is, the client gets one line back and the next is served."""

import json
import socket
from pathlib import Path

import pytest

from clockd.line_socket import LineSocket, ask

NOT_QUESTIONS = [
    b"\xff\xfe\n",
    b"{\n",
    b"[]\n",
    b"null\n",
    b'{"after":' + b"9" * 5000 + b"}\n",
    b"[" * 60_000 + b"\n",
]


@pytest.mark.parametrize("line", NOT_QUESTIONS)
def test_what_is_no_question_is_answered_and_the_next_one_served(
    tmp_path: Path, line: bytes
) -> None:
    path = tmp_path / "sock"
    server = LineSocket(path, lambda asked: iter([{"ok": True, "asked": asked}]))
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(5)
        client.connect(str(path))
        client.sendall(line)
        with client.makefile("rb") as lines:
            answer = json.loads(lines.readline())
    assert (answer["ok"], isinstance(answer["error"], str)) == (False, True)
    assert ask(path, {"get": 1}, "a server") == {"ok": True, "asked": {"get": 1}}
    server.close()
