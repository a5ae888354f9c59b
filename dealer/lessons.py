"""The loop of ``dealer teach`` at the table: camera or simulated table, screen, voice and buttons around one lesson."""

import argparse
import math
import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack
from functools import partial
from typing import Protocol

import numpy as np

from dealer.decks import summary
from dealer.display.screens import Labels, MessageScreen
from dealer.errors import DeviceError, OpenQuestion
from dealer.front import Front, has_display
from dealer.lesson import CARD_PX, Lesson, Step
from dealer.locale import _
from dealer.lookout import Ended, Lookout, simulated_design
from dealer.presses import Button, Press, Quit
from dealer.settings import Settings, read_settings
from dealer.view import Sighting, TableView
from dealer.watching import stopped_by_signals
from hardware.cameras import CameraKind, CameraSpec, detect_camera, parse_camera
from hardware.pacing import paced
from hardware.watching import CameraNews, CameraState
from vision.decks import Deck, Shelf
from vision.eye import Eye
from vision.frame import BGRImage, Frame
from vision.lens import lens
from vision.mat import Mat
from vision.reader import Reader
from vision.synth import choreography as do
from vision.synth.faces import Design
from vision.synth.picture import Pose
from vision.synth.scene import Card, Scene, SceneSettings
from vision.synth.simulated import SimulatedCamera
from vision.synth.things import Thing
from vision.teaching import Teacher

POLL_S = 0.05
AROUND_MM = 130.0
"""Side of the square of the table that is cut out around a card: its diagonal and 20 mm."""
APART_MM = 115.0
"""Simulated people lay a card so far from all else."""
STEP_S = 0.4
WAITED_S = 25.0
"""So long the simulated people wait for a card to be learnt or read before they take it away."""


class Sight(Protocol):
    """What the loop needs of a camera with an eye behind it."""

    eye: Eye
    frame: Frame | None

    def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None: ...


def teach_at_the_table(options: argparse.Namespace, shelf: Shelf, deck: Deck) -> int:
    """Run the lesson; returns the exit status: 0 when all ten cards are known, 3 when some are still to teach."""
    settings = read_settings(shelf.folder.parent)
    spec = _camera(options, settings)

    def keep(learnt: Deck) -> None:
        shelf.save(learnt)

    lesson = Lesson(deck, Teacher(), keep)
    with ExitStack() as stack:
        simulated = None
        sight: Sight
        if spec.kind is CameraKind.SIMULATED:
            design = simulated_design(options.design, seed=spec.number) if options.design else None
            simulated = SimulatedLesson(lesson, seed=spec.number, design=design, fast=options.fast)
            sight = simulated
        else:
            sight = stack.enter_context(Lookout(spec, settings, lens_name=options.lens, stage=None, fast=False))
        headless = options.headless or not has_display()
        voice = not options.mute and not options.fast
        terminal = sys.stdout if headless else None
        front = stack.enter_context(Front.open(options, settings, shelf.folder.parent, voice=voice, terminal=terminal))
        loop = Loop(lesson, sight, front)
        with stopped_by_signals(loop.stop):
            loop.run()
    print(f"{lesson.deck.name}: {summary(lesson.deck)}")
    if simulated is not None and simulated.shown:
        right = sum(truth == read for truth, read in simulated.shown)
        wrong = sum(read is not None and truth != read for truth, read in simulated.shown)
        score = _("Test: {right} of {number} cards read right, {wrong} wrong.")
        print(score.format(right=right, number=len(simulated.shown), wrong=wrong))
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

    def __init__(self, lesson: Lesson, sight: Sight, front: Front) -> None:
        self._lesson = lesson
        self._sight = sight
        self._front = front
        self._stopped = False
        self._now_s = 0.0

    def stop(self) -> None:
        """End it; what was learnt is kept."""
        self._stopped = True

    def run(self) -> None:
        """Until the lesson is over, the input ends or somebody stops it."""
        while not self._stopped and self._lesson.step is not Step.OVER:
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
        self._front.show(MessageScreen(self._lesson.headline, self._lesson.detail, labels=labels(self._lesson)))
        for given in self._front.poll():
            match given:
                case Quit() | Press(Button.RED):
                    self.stop()
                case Press(Button.GREEN):
                    self._lesson.finish()
                case Press(Button.YELLOW):
                    self._lesson.repeat(self._now_s)


