"""What stands between a report and a final one: rounds not played, games without a result.

Source: FIDE TRF26 (records 001 and 142; a blank result is none).
"""

from collections.abc import Iterator

from clockd.tournament.trf import TrfFile
from clockd.tournament.trf_games import OPEN, games_of
from clockd.tournament.trf_table import planned_rounds


def not_final(file: TrfFile) -> Iterator[str]:
    """A line for each game without a result, and one where rounds of the event are missing."""
    lines = {player.number: player.line for player in file.players}
    games = list(games_of(file))
    for game in games:
        if game.result == OPEN:
            line = lines[game.white]
            place = file.where(line) if line else file.name
            yield f"{place}: round {game.round}: {game.white} v {game.black} has no result"
    played = max((game.round for game in games), default=0)
    planned = planned_rounds(file) or 0
    if played < planned:
        yield f"{file.name}: round {played + 1} of {planned} is not paired"
