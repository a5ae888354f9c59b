"""The display: presses mean the same from touch, mouse and keys; nothing is drawn twice; pictures are written."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from dealer.display import Display
from dealer.display.pages import PAGE_S
from dealer.display.play import OVERVIEW, PLAN
from dealer.display.screens import (
    MenuLine,
    MenuScreen,
    Picture,
    PlayScreen,
    QuestionScreen,
    RulesScreen,
    Screen,
    StartScreen,
    labels_of,
    names_of,
)
from dealer.display.window import Input, steady
from dealer.errors import DeviceError
from dealer.gallery import screens_gallery as gallery
from dealer.gallery.screens_gallery import SHORT_NAMES, sample_screens, sample_view
from dealer.presses import LONG_PRESS_S, Button, Holds, KeyText, Kind, Press, Quit, Target, Touch

SCREENS = sample_screens(SHORT_NAMES[:5])


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def display(clock: Clock) -> Iterator[Display]:
    with Display((800, 480), headless=True, clock=clock) as opened:
        yield opened


def show(display: Display, clock: Clock, screen: Screen) -> None:
    clock.now_s += 1.0
    display.draw(screen)


def place_of(display: Display, gives: Press | Touch) -> tuple[int, int]:
    """The middle of the area that gives this."""
    (area,) = [touchable.area for touchable in display.touchables if touchable.gives == gives]
    return pygame.Rect(area).center


def key(display: Display, code: int, *, down: bool, text: str = "", modifiers: int = 0) -> list[Input]:
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    return display.hand(pygame.event.Event(kind, key=code, unicode=text, mod=modifiers))


def mouse(display: Display, place: tuple[int, int], *, down: bool) -> list[Input]:
    kind = pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP
    return display.hand(pygame.event.Event(kind, pos=place, button=1))


def finger(display: Display, place: tuple[int, int], *, down: bool) -> list[Input]:
    width, height = display.size
    kind = pygame.FINGERDOWN if down else pygame.FINGERUP
    return display.hand(pygame.event.Event(kind, x=place[0] / width, y=place[1] / height))


@pytest.mark.parametrize(
    ("code", "button"),
    [
        (pygame.K_RETURN, Button.GREEN),
        (pygame.K_RIGHT, Button.GREEN),
        (pygame.K_BACKSPACE, Button.RED),
        (pygame.K_LEFT, Button.RED),
        (pygame.K_u, Button.YELLOW),
        (pygame.K_TAB, Button.BLUE),
        (pygame.K_DOWN, Button.BLUE),
    ],
)
def test_keys_mean_the_buttons_on_release(display: Display, clock: Clock, code: int, button: Button) -> None:
    show(display, clock, SCREENS["play"])
    assert key(display, code, down=True) == []
    assert key(display, code, down=True) == [], "a key that repeats is one press"
    assert key(display, code, down=False) == [Press(button)]


@pytest.mark.parametrize("button", Button)
@pytest.mark.parametrize("hand", [mouse, finger])
def test_touch_and_mouse_mean_the_buttons(display: Display, clock: Clock, hand: object, button: Button) -> None:
    assert callable(hand)
    for name, screen in SCREENS.items():
        show(display, clock, screen)
        place = place_of(display, Press(button))
        assert hand(display, place, down=True) == []
        assert hand(display, place, down=False) == [Press(button)], name


def test_a_finger_that_slides_off_means_nothing(display: Display, clock: Clock) -> None:
    show(display, clock, SCREENS["play"])
    mouse(display, place_of(display, Press(Button.RED)), down=True)
    assert mouse(display, (400, 60), down=False) == []
    assert display.poll() == []


@pytest.mark.parametrize("button", [Button.BLUE, Button.YELLOW])
def test_holding_blue_or_yellow_for_a_second_is_a_long_press(display: Display, clock: Clock, button: Button) -> None:
    show(display, clock, SCREENS["play"])
    place = place_of(display, Press(button))
    mouse(display, place, down=True)
    clock.now_s += LONG_PRESS_S * 0.9
    assert display.poll() == []
    clock.now_s += LONG_PRESS_S * 0.2
    assert display.poll() == [Press(button, Kind.LONG)]
    assert display.poll() == []
    assert mouse(display, place, down=False) == [], "it was told already"


@pytest.mark.parametrize("button", [Button.GREEN, Button.RED])
def test_holding_green_or_red_is_a_short_press(button: Button) -> None:
    holds = Holds()
    holds.down(button, 0.0)
    assert holds.due(5.0) == ()
    assert holds.up(button, 5.0) == (Press(button),)
    assert holds.up(button, 5.1) == ()


def test_what_is_chosen_is_touched_or_typed(display: Display, clock: Clock) -> None:
    show(display, clock, SCREENS["which"])
    assert mouse(display, place_of(display, Touch(Target.CHOICE, 1)), down=True) == []
    assert mouse(display, place_of(display, Touch(Target.CHOICE, 1)), down=False) == [Touch(Target.CHOICE, 1)]
    assert key(display, pygame.K_9, down=True, text="9") == [Touch(Target.CHOICE, 2)], "the choice of rank 9"
    assert key(display, pygame.K_2, down=True, text="2") == [], "a 2 is not among the choices"
    show(display, clock, SCREENS["told"])
    assert key(display, pygame.K_0, down=True, text="0") == [Touch(Target.CHOICE, 9)]
    show(display, clock, SCREENS["ranks"])
    assert key(display, pygame.K_7, down=True, text="7") == [Touch(Target.RANK, 7)]
    show(display, clock, SCREENS["menu"])
    assert key(display, pygame.K_3, down=True, text="3") == [Touch(Target.ITEM, 2)]
    long = MenuScreen("Bob: 6", tuple(MenuLine(f"It is a {rank}", possible=rank != 4) for rank in range(1, 41)), 39)
    show(display, clock, long)
    assert not any(touchable.gives == Touch(Target.ITEM, 5) for touchable in display.touchables), "it is not shown"
    assert key(display, pygame.K_6, down=True, text="6") == [Touch(Target.ITEM, 5)]
    assert key(display, pygame.K_4, down=True, text="4") == []


def test_a_page_of_rules_says_which_part_is_shown_and_all_of_it_is_equally_large(
    display: Display, clock: Clock
) -> None:
    sections = tuple((f"Heading {number}", "Take a card and hope for no pair. " * number) for number in range(1, 9))
    show(display, clock, RulesScreen("Rules", sections))
    texts = [box for box in display.boxes if box.name.startswith("Take a card")]
    assert any(box.name == f"1 to {len(texts)} of 8" for box in display.boxes) and 1 < len(texts) < 8
    assert max(box.cap_px for box in texts) == min(box.cap_px for box in texts)
    show(display, clock, RulesScreen("Rules", sections[:2]))
    assert not any(" of " in box.name for box in display.boxes)


@pytest.mark.parametrize(
    ("probabilities", "shown"),
    [((0.61, 0.34, 0.03), {"61%", "34%", "3%"}), ((0.997, 0.002, 0.001), set()), ((0.004, 0.003, 0.0), set())],
)
def test_a_question_shows_no_figure_that_contradicts_it(
    clock: Clock, probabilities: tuple[float, ...], shown: set[str]
) -> None:
    screen = SCREENS["which"]
    assert isinstance(screen, QuestionScreen)
    lines = tuple(
        replace(line, choice=replace(line.choice, probability=probability))
        for line, probability in zip(screen.prompt.choices, (*probabilities, None), strict=True)
    )
    with Display((1280, 720), headless=True, clock=clock) as display:
        display.draw(replace(screen, prompt=replace(screen.prompt, choices=lines)))
        assert {box.name for box in display.boxes if box.name.endswith("%")} == shown


def test_a_correction_is_two_touches(display: Display, clock: Clock) -> None:
    show(display, clock, SCREENS["correction"])
    cards = [touchable for touchable in display.touchables if isinstance(touchable.gives, Touch)]
    assert {touchable.gives for touchable in cards} == {
        Touch(Target.CARD, card.id) for card in sample_view(5).sightings
    }
    place = pygame.Rect(cards[0].area).center
    mouse(display, place, down=True)
    assert mouse(display, place, down=False) == [cards[0].gives]
    show(display, clock, SCREENS["ranks"])
    mouse(display, place_of(display, Touch(Target.RANK, 10)), down=True)
    assert mouse(display, place_of(display, Touch(Target.RANK, 10)), down=False) == [Touch(Target.RANK, 10)]


@pytest.mark.parametrize("name", ["start-for-what", "keyboard"])
def test_words_are_typed_with_all_letters(display: Display, clock: Clock, name: str) -> None:
    show(display, clock, SCREENS[name])
    assert [key(display, code, down=down) for code in (pygame.K_LEFT, pygame.K_RIGHT) for down in (True, False)] == [
        [], [], [], [],
    ]  # fmt: skip
    assert key(display, pygame.K_u, down=True, text="u") == []
    assert display.hand(pygame.event.Event(pygame.TEXTINPUT, text="u")) == [KeyText("u")]
    assert key(display, pygame.K_u, down=False) == []
    assert key(display, pygame.K_BACKSPACE, down=True) == [KeyText("\b")]
    key(display, pygame.K_TAB, down=True)
    assert key(display, pygame.K_TAB, down=False) == [Press(Button.BLUE)]
    start = SCREENS["start-for-what"]
    assert isinstance(start, StartScreen)
    show(display, clock, replace(start, selected=-1))
    assert display.hand(pygame.event.Event(pygame.TEXTINPUT, text="u")) == []


def test_escape_opens_the_menu_and_closing_the_window_quits(display: Display, clock: Clock) -> None:
    show(display, clock, SCREENS["play"])
    assert key(display, pygame.K_ESCAPE, down=True) == [Press(Button.BLUE, Kind.LONG)]
    assert key(display, pygame.K_q, down=True, modifiers=pygame.KMOD_LCTRL) == [Quit()]
    assert display.hand(pygame.event.Event(pygame.QUIT)) == [Quit()]


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_3])
def test_a_key_that_is_held_and_repeats_itself_is_one_press(display: Display, clock: Clock, code: int) -> None:
    show(display, clock, SCREENS["told"])
    text = "3" if code == pygame.K_3 else ""
    given = [one for _ in range(5) for one in key(display, code, down=True, text=text)]
    given += key(display, code, down=False)
    assert len(given) == 1
    again = key(display, code, down=True, text=text) + key(display, code, down=False)
    assert again == given, "the next press counts"


@pytest.mark.parametrize("hand", [mouse, finger])
def test_a_press_tells_when_the_finger_came_down(display: Display, clock: Clock, hand: object) -> None:
    show(display, clock, SCREENS["told"])
    for gives in (Press(Button.RED), Touch(Target.CHOICE, 4)):
        place = place_of(display, gives)
        came_s = clock.now_s
        hand(display, place, down=True)  # type: ignore[operator]
        clock.now_s += 0.7
        (given,) = hand(display, place, down=False)  # type: ignore[operator]
        assert given == gives and given.made_s == came_s


def test_any_touch_is_noticed_also_where_nothing_is(display: Display, clock: Clock) -> None:
    show(display, clock, SCREENS["start"])
    assert display.touched_s is None
    finger(display, (1, 1), down=True)
    assert display.touched_s == clock.now_s


def test_only_what_changed_is_drawn(display: Display, clock: Clock) -> None:
    play = SCREENS["play"]
    assert isinstance(play, PlayScreen) and play.view is not None
    show(display, clock, play)
    assert display.draws == 1 and display.draw_ms > 0
    clock.now_s += 0.5
    later = replace(play, view=replace(play.view, sequence=99, time_s=42.0))
    assert display.draw(later) == 0.0, "a view with the same cards"
    trembling = tuple(replace(card, x_mm=card.x_mm + 0.01) for card in play.view.sightings)
    assert steady(replace(play, view=replace(play.view, sightings=trembling))) == steady(play)
    display.poll()
    assert display.draws == 1
    assert display.draw(replace(play, caption="Bob, seven.")) > 0
    assert display.draws == 2


def test_never_more_than_fifteen_pictures_a_second_and_the_last_is_never_lost(display: Display, clock: Clock) -> None:
    show(display, clock, SCREENS["play"])
    before = display.draws
    for step in range(60):
        clock.now_s += 1 / 60
        display.draw(MenuScreen(f"{step}", (MenuLine("A"),)))
    assert 11 <= display.draws - before <= 16
    clock.now_s += 0.1
    display.poll()
    assert any(box.name == "59" for box in display.boxes)


def test_a_compact_screen_shows_one_player_after_another_and_all_after_a_touch(display: Display, clock: Clock) -> None:
    play = SCREENS["by-hand"]
    show(display, clock, play)
    seen = set()
    for _ in range(5):
        seen |= {box.name for box in display.boxes} & set(SHORT_NAMES)
        clock.now_s += PAGE_S + 0.1
        display.draw(play)
    assert seen == set(SHORT_NAMES[:5])
    for page in (OVERVIEW, PLAN, 0):
        mouse(display, (300, 320), down=True)
        mouse(display, (300, 320), down=False)
        assert display._page == page
        clock.now_s += 0.2
        display.poll()


def test_a_new_call_is_shown_at_once_on_a_compact_screen(display: Display, clock: Clock) -> None:
    show(display, clock, SCREENS["by-hand"])
    show(display, clock, SCREENS["play"])
    assert any(box.name == "Carlos: 7" for box in display.boxes)


def test_the_last_screen_is_written_as_png(display: Display, clock: Clock, tmp_path: Path) -> None:
    show(display, clock, SCREENS["play"])
    display.draw(SCREENS["end"])  # too early to be drawn: written all the same
    display.save_png(tmp_path / "screen.png")
    assert pygame.image.load(tmp_path / "screen.png").get_size() == (800, 480)
    assert any(box.name == "Echo loses" for box in display.boxes)
    assert [path.name for path in tmp_path.iterdir()] == ["screen.png"]
    with pytest.raises(DeviceError, match="cannot be written"):
        display.save_png(tmp_path / "no such folder" / "screen.png")


def test_without_a_display_it_goes_on_in_memory(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    with Display((800, 480), clock=clock) as display:
        assert display.headless
        assert display.draw(SCREENS["play"]) > 0
        assert display.poll() == []


def test_a_window_that_nobody_sees_is_none(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with Display((800, 480), clock=clock) as display:
        assert display.headless


def test_it_opens_a_window_where_there_is_a_driver(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with Display((1280, 720), clock=clock) as display:
        assert not display.headless
        assert display.draw(SCREENS["start-for-what"]) > 0
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="ß"))
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        assert [given for given in display.poll() if given in (KeyText("ß"), Quit())] == [KeyText("ß"), Quit()]


def test_a_screen_that_is_too_small_is_refused() -> None:
    with pytest.raises(DeviceError, match="320×200 is too small"):
        Display((320, 200), headless=True)


def test_a_picture_with_missing_bytes_is_refused() -> None:
    with pytest.raises(ValueError, match="has 12 bytes; got 5"):
        Picture(2, 2, b"12345")


def test_a_paused_game_can_only_go_on() -> None:
    assert labels_of(SCREENS["paused"]) == {Button.GREEN: "Go on"}
    assert names_of({"Bob": 2, "Angie": 1}) == ((1, "Angie"), (2, "Bob"))


def test_the_gallery_shows_its_help_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        gallery.main(["--help"])
    assert left.value.code == 0
    assert "FOLDER" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
