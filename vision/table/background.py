"""A very small copy of the picture: has anything changed, is it still the same scene?"""

import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage

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
    # Every fourth sample both ways is enough for the light, and cheap enough for every frame.
    gain = float(np.median(before[::4, ::4])) / max(1.0, float(np.median(now[::4, ::4])))
    return float((np.abs(now * gain - before) > CHANGED_GREY).mean())


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
