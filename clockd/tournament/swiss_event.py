"""A Swiss round of an event: what the pairing program is asked, and its answer in the tournament's own terms.

The program knows numbers and a crosstable, the tournament places in the entry list. What is asked is a value: while a
round is worked out aside, the same question asked anew tells whether anything has changed meanwhile. Sources: FIDE
C.04.2 and C.04.3 (2026); rules sheet 6.2 and 6.3.
"""

from dataclasses import dataclass, replace

from clockd.errors import NotAllowed
from clockd.ports import Side
from clockd.tournament.crosstable import Crosstable
from clockd.tournament.pairing_check import check_pairing
from clockd.tournament.swiss.acceleration import baku
from clockd.tournament.swiss.rules import GoOn, RoundPairing, SwissRules, always
from clockd.tournament.tournament import Round, Tournament, absent_from, crosstable_of

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SwissQuestion:
    """A round to be paired, by numbers: everything that its pairing depends on."""

    table: Crosstable
    round: int
    rules: SwissRules
    absent: tuple[int, ...] = ()


def question_of(tournament: Tournament) -> SwissQuestion:
    """The next round as the pairing program is asked for it; NotAllowed while something it needs is missing."""
    plan = tournament.plan
    assert plan is not None and plan.system == "swiss", "no Swiss"
    if not tournament.initial_colour:
        raise NotAllowed("the initial colour has not been drawn")
    number, table = len(tournament.rounds) + 1, crosstable_of(tournament)
    accelerated = plan.swiss.acceleration == "baku"
    return SwissQuestion(
        table,
        number,
        SwissRules(
            rounds=plan.rounds,
            edition=plan.swiss.edition,
            initial=Side(tournament.initial_colour),
            forbidden=frozenset(
                (tournament.number(one), tournament.number(other))
                for one, other in tournament.forbidden
            ),
            virtual_points=baku(tournament.numbers, plan.rounds) if accelerated else {},
        ),
        tuple(sorted(tournament.number(player) for player, _ in absent_from(tournament, number))),
    )


def question_again(tournament: Tournament, paired: Round) -> SwissQuestion:
    """What was asked when this round was paired, by what is known now: results and numbers may have changed since."""
    before = replace(tournament, rounds=tournament.rounds[: paired.number - 1])
    absent = tuple(sorted(tournament.number(player) for player, _ in paired.absent))
    return replace(question_of(before), absent=absent)


def answer_to(question: SwissQuestion, go_on: GoOn = always) -> RoundPairing:
    """The round paired, and looked at once more by other code; slow in a large field.

    NoLegalPairing where there is none, BadPairing for one that must not be published, PairingStopped once `go_on`
    answers False.
    """
    # Not every hub pairs a Swiss: the engine and what it stands on are loaded when they are needed.
    from clockd.tournament.swiss.rounds import pair_round

    asked = question
    found = pair_round(asked.table, asked.round, asked.rules, absent=asked.absent, go_on=go_on)
    check_pairing(
        asked.table,
        asked.round,
        [(pair.white, pair.black) for pair in found.pairs],
        found.bye,
        absent=asked.absent,
        forbidden=asked.rules.forbidden,
        rounds=asked.rules.rounds,
        edition=asked.rules.edition,
    )
    return found


def in_places(tournament: Tournament, answer: RoundPairing) -> tuple[Pairs, int | None]:
    """(White, Black) in board order and the bye, by places in the entry list."""
    place = tournament.player_with
    pairs = tuple((place(pair.white), place(pair.black)) for pair in answer.pairs)
    return pairs, None if answer.bye is None else place(answer.bye)
