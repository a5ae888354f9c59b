"""The deck of cards chosen on the start screen, and a deck taught from there."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from dealer import cli
from dealer.decks.deck_choice import ANY, DeckChoice, ShelvedDeck
from dealer.decks.shelf import NO_DECK
from dealer.display.screens import MenuScreen, MessageScreen, Screen, StartScreen
from dealer.errors import DeviceError
from dealer.game.header import Header
from dealer.hands.start_form import StartForm
from dealer.house import lessons
from dealer.house.camera_and_eye import Lookout
from dealer.house.evening import CHOICE, Evening, Table
from dealer.house.evening_decks import DECK, EveningDecks, shelved
from dealer.journal.journal import Journal
from dealer.locale.language import language, speak
from dealer.presses import Button, Kind, Press, Quit, Target, Touch
from dealer.settings import Settings
from dealer.view import ELSEWHERE, Face, Sighting, TableView
from hardware.cameras.cameras import parse_camera
from vision.deck.deck_file import PICTURE_PX, Deck, Example, Shelf
from vision.synth.faces import make_design
from vision.training.dealt import deal

GREEN, RED, YELLOW, BLUE = (Press(button) for button in (Button.GREEN, Button.RED, Button.YELLOW, Button.BLUE))
DECKS = (ShelvedDeck("begun", 3), ShelvedDeck("Deck 1"), ShelvedDeck("pub"), ShelvedDeck("torn", None))


def a_deck(name: str, ranks: range = range(1, 11)) -> Deck:
    """A deck of which each rank looks like nothing else."""
    rng = np.random.default_rng(7)
    deck = Deck(name)
    for rank in ranks:
        picture = rng.integers(0, 255, (PICTURE_PX, PICTURE_PX, 3)).astype(np.uint8)
        deck = deck.with_examples([Example(rank, picture)])
    return deck


def form_with(*decks: ShelvedDeck, chosen: str = ANY) -> StartForm:
    return StartForm.of({}, decks=DeckChoice.of(decks, chosen))


def given(form: StartForm, *hands: object) -> StartForm:
    for one in hands:
        form, started = form.hand(one)
        assert not started
    return form


def deck_field(form: StartForm) -> int:
    return form.fields(form.page).index("deck")


def opened(form: StartForm) -> StartForm:
    return given(form, Touch(Target.ITEM, deck_field(form)))


def lines(form: StartForm) -> list[tuple[str, str, bool]]:
    screen = form.screen()
    assert isinstance(screen, MenuScreen)
    return [(line.label, line.value, line.possible) for line in screen.lines]


# -- what is offered


def test_without_a_word_the_cards_are_read_without_a_deck_and_green_starts() -> None:
    form, started = form_with(*DECKS).hand(GREEN)
    assert started and form.decks.chosen == ANY


def test_a_deck_that_cannot_be_played_with_any_more_is_left_out() -> None:
    assert form_with(*DECKS, chosen="pub").decks.chosen == "pub"
    for gone in ("begun", "torn", "sold"):
        assert form_with(*DECKS, chosen=gone).decks.chosen == ANY


def test_the_list_says_how_far_each_deck_was_taught() -> None:
    assert lines(opened(form_with(*DECKS))) == [
        ("Any deck", "", True),
        ("begun", "begun, 3/10", True),
        ("Deck 1", "taught", True),
        ("pub", "taught", True),
        ("torn", "damaged", False),
        ("Teach a new deck", "Deck 2", True),
    ]


def test_a_new_deck_gets_the_next_free_number() -> None:
    assert DeckChoice().new_name == "Deck 1"
    taken = [ShelvedDeck(name) for name in ("deck 1", "Deck 3", "pub")]
    assert DeckChoice.of(taken).new_name == "Deck 2"


@pytest.mark.parametrize(("line", "chosen", "lesson"), [
    (0, ANY, ""), (1, "pub", "begun"), (2, "Deck 1", ""), (3, "pub", ""), (4, "pub", ""), (5, "pub", "Deck 2"),
])  # fmt: skip
def test_touch_and_buttons_choose_the_same(line: int, chosen: str, lesson: str) -> None:
    form = opened(form_with(*DECKS, chosen="pub"))
    touched = given(form, Touch(Target.ITEM, line))
    steps = (line - 3) % 6
    pressed = given(form, *[BLUE] * steps, GREEN)
    backwards = given(form, *[YELLOW] * (6 - steps), GREEN)
    assert touched == pressed == backwards
    assert (touched.decks.chosen, touched.decks.lesson) == (chosen, lesson)
    assert (touched.decks.listed is not None) == (line == 4), "a damaged deck is not taken"


def test_green_says_what_it_does_in_the_list() -> None:
    form = opened(form_with(*DECKS))
    words = []
    for _line in range(6):
        words.append(dict(form.screen().labels).get(Button.GREEN))
        form = given(form, BLUE)
    assert words == ["Choose", "Teach", "Choose", "Choose", None, "Teach"]
    assert given(form, RED).decks.listed is None


def test_the_list_is_reached_by_buttons_alone_and_the_game_starts_afterwards() -> None:
    form = form_with(*DECKS)
    while form.selected != "deck":
        form = given(form, BLUE)
    assert dict(form.screen().labels)[Button.GREEN] == "Choose"
    form = given(form, GREEN, BLUE, BLUE, GREEN)
    assert form.decks.chosen == "Deck 1" and form.selected == ""
    assert form.hand(GREEN)[1]


def test_plus_and_minus_step_through_the_decks_that_can_be_played_with() -> None:
    form = form_with(*DECKS)
    seen = []
    for _step in range(4):
        seen.append(form.decks.chosen)
        form = given(form, Touch(Target.MORE, deck_field(form)))
    assert seen == [ANY, "Deck 1", "pub", ANY]
    assert given(form, Touch(Target.LESS, deck_field(form))).decks.chosen == ANY
    screen = form_with().screen()
    assert isinstance(screen, StartScreen) and not screen.fields[deck_field(form_with())].changeable


def test_a_held_button_changes_nothing_in_the_list() -> None:
    form = opened(form_with(*DECKS))
    assert given(form, Press(Button.BLUE, Kind.LONG), Press(Button.YELLOW, Kind.LONG)) == form


def test_the_list_in_german() -> None:
    speak(language("de"))
    form = opened(form_with(*DECKS))
    assert [line[:2] for line in lines(form)][::5] == [("Beliebiges Deck", ""), ("Ein neues Deck lernen", "Deck 2")]
    assert lines(form)[1][1] == "begonnen, 3/10"
    field = given(form, RED).screen()
    assert isinstance(field, StartScreen) and field.fields[-1].label == "Karten"
    assert field.fields[-1].value == "beliebiges Deck"


def test_the_shelf_as_it_is(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.save(a_deck("pub"))
    shelf.save(a_deck("begun", range(1, 4)))
    (shelf.folder / "torn.deck").write_bytes(b"x")
    assert shelved(shelf) == (ShelvedDeck("begun", 3), ShelvedDeck("pub", 10), ShelvedDeck("torn", None))


# -- an evening


class Hands:
    """A front at which somebody presses what ``do`` says to the screen that is shown."""

    windowed = True
    touched_s = None
    volume = 80

    def __init__(self, do: Callable[[Screen], object]) -> None:
        self.screens: list[Screen] = []
        self.said: list[str] = []
        self._do = do

    def show(self, screen: Screen) -> None:
        if not self.screens or self.screens[-1] != screen:
            self.screens.append(screen)

    def say(self, called: str, request: str) -> None:
        self.said.append(called)

    def ready(self) -> None:
        pass

    def poll(self) -> list[object]:
        one = self._do(self.screens[-1])
        return [] if one is None else [one]


class Evenings:
    """Evenings with one journal and one shelf."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shelf = Shelf(folder)

    def choose(
        self, do: Callable[[Screen], object], *, lookout: Lookout | None = None, arguments: tuple[str, ...] = ()
    ) -> tuple[Header | None, Hands, EveningDecks]:
        """The start screen, until a game begins or somebody quits."""
        options = cli.make_parser().parse_args(["play", "--data", str(self.folder), *arguments])
        hands = Hands(do)
        with Journal(self.folder) as journal:
            table = Table(parse_camera("sim:3"), rehearsal=True)
            evening = Evening(options, Settings(), journal, hands, table)  # type: ignore[arg-type]
            evening._lookout = lookout
            header = evening._choose()
            self.kept = journal.choice(DECK), journal.choice(CHOICE)
            return header, hands, evening._decks


