"""A tournament as it stands, folded from its facts, and what is asked of it: who meets whom, the table, the order.

Holds values and answers; what may happen next is `decide`'s business, how facts change it `evolve`'s. Players are
known by their place in the entry list; tables and standings are shown by the number drawn. Sources: design.md
sections 1, 2 and 8; rules sheet 6.1 (withdrawal from a round robin).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from clockd.tournament.awards import Honours
from clockd.tournament.board_numbers import Span, numbers_of
from clockd.tournament.crosstable import (
    CLASSICAL,
    Cell,
    Crosstable,
    GameResult,
    Kind,
    Player,
    System,
    tabulate,
)
from clockd.tournament.event_rules import Entries, SwissTerms
from clockd.tournament.inputs import Entry
from clockd.tournament.playoff_facts import PlayoffRecord
from clockd.tournament.playoff_rules import Playoff
from clockd.tournament.playoff_standings import Placed, with_playoff
from clockd.tournament.round_robin import RoundPairings, berger_table
from clockd.tournament.standings import Standing, standings
from clockd.tournament.tie_breaks import Asked, Rules, parse_criteria

NO_RESULT = "*"
BYE_KINDS = {"half": Kind.HALF_BYE, "zero": Kind.ZERO_BYE}


@dataclass(frozen=True, slots=True)
class Plan:
    """How the tournament is played; fixed when it is opened, changed only by a ruling."""

    name: str
    rules: str
    system: System
    rounds: int
    cycles: int
    swap_last_two: bool
    tie_breaks: tuple[str, ...]
    edition: int
    site: str = ""
    dates: str = ""
    arbiters: tuple[str, ...] = ()
    playoff: Playoff | None = None
    eligible: Entries = field(default_factory=Entries)
    honours: Honours = field(default_factory=Honours)
    changes: tuple[str, ...] = ()  # what rulings have changed since, one line each
    title: str = ""  # which tournament of its event this is
    swiss: SwissTerms = field(default_factory=SwissTerms)

    @property
    def full_name(self) -> str:
        """The event, and which of its tournaments where there are several."""
        return f"{self.name}, {self.title}" if self.title else self.name


@dataclass(frozen=True, slots=True)
class Board:
    """One pairing of a round. `overruled` are the reports (result, by forfeit, game id) set aside by rulings."""

    board: int
    white: int
    black: int
    table: str = ""
    result: str = NO_RESULT
    forfeit: bool = False
    source: str = ""
    termination: str = ""
    game_id: str = ""
    overruled: tuple[tuple[str, bool, str], ...] = ()

    @property
    def is_open(self) -> bool:
        return self.result == NO_RESULT


@dataclass(frozen=True, slots=True)
class Round:
    """A paired round; `bye` is who rests or has the pairing's bye, `absent` who asked not to be paired.

    The rounds of a playoff are numbered on from the event's; they have a `stage`, and in a match the `game`.
    """

    number: int
    boards: tuple[Board, ...]
    bye: int | None = None
    absent: tuple[tuple[int, str], ...] = ()
    published: bool = False
    closed: bool = False
    stage: str = ""
    game: int = 1

    @property
    def open_boards(self) -> tuple[Board, ...]:
        """The boards that are waited for: none of a playoff round that was set aside while it was played."""
        return () if self.closed else tuple(board for board in self.boards if board.is_open)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A table's word against a result that stands; open until a ruling."""

    round: int
    board: int
    reported: str
    forfeit: bool
    table: str
    detail: str
    game_id: str = ""


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that is known; the empty one is a tournament not yet opened."""

    id: str = ""
    plan: Plan | None = None
    players: tuple[Entry, ...] = ()
    numbers: tuple[int, ...] = ()  # by place in the entry list; empty until lots are drawn
    initial_colour: str = ""  # of a Swiss; "" until it is drawn
    forbidden: tuple[
        tuple[int, int], ...
    ] = ()  # players of a Swiss who are not to meet, the lower place first
    spans: tuple[Span, ...] = ()  # its boards in the hall; none where it has the hall to itself
    rounds: tuple[Round, ...] = ()
    byes: tuple[tuple[int, int, str], ...] = ()  # (round, player, kind) asked for ahead
    withdrawn: tuple[int, ...] = ()
    annulled: tuple[int, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    playoff: PlayoffRecord | None = None
    finished: bool = False

    @property
    def event_rounds(self) -> tuple[Round, ...]:
        """The rounds that count for the crosstable: those of no playoff."""
        return tuple(each for each in self.rounds if not each.stage)

    @property
    def current(self) -> Round | None:
        """The latest paired round."""
        return self.rounds[-1] if self.rounds else None

    def round(self, number: int) -> Round | None:
        """A paired round, or None."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def board(self, round_number: int, board: int) -> Board | None:
        """A pairing of a round, or None."""
        found = self.round(round_number)
        boards = found.boards if found else ()
        return next((one for one in boards if one.board == board), None)

    def boards_for(self, pairs: Sequence[tuple[int, int]]) -> tuple[Board, ...]:
        """The boards of a round with these pairs, (White, Black), in order."""
        numbers = numbers_of(self.spans, len(pairs))
        return tuple(Board(n, *pair) for n, pair in zip(numbers, pairs, strict=True))

    def name(self, player: int) -> str:
        return self.players[player - 1].name

    def number(self, player: int) -> int:
        """The number drawn; the place in the entry list until lots are drawn."""
        return self.numbers[player - 1] if self.numbers else player

    def player_with(self, number: int) -> int:
        """The player who drew this number."""
        return self.numbers.index(number) + 1 if self.numbers else number

    def title_of(self, board: Board) -> str:
        """A pairing in words: "board 2 (Christiansen - Dlugy)"."""
        white, black = (self.name(p).split(",")[0] for p in (board.white, board.black))
        return f"board {board.board} ({white} - {black})"


