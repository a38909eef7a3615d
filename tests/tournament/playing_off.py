"""A playoff under the 2019 U.S. Senior's rules, played in tests."""

from collections.abc import Callable, Sequence

from clockd.rulebooks import load_rulebook
from clockd.tournament.playoff_formats import games_left
from clockd.tournament.playoff_rules import Playoff
from clockd.tournament.playoffs import Contest, begin, take_result

DRAW = "1/2-1/2"
RESULTS = ("1-0", "0-1", DRAW)


def us_senior() -> Playoff:
    """Reg. 7 as values."""
    found = load_rulebook("us-senior-2019").playoff
    assert found is not None
    return found


def tied(*players: int, lots: Sequence[int] = ()) -> Contest:
    """A playoff of these; without lots they are drawn in the same order."""
    return begin(us_senior(), players, lots or players)


def stage_of(contest: Contest) -> str | None:
    return contest.course.stage.name if contest.course else None


def games_of(contest: Contest) -> list[tuple[int, int]] | None:
    """(White, Black) of the games that can be played now; None while lots are needed."""
    games = games_left(contest.course) if contest.course else ()
    return None if games is None else [(game.white, game.black) for game in games]


def play(contest: Contest, *results: str) -> Contest:
    """The contest after the next games ended so, each time the first that is left."""
    for result in results:
        stage, games = stage_of(contest), games_of(contest)
        assert stage is not None, contest
        assert games, contest
        contest = take_result(contest, stage, *games[0], result)
    return contest


def play_to_the_end(contest: Contest, choose: Callable[[], str]) -> tuple[Contest, list[str]]:
    """The contest played by `choose` until nothing can be played, and the stages that were."""
    stages: list[str] = []
    while games_of(contest):
        stage = stage_of(contest)
        assert stage is not None
        if stages[-1:] != [stage]:
            stages.append(stage)
        contest = play(contest, choose())
    return contest, stages
