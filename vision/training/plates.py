"""Other surroundings for numerals: what a window shows around its numeral is cut away along some outline, and something
else put there, or something is laid over all of it, faintly, or an emblem is set beside its numeral. No deck is drawn
so; it teaches net D that what a numeral stands on, and what stands at it, tells nothing of its rank."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets.ranks import NONE, NUMERAL_SHARE, PATCH_PX, WIDEST_NUMERAL
from vision.synth.face_art import EMBLEMS, Generator, emblem_mask

ONE, TEN = 0, 9
"""Classes of a 1, which a ring makes a 10, and of the numeral that is wider than high; what is none of ours may be so,
too."""
NEAREST, FARTHEST = 1.12, 1.75
"""How far from a numeral's middle the outline runs, in halves of its height (and of its width): clear of its ink, and
inside the patch, which reaches to 2. All of these were chosen by eye, and none was tuned."""
CORNERS = (3, 12)
"""Corners of an outline that is not rounded, the box's own four beside them; with fewer than 4 it is rounded."""
ROUNDED = 0.35
"""Share of outlines that are round, or have rounded corners."""
RIMMED = 0.4
"""Share of outlines that are drawn as a line."""
PLAIN = 0.45
"""Share of surroundings of one colour, or two; the others are those of something that was found and was no index."""
FINE = 4
"""Outlines are drawn so much larger, that their edges are smooth."""
FAINTEST, STRONGEST = 0.08, 0.4
"""How much of what is laid over a numeral shows, of what it differs by from its own mean."""


def _outline(rng: Generator, half_width: float, half_height: float) -> NDArray[np.float32]:
    """Corners (n, 2; right, down from the middle) of an outline around a box of that size. Round ones cut its corners,
    where numerals have no ink."""
    count = int(rng.integers(*CORNERS))
    if rng.random() < ROUNDED or count < 4:
        angles, swing = np.linspace(0, 2 * np.pi, 40, endpoint=False), float(rng.uniform(0, 0.12))
        wave = 1 + swing * np.sin(angles * int(rng.integers(2, 9)) + float(rng.uniform(0, 7)))
        unit = np.stack([np.cos(angles), np.sin(angles)], 1) * wave[:, None]
        power = float(rng.choice([1.0, 0.5]))  # a circle, or a box with round corners
        unit = np.sign(unit) * np.abs(unit) ** power * float(1.12 if power == 1.0 else 1.0)
    else:
        angles = (
            np.sort(rng.uniform(0, 2 * np.pi, count)) if rng.random() < 0.5 else np.arange(count) * 2 * np.pi / count
        )
        angles = angles + float(rng.choice([0.0, np.pi / 4, np.pi / count]))
        unit = np.stack([np.cos(angles), np.sin(angles)], 1)
        unit /= np.abs(unit).max(1, keepdims=True)  # onto the box
        unit *= rng.uniform(1.0, 1.35, (count, 1))
        unit = np.concatenate([unit, [(x, y) for x in (-1, 1) for y in (-1, 1)]])
        unit = unit[np.argsort(np.arctan2(unit[:, 1], unit[:, 0]))]  # the box's corners as well: it is never cut
    return (unit * rng.uniform(NEAREST, FARTHEST, 2) * (half_width, half_height)).astype(np.float32)


def _surroundings(rng: Generator, patch: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.float32]:
    if rng.random() >= PLAIN:
        return other.astype(np.float32)
    colours = [
        patch[tuple(rng.integers(0, PATCH_PX, 2))] if rng.random() < 0.5 else rng.integers(0, 256, 3) for _ in range(2)
    ]
    y, x = np.mgrid[0:PATCH_PX, 0:PATCH_PX].astype(np.float32) - PATCH_PX / 2
    angle = float(rng.uniform(0, 2 * np.pi))
    along = np.cos(angle) * x + np.sin(angle) * y + float(rng.normal(0, 12))
    soft = float(rng.choice([0.6, 30.0]))
    share = 1 / (1 + np.exp(-np.clip(along / soft, -20, 20)))[..., None] if rng.random() < 0.7 else 0.0
    ground = np.asarray(colours[0], np.float32) + share * (colours[1].astype(np.float32) - colours[0])
    return ground + np.zeros((PATCH_PX, PATCH_PX, 3), np.float32)


