"""interfaces.md section 6: the socket that the pipe's buttons listen on."""

import json
import queue
import socket
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clockd.errors import BadConfig, DeviceError
from clockd.ports import (
    BLACK,
    WHITE,
    BoardInput,
    ButtonInput,
    ButtonsTold,
    ClockPressed,
    DrawPressed,
)
from drivers.buttons_pipe import CLIENTS_MOST, PipeButtons, make

PATIENCE_S = 20.0  # of a loaded machine; nothing here is a measurement


class Listening:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.inbox: queue.Queue[BoardInput | ButtonInput] = queue.Queue()
        self.told: list[ButtonsTold] = []
        self.buttons = PipeButtons(path)
        self.buttons.start(self.inbox.put)

    def connect(self) -> socket.socket:
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        client.settimeout(PATIENCE_S)
        client.connect(str(self.path))
        return client

    def next(self) -> BoardInput | ButtonInput:
        """What comes next, counts aside."""
        while isinstance(seen := self.inbox.get(timeout=PATIENCE_S), ButtonsTold):
            self.told.append(seen)
        return seen


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[Listening]:
    table = Listening(tmp_path / "buttons")
    yield table
    table.buttons.close()


def test_a_press_is_stamped_on_receipt_and_not_answered(listening: Listening) -> None:
    before_ns = time.monotonic_ns()
    with listening.connect() as client:
        client.sendall(b'{"press":"white"}\n')
        seen = listening.next()
        assert isinstance(seen, ClockPressed) and seen.side is WHITE
        assert before_ns <= seen.at_ns <= time.monotonic_ns()
        client.sendall(b"nonsense\n")
        assert json.loads(client.recv(4096)) == {  # the first answer there is
            "error": "b'nonsense' is not JSON, expected one object a line"
        }


def test_a_believed_stamp_is_kept(listening: Listening) -> None:
    at_ns = time.monotonic_ns()
    with listening.connect() as client:
        client.sendall(json.dumps({"press": "black", "at_monotonic_ns": at_ns}).encode() + b"\n")
        assert listening.next() == ClockPressed(at_ns, BLACK)
        client.sendall(b'{"press":"black","at_monotonic_ns":1}\n')
        seen = listening.next()
        assert seen.at_ns > at_ns
        client.sendall(b'{"press":"black"}\n')
        listening.next()
    assert [dict(told.counts) for told in listening.told] == [{"unstamped": 1, "refused": 0}]


def test_several_clients_at_once(listening: Listening) -> None:
    with listening.connect() as one, listening.connect() as other:
        one.sendall(b'{"press":')
        other.sendall(b'{"draw":"black"}\n')
        assert isinstance(listening.next(), DrawPressed)
        one.sendall(b'"white"}\n')
        assert isinstance(listening.next(), ClockPressed)


def test_a_client_that_dies_mid_line_is_forgotten(listening: Listening) -> None:
    client = listening.connect()
    client.sendall(b'{"press":"whi')
    client.close()
    with listening.connect() as other:
        other.sendall(b'{"press":"black"}\n')
        seen = listening.next()
    assert isinstance(seen, ClockPressed) and seen.side is BLACK


def test_one_client_too_many_is_told_so(listening: Listening) -> None:
    clients = [listening.connect() for _ in range(CLIENTS_MOST)]
    for client in clients:
        client.sendall(b'{"press":"white"}\n')
        listening.next()
    with listening.connect() as late:
        assert b"too many clients" in late.recv(4096)
        assert late.recv(4096) == b""
    clients.pop().close()
    for client in clients:
        client.sendall(b'{"press":"white"}\n')
        listening.next()
        client.close()


def test_a_client_that_never_reads_its_errors_stops_nobody(listening: Listening) -> None:
    with listening.connect() as deaf, listening.connect() as other:
        for _ in range(300):
            deaf.sendall(b"nonsense\n" * 100)
        other.sendall(b'{"press":"white"}\n')
        assert isinstance(listening.next(), ClockPressed)
    assert len(listening.told) <= 1 + PATIENCE_S  # at most each second, of thousands of lines


def test_the_socket_is_ours_and_gone_at_the_end(tmp_path: Path) -> None:
    """Mode 0660; an old socket of a killed table is removed at the start."""
    path = tmp_path / "buttons"
    old = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    old.bind(str(path))
    old.close()
    table = Listening(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o660
    table.buttons.close()
    assert not path.exists()
    table.buttons.close()


def test_a_file_that_is_no_socket_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "buttons"
    path.write_text("precious")
    with pytest.raises(DeviceError, match="cannot listen there: there is a file that is no socket"):
        Listening(path)
    assert path.read_text() == "precious"


def test_a_folder_that_is_missing_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="cannot listen there: No such file or directory"):
        Listening(tmp_path / "nowhere" / "buttons")


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({}, "[buttons] path is missing, expected the path of a socket to listen on"),
        ({"path": 3}, "[buttons] path = 3, expected the path of a socket to listen on"),
        ({"path": "x", "white": 3}, "[buttons] white: unknown key, expected driver, path"),
    ],
)
def test_a_wrong_key_is_one_clear_line(config: dict[str, Any], message: str) -> None:
    with pytest.raises(BadConfig) as caught:
        make(config)
    assert str(caught.value) == message


def test_a_good_configuration_opens_nothing_yet(tmp_path: Path) -> None:
    make({"driver": "pipe", "path": str(tmp_path / "buttons")}).close()
    assert not (tmp_path / "buttons").exists()
