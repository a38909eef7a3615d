"""Reading a time control as people write it: `parse_control`.

Four grammars are tried in turn: the canonical one (seconds, as in PGN and TRF26), the American ("G/10 d2",
"40/90, SD/30; +30", minutes), the European ("90'/40 + 30' + 30\""), and two of any of these for unequal sides
("W300-B240"). Spaces and case do not matter. The first that reads the whole text wins; otherwise the error
names the furthest position that any of them reached. Source: interfaces.md section 1; rules sheet 3.1.
"""

import re
from collections.abc import Callable

from clockd.errors import BadTimeControl
from clockd.game.time_control import Kind, Period, Periods, TimeControl
from clockd.units import minutes, seconds

LONGEST_TEXT = 200  # a control is a few words; more is not a control
MOST_MOVES_UNMARKED = 60  # "90/40": with more than 60 the numbers were meant the other way round
HOURS_UP_TO = 5  # American "40/2" means two hours

_MINUTE_MARK = r"(?:minutes|min\.?|'(?!'))"
_SECOND_MARK = r"(?:seconds|sec\.?|s\.?|\"|'')"
_QUOTES = str.maketrans({"′": "'", "’": "'", "‘": "'", "″": '"', "”": '"', "“": '"'})


class _Misfit(Exception):
    """A grammar cannot go on at `position` (in the squeezed text)."""

    def __init__(self, position: int, expected: str) -> None:
        super().__init__(expected)
        self.position, self.expected = position, expected


class _Scanner:
    """A cursor over the text without its spaces."""

    def __init__(self, text: str) -> None:
        self.text, self.position = text, 0

    def take(self, pattern: str) -> str | None:
        found = re.compile(pattern).match(self.text, self.position)
        if found is None:
            return None
        self.position = found.end()
        return found.group()

    def number(self, expected: str) -> int:
        start = self.position
        digits = self.take(r"[0-9]{1,6}(?![0-9])")
        if digits is None or int(digits) == 0:
            raise _Misfit(start, expected)
        return int(digits)

    def need(self, pattern: str, expected: str) -> str:
        found = self.take(pattern)
        if found is None:
            raise _Misfit(self.position, expected)
        return found

    @property
    def at_end(self) -> bool:
        return self.position == len(self.text)

    def end(self, expected: str) -> None:
        if not self.at_end:
            raise _Misfit(self.position, expected)


_Grammar = Callable[[_Scanner], list[Period]]


# -- the canonical form: seconds ------------------------------------------------------------------


def _canonical(scan: _Scanner) -> list[Period]:
    periods = [_canonical_period(scan)]
    while periods[-1].moves is not None:
        scan.need(":", "':' and the next period")
        periods.append(_canonical_period(scan))
    scan.end("'+', 'd' or 'b' with seconds, or the end")
    return periods


def _canonical_period(scan: _Scanner) -> Period:
    if scan.take(r"\*"):
        return Period(seconds(scan.number("seconds of the hourglass")), kind=Kind.HOURGLASS)
    first = scan.number("a number of seconds, or of moves before '/'")
    moves = first if scan.take("/") else None
    base = scan.number("seconds, 1 or more") if moves is not None else first
    sign = scan.take(r"[+db]")
    if sign is None:
        return Period(seconds(base), moves)
    return _with_amount(seconds(base), moves, Kind(sign), _amount(scan))


def _amount(scan: _Scanner) -> int:
    """Seconds that each move adds; "+0" is written by many programs for none."""
    return 0 if scan.take(r"0+(?![0-9])") else scan.number("seconds a move")


def _with_amount(base_ns: int, moves: int | None, kind: Kind, amount: int) -> Period:
    return Period(base_ns, moves, kind if amount else Kind.SUDDEN_DEATH, seconds(amount))


# -- the American form: minutes, "G/", "SD/" ------------------------------------------------------


def _american(scan: _Scanner) -> list[Period]:
    bases: list[tuple[int | None, int]]
    if scan.take("g/"):
        bases = [(None, scan.number("minutes"))]
        scan.take(_MINUTE_MARK)
    else:
        bases = _american_periods(scan)
    kind, amount = _added(scan)
    scan.end("an increment (+30) or a delay (d5)")
    return [_with_amount(minutes(base), moves, kind, amount) for moves, base in bases]


