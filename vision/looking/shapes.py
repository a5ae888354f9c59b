"""Things on the table that no index was read from: which have a card's size and shape, and which are something
foreign."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dealer.view import Face
from vision.motion.backdrop import HALF, Mask, Piece
from vision.motion.regions import Geometry
from vision.tracking.glimpses import Glimpse

CARD_TOLERANCE, CARD_TOLERANCE_PX = 0.05, 2.0
"""How far a card's sides, measured from its outline at half size, may be off: this share and so many pixels. The blur
before the comparison moves each edge by up to 1 px."""
LOOSE_TOLERANCE = 0.17
"""How far the sides of a card may be off whose outline is spoilt by a shadow or by what lies on it."""
CARD_FILL, LOOSE_FILL = 0.88, 0.75
"""How much of the smallest rectangle around a card is card: 0.97 with its round corners, less with a ragged outline."""
PART_TOLERANCE, PART_FILL = 0.12, 0.85
"""How far a side of a card that others lie on may be off, and how much of the card's outline is seen or covered."""
FOREIGN_MM2 = 900.0
"""Something smaller than a finger's end (30 x 30 mm) covers no index: it is no foreign thing."""


FEW = 2
"""Most outlines that are measured as they are; of more of them the small ones are left out."""
UNEVEN = 3.0
"""How many times a piece's mean of the table a pixel may show at most. Seen at 35 degrees from 700 mm above, the far
end of 330 mm shows twice the near one's."""


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """``cards`` have a card's shape, ``outlines`` (n, 2) mm are what is seen of each; ``foreign`` (of the piece) is
    everything else that is not bare table and large enough."""

    cards: tuple[Glimpse, ...]
    outlines: tuple[NDArray[np.float64], ...]
    foreign: Mask


def find_shapes(
    piece: Piece, unexplained: Mask, geometry: Geometry, *, covered: Mask, card_mm: tuple[float, float]
) -> Shapes:
    """What the connected parts of ``unexplained`` look like; ``covered`` is where known cards lie, perhaps on them."""
    foreign = np.zeros(unexplained.shape, bool)
    if not unexplained.any():
        return Shapes((), (), foreign)
    opened = cv2.morphologyEx(unexplained.view(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cards, outlines = [], []
    contours = [contour for contour in contours if len(contour) >= 12]
    least_px = least_area_px(piece, geometry, FOREIGN_MM2) if len(contours) > FEW else 0.0
    for contour in contours:
        if cv2.contourArea(contour) < least_px:
            continue
        points = contour[:, 0, :].astype(np.float64)
        outline = geometry.to_table((points + (piece.left, piece.top) + 0.5) * HALF - 0.5)
        area_mm2 = cv2.contourArea(outline.astype(np.float32))
        if area_mm2 < FOREIGN_MM2:
            continue
        pixel_mm = cv2.arcLength(outline.astype(np.float32), True) / cv2.arcLength(contour, True)
        glimpse = _as_card(outline, area_mm2, pixel_mm=pixel_mm, card_mm=card_mm)
        if glimpse is None and covered.any():
            glimpse = as_part(outline, piece, unexplained, geometry, covered=covered, card_mm=card_mm)
        if glimpse is not None:
            cards.append(glimpse)
            outlines.append(outline)
        else:
            cv2.drawContours(foreign.view(np.uint8), [contour], -1, 1, cv2.FILLED)
    return Shapes(tuple(cards), tuple(outlines), foreign & unexplained)


def least_area_px(piece: Piece, geometry: Geometry, least_mm2: float) -> float:
    """What has a smaller area in a piece's pixels is surely smaller than ``least_mm2`` on the table: told without the
    way through the lens of each point of its outline."""
    height, width = piece.known.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) + (piece.left, piece.top)
    table = geometry.to_table(corners * HALF - 0.5).astype(np.float32)
    return float(least_mm2 / UNEVEN * width * height / max(cv2.contourArea(table), 1.0))


def _as_card(
    outline: NDArray[np.float64], area_mm2: float, *, pixel_mm: float, card_mm: tuple[float, float]
) -> Glimpse | None:
    centre, sides, turn_deg = cv2.minAreaRect(outline.astype(np.float32))
    short, long = min(sides), max(sides)
    if short <= 0:
        return None
    off = max(abs(short / card_mm[0] - 1), abs(long / card_mm[1] - 1))
    fill = area_mm2 / (short * long)
    if off <= CARD_TOLERANCE + CARD_TOLERANCE_PX * pixel_mm / card_mm[0] and fill >= CARD_FILL:
        face = Face.DOWN
    elif off <= LOOSE_TOLERANCE and fill >= LOOSE_FILL:
        face = Face.UNKNOWN
    else:
        return None
    angle_deg = turn_deg if sides[1] >= sides[0] else turn_deg + 90.0
    return blank_card(centre[0], centre[1], angle_deg, face=face, card_mm=card_mm)


def as_part(
    outline: NDArray[np.float64],
    piece: Piece,
    unexplained: Mask,
    geometry: Geometry,
    *,
    covered: Mask,
    card_mm: tuple[float, float],
) -> Glimpse | None:
    """The card whose visible part this is: one whose outline is filled by it and by the cards that lie on it."""
    centre, sides, turn_deg = cv2.minAreaRect(outline.astype(np.float32))
    filled = unexplained | covered
    best, best_fill = None, PART_FILL
    for turned in (0.0, 90.0):  # the rectangle's first side is the card's width, or its height
        across = sides if turned == 0.0 else (sides[1], sides[0])
        lacking = [whole - side for whole, side in zip(card_mm, across, strict=True)]
        slack = [PART_TOLERANCE * whole for whole in card_mm]
        if (
            min(lacking[0] + slack[0], lacking[1] + slack[1]) < 0
            or min(lacking[0] - slack[0], lacking[1] - slack[1]) > 0
        ):
            continue  # larger than a card, or smaller both ways: it could lie anywhere
        angle = math.radians(turn_deg + turned)
        right, up = np.array([math.cos(angle), math.sin(angle)]), np.array([-math.sin(angle), math.cos(angle)])
        for sign in (-1, 1):
            shift = sum(
                (
                    sign * lack / 2 * axis
                    for lack, axis, least in zip(lacking, (right, up), slack, strict=True)
                    if lack > least
                ),
                np.zeros(2),
            )
            x_mm, y_mm = np.array(centre) + shift
            card = blank_card(float(x_mm), float(y_mm), turn_deg + turned, face=Face.UNKNOWN, card_mm=card_mm)
            inside = piece.inside(geometry.to_pixels(card.corners_mm))
            fill = int(np.count_nonzero(filled & inside)) / max(1, int(np.count_nonzero(inside)))
            if fill > best_fill:
                best, best_fill = card, fill
    return best


def blank_card(x_mm: float, y_mm: float, angle_deg: float, *, face: Face, card_mm: tuple[float, float]) -> Glimpse:
    """A card without a reading, its long side at ``angle_deg`` from upright.

    >>> blank_card(0, 0, 90, face=Face.DOWN, card_mm=(60, 90)).corners_mm.round().tolist()
    [[-45.0, -30.0], [-45.0, 30.0], [45.0, 30.0], [45.0, -30.0]]
    """
    cosine, sine = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    half = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * (card_mm[0] / 2, card_mm[1] / 2)
    corners = np.array([x_mm, y_mm]) + half @ np.array([[cosine, sine], [-sine, cosine]])
    turned = (angle_deg + 90.0) % 180.0 - 90.0
    return Glimpse(x_mm, y_mm, turned, face, None, (), corners, np.zeros((0, 2)))
