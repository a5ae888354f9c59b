"""The motion gate: what moves, what lies still, and what changed since it was last read, on a small grey picture.

Three pictures of the same small size are kept, all as float32 levels 0..255 on one scale of brightness:

* ``anchor``, what each pixel showed when it last came to rest; leaving it by more than the noise is *moving*;
* ``settled``, what each pixel showed when it was last read; leaving it is *changed*;
* ``noise``, how much each pixel trembles while nothing moves, so that a dim lamp or a hard edge is no movement.

A card may be as bright in green as the table that it is laid on, and another colour. So when something moved, the
picture's blue and red are compared as well; a card does not come by itself.

Lamp flicker is a gain that may differ from row to row (a rolling shutter sees bands); it is taken out before
anything is compared. Slow drift of the light is followed where nothing changed.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.table.medians import median

GreyImage = NDArray[np.float32]
"""(height, width) float32, levels 0..255."""
Mask = NDArray[np.bool_]

BLUE, GREEN, RED = 0, 1, 2
SMALL_WIDTH_PX = 320
"""Width of the small picture. A card 60 px wide in a 1080p frame is 10 px wide there. A shift of 2 mm moves a tenth of
an edge's contrast into the next pixel."""
DARKEST = 4.0
"""Added to levels before colours are compared with them: the tint of black is noise. A guess, of the noise's size."""
COLOUR_S = 0.19
"""How often blue and red are compared at most, seconds: a hand that works uncovers something in every frame."""
COLOUR_LASTS_S = 0.5
"""How long another colour must last before it is asked for, seconds. A sleeve as bright in green as the table lay still
for a moment 536 times in a game of 84 acts."""
COLOUR_PATCH = np.ones((5, 5), np.uint8)
"""Least patch of another colour that is asked for. A card as bright in green as the table shows more of it, a sleeve's
rim does not."""
SATURATED = 250.0
"""Levels above this are clipped by the camera: their true brightness is unknown."""
FLICKER_LIMIT = 0.2
"""A row's gain differs from the picture's by no more than this; 100 Hz bands of a filament lamp are about 10%."""
MOST_GRAIN = 4.0
"""The largest median difference from frame to frame that is noise: with more, most of the picture moves. A sensor at
its highest gain, noise of 16 levels, averaged over four samples, gives 7.6 / 2."""
FLICKER_ROWS = 9
"""Rows over which the gain is smoothed (a twentieth of the picture: a 100 Hz band at 1/30 s readout is a third of
it)."""


@dataclass(frozen=True, slots=True)
class MotionSettings:
    """``still_s``: how long a pixel must lie still before it is read: two frame intervals at 15 frames a second.

    ``least_levels``: no difference below this is a change, however quiet the picture; ``noise_factor``: how many
    mean absolute deviations of a pixel's own noise are a change (6 are about 4.8 standard deviations);
    ``grain_factor`` the same for the whole picture's median difference from frame to frame (5.2 are 3.5 standard
    deviations of it, and single pixels do not count). ``colour_factor``: blue and red differ where they do by so many
    times what green must, all over a patch, for a while. A brown table and a dark green card differ by 25 levels of
    red, where noise that makes green's limit 10 lets single pixels miss twice as much.
    """

    still_s: float = 0.12
    least_levels: float = 6.0
    noise_factor: float = 6.0
    grain_factor: float = 5.2
    colour_factor: float = 1.2
    drift_s: float = 4.0
    noise_s: float = 1.5


