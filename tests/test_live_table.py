"""What happens to camera and coasters while a game goes on: it is said, play waits, and the record stays right."""

import math
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from dealer.display.guard import READ_S
from dealer.display.screens import MenuScreen, Screen, labels_of
from dealer.errors import JournalError
from dealer.game.driver import Game
from dealer.game.header import Header
from dealer.house.camera_and_eye import Lookout, Stage, simulated_design
from dealer.house.devices import Front
from dealer.house.notices import News, in_words
from dealer.house.watch import Watch
from dealer.house.watch_command import nobody
from dealer.journal.journal import Journal
from dealer.presses import Button
from dealer.rehearsal.rehearsal import Rehearsal
from dealer.settings import Settings
from dealer.view import TableView
from hardware.buttons import DEFAULT_PINS, Buttons
from hardware.cameras.cameras import CameraKind, CameraSpec
from vision.synth.choreography import Action, bump_camera, move_thing
from vision.synth.scene import Pose
from vision.table.mat_events import MatEvent, MatEventKind

HEADER = Header.from_mapping({"variant": "basic", "players": ["Angie", "Bob"], "target": 5})
SEED = 21
AFTER_ACTS = 3
"""The first round's cards lie there when it happens."""


class Watched(Watch):
    """A watch that notes what was shown after each view, and lets hands do something after each."""

    def __init__(self, *arguments: object, **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.news: list[str] = []
        self.after_each: Callable[[Watched], None] = lambda watch: None

    def _look(self, view: TableView) -> None:
        super()._look(view)
        if self.console is not None and self.console.news and self.console.news not in self.news:
            self.news.append(self.console.news)

    def _serve(self) -> None:
        super()._serve()
        self.after_each(self)


def nothing(table: Rehearsal) -> Action:
    """Nothing happens."""
    yield from ()


def test_a_simulated_tables_camera_gives_pictures_of_the_size_that_is_asked_for() -> None:
    stage = Stage(SEED, HEADER, simulated_design("poker", seed=SEED), size_px=(1280, 720))
    spec = CameraSpec(CameraKind.SIMULATED, SEED, size_px=stage.size_px)
    with Lookout(spec, Settings(), lens_name=None, stage=stage, fast=True) as lookout:
        assert lookout.rehearsal is not None
        assert next(lookout.rehearsal).image.shape == (720, 1280, 3)


def watched(
    folder: Path,
    interlude: Callable[[Rehearsal], Action] = nothing,
    *,
    front: Front | None = None,
    after_each: Callable[[Watched], None] = lambda watch: None,
) -> tuple[Watched, Rehearsal]:
    """A short whole game on a simulated table, with something that happens once after some acts."""
    with ExitStack() as stack:
        stage = Stage(SEED, HEADER, simulated_design("poker", seed=SEED), difficulty="easy")
        spec = CameraSpec(CameraKind.SIMULATED, SEED)
        lookout = stack.enter_context(Lookout(spec, Settings(), lens_name=None, stage=stage, fast=True))
        rehearsal = lookout.rehearsal
        assert rehearsal is not None
        going_on, done = rehearsal._follow_up, []

        def follow_up() -> Action:
            if len(rehearsal.truth) >= AFTER_ACTS and not done:
                done.append(True)
                yield from rehearsal.pause()
                yield from interlude(rehearsal)
            yield from going_on()

        rehearsal._follow_up = follow_up  # type: ignore[method-assign]
        journal = stack.enter_context(Journal(folder))
        watch = Watched(lookout, journal, front or Front(), nobody, header=HEADER)
        watch.after_each = after_each
        watch.run()
        assert done, "the game was over before anything happened"
    return watch, rehearsal


def same_game(watch: Watched, rehearsal: Rehearsal) -> bool:
    """Whether what was refereed is what was dealt."""
    assert watch.sitting is not None
    dealt = Game(HEADER, [dealt.act for dealt in rehearsal.truth])
    return watch.sitting.game.to_json() == dealt.to_json()


def test_a_coaster_moved_in_a_game_is_followed_and_said(tmp_path: Path) -> None:
    def move(table: Rehearsal) -> Action:
        coaster = table.scene.coaster(1)
        x_mm, y_mm, angle = coaster.pose.x_mm, coaster.pose.y_mm, coaster.pose.angle_deg
        away = math.hypot(x_mm, y_mm) or 1.0
        pose = Pose(x_mm - 30 * y_mm / away, y_mm + 30 * x_mm / away, angle + 4, coaster.pose.z_mm)
        yield from move_thing(table.scene, 1, coaster, pose)

    watch, rehearsal = watched(tmp_path, move)
    assert any("coaster was moved" in words for words in watch.news), watch.news
    assert same_game(watch, rehearsal)


class Panel:
    """Four buttons on mock pins, and a hand that goes to the menu and back once in the game."""

    def __init__(self) -> None:
        self.factory = MockFactory()
        self.front = Front(buttons=Buttons(pin_factory=self.factory))
        self.seen: set[tuple[str, ...]] = set()
        self.screens: set[str] = set()
        self._down: Button | None = None
        self._since_s = time.monotonic()

    def _go_on(self, screen: Screen) -> None:
        """Let go of a button, or press the next: blue until the menu was there, then red until it is gone."""
        button = self._down or (Button.RED if isinstance(screen, MenuScreen) else Button.BLUE)
        pin = self.factory.pin(DEFAULT_PINS[button].button)
        if self._down is not None:
            self._down = None
            pin.drive_high()
        elif isinstance(screen, MenuScreen) or "MenuScreen" not in self.screens:
            self._down = button
            pin.drive_low()

    def lit(self) -> tuple[str, ...]:
        return tuple(button.value for button in Button if self.factory.pin(DEFAULT_PINS[button].light).state)

    def look(self, watch: Watched) -> None:
        """After each view: the lights are those of the screen; then the hand goes on, once the screen can be read."""
        if watch.console is None or watch.sitting is None:
            return
        screen = watch.console.screen()
        labels = labels_of(screen)
        if time.monotonic() - self._since_s > READ_S + 0.1 and len(watch.sitting.game.acts) >= AFTER_ACTS:
            self._since_s = time.monotonic()
            self._go_on(screen)
        assert self.lit() == tuple(button.value for button in Button if labels.get(button))
        self.seen.add(self.lit())
        self.screens.add(type(screen).__name__)


def test_the_four_lights_follow_the_screen_and_a_bumped_camera_is_said_in_a_whole_game(tmp_path: Path) -> None:
    """A menu that is opened and closed, and a camera that is knocked, change nothing about the game."""
    panel = Panel()
    watch, rehearsal = watched(
        tmp_path,
        lambda table: bump_camera(table.scene, np.random.default_rng(1)),
        front=panel.front,
        after_each=panel.look,
    )
    assert "The camera was bumped: the table is found again." in watch.news
    assert {"PlayScreen", "MenuScreen", "EndScreen"} <= panel.screens
    assert ("green", "red", "yellow", "blue") in panel.seen, "a turn: all four"
    assert ("green", "blue") in panel.seen, "before the first card there is nothing to fold or undo"
    assert same_game(watch, rehearsal)
    panel.factory.reset()


def test_a_journal_that_fails_in_a_running_game_ends_it_in_one_sentence(tmp_path: Path) -> None:
    """A full disk: the act that could not be kept is not announced."""

    def fill_the_disk(watch: Watched) -> None:
        if watch.sitting is not None and len(watch.sitting.game.acts) == AFTER_ACTS:
            watch._journal._connection.execute("PRAGMA max_page_count = 1")

    with pytest.raises(JournalError) as failed:
        watched(tmp_path, after_each=fill_the_disk)
    assert failed.value.exit_status == 4
    assert "full" in str(failed.value) and len(str(failed.value).splitlines()) == 1
    with Journal(tmp_path, writable=False) as journal:
        assert len(journal.load(1).acts) >= AFTER_ACTS


@pytest.mark.parametrize("kind", MatEventKind)
def test_only_what_people_can_act_on_is_said(kind: MatEventKind) -> None:
    words = in_words(MatEvent(kind, (2,), 1.0, "message"), {1: "Angie", 2: "Bob"})
    quiet = {
        MatEventKind.FOUND,
        MatEventKind.COVERED,
        MatEventKind.UNCOVERED,
        MatEventKind.FOREIGN_TAG,
        MatEventKind.MIDDLE_GUESSED,
    }
    assert bool(words) == (kind not in quiet)


@pytest.mark.parametrize(
    ("hear", "what", "words"),
    [(News.hear_of_deck, "hard", "hard to read"), (News.hear_of_table, "hidden", "cloth of another colour")],
)
def test_a_deck_or_a_table_that_is_hard_to_see_is_told_once(hear: Callable[..., None], what: str, words: str) -> None:
    news = News()
    hear(news, 1.0, **{what: False})
    assert news.words(1.0) == ""
    hear(news, 2.0, **{what: True})
    assert words in news.words(2.0) and not news.words(30.0)
    hear(news, 31.0, **{what: True})
    assert news.words(31.0) == ""


def test_news_goes_after_a_while() -> None:
    news = News()
    news.hear([MatEvent(MatEventKind.MOVED, (2,), 10.0, "")], {2: "Bob"})
    assert "Bob" in news.words(12.0) and news.words(17.0) == ""
