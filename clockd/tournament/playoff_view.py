"""A playoff in JSON, as interfaces.md section 5 promises it, and in words for the standings.

`lots_needed`, `offered` and `shared` stand in the object only where they say something.
"""

from typing import Any

from clockd.tournament.playoff_formats import games_left
from clockd.tournament.playoff_rules import Playoff
from clockd.tournament.playoff_stages import Course, match_winner, points_of
from clockd.tournament.playoffs import Contest
from clockd.tournament.tie_breaks import plain

NO_AGREED_DRAW = "no-agreed-draw-before-move"


def as_json(contest: Contest) -> dict[str, Any]:
    """What is played next, or the order of the tied once it is decided."""
    course = contest.course
    if course is None:
        return _decided(contest)
    games = games_left(course)
    found: dict[str, Any] = {
        "decided": False,
        "stage": course.stage.name,
        "games": [_game(contest.rules, course, game.white, game.black) for game in games or ()],
        "ranking": None,
    }
    if games is None:
        found["lots_needed"] = True
    if course.stage.format == "arbiter":
        found["offered"] = list(course.stage.offered)
    return found


def _decided(contest: Contest) -> dict[str, Any]:
    ranking = [player for group in contest.behind for player in group]
    found = {"decided": True, "stage": None, "games": [], "ranking": ranking}
    shared = [list(group) for group in contest.behind if len(group) > 1]
    return {**found, "shared": shared} if shared else found


def _game(rules: Playoff, course: Course, white: int, black: int) -> dict[str, Any]:
    return {
        "white": white,
        "black": black,
        "control": course.stage.control,
        "no_agreed_draw_before_move": dict(rules.regulations).get(NO_AGREED_DRAW),
        "draw_odds": course.stage.draw_odds,
    }


def how_placed(contest: Contest, player: int) -> str:
    """Why a player stands where he does after the playoff: "won the playoff: rapid match 1.5-0.5"."""
    assert contest.ranking is not None
    place = 1
    for group in contest.ranking:
        if player in group:
            break
        place += len(group)
    shares = f" (shared by {len(group)})" if len(group) > 1 else ""
    said = "won the playoff" if place == 1 else f"place {place} of the playoff{shares}"
    return f"{said}: {_last_stage(contest, player)}"


def _last_stage(contest: Contest, player: int) -> str:
    if player in contest.ruled:
        return "by the arbiter's ruling"
    return stage_words([course for course in contest.done if player in course.players][-1], player)


def stage_words(course: Course, player: int) -> str:
    """What a player made of a stage: "rapid match 1.5-0.5", "Armageddon drawn with Black"."""
    name = course.stage.name.replace("-", " ").replace("armageddon", "Armageddon")
    scores = course.scores()
    if course.stage.format == "knock-out":
        return f"{name} {_last_game(course, player)}"
    if course.stage.format == "match":
        (other,) = set(course.players) - {player}
        return f"{name} {plain(scores[player])}-{plain(scores[other])}"
    games = course.stage.games * (len(course.players) - 1)
    return f"{name} {plain(scores[player])} out of {games}"


def _last_game(course: Course, player: int) -> str:
    one = [each for each in course.played if player in (each.white, each.black)][-1]
    colour = "White" if player == one.white else "Black"
    if match_winner(course.stage.draw_odds, one.result):
        return f"drawn with {colour}"
    mine, theirs = points_of(course.stage, one.result)
    if player == one.black:
        mine, theirs = theirs, mine
    return f"{plain(mine)}-{plain(theirs)} with {colour}"
