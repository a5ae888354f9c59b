"""The paper of a card that lies on a table of another colour."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.nets.finder import CARD_PX, FoundIndex
from vision.nets.ranks import USUAL_NUMERAL

AROUND = (0.6, 0.85)
"""Between these distances from a numeral's middle, in its height, there is paper."""
LIGHTNESS = 0.6
"""How much a difference in lightness counts beside one in colour: light falls off over a card."""
FROM_PAPER = (8.0, 12.0, 16.0, 22.0, 30.0)
"""Differences from the paper's colour (Lab) up to which something is tried as paper."""
LEAST_FILLED, LEAST_SQUARE = 0.93, 0.86
"""Paper fills its hull, and that its rectangle, to at least these shares: a card seen from aside is no rectangle."""
LONGER = (1.15, 1.8)
"""How many times as long as wide a card is, seen from aside."""
AS_WIDE = 0.3
"""Paper is a card's if it is as wide as that must be, to within this (logarithm)."""
FARTHEST = 1.1
"""A card's corner is at most so far from its middle (card widths), seen from aside."""


def sides_of(paper: NDArray[np.float64]) -> tuple[float, float]:
    """How wide and high (px) a card with these corners (4, 2) is."""
    width, height = sorted(float(np.linalg.norm(paper[k] - paper[k - 1])) for k in (1, 2))
    return width, height


def as_paper_lies(image: BGRImage, found: FoundIndex, scale: float) -> FoundIndex:
    """A numeral in the middle of a card, ``scale`` times as large as usual, standing along its card and as large as
    that tells, where the card's paper shows; then it was found for certain."""
    width = CARD_PX / scale
    reach = round(2 * FARTHEST * width)
    left, top = max(0, round(found.x) - reach), max(0, round(found.y) - reach)
    around = image[top : round(found.y) + reach, left : round(found.x) + reach]
    paper = paper_around(around, found.x - left, found.y - top, USUAL_NUMERAL * CARD_PX)
    if paper is None or abs(np.log(sides_of(paper)[0] / width)) > AS_WIDE:
        return found
    along = max((paper[1] - paper[0], paper[2] - paper[1]), key=lambda side: float(np.hypot(*side)))
    if along @ (np.cos(found.up), np.sin(found.up)) < 0:
        along = -along
    return replace(found, up=float(np.arctan2(along[1], along[0])), width=sides_of(paper)[0] * scale, heat=1.0)


def paper_around(image: BGRImage, x: float, y: float, numeral_px: float) -> NDArray[np.float64] | None:
    """The corners (4, 2) px, in turn, of the card on which a numeral so high stands at this place of a picture
    (h, w, 3); None where no paper of one colour shows, whole, in the shape of a card."""
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), max(0.5, numeral_px / 20)), cv2.COLOR_BGR2LAB)
    rows, columns = np.mgrid[0 : lab.shape[0], 0 : lab.shape[1]]
    away = np.hypot(columns - x, rows - y) / numeral_px
    around = lab[(away > AROUND[0]) & (away < AROUND[1])].astype(np.float32)
    if not len(around):
        return None
    differs = (lab - np.median(around, axis=0)) * np.array([LIGHTNESS, 1, 1])
    apart = np.linalg.norm(differs, axis=2)
    tried = (_card_of(apart < most, away < AROUND[0], numeral_px) for most in FROM_PAPER)
    found = [card for card in tried if card is not None]
    return max(found, key=lambda card: card[0])[1] if found else None


def _card_of(
    paper: NDArray[np.bool_], numeral: NDArray[np.bool_], numeral_px: float
) -> tuple[float, NDArray[np.float64]] | None:
    """How well what hangs together with the numeral has a card's shape, and its corners."""
    whole = cv2.morphologyEx(paper.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    whole[numeral] = 1
    _, labels = cv2.connectedComponents(whole)
    own = np.bincount(labels[numeral]).argmax() if numeral.any() else 0
    outlines, _ = cv2.findContours((labels == own).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not own or not outlines:
        return None
    outline = max(outlines, key=cv2.contourArea)
    hull = cv2.convexHull(outline)
    rectangle = cv2.minAreaRect(hull)
    short, long = sorted(rectangle[1])
    left, top, width, height = cv2.boundingRect(outline)
    is_whole = left > 1 and top > 1 and left + width < paper.shape[1] - 1 and top + height < paper.shape[0] - 1
    if not is_whole or short < numeral_px or not LONGER[0] < long / short < LONGER[1]:
        return None
    filled, square = cv2.contourArea(outline) / cv2.contourArea(hull), cv2.contourArea(hull) / (short * long)
    if filled < LEAST_FILLED or square < LEAST_SQUARE:
        return None
    return filled * square, np.asarray(cv2.boxPoints(rectangle), np.float64)
