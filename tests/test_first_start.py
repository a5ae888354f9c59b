"""The first start: eight presses from the box to the first game, each question to be skipped, and it comes once."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from evening_table import Hands, Tabletop, TrueLookout, TurnedClock, an_evening

from dealer.display.screens import MessageScreen, Screen, SetupScreen, StartScreen, labels_of
from dealer.display.window import Input
from dealer.errors import DeviceError
from dealer.hands.first_start import ButtonsTried
from dealer.house.sight import Ended
from dealer.locale.language import ENGLISH, speak, spoken
from dealer.presses import Button, Press, Quit
from dealer.settings import read_settings
from dealer.view import TableView
from hardware.cameras.watched import CameraNews

GREEN, RED, YELLOW, BLUE = (Press(button) for button in Button)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    speak(ENGLISH)


class Start:
    """A table that is switched on for the first time; ``wish`` says what hands do at each screen that is new."""

    lookout = TrueLookout

    def __init__(self, folder: Path, wish: Callable[[Screen, int], Input | None]) -> None:
        self.clock = TurnedClock()
        self.top = Tabletop(self.clock)
        self.presses = 0
        self._last: Screen | None = None
        self._wish = wish
        self.hands = Hands(self._press)
        evening, journal = an_evening(
            folder, self.hands, self.clock, lambda spec: self.lookout(self.top), first_start=True
        )
        with closing(journal):
            evening.run()
        if self.hands.failed is not None:
            raise self.hands.failed

    def _press(self, screen: Screen) -> Input | None:
        given = self._wish(screen, self.presses)
        self.presses += given is not None and not isinstance(given, Quit)
        return given

    @property
    def titles(self) -> list[str]:
        """What was shown, one after the other."""
        names = [
            screen.title if isinstance(screen, StartScreen) else getattr(screen, "headline", type(screen).__name__)
            for screen in self.hands.screens
        ]
        return [name for at, name in enumerate(names) if names[at - 1 : at] != [name]]


def test_eight_presses_lead_to_the_first_game(tmp_path: Path) -> None:
    begun = []

    def wish(screen: Screen, presses: int) -> Input | None:
        if begun:
            return Quit()
        if isinstance(screen, StartScreen) and screen.title == "Pairs":
            begun.append(presses + 1)
        return GREEN

    start = Start(tmp_path, wish)
    assert begun[0] <= 8
    assert start.titles[:6] == [
        "Which language?",
        "How large is this screen?",
        "Do you hear me?",
        "Press each button once",
        "SetupScreen",
        "Lay a card before seat 1",
    ]


def test_what_is_answered_is_kept_and_in_force(tmp_path: Path) -> None:
    given = iter((YELLOW, GREEN))
    start = Start(tmp_path, lambda screen, presses: next(given, Quit()))
    assert read_settings(tmp_path).language == "de" == spoken().code
    assert start.titles[:3] == ["Which language?", "Welche Sprache?", "Wie groß ist dieser Bildschirm?"]


def test_blue_leaves_all_the_rest_and_it_comes_once(tmp_path: Path) -> None:
    def wish(screen: Screen, presses: int) -> Input | None:
        return BLUE if isinstance(screen, StartScreen) and "?" in screen.title else Quit()

    assert Start(tmp_path, wish).titles == ["Which language?", "Pairs"]
    assert Start(tmp_path, wish).titles == ["Pairs"]


def test_back_leads_to_the_question_before(tmp_path: Path) -> None:
    given = iter((GREEN, GREEN, RED, RED))
    start = Start(tmp_path, lambda screen, presses: next(given, Quit()))
    assert start.titles == [
        "Which language?",
        "How large is this screen?",
        "Do you hear me?",
        "How large is this screen?",
        "Which language?",
    ]


def test_a_test_deal_is_read_aloud_and_counts_for_nothing(tmp_path: Path) -> None:
    laid = iter((7, 9, 7, 10))

    def wish(screen: Screen, presses: int) -> Input | None:
        if isinstance(screen, MessageScreen):
            rank = next(laid, None)
            if rank is None:
                return Quit() if screen.headline == "It reads your cards" else None
            start_top[0].deal(1, rank)
            return None
        return GREEN if isinstance(screen, StartScreen | SetupScreen) else None

    start_top: list[Tabletop] = []

    class Table(Start):
        def _press(self, screen: Screen) -> Input | None:
            start_top[:] = [self.top]
            return super()._press(screen)

    table = Table(tmp_path, wish)
    called = [words for words, _request in table.hands.said if words]
    assert called == ["Seven.", "Nine.", "Seven.", "Ten."]
    assert "I read 7, 9, 7, 10. If one is wrong, turn on more light." in {
        screen.detail for screen in table.hands.screens if isinstance(screen, MessageScreen)
    }


def test_a_camera_that_fails_amid_it_leads_back_to_where_it_was(tmp_path: Path) -> None:
    class Fails(TrueLookout):
        def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None:
            if isinstance(tables[0].hands.screen, SetupScreen) and not failed:
                failed.append(True)
                raise DeviceError("The camera gave no picture; check its cable.")
            return super().next(timeout_s)

    class Table(Start):
        lookout = Fails

        def _press(self, screen: Screen) -> Input | None:
            tables[:] = [self]
            return super()._press(screen)

    failed: list[bool] = []
    tables: list[Start] = []

    def wish(screen: Screen, presses: int) -> Input | None:
        if isinstance(screen, SetupScreen) and not failed:
            return None
        return Quit() if isinstance(screen, StartScreen) and screen.title == "Pairs" else GREEN

    assert Table(tmp_path, wish).titles[4:] == [
        "SetupScreen",
        "The camera cannot be used",
        "SetupScreen",
        "Lay a card before seat 1",
        "Pairs",
    ]


def test_every_button_is_named_until_it_was_pressed() -> None:
    tried = ButtonsTried(wrong=("The red button does not work.",))
    assert tried.screen().problem == "The red button does not work."
    for button in Button:
        assert labels_of(tried.screen())[button] == "Press me"
        tried, wanted = tried.hand(Press(button))
        assert wanted is None
    assert tried.all_tried
    assert all(field.ticked for field in tried.screen().fields)
