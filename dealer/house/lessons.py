"""The loop of ``dealer teach`` at the table: camera or simulated table, screen, voice and buttons around one lesson."""

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import Protocol

from dealer.decks.lesson import CARD_PX, Lesson, Step
from dealer.decks.lesson_sentences import labels
from dealer.decks.shelf import summary
from dealer.display.screens import MessageScreen
from dealer.errors import DeviceError, OpenQuestion
from dealer.house.camera_and_eye import Lookout, simulated_design
from dealer.house.devices import Front, has_display
from dealer.house.settings_here import settings_here
from dealer.house.sight import Ended
from dealer.house.watch_command import stopped_by_signals
from dealer.locale import _, ngettext
from dealer.presses import Button, Press, Quit
from dealer.settings import Settings
from dealer.view import Sighting, TableView
from hardware.cameras.cameras import CameraKind, CameraSpec, detect_camera, parse_camera
from hardware.cameras.watched import CameraNews, CameraState
from vision.deck.deck_file import Deck, Shelf
from vision.eye import Eye
from vision.frame import BGRImage, Frame
from vision.reading.teaching import Teacher

POLL_S = 0.05
AROUND_MM = 130.0
"""Side of the square of the table that is cut out around a card: its diagonal and 20 mm."""


class Sight(Protocol):
    """What the loop needs of a camera with an eye behind it."""

    eye: Eye
    frame: Frame | None

    def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None: ...


def teach_at_the_table(options: argparse.Namespace, shelf: Shelf, deck: Deck) -> int:
    """Run the lesson; returns the exit status: 0 when all ten cards are known, 3 when some are still to teach."""
    settings = settings_here(shelf.folder.parent)
    spec = _camera(options, settings)

    def keep(learnt: Deck) -> None:
        shelf.save(learnt)

    lesson = Lesson(deck, Teacher(), keep)
    practice = None
    lens_name = options.lens
    if spec.kind is CameraKind.SIMULATED:
        from dealer.rehearsal.practice import Practice

        design = simulated_design(options.design, seed=spec.number) if options.design else None
        practice = Practice(lesson, seed=spec.number, design=design, fast=options.fast, size_px=spec.size_px)
        lens_name = practice.lens_name
    with ExitStack() as stack:
        fast = options.fast and practice is not None
        sight = stack.enter_context(
            Lookout(spec, settings, lens_name=lens_name, stage=None, fast=fast, frames=practice)
        )
        headless = options.headless or not has_display()
        voice = not options.mute and not options.fast
        terminal = sys.stdout if headless else None
        front = stack.enter_context(Front.open(options, settings, shelf.folder.parent, voice=voice, terminal=terminal))
        loop = Loop(lesson, sight, front)
        with stopped_by_signals(loop.stop):
            loop.run()
    print(f"{lesson.deck.name}: {summary(lesson.deck)}")
    if practice is not None and practice.shown:
        right, wrong = practice.score()
        shown = len(practice.shown)
        score = ngettext(
            "Test: {right} of {number} card read right, {wrong} wrong.",
            "Test: {right} of {number} cards read right, {wrong} wrong.",
            shown,
        )
        print(score.format(right=right, number=shown, wrong=wrong))
    if lesson.deck.missing:
        incomplete = _("The deck {deck} is not complete. `dealer teach {deck}` goes on there.")
        raise OpenQuestion(incomplete.format(deck=repr(lesson.deck.name)))
    return 0


def _camera(options: argparse.Namespace, settings: Settings) -> CameraSpec:
    text = options.camera or settings.camera
    if text is not None:
        return parse_camera(text)
    found = detect_camera()
    if found is None:
        raise DeviceError(
            "There is no camera to show the cards to; name one with --camera, or teach from photographs: "
            "--from A=ace.jpg 2=two.jpg …"
        )
    return found


class Loop:
    """Frames into the lesson, its words to the front, hands to the lesson."""

    def __init__(self, lesson: Lesson, sight: Sight, front: Front, *, over: Callable[[], bool] = lambda: False) -> None:
        """``over``: whether it must end now, whatever is being done."""
        self.left = False
        """Whether somebody quit the program."""
        self._lesson = lesson
        self._sight = sight
        self._front = front
        self._over = over
        self._stopped = False
        self._now_s = 0.0

    def stop(self) -> None:
        """End it; what was learnt is kept."""
        self._stopped = True

    def run(self) -> None:
        """Until the lesson is over, the input ends or somebody stops it."""
        while not self._stopped and not self._over() and self._lesson.step is not Step.OVER:
            arrived = self._sight.next(POLL_S)
            match arrived:
                case Ended():
                    return
                case CameraNews():
                    if arrived.state is CameraState.GONE:
                        raise DeviceError(arrived.message or _("The camera is gone; what was learnt is kept."))
                case TableView():
                    self._now_s = arrived.time_s
                    self._lesson.see(arrived, self._look)
            self._serve()

    def _look(self, sighting: Sighting) -> BGRImage | None:
        return cut_around(self._sight, sighting)

    def _serve(self) -> None:
        for sentence in self._lesson.news():
            self._front.say(sentence, "")
        self._front.show(screen_of(self._lesson))
        for given in self._front.poll():
            match given:
                case Quit():
                    self.left = True
                    self.stop()
                case Press(Button.RED):
                    self.stop()
                case Press(Button.GREEN):
                    self._lesson.finish()
                case Press(Button.YELLOW):
                    self._lesson.repeat(self._now_s)


def screen_of(lesson: Lesson) -> MessageScreen:
    """What is drawn."""
    buttons = labels(done=lesson.can_finish, again=lesson.can_repeat)
    return MessageScreen(lesson.headline, lesson.detail, labels=buttons)


def cut_around(sight: Sight, sighting: Sighting) -> BGRImage | None:
    """The table around a card as seen from above, a card 128 px wide; None while there is no picture."""
    geometry = sight.eye.geometry
    if geometry is None or sight.frame is None:
        return None
    per_mm = CARD_PX / sight.eye.settings.card_mm[0]
    return geometry.rectify(
        sight.frame.image,
        centre_mm=(sighting.x_mm, sighting.y_mm),
        size_mm=(AROUND_MM, AROUND_MM),
        pixels_per_mm=per_mm,
        sharply=True,
    )
