"""What happens in a stage of a playoff, taken or refused: a game played, lots drawn, a colour chosen.

Each function gives the stage after it, or raises BadInput with what was found and what was expected. Sources: 2019
U.S. Senior Championship, reg. 7; rules sheet 7.2, 7.3 (the winner of the lot chooses his colour, then they alternate).
"""

from collections.abc import Iterable
from dataclasses import replace

from clockd.errors import BadInput
from clockd.ports import WHITE, Side
from clockd.tournament.crosstable import RESULT_MARKS
from clockd.tournament.playoff_formats import pairs_left
from clockd.tournament.playoff_stages import Course, Group, Played


def with_result(course: Course, one: Played) -> Course:
    """The stage with one more game played; BadInput when it is none of the games left."""
    name = course.stage.name
    if one.result not in RESULT_MARKS:
        raise BadInput(f"result {one.result!r}, expected one of {' '.join(RESULT_MARKS)}")
    for player in (one.white, one.black):
        if player not in course.players:
            players = _listed(course.players)
            raise BadInput(f"player {player} is not in the {name}, expected {players}")
    if one.white == one.black:
        raise BadInput(f"player {one.white} against himself, expected two players")
    _refuse_played_already(course, one)
    return replace(course, played=(*course.played, one))


def _refuse_played_already(course: Course, one: Played) -> None:
    left, name = pairs_left(course), course.stage.name
    if left is None:
        raise BadInput(f"a game of the {name}, expected a drawing of lots before it")
    if {one.white, one.black} not in [set(pair) for pair in left]:
        games = ", ".join(f"{white} - {black}" for white, black in left)
        raise BadInput(f"{one.white} - {one.black} in the {name}, expected {games or 'no game'}")
    # Colours alternate between two who meet again: of two games each has White once.
    same = [p for p in course.meetings(one.white, one.black) if p.white == one.white]
    if 2 * (len(same) + 1) > course.stage.games + 1:
        wanted = f"{one.black} - {one.white}"
        raise BadInput(f"{one.white} - {one.black} again in the {name}, expected {wanted}")


def with_drawing(course: Course, order: Group) -> Course:
    """The stage with its lots drawn; in a knock-out under way a drawing gives the colours of the games known now."""
    if not course.played:
        return replace(course, order=order, colours=())
    known = pairs_left(course) if course.stage.format == "knock-out" else None
    if not known:
        raise BadInput(f"the {course.stage.name} has begun, expected its drawing before it")
    for pair in known:
        white, black = sorted(pair, key=order.index)
        course = _with_colours(course, white, black)
    return course


def with_choice(course: Course, chooser: int, side: Side) -> Course:
    """The stage with the colour that a winner of the lot has chosen, for the game that he plays now."""
    name = course.stage.name
    if course.stage.format not in ("match", "knock-out"):
        raise BadInput(f"a choice of colour in the {name}, expected none: its table gives colours")
    if course.stage.format == "match" and course.played:
        raise BadInput(f"the {name} has begun, expected the choice of colour before it")
    pairs = pairs_left(course)
    if pairs is None:
        raise BadInput(f"a choice of colour in the {name}, expected a drawing of lots before it")
    pair = next((set(pair) for pair in pairs if chooser in pair), None)
    if pair is None:
        players = _listed(sorted(player for each in pairs for player in each))
        raise BadInput(f"a choice by {chooser} in the {name}, expected one of {players}")
    (other,) = pair - {chooser}
    return _with_colours(course, *((chooser, other) if side is WHITE else (other, chooser)))


def _with_colours(course: Course, white: int, black: int) -> Course:
    kept = tuple(pair for pair in course.colours if set(pair) != {white, black})
    return replace(course, colours=(*kept, (white, black)))


def _listed(players: Iterable[int]) -> str:
    return ", ".join(map(str, players))