def reduce_picture(image: BGRImage, width: int = SMALL_WIDTH_PX, *, channel: int = GREEN) -> GreyImage:
    """One channel of ``image`` at about ``width`` px, each pixel the mean of four samples.

    Green unless told otherwise: red and black numerals are both dark in it, and strided reading touches a ninth of a
    1080p frame.

    >>> reduce_picture(np.full((1080, 1920, 3), 100, np.uint8)).shape
    (180, 320)
    """
    stride = max(1, round(image.shape[1] / (2 * width)))
    samples = np.ascontiguousarray(image[stride // 2 :: stride, stride // 2 :: stride, channel])
    height = max(1, round(image.shape[0] * width / image.shape[1]))
    return cv2.resize(samples, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)


def row_gains(now: GreyImage, reference: GreyImage) -> GreyImage:
    """The factor by which each row of ``now`` is brighter than ``reference``, (height, 1) float32; things that
    moved are left out.

    >>> reference = np.full((180, 320), 100, np.float32)
    >>> bool(np.allclose(row_gains(reference * 1.1, reference), 1.1))
    True
    """
    few_now, few = np.ascontiguousarray(now[::4, ::4]), np.ascontiguousarray(reference[::4, ::4])
    usable = (few > 12) & (few < SATURATED) & (few_now < SATURATED)
    if np.count_nonzero(usable) < 50:
        return np.ones((now.shape[0], 1), np.float32)
    overall = median(few_now[usable] / few[usable])
    overall = min(max(overall, 0.2), 5.0)
    sampled_now, sampled = np.ascontiguousarray(now[:, ::2]), np.ascontiguousarray(reference[:, ::2])
    agreeing = cv2.absdiff(sampled_now, overall * sampled) < FLICKER_LIMIT * overall * sampled
    agreeing &= sampled_now < SATURATED
    weight = agreeing.astype(np.float32)
    bright = cv2.reduce(cv2.multiply(sampled_now, weight), 1, cv2.REDUCE_SUM)
    expected = cv2.reduce(cv2.multiply(sampled, weight), 1, cv2.REDUCE_SUM)
    support = float(reference.mean()) * 4.0  # four pixels' worth of the overall gain keeps empty rows steady
    bright = cv2.blur(bright, (1, FLICKER_ROWS)) + support * overall
    expected = cv2.blur(expected, (1, FLICKER_ROWS)) + support
    return (bright / expected).astype(np.float32)


class MotionGate:
    """Follows the small picture frame by frame. Masks are (height, width) bool on the small picture.

    ``moving``: pixels that left their anchor within the last ``still_s``. ``changed``: pixels that differ from what
    was last read, or were never read. ``ready``: changed and lying still.
    """

    def __init__(self, settings: MotionSettings | None = None) -> None:
        self.settings = settings or MotionSettings()
        self.shape: tuple[int, int] = (0, 0)
        self.scale: tuple[float, float] = (1.0, 1.0)
        self._frame_shape: tuple[int, ...] = ()
        self._time_s = 0.0
        # All else comes with the first picture.
        self.gains: GreyImage
        self.level: GreyImage
        self.anchor: GreyImage
        self.settled: GreyImage
        self.noise: GreyImage
        self.moving: Mask
        self.changed: Mask
        self.ready: Mask
        self.unread: Mask
        self._image: BGRImage
        self._moved_s: NDArray[np.float64]
        self._tints: tuple[GreyImage, GreyImage]
        self._untinted: Mask
        self._passed: Mask
        self._apart_s: NDArray[np.float64]
        self._coloured_s: float
        self._grain: float
        self._sample: GreyImage

    def restart(self) -> None:
        """Forget everything: the next frame is the first."""
        self._frame_shape = ()

    def pause(self, time_s: float) -> None:
        """Nothing can be told of the picture of ``time_s``: what is known stays as it was."""
        self._time_s = max(self._time_s, time_s)

    def update(self, image: BGRImage, *, time_s: float, small: GreyImage | None = None) -> None:
        """Take the next picture; a picture of another size, or from an earlier time, starts anew. ``small`` is what
        ``reduce_picture`` makes of it, if that was made before."""
        small = reduce_picture(image) if small is None else small
        if self._frame_shape != image.shape or time_s < self._time_s:
            self._image = image
            self._start(small, image.shape, time_s)
            return
        interval_s = max(time_s - self._time_s, 1e-3)
        self._time_s = time_s
        settings = self.settings
        self.gains = row_gains(small, self.settled)
        level = _at_most(small / self.gains, SATURATED)
        # A clipped pixel only says "at least this bright": when that does not contradict what was there, nothing
        # changed.
        clipped = small >= SATURATED
        if clipped.any():
            level = np.where(clipped & (self.settled >= level), self.settled, level)
        self.level = level
        threshold = _at_least(self.noise * settings.noise_factor, self._floor(level, interval_s))

        tremble = cv2.absdiff(level, self.anchor)
        left = _without_specks(tremble > threshold)
        if left.any():
            np.copyto(self._moved_s, time_s, where=left)
            cv2.copyTo(level, left.view(np.uint8), self.anchor)
        self.moving = self._moved_s > time_s - settings.still_s + 1e-4

        apart = cv2.absdiff(level, self.settled)
        self.changed = _without_specks(apart > threshold)
        self._image = image
        self._see_colours(settings.colour_factor * threshold)
        self.changed |= self.unread
        self.ready = self.changed & ~self.moving

        active = self.moving | self.changed
        still = None if not self.moving.any() else (~self.moving).astype(np.float32)
        quiet = None if not active.any() else (~active).astype(np.float32)
        learnt = min(1.0, interval_s / settings.noise_s)
        _follow(self.noise, np.asarray(cv2.min(tremble, threshold), np.float32), learnt, still)
        _follow(self.anchor, level, learnt, still)
        _follow(self.settled, level, min(1.0, interval_s / settings.drift_s), quiet)

    def _see_colours(self, threshold: GreyImage) -> None:
        """Ask for what is of another colour than it was, though as bright in green, once something has moved; remember
        the colours of what was read. Where a card as bright as the table came, nothing was seen to move."""
        self._passed |= self.moving
        still = ~(self.moving | self.changed)
        np.copyto(self._apart_s, np.inf, where=~still)
        if self._time_s < self._coloured_s + COLOUR_S:
            return
        fresh = self._untinted & still
        if not ((self._passed & still).any() or fresh.any()):
            return
        self._coloured_s = self._time_s
        self._untinted &= ~still
        green = (self.level + DARKEST) * self.gains
        expected = (self.settled + DARKEST) * self.gains
        apart = np.zeros(self.shape, bool)
        for tint, channel in zip(self._tints, (BLUE, RED), strict=True):
            colour = reduce_picture(self._image, channel=channel)
            known = tint * expected
            lamp = median(colour[::4, ::4] / np.maximum(known[::4, ::4], DARKEST))  # it may have changed its colour
            apart |= (cv2.absdiff(colour, lamp * known) > threshold) & (colour < SATURATED)
            if fresh.any():
                cv2.copyTo(colour / green, fresh.view(np.uint8), tint)
        apart &= still & ~fresh
        self._passed &= ~still
        self._passed |= apart  # it is compared again
        self._apart_s = np.where(apart, np.minimum(self._apart_s, self._time_s), np.inf)
        lasting = self._apart_s <= self._time_s - COLOUR_LASTS_S
        self.unread |= cv2.morphologyEx(lasting.view(np.uint8), cv2.MORPH_OPEN, COLOUR_PATCH).view(bool)

    def _floor(self, level: GreyImage, interval_s: float) -> float:
        """The least difference that is more than the sensor's noise, from how far pixels differ from one frame to
        the next."""
        sample = np.ascontiguousarray(level[1::4, 1::4])
        middle = median(np.abs(sample - self._sample)) if len(self._sample) else self._grain
        self._sample = sample
        self._grain += min(1.0, interval_s / 0.5) * (min(middle, MOST_GRAIN) - self._grain)
        return max(self.settings.least_levels, self.settings.grain_factor * self._grain)

    def settle(self, where: Mask) -> None:
        """What lies still in ``where`` has been read: its look of now is what later frames are compared with."""
        done = where & self.ready
        cv2.copyTo(self.level, done.view(np.uint8), self.settled)
        left = ~done
        for mask in (self._passed, self.unread, self.changed, self.ready):
            mask &= left
        self._apart_s[done] = np.inf
        self._untinted |= done

    def rebase(self) -> None:
        """Everything is to be read again, and compared with how it looks now (the camera was bumped, the light
        changed)."""
        self.settled = self.level.copy()
        self._untinted[:] = True
        self.unread[:] = True
        self.changed[:] = True
        self.ready = self.changed & ~self.moving

    def reread(self, where: Mask) -> None:
        """Ask for ``where`` to be read again although nothing changed there."""
        self.unread |= where
        self.changed |= where
        self.ready = self.changed & ~self.moving

    def rested_before(self, time_s: float) -> Mask:
        """The pixels that had come to rest before ``time_s``, and lie still since."""
        return self._moved_s < time_s - 1e-4

    def rest_of(self, where: Mask, share: float = 0.9) -> float:
        """The frame time at which ``share`` of ``where`` had come to rest: a trembling pixel does not make a card
        late."""
        if not where.any():
            return self._started_s
        moved_s, apart_s = self._moved_s[where], self._apart_s[where]
        came_s = np.where(np.isinf(apart_s), moved_s, np.maximum(moved_s, apart_s))  # it need not be seen to move
        return float(np.quantile(came_s, share))

    def _start(self, small: GreyImage, frame_shape: tuple[int, ...], time_s: float) -> None:
        self._frame_shape = frame_shape
        self.shape = small.shape
        self.scale = (small.shape[1] / frame_shape[1], small.shape[0] / frame_shape[0])
        self._time_s = self._started_s = time_s
        self.gains = np.ones((small.shape[0], 1), np.float32)
        self.level = _at_most(small, SATURATED)
        self.anchor = self.level.copy()
        self.settled = self.level.copy()
        self._tints = np.ones_like(self.level), np.ones_like(self.level)
        """Blue and red as shares of green: slow changes of the light, which ``settled`` follows, leave them."""
        self._untinted = np.ones(small.shape, bool)
        self._passed = np.zeros(small.shape, bool)
        self._apart_s = np.full(small.shape, np.inf)
        """Since when each pixel has been of another colour than it was read with; for ever not, where it is not."""
        self._coloured_s = time_s
        self.noise = np.full_like(small, 1.0)  # levels; a quiet camera's, until it is learnt
        self._grain = 1.0
        self._sample = np.zeros((0, 0), np.float32)
        self._moved_s = np.full(small.shape, time_s, np.float64)
        self.unread = np.ones(small.shape, bool)
        self.changed = self.unread.copy()
        self.moving = np.ones(small.shape, bool)
        self.ready = np.zeros(small.shape, bool)


def _at_most(picture: GreyImage, level: float) -> GreyImage:
    """No pixel above ``level``. (OpenCV takes a number as well as a picture; its stub does not say so.)"""
    return np.asarray(cv2.min(picture, level), np.float32)  # type: ignore[call-overload]


def _at_least(picture: GreyImage, level: float) -> GreyImage:
    """No pixel below ``level``."""
    return np.asarray(cv2.max(picture, level), np.float32)  # type: ignore[call-overload]


def _follow(kept: GreyImage, now: GreyImage, share: float, weight: GreyImage | None) -> None:
    """Take over ``share`` of how ``now`` differs, times ``weight`` (of each pixel; None is 1 everywhere)."""
    change = now - kept
    change *= share
    if weight is not None:
        change *= weight
    kept += change


def _without_specks(mask: Mask) -> Mask:
    """``mask`` without single pixels: at least 3 of the 9 around a pixel must agree."""
    if not mask.any():
        return mask
    counts = cv2.boxFilter(mask.view(np.uint8), -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return mask & (counts >= 3)
