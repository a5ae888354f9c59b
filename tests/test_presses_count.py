"""Which presses count: those that were made for the screen that is shown, by somebody who can have read it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from test_sitting import Evening

from dealer.display.guard import READ_S, PressGuard, meaning_of
from dealer.display.screens import MenuLine, MenuScreen, MessageScreen, PlayScreen, Screen
from dealer.gallery.screens_gallery import SHORT_NAMES, sample_screens
from dealer.house.devices import Front
from dealer.presses import Button, KeyText, Kind, Press, Quit, Target, Touch

GREEN, RED, YELLOW, BLUE = (Press(button) for button in Button)
SCREENS = sample_screens(SHORT_NAMES[:5])


class Hands:
    """A display without a window: takes what hands do, and the time by hand."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.headless = False
        self.touched_s: float | None = None
        self.done: list[Any] = []

    def draw(self, screen: Screen) -> float:
        return 0.0

    def poll(self) -> list[Any]:
        done, self.done = self.done, []
        return done


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def front(hands: Hands) -> Front:
    return Front(display=hands, clock=lambda: hands.now_s)  # type: ignore[arg-type]


def test_a_press_that_came_just_after_the_screen_changed_is_not_for_the_new_one(hands: Hands, front: Front) -> None:
    front.show(MessageScreen("Saved", labels=((Button.GREEN, "OK"), (Button.RED, "Back"))))
    hands.now_s += 5.0
    front.show(MessageScreen("Stop?", labels=((Button.GREEN, "Stop"), (Button.RED, "Back"))))
    hands.now_s += READ_S - 0.01
    hands.done = [GREEN, RED]
    assert front.poll() == [RED], "red means what it meant"
    hands.now_s += 0.02
    hands.done = [GREEN]
    assert front.poll() == [GREEN]


def test_what_counts_is_when_the_button_went_down(hands: Hands, front: Front) -> None:
    front.show(MessageScreen("Saved", labels=((Button.GREEN, "OK"),)))
    hands.now_s += 5.0
    front.show(MessageScreen("Stop?", labels=((Button.GREEN, "Stop"),)))
    hands.now_s += 0.5
    hands.done = [Press(Button.GREEN, made_s=hands.now_s - 0.6)]
    assert front.poll() == [], "the finger came down while it was OK"
    hands.done = [Press(Button.GREEN, made_s=hands.now_s - 0.05)]
    assert front.poll() == [GREEN]


def test_a_button_that_was_dark_must_be_lit_for_as_long(hands: Hands, front: Front) -> None:
    front.show(MessageScreen("One moment"))
    hands.now_s += 5.0
    front.show(MessageScreen("Stop?", labels=((Button.GREEN, "Stop"),)))
    hands.done = [GREEN]
    assert front.poll() == []


def test_a_screen_that_flickers_is_no_way_round(hands: Hands, front: Front) -> None:
    front.show(MessageScreen("Stop?", labels=((Button.GREEN, "Stop"),)))
    hands.now_s += 5.0
    front.show(MessageScreen("Saved", labels=((Button.GREEN, "OK"),)))
    hands.now_s += 0.1
    front.show(MessageScreen("Stop?", labels=((Button.GREEN, "Stop"),)))
    hands.done = [GREEN]
    assert front.poll() == []


def test_words_that_change_do_not_make_a_button_deaf(hands: Hands, front: Front) -> None:
    for seen in range(10):
        front.show(MessageScreen(f"I see {seen} coasters", labels=((Button.RED, "Back"),)))
        hands.now_s += 0.1
    hands.done = [RED]
    assert front.poll() == [RED]


def test_letters_are_typed_as_fast_as_they_come_and_the_window_always_closes(hands: Hands, front: Front) -> None:
    front.show(SCREENS["keyboard"])
    hands.done = [KeyText("Z"), KeyText("o"), KeyText("e"), Quit()]
    assert front.poll() == [KeyText("Z"), KeyText("o"), KeyText("e"), Quit()]


def test_a_press_before_anything_is_shown_is_handed_on(hands: Hands, front: Front) -> None:
    hands.done = [GREEN]
    assert front.poll() == [GREEN]


def test_a_hand_is_noticed_whether_it_counts_or_not(hands: Hands, front: Front) -> None:
    assert front.touched_s is None
    front.show(MessageScreen("One moment"))
    hands.touched_s = 101.0
    assert front.touched_s == 101.0


@pytest.fixture
def game(tmp_path: Path, hands: Hands, front: Front) -> Iterator[tuple[Evening, Any]]:
    """A game whose presses go through the front, as in the evening's loop."""
    evening = Evening(tmp_path)
    evening.look()

    def serve(*given: Press | Touch, every_s: float = 0.1) -> None:
        """All these are done between two looks of the loop; then it goes on for a moment."""
        hands.done = list(given)
        for _ in range(4):
            front.show(evening.console.screen())
            for one in front.poll():
                assert isinstance(one, Press | Touch)
                (evening.console.press if isinstance(one, Press) else evening.console.touch)(one)  # type: ignore[operator]
            hands.now_s += every_s

    serve()
    hands.now_s += 1.0
    yield evening, serve


