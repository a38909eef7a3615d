"""What a tie-break is worth: addends, what of them is cut, their sum, and the same in words.

Knows nothing of players or rounds. An addend carries how it is told, and the words are put together only when
somebody looks. Values are `Fraction`s: ties are settled by equality, so nothing rounds but where a rule says so.
Sources: FIDE C.07 art. 14 (cuts), 16.5 (rounds that a player chose not to play), 10.1 (rounding half up).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm


@dataclass(frozen=True, slots=True)
class Part:
    """One addend: `weight` says which is cut first (the value itself, unless told otherwise).

    `label` and `factors` are how it is told ("0.5 × 3.5 v 4"): no factors given are the value itself, an empty
    tuple is the label alone. `voluntary` marks a round that the player himself chose not to play (C.07 art. 16.5).
    `blank` is a round that counts for nothing and yet may take a cut upon itself.
    """

    value: Fraction
    label: str = ""
    factors: tuple[Fraction, ...] | None = None
    weight: Fraction | None = None
    voluntary: bool = False
    blank: bool = False

    @property
    def significance(self) -> tuple[Fraction, Fraction]:
        return (self.value if self.weight is None else self.weight, self.value)

    @property
    def words(self) -> str:
        factors = (self.value,) if self.factors is None else self.factors
        return f"{' × '.join(map(plain, factors))} {self.label}".strip()


Parts = Sequence[Part]
Fold = Callable[[Sequence[Fraction]], Fraction]


@dataclass(frozen=True, slots=True)
class Value:
    """A player's value under one criterion; None where it does not apply. `remark` says why, where no sum does."""

    number: Fraction | None
    remark: str = ""
    kept: tuple[Part, ...] = ()
    left_out: tuple[Part, ...] = ()
    is_mean: bool = False

    @property
    def words(self) -> str:
        """The sum behind the value, made only when somebody looks: "1 × 3.5 v 4 + ...; left out: ..."."""
        if self.remark:
            return self.remark
        counted = all(part.factors == () for part in self.kept)
        sign = ", " if counted or self.is_mean else " + "
        kept = sign.join(part.words for part in self.kept) or "nothing"
        kept = f"mean of {kept}" if self.is_mean else kept
        cut = ", ".join(part.words for part in self.left_out)
        return f"{kept}; left out: {cut}" if cut else kept


def total(values: Sequence[Fraction]) -> Fraction:
    """The sum. Denominators are few and small: whole numbers are added up, and the fraction is made at the end."""
    whole, scale = whole_numbers(values)
    return Fraction(sum(whole), scale)


def whole_numbers(values: Iterable[Fraction]) -> tuple[list[int], int]:
    """The values times their common denominator, and that; whole numbers compare ten times as quickly as fractions."""
    pairs = [value.as_integer_ratio() for value in values]
    scale = lcm(*{below for _, below in pairs})
    return [above * (scale // below) for above, below in pairs], scale


def mean(values: Sequence[Fraction]) -> Fraction:
    """The average; 0 of nothing."""
    return total(values) / len(values) if values else Fraction(0)


def rounded_mean(values: Sequence[Fraction]) -> Fraction:
    """The average as a whole number, half up (C.07 art. 10.1); 0 of nothing."""
    return Fraction((mean(values) + Fraction(1, 2)).__floor__())


def cut_lowest(kept: list[Part], count: int) -> list[Part]:
    """Take the `count` least significant addends away; they are answered."""
    if count < 1:
        return []
    if any(part.voluntary for part in kept):
        gone = [_cut_with_choice(kept) for _ in range(min(count, len(kept)))]
    else:
        gone = _by_significance(kept)[:count]
        _take_away(kept, gone)
    return gone


def _cut_with_choice(kept: list[Part]) -> Part:
    """C.07 art. 16.5: the cut is spent on the lowest round that he chose not to play, unless that is worth less."""
    least = min(kept, key=_significance)
    chosen = [part for part in kept if part.voluntary]
    if chosen:
        # At equal worth it is spent on the round not played: the next cut then looks at the round after that one.
        least = max(min(chosen, key=_worth), least, key=_worth)
    _take_away(kept, [least])
    return least


def _take_away(kept: list[Part], gone: list[Part]) -> None:
    """By identity: equal addends are not the same one, and comparing them is what takes the time."""
    places = {id(part) for part in gone}
    kept[:] = [part for part in kept if id(part) not in places]


def cut_median(kept: list[Part], count: int) -> list[Part]:
    """Take as many away at both ends, the lowest first (C.07 art. 14.3)."""
    gone = cut_lowest(kept, count)
    for _ in range(min(count, len(kept))):
        most = max(kept, key=_significance)
        _take_away(kept, [most])
        gone.append(most)
    return gone


def _by_significance(parts: Sequence[Part]) -> list[Part]:
    """The least first, and of equals the one that stands first."""
    values = [part.value for part in parts]
    worths, _ = whole_numbers(values)
    weights, _ = whole_numbers(
        value if part.weight is None else part.weight
        for part, value in zip(parts, values, strict=True)
    )
    places = sorted(range(len(parts)), key=list(zip(weights, worths, strict=True)).__getitem__)
    return [parts[place] for place in places]


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
    above, below = number.as_integer_ratio()
    if below == 1:
        return str(above)
    digits, rest = divmod(abs(above) * 10_000, below)
    digits += 2 * rest >= below
    text = f"{digits // 10_000}.{digits % 10_000:04}".rstrip("0").rstrip(".")
    return f"-{text}" if above < 0 and digits else text
