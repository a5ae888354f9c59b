"""The paper of a card that lies on a table of another colour."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.nets.finder import CARD_HEIGHT_PX, CARD_PX, FoundIndex
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
APART = 0.4
"""Papers are looked for at places so far from each other (card widths)."""
ON_PAPER = 0.9
"""How strongly something was found that is drawn on paper, and that net A did not find."""
INNER, LEAST_DRAWN = 0.7, 0.02
"""Within the first share of a card's sides its numeral is looked for, and covers at least the second share of that."""
FARTHEST = 1.1
"""A card's corner is at most so far from its middle (card widths), seen from aside."""


def sides_of(paper: NDArray[np.float64]) -> tuple[float, float]:
    """How wide and high (px) a card with these corners (4, 2) is."""
    width, height = sorted(float(np.linalg.norm(paper[k] - paper[k - 1])) for k in (1, 2))
    return width, height


def on_papers(image: BGRImage, found: Sequence[FoundIndex], scale: float, *, thoroughly: bool) -> list[FoundIndex]:
    """Numerals in the middle of cards, ``scale`` times as large as usual, standing as their papers lie; and, looked for
    ``thoroughly``, whatever else is drawn in the middle of one."""
    lying = [as_paper_lies(image, index, scale) for index in found]
    if not thoroughly:
        return lying
    width = CARD_PX / scale
    rows, columns = image.shape[:2]
    for y in np.arange(APART * width, rows, APART * width):
        for x in np.arange(APART * width, columns, APART * width):
            if any(np.hypot(x - other.x, y - other.y) < width / 2 for other in lying if other.heat >= ON_PAPER):
                continue
            paper = _paper_near(image, float(x), float(y), scale)
            drawn = None if paper is None else _drawn_on(image, paper)
            if paper is None or drawn is None:
                continue
            up = float(np.arctan2(*(_along(paper)[::-1])))
            index = FoundIndex(*drawn, up, *drawn, sides_of(paper)[0] * scale, CARD_HEIGHT_PX, ON_PAPER)
            if all(np.hypot(index.x - other.x, index.y - other.y) >= APART * width for other in lying):
                lying.append(index)
    return lying


def as_paper_lies(image: BGRImage, found: FoundIndex, scale: float) -> FoundIndex:
    """A numeral in the middle of a card, ``scale`` times as large as usual, standing along its card and as large as
    that tells, where the card's paper shows and is not blank; then it was found for certain."""
    paper = _paper_near(image, found.x, found.y, scale)
    if paper is None or _drawn_on(image, paper) is None:
        return found
    along = _along(paper)
    if along @ (np.cos(found.up), np.sin(found.up)) < 0:
        along = -along
    return replace(found, up=float(np.arctan2(along[1], along[0])), width=sides_of(paper)[0] * scale, heat=1.0)


def _paper_near(image: BGRImage, x: float, y: float, scale: float) -> NDArray[np.float64] | None:
    """The paper of a card there that is about as large as it must be."""
    width = CARD_PX / scale
    reach = round(2 * FARTHEST * width)
    left, top = max(0, round(x) - reach), max(0, round(y) - reach)
    around = image[top : round(y) + reach, left : round(x) + reach]
    paper = paper_around(around, x - left, y - top, USUAL_NUMERAL * CARD_PX)
    if paper is None or abs(np.log(sides_of(paper)[0] / width)) > AS_WIDE:
        return None
    return paper + (left, top)


def _along(paper: NDArray[np.float64]) -> NDArray[np.float64]:
    """The way along a card with these corners (4, 2), either way."""
    return max((paper[1] - paper[0], paper[2] - paper[1]), key=lambda side: float(np.hypot(*side)))


def _drawn_on(image: BGRImage, paper: NDArray[np.float64]) -> tuple[float, float] | None:
    """The middle of what is drawn in the middle of a card's paper; None where nothing is."""
    middle = paper.mean(axis=0)
    inner = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(inner, np.round(middle + INNER * (paper - middle)).astype(np.int32), 1)
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(np.float32)[inner > 0]
    drawn = np.argwhere(inner)[np.linalg.norm(lab - np.median(lab, axis=0), axis=1) > FROM_PAPER[-1]]
    if len(drawn) < LEAST_DRAWN * len(lab):
        return None
    y, x = (drawn.min(axis=0) + drawn.max(axis=0)) / 2
    return float(x), float(y)


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
