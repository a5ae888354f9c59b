"""Pictures of a card's indices as they are compared with each other: one deck prints all its 8s alike, and two
pictures of one print agree much better than those of two ranks."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.deck.deck_file import PICTURE_PX
from vision.deck.taught import patch_of
from vision.frame import BGRImage
from vision.nets.finder import CARD_PX
from vision.nets.ranks import PATCH_PX, cut_patch
from vision.table.geometry import Rectangle, TableGeometry
from vision.tracking.glimpses import Glimpse

Points = NDArray[np.float64]
GreyPatch = NDArray[np.float32]
"""(48, 48) levels: an index, upright, in the middle."""

MIDDLE_PX = 26
"""Side of what is compared: a numeral with a little around it, 14 mm; what is printed farther off differs by suit."""
SHIFT_PX = 6
"""How far one is moved against the other either way: an index is found to within 3 mm."""
SMOOTH_PX = 0.8
IN_MIDDLE = 0.05
"""A numeral so near to its card's middle, in twice its height, stands as its card does."""
AROUND_MM = 40.0
"""How much wider than the card the piece cut out of the picture is: there is table beside an index at its corner."""


def grey_of(picture: BGRImage) -> GreyPatch:
    """What is compared of an index's picture (96, 96, 3)."""
    grey = cv2.cvtColor(patch_of(picture), cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), SMOOTH_PX), np.float32)


def colours_of(
    image: BGRImage, geometry: TableGeometry, glimpse: Glimpse, indices_mm: Points
) -> tuple[BGRImage, ...]:
    """These indices (n, 2) of a card and what stands around them, (96, 96, 3) each, cut upright out of the camera's
    picture."""
    outwards_mm = np.linalg.norm(glimpse.corners_mm - glimpse.corners_mm.mean(axis=0), axis=1)
    side_mm = AROUND_MM + 2 * max(float(outwards_mm.max()), 1.0)
    width_mm = float(np.linalg.norm(glimpse.corners_mm[1] - glimpse.corners_mm[0]))
    rectangle = Rectangle((glimpse.x_mm, glimpse.y_mm), (side_mm, side_mm), CARD_PX / width_mm)
    card = geometry.rectify(
        image,
        centre_mm=rectangle.centre_mm,
        size_mm=rectangle.size_mm,
        pixels_per_mm=rectangle.pixels_per_mm,
    )
    corners = rectangle.to_picture(glimpse.corners_mm)
    centre = corners.mean(axis=0)
    head = corners[0] + corners[1] - corners[2] - corners[3]
    pictures = []
    for x, y in rectangle.to_picture(indices_mm):
        is_below = (np.array([x, y]) - centre) @ head < -IN_MIDDLE * head @ head
        up = -head if is_below else head  # indices stand with their heads outwards
        pictures.append(cut_patch(card, float(x), float(y), float(np.arctan2(up[1], up[0])), CARD_PX, side=PICTURE_PX))
    return tuple(pictures)


def likeness(one: GreyPatch, other: GreyPatch) -> float:
    """The best correlation, -1 to 1, of one index's picture with another's, moved a little."""
    edge = (PATCH_PX - MIDDLE_PX) // 2
    around = other[edge - SHIFT_PX : PATCH_PX - edge + SHIFT_PX, edge - SHIFT_PX : PATCH_PX - edge + SHIFT_PX]
    middle = np.ascontiguousarray(one[edge:-edge, edge:-edge])
    return float(cv2.matchTemplate(around, middle, cv2.TM_CCOEFF_NORMED).max())