def next_deadline(tournament: Tournament) -> int | None:
    """A tournament waits for people, never for an instant."""
    return None


def berger_round(tournament: Tournament, number: int) -> RoundPairings:
    """A round of the round robin by Berger's table, in places of the entry list."""
    assert tournament.plan is not None
    plan = tournament.plan
    table = berger_table(
        len(tournament.players), cycles=plan.cycles, swap_last_two=plan.swap_last_two
    )
    drawn = table[number - 1]
    who = tournament.player_with
    pairs = tuple((who(white), who(black)) for white, black in drawn.pairs)
    return RoundPairings(number, pairs, None if drawn.resting is None else who(drawn.resting))


def crosstable_of(tournament: Tournament) -> Crosstable:
    """The crosstable by drawn numbers, without the games that a withdrawal has annulled."""
    assert tournament.plan is not None
    number = tournament.number
    players = [_player(tournament, p) for p in range(1, len(tournament.players) + 1)]
    gone = {number(player) for player in tournament.annulled}
    games = [g for g in _games(tournament) if g.white not in gone and g.black not in gone]
    kept = sorted(
        (player for player in players if player.number not in gone), key=lambda p: p.number
    )
    byes = [bye for bye in _byes(tournament) if bye[0] not in gone]
    return tabulate(kept, games, byes, system=tournament.plan.system)


def criteria_of(tournament: Tournament) -> tuple[Asked, ...]:
    """The tie-breaks of the event, in order."""
    assert tournament.plan is not None
    return parse_criteria(",".join(tournament.plan.tie_breaks), Rules(tournament.plan.edition))


def standings_of(tournament: Tournament) -> tuple[Standing, ...]:
    """The order as it stands now: by points, a playoff that is decided, and the event's tie-breaks."""
    return played_off(tournament, standings(crosstable_of(tournament), criteria_of(tournament)))


def played_off(tournament: Tournament, order: Sequence[Standing]) -> tuple[Standing, ...]:
    """The standings by points and tie-breaks with the playoff's ranking in front, once there is one that stands."""
    record, plan = tournament.playoff, tournament.plan
    if plan is None or plan.playoff is None or record is None or record.decided is None:
        return tuple(order)
    if record.questioned:
        return tuple(order)  # the arbiter has not said yet what it is worth
    found = zip(record.decided.ranking, record.decided.ranks, record.decided.why, strict=True)
    placed = {tournament.number(player): Placed(rank, why) for player, rank, why in found}
    return with_playoff(order, placed, rank_only_first=plan.playoff.rank_only_first)


def ruled_boards(tournament: Tournament) -> Iterator[tuple[int, Board]]:
    """(round, board) of each result that a ruling has changed or confirmed."""
    for each in tournament.rounds:
        for board in each.boards:
            if board.overruled:
                yield each.number, board


def absent_from(tournament: Tournament, round_number: int) -> tuple[tuple[int, str], ...]:
    """Who is not to be paired in a round of a Swiss, and with what bye: who asked for it, and who has left."""
    assert tournament.plan is not None
    if tournament.plan.system == "round-robin":
        return ()
    asked = {player: kind for r, player, kind in tournament.byes if r == round_number}
    gone = dict.fromkeys(tournament.withdrawn, "zero")
    return tuple(sorted((asked | gone).items()))


def met_in(tournament: Tournament, one: int, other: int) -> list[int]:
    """The rounds in which two players met; a game forfeited is no meeting (FIDE C.04.1, 3.5)."""
    return [
        each.number
        for each in tournament.rounds
        for board in each.boards
        if {one, other} == {board.white, board.black} and not board.forfeit
    ]


def _player(tournament: Tournament, player: int) -> Player:
    entry = tournament.players[player - 1]
    return Player(
        number=tournament.number(player),
        name=entry.name,
        rating=entry.rating,
        title=entry.title,
        federation=entry.federation,
        fide_id=entry.fide_id,
        birth=entry.birth,
        sex=entry.sex,
    )


def _games(tournament: Tournament) -> Iterator[GameResult]:
    number = tournament.number
    for each in tournament.event_rounds:
        for board in each.boards:
            white, black = number(board.white), number(board.black)
            yield GameResult(each.number, white, black, board.result, board.forfeit)


def _byes(tournament: Tournament) -> Iterator[tuple[int, Cell]]:
    assert tournament.plan is not None
    given = Kind.ZERO_BYE if tournament.plan.system == "round-robin" else Kind.PAB
    for each in tournament.event_rounds:
        without = [(player, BYE_KINDS[kind]) for player, kind in each.absent]
        if each.bye is not None:
            without.append((each.bye, given))
        for player, kind in without:
            cell = Cell(each.number, kind, CLASSICAL.of_bye(kind))
            yield tournament.number(player), cell
