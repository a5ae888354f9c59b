"""Whether a numeral of a drawn face could be read at all: nothing is to be learnt from ink of its ground's colour."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage

LEAST_CONTRAST = 12.0
"""Grey levels between a numeral and what is around it; below it, the eye of a person finds nothing either."""
LEAST_OF_GROUND = 0.45
"""Least difference between a numeral and what is around it, as a share of how much the ground itself varies there."""
RING = 4
"""Pixels around the numeral that count as its ground."""


def is_legible(face: BGRImage, ink: NDArray[np.uint8], x: float, y: float) -> bool:
    """Whether the numeral whose mask is ``ink`` (h, w), its centre at (x, y) px of the ``face``, stands out from what
    is around it, or its rim from its inside.

    >>> face = np.full((40, 40, 3), 200, np.uint8)
    >>> ink = np.full((9, 5), 255, np.uint8)
    >>> is_legible(face, ink, 20.0, 20.0)
    False
    >>> face[16:25, 18:23] = 90
    >>> is_legible(face, ink, 20.0, 20.0)
    True
    """
    mask = cv2.copyMakeBorder(ink, RING + 1, RING + 1, RING + 1, RING + 1, cv2.BORDER_CONSTANT, value=0)
    height, width = mask.shape
    around = cv2.getRectSubPix(face, (width, height), (x, y)).astype(np.float32)
    body = (mask > 127).astype(np.uint8)
    if not body.any():
        return False  # strokes thinner than half a pixel
    shape = np.ones((3, 3), np.uint8)
    inside, edge = cv2.erode(body, shape), cv2.dilate(body, shape)
    ring = cv2.dilate(edge, shape, iterations=RING - 1) - edge
    pairs = [(body, edge - body), (body, ring), (inside, body - inside)]
    means = [
        [around[zone > 0].mean(axis=0) for zone in pair] for pair in pairs if all(bool(zone.any()) for zone in pair)
    ]
    contrast = max((float(np.abs(a - b).mean()) for a, b in means), default=0.0)
    varied = float(around[ring > 0].std(axis=0).mean())
    return contrast >= max(LEAST_CONTRAST, LEAST_OF_GROUND * varied)
