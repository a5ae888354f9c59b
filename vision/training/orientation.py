"""What net E learns from: which way up a card lies, seen from one of its indices, whatever the index says.

A 6 turned round is a 9. What tells them apart is what stands around: the card's corner, its edges, what is printed
below the numeral. Net E learns that from all indices of drawn scenes: of all but 6s and 9s the numeral itself is made
the same both ways up, so that nothing is left but its surroundings.
"""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.orientation import ORIENTATION_PX, ORIENTATION_SHARE, cut_surroundings
from vision.training.data import open_shard
from vision.training.patches import SEEN_PART, displaced

TURNING = (6, 9)
"""Ranks that are each other's upside down: they are shown as they are, most of the time."""
SHOWN = 0.75
SCALED, SCALES = 0.5, (0.65, 1.35)
"""This share of the patches is cut as for a card so many times as wide (least, most): a picture's scale may be unknown,
and a wrong one seem likelier because a 6 was taken for a 9 there."""
OTHERS = 0.35
"""This share of the indices of other ranks, and of foreign cards, is learnt from."""
BLOTTED = 1.25
"""So many times as wide and high as a numeral is what is made the same both ways up around it."""
SOFT_PX = 1.5
"""How softly that ends."""

Sample = tuple[NDArray[np.uint8], bool]
"""A patch (96, 96, 3) and whether its card is the right way up in it."""


def blotted(patch: NDArray[np.uint8], at: NDArray[np.float64], size: tuple[float, float]) -> NDArray[np.uint8]:
    """The patch, what stands at ``at`` (px; right, down) and is ``size`` (px) wide and high laid over itself upside
    down: it is the same both ways up."""
    x, y = float(at[0]), float(at[1])
    upside_down = np.array([[-1, 0, 2 * x], [0, -1, 2 * y]])
    side = patch.shape[0]
    turned = cv2.warpAffine(patch, upside_down, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    across, down = (
        np.abs(np.arange(side) - centre) - BLOTTED * length / 2 for centre, length in zip((x, y), size, strict=True)
    )
    inside = 1 / (1 + np.exp(np.clip(np.maximum(across[None, :], down[:, None]) / (0.5 * SOFT_PX), -30, 30)))
    share = 0.5 * inside[..., None]
    return np.asarray(np.round(patch * (1 - share) + turned * share), np.uint8)


def seen_from_index(
    rng: np.random.Generator, image: NDArray[np.uint8], row: NDArray[np.float32], *, scaled: float = SCALED
) -> Sample:
    """A patch around an index as net A places it, either way up; ``scaled``: this share of them at another scale."""
    x, y, up, width = displaced(rng, row)
    if rng.random() < scaled:
        width *= float(np.exp(rng.uniform(*np.log(SCALES))))
    is_upright = bool(rng.random() < 0.5)
    if not is_upright:
        up += np.pi
    patch = cut_surroundings(image, x, y, up, width)
    if row[9] not in TURNING or rng.random() > SHOWN:
        per_px = ORIENTATION_SHARE * width / ORIENTATION_PX
        frame = np.array([[-np.sin(up), np.cos(up)], [-np.cos(up), -np.sin(up)]])
        at = frame @ (row[1:3] - (x, y)) / per_px + (ORIENTATION_PX - 1) / 2
        patch = blotted(patch, at, (float(row[12]) / per_px, float(row[13]) / per_px))
    return patch, is_upright


def orientation_samples(cache: Path, numbers: Iterator[int], seed: int, *, scaled: float = SCALED) -> Iterator[Sample]:
    """Samples without end, half a shard of scenes at a time; waits for shards that are still being drawn."""
    rng = np.random.default_rng([seed, 25])
    while True:
        images, truth = open_shard(cache, next(numbers))
        for k in rng.permutation(len(images))[: len(images) // 2]:
            image = np.asarray(images[k])
            for row in truth[truth[:, 0] == k]:
                if row[10] >= SEEN_PART and (row[9] in TURNING or rng.random() < OTHERS):
                    yield seen_from_index(rng, image, row, scaled=scaled)
