"""What keeps the camera from seeing well: too dark, out of focus, glare, too far away. Judged about once a second."""

import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.geometry import TableGeometry
from vision.motion import GreyImage, Mask

DARK_LEVEL = 45.0
"""A table whose brightest tenth is darker than this has white cards darker than this: numerals drown in the noise."""
GLARE_LEVEL, GLARE_SHARE = 250.0, 0.12
"""More than an eighth of the table burnt out to white leaves no room to read."""
FAR_PX = 48.0
"""Below 50 px of card width reading breaks down (measured in the first experiment on reading)."""
BLUR_RATIO = 0.13
"""The steepest step at a coaster's black edges, as a share of its contrast: 0.4 when sharp, 0.13 when smeared over
3 px."""


class Conditions:
    """Remembers the last judgement, so that one bad picture is no trouble."""

    def __init__(self) -> None:
        self.trouble = ""
        self._before = ""

    def judge(self, raw: GreyImage, where: Mask, *, card_width_px: float, sharpness: float | None) -> str:
        """The code of ``TableView.trouble``, or ``""``. ``raw`` is the small picture as the camera gave it,
        ``where`` the table in it."""
        levels = raw[where] if where.any() else raw.ravel()
        now = ""
        if float(np.quantile(levels, 0.9)) < DARK_LEVEL:
            now = "dark"
        elif sharpness is not None and sharpness < BLUR_RATIO:
            now = "blurred"
        elif float((levels >= GLARE_LEVEL).mean()) > GLARE_SHARE:
            now = "glare"
        elif card_width_px < FAR_PX:
            now = "far"
        if now == self._before:
            self.trouble = now
        self._before = now
        return self.trouble


def sharpness_of(crop: BGRImage) -> float | None:
    """The steepest step in a picture of something black and white, as a share of its contrast; None without contrast.

    >>> import cv2
    >>> board = np.kron(np.indices((4, 4)).sum(axis=0) % 2 * 200, np.ones((16, 16))).astype(np.uint8)
    >>> blurred = cv2.GaussianBlur(board, (0, 0), 3.5)
    >>> sharpness_of(cv2.merge([board] * 3)) > 0.4 > 0.15 > sharpness_of(cv2.merge([blurred] * 3))
    True
    """
    if crop.shape[0] < 8 or crop.shape[1] < 8:
        return None
    grey = crop[..., 1].astype(np.float32)
    dark, bright = np.quantile(grey, (0.1, 0.9))
    if bright - dark < 30:  # ten times the noise: a covered or unlit coaster tells nothing of the focus
        return None
    steps = np.maximum(np.abs(grey[1:-1, 2:] - grey[1:-1, :-2]), np.abs(grey[2:, 1:-1] - grey[:-2, 1:-1])) / 2
    return float(np.quantile(steps, 0.98) / (bright - dark))


def sharpness_at(image: BGRImage, geometry: TableGeometry) -> float | None:
    """How sharp the coasters are in the camera's picture: the median; None where none of them tells."""
    outlines = geometry.coaster_outlines().values()
    told = [sharpness_of(_around(image, geometry.to_pixels(outline))) for outline in outlines]
    known = [sharpness for sharpness in told if sharpness is not None]
    return float(np.median(known)) if known else None


def _around(image: BGRImage, points_px: NDArray[np.float64]) -> BGRImage:
    low = np.maximum(np.floor(points_px.min(axis=0)), 0).astype(int)
    high = np.maximum(np.ceil(points_px.max(axis=0)), 0).astype(int)
    return image[low[1] : high[1], low[0] : high[0]]
