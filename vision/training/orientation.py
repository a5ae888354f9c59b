"""What net E learns from: which way up a card lies, seen from one of its indices, whatever the index says.

A 6 turned round is a 9, and what net A found crosswise shows nothing at all. What tells is what stands around: the
card's corner, its edges, what is printed below the numeral. Net E learns that from all indices of drawn scenes: of all
but 6s and 9s the numeral itself is mostly made the same all ways up, so that nothing is left but its surroundings.
"""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets.orientation import ORIENTATION_PX, ORIENTATION_SHARE, cut_surroundings
from vision.training.data import open_shard
from vision.training.patches import SEEN_PART, displaced

TURNING = (6, 9)
"""Ranks that are each other's upside down."""
SHOWN, SHOWN_OTHERS = 0.75, 0.4
"""Shares of the numerals of ``TURNING``, and of others, that are shown as they are."""
SCALED, SCALES = 0.5, (0.65, 1.35)
"""Share of the patches that is cut as for a card so many times as wide (least, most). A picture's scale may be unknown,
and a wrong one seem likelier because a 6 was taken for a 9 there."""
LONE, BESIDE = (1.0, 0.5), (0.5, 0.15)
"""Shares of the indices of 6s and 9s, and of other ranks and foreign cards, that are learnt from. ``LONE``: nothing
else of the card is seen, which is what net E is asked about. ``BESIDE``: others of the card are seen. No other shares
were tried."""
BLOTTED = 1.25
"""Size of what is made the same all ways up around a numeral, in multiples of how high, or wide, that is."""
SOFT_PX = 1.5
"""How softly the blot over a numeral ends."""

UprightIngredient = Literal["other scales", "blotted numerals", "lone indices above all", "other colours"]
"""What can be left out of what net E learns from, to see what it is worth."""
ALL_ALIKE = 0.3
"""Without "lone indices above all" this share of all indices is learnt from."""


def blotted(patch: NDArray[np.uint8], at: NDArray[np.float64], size: tuple[float, float]) -> NDArray[np.uint8]:
    """The patch, what stands at ``at`` (px; right, down) and is ``size`` (px) wide and high laid over itself in all
    quarter turns: it is the same all ways up."""
    x, y = float(at[0]), float(at[1])
    side, flags = patch.shape[0], cv2.INTER_LINEAR
    ways = [np.asarray(patch, np.float32)]
    for c, s in ((0, 1), (-1, 0), (0, -1)):
        turn = np.array([[c, -s, x - c * x + s * y], [s, c, y - s * x - c * y]], np.float64)
        turned = cv2.warpAffine(ways[0], turn, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        ways.append(np.asarray(turned, np.float32))
    half = BLOTTED * max(size) / 2
    across, down = (np.abs(np.arange(side) - centre) - half for centre in (x, y))
    inside = 1 / (1 + np.exp(np.clip(np.maximum(across[None, :], down[:, None]) / (0.5 * SOFT_PX), -30, 30)))
    mean = np.mean(ways, axis=0)
    return np.asarray(np.round(patch + inside[..., None] * (mean - patch)), np.uint8)


def seen_from_index(
    rng: np.random.Generator,
    image: NDArray[np.uint8],
    row: NDArray[np.float32],
    *,
    scaled: float = SCALED,
    without: Collection[UprightIngredient] = (),
) -> NDArray[np.uint8]:
    """A patch (96, 96, 3) around an index as net A places it, its card upright; ``scaled``: this share of them at
    another scale."""
    x, y, up, width = displaced(rng, row)
    if rng.random() < scaled and "other scales" not in without:
        width *= float(np.exp(rng.uniform(*np.log(SCALES))))
    patch = cut_surroundings(image, x, y, up, width)
    if rng.random() > (SHOWN if row[9] in TURNING else SHOWN_OTHERS) and "blotted numerals" not in without:
        per_px = ORIENTATION_SHARE * width / ORIENTATION_PX
        frame = np.array([[-np.sin(up), np.cos(up)], [-np.cos(up), -np.sin(up)]])
        at = frame @ (row[1:3] - (x, y)) / per_px + (ORIENTATION_PX - 1) / 2
        patch = blotted(patch, at, (float(row[12]) / per_px, float(row[13]) / per_px))
    return patch


def orientation_samples(
    cache: Path,
    numbers: Iterator[int],
    seed: int,
    *,
    scaled: float = SCALED,
    without: Collection[UprightIngredient] = (),
) -> Iterator[NDArray[np.uint8]]:
    """Patches without end, half a shard of scenes at a time; waits for shards that are still being drawn."""
    rng = np.random.default_rng([seed, 25])
    while True:
        images, truth = open_shard(cache, next(numbers))
        for k in rng.permutation(len(images))[: len(images) // 2]:
            image = np.asarray(images[k])
            seen = truth[(truth[:, 0] == k) & (truth[:, 10] >= SEEN_PART)]
            for row in seen:
                lone = np.count_nonzero(seen[:, 11] == row[11]) == 1
                turning, others = LONE if lone else BESIDE
                share = turning if row[9] in TURNING else others
                if rng.random() < (ALL_ALIKE if "lone indices above all" in without else share):
                    yield seen_from_index(rng, image, row, scaled=scaled, without=without)
