"""The front: a screen that comes later is used, and one that cannot be drawn on ends nothing."""

from dealer.display import Display
from dealer.display.screens import MessageScreen, Screen, SetupScreen, labels_of
from dealer.errors import DeviceError
from dealer.house.devices import LOOK_FOR_SCREEN_S, Front
from dealer.presses import Button

SCREEN = MessageScreen("One moment", "")


class Later:
    """A screen that is switched on at a time; it is drawn in memory."""

    def __init__(self, on_s: float) -> None:
        self.on_s = on_s
        self.now_s = 0.0
        self.asked = 0

    def __call__(self) -> Display | None:
        self.asked += 1
        if self.now_s < self.on_s:
            return None
        display = Display((640, 400), headless=True)
        display.headless = False  # as if somebody could see it
        display.close = lambda: None  # type: ignore[method-assign]
        display.draw = lambda screen: 0.0  # type: ignore[method-assign]
        return display


def test_a_screen_that_is_switched_on_later_is_used() -> None:
    later = Later(on_s=25.0)
    front = Front(open_display=later, clock=lambda: later.now_s)
    while not front.windowed:
        front.show(SCREEN)
        later.now_s += 0.5
        assert later.now_s < 60.0
    assert later.asked == 3 and later.now_s >= later.on_s
    later.now_s += 2 * LOOK_FOR_SCREEN_S
    front.show(SCREEN)
    assert later.asked == 3


def test_a_screen_that_cannot_be_opened_is_looked_for_again() -> None:
    tried: list[float] = []
    now = [0.0]

    def fails() -> Display | None:
        tried.append(now[0])
        raise DeviceError("A screen of 10×10 is too small.")

    front = Front(open_display=fails, clock=lambda: now[0])
    for _ in range(50):
        now[0] += 1.0
        front.show(SCREEN)
    assert len(tried) == 5 and not front.windowed


def test_a_page_that_cannot_be_drawn_has_its_buttons_all_the_same() -> None:
    display = Display((640, 400), headless=True)
    drawn: list[Screen] = []

    def draw(screen: Screen) -> float:
        if isinstance(screen, SetupScreen):
            raise ValueError("a bug in drawing")
        drawn.append(screen)
        return 0.0

    display.draw = draw  # type: ignore[method-assign]
    front = Front(display=display)
    front.show(SetupScreen(None, (), frozenset(), (), (), ((Button.GREEN, "Play"),)))
    (screen,) = drawn
    assert isinstance(screen, MessageScreen) and labels_of(screen)[Button.GREEN] == "Play"
