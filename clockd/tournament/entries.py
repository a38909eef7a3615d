"""Who plays: the entry list taken or refused as a whole, lots, byes asked for, withdrawals.

Decides from the rules' own values (how many players, born by when) and answers with facts; what is refused is raised
as NotAllowed or BadInput and becomes a fact in `decide`. Sources: 2019 U.S. Senior, format summary; 21st World Senior
2011, reg. 3 and 6; rules sheet 6.1 (leaving a round robin before half of the games: they count for nobody).
"""

from itertools import combinations

from clockd.errors import BadInput, NotAllowed
from clockd.ports import SIDES
from clockd.tournament import facts as f
from clockd.tournament import inputs as i
from clockd.tournament.event_rules import Format, format_for, tie_breaks_for, zones_complaint
from clockd.tournament.playoff_facts import PlayoffGamesPaired
from clockd.tournament.round_robin import berger_table
from clockd.tournament.seeding import BY_STRENGTH, numbers_by_strength
from clockd.tournament.tie_breaks import parse_criteria
from clockd.tournament.tournament import BYE_KINDS, Plan, Tournament

RATING_MAX = 4000  # four digits in TRF, and nobody is near it
SEXES = ("m", "w", "")
BY_WITHDRAWAL = "withdrawal"  # where a result comes from
NO_FIDE_ID = frozenset({"", "0"})


def open_event(tournament: Tournament, seen: i.OpenEvent) -> list[f.Fact]:
    """Take the whole entry list, or refuse it whole: too many, too few, a player twice, one who may not play."""
    if tournament.plan is not None:
        raise NotAllowed("the event is open; its journal is the truth, not the file")
    _check_entries(seen)
    form = _format(seen)
    rounds = seen.rounds or form.rounds_for(len(seen.entries))
    tie_breaks = tie_breaks_for(seen.tie_breaks, rounds)
    parse_criteria(",".join(tie_breaks))
    opened = f.EventOpened(
        seen.at_ns,
        seen.tournament,
        name=seen.name,
        rules=seen.rules,
        system=form.system,
        rounds=rounds,
        cycles=form.cycles,
        swap_last_two=seen.swap_last_two,
        tie_breaks=tie_breaks,
        edition=seen.edition,
        site=seen.site,
        dates=seen.dates,
        arbiters=seen.arbiters,
        playoff=seen.playoff,
        eligible=seen.eligible,
        honours=seen.honours,
        title=seen.title,
        boards=seen.boards,
        swiss=seen.swiss,
        forbidden=seen.forbidden,
    )
    players = [entered(seen, player, entry) for player, entry in enumerate(seen.entries, start=1)]
    return [opened, *players, *_numbers_at_once(seen, form)]


def _format(seen: i.OpenEvent) -> Format:
    """The format for so many players; a round robin's rounds must be its table's."""
    players = len(seen.entries)
    try:
        form = format_for(seen.formats, players)
    except BadInput as error:
        raise NotAllowed(f"{error} ({_named(seen.rules, seen.formats[0].source)})") from None
    if form.system == "round-robin":
        rounds = len(berger_table(players, cycles=form.cycles))
        found = seen.rounds or form.rounds_for(players)
        if found != rounds:
            raise NotAllowed(f"{found} rounds, expected {rounds} for {players} players")
    return form


def _named(rules: str, article: str) -> str:
    """A rulebook and its article, as a refusal quotes them."""
    return f"{rules}, {article}" if article else rules


def entered(seen: i.OpenEvent | i.PlayerAdded, player: int, entry: i.Entry) -> f.PlayerEntered:
    """The entry taken, at this place of the list."""
    return f.PlayerEntered(
        seen.at_ns,
        seen.tournament,
        player,
        name=entry.name,
        rating=entry.rating,
        title=entry.title,
        federation=entry.federation,
        fide_id=entry.fide_id,
        birth=entry.birth,
        sex=entry.sex,
        zone=entry.zone,
        missed=seen.missed if isinstance(seen, i.PlayerAdded) else "zero",
    )


