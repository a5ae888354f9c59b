"""A very small copy of the picture: has anything changed, is it still the same scene?"""

import math
from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.table.medians import median

STEP_PX = 20
PLAIN_GREY = 3.0
"""A background whose samples differ by no more than this has nothing to compare but noise."""
CHANGED_GREY = 24
"""A sample that differs by more has changed: thrice the noise of a dim picture."""
KEPT_SHARE = 0.7
"""The share of the samples that two pictures are compared by: hands and what they brought may hide the others."""


def sampled(image: BGRImage) -> NDArray[np.float32]:
    """The picture's green around every twentieth pixel both ways, each the mean of nine samples."""
    first = STEP_PX // 2 - 4
    rows, columns = (length // STEP_PX * STEP_PX for length in image.shape[:2])
    total = np.zeros((rows // STEP_PX, columns // STEP_PX), np.float32)
    for down in range(first, first + 9, 4):
        for right in range(first, first + 9, 4):
            total += image[down:rows:STEP_PX, right:columns:STEP_PX, 1]
    return np.asarray(total / 9, np.float32)


def share_changed(before: NDArray[np.float32], now: NDArray[np.float32]) -> float:
    """The share of samples that changed, once the light of the whole picture is made equal."""
    if before.shape != now.shape:
        return 1.0
    return float(_changed(before, now).mean())


def changed_around(
    before: NDArray[np.float32],
    now: NDArray[np.float32],
    *,
    reach_px: float,
    besides: Iterable[NDArray[np.float64]],
) -> NDArray[np.bool_]:
    """Where samples changed and ``reach_px`` around them, and what lies ``besides`` at these points (n, 2) of the
    picture with half as much again around it: a mask of the samples. Both pictures are of one size."""
    steps = math.ceil(reach_px / STEP_PX)
    around = np.ones((2 * steps + 1, 2 * steps + 1), np.uint8)
    mask = cv2.dilate(_changed(before, now).view(np.uint8), around).view(bool)
    for points_px in besides:
        low, high = points_px.min(axis=0), points_px.max(axis=0)
        half = (high - low).max() / 2
        left, top = np.maximum((low - half) // STEP_PX, 0).astype(int)
        right, bottom = np.maximum((high + half) // STEP_PX + 1, 0).astype(int)
        mask[top:bottom, left:right] = True
    return np.asarray(mask)


def _changed(before: NDArray[np.float32], now: NDArray[np.float32]) -> NDArray[np.bool_]:
    # Every fourth sample both ways is enough for the light.
    gain = median(before[::4, ::4]) / max(1.0, median(now[::4, ::4]))
    return np.asarray(np.abs(now * gain - before) > CHANGED_GREY)


def alike(before: NDArray[np.float32], now: NDArray[np.float32]) -> float:
    """The correlation of two backgrounds, over the samples that fit best: what a hand hides is left out.

    Where hardly anything is to be seen (a plain table, no light) nothing speaks against them being alike: 1.
    """
    if before.shape != now.shape:
        return 0.0
    first, second = before - np.median(before), now - np.median(now)
    wrong = np.abs(first / (first.std() + 1e-6) - second / (second.std() + 1e-6))
    kept = wrong <= np.quantile(wrong, KEPT_SHARE)
    first, second = first[kept], second[kept]
    if min(first.std(), second.std()) < PLAIN_GREY:
        return 1.0
    return float(np.corrcoef(first, second)[0, 1])