def _american_periods(scan: _Scanner) -> list[tuple[int | None, int]]:
    bases: list[tuple[int | None, int]] = []
    while not scan.take("sd/"):
        moves = scan.number("'G/', 'SD/' or a number of moves")
        scan.take("moves")
        scan.need("/", "'/' and minutes")
        bases.append((moves, scan.number("minutes")))
        scan.take(_MINUTE_MARK)
        scan.need("[,;]", "',' and the next period")
    bases.append((None, scan.number("minutes")))
    scan.take(_MINUTE_MARK)
    if all(base <= HOURS_UP_TO for _, base in bases[:-1]) and len(bases) > 1:
        hours_last = bases[-1][1] <= HOURS_UP_TO
        bases = [
            (moves, base * 60 if moves is not None or hours_last else base) for moves, base in bases
        ]
    return bases


def _added(scan: _Scanner) -> tuple[Kind, int]:
    """An increment or delay behind a US control: "+30", "d5", "b2", "inc5", "T/D5", "+2 delay"."""
    scan.take("[,;]")
    scan.take("with")
    if scan.take(r"t/d|delay|d"):
        kind = Kind.DELAY
    elif scan.take(r"bronstein|b"):
        kind = Kind.BRONSTEIN
    elif scan.take(r"\+|inc"):
        kind = Kind.FISCHER
    else:
        return Kind.SUDDEN_DEATH, 0
    amount = _amount(scan)
    scan.take(_SECOND_MARK)
    if kind is Kind.FISCHER and scan.take("delay"):
        kind = Kind.DELAY
    scan.take("increment|inc")
    return kind, amount


# -- the European form: minutes/moves + minutes + seconds -------------------------------------------


def _european(scan: _Scanner) -> list[Period]:
    bases: list[tuple[int | None, int]] = []
    while True:
        base, marked = scan.number("minutes"), bool(scan.take(_MINUTE_MARK))
        if not scan.take("/"):
            break
        if scan.take("end"):
            marked = True
            break
        start = scan.position
        moves = scan.number("a number of moves")
        if not marked and moves > MOST_MOVES_UNMARKED:
            raise _Misfit(start, f"moves, at most {MOST_MOVES_UNMARKED}, behind minutes")
        bases.append((moves, base))
        scan.need(r"[+,]", "'+' and the next period")
    if not bases and not marked:
        raise _Misfit(scan.position, "a mark of minutes (')")
    amount = _european_increment(scan)
    return [
        _with_amount(minutes(each), moves, Kind.FISCHER, amount)
        for moves, each in [*bases, (None, base)]
    ]


def _european_increment(scan: _Scanner) -> int:
    scan.take(",")
    amount = 0
    if scan.take(r"\+"):
        amount = _amount(scan)
        scan.take(_SECOND_MARK)
        scan.take("/move|permove")
    scan.end("'+' and seconds a move, or the end")
    return amount


_GRAMMARS: tuple[_Grammar, ...] = (_canonical, _american, _european)


def _side(text: str) -> Periods:
    """Periods of one side's text (squeezed); _Misfit with the furthest position reached."""
    furthest = _Misfit(0, "a time control")
    for grammar in _GRAMMARS:
        try:
            return tuple(grammar(_Scanner(text)))
        except _Misfit as misfit:
            if misfit.position > furthest.position or furthest.position == 0:
                furthest = misfit
    raise furthest


def _both_sides(text: str) -> TimeControl:
    if not text.startswith("w"):
        periods = _side(text)
        return TimeControl(periods, periods)
    split = text.find("-b")
    if split < 0:
        raise _Misfit(len(text), "'-B' and Black's control")
    return TimeControl(_shifted(text[1:split], 1), _shifted(text[split + 2 :], split + 2))


def _shifted(text: str, offset: int) -> Periods:
    try:
        return _side(text)
    except _Misfit as misfit:
        raise _Misfit(misfit.position + offset, misfit.expected) from None


def _squeeze(text: str) -> tuple[str, list[int]]:
    """The text without spaces, in lower case, and where each of its characters stood."""
    kept = [(at, char) for at, char in enumerate(text.translate(_QUOTES)) if not char.isspace()]
    return "".join(char.lower()[:1] for _, char in kept), [at for at, _ in kept]


def parse_control(text: str) -> TimeControl:
    """The time control that `text` means; BadTimeControl names the position that does not fit."""
    if len(text) > LONGEST_TEXT:
        raise BadTimeControl(text[:40], LONGEST_TEXT, f"at most {LONGEST_TEXT} characters")
    squeezed, places = _squeeze(text)
    try:
        return _both_sides(squeezed)
    except _Misfit as misfit:
        inside = misfit.position < len(places)
        position = places[misfit.position] if inside else len(text)
        raise BadTimeControl(text, position, misfit.expected) from None