def _numbers_at_once(seen: i.OpenEvent, form: Format) -> list[f.Fact]:
    """Numbers that the file gives to everybody are the drawing, to some only a mistake; a Swiss draws no lots."""
    numbers = tuple(entry.number for entry in seen.entries)
    if not any(numbers) and form.system == "swiss":
        ranked = numbers_by_strength(seen.entries)
        return [f.LotsDrawn(seen.at_ns, seen.tournament, ranked, how=BY_STRENGTH)]
    if not any(numbers):
        return []
    _check_numbers(numbers, len(seen.entries))
    return [f.LotsDrawn(seen.at_ns, seen.tournament, numbers, how="as the event file has them")]


def _check_entries(seen: i.OpenEvent) -> None:
    for place, entry in enumerate(seen.entries, start=1):
        if not entry.name.strip():
            raise NotAllowed(f"entry {place} has no name")
        complaint = seen.eligible.complaint(entry.birth, entry.sex, entry.federation)
        if complaint:
            rule = _named(seen.rules, seen.eligible.source)
            raise NotAllowed(f"entry {place}, {entry.name}: {complaint} ({rule})")
    for (one, first), (other, second) in combinations(enumerate(seen.entries, start=1), 2):
        if _same_player(first, second):
            raise NotAllowed(f"{first.name} is entered twice (entries {one} and {other})")
    zones = zones_complaint(seen.eligible, [entry.zone for entry in seen.entries])
    if zones:
        raise NotAllowed(f"{zones} ({_named(seen.rules, seen.eligible.source)})")


def check_late_entry(tournament: Tournament, plan: Plan, entry: i.Entry) -> None:
    """Refuse a late entry whom the rules keep out, or who is in the list already."""
    if not entry.name.strip():
        raise NotAllowed("an entry without a name")
    if entry.rating > RATING_MAX:
        raise NotAllowed(f"{entry.name}: rating {entry.rating}, expected at most {RATING_MAX}")
    if entry.sex not in SEXES:
        raise NotAllowed(f"{entry.name}: sex {entry.sex!r}, expected m, w or none")
    complaint = plan.eligible.complaint(entry.birth, entry.sex, entry.federation)
    if complaint:
        raise NotAllowed(f"{entry.name}: {complaint} ({_named(plan.rules, plan.eligible.source)})")
    for place, other in enumerate(tournament.players, start=1):
        if _same_player(entry, other):
            raise NotAllowed(f"{entry.name} is entered already (entry {place})")


def _same_player(one: i.Entry, other: i.Entry) -> bool:
    """The same FIDE id, or the same name with nothing that tells the two apart."""
    ids = {one.fide_id, other.fide_id} - NO_FIDE_ID
    if len(ids) == 1 and one.fide_id == other.fide_id:
        return True
    births = {one.birth, other.birth} - {""}
    same_name = _folded(one.name) == _folded(other.name)
    return same_name and len(ids) < 2 and len(births) < 2


def _folded(name: str) -> str:
    return " ".join(name.replace(",", " ").split()).casefold()


def draw_lots(tournament: Tournament, seen: i.DrawLots) -> list[f.Fact]:
    """Take a drawing; there is one, and a second is refused."""
    if tournament.plan is None:
        raise NotAllowed("the event has not been opened")
    if tournament.numbers and tournament.plan.system == "swiss":
        raise NotAllowed("a Swiss is numbered by strength, only its initial colour is drawn")
    if tournament.numbers:
        raise NotAllowed("the lots have been drawn")
    _check_numbers(seen.numbers, len(tournament.players))
    return [f.LotsDrawn(seen.at_ns, seen.tournament, seen.numbers, seen.how, seen.author)]


