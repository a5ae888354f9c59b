"""Where in a look something may be read that is not known yet: the nets are not asked about the rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion.backdrop import HALF, Mask, Piece
from vision.table.geometry import Rectangle, TableGeometry

Points = NDArray[np.float64]

INDEX_MM = 12.0
"""Side of the square around an index that is looked at: a numeral is about 8 mm high."""
STROKES = 0.02
"""Less than this of an index's square is noise: the strokes of a thin numeral are a tenth of it."""
MARGIN_MM = 14.0
"""What net A sees around what is of interest: an index with the edges of its card, half of it covered."""


@dataclass(frozen=True, slots=True, eq=False)
class Interest:
    """``where`` (of the ``piece``) something lies still that is neither bare table nor a card already told."""

    where: Mask
    piece: Piece
    geometry: TableGeometry

    def box(self, rectangle: Rectangle) -> tuple[int, int, int, int] | None:
        """All of it as left, top, right, bottom px of the picture that ``rectangle`` makes, or None for nothing."""
        found = cv2.findNonZero(self.where.view(np.uint8))
        pixels = cast("NDArray[np.int32] | None", found)  # OpenCV's stub leaves out that there may be none
        if pixels is None:
            return None
        hull = cv2.convexHull(pixels)[:, 0, :].astype(np.float64)
        outline = (hull + (self.piece.left, self.piece.top) + 0.5) * HALF - 0.5
        points = rectangle.to_picture(self.geometry.to_table(outline))
        margin = MARGIN_MM * rectangle.pixels_per_mm
        size = np.array(rectangle.size_px)
        left, top = np.clip(points.min(axis=0) - margin, 0, size).astype(int)
        right, bottom = np.clip(np.ceil(points.max(axis=0) + margin), 0, size).astype(int)
        return int(left), int(top), int(right), int(bottom)

    def tells(self, places_mm: Points) -> NDArray[np.bool_]:
        """Which indices at these places (n, 2) mm stand on any of it, (n,)."""
        box = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * INDEX_MM / 2
        told = []
        for place in places_mm:
            around = self.piece.inside(self.geometry.to_pixels(place + box))
            told.append(np.count_nonzero(around & self.where) > STROKES * np.count_nonzero(around))
        return np.array(told, bool)


def interest(*, still: Mask, bare: Mask, changed: Mask, settled: Sequence[Mask]) -> Mask:
    """What is worth reading: all that lies ``still``, but not ``bare`` table, nor what has not ``changed`` on the
    ``settled`` cards, that were read for certain before (masks of the piece)."""
    where = still & ~bare
    for card in settled:
        where &= ~card | changed
    return cv2.morphologyEx(where.view(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)).view(bool)
