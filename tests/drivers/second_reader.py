"""A second reader of the board's bytes, written from the fact sheet alone: no line of it is shared with drivers/.

Slow and plain on purpose. It reads sections 3 and 5 of "DGT e-board and clock": a message is an identity with its top
bit set, two length bytes of seven bits each that count all three, and a payload; a dump has 64 fields from a8 to h1, a
field update names one.
"""

from collections.abc import Iterator

PIECES = {0: ".", 1: "P", 2: "R", 3: "N", 4: "B", 5: "K", 6: "Q"}
PIECES |= {code + 6: letter.lower() for code, letter in PIECES.items() if code}


def messages(stream: bytes) -> Iterator[tuple[int, bytes]]:
    """(identity without its top bit, payload) of every whole message."""
    at = 0
    while at + 3 <= len(stream):
        length = stream[at + 1] * 128 + stream[at + 2]
        whole = stream[at : at + length]
        sound = stream[at] >= 128 and 3 <= length == len(whole) and max(whole[1:]) < 128
        if sound:
            yield stream[at] - 128, whole[3:]
        at += length if sound else 1


def squares(stream: bytes) -> dict[str, str]:
    """What stands where, by square name, after everything in the stream; empty squares have no entry."""
    board: dict[str, str] = {}
    for identity, payload in messages(stream):
        fields = list(enumerate(payload)) if identity == 6 and len(payload) == 64 else []
        if identity == 14 and len(payload) == 2:
            fields = [(payload[0], payload[1])]
        for field, code in fields:
            name = "abcdefgh"[field % 8] + str(8 - field // 8)
            board[name] = PIECES.get(code, "?")
    return {name: piece for name, piece in board.items() if piece != "."}