@pytest.fixture
def evenings(tmp_path: Path) -> Evenings:
    return Evenings(tmp_path)


def in_order(*steps: object) -> Callable[[Screen], object]:
    """One after the other, whatever is shown."""
    left = list(steps)
    return lambda screen: left.pop(0)


def taking(label: str) -> Callable[[Screen], object]:
    """Opens the list and takes the line of this name; then starts the game."""
    taken: list[str] = []

    def do(screen: Screen) -> object:
        if isinstance(screen, MenuScreen):
            taken.append(label)
            return Touch(Target.ITEM, [line.label for line in screen.lines].index(label))
        return GREEN if taken else Touch(Target.ITEM, [field.label for field in _fields(screen)].index("Cards"))

    return do


def _fields(screen: Screen) -> tuple[object, ...]:
    assert isinstance(screen, StartScreen)
    return screen.fields


def test_the_chosen_deck_is_read_and_remembered(evenings: Evenings) -> None:
    evenings.shelf.save(a_deck("pub"))
    header, _hands, decks = evenings.choose(in_order(GREEN))
    assert header is not None and decks.deck is None and evenings.kept[0] is None
    _header, _hands, decks = evenings.choose(taking("pub"))
    assert decks.deck is not None and decks.deck.name == "pub" and evenings.kept[0] == "pub"
    header, hands, decks = evenings.choose(in_order(GREEN))
    assert header is not None and decks.deck is not None and len(hands.screens) == 1, "one press, as the last evening"
    _header, _hands, decks = evenings.choose(taking("Any deck"))
    assert decks.deck is None and evenings.kept[0] == NO_DECK


