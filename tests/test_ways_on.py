"""Every screen of an evening, in every trouble: a button is lit, and a few presses lead to a game or to the start."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from evening_table import Hands, Tabletop, TrueLookout, TurnedClock, options

from dealer.display.screens import (
    CorrectionScreen,
    EndScreen,
    FiguresScreen,
    GamesScreen,
    KeyboardScreen,
    MenuScreen,
    MessageScreen,
    PictureScreen,
    PlayScreen,
    QuestionScreen,
    RowsScreen,
    RulesScreen,
    Screen,
    SetupScreen,
    SheetScreen,
    StartScreen,
    WhoScreen,
    labels_of,
)
from dealer.display.window import Input
from dealer.errors import DeviceError, InputError, JournalError, ModelError
from dealer.house.evening import Evening
from dealer.house.house import House
from dealer.house.sight import Ended
from dealer.journal.journal import Journal
from dealer.journal.open_file import OpenFile
from dealer.presses import Button, KeyText, Kind, Press, Quit, Target, Touch
from dealer.settings import Settings
from dealer.table.sitting import Sitting
from dealer.view import Area, Place, TableView
from hardware.cameras.cameras import CameraSpec, FoundCamera, FoundCameras, parse_camera
from hardware.cameras.watched import CameraNews, CameraState

GREEN, RED, YELLOW, BLUE = (Press(button) for button in (Button.GREEN, Button.RED, Button.YELLOW, Button.BLUE))
WEBCAM = parse_camera("webcam:0")

MOST_PRESSES = 4
"""So many presses lead from any screen to a game or to the start screen."""

SETTLED_S = 3.0
"""A trouble is told after this."""

EFFECT_S = 2.0
"""A press has its effect after this."""

HOME = (StartScreen, PlayScreen, QuestionScreen)

Script = Iterator[Input | None]


class Walk:
    """One program, from its start; ``trouble`` is what fails from now on."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.trouble = ""
        self.clock = TurnedClock()
        self.top = Tabletop(self.clock)
        self.hands = Hands(lambda screen: None)
        self.found: CameraSpec | None = WEBCAM
        walk = self

        def lookout(evening: Evening, spec: CameraSpec, stage: object) -> TrueLookout:
            error = walk.opening_error()
            if error is not None:
                raise error
            return TroubledLookout(walk)

        look, writing = Sitting.look, OpenFile.writing

        def looks(sitting: Sitting, view: TableView) -> object:
            if walk.trouble == "look fails":
                raise IndexError("tuple index out of range")
            return look(sitting, view)

        def writes(file: OpenFile) -> AbstractContextManager[None]:
            if walk.trouble == "journal":
                raise JournalError("The journal failed: database or disk is full; free some space.")
            return writing(file)

        monkeypatch.setattr(Evening, "_make_lookout", lookout)
        monkeypatch.setattr(Sitting, "look", looks)
        monkeypatch.setattr(OpenFile, "writing", writes)

    def cameras(self) -> FoundCameras:
        """The cameras that are there."""
        return FoundCameras(() if self.found is None else (FoundCamera(self.found, "a webcam"),), "")

    def opening_error(self) -> Exception | None:
        """Why no camera opens now."""
        if self.trouble == "device fails":
            return DeviceError("The camera 0 cannot be opened; plug it in.")
        return ModelError("A model has a wrong checksum; install it again.") if self.trouble == "model" else None

    @property
    def screen(self) -> Screen:
        assert self.hands.screen is not None
        return self.hands.screen

    def wait(self, seconds: float) -> Script:
        """Nobody presses anything."""
        until_s = self.clock.time_s + seconds
        while self.clock.time_s < until_s:
            yield None

    def until(self, *kinds: type) -> Script:
        """Wait for such a screen."""
        until_s = self.clock.time_s + 30.0
        while not isinstance(self.screen, kinds):
            assert self.clock.time_s < until_s, self.screen
            yield None

    def run(self, script: Script, wrong: InputError | None = None) -> None:
        """Start the program, press what ``script`` says, then quit."""
        self.hands = hands = Hands(lambda screen: next(script, Quit()))
        house = House(
            options(self.folder), Settings(), self.folder, hands, None, clock=self.clock, find=self.cameras
        )
        house.run(wrong)
        if hands.failed is not None:
            raise hands.failed