def test_two_quick_greens_are_one(game: tuple[Evening, Any], hands: Hands) -> None:
    evening, serve = game
    serve(GREEN, GREEN)
    assert evening.of("act") == [] and len(evening.of("question")) == 1
    hands.now_s += 1.0
    serve(BLUE)
    hands.now_s += 1.0
    serve(GREEN, GREEN)
    assert [fields["act"] for fields in evening.of("act")] == ["deal Angie 1"]


def test_undo_pressed_twice_undoes_twice(game: tuple[Evening, Any], hands: Hands) -> None:
    evening, serve = game
    evening.opening()
    serve()
    hands.now_s += 1.0
    serve(YELLOW, YELLOW)
    assert [fields["act"] for fields in evening.of("undo")] == ["deal Carlos 7", "deal Bob 9"]


def test_a_fold_pressed_twice_folds_one_player(game: tuple[Evening, Any], hands: Hands) -> None:
    evening, serve = game
    evening.opening()
    serve()
    hands.now_s += 1.0
    serve(RED, RED)
    assert [fields["act"] for fields in evening.of("act")][3:] == ["Angie fold 4 from Angie"]


def test_the_last_card_of_a_game_presses_no_again(tmp_path: Path) -> None:
    before, after = SCREENS["play"], SCREENS["end"]
    guard = PressGuard()
    guard.shown(before, 10.0)
    guard.shown(after, 20.0)
    assert not guard.lets(GREEN, 20.2) and guard.lets(GREEN, 20.5)


def test_louder_is_touched_as_often_as_one_likes() -> None:
    def menu(value: str) -> MenuScreen:
        return MenuScreen("Menu", (MenuLine("Pause"), MenuLine("Louder", value)), 1, ((Button.GREEN, "Choose"),))

    guard = PressGuard()
    guard.shown(menu("40 %"), 10.0)
    guard.shown(menu("60 %"), 20.0)
    assert guard.lets(GREEN, 20.1) and guard.lets(Touch(Target.ITEM, 1), 20.1)
    guard.shown(
        MenuScreen("Stop the game?", (MenuLine("Go on"), MenuLine("Stop")), 0, ((Button.GREEN, "Choose"),)), 30.0
    )
    assert not guard.lets(GREEN, 30.1) and not guard.lets(Touch(Target.ITEM, 1), 30.1)


def test_held_it_means_the_menu_everywhere() -> None:
    guard = PressGuard()
    guard.shown(SCREENS["play"], 10.0)
    guard.shown(SCREENS["end"], 20.0)
    assert guard.lets(Press(Button.BLUE, Kind.LONG), 20.1)


@pytest.mark.parametrize("name", SCREENS)
def test_every_button_that_is_lit_and_everything_that_is_touched_means_something(name: str) -> None:
    from dealer.display import Display
    from dealer.display.screens import labels_of

    screen = SCREENS[name]
    for button, label in labels_of(screen).items():
        assert (meaning_of(screen, Press(button)) is not None) == bool(label), button
    with Display((1280, 720), headless=True) as display:
        display.draw(screen)
        for touchable in display.touchables:
            if isinstance(touchable.gives, Touch):
                assert meaning_of(screen, touchable.gives) is not None, touchable.gives


def test_a_paused_game_means_only_go_on() -> None:
    paused = SCREENS["paused"]
    assert isinstance(paused, PlayScreen)
    assert meaning_of(paused, GREEN) is not None and meaning_of(paused, RED) is None


# The loudness


@dataclass
class Voice:
    volume: int = 75
    muted: bool = False
    silent_because: str = ""


@pytest.fixture
def voiced() -> Front:
    return Front(speech=Voice())  # type: ignore[arg-type]


def test_louder_and_quieter_are_steps_of_one_scale_that_ends(voiced: Front) -> None:
    up = []
    for _ in range(3):
        voiced.change_volume(louder=True)
        up.append(voiced.volume)
    assert up == [80, 100, 100]
    down = []
    for _ in range(6):
        voiced.change_volume(louder=False)
        down.append(voiced.volume)
    assert down == [80, 60, 40, 20, 0, 0]
    assert voiced.sound.muted
    voiced.change_volume(louder=True)
    assert voiced.volume == 20 and not voiced.sound.muted


def test_muting_keeps_what_it_was(voiced: Front) -> None:
    voiced.mute()
    assert voiced.volume == 0
    voiced.mute()
    assert voiced.volume == 75
    voiced.volume = 0
    voiced.mute()
    assert voiced.volume == 75


def test_a_loudness_that_was_kept_is_set(voiced: Front) -> None:
    for kept in (0, 40, 100):
        voiced.volume = kept
        assert voiced.volume == kept
    Front().volume = 40  # no voice: nothing to set, nothing fails
