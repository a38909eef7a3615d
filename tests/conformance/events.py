"""The regulations of both events that concern clockd, by their own numbers, with the tests that prove them.

US: 2019 U.S. Senior Championship. WS: 21st World Senior Championship 2011.
"""

from tests.conformance.articles import (
    ARMAGEDDON,
    ARRIVAL,
    CLOCK,
    LAWS,
    NOTATION,
    RULINGS,
    THIRTY,
    Article,
    named,
)

PLAYOFFS, ENTRIES = "tournament/test_playoffs.py", "tournament/test_entries.py"
RULES, DIRECT = "tournament/test_event_rules.py", "tournament/test_direct_encounter.py"
OPPONENTS, OWN = "tournament/test_opponents_record.py", "tournament/test_own_record.py"
RATINGS = "tournament/test_opponents_ratings.py"
SWISS, CHECK = "tournament/test_swiss_by_the_book.py", "tournament/test_pairing_check.py"

EVENTS = (
    Article(
        "US format",
        "ten players, everyone meets everyone once",
        named(RULES, "eleven_players_in_a_tournament_of_ten")
        + named(
            "tournament/test_round_robin.py",
            "the_table_is_the_published_one",
            "everybody_meets_everybody_once",
        ),
    ),
    Article(
        "US 1",
        "more than 30 minutes late forfeits",
        named(
            ARRIVAL,
            "a_nanosecond_later_he_forfeits",
            "without_registration_the_arbiter_is_told_once_and_decides",
        ),
    ),
    Article(
        "US 2",
        "no draw agreed before move 30, playoffs included",
        named(
            THIRTY,
            "black_may_offer_on_his_30th_move_before_pressing",
            "the_kings_draw_is_refused_and_the_clocks_are_left_as_they_are",
        )
        + named(ARMAGEDDON, "an_agreed_draw_before_move_30_is_refused_in_the_armageddon_too"),
    ),
    Article(
        "US 3",
        "a device that makes a noise costs the game: one key of the arbiter",
        named(RULINGS, "a_device_that_sounds_forfeits_the_game"),
    ),
    Article(
        "US 4",
        "90/40 + 30, 30 seconds from move one",
        named(
            CLOCK,
            "f1_before_the_fortieth_press_seventy_minutes_stand",
            "the_clocks_of_a_real_event_are_reproduced",
        ),
    ),
    Article(
        "US 5",
        "notation always, for the 30 seconds",
        named(NOTATION, "a_rulebook_that_says_always_knows_no_exemption"),
    ),
    Article(
        "US 6",
        "what clockd rules by itself is set aside by the chief arbiter",
        named(RULINGS, "a_result_set_aside_leaves_the_game_paused_with_its_clocks")
        + named(ARRIVAL, "a_forfeit_by_the_clock_is_set_aside_like_any_other"),
    ),
    Article(
        "US 7, tie-breaks",
        "direct encounter, most Blacks, Koya, Sonneborn-Berger, won games",
        named(DIRECT, "the_little_table_ranks_those_who_all_met", "a_ring_stays_level")
        + named(OPPONENTS, "koya_counts_exactly_half_and_a_forfeit")
        + named(OWN, "a_forfeit_win_is_a_win_but_not_won"),
    ),
    Article(
        "US 7, playoff",
        "a rapid match or round robin, blitz, Armageddon games, by the number still tied",
        named(
            PLAYOFFS,
            "two_players_play_two_rapid_games",
            "three_play_a_round_robin_by_berger",
            "two_still_tied_play_a_blitz_match",
            "more_than_four_is_the_arbiters",
        ),
    ),
    Article(
        "US 7, Armageddon",
        "five minutes against four, a draw is Black's match",
        named(PLAYOFFS, "black_wins_a_drawn_armageddon")
        + named(ARMAGEDDON, "five_minutes_against_four", "a_game_always_has_a_match_winner"),
    ),
    Article(
        "WS 3",
        "men born in 1951 or before, women in 1961 or before, refused in one line",
        named(RULES, "years_of_birth") + named(ENTRIES, "birth_year_and_sex_are_the_rulebooks"),
    ),
    Article(
        "WS 4, Swiss",
        "paired by the Dutch system, each round checked by other code before it is published",
        named(SWISS, "engine_and_book_pair_alike")
        + named(CHECK, "no_second_bye", "no_colour_three_times_running"),
    ),
    Article(
        "WS 4, lateness",
        "zero tolerance: absent at the start is told at once, the forfeit one key away",
        named(ARRIVAL, "zero_tolerance_is_never_automatic"),
    ),
    Article(
        "WS 5, tie-breaks",
        "direct encounter if all met, progressive with cuts, most Blacks, the seven best opponents",
        named(DIRECT, "the_world_senior_skips_it_unless_all_have_met")
        + named(OWN, "progressive_score_of_a_four_point_player")
        + named(RATINGS, "the_seven_best_of_eleven_rounds"),
    ),
    Article(
        "WS 5, medals",
        "gold, silver, bronze and the title, by the final standings",
        named(
            "tournament/test_awards.py",
            "gold_silver_bronze_and_the_grandmaster_title",
            "equal_players_share_a_medal_and_nobody_is_champion",
        ),
    ),
    Article(
        "WS 6",
        "the women's format by the number of entries: round robin, nine or eleven rounds, or none",
        named(
            RULES,
            "eleven_women_are_too_few",
            "every_number_of_women_from_twelve_has_one_format",
            "four_zones",
        ),
    ),
)
ARTICLES = LAWS + EVENTS
