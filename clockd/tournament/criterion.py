"""How a tie-break is asked for, what it answers, and where it is found by name.

A tie-break is one function that returns its addends, each with a few words on where it comes from; cutting the
lowest, adding up and rounding are done here, once for all of them. Two kinds: most look at one player's row;
direct encounter looks at all who are tied. Adding a tie-break is adding one function. Values are `Fraction`s and
higher is better. Sources: FIDE C.07 art. 4, 5 and 14; TRF26 mandatory tie-breaks (the codes' modifiers).
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from typing import Literal

from clockd.errors import BadInput
from clockd.tournament.crosstable import Crosstable, System

EDITIONS = (2009, 2023, 2024, 2026)  # 2009: the virtual opponent, in force until August 2023
EDITION_NOW = 2026
CUTS_MAX = 23  # one less than the rounds of the longest round robin plus one


@dataclass(frozen=True, slots=True)
class Rules:
    """How the event has its tie-breaks reckoned. `unrated_as` is the rating that an unrated opponent counts as."""

    edition: int = EDITION_NOW
    unrated_as: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A tie-break with its modifiers: `cut` lowest left out, `median` left out at both ends, `limit` half points.

    `code` is the canonical text ("PS/C1"), the key under which values are shown.
    """

    code: str
    base: str
    cut: int = 0
    median: int = 0
    limit: int = 0
    rules: Rules = Rules()


@dataclass(frozen=True, slots=True)
class Part:
    """One addend: `weight` says which is cut first (the value itself, unless told otherwise).

    `label` and `factors` are how it is told ("0.5 × 3.5 v 4"): no factors given are the value itself, an empty
    tuple is the label alone. `voluntary` marks a round that the player himself chose not to play (C.07 art. 16.5).
    """

    value: Fraction
    label: str = ""
    factors: tuple[Fraction, ...] | None = None
    weight: Fraction | None = None
    voluntary: bool = False

    @property
    def significance(self) -> tuple[Fraction, Fraction]:
        return (self.value if self.weight is None else self.weight, self.value)

    @property
    def words(self) -> str:
        factors = (self.value,) if self.factors is None else self.factors
        return f"{' × '.join(map(plain, factors))} {self.label}".strip()


@dataclass(frozen=True, slots=True)
class Value:
    """A player's value under one criterion; None where it does not apply. `remark` says why, where no sum does."""

    number: Fraction | None
    remark: str = ""
    kept: tuple[Part, ...] = ()
    left_out: tuple[Part, ...] = ()

    @property
    def words(self) -> str:
        """The sum behind the value, made only when somebody looks: "1 × 3.5 v 4 + ...; left out: ..."."""
        if self.remark:
            return self.remark
        kept = " + ".join(part.words for part in self.kept) or "nothing"
        cut = ", ".join(part.words for part in self.left_out)
        return f"{kept}; left out: {cut}" if cut else kept


Need = Literal["ratings", "colours"]
Parts = Sequence[Part]
Reckon = Callable[[Crosstable, int, Asked], Parts]
Among = Callable[[Crosstable, Sequence[int], Asked], "Encounter | None"]
Fold = Callable[[Sequence[Fraction]], Fraction]


@dataclass(frozen=True, slots=True)
class Encounter:
    """What a criterion among the tied says: each one's value, and the group in order, equals together."""

    values: dict[int, Value]
    order: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break that looks at one player's row. `systems` are those it is defined for."""

    code: str
    name: str
    reckon: Reckon
    fold: Fold
    modifiers: frozenset[str]
    systems: tuple[System, ...]
    needs: frozenset[Need]


@dataclass(frozen=True, slots=True)
class AmongTied:
    """A criterion that looks at all who are tied at once."""

    code: str
    name: str
    compare: Among
    modifiers: frozenset[str] = frozenset()


REGISTRY: dict[str, TieBreak | AmongTied] = {}
# How records 202 and 212 write the two that are not FIDE's.
TRF_NAMES = {"OTHER_DEALLMET": "DE-ALLMET", "OTHER_ARO7": "ARO7"}


def total(values: Sequence[Fraction]) -> Fraction:
    """The sum."""
    return sum(values, Fraction(0))


def rounded_mean(values: Sequence[Fraction]) -> Fraction:
    """The average as a whole number, half up (C.07 art. 10.1); 0 of nothing."""
    if not values:
        return Fraction(0)
    return Fraction((total(values) / len(values) + Fraction(1, 2)).__floor__())


def tie_break(
    code: str,
    name: str,
    *,
    fold: Fold = total,
    modifiers: str = "",
    systems: tuple[System, ...] = ("round-robin", "swiss"),
    needs: Sequence[Need] = (),
) -> Callable[[Reckon], Reckon]:
    """Enter a function into the list of tie-breaks. `modifiers` are the letters it takes: C cut, M median, L limit.

    What it `needs` must be known of everybody: a rating (C.07 art. 10), or the colours of all games.
    """

    def enter(reckon: Reckon) -> Reckon:
        assert code not in REGISTRY, code
        letters, wanted = frozenset(modifiers), frozenset(needs)
        REGISTRY[code] = TieBreak(code, name, reckon, fold, letters, systems, wanted)
        return reckon

    return enter


def among_tied(code: str, name: str) -> Callable[[Among], Among]:
    """Enter a function that compares the tied with each other."""

    def enter(compare: Among) -> Among:
        assert code not in REGISTRY, code
        REGISTRY[code] = AmongTied(code, name, compare)
        return compare

    return enter


_MODIFIER = re.compile(r"([CM])(\d{1,2})|(L)([+-]\d{1,2})")


