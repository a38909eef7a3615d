"""Every number of the two regulations stands in the rulebooks, under the article that it comes from."""

import re
from datetime import date

from clockd.game.control_text import parse_control
from clockd.game.time_control import Kind, Period
from clockd.ports import BLACK
from clockd.rulebooks import load_rulebook
from clockd.rulebooks.page import page
from clockd.units import minutes, seconds
from tests.shared import shared_file

US = load_rulebook("us-senior-2019")
WORLD = load_rulebook("world-senior-2011")
WOMEN = load_rulebook("world-senior-2011-women")
CLASSICAL = (
    Period(minutes(90), 40, Kind.FISCHER, seconds(30)),
    Period(minutes(30), None, Kind.FISCHER, seconds(30)),
)


def numbers(text: str) -> set[str]:
    """The numbers of a text; 3.000 euro, as the regulations write it, is 3000."""
    return set(re.findall(r"\d+", text.replace("3.000", "3000")))


def test_us_senior_no_number_of_the_text_is_missing() -> None:
    """All of the regulations, to the last line."""
    text = shared_file("regulations/us-senior-2019.txt").read_text(encoding="utf-8")
    assert numbers(text) - numbers(page(US)) == set()


def test_world_senior_no_number_of_the_text_is_missing() -> None:
    """All of the regulations, men's and women's together."""
    text = shared_file("regulations/world-senior-2011.txt").read_text(encoding="utf-8")
    assert numbers(text) - numbers(page(WORLD) + page(WOMEN)) == set()


def test_us_senior_ten_players_meet_once() -> None:
    """Format summary: ten players, a round robin."""
    assert len(US.formats) == 1
    found = US.format_for(10)
    assert (found.system, found.rounds, found.cycles) == ("round-robin", 9, 1)


def test_us_senior_reg_1_thirty_minutes() -> None:
    """Reg. 1: more than 30 minutes late forfeits the round."""
    assert US.arrival.default_time_ns == minutes(30)


def test_us_senior_reg_2_thirty_moves_playoff_included() -> None:
    """Reg. 2: no agreed draw in less than 30 moves, in any playoff game either."""
    assert US.regulations == (("no-agreed-draw-before-move", 30),)
    assert US.playoff is not None
    assert US.playoff.regulations == (("no-agreed-draw-before-move", 30),)


def test_us_senior_reg_3_devices() -> None:
    """Reg. 3: none in the area; a noise during the game forfeits it."""
    assert not US.devices.allowed_in_area
    assert US.devices.noise_costs == "game"


def test_us_senior_reg_4_time_control() -> None:
    """Reg. 4: 90 minutes for 40 moves, 30 minutes for the rest, 30 seconds a move from move one."""
    control = parse_control(US.control)
    assert control.white == control.black == CLASSICAL
    assert US.bonus_at == "moves"


def test_us_senior_reg_5_notation_always() -> None:
    """Reg. 5: up to date at all times because of the increment; the playoffs have none, so the Laws hold there."""
    assert US.notation == "always"
    assert US.playoff is not None and US.playoff.notation == "laws"


def test_us_senior_reg_6_discretion() -> None:
    """Reg. 6: the chief arbiter, with the Chess Club or on its behalf."""
    assert "chief arbiter" in US.arbiters.discretion and "Chess Club" in US.arbiters.discretion


def test_us_senior_reg_7_tie_breaks_in_order() -> None:
    """Reg. 7: direct encounter, most Blacks, Koya, Sonneborn-Berger, won games; not for the title."""
    assert US.tie_breaks(9) == ("DE", "BPG", "KS", "SB", "WON")
    assert US.standings.tie_for_first == "playoff"
    assert US.standings.edition == 2009


def test_us_senior_reg_7_armageddon() -> None:
    """Reg. 7: White 5 minutes, Black 4 minutes, nothing added, Black wins a drawn game."""
    assert US.playoff is not None
    stage = US.playoff.stage("armageddon")
    assert stage is not None and stage.control is not None
    control = parse_control(stage.control)
    assert control.white == (Period(minutes(5)),)
    assert control.black == (Period(minutes(4)),)
    assert stage.draw_odds is BLACK
    assert control.rate() == "blitz"


def test_us_senior_reg_7_rapid_and_blitz() -> None:
    """Reg. 7: G/10 +2 delay and G/3 +2 delay; a match is two games, a round robin one game each."""
    assert US.playoff is not None
    found = {stage.name: stage for stage in US.playoff.stages}
    for name, base, games in [
        ("rapid-match", 10, 2),
        ("rapid-round-robin", 10, 1),
        ("blitz-match", 3, 2),
        ("blitz-round-robin", 3, 1),
    ]:
        control = parse_control(found[name].control or "")
        assert control.white == (Period(minutes(base), None, Kind.DELAY, seconds(2)),)
        assert control.rate() == name.partition("-")[0]
        assert found[name].games == games