class TroubledLookout(TrueLookout):
    """A camera that sees all, until it has the walk's trouble."""

    def __init__(self, walk: Walk) -> None:
        super().__init__(walk.top)
        self._walk = walk
        self._told = ""

    def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None:
        arrived = super().next(timeout_s)
        trouble = self._walk.trouble
        states = {"gone": CameraState.GONE, "stalled": CameraState.STALLED}
        if trouble in states:
            told, self._told = self._told, trouble
            return None if told == trouble else CameraNews(states[trouble], 1, "The camera does not answer.")
        if trouble == "sight fails":
            raise ValueError("a bug")
        error = self._walk.opening_error()
        if error is not None:
            raise error
        assert isinstance(arrived, TableView)
        if trouble in ("no-coasters", "moved"):
            return TableView(arrived.sequence, arrived.time_s, trouble=trouble)
        return replace(arrived, trouble=trouble) if trouble in ("dark", "blurred") else arrived

    def jpeg(self, sighting: int) -> bytes | None:
        return bytes(cv2.imencode(".jpg", np.zeros((8, 8, 3), np.uint8))[1])


# -- how each screen is come to


def start(walk: Walk) -> Script:
    yield from walk.until(StartScreen)


def games(walk: Walk) -> Script:
    yield from start(walk)
    yield Touch(Target.ITEM, 0)
    yield from walk.until(GamesScreen)


def for_what(walk: Walk) -> Script:
    yield from start(walk)
    yield Touch(Target.TAB, 1)
    yield None
    assert isinstance(walk.screen, StartScreen) and walk.screen.tab == 1


def who(walk: Walk) -> Script:
    yield from start(walk)
    screen = walk.screen
    assert isinstance(screen, StartScreen)
    yield Touch(Target.ITEM, next(index for index, field in enumerate(screen.fields) if field.label == "Players"))
    yield from walk.until(WhoScreen)


def nobody_seated(walk: Walk) -> Script:
    yield from who(walk)
    for tile in range(4):
        yield Touch(Target.ITEM, tile)
    yield RED
    yield None
    assert isinstance(walk.screen, WhoScreen) and walk.screen.problem


def keyboard(walk: Walk) -> Script:
    yield from who(walk)
    assert isinstance(walk.screen, WhoScreen)
    yield Touch(Target.ITEM, len(walk.screen.tiles) - 1)
    yield from walk.until(KeyboardScreen)


def typed(walk: Walk) -> Script:
    yield from keyboard(walk)
    yield KeyText("Zoe")
    yield None
    assert isinstance(walk.screen, KeyboardScreen) and walk.screen.text == "Zoe"


def decks(walk: Walk) -> Script:
    yield from start(walk)
    screen = walk.screen
    assert isinstance(screen, StartScreen)
    yield Touch(Target.ITEM, next(index for index, field in enumerate(screen.fields) if field.label == "Cards"))
    yield from walk.until(MenuScreen)


def setup(walk: Walk) -> Script:
    walk.top.seats = 4
    yield from start(walk)
    yield GREEN
    yield from walk.until(SetupScreen)


def missing(walk: Walk) -> Script:
    yield from setup(walk)
    walk.top.seats = 1
    yield GREEN
    yield from walk.until(MessageScreen)


def play(walk: Walk) -> Script:
    yield from setup(walk)
    yield GREEN
    yield from walk.until(PlayScreen)
    yield from walk.wait(1)
    for seat, rank in ((2, 7), (3, 8)):
        walk.top.deal(seat, rank)
        yield from walk.wait(2)


def question(walk: Walk) -> Script:
    yield from play(walk)
    number = walk.top.put(Place(Area.STACK, 4), 5)
    walk.top.lying[number] = replace(walk.top.lying[number], rank=None, probabilities=())
    yield from walk.until(QuestionScreen)


def paused(walk: Walk) -> Script:
    yield from play(walk)
    yield Touch(Target.PAUSE, 0)
    yield None
    assert isinstance(walk.screen, PlayScreen) and walk.screen.paused


def menu(walk: Walk) -> Script:
    yield from play(walk)
    yield Press(Button.BLUE, Kind.LONG)
    yield from walk.until(MenuScreen)


