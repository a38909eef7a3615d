"""Each article of the Laws that concerns clockd, with the tests that prove it; the events' regulations: events.py.

Laws: FIDE Laws of Chess in force since 1 January 2023. An entry without tests is listed as not covered: what the Laws
leave to an arbiter, and what is still open.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Article:
    """A rule: its number, what clockd does, its tests as "game/test_flag.py::test_name", why none if none."""

    number: str
    does: str
    tests: tuple[str, ...] = ()
    open: str = ""


def named(file: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{file}::test_{name}" for name in names)


CLOCK, PRESSES, FLAG = "game/test_clock.py", "game/test_presses.py", "game/test_flag.py"
DRAWS, CLAIMS, ENDINGS = "game/test_draws.py", "game/test_claims.py", "game/test_endings.py"
RULINGS, ILLEGAL, ARRIVAL = (
    "game/test_rulings.py",
    "game/test_illegal_moves.py",
    "game/test_arrival.py",
)
THIRTY, NOTATION, SHEET = (
    "game/test_thirty_moves.py",
    "game/test_notation.py",
    "game/test_scoresheet.py",
)
ARMAGEDDON, REPAIRS, MATING = (
    "game/test_armageddon.py",
    "game/test_repairs.py",
    "game/test_mating.py",
)
SHEETS = "game/test_sheets.py"

LAWS = (
    Article(
        "4.1-4.7",
        "what the hands touch is not judged",
        (),
        "the board reports squares, not fingers: the arbiter's",
    ),
    Article(
        "5.1.1",
        "checkmate ends the game, without a press",
        named(
            ENDINGS, "mate_ends_the_game_and_completes_the_mating_move", "a_pressed_mate_is_a_mate"
        ),
    ),
    Article(
        "5.1.2",
        "a resignation ends the game at once",
        named(ENDINGS, "resignation_ends_the_game_at_once"),
    ),
    Article("5.2.1", "stalemate draws", named(ENDINGS, "stalemate_is_a_draw")),
    Article(
        "5.2.2",
        "a position that is dead by its material draws at once",
        named(ENDINGS, "a_dead_position_ends_the_game_at_once"),
        "",
    ),
    Article(
        "5.2.3",
        "agreement by both buttons or by the kings",
        named(
            DRAWS,
            "an_offer_stands_and_the_other_side_s_button_accepts_it",
            "an_offer_is_not_accepted_by_the_side_that_made_it",
        )
        + named(ENDINGS, "the_kings_on_the_centre_end_the_game_and_tell_the_arbiter"),
    ),
    Article(
        "6.1",
        "one clock runs at most, none before the start, in a pause or after the end",
        named(ENDINGS, "both_clocks_stand_after_the_end")
        + named(PRESSES, "a_press_by_the_side_whose_clock_stands_is_no_press"),
    ),
    Article(
        "6.2.1",
        "a move is completed by its press, the player's next move, or the end of the game",
        named(
            PRESSES, "an_unpressed_move_is_completed_by_the_next_one_although_nobody_presses_at_all"
        )
        + named(ENDINGS, "the_resigner_s_unpressed_move_is_complete"),
    ),
    Article(
        "6.2.2",
        "time until the press is the player's own",
        named(
            PRESSES,
            "a_missed_press_costs_its_own_player_and_is_marked",
            "a_late_press_completes_the_move_it_was_for",
        ),
    ),
    Article(
        "6.3.1",
        "each period has its moves; the next period's time comes when they are completed",
        named(
            CLOCK,
            "f1_a_minute_for_every_move",
            "periods_count_the_moves_from_the_start_of_the_game",
        )
        + named(PRESSES, "scenario_2_move_40_is_in_time_by_the_moves_on_the_board"),
    ),
    Article(
        "6.3.2",
        "increment before each move; delay before main time",
        named(
            CLOCK,
            "f0_the_first_increment_stands_on_the_clock_before_move_one",
            "d1_the_us_delay_is_used_up_before_main_time",
            "d2_both_flag_at_the_same_instant",
        ),
    ),
    Article(
        "6.4",
        "a control made by a press before the flag holds, although the board told later",
        named(
            FLAG,
            "a_control_made_by_the_press_holds_although_the_board_told_later",
            "the_flag_in_the_first_period_falls_with_39_moves",
        ),
    ),
    Article(
        "6.6", "White's clock is started at the start", named(RULINGS, "start_runs_white_s_clock")
    ),
    Article(
        "6.7.1",
        "the event's default time: later than it loses",
        named(
            ARRIVAL,
            "at_thirty_minutes_to_the_nanosecond_he_is_in_time",
            "a_nanosecond_later_he_forfeits",
            "both_absent_is_nought_nought",
        ),
    ),
    Article(
        "6.7.2",
        "with both absent it is White's clock that runs",
        named(RULINGS, "start_runs_white_s_clock"),
    ),
    Article(
        "6.8",
        "the flag is told at its own instant; only the first one falls",
        named(
            FLAG,
            "the_flag_is_told_at_its_own_instant_however_late_the_loop_hears",
            "only_the_first_flag_falls",
        ),
    ),
    Article(
        "6.9",
        "a flag loses, or draws when the opponent cannot mate by any series of legal moves",
        named(
            FLAG,
            "the_flag_loses_a_second_later",
            "the_flag_is_a_draw_when_the_opponent_cannot_mate",
            "mate_within_500_ms_of_the_flag_is_the_arbiter_s",
        )
        + named(
            MATING,
            "a_flag_before_a_wall_is_a_draw",
            "what_the_search_leaves_open_is_the_arbiters_never_a_draw",
        ),
    ),
    Article(
        "6.10",
        "times are edited by the arbiter, with the clocks stopped",
        named(
            RULINGS, "set_time_sets_adds_and_takes_away", "the_clock_of_an_ended_game_is_not_edited"
        ),
    ),
    Article(
        "6.11",
        "the arbiter stops and starts the clocks; a pause is nobody's time",
        named(
            RULINGS,
            "pause_and_resume_keep_every_nanosecond",
            "a_pause_during_a_delay_keeps_the_part_already_used",
        ),
    ),
    Article(
        "7.1",
        "the arbiter sets position, times and counts by his judgement",
        named(
            REPAIRS,
            "taking_back_leaves_the_clock_alone",
            "insert_replace_and_drop",
            "the_position_is_taken_from_the_board",
        ),
    ),
    Article(
        "7.5.1",
        "an illegal move that was pressed: the position before it is restored",
        named(
            ILLEGAL,
            "the_position_before_it_is_to_be_restored_and_he_moves_again",
            "moves_made_after_it_are_taken_back_with_it",
            "the_rulebook_may_have_the_clocks_stop",
        ),
    ),
    Article(
        "7.5.2",
        "a pawn left on the last rank and pressed is an illegal move that stands, with a queen",
        named(
            ILLEGAL,
            "a_pawn_left_on_the_last_rank_becomes_a_queen",
            "that_queen_may_give_mate",
        ),
    ),
    Article(
        "7.5.3",
        "a press without a move is told to the arbiter, who may rule it illegal",
        named("game/test_recognise.py", "a_press_without_a_move")
        + named(ILLEGAL, "the_alert_names_the_player_so_no_side_is_needed"),
    ),
    Article(
        "7.5.4",
        "two hands",
        (),
        "nothing at the board shows it: the arbiter's, by the command illegal-move",
    ),
    Article(
        "7.5.5",
        "two minutes for the opponent, the second one loses, or draws when he cannot mate",
        named(
            ILLEGAL,
            "the_first_one_gives_the_opponent_time",
            "the_second_by_the_same_player_loses",
            "it_is_a_draw_when_the_opponent_cannot_mate",
        ),
    ),
    Article(
        "8.1.1",
        "a scoresheet is compared with the game, in the player's language",
        named(SHEET, "each_kind_of_finding", "every_language_reads_its_own_letters"),
    ),
    Article(
        "8.1.3",
        "two plies may be missing right after a move, not three",
        named(NOTATION, "behind_is_more_than_two_plies")
        + named(SHEET, "behind_is_one_finding_at_the_first_missing_move"),
    ),
    Article(
        "8.1.5",
        "an offer stands on both sheets and in the game's PGN",
        named(SHEET, "an_offer_stands_on_both_sheets")
        + named(DRAWS, "the_offer_stands_in_the_pgn"),
    ),
    Article(
        "8.4",
        "exempt under five minutes, never with 30 seconds a move",
        named(SHEET, "who_need_not_write", "the_exemption_ends_with_its_period")
        + named(NOTATION, "with_thirty_seconds_a_move_nobody_is_exempt_ever"),
    ),
    Article(
        "8.5, 8.6",
        "after a flag a sheet is brought up to date",
        (),
        "the arbiter sees to it; clockd tells how many plies each sheet lacks",
    ),
    Article(
        "8.7",
        "both sheets are compared with the record after the game, and the signatures recorded",
        named(
            SHEETS,
            "sheets_are_compared_and_signed_after_the_game",
            "differences_are_named_where_they_stand_and_kept",
        ),
    ),
    Article(
        "9.1.1",
        "no agreement before a number of moves, where the event says so",
        named(
            THIRTY,
            "an_offer_before_black_s_30th_move_is_refused",
            "agreement_needs_both_30th_moves_completed",
        ),
    ),
    Article(
        "9.1.2.1",
        "an offer stands until it is accepted or the opponent moves",
        named(
            DRAWS,
            "an_offer_is_declined_by_moving",
            "an_offer_between_move_and_press_stands_for_the_opponent",
            "who_has_moved_instead_makes_an_offer_of_his_own",
        ),
    ),
    Article(
        "9.1.2.3",
        "a claim is also an offer",
        named(CLAIMS, "a_claim_is_also_an_offer_unless_offers_are_barred"),
    ),
    Article(
        "9.2.2",
        "threefold, about to appear and has appeared",
        named(
            CLAIMS,
            "threefold_has_appeared_with_the_ninth_ply",
            "threefold_about_to_appear_is_claimed_with_the_move_written_not_played",
            "a_claim_waits_for_a_move_that_was_pressed_and_not_seen",
            "one_ply_too_early_is_wrong",
            "the_opponents_move_counts_though_its_squares_still_come_in",
        ),
    ),
    Article(
        "9.2.3",
        "the same position: rights to castle and a real en passant",
        named(
            CLAIMS,
            "en_passant_and_castling_make_positions_differ",
            "repetition_equals_a_naive_count",
        ),
    ),
    Article("9.3", "fifty moves by each, both forms", named(CLAIMS, "fifty_moves_by_each")),
    Article(
        "9.4",
        "who has made his move has no claim for it; a touch alone is the arbiter's",
        named(CLAIMS, "who_has_made_his_move_has_no_claim_for_it")
        + named("table/test_core.py", "a_claim_after_moving_is_none"),
    ),
    Article(
        "9.5.1",
        "a claim stops the clocks",
        named(CLAIMS, "a_claim_stops_the_clocks_and_waits_for_the_arbiter"),
    ),
    Article(
        "9.5.3",
        "a wrong claim: time for the opponent, the intended move must be played",
        named(
            CLAIMS,
            "a_wrong_claim_gives_the_opponent_time_and_the_game_goes_on",
            "the_intended_move_must_be_played",
            "a_rejected_claim_is_taken_back_by_another_ruling",
        ),
    ),
    Article(
        "9.6.1",
        "the fifth occurrence draws without a claim",
        named(ENDINGS, "the_fifth_occurrence_draws_without_a_claim"),
    ),
    Article(
        "9.6.2",
        "seventy-five moves draw without a claim; mate on the last one wins",
        named(
            ENDINGS,
            "seventy_five_moves_each_draw_without_a_claim",
            "mate_on_the_last_of_the_seventy_five_moves_wins",
        ),
    ),
    Article(
        "11.3",
        "a device that sounds: one key",
        named(RULINGS, "a_device_that_sounds_forfeits_the_game"),
    ),
    Article(
        "11.5",
        "offers that annoy: each is counted and shown to the arbiter, who judges",
        named("table/test_view.py", "every_offer_is_counted_for_the_arbiter"),
    ),
    Article(
        "12.6",
        "players are told neither of a missed press nor of their notation",
        ("web/test_app.py::test_the_clock_face_tells_no_player_what_the_arbiter_is_told",),
    ),
    Article(
        "12.9",
        "every result pair by a ruling, 0-0 and 1/2-0 too",
        named(RULINGS, "every_result_can_be_ruled"),
    ),
    Article(
        "A.3, B.2",
        "one minute instead of two in rapid and blitz",
        named(ILLEGAL, "the_first_one_gives_the_opponent_time")
        + named("game/test_time_control.py", "the_rate_of_play_counts_sixty_moves"),
    ),
    Article(
        "Appendix C",
        "how moves are written",
        named(SHEET, "many_hands_one_game", "a_promotion_in_the_players_letters"),
    ),
)
