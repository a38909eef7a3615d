"""Whether the two lines of every game in a report tell the same game.

A line cut short, a slip of the editor or a lost round shows as a game that only one of the two players knows of.
Decides only that; each complaint names the line to look at. Sources: FIDE TRF16 and TRF26, player section; Laws 12.9
(the arbiter may give results that do not sum to one, but not two wins); rules sheet section 8.
"""

from collections.abc import Iterator

from clockd.errors import BadInput
from clockd.tournament import trf
from clockd.tournament.trf import TrfFile, TrfPlayer, TrfRound

Complaint = tuple[int, str]


def check_games(file: TrfFile) -> None:
    """Go through every game of every player; BadInput for one that does not agree.

    Files are cut at their end: a complaint about the last player's line explains all the others.
    """
    complaints = list(_complaints(file))
    if complaints:
        last = file.players[-1].line
        line, message = next((c for c in complaints if c[0] == last), complaints[0])
        raise BadInput(f"{file.where(line)}: {message}")


def _complaints(file: TrfFile) -> Iterator[Complaint]:
    players = {player.number: player for player in file.players}
    for player in file.players:
        for number, each in enumerate(player.rounds, start=1):
            complaint = _complaint(players, player, number, each)
            if complaint is not None:
                yield complaint


def _complaint(
    players: dict[int, TrfPlayer], player: TrfPlayer, number: int, each: TrfRound
) -> Complaint | None:
    if not each.opponent:
        return _alone(player, number, each)
    if each.opponent == player.number:
        return player.line, f"player {player.number} meets himself in round {number}"
    if each.opponent not in players:
        return player.line, f"round {number} names player {each.opponent}, who has no 001 record"
    if each.code in trf.BYE_CODES:
        wanted = "expected 0000 as the opponent of a bye"
        return (
            player.line,
            f"found {each.code} beside player {each.opponent} (round {number}), {wanted}",
        )
    return _against(player, players[each.opponent], number)


def _alone(player: TrfPlayer, number: int, each: TrfRound) -> Complaint | None:
    """Without an opponent only byes and, from team events, forfeits against nobody."""
    if each.code in trf.PLAYED_CODES | trf.SHORT_CODES:
        return (
            player.line,
            f"found {each.code} without an opponent (round {number}), expected a bye",
        )
    return None


def _against(player: TrfPlayer, other: TrfPlayer, number: int) -> Complaint | None:
    mine, theirs = player.round(number), other.round(number)
    told = f"round {number}: line {player.line} has player {player.number} against {other.number}"
    if theirs.opponent != player.number:
        nobody = "nothing (is it cut short?)" if theirs.is_empty else "nobody"
        named = theirs.opponent or nobody
        return other.line, f"{told}, this line has {named}"
    if mine.code and not theirs.code:
        return other.line, f"{told} with a result, this line has none (is it cut short?)"
    if mine.side is not None and mine.side == theirs.side:
        return other.line, f"{told}, both with {mine.side.value}"
    if mine.code and not _possible(mine.code, theirs.code):
        return other.line, f"{told}, results {mine.code} and {theirs.code} do not go together"
    return None


def _possible(mine: str, theirs: str) -> bool:
    both = {mine, theirs}
    if both <= trf.FORFEIT_CODES:
        return both != {"+"}
    return (both <= trf.PLAYED_CODES and both != {"1"}) or (
        both <= trf.SHORT_CODES and both != {"W"}
    )