def plated(
    rng: Generator, patch: NDArray[np.uint8], number: int, pose: NDArray[np.float32], other: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """The patch (48, 48, 3) with other surroundings outside of an outline around its numeral; ``other``: a patch in
    which no index is. ``pose`` as net D is to say it."""
    half = 0.5 * NUMERAL_SHARE * PATCH_PX * (float(np.exp(pose[4])) if pose[5] else 1.0)
    up = np.array([pose[2], pose[3]]) if pose[5] else np.array([0.0, -1.0])
    outline = _outline(rng, half * (WIDEST_NUMERAL if number in (TEN, NONE) else 1.0), half)
    middle = (PATCH_PX - 1) / 2 + (pose[:2] * PATCH_PX if pose[5] else 0.0)
    placed = middle + outline @ np.array([[-up[1], up[0]], [-up[0], -up[1]]])
    corners = np.round(((placed + 0.5) * FINE - 0.5) * 16).astype(np.int32)
    shape, soft = (PATCH_PX * FINE, PATCH_PX * FINE), float(rng.uniform(0.3, 1.1))
    inside, rim = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    cv2.fillPoly(inside, [corners], 1.0, shift=4)
    ground = _surroundings(rng, patch, other)
    if rng.random() < RIMMED:
        cv2.polylines(rim, [corners], True, 1.0, int(rng.integers(3, 9)), shift=4)

    def coarse(mask: NDArray[np.float32]) -> NDArray[np.float32]:
        mean = cv2.resize(mask, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(mean, (0, 0), soft), np.float32)[..., None]

    result = ground + coarse(inside) * (patch - ground)
    result += coarse(rim) * (rng.integers(0, 256, 3) - result)
    return np.clip(result, 0, 255).astype(np.uint8)


def overlaid(rng: Generator, patch: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The patch with ``other`` laid over it, faintly, as a numeral lies on a picture."""
    over = other.astype(np.float32)
    shown = patch + float(rng.uniform(FAINTEST, STRONGEST)) * (over - over.mean((0, 1)))
    return np.clip(shown, 0, 255).astype(np.uint8)


NUMERAL_WIDTH = 0.7
"""How wide a numeral other than a 10 is, at most mostly, as a share of its height."""
EMBLEM_SIZES, EMBLEM_GAPS = (0.35, 1.0), (-0.08, 0.4)
"""Least and most of an emblem's size, and of the gap between it and the numeral, as shares of the numeral's height.
These and the shares below were chosen by eye."""
SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0))
"""Where an emblem stands (right, down): below, above, to the right, to the left."""
SIDES_SHARES = (0.4, 0.14, 0.26, 0.2)
NAUGHT = ("disc", "ring", "moon")
"""Emblems that look like the 0 of a 10 beside a 1, which is never shown so."""
SAME_INK = 0.65
"""Share of emblems in the colour of what stands out most where the numeral is; the others have any colour."""


def adorned(rng: Generator, patch: NDArray[np.uint8], number: int, pose: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The patch (48, 48, 3) with an emblem close beside its numeral; ``pose`` as net D is to say it. What is no index
    gets one beside its middle, or emblems would tell indices from the rest."""
    height = NUMERAL_SHARE * PATCH_PX * (float(np.exp(pose[4])) if pose[5] else 1.0)
    up = np.array([pose[2], pose[3]]) if pose[5] else np.array([0.0, -1.0])
    middle = np.full(2, (PATCH_PX - 1) / 2) + (pose[:2] * PATCH_PX if pose[5] else 0.0)
    right, down = SIDES[int(rng.choice(len(SIDES), p=SIDES_SHARES))]
    names = [name for name in EMBLEMS if number != ONE or down or name not in NAUGHT]
    size = height * float(rng.uniform(*EMBLEM_SIZES))
    wide = height * (float(rng.uniform(1.0, WIDEST_NUMERAL)) if number in (TEN, NONE) else NUMERAL_WIDTH)
    gap = height * float(rng.uniform(*EMBLEM_GAPS))
    away = abs(right) * wide / 2 + abs(down) * height / 2 + gap + size / 2
    along = float(rng.normal(0, 0.15)) * height
    offset = np.array([right * away + abs(down) * along, down * away + abs(right) * along])
    at = middle + offset @ np.array([[-up[1], up[0]], [-up[0], -up[1]]])
    emblem = emblem_mask(str(rng.choice(names)), round(size * FINE))
    c, s = -float(up[1]) / FINE, float(up[0]) / FINE
    place = np.array([[c, -s, at[0]], [s, c, at[1]]])
    place[:, 2] -= place[:, :2] @ np.full(2, (emblem.shape[0] - 1) / 2)
    soft = cv2.GaussianBlur(emblem, (0, 0), FINE * float(rng.uniform(0.4, 1.5)))
    mask = cv2.warpAffine(soft, place, (PATCH_PX, PATCH_PX), flags=cv2.INTER_AREA)[..., None].astype(np.float32) / 255
    colour = _ink(patch, middle, height) if rng.random() < SAME_INK else rng.integers(0, 256, 3)
    shown = patch + mask * float(rng.uniform(0.7, 1.0)) * (np.asarray(colour, np.float32) - patch)
    return np.clip(shown, 0, 255).astype(np.uint8)


def _ink(patch: NDArray[np.uint8], middle: NDArray[np.float64], height: float) -> NDArray[np.float32]:
    """The colour of what stands out most in a numeral's box from what surrounds it."""
    y, x = np.mgrid[0:PATCH_PX, 0:PATCH_PX]
    far = np.maximum(np.abs(x - middle[0]) / NUMERAL_WIDTH, np.abs(y - middle[1])) / (height / 2)
    inside, around = (patch[where].astype(np.float32) for where in (far < 1, (far >= 1.1) & (far < 1.5)))
    if not len(inside) or not len(around):
        return np.zeros(3, np.float32)
    apart = np.abs(inside - np.median(around, axis=0)).sum(1)
    return np.asarray(inside[apart >= np.quantile(apart, 0.9)].mean(0), np.float32)
