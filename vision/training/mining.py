"""What net A finds in training scenes, right and wrong: the second part of net B's training learns from that."""

import os
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets.finder import Finder
from vision.training.data import open_shard, pool_of, shard_paths, wait_for

LEAST_HEAT = 0.12
"""Weaker peaks than the reader takes: what is nearly mistaken for an index teaches most."""
ON_IT_PX = 9.0
NEAR_IT_PX = 15.0
NOTHING, UNCLEAR = -1, -2
"""Instead of a row of the truth: nothing is there; something partly seen is near."""


def found_path(cache: Path, number: int) -> Path:
    """Where the findings of a shard lie: (n, 7) scene, x, y, up, width, row of the truth,
    size of the numeral."""
    return shard_paths(cache, number)[0].with_name(f"{number:07d}.found.npy")


def mine_shard(cache: Path, models: Path, number: int) -> None:
    """Search a shard's scenes with net A, unless that was done."""
    path = found_path(cache, number)
    if path.exists():
        return
    cv2.setNumThreads(1)
    finder = Finder(models)
    images, truth = open_shard(cache, number)
    rows = []
    for k in range(len(images)):
        there = np.flatnonzero((truth[:, 0] == k) & (truth[:, 10] > 0.1))
        for found in finder.find(np.asarray(images[k]), LEAST_HEAT):
            far = np.hypot(truth[there, 1] - found.x, truth[there, 2] - found.y)
            nearest = int(far.argmin()) if len(there) else -1
            distance = float(far[nearest]) if len(there) else np.inf
            row = int(there[nearest]) if distance < ON_IT_PX else UNCLEAR if distance < NEAR_IT_PX else NOTHING
            rows.append((k, found.x, found.y, found.up, found.width, row, found.numeral))
    partial = path.with_suffix(".partial.npy")
    np.save(partial, np.array(rows, np.float32).reshape(-1, 7))
    os.replace(partial, path)


def mine(cache: Path, models: Path, numbers: Sequence[int], processes: int) -> None:
    """Search shards in several processes."""
    with pool_of(processes) as pool:
        for done, _ in enumerate(pool.map(mine_shard, [cache] * len(numbers), [models] * len(numbers), numbers), 1):
            if done % 20 == 0 or done == len(numbers):
                print(f"{done} of {len(numbers)} shards searched", flush=True)


def findings(cache: Path, number: int) -> NDArray[np.float32]:
    """What was found in a shard; waits until it is searched.

    Raises:
        TimeoutError: nobody searches it.
    """
    wait_for(found_path(cache, number))
    return np.load(found_path(cache, number))