def labels(lesson: Lesson) -> Labels:
    """What the buttons mean now."""
    return (
        *(((Button.GREEN, _("Done")),) if lesson.can_finish else ()),
        *(((Button.YELLOW, _("Again")),) if lesson.can_repeat else ()),
        (Button.RED, _("Stop")),
    )


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
    )


class SimulatedLesson:
    """A simulated table at which somebody lays down what the lesson asks for, then shows all ten cards once.

    ``shown`` are the cards of the test: what they are and what was read (None: not certain).
    """

    def __init__(self, lesson: Lesson, *, seed: int, design: Design | None, fast: bool) -> None:
        settings = SceneSettings.random(seed, seats=3, design=design)
        self.shown: list[tuple[int, int | None]] = []
        self.frame: Frame | None = None
        self._lesson = lesson
        self._scene = Scene(settings)
        self._rng = np.random.default_rng([seed, 0x7EAC])
        self.eye = Eye(Mat(lens(settings.lens_name)), Reader())
        frames = SimulatedCamera(self._scene).frames(self._people(), fast=fast)
        self._frames = frames if fast else paced(frames)

    def next(self, timeout_s: float) -> TableView | CameraNews | Ended | None:
        """The next view; ``Ended`` after the test."""
        del timeout_s
        frame = next(self._frames, None)
        if frame is None:
            return Ended()
        self.frame = frame
        return self.eye.look(frame)

    def _people(self) -> do.Action:
        scene, lesson = self._scene, self._lesson
        spot = scene.free_spot(60.0, self._rng, margin_mm=-30.0) or (0.0, 0.0)
        pile = scene.add_pile(Pose(spot[0], spot[1], 10.0), 50, kind="deck")
        yield from do.wait(3.0)
        while lesson.asked is not None:
            asked = lesson.asked
            card = yield from self._lay(asked, pile)
            yield from self._while(partial(_is_still_asked, lesson, asked))
            yield from do.put_back(scene, 1, card, pile)
            yield from self._while(lambda: lesson.step is Step.CLEAR)
        yield from self._while(lambda: lesson.step is not Step.TEST)
        for rank in self._rng.permutation(np.arange(1, 11)).tolist():
            known = len(lesson.shown)
            card = yield from self._lay(rank, pile)
            yield from self._while(partial(_is_not_named, lesson, known), most_s=6.0)
            fresh = list(lesson.shown.values())[known:]
            self.shown.append((rank, fresh[-1] if fresh else None))
            yield from do.put_back(scene, 1, card, pile)
            yield from do.wait(0.8)
        lesson.finish()
        yield from do.wait(0.2)

    def _lay(self, rank: int, pile: Thing) -> Generator[do.Beat, None, Card]:
        """A hand lays a card down somewhere on the table."""
        scene = self._scene
        for _try in range(60):
            x, y = scene.free_spot(60.0, self._rng, near=(0.0, 0.0)) or (0.0, 0.0)
            x, y = x + float(self._rng.uniform(-60, 60)), y + float(self._rng.uniform(-60, 60))
            if all(math.hypot(x - t.pose.x_mm, y - t.pose.y_mm) > APART_MM for t in scene.things.values()):
                break
        pose = Pose(x, y, float(self._rng.uniform(0, 360)))
        yield from do.deal_card(scene, 1, pile, rank, pose)
        return max(scene.cards(), key=lambda card: card.id)

    def _while(self, waiting: Callable[[], bool], *, most_s: float = WAITED_S) -> do.Action:
        """Nothing moves as long as ``waiting`` says so, but not for ever."""
        until_s = self._scene.time_s + most_s
        while waiting() and self._scene.time_s < until_s:
            yield from do.wait(STEP_S)


def _is_still_asked(lesson: Lesson, rank: int) -> bool:
    return lesson.asked == rank and lesson.step is not Step.CLEAR


def _is_not_named(lesson: Lesson, known: int) -> bool:
    return len(lesson.shown) == known
