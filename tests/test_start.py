"""The start screen's form: two presses start a game; names, target and forfeit can be chosen by the buttons alone."""

import pytest

from dealer.presses import Button, KeyText, Press, Target, Touch
from dealer.seating import DEFAULT_NAMES, seated
from dealer.start import FORFEITS, StartForm
from dealer.view import SeatSeen


def press(form: StartForm, *buttons: Button) -> tuple[StartForm, bool]:
    started = False
    for button in buttons:
        form, started = form.hand(Press(button))
    return form, started


def test_green_starts_with_the_last_evening() -> None:
    kept = {"players": ["Zoe", "Yan"], "target": 20, "forfeit": "sings", "dealer": 1}
    form, started = press(StartForm.of(kept), Button.GREEN)
    assert started
    header = form.header()
    assert header.players == ("Zoe", "Yan")
    assert (header.dealer, header.option("target", None), header.option("forfeit", "")) == ("Yan", 20, "sings")
    assert StartForm.of(form.choice()) == form


@pytest.mark.parametrize("kept", [{}, {"players": "x", "target": -1, "forfeit": 3, "dealer": 9}, {"players": ["A"]}])
def test_what_cannot_be_used_any_more_is_left_out(kept: dict[str, object]) -> None:
    form, started = press(StartForm.of(kept), Button.GREEN)
    assert started and len(form.header().players) >= 2


def test_players_are_added_and_taken_away_within_the_limits() -> None:
    form = StartForm.of({"players": list(DEFAULT_NAMES[:4])})
    for _ in range(10):
        form, _ = form.hand(Touch(Target.MORE, 0))
    assert form.names == DEFAULT_NAMES
    for _ in range(10):
        form, _ = form.hand(Touch(Target.LESS, 0))
    assert form.names == DEFAULT_NAMES[:2]


def test_the_dealer_stays_one_who_plays() -> None:
    form = StartForm.of({"players": list(DEFAULT_NAMES[:3]), "dealer": 2})
    form, _ = form.hand(Touch(Target.LESS, 0))
    assert form.header().dealer == form.names[1]


def test_the_usual_losing_score_follows_the_number_of_players() -> None:
    form = StartForm.of({"players": list(DEFAULT_NAMES[:2])})
    assert form.screen().fields[1].value == "31"
    form, _ = form.hand(Touch(Target.MORE, 0))
    assert form.screen().fields[1].value == "21"
    form, _ = form.hand(Touch(Target.MORE, 1))
    assert form.screen().fields[1].value == "22" and form.header().option("target", None) == 22
    form, _ = form.hand(Touch(Target.LESS, 1))
    assert "target" not in form.header().options


def test_blue_steps_through_the_fields_and_back_to_none() -> None:
    form = StartForm.of({"players": list(DEFAULT_NAMES[:2])})
    seen = []
    for _ in range(7):
        form, _ = press(form, Button.BLUE)
        seen.append(form.selected)
    assert seen == [0, 1, 2, 3, 4, 5, -1]


def test_names_are_stepped_through_without_a_keyboard() -> None:
    form = StartForm.of({"players": ["Angie", "Bob"]})
    form, _ = press(form, *[Button.BLUE] * 5, Button.YELLOW)
    assert form.names[0] not in ("Angie", "Bob") and form.names[1] == "Bob"


def test_names_and_forfeit_are_typed() -> None:
    form = StartForm.of({"players": ["Al", "Bob"]})
    form, _ = form.hand(Touch(Target.ITEM, 4))
    for text in ("\b", "\b", "Z", "oë"):
        form, _ = form.hand(KeyText(text))
    assert form.names == ("Zoë", "Bob")
    form, _ = form.hand(Touch(Target.ITEM, 2))
    form, _ = form.hand(KeyText("!"))
    assert form.forfeit == FORFEITS[0] + "!"


def test_names_that_cannot_be_are_told_and_start_nothing() -> None:
    form = StartForm.of({"players": ["Bob", "Bob"]})
    form, started = press(form, Button.GREEN)
    assert not started and "Bob" in form.screen().problem


def test_players_sit_clockwise_from_the_lowest_coaster() -> None:
    spots = [SeatSeen(2, 0, -400, 90), SeatSeen(7, -400, 0, 0), SeatSeen(4, 0, 400, 270), SeatSeen(5, 400, 0, 180)]
    assert seated(("A", "B", "C", "D"), spots) == {2: "A", 7: "B", 4: "C", 5: "D"}
    assert seated(("A", "B", "C", "D"), spots[:3]) is None
    assert seated(("A", "B"), spots) == {2: "A", 4: "B"}
