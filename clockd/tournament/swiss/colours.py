"""Who of a pair has White, and by which article.

Sources: FIDE C.04.3 (2026) article 5.2. The higher ranked is by score first, then by pairing number.
"""

from clockd.ports import WHITE, Side
from clockd.tournament.swiss.contenders import Contender, Strength
from clockd.tournament.swiss.rules import Pair


def allocate(higher: Contender, lower: Contender, initial: Side) -> Pair:
    """The pair with its colours; `higher` is the higher ranked of the two."""
    side, article = _colour_of(higher, lower, initial)
    white, black = (higher, lower) if side is WHITE else (lower, higher)
    return Pair(white.number, black.number, article)


def _colour_of(higher: Contender, lower: Contender, initial: Side) -> tuple[Side, str]:
    """The higher ranked player's colour and the article that gave it."""
    if higher.due is not lower.due:
        if higher.due is not None:
            return higher.due, "5.2.1"
        assert lower.due is not None
        return lower.due.other, "5.2.1"
    if higher.due is not None:
        stronger = _stronger(higher, lower)
        if stronger is not None:
            return (higher.due if stronger is higher else higher.due.other), "5.2.2"
        latest = latest_difference(higher.colours, lower.colours)
        if latest is not None:
            return latest.other, "5.2.3"
        return higher.due, "5.2.4"
    return (initial if higher.odd else initial.other), "5.2.5"


def _stronger(higher: Contender, lower: Contender) -> Contender | None:
    """Who of two with the same preference is due it more: by strength, two absolutes by the wider difference."""
    if higher.strength is not lower.strength:
        return max(higher, lower, key=lambda each: each.strength)
    if higher.strength is not Strength.ABSOLUTE:
        return None
    wide, narrow = abs(higher.difference), abs(lower.difference)
    if wide == narrow:
        return None
    return higher if wide > narrow else lower


def latest_difference(one: tuple[Side, ...], another: tuple[Side, ...]) -> Side | None:
    """The first player's colour in the latest round, counted back over games, in which they had different ones."""
    for mine, yours in zip(reversed(one), reversed(another), strict=False):
        if mine is not yours:
            return mine
    return None
