"""A card's outline brought to the edges that the picture shows: what changed is wider than the card by its shadow and
the blur, and what two indices promise is off by some millimetres."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.table.geometry import TableGeometry

POKER_MM = (63.0, 88.0)
"""What most cards measure. Those of a dim table were measured 65 x 93 mm, shadows and all."""
NEARLY_MM = 6.0
"""A card measured within this of ``POKER_MM`` may be of that size: a little more than those of a dim table were off."""
MOST_OFF_MM = 7
"""How far the outline is moved at most, across and along the card: those of a dim table were 2 to 4 mm off. A frame's
inner edges are nearer to each other than a card's sides, and are not taken for them."""
TURNS_DEG = (0.0, -1.5, 1.5, -3.0, 3.0)
"""How far the outline is turned: 1.5 degrees move a corner by 1.4 mm, half a pixel of a kept whole card. A guess."""
MIDDLE = 0.7
"""Share of each side that is looked at: corners are round, and others' corners lie beside them. A guess."""
FARTHER_COSTS = 0.03
"""A millimetre of moving must make the edges stronger by this share, as must two degrees of turning. A guess."""


def snapped(
    image: BGRImage, geometry: TableGeometry, corners_mm: NDArray[np.float64], card_mm: tuple[float, float]
) -> NDArray[np.float64]:
    """The outline (4, 2) mm of a card near ``corners_mm``, clockwise from its upper left corner, whose sides lie on the
    strongest edges of the picture. It is as wide and high as ``card_mm``, or as most cards where that is nearly so."""
    sizes = [card_mm]
    if 0 < max(abs(side - usual) for side, usual in zip(card_mm, POKER_MM, strict=True)) <= NEARLY_MM:
        sizes.append(POKER_MM)
    outlines = [_snapped(image, geometry, corners_mm, round(width), round(height)) for width, height in sizes]
    return max(outlines, key=lambda outline: outline[1])[0]


def _snapped(
    image: BGRImage, geometry: TableGeometry, corners_mm: NDArray[np.float64], width: int, height: int
) -> tuple[NDArray[np.float64], float]:
    """The outline of a size in whole millimetres on the strongest edges, and how strong these are (levels)."""
    centre = corners_mm.mean(axis=0)
    up = corners_mm[0] + corners_mm[1] - corners_mm[2] - corners_mm[3]
    up = up / max(float(np.hypot(*up)), 1e-6)
    most, found = -1.0, corners_mm
    for turn_deg in TURNS_DEG:
        turn = np.deg2rad(turn_deg)
        head = np.array([up[0] * np.cos(turn) - up[1] * np.sin(turn), up[0] * np.sin(turn) + up[1] * np.cos(turn)])
        axes = np.array([[head[1], -head[0]], head])  # the card's right and up, on a table whose y goes up
        around = _rectangle(centre, axes, width + 2 * MOST_OFF_MM, height + 2 * MOST_OFF_MM)
        shown = _upright(image, geometry.to_pixels(around), width + 2 * MOST_OFF_MM, height + 2 * MOST_OFF_MM)
        right, across = _strongest(shown, width)
        down, along = _strongest(shown.transpose(1, 0, 2), height)
        strength = (across + along) * (1 - FARTHER_COSTS * abs(turn_deg) / 2)
        if strength > most:
            most, found = strength, _rectangle(centre + right * axes[0] - down * axes[1], axes, width, height)
    return found, most


def _rectangle(
    centre: NDArray[np.float64], axes: NDArray[np.float64], width: float, height: float
) -> NDArray[np.float64]:
    half = np.array([[-width, height], [width, height], [width, -height], [-width, -height]]) / 2
    return np.asarray(centre + half @ axes)


def _upright(image: BGRImage, corners_px: NDArray[np.float64], width: int, height: int) -> NDArray[np.float32]:
    """What lies in a quadrilateral, (height, width, 3), a pixel a millimetre."""
    upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners_px.astype(np.float32), upright)
    cut = cv2.warpPerspective(image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.float32)


def _strongest(shown: NDArray[np.float32], side: int) -> tuple[int, float]:
    """How far to the right of the middle two edges ``side`` px apart are strongest, and how strong (levels)."""
    length = shown.shape[0]
    rim = MOST_OFF_MM + round((1 - MIDDLE) / 2 * (length - 2 * MOST_OFF_MM))
    steps = np.abs(np.diff(shown[rim : length - rim].mean(axis=0), axis=0)).sum(axis=1)
    steps = np.convolve(steps, (0.25, 0.5, 0.25), "same")  # a pixel of the camera's may be wider than a millimetre
    moves = np.array(sorted(range(1 - MOST_OFF_MM, MOST_OFF_MM), key=abs))  # without edges it stays
    left = moves + MOST_OFF_MM - 1
    strengths = np.sqrt(steps[left] * steps[left + side]) * (1 - FARTHER_COSTS * np.abs(moves))
    best = int(strengths.argmax())
    return int(moves[best]), float(strengths[best])


__all__ = ["snapped"]
