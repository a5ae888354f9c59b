"""Net A: where corner indices are in a picture scaled so that a card is 128 px wide, and the card around each."""

import math
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import BGRImage
from vision.nets.models import MODELS, load_model

CARD_PX = 128.0
"""Width of a card in the pictures that the net was trained on."""
CARD_HEIGHT_PX = 178.0
NUMERAL_PX = 19.2
"""Size of a usual numeral in those pictures, 9.5 mm of a card of 63."""
STRIDE = 4
FAR_PX = 64.0
"""Unit of the offset to the card's centre in the net's output."""
LEAST_HEAT = 0.22
"""Weaker peaks are left out; reading them is cheap, and most are refused as "none of these"."""
APART = 0.085
"""Two peaks nearer than this share of a card's width are one index."""


@dataclass(frozen=True, slots=True)
class FoundIndex:
    """A corner index and the card that it promises, in pixels of the picture searched. ``up`` in radians: the way from
    the card's foot to its head. ``numeral``: how large its numeral is, by net A, or by B which saw it nearer; 0 where
    neither was asked."""

    x: float
    y: float
    up: float
    centre_x: float
    centre_y: float
    width: float
    height: float
    heat: float
    numeral: float = 0.0

    def distance(self, x: float, y: float) -> float:
        """How far a place is, in px."""
        return math.hypot(self.x - x, self.y - y)


def moved(index: FoundIndex, right: float, down: float) -> FoundIndex:
    """The index in a picture of which the one searched is a crop, ``right`` and ``down`` px from its corner."""
    return replace(
        index,
        x=index.x + right,
        y=index.y + down,
        centre_x=index.centre_x + right,
        centre_y=index.centre_y + down,
    )


def resized(index: FoundIndex, width: float, height: float) -> FoundIndex:
    """The index on a card of this size (px): it stands as far from the nearest edges as on the one that it promised.

    >>> resized(FoundIndex(10, 20, -np.pi / 2, 50, 70, 100, 140, 1.0), 100, 180).centre_y
    90.0
    """
    head = np.array([math.cos(index.up), math.sin(index.up)])
    axes = np.stack([(-head[1], head[0]), head])
    away = axes @ (index.centre_x - index.x, index.centre_y - index.y)
    away += np.sign(away) * (width - index.width, height - index.height) / 2
    centre_x, centre_y = (index.x, index.y) + away @ axes
    return replace(index, centre_x=float(centre_x), centre_y=float(centre_y), width=width, height=height)


def decode(output: NDArray[np.float32], least_heat: float = LEAST_HEAT) -> tuple[FoundIndex, ...]:
    """Indices, strongest first, out of the net's (10, h/4, w/4)."""
    logit = np.ascontiguousarray(output[0])
    highest = cv2.dilate(logit, np.ones((3, 3), np.uint8))
    least = np.log(least_heat / (1 - least_heat))
    ys, xs = np.nonzero((logit >= highest) & (logit > least))
    order = np.argsort(-logit[ys, xs])
    found: list[FoundIndex] = []
    for y, x in zip(ys[order], xs[order], strict=True):
        _, dx, dy, ux, uy, cx, cy, lw, lh, ln = (float(v) for v in output[:, y, x])
        px, py = (float(x) + 0.5 + _within(dx, 1.5)) * STRIDE, (float(y) + 0.5 + _within(dy, 1.5)) * STRIDE
        width, height = CARD_PX * np.exp(_within(lw, 1.0)), CARD_HEIGHT_PX * np.exp(_within(lh, 1.0))
        if any(math.hypot(px - other.x, py - other.y) < APART * width for other in found):
            continue
        heat = float(1 / (1 + np.exp(-logit[y, x])))
        up = float(np.arctan2(uy, ux))
        numeral = NUMERAL_PX * math.exp(_within(ln, 1.5))
        centre_x, centre_y = px + cx * FAR_PX, py + cy * FAR_PX
        found.append(FoundIndex(px, py, up, centre_x, centre_y, float(width), float(height), heat, numeral))
    return tuple(found)


def _turned_back(found: FoundIndex, turns: int, width: int, height: int) -> FoundIndex:
    """Where an index found in a picture that was turned left by ``turns`` quarters is in the picture as it was,
    ``width`` by ``height`` px."""

    def place(x: float, y: float) -> tuple[float, float]:
        return ((x, y), (width - y, x), (width - x, height - y), (y, height - x))[turns]

    x, y = place(found.x, found.y)
    centre_x, centre_y = place(found.centre_x, found.centre_y)
    up = math.remainder(found.up + turns * math.pi / 2, 2 * math.pi)
    return replace(found, x=x, y=y, up=up, centre_x=centre_x, centre_y=centre_y)


def _within(value: float, most: float) -> float:
    return max(-most, min(most, value))


class Finder:
    """Finds corner indices.

    Raises:
        ModelError: the model is missing, damaged or of another make.
    """

    def __init__(self, folder: Path = MODELS, threads: int = 1) -> None:
        self._model = load_model("finder", folder=folder, threads=threads)

    def find(self, image: BGRImage, least_heat: float = LEAST_HEAT) -> tuple[FoundIndex, ...]:
        """Indices in a picture (h, w, 3) in which a card is about 128 px wide; pixel centres are at .5."""
        h, w = image.shape[:2]
        below, right = -h % 16, -w % 16
        if below or right:
            image = np.asarray(cv2.copyMakeBorder(image, 0, below, 0, right, cv2.BORDER_REPLICATE), np.uint8)
        output = self._model.session.run(None, {"image": image[None]})[0][0]
        return decode(output, least_heat)

    def find_all_ways(self, image: BGRImage, least_heat: float = LEAST_HEAT) -> tuple[FoundIndex, ...]:
        """Indices in a picture searched four times, a quarter turn further each: for one of which there is no other.

        An index is as hot as it was in the mean of the four, and stands as it stood where it was found most strongly.
        The net finds some numerals in one way and not in another; what is none of ours it seldom finds in all.
        """
        height, width = image.shape[:2]
        ways = [
            _turned_back(found, turns, width, height)
            for turns in range(4)
            for found in self.find(np.ascontiguousarray(np.rot90(image, turns)), least_heat)
        ]
        together: list[list[FoundIndex]] = []
        for found in sorted(ways, key=lambda one: -one.heat):
            near = (of for of in together if math.hypot(found.x - of[0].x, found.y - of[0].y) < APART * found.width)
            of = next(near, None)
            if of is None:
                together.append([found])
            else:
                of.append(found)
        meant = (replace(of[0], heat=sum(one.heat for one in of[:4]) / 4) for of in together)
        return tuple(sorted((one for one in meant if one.heat >= least_heat), key=lambda one: -one.heat))