def chosen(*labels: str) -> Callable[[Walk], Script]:
    """Lines of the menu, one after the other."""

    def come(walk: Walk) -> Script:
        yield from menu(walk)
        for label in labels:
            screen = walk.screen
            assert isinstance(screen, MenuScreen)
            yield Touch(Target.ITEM, [line.label for line in screen.lines].index(label))
            yield None

    return come


def notice(walk: Walk) -> Script:
    yield from setup(walk)
    yield GREEN
    yield from walk.until(PlayScreen)
    yield Press(Button.YELLOW, Kind.LONG)
    yield from walk.until(MessageScreen)


def picture(walk: Walk) -> Script:
    yield from play(walk)
    yield Touch(Target.PICTURE, 0)
    yield from walk.until(PictureScreen)


def by_hand(walk: Walk) -> Script:
    yield from setup(walk)
    yield BLUE
    yield from walk.until(PlayScreen)


def again(walk: Walk) -> Script:
    """From the end of a game, with its cards gathered, into the next one."""
    yield from walk.until(EndScreen)
    walk.top.gather()
    yield from walk.wait(2)
    for screen in (SetupScreen, PlayScreen):
        yield GREEN
        yield from walk.until(screen)
    yield from walk.wait(1)


def end(walk: Walk) -> Script:
    """Bob pairs tens until he loses."""
    yield from setup(walk)
    yield GREEN
    yield from walk.until(PlayScreen)
    seats = {"Angie": 1, "Bob": 2, "Carlos": 3, "Delia": 4}
    ranks = {"Angie": 9, "Bob": 10, "Carlos": 7, "Delia": 8}
    for _ in range(40):
        yield from walk.wait(1)
        screen = walk.screen
        if isinstance(screen, EndScreen):
            return
        assert isinstance(screen, PlayScreen)
        headline = screen.prompt.headline
        name = next((name for name in seats if name in headline), None)
        if name is None:
            walk.top.gather()
        else:
            walk.top.deal(seats[name], ranks[name])
    yield from walk.until(EndScreen)


def no_evening(walk: Walk) -> Script:
    yield from start(walk)
    yield YELLOW
    yield from walk.until(MessageScreen)


def settling(walk: Walk) -> Script:
    yield from end(walk)
    yield BLUE
    yield from walk.until(RowsScreen)


def evening(walk: Walk) -> Script:
    yield from end(walk)
    yield RED
    yield from walk.until(StartScreen)
    yield YELLOW
    yield from walk.until(FiguresScreen)


def cards(walk: Walk) -> Script:
    """Menu, the evening, more, its games, the one that goes on, its cards."""
    yield from chosen("The evening")(walk)
    yield YELLOW
    yield from walk.until(MenuScreen)
    screen = walk.screen
    assert isinstance(screen, MenuScreen)
    yield Touch(Target.ITEM, [line.label for line in screen.lines].index("Games of this evening"))
    yield from walk.until(RowsScreen)
    yield GREEN
    yield from walk.until(FiguresScreen)
    yield GREEN
    yield from walk.until(SheetScreen)


SCREENS: dict[str, Callable[[Walk], Script]] = {
    "start": start,
    "games": games,
    "for what": for_what,
    "who": who,
    "nobody seated": nobody_seated,
    "keyboard": keyboard,
    "typed": typed,
    "decks": decks,
    "set-up": setup,
    "missing coasters": missing,
    "play": play,
    "question": question,
    "paused": paused,
    "menu": menu,
    "who leaves": chosen("A player leaves"),
    "how it goes on": chosen("A player leaves", "Bob"),
    "stop": chosen("Stop here, keep the scores"),
    "rules": chosen("Rules"),
    "aim": chosen("Aim the camera"),
    "correction": chosen("Correct a card"),
    "picture": picture,
    "notice": notice,
    "by hand": by_hand,
    "end": end,
    "no evening": no_evening,
    "settling": settling,
    "evening": evening,
    "cards": cards,
}
KINDS: dict[str, type] = {
    "start": StartScreen, "games": GamesScreen, "decks": MenuScreen, "set-up": SetupScreen, "play": PlayScreen,
    "missing coasters": MessageScreen, "question": QuestionScreen, "paused": PlayScreen, "menu": MenuScreen,
    "who leaves": MenuScreen, "stop": MenuScreen, "rules": RulesScreen, "aim": SetupScreen, "end": EndScreen,
    "correction": CorrectionScreen, "picture": PictureScreen, "notice": MessageScreen, "by hand": PlayScreen,
    "how it goes on": MenuScreen, "for what": StartScreen, "who": WhoScreen, "nobody seated": WhoScreen,
    "keyboard": KeyboardScreen, "typed": KeyboardScreen,
    "no evening": MessageScreen, "settling": RowsScreen, "evening": FiguresScreen, "cards": SheetScreen,
}  # fmt: skip

