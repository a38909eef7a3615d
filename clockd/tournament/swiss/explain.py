"""Why a round was paired as it was: for every pair its score group, its floater, what decided and how colours fell.

Reads the record of the pairing and says it in words; decides nothing. Sources: FIDE C.04.3 (2026) articles 2 and
5.2, (2017) C and E.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from clockd.tournament.swiss.rules import BracketRecord, Objection, Pair, RoundPairing
from clockd.tournament.values import plain

CRITERIA = {
    "C1": "have met already",
    "C3": "have the same absolute colour preference",
    "event": "may not meet in this event",
    "C4": "the players below could not be paired",
    "C5": "the bye would go to a higher score, or the players below could not be paired",
    "C6": "players who float down",
    "C7": "floaters of a high score",
    "C8": "floaters of the next group",
    "C9": "unplayed games of who has the bye",
    "C10": "colour differences over two",
    "C11": "third games running with one colour",
    "C12": "colour preferences missed",
    "C13": "strong colour preferences missed",
    "C14": "residents who float down as in the last round",
    "C15": "opponents who float up as in the last round",
    "C16": "residents who float down as two rounds ago",
    "C17": "opponents who float up as two rounds ago",
    "C18": "score differences of who floats down as in the last round",
    "C19": "score differences of who floats up as in the last round",
    "C20": "score differences of who floats down as two rounds ago",
    "C21": "score differences of who floats up as two rounds ago",
    # The edition of 2017 wrote its criteria with a dot.
    "C.5": "players who float down",
    "C.6": "score differences",
    "C.7": "players left over in the next group",
    "C.8": "colour differences over two",
    "C.9": "third games running with one colour",
    "C.10": "colour preferences missed",
    "C.11": "strong colour preferences missed",
    "C.12": "players who float down as in the last round",
    "C.13": "players who float up as in the last round",
    "C.14": "players who float down as two rounds ago",
    "C.15": "players who float up as two rounds ago",
    "C.16": "score differences of who floats down as in the last round",
    "C.17": "score differences of who floats up as in the last round",
    "C.18": "score differences of who floats down as two rounds ago",
    "C.19": "score differences of who floats up as two rounds ago",
}
COLOURS = {
    "5.2.1": "both preferences can be met",
    "5.2.2": "the stronger preference is met",
    "5.2.3": "the other way round than in the latest round in which their colours differed",
    "5.2.4": "the preference of the higher ranked player is met",
    "5.2.5": "by the place of the higher ranked player and the colour drawn",
}


@dataclass(frozen=True, slots=True)
class PairReason:
    """One pair: the bracket's score, who came down from which score (0 players: nobody), and the two reasons.

    `opponents_by` is None where the pair stands in the bracket's first candidate.
    """

    pair: Pair
    score: Fraction
    floater: int | None
    floated_from: Fraction | None
    first_opponent: int | None
    opponents_by: Objection | None


def explain(found: RoundPairing) -> tuple[PairReason, ...]:
    """A reason for each pair, in board order."""
    origin = {player: each.score for each in found.brackets for player in each.residents}
    by_pair = {
        frozenset(pair): _reason(each, pair, origin)
        for each in found.brackets
        for pair in each.pairs
    }
    reasons = ((pair, by_pair[frozenset((pair.white, pair.black))]) for pair in found.pairs)
    return tuple(PairReason(pair, *reason) for pair, reason in reasons)


def _reason(
    bracket: BracketRecord, pair: tuple[int, int], origin: dict[int, Fraction]
) -> tuple[Fraction, int | None, Fraction | None, int | None, Objection | None]:
    higher = pair[0]
    floater = higher if higher in bracket.moved_down else None
    came_from = origin[higher] if floater is not None else None
    if pair in bracket.first:
        return bracket.score, floater, came_from, None, None
    first = next((other for one, other in bracket.first if one == higher), None)
    return bracket.score, floater, came_from, first, _deciding(bracket, higher)


def _deciding(bracket: BracketRecord, player: int) -> Objection:
    """The objection that names the player's own first pair, else the first that was raised."""
    own = (each for each in bracket.objections if each.pair and player in each.pair)
    return next(own, bracket.objections[0])


# -- words --------------------------------------------------------------------------------------------


def objection_words(one: Objection) -> str:
    """An objection in words: "3 and 7 have met already (C1)", "2 colour preferences missed, not 1 (C12)"."""
    words, code = CRITERIA[one.criterion], f" ({one.criterion})" if one.criterion != "event" else ""
    if one.pair is not None:
        return f"{one.pair[0]} and {one.pair[1]} {words}{code}"
    if one.value is None:
        return f"{words}{code}"
    score = _of_score(one.criterion, one.score)
    return f"{words}{score}: {one.value}, {one.best} is possible{code}"


def pair_words(reason: PairReason) -> str:
    """Why these two, and why these colours, in one line."""
    parts = [f"score group {plain(reason.score)}"]
    if reason.floater is not None and reason.floated_from is not None:
        parts.append(f"{reason.floater} came down from {plain(reason.floated_from)}")
    if reason.opponents_by is None:
        parts.append("as in the first candidate")
    else:
        other = reason.first_opponent
        first = f"{other} was first in line, but" if other else "not so in the first candidate:"
        parts.append(f"{first} {objection_words(reason.opponents_by)}")
    parts.append(f"colours: {COLOURS[reason.pair.colours_by]} ({reason.pair.colours_by})")
    return "; ".join(parts)


def bracket_words(bracket: BracketRecord, *, is_last: bool) -> Iterator[str]:
    """A bracket in a few lines: who, which pairs, who floats, what was given up, what it cost."""
    came = f"; from above {_listed(bracket.moved_down)}" if bracket.moved_down else ""
    yield f"score group {plain(bracket.score)}: {_listed(bracket.residents)}{came}"
    yield f"  pairs {' '.join(f'{one}-{other}' for one, other in bracket.pairs) or 'none'}"
    if bracket.floaters:
        yield f"  {_listed(bracket.floaters)} {'has the bye' if is_last else 'down'}"
    for objection in bracket.objections:
        yield f"  the first candidate falls: {objection_words(objection)}"
    for each in bracket.measures:
        if each.value:
            score = _of_score(each.criterion, each.score)
            yield f"  {each.criterion}: {CRITERIA[each.criterion]}{score}: {each.value}"


def _of_score(criterion: str, score: Fraction | None) -> str:
    """What a criterion asked for each score is asked for: players of that score; in 2017 a score difference."""
    if score is None:
        return ""
    return f" of {plain(score)}" if "." in criterion else f" with {plain(score)} points"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
