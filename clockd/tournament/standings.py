"""Final order: points first, then each tie-break in turn among those still level, with a reason for every place.

Decides ranks, shared ones included, and says in one sentence what put a player where he is. Whoever is equal to the
end of the list shares the rank, and the next rank skips. The order in which players are handed in never matters:
equals are listed by their number. Sources: FIDE C.07 art. 4.1, 4.2; interfaces.md section 5.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clockd.tournament.criterion import AmongTied, TieBreak, added_up, parts_of, unusable
from clockd.tournament.crosstable import Crosstable, Player
from clockd.tournament.tie_breaks import REGISTRY, Asked, full_name_of
from clockd.tournament.values import Part, Value, plain

NAMES_MAX = 4  # more names than this in one sentence are counted instead
NOBODY_LEVEL = "not asked: nobody is level with him when it is reached"

Group = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion asked about one group of level players: the groups it made, best first."""

    asked: Asked
    tied: Group
    order: tuple[Group, ...]

    @property
    def decides(self) -> bool:
        return len(self.order) > 1


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place. `values` by code in the order of the list; `chain` is every step that he was part of."""

    rank: int
    player: Player
    points: Fraction
    values: dict[str, Value]
    chain: tuple[Step, ...]
    why: str


def standings(table: Crosstable, criteria: Sequence[Asked]) -> tuple[Standing, ...]:
    """The players in final order under these tie-breaks."""
    return _Ranking(table, criteria).standings()


class _Ranking:
    """One computation: values as they become known, and the steps each group went through."""

    def __init__(self, table: Crosstable, criteria: Sequence[Asked]) -> None:
        self._table, self._criteria = table, criteria
        self._values: dict[tuple[int, str], Value] = {}
        self._parts: dict[tuple[int, str, int, bool], tuple[Part, ...]] = {}
        self._remarks = {asked.code: self._unusable(asked) for asked in criteria}
        self._called = called(table.players)
        self._chains: dict[int, list[Step]] = {player.number: [] for player in table.players}

    def standings(self) -> tuple[Standing, ...]:
        order = [group for level in self._by_points() for group in self._split(level, 0)]
        return tuple(self._placed(order))

    def _placed(self, order: list[Group]) -> Iterator[Standing]:
        rank = 1
        for group in order:
            for number in group:
                yield self._standing(rank, number, group)
            rank += len(group)

    def _by_points(self) -> list[Group]:
        numbers = sorted(player.number for player in self._table.players)
        return _levels(numbers, self._table.score)

    def _split(self, tied: Group, index: int) -> list[Group]:
        if len(tied) == 1 or index == len(self._criteria):
            return [tied]
        order = self._ask(tied, self._criteria[index])
        step = Step(self._criteria[index], tied, tuple(order))
        for number in tied:
            self._chains[number].append(step)
        return [group for level in order for group in self._split(level, index + 1)]

    def _ask(self, tied: Group, asked: Asked) -> list[Group]:
        entry = REGISTRY[asked.base]
        if isinstance(entry, AmongTied):
            encounter = entry.compare(self._table, tied, asked)
            for number, value in encounter.values.items():
                self._values[number, asked.code] = value
            return list(encounter.order)
        sign = -1 if entry.lowest_first else 1
        return _levels(
            tied, lambda number: sign * (self._own_value(number, asked).number or Fraction(0))
        )

    def _own_value(self, number: int, asked: Asked) -> Value:
        key = (number, asked.code)
        if key not in self._values:
            self._values[key] = self._reckoned(number, asked)
        return self._values[key]

    def _reckoned(self, number: int, asked: Asked) -> Value:
        """As `evaluate` has it; what does not depend on the cut is reckoned once for all cuts."""
        remark = self._remarks[asked.code]
        if remark:
            return Value(None, remark)
        key = (number, asked.base, asked.limit, asked.forfeits)
        if key not in self._parts:
            self._parts[key] = parts_of(self._table, number, asked)
        return added_up(self._parts[key], asked)

    def _unusable(self, asked: Asked) -> str:
        by_row = isinstance(REGISTRY[asked.base], TieBreak)
        return unusable(self._table, asked) if by_row else ""

    def _value(self, number: int, asked: Asked) -> Value:
        if isinstance(REGISTRY[asked.base], AmongTied):
            return self._values.get((number, asked.code), Value(None, NOBODY_LEVEL))
        return self._own_value(number, asked)

    def _standing(self, rank: int, number: int, group: Group) -> Standing:
        chain = tuple(self._chains[number])
        values = {asked.code: self._value(number, asked) for asked in self._criteria}
        points = self._table.score(number)
        why = _Reason(self._table, self._values, self._called, number, group, chain).sentence()
        return Standing(rank, self._table.player(number), points, values, chain, why)


def _levels(numbers: Sequence[int], worth: Callable[[int], Fraction]) -> list[Group]:
    """The numbers in groups of equal worth, best first; each group in order of numbers."""
    groups: dict[Fraction, list[int]] = {}
    for number in sorted(numbers):
        groups.setdefault(worth(number), []).append(number)
    return [tuple(groups[key]) for key in sorted(groups, reverse=True)]


@dataclass(frozen=True, slots=True)
class _Reason:
    """Why a player stands where he does, in one sentence."""

    table: Crosstable
    values: dict[tuple[int, str], Value]
    called: dict[int, str]
    number: int
    group: Group
    chain: tuple[Step, ...]

    def sentence(self) -> str:
        points = _points(self.table.score(self.number))
        if not self.chain:
            level = [n for n in self.group if n != self.number]
            shared = f", level with {self._names(level)}: no tie-break is asked" if level else ""
            return f"{points}{shared or ', nobody else has as many'}"
        rivals = [n for n in self.chain[0].tied if n != self.number]
        deciding = [self._because(step) for step in self.chain if step.decides]
        if len(self.group) > 1:
            level = [n for n in self.group if n != self.number]
            deciding.append(f"still level with {self._names(level)} to the end of the list")
        return f"{points}, level with {self._names(rivals)}; {'; '.join(deciding)}"

    def _because(self, step: Step) -> str:
        place = next(i for i, group in enumerate(step.order) if self.number in group)
        said = [
            self._compared(step, "behind", step.order[:place]),
            self._compared(step, "ahead of", step.order[place + 1 :]),
        ]
        return f"on {full_name_of(step.asked)} {', '.join(words for words in said if words)}"

    def _compared(self, step: Step, side: str, others: Sequence[Group]) -> str:
        """The others on one side with their figures; those with the same figure were told apart among themselves."""
        mine = self._figure(step, self.number)
        groups = others if _one_figure_each(step) else [(n,) for group in others for n in group]
        figures = [(group, self._figure(step, group[0])) for group in groups]
        differing = [(group, figure) for group, figure in figures if figure != mine]
        level = [n for group, figure in figures if figure == mine for n in group]
        said = []
        if differing:
            names = self._names([n for group, _ in differing for n in group])
            theirs = dict.fromkeys(plain(figure) for _, figure in differing)
            said.append(f"{side} {names} ({plain(mine)} to {', '.join(theirs)})")
        if level:
            said.append(f"{side} {self._names(level)} ({plain(mine)} each, by their own games)")
        return ", ".join(said)

    def _figure(self, step: Step, number: int) -> Fraction:
        return self.values[number, step.asked.code].number or Fraction(0)

    def _names(self, numbers: Sequence[int]) -> str:
        if len(numbers) > NAMES_MAX:
            return f"{len(numbers)} others"
        names = [self.called[number] for number in numbers]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _one_figure_each(step: Step) -> bool:
    """Whether everybody in a group of its order has the same figure: not where games are missing (art. 6.3)."""
    return isinstance(REGISTRY[step.asked.base], TieBreak)


def called(players: Sequence[Player]) -> dict[int, str]:
    """What each player is called in a sentence: by the surname, with the first name where others have the same one.

    Two of one whole name are told apart by their pairing numbers.
    """
    parts = {player.number: player.name.split(",", 1) for player in players}
    surnames = Counter(surname for surname, *_ in parts.values())
    names = {
        number: surname if surnames[surname] == 1 else " ".join([*map(str.strip, first), surname])
        for number, (surname, *first) in parts.items()
    }
    shared = Counter(names.values())
    return {n: name if shared[name] == 1 else f"{name} ({n})" for n, name in names.items()}


def _points(points: Fraction) -> str:
    return f"{plain(points)} point" + ("" if points == 1 else "s")