def test_us_senior_reg_7_playoff_for_first_place_orders_all_tied() -> None:
    """Reg. 7: two or more tied for first; "final standings among all tied players"."""
    assert US.playoff is not None
    assert US.playoff.tied_from == 2
    assert not US.playoff.rank_only_first


def test_both_illegal_moves_by_rate_of_play() -> None:
    """Laws 7.5.5, A.3: two minutes, in rapid and blitz one; the second loses. Design section 8: Laws of 2023."""
    for book in (US, WORLD, WOMEN):
        assert book.laws == 2023
        assert book.illegal_moves.losing_number == 2
        assert book.illegal_moves.added_ns == {
            "standard": minutes(2),
            "rapid": minutes(1),
            "blitz": minutes(1),
        }


def test_world_senior_reg_1_and_2_place_and_days() -> None:
    """Reg. 1 and 2: the 21st; 14 to 27 November 2011 at Opatija."""
    for book in (WORLD, WOMEN):
        assert book.event.edition == 21
        assert (book.event.first_day, book.event.last_day) == (
            date(2011, 11, 14),
            date(2011, 11, 27),
        )
        assert "Opatija" in book.event.site
        assert book.event.host == "Chess club Rijeka, Blaza Polica 2, 51000 Rijeka, Croatia"
        assert "Trg Kresimira Cosica 11, 10000 Zagreb" in book.event.partners[0]


def test_world_senior_reg_3_years_of_birth() -> None:
    """Reg. 3: men born in 1951 or before, women in 1961 or before; any title, rating and number a federation."""
    assert (WORLD.entries.sex, WORLD.entries.born_by) == ("m", 1951)
    assert (WOMEN.entries.sex, WOMEN.entries.born_by) == ("w", 1961)


def test_world_senior_reg_4_control_and_no_tolerance() -> None:
    """Reg. 4: 90 min for 40 moves, 30 min, 30 s from move one; absent at the start loses (6.6 of 2009)."""
    for book in (WORLD, WOMEN):
        assert parse_control(book.control).white == CLASSICAL
        assert book.arrival.default_time_ns == 0
        assert "6.6" in book.sources["arrival"]
        assert book.regulations == ()


def test_world_senior_reg_4_swiss() -> None:
    """Reg. 4: Swiss system; eleven rounds."""
    found = WORLD.format_for(200)
    assert (found.system, found.rounds) == ("swiss", 11)
    assert WORLD.swiss is not None and WORLD.swiss.acceleration == "none"


def test_world_senior_reg_5_tie_breaks_in_order() -> None:
    """Reg. 5: encounter if all met; progressive, less round 1, less round 2, ...; Blacks; average of the 7 best."""
    cuts = tuple(f"PS/C{number}" for number in range(1, 11))
    expected = ("DE-ALLMET", "PS", *cuts, "BPG", "ARO7")
    assert WORLD.tie_breaks(11) == WOMEN.tie_breaks(11) == expected
    assert WOMEN.tie_breaks(9) == ("DE-ALLMET", "PS", *cuts[:8], "BPG", "ARO7")
    assert WORLD.playoff is None and WORLD.standings.tie_for_first == "tie-breaks"
    assert WORLD.standings.edition == 2009


def test_world_senior_reg_5_title_and_medals() -> None:
    """Reg. 5: the winner is Senior World Champion and Grandmaster; gold, silver, bronze."""
    assert WORLD.prizes.winner_title == "Grandmaster"
    assert WORLD.prizes.medals == WOMEN.prizes.medals == ("Gold", "Silver", "Bronze")


def test_world_senior_reg_6_women() -> None:
    """Reg. 6: at least 12 of 4 zones, then a round robin; 13 to 30: 9 rounds; over 30: 11; 3000 euro at least."""
    shapes = {
        entries: (WOMEN.format_for(entries).system, WOMEN.format_for(entries).rounds)
        for entries in (12, 13, 30, 31, 100)
    }
    assert shapes == {
        12: ("round-robin", 11),
        13: ("swiss", 9),
        30: ("swiss", 9),
        31: ("swiss", 11),
        100: ("swiss", 11),
    }
    assert WOMEN.entries.zones_min == 4
    assert WOMEN.prizes.fund_min_eur == 3000


def test_world_senior_reg_7_arbiters() -> None:
    """Reg. 7: the chief arbiter by name; appeals at the technical conference."""
    assert WORLD.arbiters.chief == WOMEN.arbiters.chief == "Vladimir Sakotic, IA, MNE"
    assert "technical conference" in WORLD.arbiters.appeals
