"""The small picture of every call, so that an argument is settled by looking: upright, one a card, the last of them."""

from collections import OrderedDict
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage


@dataclass(slots=True, eq=False)
class _Kept:
    rank: int | None
    encoded: NDArray[np.uint8]


class Album:
    """Keeps the pictures of the last ``most`` cards, each ``width_px`` wide, compressed: about 6 kB a card."""

    def __init__(self, *, card_mm: tuple[float, float], width_px: int, most: int) -> None:
        self._size_px = (width_px, round(card_mm[1] * width_px / card_mm[0]))
        self._most = most
        self._kept: OrderedDict[int, _Kept] = OrderedDict()

    def keep(self, image: BGRImage, sighting_id: int, *, rank: int | None, corners_px: NDArray[np.float64]) -> None:
        """Cut the card out of ``image``, (4, 2) corners from its upper left; only a first certain rank replaces one."""
        before = self._kept.get(sighting_id)
        if before is not None and (before.rank is not None or rank is None):
            return
        width, height = self._size_px
        upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        to_upright = cv2.getPerspectiveTransform(corners_px.astype(np.float32), upright)
        done, encoded = cv2.imencode(
            ".jpg", cv2.warpPerspective(image, to_upright, self._size_px), [cv2.IMWRITE_JPEG_QUALITY, 92]
        )
        if not done:
            return
        self._kept[sighting_id] = _Kept(rank, encoded)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def picture(self, sighting_id: int) -> BGRImage | None:
        """The picture of a card, or None for one that was called too long ago."""
        kept = self._kept.get(sighting_id)
        return None if kept is None else np.asarray(cv2.imdecode(kept.encoded, cv2.IMREAD_COLOR), np.uint8)
