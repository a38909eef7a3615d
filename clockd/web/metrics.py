"""What a monitor watches, as Prometheus' text: is it up, how old is the news, how many boards, tables, alerts, streams.

Counts only: no name, no position, nothing that a spectator may not know. Pure.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from clockd.web.alert_words import LEVELS
from clockd.web.link import News

METRICS_HEADERS = {
    "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
    "Cache-Control": "no-store",
}
LINKS = ("live", "silent", "none")
STATES = ("waiting", "running", "paused", "ended")
MILLI = 1000

Sample = tuple[Mapping[str, str], float]


def hub_metrics(snapshot: Mapping[str, Any], age_ms: int, streams: int) -> str:
    """The hub's."""
    boards, alerts = snapshot["boards"], snapshot["alerts"]
    links = Counter(str(each.get("link") or "none") for each in boards)
    levels = Counter(str(each.get("level")) for each in alerts)
    finished = sum(each["result"] != "*" for each in boards)
    return "".join(
        [
            _gauge("clockd_news_age_seconds", "Age of the latest snapshot", [({}, age_ms / MILLI)]),
            _gauge("clockd_round", "Round under way", [({}, snapshot["round"])]),
            _gauge("clockd_boards", "Boards of the round", [({}, len(boards))]),
            _gauge("clockd_results", "Boards with a result", [({}, finished)]),
            _gauge("clockd_tables", "Tables by their line", _counts("link", LINKS, links)),
            _gauge("clockd_alerts", "Open alerts by level", _counts("level", LEVELS, levels)),
            _gauge("clockd_journal_seq", "Records of the event", [({}, snapshot["seq"])]),
            _gauge("clockd_streams", "Open event streams", [({}, streams)]),
        ]
    )


def table_metrics(news: News, now_ns: int, streams: int) -> str:
    """A table's."""
    said = news.snapshot
    age_ms = news.age_ms(now_ns)
    states = Counter([str(said["state"])] if said else [])
    lines = [
        _gauge("clockd_table_up", "The table answers", [({}, news.table_link == "live")]),
        _gauge("clockd_streams", "Open event streams", [({}, streams)]),
    ]
    if said is not None and age_ms is not None:
        behind = max(0, said["seq"] - said["durable_seq"])
        lines += [
            _gauge("clockd_news_age_seconds", "Age of the latest snapshot", [({}, age_ms / MILLI)]),
            _gauge("clockd_table_state", "1 for the state", _counts("state", STATES, states)),
            _gauge("clockd_alerts", "Open alerts", [({}, len(said["alerts"]))]),
            _gauge("clockd_journal_seq", "Records of the table", [({}, said["seq"])]),
            _gauge("clockd_records_behind", "Records not on the disk yet", [({}, behind)]),
            _gauge("clockd_board_up", "The board answers", [({}, said["board_link"] == "live")]),
            _gauge("clockd_hub_up", "The hub answers", [({}, said["hub_link"] == "live")]),
        ]
    return "".join(lines)


def _counts(label: str, names: Iterable[str], found: Mapping[str, int]) -> list[Sample]:
    """One sample for each name, zero included: a line that comes and goes is no line to watch."""
    return [({label: name}, found.get(name, 0)) for name in names]


def _gauge(name: str, about: str, samples: Iterable[Sample]) -> str:
    lines = [f"# HELP {name} {about}.", f"# TYPE {name} gauge"]
    for labels, value in samples:
        inside = ",".join(f'{key}="{text}"' for key, text in labels.items())
        lines.append(f"{name}{{{inside}}} {value:g}" if inside else f"{name} {value:g}")
    return "\n".join(lines) + "\n"
