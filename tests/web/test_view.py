"""A snapshot in the words of the pages: every state says what the screens' description says."""

import pytest

from clockd.web.view import page_view, shown_state
from tests.web.fake_table import ARMAGEDDON, BLITZ, ENDED, READY, RUNNING, SCENES


@pytest.mark.parametrize(
    ("scene", "kind", "centre", "corner", "note"),
    [
        ("no-pairing", "waiting", "Waiting", "", "Waiting for the pairing"),
        ("ready", "ready", "Ready", "Period 1 of 2", "The arbiter starts the clocks"),
        ("running", "running", "Move 14", "Period 1 of 2", ""),
        ("delay", "running", "Move 14", "Rapid match, game 1", ""),
        ("paused", "stopped", "Stopped", "Move 14", "Stopped by the arbiter"),
        (
            *("restored", "restored", "Stopped", "Move 14"),
            "Restored after a power cut. Please wait for the arbiter.",
        ),
        ("flag", "flag", "Move 14", "Period 1 of 2", "Flag fell. Please wait for the arbiter."),
        ("armageddon", "ready", "Armageddon", "ready", "The arbiter starts the clocks"),
        ("ended", "ended", "1–0", "Move 23", "White wins by checkmate."),
        (
            *("drawn-armageddon", "ended", "½–½", "Move 23"),
            "Draw by threefold repetition. Black wins the match.",
        ),
    ],
)
def test_the_clock_face_has_one_word_for_each_state(
    scene: str, kind: str, centre: str, corner: str, note: str
) -> None:
    view = page_view(SCENES[scene])
    assert view["state"]["kind"] == kind
    assert (view["centre"], view["corner"], view["face_note"]) == (centre, corner, note)


def test_the_side_to_move_is_marked_and_the_other_is_not() -> None:
    view = page_view(RUNNING)
    assert (view["black"]["mode"], view["black"]["role"]) == ("running", "to move")
    assert (view["white"]["mode"], view["white"]["role"], view["white"]["sign"]) == (
        *("standing", "", ""),
    )


def test_a_flag_is_shown_when_the_table_says_so_and_not_when_the_time_is_gone() -> None:
    """Screens 3: the time never shows 0:00 with a flag before the flag fact arrives."""
    gone = page_view({**RUNNING, "black_ms": 0})["black"]
    assert (gone["mode"], gone["time"]) == ("running", "0:00.0")
    fell = page_view(SCENES["flag"])["black"]
    assert (fell["mode"], fell["time"], fell["to_go"]) == ("flag", "0:00", "27 short of 40")


def test_players_are_never_told_that_a_press_is_missing() -> None:
    """Laws 12.6: the face's texts are the same with the alerts and without."""
    quiet, alerted = page_view(RUNNING), page_view({**SCENES["alerts"], "draw_offer": None})
    for key in ("centre", "corner", "face_note", "white", "black", "control"):
        assert quiet[key] == alerted[key]


def test_move_counts_tell_how_many_are_to_go() -> None:
    view = page_view(RUNNING)
    assert (view["white"]["moves"], view["white"]["to_go"]) == ("14", "26 to go")
    assert view["black"]["counts"] == "13 moves · 12 presses"


def test_an_armageddon_says_to_whom_a_draw_is_worth_the_match() -> None:
    view = page_view(ARMAGEDDON)
    assert (view["white"]["to_go"], view["black"]["to_go"]) == ("", "a draw wins")
    assert (view["white"]["time"], view["black"]["time"]) == ("5:00", "4:00")


def test_a_delay_has_a_place_only_where_the_control_has_one() -> None:
    assert page_view(BLITZ)["has_delay"]
    assert not page_view(RUNNING)["has_delay"]


def test_a_disagreement_ends_in_the_state_that_claims_less() -> None:
    """Said to run, yet no clock runs: shown as stopped. A flag or an end beats a running clock."""
    assert shown_state({**RUNNING, "running": None}) == "stopped"
    assert shown_state({**RUNNING, "flag": "white"}) == "flag"
    assert shown_state({**ENDED, "running": "white", "flag": "white"}) == "ended"


@pytest.mark.parametrize(
    ("result", "termination", "sentence"),
    [
        ("0-1", "time-forfeit", "Black wins on time."),
        ("1-0", "resignation", "White wins by resignation."),
        ("1/2-1/2", "agreement", "Draw by agreement."),
        ("1/2-1/2", "time-draw", "Draw on time: the opponent cannot mate."),
        ("0-0", "default-time", "Both lose by forfeit: not here in time."),
        ("1/2-0", "ruling", "Result by the arbiter’s ruling."),
        ("*", "abandoned", "No result (abandoned)."),
    ],
)
def test_a_result_is_a_sentence(result: str, termination: str, sentence: str) -> None:
    ended = {**ENDED, "result": result, "termination": termination}
    assert page_view(ended)["result"]["sentence"] == sentence


def test_what_is_wrong_with_the_table_stands_above_everything() -> None:
    notes = page_view(SCENES["alerts"])["notes"]
    assert notes[0]["text"] == "This table needs a hand: disk: the card has not answered for 0.4 s"
    (lost,) = page_view(SCENES["board-lost"])["notes"]
    assert lost["text"].startswith("No data from the board: check cable and power.")
    wrong, ready = page_view(SCENES["wrong-device"])["notes"]
    assert ready["text"] == "Both clocks are set. The arbiter starts them."
    assert wrong["text"].endswith("(answered with 0x41)")


def test_an_offer_stands_beside_the_player_who_made_it() -> None:
    view = page_view(SCENES["alerts"])
    assert (view["white"]["offer"], view["black"]["offer"]) == ("(=) offers a draw", "")


def test_records_that_are_not_on_the_disk_are_counted() -> None:
    assert page_view(READY)["journal"] == "All 0 records are on the disk"
    assert page_view(SCENES["alerts"])["journal"] == "51 of 54 records are on the disk"


@pytest.mark.parametrize("state", [None, "live", "lost", "connected", "stand-alone", "on-fire"])
def test_any_word_for_the_hub_is_shown(state: str | None) -> None:
    assert page_view({**READY, "hub_link": state})["hub_link"]["word"]
