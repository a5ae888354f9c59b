"""Pictures with less noise: the mean of the last frames where nothing moves, this frame's own where something does."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frame import BGRImage, Frame
from vision.motion.gate import MotionGate
from vision.motion.steady import LATEST_S, MOST, SteadyPictures

SIZE = (360, 640)
FRAME_S = 1 / 15
NOISE = 4.0
WHOLE = np.array([[0.0, 0.0], [SIZE[1], 0.0], [SIZE[1], SIZE[0]], [0.0, SIZE[0]]])
CARD = (slice(100, 180), slice(200, 260))


class Camera:
    """A noisy camera over a table, with or without a card on it."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(5)
        self.table = np.full((*SIZE, 3), 90.0)
        self.gate, self.pictures = MotionGate(), SteadyPictures()
        self.frame = Frame(np.zeros((*SIZE, 3), np.uint8), 0.0, 0)
        self.time_s = 0.0

    def clean(self, level: float | None) -> NDArray[np.float64]:
        """The table without noise; a card as bright as ``level`` on it."""
        picture = self.table.copy()
        if level is not None:
            picture[CARD] = level
        return picture

    def show(self, level: float | None = None, *, frames: int = 1, every_s: float = FRAME_S) -> BGRImage:
        """``frames`` more frames; the last one, steadier."""
        for _ in range(frames):
            noisy = self.clean(level) + self.rng.normal(0, NOISE, (*SIZE, 3))
            self.time_s += every_s
            self.frame = Frame(np.clip(np.rint(noisy), 0, 255).astype(np.uint8), self.time_s, self.frame.sequence + 1)
            self.gate.update(self.frame.image, time_s=self.time_s)
            self.pictures.keep(self.frame)
        return self.steady()

    def steady(self, corners_px: NDArray[np.float64] = WHOLE) -> BGRImage:
        """The last frame, steadier around these corners."""
        return self.pictures.of(self.frame, self.gate, corners_px)


def noise_of(image: BGRImage, clean: NDArray[np.float64], where: tuple[slice, slice] = CARD) -> float:
    """How far a picture is from one without noise, in levels (root of the mean square)."""
    return float(np.sqrt(np.mean((image[where] - clean[where]) ** 2)))


def test_a_table_that_lies_still_is_shown_with_half_the_noise() -> None:
    camera = Camera()
    assert noise_of(camera.show(frames=20), camera.clean(None)) == pytest.approx(NOISE / np.sqrt(MOST), rel=0.08)
    assert noise_of(camera.frame.image, camera.clean(None)) == pytest.approx(NOISE, rel=0.08)


def test_what_has_just_come_is_not_mixed_with_what_was_there() -> None:
    camera = Camera()
    camera.show(frames=20)
    clean = camera.clean(200.0)
    noises = [noise_of(camera.show(200.0), clean) for _ in range(MOST + 2)]
    assert noises[0] == pytest.approx(NOISE, rel=0.08), "it is in one frame only"
    assert max(noises) < 1.1 * NOISE, "never with the table that it covers"
    assert noises[-1] == pytest.approx(NOISE / np.sqrt(MOST), rel=0.08)
    aside = (slice(220, 340), slice(20, 620))
    assert noise_of(camera.show(120.0), clean, aside) < 0.6 * NOISE, "beside a hand all else is as steady as before"


def test_only_the_rectangle_that_is_asked_for_is_changed() -> None:
    camera = Camera()
    camera.show(frames=8)
    corners = np.array([[200.0, 100.0], [260.0, 100.0], [260.0, 180.0], [200.0, 180.0]])
    steady = camera.steady(corners)
    assert noise_of(steady, camera.clean(None)) < 0.6 * NOISE
    assert np.array_equal(steady[:80], camera.frame.image[:80])
    assert np.array_equal(steady[:, 280:], camera.frame.image[:, 280:])
    assert steady is not camera.frame.image and camera.show() is not None


def test_a_rectangle_outside_the_picture_changes_nothing() -> None:
    camera = Camera()
    camera.show(frames=8)
    assert np.array_equal(camera.steady(WHOLE + (5000.0, 0.0)), camera.frame.image)


def test_frames_long_ago_and_from_before_the_camera_moved_are_left_out() -> None:
    camera = Camera()
    camera.show(frames=20)
    assert np.array_equal(camera.show(every_s=LATEST_S + 0.1), camera.frame.image)
    camera.show(frames=4)
    camera.pictures.restart()
    assert np.array_equal(camera.steady(), camera.frame.image)


def test_a_picture_of_another_size_or_an_earlier_time_starts_anew() -> None:
    camera = Camera()
    camera.show(frames=8)
    small = Frame(np.full((180, 320, 3), 90, np.uint8), camera.time_s + FRAME_S, 100)
    camera.gate.update(small.image, time_s=small.time_s)
    camera.pictures.keep(small)
    assert np.array_equal(camera.pictures.of(small, camera.gate, WHOLE), small.image)
    early = Frame(np.full((180, 320, 3), 60, np.uint8), 0.0, 0)
    camera.gate.update(early.image, time_s=0.0)
    camera.pictures.keep(early)
    assert np.array_equal(camera.pictures.of(early, camera.gate, WHOLE), early.image)
