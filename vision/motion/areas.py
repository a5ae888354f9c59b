"""Where the places of the table lie in the small picture."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.view import Place
from vision.motion.gate import Mask
from vision.motion.regions import TableMap
from vision.table.geometry import TableGeometry

SEEN_SHARE = 0.5
"""A place of which less is in the picture is not seen: cards come to lie anywhere in it. A guess; more is stricter."""


class Areas:
    """Masks of the small picture for one geometry: ``table`` all of it, ``in_places`` where cards of the game lie,
    ``coasters``, and each of ``places`` with how many pixels of it must be covered to hide a card. ``unseen`` are the
    places outside the picture.

    ``card_px`` is how many small pixels a card has; ``rim_mm``: so much farther than the outermost place the table
    reaches.
    """

    def __init__(
        self,
        geometry: TableGeometry,
        table: TableMap,
        *,
        card_mm: tuple[float, float],
        hidden_mm2: float,
        rim_mm: float,
    ) -> None:
        self.map = table
        self.places: list[tuple[Place, Mask, int]] = []
        self.unseen: set[Place] = set()
        self.in_places = np.zeros(table.shape, bool)
        corners = list(geometry.coaster_outlines().values())
        for place in geometry.layout.places():
            mask, whole_mm2 = np.zeros(table.shape, bool), 0.0
            for polygon in geometry.layout.polygons_of(place):
                if len(polygon) >= 3:
                    mask |= table.inside(polygon)
                    corners.append(polygon)
                    whole_mm2 += cv2.contourArea(polygon.astype(np.float32))
            pixel_mm2 = _pixel_mm2(table.mm, mask) if mask.any() else 0.0
            if np.count_nonzero(mask) * pixel_mm2 < SEEN_SHARE * whole_mm2:
                self.unseen.add(place)
            if not mask.any():
                continue
            self.places.append((place, mask, max(3, round(hidden_mm2 / pixel_mm2))))
            self.in_places |= mask
        hull = cv2.convexHull(np.concatenate(corners).astype(np.float32))[:, 0, :].astype(np.float64)
        middle = hull.mean(axis=0)
        away = hull - middle
        hull = middle + away * (1 + rim_mm / np.maximum(np.hypot(away[:, 0], away[:, 1]), 1.0))[:, None]
        self.table = table.inside(hull)
        self.card_px = math.prod(card_mm) / _pixel_mm2(table.mm, self.table)
        self.coasters = np.zeros(table.shape, bool)
        for outline in geometry.coaster_outlines().values():
            self.coasters |= table.inside(outline)


def _pixel_mm2(mm: NDArray[np.float32], mask: Mask) -> float:
    """The mean area of the table in one small pixel of ``mask``."""
    across = mm[:, 1:] - mm[:, :-1]
    down = mm[1:] - mm[:-1]
    area = np.abs(across[:-1, :, 0] * down[:, :-1, 1] - across[:-1, :, 1] * down[:, :-1, 0])
    inside = mask[:-1, :-1]
    return float(area[inside].mean()) if inside.any() else float(area.mean())
