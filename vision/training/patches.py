"""Patches that net B learns from: cut out of scenes at true indices, beside them, and where net A found something."""

from collections.abc import Iterator
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets.ranks import NONE, cut_patch
from vision.training.mining import UNCLEAR
from vision.training.poses import pose_of

SEEN_WHOLE, SEEN_PART = 0.93, 0.8
"""From the first share on a numeral counts as readable; below the second it is taught as "none"."""

UNTOLD = -1
"""Class of a patch of which nothing is said but its pose."""

BATCH, POOL = 128, 4096
"""Patches in a batch, and those that it is drawn from."""

Drawn = TypeVar("Drawn")
Sample = tuple[NDArray[np.uint8], int, NDArray[np.float32]]
"""A patch, its class 0..10, and its pose (10,): what net B is to say of it, and 1 where there is an index at all."""

NO_POSE = np.zeros(10, np.float32)


def index_patch(rng: np.random.Generator, image: NDArray[np.uint8], row: NDArray[np.float32]) -> Sample:
    """A patch of an index as net A places it, mostly near, now and then far off; sometimes upside down."""
    seen, rank = float(row[10]), int(row[9])
    x, y, up, width = displaced(rng, row)
    label = rank - 1 if rank and seen >= SEEN_WHOLE else NONE
    if rng.random() < 0.16:
        up += np.pi
        label = label if rank == 8 else NONE
    pose = pose_of(row, x, y, up, width) if seen >= SEEN_PART else NO_POSE
    return cut_patch(image, x, y, up, width), label, pose


def displaced(rng: np.random.Generator, row: NDArray[np.float32]) -> tuple[float, float, float, float]:
    """Where net A finds an index that is there: x, y px, the card's up (radians) and its width."""
    loose = float(rng.choice([0.6, 1.0, 2.2], p=[0.35, 0.4, 0.25]))
    up = float(np.arctan2(row[4], row[3]) + rng.normal(0, np.radians(9)) * loose)
    width = float(row[7]) * float(np.exp(rng.normal(0, 0.07) * loose))
    at = np.array([float(row[1]), float(row[2])]) + rng.normal(0, 0.018, 2) * loose * width
    return float(at[0]), float(at[1]), up, width


def sampled_patches(rng: np.random.Generator, image: NDArray[np.uint8], truth: NDArray[np.float32]) -> Iterator[Sample]:
    """Patches of one scene: every index once, some upside down, and places without one."""
    size = image.shape[0]
    for row in truth:
        x, y, seen = float(row[1]), float(row[2]), float(row[10])
        if not (6 < x < size - 6 and 6 < y < size - 6) or SEEN_PART <= seen < SEEN_WHOLE:
            continue
        if seen < SEEN_PART and (seen < 0.25 or rng.random() < 0.5):
            continue  # nearly hidden ones are drawn as places without an index below
        yield index_patch(rng, image, row)
    visible = truth[truth[:, 10] > 0.25]
    for _ in range(max(1, len(visible) // 3)):
        if len(truth) and rng.random() < 0.7:  # on a card: pips, courts, pictures, the edge beside an index
            row = truth[int(rng.integers(len(truth)))]
            t = rng.uniform(-0.3, 2.0)
            at = row[1:3] + t * (row[5:7] - row[1:3]) + rng.normal(0, 14, 2)
            up, width = float(np.arctan2(row[4], row[3]) + rng.choice([0, np.pi]) + rng.normal(0, 0.3)), float(row[7])
        else:
            at, up, width = (
                rng.uniform(0, size, 2),
                float(rng.uniform(0, 2 * np.pi)),
                float(rng.uniform(100, 160)),
            )
        if len(visible) and float(np.hypot(*(visible[:, 1:3] - at).T).min()) < 0.15 * width:
            continue
        yield cut_patch(image, float(at[0]), float(at[1]), up, width), NONE, NO_POSE


def mined_patches(
    rng: np.random.Generator,
    image: NDArray[np.uint8],
    truth: NDArray[np.float32],
    found: NDArray[np.float32],
) -> Iterator[Sample]:
    """Patches of one scene where net A found something, right or wrong; ``truth`` is the whole shard's."""
    for _, x, y, up, width, number, _ in found:
        row = truth[int(number)] if number >= 0 else None
        if row is None and number == UNCLEAR:
            continue
        if row is not None and (SEEN_PART <= row[10] < SEEN_WHOLE or row[10] < 0.3):
            continue
        up = float(up + rng.normal(0, np.radians(3)))
        width = float(width * np.exp(rng.normal(0, 0.03)))
        x, y = (float(v) for v in np.array([x, y]) + rng.normal(0, 0.006, 2) * width)
        label, pose = NONE, NO_POSE
        if row is not None and row[10] >= SEEN_WHOLE:
            right_way = np.cos(up) * row[3] + np.sin(up) * row[4] > 0
            label = int(row[9]) - 1 if row[9] and (right_way or row[9] == 8) else NONE
            pose = pose_of(row, x, y, up, width)
        yield cut_patch(image, x, y, up, width), label, pose


def shuffled(rng: np.random.Generator, samples: Iterator[Drawn], batch: int = BATCH) -> Iterator[list[Drawn]]:
    """Batches of so many without end, drawn from a pool that ``samples``, which must not end, fill up again."""
    pool = [next(samples) for _ in range(POOL)]
    while True:
        chosen = rng.choice(POOL, batch, replace=False)
        picked = [pool[int(k)] for k in chosen]
        for k in chosen:
            pool[int(k)] = next(samples)
        yield picked


def worse(rng: np.random.Generator, patch: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Now and then a patch more blurred or noisier than its scene."""
    if rng.random() < 0.15:
        patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), float(rng.uniform(0.4, 1.5))), np.uint8)
    if rng.random() < 0.1:
        noise = rng.standard_normal(patch.shape, np.float32) * float(rng.uniform(2, 20))
        patch = np.clip(patch + noise, 0, 255).astype(np.uint8)
    return patch


def recoloured(rng: np.random.Generator, patch: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Now and then a patch in other colours: none, other ones in their places, or the negative."""
    chance = rng.random()
    if chance < 0.12:
        return np.repeat(patch.mean(2, keepdims=True).astype(np.uint8), 3, 2)
    if chance < 0.34:
        return np.ascontiguousarray(patch[..., rng.permutation(3)])
    return 255 - patch if chance < 0.44 else patch


def negative(rng: np.random.Generator, patch: NDArray[np.uint8], share: float) -> NDArray[np.uint8]:
    """The patch's negative, this ``share`` of the time."""
    return 255 - patch if rng.random() < share else patch


def mixed(rng: np.random.Generator, patch: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Now and then a patch whose colours are mixed with each other: other inks on other grounds, as light and dark as
    they come out."""
    if rng.random() > 0.2:
        return patch
    matrix = np.eye(3, dtype=np.float32) + rng.normal(0, 0.35, (3, 3)).astype(np.float32)
    flat = patch.astype(np.float32)
    middle = flat.mean(axis=(0, 1))
    return np.clip((flat - middle) @ matrix + middle, 0, 255).astype(np.uint8)