def draw_colour(tournament: Tournament, seen: i.DrawColour) -> list[f.Fact]:
    """Take the drawing of a Swiss's initial colour; a second one is refused."""
    if tournament.plan is None:
        raise NotAllowed("the event has not been opened")
    if tournament.plan.system != "swiss":
        raise NotAllowed("a round robin has its colours from the table, expected a Swiss")
    if seen.colour not in SIDES:
        raise NotAllowed(f"the initial colour {seen.colour!r}, expected white or black")
    if tournament.initial_colour:
        raise NotAllowed(f"the initial colour is {tournament.initial_colour}")
    return [f.ColourDrawn(seen.at_ns, seen.tournament, seen.colour, seen.how, seen.author)]


def _check_numbers(numbers: tuple[int, ...], players: int) -> None:
    if sorted(numbers) != list(range(1, players + 1)):
        drawn = ", ".join(map(str, numbers))
        raise NotAllowed(f"lots {drawn}, expected each of 1 to {players} once")


def give_bye(tournament: Tournament, seen: i.ByeRequested) -> list[f.Fact]:
    """A bye asked for before the round is paired; in a round robin there is none, only a forfeit."""
    if tournament.plan is None:
        raise NotAllowed("the event has not been opened")
    if tournament.plan.system == "round-robin":
        raise NotAllowed("a round robin has no byes; an absence is a forfeit of that game")
    check_player(tournament, seen.player)
    if seen.kind not in BYE_KINDS:
        raise NotAllowed(f"a bye {seen.kind!r}, expected {' or '.join(BYE_KINDS)}")
    if not len(tournament.rounds) < seen.round <= tournament.plan.rounds:
        raise NotAllowed(f"round {seen.round} is paired already, or none of this event")
    if (seen.round, seen.player, seen.kind) in tournament.byes:
        return []
    return [
        f.ByeGiven(
            seen.at_ns, seen.tournament, seen.round, seen.player, seen.kind, author=seen.author
        )
    ]


def withdraw(tournament: Tournament, seen: i.PlayerLeft) -> list[f.Fact]:
    """A player leaves: his games to come are forfeits, or, early in a round robin, all of his games are annulled."""
    if tournament.plan is None:
        raise NotAllowed("the event has not been opened")
    check_player(tournament, seen.player)
    if seen.player in tournament.withdrawn:
        return []
    if not seen.reason.strip():
        raise NotAllowed("a withdrawal without a reason")
    annulled = (
        tournament.plan.system == "round-robin"
        and 2 * _played(tournament, seen.player)
        < (len(tournament.players) - 1) * tournament.plan.cycles
    )
    return [
        f.PlayerWithdrew(
            seen.at_ns, seen.tournament, seen.player, annulled, seen.reason, author=seen.author
        )
    ]


def _played(tournament: Tournament, player: int) -> int:
    boards = [board for each in tournament.event_rounds for board in each.boards]
    mine = [board for board in boards if player in (board.white, board.black)]
    return sum(not board.is_open and not board.forfeit for board in mine)


def check_player(tournament: Tournament, player: int) -> None:
    """Refuse a place that the entry list does not have."""
    if not 1 <= player <= len(tournament.players):
        raise NotAllowed(f"player {player}, expected one of 1 to {len(tournament.players)}")


def forfeits_of_the_withdrawn(
    tournament: Tournament, paired: f.RoundPaired | PlayoffGamesPaired
) -> list[f.ResultRecorded]:
    """Games with somebody who has left are forfeits from the start."""
    gone = tournament.withdrawn
    results = {(True, False): "0-1", (False, True): "1-0", (True, True): "0-0"}
    return [
        f.ResultRecorded(
            paired.at_ns,
            paired.tournament,
            paired.round,
            board.board,
            results[board.white in gone, board.black in gone],
            forfeit=True,
            source=BY_WITHDRAWAL,
        )
        for board in tournament.boards_for(paired.pairs)
        if board.white in gone or board.black in gone
    ]
