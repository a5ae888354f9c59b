"""Pictures with less noise than the camera's: where nothing moves, the mean of its last frames.

A card that has just come to rest is read from what little there is of it; one that is looked at again has lain in more
frames, and so a further look sees it better than the first, not only once more.
"""

from collections import deque

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage, Frame
from vision.motion.gate import Mask, MotionGate

MOST = 4
"""How many frames are averaged, the present one among them; each is 6 MB of memory. Of 800 cards of held-out decks on
simulated tables 742 were read from three frames and 741 from six."""
LATEST_S = 0.5
"""Frames that are older are left out: a camera that gives so few is no help, nor is a folder of stills."""
AROUND_PX = 8
"""How far around a rectangle its pixels are taken too: more than its edges need to be interpolated."""


class SteadyPictures:
    """The last frames of one camera."""

    def __init__(self, most: int = MOST) -> None:
        self._frames: deque[Frame] = deque(maxlen=most)

    def keep(self, frame: Frame) -> None:
        """Take the next frame; one of another size, or from an earlier time, starts anew."""
        last = self._frames[-1] if self._frames else frame
        if last.image.shape != frame.image.shape or last.time_s > frame.time_s:
            self.restart()
        self._frames.append(frame)

    def restart(self) -> None:
        """Forget them: the camera was moved."""
        self._frames.clear()

    def of(self, frame: Frame, gate: MotionGate, corners_px: NDArray[np.float64]) -> BGRImage:
        """The picture of ``frame``, and in the rectangle around ``corners_px`` (n, 2) each pixel the mean of those
        frames, this one and the ones before it, in which the small pixel of the ``gate`` that it lies in had come to
        rest."""
        earlier = [one for one in self._frames if frame.time_s - LATEST_S <= one.time_s < frame.time_s]
        rows, columns = _around(corners_px, frame.image.shape)
        now = frame.image[rows, columns]
        if not earlier or not now.size:
            return frame.image
        total, frames = now.astype(np.float32), np.ones(now.shape[:2], np.float32)
        for one in reversed(earlier):
            still = _enlarged(gate.rested_before(one.time_s), gate, rows, columns)
            if not still.any():
                break  # nor had it before
            cv2.accumulate(one.image[rows, columns], total, mask=still.view(np.uint8))
            frames += still
        if frames.max() <= 1:
            return frame.image
        image: BGRImage = frame.image.copy()
        image[rows, columns] = cv2.divide(total, cv2.merge([frames] * 3), dtype=cv2.CV_8U)
        return image


def _around(corners_px: NDArray[np.float64], shape: tuple[int, ...]) -> tuple[slice, slice]:
    """The rows and columns of a picture in which a shape lies."""
    (left, top), (right, bottom) = corners_px.min(axis=0) - AROUND_PX, corners_px.max(axis=0) + AROUND_PX + 1
    first, last = np.clip([top, bottom], 0, shape[0]).astype(int), np.clip([left, right], 0, shape[1]).astype(int)
    return slice(first[0], first[1]), slice(last[0], last[1])


def _enlarged(mask: Mask, gate: MotionGate, rows: slice, columns: slice) -> Mask:
    """A mask of the small picture in these rows and columns of the whole one."""
    down = ((np.arange(rows.start, rows.stop) + 0.5) * gate.scale[1]).astype(int)
    across = ((np.arange(columns.start, columns.stop) + 0.5) * gate.scale[0]).astype(int)
    return np.asarray(mask[np.minimum(down, mask.shape[0] - 1)][:, np.minimum(across, mask.shape[1] - 1)])
