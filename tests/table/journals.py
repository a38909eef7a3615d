"""State folders for tests: the records of played games, put into a real journal."""

from collections.abc import Iterable
from pathlib import Path

from clockd.codec import encode
from clockd.game.facts import Fact
from clockd.game.inputs import PairingLoaded
from clockd.journal import FILE_NAME, Journal, Record, make_record
from clockd.ports import ArbiterPressed
from tests.game.referee import Referee, pairing


def folder_of(folder: Path, records: Iterable[Record]) -> Path:
    """A state folder whose journal holds these records."""
    folder.mkdir(exist_ok=True)
    journal = Journal(folder / FILE_NAME)
    journal.append(records)
    journal.close()
    return folder


def two_games() -> Referee:
    """Round 1 ends by mate, round 2 is open after three plies."""
    referee = Referee("300", event="Open", round=1)
    referee.play("f3 e5 g4 Qh4#")
    second = pairing("300", event="Open", round=2)
    referee.feed(PairingLoaded(referee.now_ns, second))
    referee.feed(ArbiterPressed(referee.now_ns, "start"))
    referee.play("d4 d5 c4")
    return referee


def bent(record: Record, facts: list[Fact]) -> Record:
    """A record with other facts than its cause has today."""
    content = record.content
    stamps = {key: content[key] for key in ("mono_ns", "wall", "boot")}
    return make_record(record.seq, content["cause"], [encode(fact) for fact in facts], stamps)