def test_the_reader_gets_the_deck_at_once(evenings: Evenings) -> None:
    evenings.shelf.save(a_deck("pub"))
    lookout = Lookout(parse_camera("sim:3"), Settings(), lens_name="webcam", stage=None, fast=True, frames=())
    eye = lookout.eye
    evenings.choose(taking("pub"), lookout=lookout)
    taught = lookout._reader._taught
    assert taught is not None and taught.deck.name == "pub" and lookout.eye is not eye
    evenings.choose(taking("Any deck"), lookout=lookout)
    assert lookout._reader._taught is None


def test_a_deck_that_is_gone_meanwhile_is_told_and_starts_nothing(
    evenings: Evenings, capsys: pytest.CaptureFixture[str]
) -> None:
    evenings.shelf.save(a_deck("pub"))
    take = taking("pub")

    def do(screen: Screen) -> object:
        if isinstance(screen, StartScreen) and screen.problem:
            return Quit()
        if evenings.shelf.has("pub") and isinstance(screen, StartScreen) and screen.fields[-1].value == "pub":
            evenings.shelf.delete("pub")
        return take(screen)

    header, hands, _decks = evenings.choose(do)
    screen = hands.screens[-1]
    assert header is None and isinstance(screen, StartScreen)
    assert screen.problem == "This deck cannot be read any more." and screen.fields[-1].value == "any deck"
    assert "no deck 'pub'" in capsys.readouterr().err


# -- a lesson from the start screen


class Desk:
    """A table on which the card that is asked for lies while it is wanted; it stands in for the camera."""

    live = False

    def __init__(self, pictures: dict[int, np.ndarray]) -> None:
        self.pictures = pictures
        self.asked = ""
        self.time_s = 0.0
        self.decks: list[Deck | None] = []

    def __enter__(self) -> "Desk":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def read_with(self, deck: Deck | None) -> None:
        self.decks.append(deck)

    def next(self, timeout_s: float) -> TableView:
        self.time_s += 0.2
        lies = self.asked.startswith(("Lay the", "Looking at"))
        card = Sighting(1, ELSEWHERE, 100.0, 50.0, 0.0, Face.UNKNOWN, None, (), 1.0)
        return TableView(0, self.time_s, (card,) if lies and self.time_s > 0.5 else ())

    def cut(self, _sight: object, _sighting: Sighting) -> np.ndarray:
        rank = self.asked.split()[2 if self.asked.startswith("Lay") else 3]
        return self.pictures[1 if rank == "A" else int(rank)]


@pytest.fixture(scope="module")
def pictures() -> dict[int, np.ndarray]:
    dealt = deal(make_design("poker", 7002), [9, 10], table=7, shot=0, difficulty="easy")
    return {card.rank: card.image for card in dealt}


@pytest.fixture
def desk(pictures: dict[int, np.ndarray], monkeypatch: pytest.MonkeyPatch) -> Desk:
    desk = Desk(pictures)
    monkeypatch.setattr(lessons, "cut_around", desk.cut)
    return desk


