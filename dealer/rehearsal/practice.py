"""A simulated table at which people lay down what a lesson asks for: frames, as any camera has them."""

import math
from collections.abc import Callable, Generator, Iterator
from functools import partial

import numpy as np

from dealer.decks.lesson import Lesson, Step
from hardware.cameras.cameras import SIZE_PX
from vision.frame import Frame
from vision.synth import choreography as do
from vision.synth.faces import Design
from vision.synth.picture import Pose
from vision.synth.scene import Card, Scene, SceneSettings
from vision.synth.simulated import SimulatedCamera
from vision.synth.things import Thing

APART_MM = 115.0
"""People lay a card so far from all else."""
STEP_S = 0.4
WAITED_S = 25.0
"""How long people wait for a card to be learnt or read before they take it away, seconds."""
CARDS = 50
"""The deck lies on the table as a pile."""


class Practice:
    """An iterator of frames: the ten cards as ``lesson`` asks for them, then all of them once for the test.

    ``shown`` are the cards of the test: what they are and what was read (None: not certain). ``fast``: as fast as they
    can be drawn; ``size_px`` of the camera's pictures.
    """

    def __init__(
        self,
        lesson: Lesson,
        *,
        seed: int,
        design: Design | None,
        fast: bool,
        size_px: tuple[int, int] = SIZE_PX,
    ) -> None:
        settings = SceneSettings.random(seed, seats=3, design=design, size_px=size_px)
        self.lens_name = settings.lens_name
        self.shown: list[tuple[int, int | None]] = []
        self._lesson = lesson
        self.scene = Scene(settings)
        self._rng = np.random.default_rng([seed, 0x7EAC])
        self._frames = SimulatedCamera(self.scene).frames(self._people(), fast=fast)

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        return next(self._frames)

    def score(self) -> tuple[int, int]:
        """How many cards of the test were read right, and how many wrong."""
        right = sum(truth == read for truth, read in self.shown)
        wrong = sum(read is not None and truth != read for truth, read in self.shown)
        return right, wrong

    def _people(self) -> do.Action:
        scene, lesson = self.scene, self._lesson
        spot = scene.free_spot(60.0, self._rng, margin_mm=-30.0) or (0.0, 0.0)
        pile = scene.add_pile(Pose(spot[0], spot[1], 10.0), CARDS, kind="deck")
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
        scene = self.scene
        for _ in range(60):
            x, y = scene.free_spot(60.0, self._rng, near=(0.0, 0.0)) or (0.0, 0.0)
            x, y = x + float(self._rng.uniform(-60, 60)), y + float(self._rng.uniform(-60, 60))
            if all(math.hypot(x - t.pose.x_mm, y - t.pose.y_mm) > APART_MM for t in scene.things.values()):
                break
        pose = Pose(x, y, float(self._rng.uniform(0, 360)))
        yield from do.deal_card(scene, 1, pile, rank, pose)
        return max(scene.cards(), key=lambda card: card.id)

    def _while(self, waiting: Callable[[], bool], *, most_s: float = WAITED_S) -> do.Action:
        """Nothing moves as long as ``waiting`` says so, but not for ever."""
        until_s = self.scene.time_s + most_s
        while waiting() and self.scene.time_s < until_s:
            yield from do.wait(STEP_S)


def _is_still_asked(lesson: Lesson, rank: int) -> bool:
    return lesson.asked == rank and lesson.step is not Step.CLEAR


def _is_not_named(lesson: Lesson, known: int) -> bool:
    return len(lesson.shown) == known
