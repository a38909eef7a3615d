"""What an event's rules say of its entries, its system and its number of rounds.

Values and what follows from them; reading them from a file is the rulebooks' business. Sources: 2019 U.S. Senior
Championship, format summary; 21st World Senior Championship, reg. 3, 4 and 6.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from clockd.errors import BadInput
from clockd.tournament.crosstable import System

# "PS/C1.." in a rulebook: less the first round's score, then less the second's as well, and so on.
AND_SO_ON = ".."
BORN_FROM = 1850  # a year before this is none: TRF writes 0000 for an unknown one


@dataclass(frozen=True, slots=True)
class Format:
    """How an event of so many entries is played; `entries_to` None is "and more".

    `rounds` None is as many as a round robin of those entries takes; `source` is the article that says so.
    """

    entries_from: int
    entries_to: int | None
    system: System
    rounds: int | None
    cycles: int = 1
    source: str = field(default="", compare=False)

    def rounds_for(self, entries: int) -> int:
        """The number of rounds; in a round robin of an odd number one player rests in each."""
        if self.rounds is not None:
            return self.rounds
        return self.cycles * (entries - 1 + entries % 2)

    def fits(self, entries: int) -> bool:
        return self.entries_from <= entries and (
            self.entries_to is None or entries <= self.entries_to
        )


@dataclass(frozen=True, slots=True)
class Entries:
    """Who may play: `born_by` is the last year of birth, `sex` "m" or "w", `zones_min` the least number of zones.

    `federations` are those whose players may enter; none named: all.
    """

    open_to: str = ""
    sex: str | None = None
    born_by: int | None = None
    zones_min: int | None = None
    federations: tuple[str, ...] = ()
    source: str = field(default="", compare=False)

    def complaint(self, birth: str, sex: str, federation: str = "") -> str | None:
        """Why a player may not play, or None; what a rule asks about must be known, but for the sex ("").

        `birth` begins with the year, as TRF has it: "1951/03/08". Source: 21st World Senior, reg. 3.
        """
        if self.sex and sex and sex.lower() != self.sex:
            return f"sex {sex!r}, expected {self.sex!r}"
        if self.federations and federation.upper() not in self.federations:
            found = f"federation {federation}" if federation else "no federation"
            return f"{found}, expected {', '.join(self.federations)}"
        return self._too_young(birth) if self.born_by else None

    def _too_young(self, birth: str) -> str | None:
        year, wanted = birth[:4], f"expected {self.born_by} or before"
        if not (year.isascii() and year.isdigit()) or int(year) < BORN_FROM:
            found = f"birth {birth!r} begins with no year" if birth else "no year of birth"
            return f"{found}, {wanted}"
        return f"born in {year}, {wanted}" if self.born_by and int(year) > self.born_by else None


@dataclass(frozen=True, slots=True)
class SwissTerms:
    """How a Swiss is paired: the edition of FIDE C.04, and the colour of number 1 in round 1, "" where lots decide.

    `acceleration` is "none" or "baku" (FIDE C.04.7).
    """

    edition: int = 2026
    initial_colour: str = ""
    acceleration: str = "none"


def format_for(formats: Sequence[Format], entries: int) -> Format:
    """The format for a number of entries; BadInput where the rules have none."""
    for one in formats:
        if one.fits(entries):
            return one
    raise BadInput(f"{entries} players, expected {players_words(formats)}")


def zones_complaint(rules: Entries, zones: Sequence[str]) -> str | None:
    """Why the zones of the players are too few, or None; players without a zone make it unknown.

    Source: 21st World Senior, reg. 6 (12 women out of 4 zones at least).
    """
    found = len(set(zones))
    if rules.zones_min is None or "" in zones or found >= rules.zones_min:
        return None
    return f"players of {found} zones, expected {rules.zones_min} or more"


def players_words(formats: Sequence[Format]) -> str:
    """The numbers of entries that there is a format for, as one says them: "10", "12 or more"."""
    lowest, last = formats[0].entries_from, formats[-1].entries_to
    if last is None:
        return f"{lowest} or more"
    return str(lowest) if last == lowest else f"{lowest} to {last}"


def tie_breaks_refitted(codes: Sequence[str], was_rounds: int, rounds: int) -> tuple[str, ...]:
    """Tie-breaks written out for `was_rounds`, as they read for another number of rounds."""
    folded: list[str] = []
    for code in codes:
        base = code.rpartition("/C")[0]
        cuts = [f"{base}/C{number}" for number in range(1, was_rounds)]
        if base and code in cuts and set(cuts) <= set(codes):
            folded += [f"{base}/C1{AND_SO_ON}"] if code == cuts[0] else []
        else:
            folded.append(code)
    return tie_breaks_for(folded, rounds)


def tie_breaks_for(codes: Sequence[str], rounds: int) -> tuple[str, ...]:
    """The tie-breaks in order with "PS/C1.." written out as far as an event of `rounds` rounds can go."""
    full: list[str] = []
    for code in codes:
        if code.endswith(AND_SO_ON):
            base = code.removesuffix(f"1{AND_SO_ON}")
            full += [f"{base}{number}" for number in range(1, rounds)]
        else:
            full.append(code)
    return tuple(full)
