"""Points and tie-break values as people write them: `6½`, `27¼`; and how a result stands in a crosstable.

The hub sends decimal texts without trailing zeros. A text that is no such number is shown as it came.
"""

from fractions import Fraction

_QUARTERS = {"25": "¼", "5": "½", "75": "¾"}
_RESULTS = {"1": "1", "0": "0", "0.5": "½", "1/2": "½", "½": "½", "=": "½", "+": "+", "-": "–"}


def points_words(value: object) -> str:
    """A decimal text with its half or quarter as a sign: "6.5" is "6½", "0.5" is "½"."""
    text = str(value)
    whole, point, rest = text.partition(".")
    if not point or rest not in _QUARTERS:
        return text
    return f"{'' if whole == '0' else whole}{_QUARTERS[rest]}"


def result_sign(value: object) -> str:
    """A player's result in a crosstable's cell; "" while the game goes on."""
    text = str(value or "")
    return _RESULTS.get(text, "" if text == "*" else text)


def exact(value: object) -> Fraction | None:
    """The number of a decimal text, or None when it is no number ("-")."""
    try:
        return Fraction(str(value))
    except ValueError:
        return None