def parse_criterion(text: str, rules: Rules | None = None) -> Asked:
    """A code such as "KS", "PS/C1" or "KS/L+1", in any case; BadInput names the nearest known one."""
    wanted = "".join(text.split()).upper()
    base, *modifiers = TRF_NAMES.get(wanted, wanted).split("/")
    if base not in REGISTRY:
        near = get_close_matches(base, REGISTRY, n=1)
        hint = f"; {near[0]}?" if near else ""
        raise BadInput(
            f"tie-break {text.strip()!r}, expected one of {' '.join(sorted(REGISTRY))}{hint}"
        )
    amounts = dict(_modifier(text, base, modifier) for modifier in modifiers)
    code = "/".join([base, *modifiers])
    cut, median, limit = (amounts.get(letter, 0) for letter in "CML")
    return Asked(code, base, cut, median, limit, rules or Rules())


def _modifier(text: str, base: str, modifier: str) -> tuple[str, int]:
    found = _MODIFIER.fullmatch(modifier)
    letter = (found[1] or found[3]) if found else ""
    if not found or letter not in REGISTRY[base].modifiers:
        known = ", ".join(sorted(REGISTRY[base].modifiers)) or "none"
        raise BadInput(f"tie-break {text.strip()!r}: modifier {modifier!r}, {base} takes {known}")
    amount = int(found[2] or found[4])
    if not -CUTS_MAX <= amount <= CUTS_MAX:
        raise BadInput(f"tie-break {text.strip()!r}: {amount} is more than {CUTS_MAX}")
    return letter, amount


def parse_criteria(text: str, rules: Rules | None = None) -> tuple[Asked, ...]:
    """A list such as "DE,BPG,KS,SB,WON"; points ("PTS") may lead it. BadInput for an unknown or repeated one.

    Direct encounter alone may be asked again further down (C.07 art. 4.3, type A): its second code is "DE#2".
    """
    names = [name for name in text.replace(";", ",").split(",") if name.strip()]
    if names and names[0].strip().upper() == "PTS":
        names = names[1:]
    asked: dict[str, Asked] = {}
    for one in (parse_criterion(name, rules) for name in names):
        code = one.code
        if code in asked and isinstance(REGISTRY[one.base], AmongTied):
            code = f"{code}#{sum(known.base == one.base for known in asked.values()) + 1}"
        if code in asked:
            raise BadInput(f"tie-break {code!r} is in the list twice, expected once")
        asked[code] = replace(one, code=code)
    return tuple(asked.values())


def evaluate(table: Crosstable, number: int, asked: Asked) -> Value:
    """One player's value under one tie-break of his own row, with the sum behind it."""
    remark = unusable(table, asked)
    return Value(None, remark) if remark else added_up(parts_of(table, number, asked), asked)


def unusable(table: Crosstable, asked: Asked) -> str:
    """Why a tie-break cannot be used in this table, or ""."""
    entry = _entry(asked)
    if table.system not in entry.systems:
        return f"not used in a {table.system}"
    for need in entry.needs:
        if not _known(need, table, asked.rules):
            return f"not used: not everybody has known {need}"
    return ""


def parts_of(table: Crosstable, number: int, asked: Asked) -> tuple[Part, ...]:
    """The addends before anything is cut; the same whatever the cut."""
    return tuple(_entry(asked).reckon(table, number, asked))


def added_up(parts: Sequence[Part], asked: Asked) -> Value:
    """The addends cut as asked and added up."""
    kept = list(parts)
    left_out = _cut_lowest(kept, asked.cut) + _cut_median(kept, asked.median)
    result = _entry(asked).fold([part.value for part in kept])
    return Value(result, kept=tuple(kept), left_out=tuple(left_out))


def _entry(asked: Asked) -> TieBreak:
    entry = REGISTRY[asked.base]
    assert isinstance(entry, TieBreak), asked
    return entry


def _known(need: Need, table: Crosstable, rules: Rules) -> bool:
    if need == "colours":
        return table.colours_known
    return rules.unrated_as is not None or table.ratings_known


def _cut_lowest(kept: list[Part], count: int) -> list[Part]:
    """Take the `count` least significant addends away; they are answered."""
    gone = []
    for _ in range(min(count, len(kept))):
        least = min(kept, key=_significance)
        chosen = [part for part in kept if part.voluntary]
        if chosen:
            # C.07 art. 16.5: the cut is spent on the lowest round that he chose not to play, unless that is worth less.
            least = max(least, min(chosen, key=_worth), key=_worth)
        kept.remove(least)
        gone.append(least)
    return gone


def _cut_median(kept: list[Part], count: int) -> list[Part]:
    """Take as many away at both ends, the lowest first (C.07 art. 14.3)."""
    gone = _cut_lowest(kept, count)
    for _ in range(min(count, len(kept))):
        most = max(kept, key=_significance)
        kept.remove(most)
        gone.append(most)
    return gone


def _significance(part: Part) -> tuple[Fraction, Fraction]:
    return part.significance


def _worth(part: Part) -> Fraction:
    return part.value


def plain(number: Fraction | None) -> str:
    """A value as people read it: "27.25" without trailing zeros, "-" where there is none.

    Points and their sums are quarters at most; a third (a mean over three games) is cut at four places.
    """
    if number is None:
        return "-"
    digits, rest = divmod(abs(number.numerator) * 10_000, number.denominator)
    digits += 2 * rest >= number.denominator
    text = f"{digits // 10_000}.{digits % 10_000:04}".rstrip("0").rstrip(".")
    return f"-{text}" if number < 0 and digits else text