TROUBLES = (
    "", "gone", "stalled", "dark", "blurred", "moved", "no-coasters", "sight fails", "device fails", "model",
    "look fails", "journal",
)  # fmt: skip


class Walks:
    """Walks one way after the other, each from a fresh start."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._monkeypatch = monkeypatch
        self._numbers = itertools.count()

    def reached(
        self,
        come: Callable[[Walk], Script],
        trouble: str,
        presses: Sequence[Press] = (),
        *,
        kind: type = object,
        wrong: InputError | None = None,
    ) -> Screen | None:
        """The screen after these presses, from where ``come`` leads, in this trouble; None: the program has ended."""
        shown: list[Screen] = []
        with self._monkeypatch.context() as patched:
            walk = Walk(self._folder / str(next(self._numbers)), patched)

            def script() -> Script:
                yield from come(walk)
                assert isinstance(walk.screen, kind), walk.screen
                walk.trouble = trouble
                yield from walk.wait(SETTLED_S)
                for press in presses:
                    yield press
                    yield from walk.wait(EFFECT_S)
                shown.append(walk.screen)

            walk.run(script(), wrong)
        return shown[0] if shown else None

    def check(self, come: Callable[[Walk], Script], trouble: str, **more: object) -> None:
        """A button is lit there, and a few presses lead to a game or the start that is not the same screen."""
        here = self.reached(come, trouble, **more)  # type: ignore[arg-type]
        assert here is not None, "the program has ended"
        ways: list[tuple[tuple[Press, ...], Screen]] = [((), here)]
        for presses, before in ways:  # grows while it is walked
            assert lit(before), f"no button is lit on {before}"
            for press in lit(before) if len(presses) < MOST_PRESSES else ():
                further = (*presses, press)
                screen = self.reached(come, trouble, further, **more)  # type: ignore[arg-type]
                if isinstance(screen, HOME) and screen != here:
                    return
                if screen is not None:
                    ways.append((further, screen))
        raise AssertionError(f"from {here} no {MOST_PRESSES} presses lead to a game or the start screen")


def lit(screen: Screen) -> list[Press]:
    """The buttons that mean something."""
    return [Press(button) for button, label in labels_of(screen).items() if label]


@pytest.fixture
def walks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Walks:
    return Walks(tmp_path, monkeypatch)


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("screen", SCREENS)
def test_there_is_a_way_on_from_every_screen_in_every_trouble(screen: str, trouble: str, walks: Walks) -> None:
    walks.check(SCREENS[screen], trouble, kind=KINDS[screen])


def opening(walk: Walk) -> Script:
    yield None


def test_there_is_a_way_on_from_wrong_settings(walks: Walks) -> None:
    walks.check(opening, "", wrong=InputError("settings.toml has a key 'colour'; expected only these."))


def test_there_is_a_way_on_where_the_journal_is_in_use(walks: Walks) -> None:
    class Taken(Walk):
        def run(self, script: Script, wrong: InputError | None = None) -> None:
            with Journal(self.folder):
                super().run(script, wrong)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("test_ways_on.Walk", Taken)
        walks.check(opening, "")


def test_there_is_a_way_on_where_the_camera_is_not_there_any_more(walks: Walks) -> None:
    class Missing(Walk):
        def run(self, script: Script, wrong: InputError | None = None) -> None:
            with Journal(self.folder) as journal:
                journal.keep_choice("camera", "webcam:0")
            self.found = None
            super().run(script, wrong)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("test_ways_on.Walk", Missing)
        walks.check(opening, "")
