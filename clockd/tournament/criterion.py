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
from typing import Literal

from clockd.errors import BadInput
from clockd.tournament.crosstable import Crosstable, System
from clockd.tournament.values import (
    Fold,
    Part,
    Parts,
    Value,
    cut_lowest,
    cut_median,
    mean,
    rounded_mean,
    total,
)

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
    """A tie-break with its modifiers: `cut` lowest left out, `median` left out at both ends, `limit` half points,
    `forfeits` as games that were played.

    `code` is the canonical text ("PS/C1"), the key under which values are shown.
    """

    code: str
    base: str
    cut: int = 0
    median: int = 0
    limit: int = 0
    rules: Rules = Rules()
    forfeits: bool = False


Need = Literal["ratings", "colours"]
Reckon = Callable[[Crosstable, int, Asked], Parts]
Among = Callable[[Crosstable, Sequence[int], Asked], "Encounter"]


@dataclass(frozen=True, slots=True)
class Encounter:
    """What a criterion among the tied says: each one's value, and the group in order, equals together."""

    values: dict[int, Value]
    order: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break that looks at one player's row. `systems` are those it is defined for.

    `best` is how many of the addends count at most, the highest ones; 0 is all of them. `lowest_first`: the least
    value is ahead.
    """

    code: str
    name: str
    reckon: Reckon
    fold: Fold
    modifiers: frozenset[str]
    systems: tuple[System, ...]
    needs: frozenset[Need]
    best: int = 0
    lowest_first: bool = False


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


def tie_break(
    code: str,
    name: str,
    *,
    fold: Fold = total,
    modifiers: str = "",
    systems: tuple[System, ...] = ("round-robin", "swiss"),
    needs: Sequence[Need] = (),
    best: int = 0,
    lowest_first: bool = False,
) -> Callable[[Reckon], Reckon]:
    """Enter a function into the list of tie-breaks. `modifiers` are the letters it takes: C cut, M median, L limit,
    P forfeits as games played.

    What it `needs` must be known of everybody: a rating (C.07 art. 10), or the colours of all games.
    """

    def enter(reckon: Reckon) -> Reckon:
        assert code not in REGISTRY, code
        letters, wanted = frozenset(modifiers), frozenset(needs)
        REGISTRY[code] = TieBreak(
            code, name, reckon, fold, letters, systems, wanted, best, lowest_first
        )
        return reckon

    return enter


def among_tied(code: str, name: str, *, modifiers: str = "") -> Callable[[Among], Among]:
    """Enter a function that compares the tied with each other."""

    def enter(compare: Among) -> Among:
        assert code not in REGISTRY, code
        REGISTRY[code] = AmongTied(code, name, compare, frozenset(modifiers))
        return compare

    return enter


_MODIFIER = re.compile(r"([CM])(\d{1,2})|(L)([+-]\d{1,2})|(P)")


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
    return Asked(code, base, cut, median, limit, rules or Rules(), "P" in amounts)


def _modifier(text: str, base: str, modifier: str) -> tuple[str, int]:
    found = _MODIFIER.fullmatch(modifier)
    letter = (found[1] or found[3] or found[5]) if found else ""
    if not found or letter not in REGISTRY[base].modifiers:
        known = ", ".join(sorted(REGISTRY[base].modifiers)) or "none"
        raise BadInput(f"tie-break {text.strip()!r}: modifier {modifier!r}, {base} takes {known}")
    amount = int(found[2] or found[4] or 0)
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
    entry, kept = _entry(asked), list(parts)
    left_out = cut_lowest(kept, asked.cut) + cut_median(kept, asked.median)
    if entry.best:
        left_out += cut_lowest(kept, max(0, len(kept) - entry.best))
    kept = [part for part in kept if not part.blank]
    result = entry.fold([part.value for part in kept])
    is_mean = entry.fold in (mean, rounded_mean) and len(kept) > 1
    return Value(result, kept=tuple(kept), left_out=tuple(left_out), is_mean=is_mean)


def _entry(asked: Asked) -> TieBreak:
    entry = REGISTRY[asked.base]
    assert isinstance(entry, TieBreak), asked
    return entry


def _known(need: Need, table: Crosstable, rules: Rules) -> bool:
    if need == "colours":
        return table.colours_known
    return rules.unrated_as is not None or table.ratings_known
