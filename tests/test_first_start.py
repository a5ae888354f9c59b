"""The first start: eight presses from the box to the first game, each question to be skipped, and it comes once."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from evening_table import Hands, Tabletop, TrueLookout, TurnedClock, an_evening

from dealer.decks.deck_choice import DeckChoice, ShelvedDeck
from dealer.display.screens import MenuScreen, MessageScreen, Screen, SetupScreen, StartScreen, labels_of
from dealer.display.window import Input
from dealer.errors import DeviceError
from dealer.hands.first_start import ButtonsTried, told_of_cards
from dealer.house.sight import Ended
from dealer.journal.journal import Journal
from dealer.locale.language import ENGLISH, speak, spoken
from dealer.presses import Button, Kind, Press, Quit, Target, Touch
from dealer.settings import Settings, read_settings
from dealer.view import TableView
from hardware.cameras.watched import CameraNews
from vision.deck.deck_file import PICTURE_PX, Deck, Example, Shelf

SCREEN = "How large is the screen, and how far away?"
DECK = "Which cards do you play with?"
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
    assert start.titles[:7] == [
        "Which language?",
        SCREEN,
        "Do you hear me?",
        "Press each button once",
        "SetupScreen",
        DECK,
        "Lay a card before seat 1",
    ]


def test_what_is_answered_is_kept_and_in_force(tmp_path: Path) -> None:
    given = iter((YELLOW, GREEN))
    start = Start(tmp_path, lambda screen, presses: next(given, Quit()))
    assert read_settings(tmp_path).language == "de" == spoken().code
    assert start.titles[:3] == ["Which language?", "Welche Sprache?", "Wie groß ist der Bildschirm, und wie weit weg?"]


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
        SCREEN,
        "Do you hear me?",
        SCREEN,
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
        DECK,
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


# The screen, and the people before it


def at(title: str, *given: Input) -> Callable[[Screen, int], Input | None]:
    """Hands that go on with green to the question of this title, do all these, and quit."""
    left = iter(given)

    def wish(screen: Screen, presses: int) -> Input | None:
        if isinstance(screen, StartScreen) and screen.title == "Pairs":
            return Quit()
        here = isinstance(screen, StartScreen) and screen.title == title
        return next(left, Quit()) if here or isinstance(screen, MenuScreen) else GREEN

    return wish


def test_how_far_away_people_sit_is_asked_with_the_screen_and_kept(tmp_path: Path) -> None:
    start = Start(tmp_path, at(SCREEN, BLUE, YELLOW, Press(Button.YELLOW, Kind.LONG), YELLOW))
    assert read_settings(tmp_path).viewing_distance_m == 2.5
    assert read_settings(tmp_path).screen_inches is None
    last = start.hands.screens[-1]
    assert isinstance(last, StartScreen)
    assert [(field.label, field.value) for field in last.fields] == [
        ("Diagonal", "as usual"),
        ("Looked at from", "2.5 m"),
    ]


def test_a_touch_changes_the_line_that_is_touched(tmp_path: Path) -> None:
    Start(tmp_path, at(SCREEN, Touch(Target.LESS, 1), Touch(Target.MORE, 0)))
    settings = read_settings(tmp_path)
    assert (settings.viewing_distance_m, settings.screen_inches) == (1.5, 7.0)


def test_red_takes_back_what_was_changed_then_leads_back(tmp_path: Path) -> None:
    start = Start(tmp_path, at(SCREEN, BLUE, YELLOW, YELLOW, RED, RED, RED, RED))
    assert read_settings(tmp_path).viewing_distance_m == 2.0
    reds = [
        labels_of(screen)[Button.RED]
        for screen in start.hands.screens
        if isinstance(screen, StartScreen) and screen.title == SCREEN
    ]
    assert reds == ["Back", "Back", "Undo", "Undo", "Undo", "Back", "Back", "Back"]
    assert start.titles == ["Which language?", SCREEN, "Which language?", SCREEN], "one red from the first line"


def test_the_wrong_language_is_taken_back_at_the_first_question(tmp_path: Path) -> None:
    given = iter((RED, YELLOW, RED))
    start = Start(tmp_path, lambda screen, presses: next(given, Quit()))
    assert start.titles == ["Which language?", "Welche Sprache?", "Which language?"]
    assert read_settings(tmp_path).language is None


def test_blue_leads_through_the_lines_then_leaves_all_the_rest(tmp_path: Path) -> None:
    start = Start(tmp_path, at(SCREEN, BLUE, BLUE))
    blues = [labels_of(s)[Button.BLUE] for s in start.hands.screens if isinstance(s, StartScreen) and s.title == SCREEN]
    assert blues == ["Down", "Skip all"]
    assert start.titles[-1] == "Pairs"


# The cards


def taught(folder: Path, name: str, ranks: range = range(1, 11)) -> None:
    """A deck with a picture of each of these cards."""
    pictures = np.random.default_rng(7).integers(0, 255, (10, PICTURE_PX, PICTURE_PX, 3)).astype(np.uint8)
    Shelf(folder).save(Deck(name, tuple(Example(rank, pictures[rank - 1]) for rank in ranks)))


def test_a_taught_deck_is_chosen_and_the_choice_taken_back(tmp_path: Path) -> None:
    taught(tmp_path, "Pirates")
    taught(tmp_path, "Robots", range(1, 5))
    start = Start(tmp_path, at(DECK, YELLOW, BLUE, GREEN, RED))
    shown = [s for s in start.hands.screens if isinstance(s, StartScreen) and s.title == DECK]
    assert [s.fields[0].value for s in shown] == ["any deck", "Pirates", "any deck"]
    assert shown[0].line == "Lay three cards apart, and I measure them. Taught: Pirates. Begun: Robots."
    assert [labels_of(s)[Button.RED] for s in shown] == ["Back", "Undo", "Back"]
    listed = next(s for s in start.hands.screens if isinstance(s, MenuScreen))
    assert [line.label for line in listed.lines] == ["Any deck", "Pirates", "Robots", "Teach a new deck"]


def test_the_deck_that_was_chosen_is_read_from_then_on(tmp_path: Path) -> None:
    taught(tmp_path, "Pirates")
    Start(tmp_path, at(DECK, YELLOW, BLUE, GREEN))
    with Journal(tmp_path) as journal:
        assert journal.choice("deck") == "Pirates"


def test_the_cards_size_is_set_where_it_was_measured(tmp_path: Path) -> None:
    Start(tmp_path, at(DECK, BLUE, Press(Button.YELLOW, Kind.LONG), BLUE, YELLOW, RED))
    settings = read_settings(tmp_path)
    assert (settings.card_width_mm, settings.card_height_mm) == (62.5, 88.0)


@pytest.mark.parametrize(
    ("measured", "words"),
    [
        (None, "Lay three cards apart, and I measure them."),
        ((63.4, 88.3), "Measured: 63 × 88 mm, as set."),
        ((57.2, 88.1), "I measure 57 × 88 mm. Set that, or print the coasters at full size."),
    ],
)
def test_what_was_measured_is_told_beside_what_is_set(measured: tuple[float, float] | None, words: str) -> None:
    assert told_of_cards(DeckChoice(), measured, Settings()).startswith(words)


@pytest.mark.parametrize(
    ("decks", "words"),
    [
        ((), "Teach me a deck only if I misread it."),
        ((ShelvedDeck("A"), ShelvedDeck("B")), "Taught: A, B."),
        ((ShelvedDeck("A", 4),), "Begun: A."),
        ((ShelvedDeck("broken", None),), "Teach me a deck only if I misread it."),
    ],
)
def test_what_was_taught_is_told(decks: tuple[ShelvedDeck, ...], words: str) -> None:
    assert told_of_cards(DeckChoice(decks), None, Settings()).endswith(" apart, and I measure them. " + words)


def test_a_button_that_was_pressed_before_needs_no_second_try(tmp_path: Path) -> None:
    start = Start(tmp_path, at("Press each button once"))
    last = start.hands.screens[-1]
    assert isinstance(last, StartScreen)
    assert [field.ticked for field in last.fields] == [True, False, False, False]


def test_a_touch_is_no_try_of_a_button_on_the_panel(tmp_path: Path) -> None:
    class Panel(Hands):
        def __init__(self, script: Callable[[Screen], Input | None]) -> None:
            super().__init__(script)
            self.buttons = SimpleNamespace()  # type: ignore[assignment]
            self.tried_buttons = frozenset({Button.BLUE})

    hands, clock = Panel(lambda screen: at("Press each button once")(screen, 0)), TurnedClock()
    evening, journal = an_evening(tmp_path, hands, clock, lambda spec: TrueLookout(Tabletop(clock)), first_start=True)
    with closing(journal):
        evening.run()
    last = hands.screens[-1]
    assert isinstance(last, StartScreen)
    assert [field.ticked for field in last.fields] == [False, False, False, True]