def teaching(label: str, desk: Desk, *, until: str, then: object = RED) -> Callable[[Screen], object]:
    """Takes a line of the list to teach it, does ``then`` at a headline, and starts the game afterwards."""
    take = taking(label)
    over: list[bool] = []

    def do(screen: Screen) -> object:
        if isinstance(screen, MessageScreen):
            desk.asked = screen.headline
            if screen.headline.startswith(until) and not over:
                over.append(True)
                return then
            return None
        return GREEN if over else take(screen)

    return do


def test_a_lesson_to_its_end_comes_back_with_the_deck_chosen(evenings: Evenings, desk: Desk) -> None:
    evenings.shelf.save(a_deck("Deck 1", range(1, 10)))
    do = teaching("Deck 1", desk, until="Show me any card", then=GREEN)
    header, hands, decks = evenings.choose(do, lookout=desk)  # type: ignore[arg-type]
    start = hands.screens[-1]
    assert isinstance(start, StartScreen) and start.fields[-1].value == "Deck 1" and not start.problem
    assert header is not None and decks.deck is not None and decks.deck.name == "Deck 1"
    assert evenings.kept[0] == "Deck 1" and evenings.shelf.load("Deck 1").missing == ()
    assert [deck and deck.name for deck in desk.decks] == [None, None, "Deck 1"], "taught without, played with it"
    assert any(sentence.startswith("Lay the ten on the table.") for sentence in hands.said)


def test_an_unfinished_lesson_is_kept_and_goes_on(evenings: Evenings, desk: Desk) -> None:
    evenings.shelf.save(a_deck("begun", range(1, 9)))
    header, hands, decks = evenings.choose(teaching("begun", desk, until="That is the 9"), lookout=desk)  # type: ignore[arg-type]
    start = hands.screens[-1]
    assert isinstance(start, StartScreen) and start.problem == "begun: 9 of 10 cards. Choose it to go on."
    assert start.fields[-1].value == "any deck" and header is not None and decks.deck is None
    assert shelved(evenings.shelf) == (ShelvedDeck("begun", 9),)
    _header, hands, _decks = evenings.choose(teaching("begun", desk, until="Lay the 10"), lookout=desk)  # type: ignore[arg-type]
    assert evenings.shelf.load("begun").missing == (10,)


def test_a_lesson_that_taught_nothing_leaves_nothing(evenings: Evenings, desk: Desk) -> None:
    header, hands, _decks = evenings.choose(teaching("Teach a new deck", desk, until="Lay the A"), lookout=desk)  # type: ignore[arg-type]
    start = hands.screens[-1]
    assert header is not None and isinstance(start, StartScreen) and not start.problem
    assert evenings.shelf.names() == ()


def test_who_quits_a_lesson_quits_the_evening(evenings: Evenings, desk: Desk) -> None:
    do = teaching("Teach a new deck", desk, until="Lay the A", then=Quit())
    header, _hands, _decks = evenings.choose(do, lookout=desk)  # type: ignore[arg-type]
    assert header is None


def test_a_lesson_that_cannot_go_on_is_told_in_the_language_of_the_house(
    evenings: Evenings, desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone(timeout_s: float) -> TableView:
        speak(language("de"))
        raise DeviceError("the cable is out")

    monkeypatch.setattr(desk, "next", gone)
    ended = False

    def do(screen: Screen) -> object:
        nonlocal ended
        if isinstance(screen, StartScreen) and screen.problem:
            ended = True
            assert screen.problem == "Das Lernen brach ab; was gelernt wurde, bleibt erhalten."
            return Quit()
        return taking("Teach a new deck")(screen) if not isinstance(screen, MessageScreen) else None

    evenings.choose(do, lookout=desk)  # type: ignore[arg-type]
    assert ended and "the cable is out" in capsys.readouterr().err


def test_a_lesson_at_the_simulated_table(evenings: Evenings) -> None:
    """With drawn pictures and the real eye: until the first card is asked for."""
    speak(language("de"))
    asked: list[str] = []

    def do(screen: Screen) -> object:
        if isinstance(screen, MessageScreen):
            if screen.headline == "Das Ass auf den Tisch legen":
                asked.append(screen.headline)
                return RED
            return None
        if isinstance(screen, MenuScreen):
            return Touch(Target.ITEM, len(screen.lines) - 1)
        return GREEN if asked else Touch(Target.ITEM, len(_fields(screen)) - 1)

    header, hands, _decks = evenings.choose(do)
    assert header is not None and len(asked) == 1
    assert any(sentence.startswith("Das Ass auf den Tisch legen.") for sentence in hands.said)
